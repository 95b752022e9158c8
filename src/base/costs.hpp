// About how many nanoseconds work takes on one thread, in vectors of float32 where elements are
// counted; as measured on one machine, to choose what is worth sharing among threads. Kernels have
// theirs in kernels/cost.cpp.
#pragma once

namespace simdcast::costs {

// Of a byte.
inline constexpr double kByteInL2 = 0.01;         // of an operand or a result
inline constexpr double kCopiedByte = 0.06;       // of an image, and of its padding
inline constexpr double kProductByte = 1.0 / 60;  // of two factors in a product of matrices
inline constexpr double kQuadByte = 1.0 / 100;    // of those that a result made in quads stands for

// Of an element.
inline constexpr double kConverted = 0.02;
inline constexpr double kExpression = 0.1;  // of a kernel made at run time, beyond a simple one
inline constexpr double kMoved = 0.3;
inline constexpr double kReduced = 0.15;
inline constexpr double kSearched = 0.4;
inline constexpr double kPooled = 0.3;
inline constexpr double kNormalized = 1.5;
inline constexpr double kSorted = 5;
inline constexpr double kActivated = 3;  // a gate of a recurrent layer
inline constexpr double kDequantized = 0.4;
inline constexpr double kQuantizedProduct = 0.15;

// Of what is more than an element.
inline constexpr double kTreeNode = 10;
inline constexpr double kNormalizedRow = 100;    // besides its elements
inline constexpr double kNormalizedColumn = 10;  // besides its elements, as one among others
inline constexpr double kDirectGroup = 150;      // copying a small image

}  // namespace simdcast::costs

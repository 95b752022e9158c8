// Approximate costs in nanoseconds on one thread, as measured on one machine; per element, for
// vectors of float32. They determine which work is worth sharing among threads. The costs of
// kernels are in kernels/cost.cpp.
#pragma once

namespace simdcast::costs {

// Per byte.
inline constexpr double kByteInL2 = 0.01;         // of an operand or a result
inline constexpr double kCopiedByte = 0.06;       // of an image, and of its padding
inline constexpr double kProductByte = 1.0 / 60;  // of two factors in a product of matrices
inline constexpr double kQuadByte =
    1.0 / 100;  // of the products that Winograd's transforms replace

// Per element.
inline constexpr double kConverted = 0.02;
inline constexpr double kExpression =
    0.1;  // of a kernel compiled at run time, in addition to a simple one
inline constexpr double kMoved = 0.3;
inline constexpr double kScattered = 0.5;
inline constexpr double kReduced = 0.15;
inline constexpr double kSearched = 0.4;
inline constexpr double kPooled = 0.3;
inline constexpr double kNormalized = 1.5;
inline constexpr double kSorted = 5;
inline constexpr double kActivated = 3;  // a gate of a recurrent layer
inline constexpr double kDequantized = 0.4;
inline constexpr double kQuantizedProduct = 0.15;
inline constexpr double kByteProduct = 0.04;  // of two bytes, in a product of matrices
inline constexpr double kQuantized = 0.4;
inline constexpr double kTurned = 0.5;     // of a head, with its position's share
inline constexpr double kAttended = 0.1;   // of a key or a value, for each query
inline constexpr double kTransformed = 1;  // for each doubling of the length of a transform
inline constexpr double kSampled = 0.5;    // an element that a point is read from, of each plane
inline constexpr double kLocated = 4;  // an element that a point is read from, once for all planes

// Per unit larger than an element.
inline constexpr double kTreeNode = 10;
inline constexpr double kNormalizedRow = 100;  // in addition to its elements
inline constexpr double kNormalizedColumn =
    10;                                      // in addition to its elements, among adjacent columns
inline constexpr double kDirectGroup = 150;  // copying a small image

}  // namespace simdcast::costs

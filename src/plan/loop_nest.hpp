// plan/ makes loop nests of alignments. May include base/ and rules/.
//
// How to walk an accepted alignment: byte strides, coalesced axes, and a tile at the inner end.
// Not a template on the element type: a loop nest knows widths, not types.
#pragma once

#include "../base/shape.hpp"

namespace simdcast {

// How an operand reaches the kernel within one tile.
enum class Step : std::uint8_t {
  contiguous,  // stride 1: one element on
  repeat,      // stride 0: the same element again, which a kernel splats
  packed       // any other: gathered into a tile first
};

struct LoopOperand {
  int width = 0;                 // bytes of an element
  Step step = Step::contiguous;  // inputs only; the output is always contiguous
  Strides strides;               // bytes, on the nest's axes; 0 where reused
};

// The tile covers every axis after `tileAxis` and `chunk` steps of `tileAxis` itself. What a kernel
// is called on at once, a run, takes at most kMostRunBytes of any operand.
struct LoopNest {
  Shape sizes;  // coalesced, outermost first; at least one axis
  Count elements = 0;
  int tileAxis = 0;
  Size chunk = 0;
  Count inner = 1;                                        // elements of the axes after tileAxis
  SmallVector<LoopOperand, kUsualOperands + 1> operands;  // output first
};

// A packed operand's tile holds at most this many bytes.
inline constexpr Count kTileBytes = 8192;

// Kernels count bytes in a ptrdiff_t, which has 32 bits in wasm.
inline constexpr Count kMostRunBytes = Count{1} << 30;

// The first steps along the outermost axis, at most all of them and not fewer than none: operands
// and output then point to the first of those that are to be walked.
[[nodiscard]] LoopNest firstSteps(const LoopNest& nest, Size steps);

}  // namespace simdcast

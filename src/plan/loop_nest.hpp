// How to iterate over an accepted alignment: coalesced axes with byte strides, and a run of the
// innermost ones. Depends on the widths of elements, not on their types.
#pragma once

#include "../base/shape.hpp"

namespace simdcast {

// How an operand reaches the kernel within one run.
enum class Access : std::uint8_t {
  contiguous,  // adjacent
  repeat,      // one element, which the kernel splats
  packed       // anything else: packed into a tile first
};

struct LoopOperand {
  int width = 0;                       // bytes of an element
  Access access = Access::contiguous;  // inputs only; the output is always contiguous
  Strides strides;                     // bytes, on the nest's axes; 0 where stretched
};

// A run covers all axes after `runAxis`, and `chunk` positions of `runAxis` itself. A kernel is
// called once per run, which has at most kMostRunBytes of any operand.
struct LoopNest {
  Shape sizes;  // coalesced, outermost first; at least one axis
  Count elements = 0;
  int runAxis = 0;
  Size chunk = 0;
  Count inner = 1;                                        // elements of the axes after runAxis
  SmallVector<LoopOperand, kUsualOperands + 1> operands;  // output first
};

// A packed operand's tile holds at most this many bytes.
inline constexpr Count kTileBytes = 8192;

// Kernels count bytes in a ptrdiff_t, which has 32 bits in wasm.
inline constexpr Count kMostRunBytes = Count{1} << 30;

// `count` positions of an axis, which becomes the outermost one, at one index of the axes outside
// it. The caller passes pointers to their first elements.
[[nodiscard]] LoopNest partOf(const LoopNest& nest, int axis, Size count);

}  // namespace simdcast

// The tail of a run: the elements left after the last whole turn of a kernel's loop.
#pragma once

#include "kernel.hpp"

namespace simdcast {

// The elements of one turn of a kernel's loop.
struct Turn {
  static constexpr int kMostInputs = 3;

  int elements;
  int outWidth;
  int widths[kMostInputs];  // of the inputs' elements
  int inputs;
};

// Computes n < turn.elements elements with a whole iteration of the kernel on zero-padded copies of
// the inputs. Out of line: all kernels share it.
void computeTail(Kernel kernel, const Turn& turn, std::ptrdiff_t n, std::byte* out,
                 const Input* in);

}  // namespace simdcast

// The tail of a run: what is left after the last whole turn of a kernel's loop.
#pragma once

#include "kernel.hpp"

namespace simdcast {

// What one turn of a kernel's loop takes and gives.
struct Turn {
  static constexpr int kMostInputs = 3;

  int elements;
  int outWidth;
  int widths[kMostInputs];  // of the inputs' elements
  int inputs;
};

// Computes n < turn.elements elements by one whole turn of the kernel, over copies of the inputs
// that are padded with zeros. Out of line, so that all kernels share one copy.
void computeTail(Kernel kernel, const Turn& turn, std::ptrdiff_t n, std::byte* out,
                 const Input* in);

}  // namespace simdcast

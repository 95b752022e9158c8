// The sizes that a Fourier's tensors have.
#pragma once

#include "requests.hpp"

namespace simdcast::layers {

[[nodiscard]] constexpr FourierTable tableOf(const Fourier& request) {
  return {.length = request.length, .complex = request.complex};
}
[[nodiscard]] Count tablePairs(const FourierTable& request);

[[nodiscard]] constexpr Count binsOf(const Fourier& request) {
  return request.oneSided ? request.length / 2 + 1 : request.length;
}

}  // namespace simdcast::layers

#include "folds.hpp"

#include <cstring>

namespace simdcast::layers {

void fold(Kernel kernel, int width, Count n, std::byte* result, const std::byte* from) {
  constexpr Count kWidest = 256;
  std::byte parts[kWidest * sizeof(double)];
  const auto onto = [&](Count count, const std::byte* elements) {
    const Input pair[] = {{parts, width}, {elements, width}};
    kernel(static_cast<std::ptrdiff_t>(count), parts, pair);
  };
  Count left = std::min(n, kWidest);
  std::memcpy(parts, from, static_cast<std::size_t>(left * width));
  for (Count at = left; at < n; at += kWidest) onto(std::min(kWidest, n - at), from + at * width);
  while (left > 1) {
    const Count half = left / 2;
    left -= half;
    onto(half, parts + left * width);
  }
  std::memcpy(result, parts, static_cast<std::size_t>(width));
}

}  // namespace simdcast::layers

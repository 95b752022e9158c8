// Loops over rows of a float lane, by functions of vectors.
#pragma once

#include <cstddef>

#include "../base/shape.hpp"
#include "../simd/simd.hpp"

namespace simdcast {

// to[i] = of(from[i]...) for i < n, a vector at a time; `to` may be one of `from`. Results for
// zeros after the last element are dropped.
template <class T, class Of, class... From>
void eachVector(Count n, std::byte* to, const Of& of, const From*... from) {
  using V = simd::Vec<T>;
  const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(T);
  std::size_t at = 0;
  const std::size_t whole = bytes - bytes % simd::kVectorBytes;
  for (; at < whole; at += simd::kVectorBytes) {
    const V result = of(simd::load<V>(from + at)...);
    simd::store(to + at, result);
  }
  if (at == bytes) return;
  const auto rest = static_cast<std::ptrdiff_t>(bytes - at);
  const V result = of(simd::loadPart<V>(from + at, rest)...);
  simd::storeFew(to + at, result.template bitCast<std::uint8_t>(), rest);
}

}  // namespace simdcast

// Kernels that read or write elements of other widths than they compute in: comparisons give bytes,
// and a selection is steered by bytes.
#pragma once

#include "kernel.hpp"

namespace simdcast {

// Sixteen lanes of 0 and 1 as bytes, from the lane masks that `Op::mask` gives.
template <class Op, class T>
struct CompareBody {
  static constexpr int kWidths[] = {sizeof(T), sizeof(T)};
  static constexpr int kOutWidth = 1;

  static void apply(std::byte* out, const std::byte* const* in) {
    if constexpr (simd::kOneLane) {
      using V = simd::Vec<T>;
      for (std::size_t i = 0; i < kBlock; ++i) {
        const V a = simd::load<V>(in[0] + i * sizeof(T));
        const V b = simd::load<V>(in[1] + i * sizeof(T));
        out[i] = static_cast<std::byte>(Op::template mask<T>(a, b)[0] & 1);
      }
    } else {
      simd::store(out, masks<sizeof(T)>(in[0], in[1]) & (simd::Bytes{} + std::uint8_t{1}));
    }
  }

  // Byte lanes narrowed from `kVectors` vectors of operands.
  template <std::size_t kVectors>
  static simd::Bytes masks(const std::byte* a, const std::byte* b) {
    if constexpr (kVectors == 1) {
      using V = simd::Vec<T>;
      return reinterpret_cast<simd::Bytes>(
          Op::template mask<T>(simd::load<V>(a), simd::load<V>(b)));
    } else {
      constexpr std::size_t kHalf = kVectors / 2 * simd::kVectorBytes;
      return simd::narrowMasks(masks<kVectors / 2>(a, b),
                               masks<kVectors / 2>(a + kHalf, b + kHalf));
    }
  }
};

// Where: in[0] ? in[1] : in[2], for elements of `kWidth` bytes whatever their type.
template <int kWidth>
struct SelectBody {
  static constexpr int kWidths[] = {1, kWidth, kWidth};
  static constexpr int kOutWidth = kWidth;

  static void apply(std::byte* out, const std::byte* const* in) {
    if constexpr (simd::kOneLane) {
      for (int i = 0; i < kBlock; ++i) {
        const std::byte* from = in[0][i] != std::byte{} ? in[1] : in[2];
        std::memcpy(out + i * kWidth, from + i * kWidth, kWidth);
      }
    } else {
      const auto condition = simd::load<simd::Bytes>(in[0]);
      auto mask = condition != simd::Bytes{};
      if constexpr (kWidth > 1) mask = simd::opaqueMask(mask);
      spread<kWidth>(out, in[1], in[2], reinterpret_cast<simd::Bytes>(mask));
    }
  }

  template <int kVectors>
  static void spread(std::byte* out, const std::byte* x, const std::byte* y, simd::Bytes mask) {
    if constexpr (kVectors == 1) {
      simd::store(out, simd::select(mask, simd::load<simd::Bytes>(x), simd::load<simd::Bytes>(y)));
    } else {
      constexpr int kHalf = kVectors / 2 * simd::kVectorBytes;
      spread<kVectors / 2>(out, x, y, simd::widenMaskLow(mask));
      spread<kVectors / 2>(out + kHalf, x + kHalf, y + kHalf, simd::widenMaskHigh(mask));
    }
  }
};

}  // namespace simdcast

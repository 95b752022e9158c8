// Bodies of blockKernel(): comparisons, which produce bytes, and selections, whose conditions are
// bytes.
#pragma once

#include <array>

#include "loops.hpp"

namespace simdcast {

// Sixteen bools, 0 or 1, from the masks that `Op::mask` computes of `kInputs` vectors.
template <class Op, class T, int kInputs = 2>
struct CompareBody {
  static constexpr std::array<int, kInputs> kWidths = [] {
    std::array<int, kInputs> widths{};
    widths.fill(sizeof(T));
    return widths;
  }();
  static constexpr int kOutWidth = 1;

  static void apply(std::byte* out, const std::byte* const* in) {
    compare(out, in, std::make_index_sequence<kInputs>{});
  }

 private:
  template <std::size_t... kIndex>
  static void compare(std::byte* out, const std::byte* const* in,
                      std::index_sequence<kIndex...> /*inputs*/) {
    simd::store(out,
                masks<sizeof(T)>(in[kIndex]...).template bitCast<std::uint8_t>() & simd::Bytes(1));
  }

  // The masks of `kVectors` vectors of each input, narrowed to bytes: two vectors of masks become
  // one of lanes half as wide, until a lane is one byte.
  template <std::size_t kVectors, class... From>
  static simd::Vec<std::int8_t> masks(const From*... from) {
    if constexpr (kVectors == 1) {
      return Op::template mask<T>(simd::load<simd::Vec<T>>(from)...)
          .template bitCast<std::int8_t>();
    } else {
      constexpr std::size_t kHalf = kVectors / 2 * simd::kVectorBytes;
      return simd::narrowMasks(masks<kVectors / 2>(from...), masks<kVectors / 2>(from + kHalf...));
    }
  }
};

// Where: in[0] ? in[1] : in[2], for elements of `kWidth` bytes whatever their type.
template <int kWidth>
struct SelectBody {
  static constexpr int kWidths[] = {1, kWidth, kWidth};
  static constexpr int kOutWidth = kWidth;

  static void apply(std::byte* out, const std::byte* const* in) {
    const auto mask = simd::load<simd::Bytes>(in[0]) != simd::Bytes(0);
    spread<kWidth>(out, in[1], in[2], kWidth > 1 ? simd::opaqueMask(mask) : mask);
  }

 private:
  // Selects elements of `kVectors` bytes by one byte of the mask each: interleaving the mask with
  // itself doubles the width of its lanes.
  template <int kVectors>
  static void spread(std::byte* out, const std::byte* x, const std::byte* y,
                     simd::Vec<std::int8_t> mask) {
    if constexpr (kVectors == 1) {
      simd::store(out, simd::select(mask, simd::load<simd::Bytes>(x), simd::load<simd::Bytes>(y)));
    } else {
      constexpr int kHalf = kVectors / 2 * simd::kVectorBytes;
      spread<kVectors / 2>(out, x, y, simd::interleaveLow(mask, mask));
      spread<kVectors / 2>(out + kHalf, x + kHalf, y + kHalf, simd::interleaveHigh(mask, mask));
    }
  }
};

}  // namespace simdcast

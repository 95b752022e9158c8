// BitShift as ONNX BitShift-28 defines it, consistent with older versions' tests: an amount that is
// negative or at least the width yields 0, or -1 for a right shift of a negative value. Right
// shifts are arithmetic for signed types.
//
// SIMD128 shifts all lanes by one amount. Different amounts are products with powers of two in 8-
// and 16-bit lanes, and a conditional shift for each bit of the amount in wider ones.
#pragma once

#include <algorithm>
#include <type_traits>

#include "../../simd/simd.hpp"

namespace simdcast::ops {

using simd::Bytes;
using simd::Vec;

template <bool kLeft>
struct Shift {
  template <class T>
  static Vec<T> apply(Vec<T> x, Vec<T> amount) {
    using Word = std::make_unsigned_t<T>;
    const Vec<Word> count = amount.template bitCast<Word>();
    if constexpr (sizeof(T) == 1)
      return bytes(x, count);
    else if constexpr (sizeof(T) == 2)
      return halves(x, count);
    else
      return words(x, count);
  }

 private:
  template <class T>
  using Word = std::make_unsigned_t<T>;

  // A right shift multiplies unsigned numbers, so signed ones are biased by half their range before
  // it, and the bias is subtracted from the result.
  template <class T>
  static constexpr Word<T> kBias =
      std::is_signed_v<T> && !kLeft ? Word<T>(Word<T>{1} << (sizeof(T) * 8 - 1)) : Word<T>{0};

  // 5 shifted left by 3 is 5 * 2^3 = 40. 85 shifted right by 3 is 85 * 2^(7 - 3) = 1360, and 1360
  // >> 7 = 10. Right shifts use 16-bit lanes, which hold the whole product.
  template <class T>
  static Vec<T> bytes(Vec<T> x, Vec<std::uint8_t> count) {
    // The power by amount. Past the width only the bias is left.
    constexpr std::uint8_t kPast = std::is_signed_v<T> ? 1 : 0;
    const Bytes power =
        simd::swizzle(kLeft ? Bytes::of(Bytes::Raw{1, 2, 4, 8, 16, 32, 64, 128})
                            : Bytes::of(Bytes::Raw{128, 64, 32, 16, 8, 4, 2, 1, kPast, kPast, kPast,
                                                   kPast, kPast, kPast, kPast, kPast}),
                      simd::min(count, Bytes(15)));
    if constexpr (kLeft) return x * power.template bitCast<T>();
    using Pairs = Vec<std::uint16_t>;
    const Pairs pairs =
        (x.template bitCast<std::uint8_t>() ^ Bytes(kBias<T>)).template bitCast<std::uint16_t>();
    const Pairs powers = power.template bitCast<std::uint16_t>();
    const Pairs low = 0xff;
    const Pairs even = ((pairs & low) * (powers & low)) >> 7;
    const Pairs odd = ((pairs >> 8) * (powers >> 8)) << 1;
    const Bytes shifted = (even | (odd & ~low)).template bitCast<std::uint8_t>();
    return unbiased<T>(shifted, power);
  }

  // Like bytes(), with products of 32 bits. Only one byte of a power of two is not 0. Each of the
  // lane's two bytes looks up its own part in a table of single bytes: for a left shift by 11, byte
  // 0 looks up entry 11, beyond the table, which yields 0, and byte 1 looks up entry 11 - 8.
  template <class T>
  static Vec<T> halves(Vec<T> x, Vec<std::uint16_t> count) {
    using Halves = Vec<std::uint16_t>;
    constexpr std::uint16_t kFirstOfBytes = kLeft ? 0x0800 : 0x0008;
    const Halves most = std::uint16_t{std::is_signed_v<T> && !kLeft ? 15 : 16};
    const Halves near = simd::min(count, most);
    const Bytes index = (near | near << 8).template bitCast<std::uint8_t>() -
                        Halves(kFirstOfBytes).template bitCast<std::uint8_t>();
    const Halves power = simd::swizzle(kLeft ? Bytes::of(Bytes::Raw{1, 2, 4, 8, 16, 32, 64, 128})
                                             : Bytes::of(Bytes::Raw{128, 64, 32, 16, 8, 4, 2, 1}),
                                       index)
                             .template bitCast<std::uint16_t>();
    if constexpr (kLeft) return x * power.template bitCast<T>();
    const Halves from = x.template bitCast<std::uint16_t>() ^ Halves(kBias<T>);
    const Halves shifted =
        simd::narrowWrapping((simd::widenLow(from) * simd::widenLow(power)) >> 15,
                             (simd::widenHigh(from) * simd::widenHigh(power)) >> 15);
    return unbiased<T>(shifted, power);
  }

  template <class T>
  static Vec<T> unbiased(Vec<Word<T>> shifted, Vec<Word<T>> power) {
    return (std::is_signed_v<T> ? shifted - power : shifted).template bitCast<T>();
  }

  template <class T>
  static Vec<T> words(Vec<T> x, Vec<Word<T>> count) {
    constexpr int kWidth = sizeof(T) * 8;
    const auto past = count >= Vec<Word<T>>(kWidth);
    const Vec<T> shifted = eachBy(x, count);
    if constexpr (kLeft || std::is_unsigned_v<T>)
      return select(past, Vec<T>(0), shifted);
    else
      return select(past, x >> (kWidth - 1), shifted);
  }

  // By the amount modulo the width. Two lanes are cheaper one by one than by bits of the amount.
  template <class T>
  static Vec<T> eachBy(Vec<T> x, Vec<Word<T>> count) {
    constexpr int kWidth = sizeof(T) * 8;
    if constexpr (simd::kLanes<T> == 2) {
      const auto shifted = [&](int lane) -> T {
        const auto bits = static_cast<int>(count.raw[lane] & (kWidth - 1));
        return kLeft ? static_cast<T>(static_cast<Word<T>>(x.raw[lane]) << bits)
                     : static_cast<T>(x.raw[lane] >> bits);
      };
      return Vec<T>::of(typename Vec<T>::Raw{shifted(0), shifted(1)});
    } else {
      for (int bit = 1, toSign = kWidth - 1; bit < kWidth; bit *= 2, --toSign) {
        const auto isSet =
            (count << toSign).template bitCast<simd::SignedOf<sizeof(T)>>() < simd::Mask<T>(0);
        x = select(isSet, kLeft ? x << bit : x >> bit, x);
      }
      return x;
    }
  }
};

}  // namespace simdcast::ops

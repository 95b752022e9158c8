// And, Or, Xor on bits and on truth values, and shifts.
#pragma once

#include <type_traits>

#include "arithmetic.hpp"

namespace simdcast::ops {

using simd::Vec;

struct BitAnd {
  static constexpr bool kCommutes = true;

  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    return a & b;
  }
};

struct BitOr {
  static constexpr bool kCommutes = true;

  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    return a | b;
  }
};

struct BitXor {
  static constexpr bool kCommutes = true;

  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    return a ^ b;
  }
};

// A bool is a byte, true unless zero. The result is 0 or 1.
template <class Bits>
struct Logical {
  static constexpr bool kCommutes = true;

  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    const Vec<T> zero{};
    const auto truth = Bits::template apply<std::int8_t>(a != zero, b != zero);
    return reinterpret_cast<Vec<T>>(truth) & (zero + T{1});
  }
};

struct SameTruth {
  static constexpr bool kCommutes = true;

  template <class T>
  static Vec<T> apply(Vec<T> a, Vec<T> b) {
    const Vec<T> zero{};
    return Logical<BitXor>::apply<T>(a, b) ^ (zero + T{1});
  }
};

// ONNX BitShift-28, which every older test agrees with: an amount that is negative or at least the
// width leaves 0, or -1 for a right shift of a negative value. Shifts right keep the sign.
template <bool kLeft>
struct Shift {
  template <class T>
  static Vec<T> apply(Vec<T> x, Vec<T> amount) {
    if constexpr (sizeof(T) == 1 && !simd::kOneLane)
      return bytes<T>(x, amount);
    else if constexpr (sizeof(T) == 2 && !simd::kOneLane)
      return words<T>(x, amount);
    else
      return lanes<T>(x, amount);
  }

 private:
  // SIMD128 shifts no bytes: to the left they are multiplied by a power of two, and to the right as
  // 16-bit lanes, of which bits from the middle are kept.
  template <class T, class U = std::make_unsigned_t<T>, class Words = Vec<std::uint16_t>>
  static Vec<T> bytes(Vec<T> x, Vec<T> amount) {
    constexpr bool kSigned = std::is_signed_v<T>;
    // Past the width, the last power leaves nothing but the sign.
    constexpr std::uint8_t p = kSigned ? 1 : 0;
    constexpr simd::Bytes kPowers =
        kLeft ? simd::Bytes{1, 2, 4, 8, 16, 32, 64, 128}
              : simd::Bytes{128, 64, 32, 16, 8, 4, 2, 1, p, p, p, p, p, p, p, p};
    const Vec<U> count = reinterpret_cast<Vec<U>>(amount);
    const Vec<U> last = Vec<U>{} + U{15};
    const Vec<U> power = simd::swizzle(kPowers, count < last ? count : last);
    if constexpr (kLeft) return Mul::apply<T>(x, reinterpret_cast<Vec<T>>(power));
    const Vec<U> lowest = Vec<U>{} + (kSigned ? U{0x80} : U{0});
    const auto pairs = reinterpret_cast<Words>(reinterpret_cast<Vec<U>>(x) ^ lowest);
    const auto powers = reinterpret_cast<Words>(power);
    const Words low = Words{} + std::uint16_t{0xff};
    const Words even = ((pairs & low) * (powers & low)) >> 7;
    const Words odd = ((pairs >> 8) * (powers >> 8)) << 1;
    const auto shifted = reinterpret_cast<Vec<U>>(even | (odd & ~low));
    return reinterpret_cast<Vec<T>>(kSigned ? shifted - power : shifted);
  }

  // As bytes, but that the power's two bytes are found one by one.
  template <class T, class U = std::make_unsigned_t<T>>
  static Vec<T> words(Vec<T> x, Vec<T> amount) {
    constexpr bool kSigned = std::is_signed_v<T>;
    constexpr simd::Bytes kPowers =
        kLeft ? simd::Bytes{1, 2, 4, 8, 16, 32, 64, 128} : simd::Bytes{128, 64, 32, 16, 8, 4, 2, 1};
    constexpr std::uint16_t kOther = kLeft ? 0x800 : 8;
    const Vec<U> count = reinterpret_cast<Vec<U>>(amount);
    const Vec<U> last = Vec<U>{} + (kSigned && !kLeft ? U{15} : U{16});
    const Vec<U> near = count < last ? count : last;
    const auto index = reinterpret_cast<simd::Bytes>(near | near << 8) -
                       reinterpret_cast<simd::Bytes>(Vec<U>{} + U{kOther});
    const auto power = reinterpret_cast<Vec<U>>(simd::swizzle(kPowers, index));
    const Vec<U> lowest = Vec<U>{} + (kSigned && !kLeft ? U{0x8000} : U{0});
    const Vec<U> from = reinterpret_cast<Vec<U>>(x) ^ lowest;
    if constexpr (kLeft) return reinterpret_cast<Vec<T>>(from * power);
    const Vec<U> shifted = simd::middleOfProduct(from, power);
    return reinterpret_cast<Vec<T>>(kSigned ? shifted - power : shifted);
  }

  template <class T>
  static Vec<T> lanes(Vec<T> x, Vec<T> amount) {
    constexpr T kWidth = sizeof(T) * 8;
    using U = std::make_unsigned_t<T>;
    const Vec<U> count = reinterpret_cast<Vec<U>>(amount);
    const auto far = count >= (Vec<U>{} + U{kWidth});
    const Vec<T> zero{};
    if constexpr (kLeft) {
      const auto shifted = by<U, U>(reinterpret_cast<Vec<U>>(x), count);
      return far ? zero : reinterpret_cast<Vec<T>>(shifted);
    } else {
      const auto sign = x < zero ? zero - (zero + T{1}) : zero;
      return far ? reinterpret_cast<Vec<T>>(sign) : by<T, U>(x, count);
    }
  }

  // Each lane by the count's lowest bits. SIMD128 shifts all lanes by the same, so each bit of the
  // count decides on a shift of its own; two lanes are cheaper one after the other.
  template <class T, class U>
  static Vec<T> by(Vec<T> x, Vec<U> count) {
    constexpr int kWidth = sizeof(T) * 8;
    if constexpr (simd::kLanes<T> <= 2) {
      const Vec<T> near = reinterpret_cast<Vec<T>>(count & U(kWidth - 1));
      return kLeft ? x << near : x >> near;
    } else {
      using S = std::make_signed_t<T>;
      for (int bit = 1, place = kWidth - 1; bit < kWidth; bit *= 2, --place) {
        const auto chosen = reinterpret_cast<Vec<S>>(count << U(place)) < Vec<S>{};
        const Vec<T> shifted = kLeft ? x << T(bit) : x >> T(bit);
        x = simd::opaqueSelect(chosen, shifted, x);
      }
      return x;
    }
  }
};

}  // namespace simdcast::ops

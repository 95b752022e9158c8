// Vec<T>: sixteen bytes of lanes of T, with the arithmetic of the lanes. Integers wrap, signed ones
// too. Comparisons return masks: lanes of all ones or all zeros, as wide as the compared lanes. Bit
// operators work on the bits of any lanes. Built on the compilers' vector types: the same source
// runs on every target, and wasm.hpp and portable.hpp add the missing operations.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace simdcast::simd {

inline constexpr int kVectorBytes = 16;

template <class T>
inline constexpr int kLanes = kVectorBytes / static_cast<int>(sizeof(T));

// Vectors that one turn of an unrolled loop handles.
inline constexpr int kUnroll = 4;

template <std::size_t kBytes>
using SignedOf = std::conditional_t<
    kBytes == 1, std::int8_t,
    std::conditional_t<kBytes == 2, std::int16_t,
                       std::conditional_t<kBytes == 4, std::int32_t, std::int64_t>>>;

template <class T>
struct Vec;

template <class T>
using Mask = Vec<SignedOf<sizeof(T)>>;

template <class T>
struct Vec {
  using Lane = T;
  using Raw [[gnu::vector_size(kVectorBytes)]] = T;

  Raw raw;

  Vec() = default;
  static constexpr Vec of(Raw lanes) {
    Vec vector;
    vector.raw = lanes;
    return vector;
  }
  // A splat: every lane is `lane`. Minus 0, because -0 plus 0 is 0.
  constexpr Vec(T lane) : raw(lane - Raw{}) {}  // NOLINT(google-explicit-constructor)

  // The same sixteen bytes as lanes of U.
  template <class U>
  [[nodiscard]] Vec<U> bitCast() const {
    return Vec<U>::of(reinterpret_cast<typename Vec<U>::Raw>(raw));
  }

  friend Vec operator+(Vec a, Vec b) { return fromWords(a.words() + b.words()); }
  friend Vec operator-(Vec a, Vec b) { return fromWords(a.words() - b.words()); }
  friend Vec operator*(Vec a, Vec b) {
    if constexpr (sizeof(T) == 1)
      return multiplyBytes(a, b);
    else
      return fromWords(a.words() * b.words());
  }
  friend Vec operator/(Vec a, Vec b) requires std::is_floating_point_v<T> {
    return of(a.raw / b.raw);
  }

  // For floats, also changes the sign of a zero or a NaN.
  friend Vec operator-(Vec x) { return fromWords(-x.words()); }

  friend Vec operator&(Vec a, Vec b) { return fromBits(a.bits() & b.bits()); }
  friend Vec operator|(Vec a, Vec b) { return fromBits(a.bits() | b.bits()); }
  friend Vec operator^(Vec a, Vec b) { return fromBits(a.bits() ^ b.bits()); }
  friend Vec operator~(Vec x) { return fromBits(~x.bits()); }

  // By the same number of bits in every lane, fewer than a lane has; `>>` keeps the sign of signed
  // lanes.
  friend Vec operator<<(Vec x, int bits) { return fromWords(x.words() << static_cast<Word>(bits)); }
  friend Vec operator>>(Vec x, int bits) { return of(x.raw >> static_cast<T>(bits)); }

  friend Mask<T> operator==(Vec a, Vec b) { return mask(a.raw == b.raw); }
  friend Mask<T> operator!=(Vec a, Vec b) { return mask(a.raw != b.raw); }
  friend Mask<T> operator<(Vec a, Vec b) { return mask(a.ordered() < b.ordered()); }
  friend Mask<T> operator<=(Vec a, Vec b) { return mask(a.ordered() <= b.ordered()); }
  friend Mask<T> operator>(Vec a, Vec b) { return b < a; }
  friend Mask<T> operator>=(Vec a, Vec b) { return b <= a; }

 private:
  // Unsigned arithmetic wraps by definition, and has the bits of signed arithmetic that does.
  using Word = typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>,
                                           std::type_identity<T>>::type;
  using Words [[gnu::vector_size(kVectorBytes)]] = Word;
  using Bits = typename Mask<T>::Raw;

  [[nodiscard]] Words words() const { return reinterpret_cast<Words>(raw); }
  [[nodiscard]] Bits bits() const { return reinterpret_cast<Bits>(raw); }
  static Vec fromWords(Words words) { return of(reinterpret_cast<Raw>(words)); }
  static Vec fromBits(Bits bits) { return of(reinterpret_cast<Raw>(bits)); }
  template <class Result>
  static Mask<T> mask(Result lanes) {
    return Mask<T>::of(reinterpret_cast<Bits>(lanes));
  }

  // Lanes that a target can compare.
  [[nodiscard]] auto ordered() const {
    if constexpr (std::is_same_v<T, std::uint64_t>)
      return signedOrder(*this).raw;
    else
      return raw;
  }

  // No target multiplies bytes: as the lower and the upper halves of 16-bit lanes.
  static Vec multiplyBytes(Vec a, Vec b) {
    using Pairs = Vec<std::uint16_t>;
    const Pairs x = a.template bitCast<std::uint16_t>();
    const Pairs y = b.template bitCast<std::uint16_t>();
    const Pairs low = std::uint16_t{0xff};
    return (((x * y) & low) | ((x >> 8) * (y & ~low))).template bitCast<T>();
  }
};

using Bytes = Vec<std::uint8_t>;

// A vector or a single element, at any address.
template <class V>
V load(const std::byte* from) {
  V value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <class V>
void store(std::byte* to, V value) {
  std::memcpy(to, &value, sizeof value);
}

// For integers; each target has those for floats. Compilers fuse the comparison and the selection
// into one instruction, except for 64 bits, which wasm lacks.
template <std::integral T>
Vec<T> max(Vec<T> a, Vec<T> b) {
  if constexpr (sizeof(T) == 8)
    return select(a < b, b, a);
  else
    return Vec<T>::of(a.raw > b.raw ? a.raw : b.raw);
}
template <std::integral T>
Vec<T> min(Vec<T> a, Vec<T> b) {
  if constexpr (sizeof(T) == 8)
    return select(b < a, b, a);
  else
    return Vec<T>::of(a.raw < b.raw ? a.raw : b.raw);
}

// a * b + c with two roundings; the relaxed flavour has overloads of one.
template <class T>
Vec<T> multiplyAdd(Vec<T> a, Vec<T> b, Vec<T> c) {
  return a * b + c;
}

}  // namespace simdcast::simd

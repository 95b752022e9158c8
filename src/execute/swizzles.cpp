#include "swizzles.hpp"

#include <iterator>
#include <numeric>

namespace simdcast {

using simd::Bytes;
using simd::kVectorBytes;

void Swizzles::prepare(int block, int times) {
  if (block == block_ && block * times == group_) return;
  block_ = block;
  group_ = block * times;
  const int period = std::lcm(group_, kVectorBytes);
  vectors_ = period / kVectorBytes;
  advance_ = period / times;
  for (int vector = 0; vector < vectors_; ++vector) describe(vector);
}

void Swizzles::describe(int vector) {
  const int start = vector * kVectorBytes;
  int low = sourceOf(start);
  for (int i = 1; i < kVectorBytes; ++i) low = std::min(low, sourceOf(start + i));
  offset_[vector] = static_cast<std::uint8_t>(low);
  std::byte index[kVectorBytes];
  for (int i = 0; i < kVectorBytes; ++i)
    index[i] = static_cast<std::byte>(sourceOf(start + i) - low);
  index_[vector] = simd::load<Bytes>(index);
}

// Whole periods, as long as every load stays within the source. Short periods, which are the common
// ones, keep their swizzles in registers.
template <int kVectors>
Count Swizzles::periods(std::byte*& to, const std::byte* from, Count sourceBytes) const {
  const int vectors = kVectors > 0 ? kVectors : vectors_;
  Bytes index[std::max(kVectors, 1)];
  for (int v = 0; v < kVectors; ++v) index[v] = index_[v];
  Count at = 0;
  for (; sourceBytes - at >= advance_ + kVectorBytes; at += advance_) {
    for (int v = 0; v < vectors; ++v) {
      const Bytes& shuffle = kVectors > 0 ? index[v] : index_[v];
      const Bytes source = simd::load<Bytes>(from + at + offset_[v]);
      simd::store(to + v * kVectorBytes, simd::swizzle(source, shuffle));
    }
    to += vectors * kVectorBytes;
  }
  return at;
}

void Swizzles::run(std::byte* to, const std::byte* from, Count sourceBytes) const {
  using Periods = Count (Swizzles::*)(std::byte*&, const std::byte*, Count) const;
  constexpr Periods kShort[] = {&Swizzles::periods<0>, &Swizzles::periods<1>, &Swizzles::periods<2>,
                                &Swizzles::periods<3>, &Swizzles::periods<4>};
  const Periods periodsOf = kShort[vectors_ < std::ssize(kShort) ? vectors_ : 0];
  const Count done = (this->*periodsOf)(to, from, sourceBytes);
  finish(to, from + done, sourceBytes - done);
}

// What is left of the source is too close to its end to be loaded in place.
void Swizzles::finish(std::byte* to, const std::byte* from, Count sourceBytes) const {
  std::byte rest[2 * kMostAdvance + 2 * kVectorBytes]{};
  std::memcpy(rest, from, static_cast<std::size_t>(sourceBytes));
  const Count total = sourceBytes / block_ * group_;
  for (Count at = 0; at < total; at += kVectorBytes) {
    const int v = static_cast<int>(at / kVectorBytes) % vectors_;
    const Count base = at / (vectors_ * kVectorBytes) * advance_;
    simd::store(to + at, simd::swizzle(simd::load<Bytes>(rest + base + offset_[v]), index_[v]));
  }
}

}  // namespace simdcast

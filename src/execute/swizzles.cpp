#include "swizzles.hpp"

#include <algorithm>
#include <numeric>

namespace simdcast {

using simd::Bytes;
using simd::kVectorBytes;

void Swizzles::prepare(int block, int times) {
  if (block == block_ && block * times == group_) return;
  block_ = block;
  group_ = block * times;
  advance_ = std::lcm(group_, kVectorBytes) / times;
  while (advance_ * 2 <= kVectorBytes) advance_ *= 2;
  vectors_ = advance_ * times / kVectorBytes;
  std::uint16_t sources[kMostGroup * kVectorBytes]{};
  std::uint16_t* next = sources;
  for (int from = 0; from < advance_; from += block)
    for (int time = 0; time < times; ++time)
      for (int i = 0; i < block; ++i) *next++ = static_cast<std::uint16_t>(from + i);
  reach_ = 0;
  for (int vector = 0; vector < vectors_; ++vector)
    describe(sources + vector * kVectorBytes, vector);
}

void Swizzles::describe(const std::uint16_t* sources, int vector) {
  const bool oneLoad = advance_ <= kVectorBytes;
  const int low = oneLoad ? 0 : *std::min_element(sources, sources + kVectorBytes);
  offset_[vector] = static_cast<std::uint8_t>(low);
  std::byte index[kVectorBytes];
  for (int i = 0; i < kVectorBytes; ++i) index[i] = static_cast<std::byte>(sources[i] - low);
  index_[vector] = simd::load<Bytes>(index);
  reach_ = std::max(reach_, low + kVectorBytes);
}

// Whole periods while every load stays within the source; returns the bytes of the source used.
// Short periods, which are common, keep their swizzles in registers.
template <int kVectors, bool kOneLoad>
Count Swizzles::shortPeriods(std::byte* to, const std::byte* from, Count sourceBytes) const {
  const auto advance = static_cast<std::size_t>(advance_);
  const auto reach = static_cast<std::size_t>(reach_);
  Bytes index[kVectors];
  std::ptrdiff_t offset[kVectors];
#pragma GCC unroll 16
  for (int v = 0; v < kVectors; ++v) {
    index[v] = index_[v];
    offset[v] = offset_[v];
  }
  auto left = static_cast<std::size_t>(sourceBytes);
  for (; left >= reach; left -= advance, from += advance) {
    auto source = simd::load<Bytes>(from);
#pragma GCC unroll 16
    for (int v = 0; v < kVectors; ++v, to += kVectorBytes) {
      if constexpr (!kOneLoad) source = simd::load<Bytes>(from + offset[v]);
      simd::store(to, simd::swizzle(source, index[v]));
    }
  }
  return sourceBytes - static_cast<Count>(left);
}

template <bool kOneLoad>
Count Swizzles::longPeriods(std::byte* to, const std::byte* from, Count sourceBytes) const {
  const auto advance = static_cast<std::size_t>(advance_);
  const auto reach = static_cast<std::size_t>(reach_);
  const Bytes* const end = index_ + vectors_;
  auto left = static_cast<std::size_t>(sourceBytes);
  for (; left >= reach; left -= advance, from += advance) {
    auto source = simd::load<Bytes>(from);
    const std::uint8_t* offset = offset_;
#pragma GCC unroll 4
    for (const Bytes* index = index_; index != end; ++index, to += kVectorBytes) {
      if constexpr (!kOneLoad) source = simd::load<Bytes>(from + *offset++);
      simd::store(to, simd::swizzle(source, *index));
    }
  }
  return sourceBytes - static_cast<Count>(left);
}

Count Swizzles::periods(std::byte* to, const std::byte* from, Count sourceBytes) const {
  const bool oneLoad = reach_ == kVectorBytes;
  if (oneLoad && vectors_ == 3) return shortPeriods<3, true>(to, from, sourceBytes);
  if (oneLoad && vectors_ == 5) return shortPeriods<5, true>(to, from, sourceBytes);
  if (oneLoad && vectors_ == 6) return shortPeriods<6, true>(to, from, sourceBytes);
  if (oneLoad && vectors_ == 7) return shortPeriods<7, true>(to, from, sourceBytes);
  if (vectors_ == 3) return shortPeriods<3, false>(to, from, sourceBytes);
  return oneLoad ? longPeriods<true>(to, from, sourceBytes)
                 : longPeriods<false>(to, from, sourceBytes);
}

void Swizzles::run(std::byte* to, const std::byte* from, Count sourceBytes) const {
  const Count used = periods(to, from, sourceBytes);
  finish(to + used / block_ * group_, from + used, sourceBytes - used);
}

// The tail: too close to the end of the source to be loaded in place.
void Swizzles::finish(std::byte* to, const std::byte* from, Count sourceBytes) const {
  std::byte rest[2 * kMostAdvance + 2 * kVectorBytes]{};
  std::memcpy(rest, from, static_cast<std::size_t>(sourceBytes));
  const std::byte* base = rest;
  int v = 0;
  for (Count left = sourceBytes / block_ * group_; left > 0; left -= kVectorBytes) {
    const Bytes source = simd::load<Bytes>(base + offset_[v]);
    const Bytes result = simd::swizzle(source, index_[v]);
    if (left >= kVectorBytes)
      simd::store(to, result);
    else
      simd::storeFew(to, result, static_cast<std::ptrdiff_t>(left));
    to += kVectorBytes;
    if (++v < vectors_) continue;
    v = 0;
    base += advance_;
  }
}

}  // namespace simdcast

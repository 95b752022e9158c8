// Repeating short blocks by shuffling: after `vectors` vectors of output the pattern starts again,
// `advance` bytes further into the source. Each vector is one swizzle, because the bytes it needs
// never lie more than 16 apart; where the whole period's do not either, one load serves it all.
#pragma once

#include "../base/shape.hpp"
#include "../simd/simd.hpp"

namespace simdcast {

class Swizzles {
 public:
  // The most bytes that a block may grow to; longer groups are cheaper to store block by block.
  static constexpr int kMostGroup = 64;

  // For blocks of fewer than 16 bytes, each written `times` >= 2 times; block * times <=
  // kMostGroup.
  void prepare(int block, int times);

  // Repeats the blocks in `sourceBytes` bytes.
  void run(std::byte* to, const std::byte* from, Count sourceBytes) const;

 private:
  static constexpr int kMostAdvance = (simd::kVectorBytes - 1) * simd::kVectorBytes;

  void describe(const std::uint16_t* sources, int vector);
  template <int kVectors, bool kOneLoad>
  Count shortPeriods(std::byte* to, const std::byte* from, Count sourceBytes) const;
  template <bool kOneLoad>
  Count longPeriods(std::byte* to, const std::byte* from, Count sourceBytes) const;
  [[nodiscard]] Count periods(std::byte* to, const std::byte* from, Count sourceBytes) const;
  void finish(std::byte* to, const std::byte* from, Count sourceBytes) const;

  int block_ = 0;
  int group_ = 0;
  int vectors_ = 0;
  int advance_ = 0;
  int reach_ = 0;  // bytes of source that a period's loads touch
  std::uint8_t offset_[kMostGroup];
  simd::Bytes index_[kMostGroup];
};

}  // namespace simdcast

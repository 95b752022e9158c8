// Repeats short blocks by swizzles. The output has a period of `vectors` vectors, which takes
// `advance` bytes of the source. Blocks of 3 bytes written twice, as the bytes a, b, c, d, … :
//
//   abcabcdefdefghig hijkljklmnomnopq rpqrstustuvwxvwx      3 vectors from 24 bytes of source
//
// Each vector is one swizzle, because the bytes it needs never span more than 16; if those of the
// whole period do not either, it needs only one load.
#pragma once

#include "../base/shape.hpp"
#include "../simd/simd.hpp"

namespace simdcast {

class Swizzles {
 public:
  // The largest block * times; longer groups are cheaper to store block by block.
  static constexpr int kMostGroup = 64;

  // For blocks of fewer than 16 bytes, each written `times` >= 2 times; block * times must not
  // exceed kMostGroup.
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
  int reach_ = 0;  // bytes of the source that a period's loads touch
  std::uint8_t offset_[kMostGroup];
  simd::Bytes index_[kMostGroup];
};

}  // namespace simdcast

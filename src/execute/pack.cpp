#include "pack.hpp"

#include "repeat_shuffles.hpp"

namespace simdcast {
namespace {

using simd::Bytes;
using simd::kVectorBytes;

// Data that is copied repeatedly should stay in L1.
constexpr Count kL1Bytes = 8192;

// Below this many bytes neither preparing swizzles nor calling memcpy pays off.
constexpr Count kFew = 512;

bool isWidth(Count block) { return block <= kVectorBytes && (block & (block - 1)) == 0; }

// A swizzle that fills a vector with copies of a block of fewer than 16 bytes, starting at byte
// `first` of the block. For a block of 3 and first = 1: 1, 2, 0, 1, 2, 0, …
Bytes patternIndex(Count block, Count first) {
  std::byte index[kVectorBytes];
  for (std::byte& at : index) {
    at = static_cast<std::byte>(first);
    if (++first == block) first = 0;
  }
  return simd::load<Bytes>(index);
}

// A block of 16 bytes or more.
void copyBlock(std::byte* to, const std::byte* from, Count bytes) {
  if (bytes >= kFew) {
    std::memcpy(to, from, static_cast<std::size_t>(bytes));
    return;
  }
  const Count last = bytes - kVectorBytes;
  for (Count at = 0; at < last; at += kVectorBytes)
    simd::store(to + at, simd::load<Bytes>(from + at));
  simd::store(to + last, simd::load<Bytes>(from + last));
}

// Blocks of up to `kVectors` vectors, held in registers; the last two vectors may overlap.
template <int kVectors>
void repeatVectors(std::byte* to, const std::byte* from, Count block, Count times, Count count) {
  const Count last = block - kVectorBytes;
  for (Count i = 0; i < count; ++i, from += block) {
    Bytes vectors[kVectors];
#pragma GCC unroll 16
    for (int v = 0; v < kVectors - 1; ++v) vectors[v] = simd::load<Bytes>(from + v * kVectorBytes);
    vectors[kVectors - 1] = simd::load<Bytes>(from + last);
    for (Count j = 0; j < times; ++j, to += block) {
#pragma GCC unroll 16
      for (int v = 0; v < kVectors - 1; ++v) simd::store(to + v * kVectorBytes, vectors[v]);
      simd::store(to + last, vectors[kVectors - 1]);
    }
  }
}

void repeatLongBlocks(std::byte* to, const std::byte* from, Count block, Count times, Count count) {
  if (block <= 1 * kVectorBytes) return repeatVectors<1>(to, from, block, times, count);
  if (block <= 2 * kVectorBytes) return repeatVectors<2>(to, from, block, times, count);
  if (block <= 3 * kVectorBytes) return repeatVectors<3>(to, from, block, times, count);
  if (block <= 4 * kVectorBytes) return repeatVectors<4>(to, from, block, times, count);
  for (Count i = 0; i < count; ++i, from += block)
    for (Count j = 0; j < times; ++j, to += block) copyBlock(to, from, block);
}

Bytes loadBlock(const std::byte* from, Count block, Count left) {
  return left >= kVectorBytes ? simd::load<Bytes>(from)
                              : simd::loadFew(from, static_cast<std::ptrdiff_t>(block));
}

// Blocks of fewer than 16 bytes, stored as whole vectors: each copy overwrites the excess of the
// one before.
void repeatOverlapping(std::byte* to, const std::byte* from, Count block, Count times,
                       Count count) {
  Count left = block * times * count;
  for (Count i = 0; i < count; ++i, from += block) {
    const Bytes source = loadBlock(from, block, (count - i) * block);
    for (Count j = 0; j < times; ++j, to += block, left -= block) {
      if (left >= kVectorBytes)
        simd::store(to, source);
      else
        simd::storeFew(to, source, static_cast<std::ptrdiff_t>(block));
    }
  }
}

// Blocks of fewer than 16 bytes, repeated to groups of 16 bytes or more: a vector of several copies
// is stored until the group is full.
void repeatByStores(std::byte* to, const std::byte* from, Count block, Count times, Count count) {
  const Count overhang = block * times - kVectorBytes;
  const auto last = static_cast<std::size_t>(overhang);
  const auto wholeBlocks = static_cast<std::size_t>(kVectorBytes / block * block);
  const Bytes index = patternIndex(block, 0);
  const Bytes lastIndex = patternIndex(block, overhang % block);
  for (Count i = 0; i < count; ++i, from += block, to += last + kVectorBytes) {
    const Bytes source = loadBlock(from, block, (count - i) * block);
    const Bytes pattern = simd::swizzle(source, index);
    for (std::size_t at = 0; at < last; at += wholeBlocks) simd::store(to + at, pattern);
    simd::store(to + last, simd::swizzle(source, lastIndex));
  }
}

// Blocks of a power of two, each repeated to 16 bytes or more, by splats.
void splatEach(std::byte* to, const std::byte* from, Count block, Count times, Count count) {
  const auto width = static_cast<int>(block);
  const auto last = static_cast<std::size_t>(block * times - kVectorBytes);
  for (; count > 0; --count, from += width, to += last + kVectorBytes) {
    const Bytes pattern = simd::pattern(from, width);
    std::size_t at = 0;
    for (; at + simd::kFourVectors <= last; at += simd::kFourVectors)
      simd::storeFour(to + at, pattern);
    for (; at < last; at += kVectorBytes) simd::store(to + at, pattern);
    simd::store(to + last, pattern);
  }
}

// Writes the first copies of a block, up to the size of L1; returns their size in bytes.
Count repeatNear(std::byte* to, const std::byte* from, Count block, Count times) {
  if (block >= kVectorBytes && !isWidth(block)) {
    if (to != from) copyBlock(to, from, block);
    return block;
  }
  const Count copies = std::min(times, kL1Bytes / block);
  if (isWidth(block))
    simd::fill(to, from, static_cast<int>(block), block * copies);
  else if (block * copies < kFew)
    repeatOverlapping(to, from, block, copies, 1);
  else
    repeatByStores(to, from, block, copies, 1);
  return block * copies;
}

// Repeats one block by copying output that is already written: memcpy has wider stores than a loop
// here could.
void repeatOne(std::byte* to, const std::byte* from, Count block, Count times) {
  const Count total = block * times;
  const Count most = std::max(block, kL1Bytes / block * block);
  for (Count filled = repeatNear(to, from, block, times); filled < total;) {
    const Count bytes = std::min({filled, total - filled, most});
    copyBlock(to + filled, to, bytes);
    filled += bytes;
  }
}

}  // namespace

// The first row that fits:
//
//   written once, or one block     a copy; copies of the output so far, doubling
//   common block sizes and counts  shuffles with constant indices (repeat_shuffles.hpp)
//   blocks of a vector or more     up to four vectors kept in registers
//   fewer than 512 bytes in all    overlapping stores
//   groups of more than 64 bytes   a vector of copies of the block, stored repeatedly
//   anything shorter               one swizzle for each vector of output (swizzles.hpp)
//
// For example [640,1] stretched to 3 columns of float32 is a shuffle, 5 bytes written 7 times a
// swizzle.
void repeatBlocks(std::byte* to, const std::byte* from, Count block, Count times, Count count,
                  Swizzles& swizzles) {
  if (times == 1) {
    std::memmove(to, from, static_cast<std::size_t>(block * count));
  } else if (count == 1) {
    repeatOne(to, from, block, times);
  } else if (const RepeatShuffle shuffle = findRepeatShuffle(block, times)) {
    const Count taken = shuffle(to, from, block * count);
    repeatOverlapping(to + taken * times, from + taken, block, times, count - taken / block);
  } else if (block >= kVectorBytes) {
    repeatLongBlocks(to, from, block, times, count);
  } else if (block * times * count < kFew) {
    repeatOverlapping(to, from, block, times, count);
  } else if (block * times > Swizzles::kMostGroup) {
    const auto repeat = isWidth(block) ? splatEach : repeatByStores;
    repeat(to, from, block, times, count);
  } else {
    swizzles.prepare(static_cast<int>(block), static_cast<int>(times));
    swizzles.run(to, from, block * count);
  }
}

namespace {

// The arguments of repeatBlocks().
struct Repetition {
  Count block = 0;
  Count times = 0;
  Count count = 0;
};

// A fixed array: packing must not allocate, since memory may have run out.
struct Repetitions {
  Repetition all[kMaxRank];
  int count = 0;
};

// One repetition for each stretched axis of the tile, innermost first. A tile of (4,3) in which the
// 3 is stretched is 4 blocks of one element, each written 3 times.
Repetitions repetitionsOf(const LoopNest& nest, const LoopOperand& operand, Size chunk) {
  const auto sizeOf = [&](int axis) { return axis == nest.runAxis ? chunk : nest.sizes[axis]; };
  Count outside = 1;
  for (int axis = nest.runAxis; axis < nest.sizes.size(); ++axis)
    if (operand.strides[axis] != 0) outside *= sizeOf(axis);
  Repetitions found;
  Count block = operand.width;
  for (int axis = nest.sizes.size() - 1; axis >= nest.runAxis; --axis) {
    if (operand.strides[axis] != 0)
      outside /= sizeOf(axis);
    else
      found.all[found.count++] = {block, sizeOf(axis), outside};
    block *= sizeOf(axis);
  }
  return found;
}

}  // namespace

// Each repetition reads the output of the one before, so they alternate between two tiles; the last
// one writes to `to`.
void pack(const LoopNest& nest, const LoopOperand& operand, Size chunk, const std::byte* from,
          std::byte* to, std::byte* spare, Swizzles& swizzles) {
  const auto repetitions = repetitionsOf(nest, operand, chunk);
  for (int i = 0; i < repetitions.count; ++i) {
    const bool toSpare = (repetitions.count - 1 - i) % 2 != 0;
    std::byte* target = toSpare ? spare : to;
    const auto [block, times, count] = repetitions.all[i];
    repeatBlocks(target, from, block, times, count, swizzles);
    from = target;
  }
}

}  // namespace simdcast

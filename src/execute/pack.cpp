#include "pack.hpp"

#include "repeat_shuffles.hpp"

namespace simdcast {
namespace {

using simd::Bytes;
using simd::kVectorBytes;

// What is copied over and over should stay in the nearest cache.
constexpr Count kNear = 8192;

// Below this many bytes it does not pay to work out swizzles, or to call memcpy.
constexpr Count kFew = 512;

bool isWidth(Count block) { return block <= kVectorBytes && (block & (block - 1)) == 0; }

// The bytes of a vector filled with copies of a block of fewer than 16 bytes, from byte `first` of
// the block on.
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

// Blocks of `kVectors` vectors, of which the last two may overlap.
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

// Blocks of fewer than 16 bytes, each copy stored over what the last one wrote too much.
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

// Blocks of fewer than 16 bytes in groups of 16 or more: a pattern of several copies is stored
// until the group is full.
void repeatByStores(std::byte* to, const std::byte* from, Count block, Count times, Count count) {
  const auto last = static_cast<std::ptrdiff_t>(block * times - kVectorBytes);
  const auto step = static_cast<std::ptrdiff_t>(kVectorBytes / block * block);
  const Bytes index = patternIndex(block, 0);
  const Bytes lastIndex = patternIndex(block, last % block);
  for (Count i = 0; i < count; ++i, from += block, to += last + kVectorBytes) {
    const Bytes source = loadBlock(from, block, (count - i) * block);
    const Bytes pattern = simd::swizzle(source, index);
    for (std::ptrdiff_t at = 0; at < last; at += step) simd::store(to + at, pattern);
    simd::store(to + last, simd::swizzle(source, lastIndex));
  }
}

// Elements, each as many times over as fills 16 bytes or more.
void splatEach(std::byte* to, const std::byte* from, Count block, Count times, Count count) {
  const auto width = static_cast<int>(block);
  const auto last = static_cast<std::ptrdiff_t>(block * times) - kVectorBytes;
  for (; count > 0; --count, from += width, to += last + kVectorBytes) {
    const Bytes pattern = simd::pattern(from, width);
    std::ptrdiff_t at = 0;
    for (; at <= last - simd::kFourVectors; at += simd::kFourVectors)
      simd::storeFour(to + at, pattern);
    for (; at < last; at += kVectorBytes) simd::store(to + at, pattern);
    simd::store(to + last, pattern);
  }
}

// The first of several copies of one block, as many as stay near; returns their bytes.
Count repeatNear(std::byte* to, const std::byte* from, Count block, Count times) {
  if (block >= kVectorBytes && !isWidth(block)) {
    if (to != from) copyBlock(to, from, block);
    return block;
  }
  const Count copies = std::min(times, kNear / block);
  if (isWidth(block))
    simd::fill(to, from, static_cast<int>(block), block * copies);
  else if (block * copies < kFew)
    repeatOverlapping(to, from, block, copies, 1);
  else
    repeatByStores(to, from, block, copies, 1);
  return block * copies;
}

// One block over and over: copies what is there already. A longer copy takes wider stores than a
// loop here could.
void repeatOne(std::byte* to, const std::byte* from, Count block, Count times) {
  const Count total = block * times;
  const Count most = std::max(block, kNear / block * block);
  for (Count filled = repeatNear(to, from, block, times); filled < total;) {
    const Count bytes = std::min({filled, total - filled, most});
    copyBlock(to + filled, to, bytes);
    filled += bytes;
  }
}

}  // namespace

// The first row that fits:
//
//   written once, or one block     a copy; a copy of what is there already, doubling
//   sizes of the common shapes     shuffles known when compiling (repeat_shuffles.hpp)
//   blocks of a vector or more     vectors kept in registers, for up to four of them
//   fewer than 512 bytes in all    each copy stored over what the last one wrote too much
//   groups of more than 64 bytes   a vector's pattern of the block, stored over and over
//   anything shorter               one swizzle for each vector of output (swizzles.hpp)
//
// so that [640,1] with 3 columns of float32 is a shuffle, and 5 bytes written 7 times a swizzle.
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

struct Stage {
  Count block = 0;
  Count times = 0;
  Count count = 0;
};

// A run asks for no memory, of which there may be none left.
struct Stages {
  Stage all[kMaxRank];
  int count = 0;
};

// One stage for each reused axis of the tile, innermost first.
Stages stagesOf(const LoopNest& nest, const LoopOperand& operand, Size chunk) {
  const auto sizeOf = [&](int axis) { return axis == nest.tileAxis ? chunk : nest.sizes[axis]; };
  Count outside = 1;
  for (int axis = nest.tileAxis; axis < nest.sizes.size(); ++axis)
    if (operand.strides[axis] != 0) outside *= sizeOf(axis);
  Stages stages;
  Count block = operand.width;
  for (int axis = nest.sizes.size() - 1; axis >= nest.tileAxis; --axis) {
    if (operand.strides[axis] != 0)
      outside /= sizeOf(axis);
    else
      stages.all[stages.count++] = {block, sizeOf(axis), outside};
    block *= sizeOf(axis);
  }
  return stages;
}

}  // namespace

void pack(const LoopNest& nest, const LoopOperand& operand, Size chunk, const std::byte* from,
          std::byte* to, std::byte* stage, Swizzles& swizzles) {
  const auto stages = stagesOf(nest, operand, chunk);
  for (int i = 0; i < stages.count; ++i) {
    const bool toStage = (stages.count - 1 - i) % 2 != 0;
    std::byte* target = toStage ? stage : to;
    const Stage& here = stages.all[i];
    repeatBlocks(target, from, here.block, here.times, here.count, swizzles);
    from = target;
  }
}

}  // namespace simdcast

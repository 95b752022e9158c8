#include "pack.hpp"

namespace simdcast {
namespace {

using simd::Bytes;
using simd::kVectorBytes;

// The bytes of a vector filled with copies of a block of fewer than 16 bytes.
Bytes patternIndex(Count block) {
  std::byte index[kVectorBytes];
  for (int i = 0; i < kVectorBytes; ++i) index[i] = static_cast<std::byte>(i % block);
  return simd::load<Bytes>(index);
}

void copyBlock(std::byte* to, const std::byte* from, Count bytes) {
  Count at = 0;
  for (; at + kVectorBytes <= bytes; at += kVectorBytes)
    simd::store(to + at, simd::load<Bytes>(from + at));
  if (at == bytes) return;
  const Count last = bytes - kVectorBytes;
  simd::store(to + last, simd::load<Bytes>(from + last));
}

// One block over and over: doubles what is there already.
void repeatOne(std::byte* to, const std::byte* from, Count block, Count times) {
  const Count total = block * times;
  std::memcpy(to, from, static_cast<std::size_t>(block));
  for (Count filled = block; filled < total; filled *= 2)
    std::memcpy(to + filled, to, static_cast<std::size_t>(std::min(filled, total - filled)));
}

void repeatLongBlocks(std::byte* to, const std::byte* from, Count block, Count times, Count count) {
  for (Count i = 0; i < count; ++i, from += block)
    for (Count j = 0; j < times; ++j, to += block) copyBlock(to, from, block);
}

// Short blocks in long groups: a vector holds several copies and is stored until the group is full.
void repeatByStores(std::byte* to, const std::byte* from, Count block, Count times, Count count) {
  const Bytes index = patternIndex(block);
  const Count step = kVectorBytes / block * block;
  const Count group = block * times;
  for (Count i = 0; i < count; ++i, from += block, to += group) {
    const Bytes source = (count - i) * block >= kVectorBytes
                             ? simd::load<Bytes>(from)
                             : simd::loadFew(from, static_cast<std::size_t>(block));
    const Bytes pattern = simd::swizzle(source, index);
    for (Count at = 0; at < group; at += step) simd::store(to + at, pattern);
  }
}

}  // namespace

namespace {

template <class T>
void splatAs(std::byte* to, const std::byte* from, Count bytes) {
  T element;
  std::memcpy(&element, from, sizeof element);
  const simd::Vec<T> pattern = simd::Vec<T>{} + element;
  for (Count at = 0; at < bytes; at += sizeof pattern) simd::store(to + at, pattern);
}

}  // namespace

void splat(std::byte* to, const std::byte* from, int width, Count bytes) {
  if (width == 1) return splatAs<std::uint8_t>(to, from, bytes);
  if (width == 2) return splatAs<std::uint16_t>(to, from, bytes);
  if (width == 4) return splatAs<std::uint32_t>(to, from, bytes);
  if (width == 8) return splatAs<std::uint64_t>(to, from, bytes);
  const Bytes pattern = simd::load<Bytes>(from);
  for (Count at = 0; at < bytes; at += kVectorBytes) simd::store(to + at, pattern);
}

void repeatBlocks(std::byte* to, const std::byte* from, Count block, Count times, Count count,
                  Swizzles& swizzles) {
  if (times == 1) {
    std::memcpy(to, from, static_cast<std::size_t>(block * count));
  } else if (count == 1) {
    repeatOne(to, from, block, times);
  } else if (block >= kVectorBytes) {
    repeatLongBlocks(to, from, block, times, count);
  } else if (block * times > Swizzles::kMostGroup) {
    repeatByStores(to, from, block, times, count);
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

// One stage for each reused axis of the tile, innermost first.
InlineVector<Stage, kMaxRank + 1> stagesOf(const Plan& plan, const PlanOperand& operand,
                                           Size chunk) {
  const auto sizeOf = [&](int axis) { return axis == plan.tileAxis ? chunk : plan.sizes[axis]; };
  Count outside = 1;
  for (int axis = plan.tileAxis; axis < plan.sizes.size(); ++axis)
    if (operand.strides[axis] != 0) outside *= sizeOf(axis);
  InlineVector<Stage, kMaxRank + 1> stages;
  Count block = operand.width;
  for (int axis = plan.sizes.size() - 1; axis >= plan.tileAxis; --axis) {
    if (operand.strides[axis] != 0)
      outside /= sizeOf(axis);
    else
      stages.push({block, sizeOf(axis), outside});
    block *= sizeOf(axis);
  }
  return stages;
}

}  // namespace

void pack(const Plan& plan, const PlanOperand& operand, Size chunk, const std::byte* from,
          std::byte* to, std::byte* stage, Swizzles& swizzles) {
  const auto stages = stagesOf(plan, operand, chunk);
  for (int i = 0; i < stages.size(); ++i) {
    const bool toStage = (stages.size() - 1 - i) % 2 != 0;
    std::byte* target = toStage ? stage : to;
    repeatBlocks(target, from, stages[i].block, stages[i].times, stages[i].count, swizzles);
    from = target;
  }
}

}  // namespace simdcast

#include <algorithm>

#include "../base/odometer.hpp"
#include "../simd/simd.hpp"
#include "kind.hpp"

namespace simdcast::layers {
namespace {

constexpr Count kIndexBytes = sizeof(std::int64_t);

Count elementsOf(const NonZero& request) { return elementCount(request.sizes).value_or(0); }

bool isTrue(const std::byte* mask, Count at) { return mask[at] != std::byte{0}; }

Count countTrue(const std::byte* mask, Count n) {
  using V = simd::Vec<std::uint8_t>;
  constexpr Count kLanes = simd::kLanes<std::uint8_t>;
  constexpr Count kMostTurns = 255;  // that a byte can count
  Count count = 0;
  Count at = 0;
  while (at + kLanes <= n) {
    V counts{0};
    const Count turns = std::min(kMostTurns, (n - at) / kLanes);
    for (Count turn = 0; turn < turns; ++turn, at += kLanes)
      counts = counts - (simd::load<V>(mask + at) != V{0}).bitCast<std::uint8_t>();
    for (int lane = 0; lane < kLanes; ++lane) count += counts.raw[lane];
  }
  for (; at < n; ++at) count += isTrue(mask, at) ? 1 : 0;
  return count;
}

// Stores the indices of up to `room` elements that are true; returns their number.
Count storeTrue(std::byte* to, Count room, const std::byte* mask, Count n) {
  Count found = 0;
  const auto look = [&](Count at) {
    simd::store(to + found * kIndexBytes, std::int64_t{at});
    found += isTrue(mask, at) ? 1 : 0;
  };
  constexpr Count kAtOnce = 8;
  Count at = 0;
  for (; at + kAtOnce <= n && found + kAtOnce <= room; at += kAtOnce) {
    if (simd::load<std::uint64_t>(mask + at) == 0) continue;
    for (Count i = 0; i < kAtOnce; ++i) look(at + i);
  }
  for (; at < n && found < room; ++at) look(at);
  return found;
}

void fill(std::byte* to, Count n, std::int64_t index) {
  for (Count i = 0; i < n; ++i) simd::store(to + i * kIndexBytes, index);
}

// A row of indices for each axis.
void storeIndices(const NonZero& request, std::byte* to, const std::byte* mask) {
  const int last = request.sizes.size() - 1;
  const Count rowBytes = request.count * kIndexBytes;
  Count found = 0;
  if (elementsOf(request) > 0 && request.count > 0) {
    Odometer<1> outer;
    for (int axis = 0; axis < last; ++axis) outer.push(request.sizes[axis], {0});
    do {
      const Count n = request.sizes[last];
      std::byte* at = to + found * kIndexBytes;
      const Count more = storeTrue(at + last * rowBytes, request.count - found, mask, n);
      for (int axis = 0; axis < last; ++axis) fill(at + axis * rowBytes, more, outer.index(axis));
      found += more;
      mask += n;
    } while (found < request.count && outer.next());
  }
  for (int axis = 0; axis <= last; ++axis)
    fill(to + axis * rowBytes + found * kIndexBytes, request.count - found, -1);
}

}  // namespace

template <>
struct Kind<NonZero> : Defaults<NonZero> {
  static constexpr std::string_view name = "NonZero";

  [[gnu::cold]] static Operands operands(const NonZero& request) {
    return {.inputs = {tensorOf(request.type, request.sizes)},
            .outputs = {tensor(DType::int64, {request.sizes.size(), request.count}),
                        tensor(DType::int64, {})},
            .requiresOutput = false};
  }

  static bool fits(const NonZero& request) {
    if (request.type != DType::boolean || request.sizes.empty() ||
        request.sizes.size() > kMaxRank ||
        !areSizes({request.sizes.size(), request.count, kIndexBytes}))
      return false;
    Count elements = 1;
    for (const Size size : request.sizes)
      if (!multiply(elements, size)) return false;
    return true;
  }

  static Count run(const NonZero& request, const Buffers& buffers) {
    const std::byte* mask = buffers.inputs[0];
    if (buffers.outputs[0] != nullptr) storeIndices(request, buffers.outputs[0], mask);
    if (buffers.outputs[1] != nullptr)
      simd::store(buffers.outputs[1], std::int64_t{countTrue(mask, elementsOf(request))});
    return kDone;
  }
};
template const Functions& functionsOf<NonZero>();
template const Sharing& sharingOf<NonZero>();

}  // namespace simdcast::layers

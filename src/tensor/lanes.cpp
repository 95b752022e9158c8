#include "lanes.hpp"

#include <cstring>

#include "../execute/kernel.hpp"
#include "../execute/pack.hpp"

namespace simdcast::tensor {

const std::byte* Lanes::bring(Count n, const std::byte* from, std::byte* tile) const {
  if (!converts()) return from;
  widen(static_cast<std::ptrdiff_t>(n), tile, from);
  return tile;
}

void Lanes::store(Count n, std::byte* to, const std::byte* from) const {
  if (converts())
    narrow(static_cast<std::ptrdiff_t>(n), to, from);
  else if (to != from)
    std::memcpy(to, from, static_cast<std::size_t>(n * width));
}

Lanes lanesOf(DType type) noexcept {
  const Lane stored = lane(type);
  if (stored == Lane::none) return {};
  const bool isLong = stored == Lane::i64 || stored == Lane::u64;
  const Lane computed = isFloat(stored) || isLong ? stored : Lane::i64;
  Lanes lanes{.lane = computed, .width = width(computed)};
  if (width(type) == lanes.width) return lanes;
  lanes.widen = findWiden(type, computed);
  lanes.narrow = findNarrow(computed, type);
  return lanes;
}

void splatNumber(std::byte* to, Lane lane, double number) {
  std::byte element[sizeof(double)];
  const auto write = [&](auto value) { std::memcpy(element, &value, sizeof value); };
  if (lane == Lane::f32)
    write(static_cast<float>(number));
  else if (lane == Lane::f64)
    write(number);
  else
    write(static_cast<std::int64_t>(number));
  const int bytes = width(lane);
  splat(to, element, bytes, splatBytes(bytes));
}

}  // namespace simdcast::tensor

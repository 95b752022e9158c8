#include "compute_lane.hpp"

#include <cstring>

#include "runs.hpp"

namespace simdcast {
namespace {

// Conversions in two steps go through tiles on the stack: elements of at most 8 bytes.
constexpr Count kTileElements = 512;
using StackTile = std::byte[kTileElements * 8];

}  // namespace

const std::byte* ComputeLane::widened(Count n, const std::byte* from, std::byte* buffer) const {
  if (!converts()) return from;
  forRuns(n, [&](Count at, std::ptrdiff_t run) {
    widen(run, buffer + at * width, from + at * storedWidth);
  });
  return buffer;
}

const std::byte* ComputeLane::widenedColumns(Count rows, Count rowBytes, Count columns,
                                             const std::byte* from, std::byte* buffer) const {
  if (!converts()) return from;
  if (rowBytes == columns * storedWidth) return widened(rows * columns, from, buffer);
  for (Count i = 0; i < rows; ++i)
    static_cast<void>(widened(columns, from + i * rowBytes, buffer + i * columns * width));
  return buffer;
}

void ComputeLane::store(Count n, std::byte* to, const std::byte* from) const {
  if (converts())
    forRuns(n, [&](Count at, std::ptrdiff_t run) {
      narrow(run, to + at * storedWidth, from + at * width);
    });
  else if (n > 0 && to != from)
    std::memcpy(to, from, static_cast<std::size_t>(n * width));
}

void ComputeLane::round(Count n, std::byte* row) const {
  if (!converts()) return;
  StackTile stored;
  const auto roundTile = [&](Count at, std::ptrdiff_t few) {
    narrow(few, stored, row + at * width);
    widen(few, row + at * width, stored);
  };
  forRuns(n, roundTile, kTileElements);
}

ComputeLane computeLaneOf(DType type) noexcept {
  const Lane stored = lane(type);
  if (stored == Lane::none) return {};
  const bool isLong = stored == Lane::i64 || stored == Lane::u64;
  const Lane computed = isFloat(stored) || isLong ? stored : Lane::i64;
  ComputeLane made{.lane = computed, .width = width(computed), .storedWidth = width(type)};
  if (made.storedWidth == made.width) return made;
  made.widen = findWiden(type, computed);
  made.narrow = findNarrow(computed, type);
  return made;
}

ComputeLane wrappingLaneOf(DType type) noexcept {
  constexpr TypeSet kWhole{DType::int8,  DType::int16,  DType::int32,
                           DType::uint8, DType::uint16, DType::uint32};
  if (!kWhole.has(type)) return computeLaneOf(type);
  return {.lane = lane(type), .width = width(type), .storedWidth = width(type)};
}

FloatCast::FloatCast(DType from, DType to) noexcept
    : fromWidth_(width(from)), isSame_(from == to), to_(computeLaneOf(to)) {
  if (!isSame_) conversion_ = findConversion(from, to);
}

const std::byte* FloatCast::widened(Count n, const std::byte* from, std::byte* buffer) const {
  if (isSame_) return to_.widened(n, from, buffer);
  const auto castTile = [&](Count at, std::ptrdiff_t few) {
    StackTile wide;
    StackTile stored;
    const std::byte* values = from + at * fromWidth_;
    std::byte* results = buffer + at * to_.width;
    if (conversion_.narrow == nullptr) return conversion_.widen(few, results, values);
    if (conversion_.widen != nullptr) {
      conversion_.widen(few, wide, values);
      values = wide;
    }
    if (!to_.converts()) return conversion_.narrow(few, results, values);
    conversion_.narrow(few, stored, values);
    to_.widen(few, results, stored);
  };
  forRuns(n, castTile, kTileElements);
  return buffer;
}

void writeNumber(std::byte* to, Lane lane, double number) {
  const auto write = [&](auto value) { std::memcpy(to, &value, sizeof value); };
  if (lane == Lane::f32)
    write(static_cast<float>(number));
  else if (lane == Lane::f64)
    write(number);
  else
    write(static_cast<std::int64_t>(number));
}

}  // namespace simdcast

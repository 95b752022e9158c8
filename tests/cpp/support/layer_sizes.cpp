#include "layer_sizes.hpp"

#include <algorithm>
#include <limits>

namespace simdcast::test {
namespace {

constexpr Count kMost = std::numeric_limits<Count>::max();

std::optional<Count> bytesOf(DType type, std::initializer_list<Count> sizes) {
  constexpr Count kHeld = 1 << 16;
  Count bytes = width(type);
  for (Count size : sizes) {
    if (size > kHeld || bytes * size > kHeld) return std::nullopt;
    bytes *= size;
  }
  return bytes;
}

LayerSizes sizesOf(const layers::Copy& of) {
  Count moved = 1;
  for (const auto& axis : of.axes) {
    if (axis.size == 0)
      return {{bytesOf(of.type, {of.inputElements})}, {bytesOf(of.type, {of.outputElements})}};
    moved = std::min(moved, kMost / axis.size) * axis.size;
  }
  // The same element may be moved any number of times.
  const bool isShort = bytesOf(of.type, {moved}).has_value();
  return {{isShort ? bytesOf(of.type, {of.inputElements}) : std::nullopt},
          {bytesOf(of.type, {of.outputElements})}};
}
LayerSizes sizesOf(const layers::Gather& of) {
  return {{bytesOf(of.type, {of.outer, of.size, of.inner}), bytesOf(of.indexType, {of.indices})},
          {bytesOf(of.type, {of.outer, of.indices, of.inner})}};
}
LayerSizes sizesOf(const layers::Reduce& of) {
  std::optional<Count> from = width(of.type);
  std::optional<Count> to = from;
  for (const auto& axis : of.axes) {
    if (from) from = bytesOf(DType::int8, {*from, axis.size});
    if (to && !axis.reduced) to = bytesOf(DType::int8, {*to, axis.size});
  }
  return {{from}, {to}};
}
LayerSizes sizesOf(const layers::ArgMax& of) {
  return {{bytesOf(of.type, {of.outer, of.size, of.inner})},
          {bytesOf(DType::int64, {of.outer, of.inner})}};
}
LayerSizes sizesOf(const layers::Softmax& of) {
  const std::optional<Count> bytes = bytesOf(of.type, {of.outer, of.size, of.inner});
  return {{bytes}, {bytes}};
}
LayerSizes sizesOf(const layers::LayerNormalization& of) {
  const std::optional<Count> bytes = bytesOf(of.type, {of.rows, of.size});
  const std::optional<Count> statistics = bytesOf(of.stashType, {of.rows});
  return {
      {bytes, bytesOf(of.type, {of.scaleRows, of.size}), bytesOf(of.type, {of.biasRows, of.size})},
      {bytes, statistics, statistics}};
}
LayerSizes sizesOf(const layers::Range& of) {
  return {{width(of.type), width(of.type)}, {bytesOf(of.type, {of.elements})}};
}

}  // namespace

bool LayerSizes::areHeld() const {
  for (const auto* list : {&inputs, &outputs})
    for (const auto& bytes : *list)
      if (!bytes.has_value()) return false;
  return true;
}

LayerSizes sizesOf(const layers::LayerRequest& request) {
  return std::visit([](const auto& kind) { return sizesOf(kind); }, request);
}

bool isLong(const layers::LayerRequest& request) {
  constexpr Count kTurns = 1 << 16;
  if (const auto* gather = std::get_if<layers::Gather>(&request)) return gather->outer > kTurns;
  if (const auto* argMax = std::get_if<layers::ArgMax>(&request)) return argMax->outer > kTurns;
  return false;
}

}  // namespace simdcast::test

#include "numbers.hpp"

#include <algorithm>

#include "lowering.hpp"

namespace simdcast::model {
namespace {

using Named = std::pair<std::string, ValueId>;

// The type of the first input that lends one. Numbers have no storage yet.
std::optional<DType> lentType(const BoundNode& node, const graph::Values& inputs) {
  constexpr int kLast = 31;
  for (int at = 0; at < inputs.size(); ++at)
    if (inputs[at] && (node.lends >> std::min(at, kLast) & 1U) != 0) return inputs[at].type;
  return std::nullopt;
}

}  // namespace

std::optional<Fault> addNumbers(const BoundGraph& graph, const BoundNode& node,
                                const Shared& shared, graph::Values& inputs) {
  const std::optional<DType> type = lentType(node, inputs);
  for (int at = 0; at < inputs.size(); ++at) {
    const ValueId id = node.inputs[static_cast<std::size_t>(at)];
    const auto number = std::ranges::find(graph.numbers, id, &Named::second);
    if (number == graph.numbers.end()) continue;
    const auto known = shared.numbers.find({id, type});
    if (known == shared.numbers.end())
      return Fault{kTypeNeeded, number->first, type ? TypeSet{*type} : TypeSet()};
    inputs[at] = known->second;
  }
  return std::nullopt;
}

void giveNumber(const BoundGraph& graph, Shared& shared, std::string_view name, DType type,
                std::byte* address, bool isDefault) {
  const auto number = std::ranges::find(graph.numbers, name, &Named::first);
  graph::Holdings& holdings = shared.derived.holdings();
  const Count bytes = width(type);
  holdings.adopt(address, bytes);
  if (number == graph.numbers.end()) return;
  graph::Storage* storage = holdings.storage(graph::StorageKind::constant, bytes);
  storage->address = address;
  shared.derived.keep(storage);
  const graph::Value value{{type, {}}, storage};
  shared.numbers[{number->second, type}] = value;
  if (isDefault) shared.numbers[{number->second, std::nullopt}] = value;
}

}  // namespace simdcast::model

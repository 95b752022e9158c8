// Sequences and optional values. Both are resolved when a graph is lowered; only their tensors are
// computed by runs.
#pragma once

#include <optional>
#include <string>

#include "holdings.hpp"

namespace simdcast::graph {

// Tensors of one type, or an optional value: at most one item, a tensor or a sequence.
struct List {
  std::optional<DType> type = {};  // nothing if an empty list does not declare it
  Values items = {};
  bool isOptional = false;
};

[[nodiscard]] inline Value listOf(List list, Holdings& holdings) {
  Storage* storage = holdings.storage(StorageKind::list, 0);
  const DType type = list.type.value_or(DType::float32);
  storage->list = std::make_shared<const List>(std::move(list));
  return {{type, {}}, storage};
}

[[nodiscard]] inline bool isOptional(const Value& value) noexcept {
  return value.isList() && value.storage->list->isOptional;
}
[[nodiscard]] inline bool isSequence(const Value& value) noexcept {
  return value.isList() && !value.storage->list->isOptional;
}
// The items of a list.
[[nodiscard]] inline const Values& itemsOf(const Value& list) noexcept {
  return list.storage->list->items;
}
// The type of a tensor, or of the tensors in a list.
[[nodiscard]] inline std::optional<DType> typeOf(const Value& value) {
  return value.isList() ? value.storage->list->type : value.type;
}
// The content of an optional value, without a storage if it is empty; any other value itself.
[[nodiscard]] inline Value contentOf(const Value& value) {
  if (!isOptional(value)) return value;
  return itemsOf(value).empty() ? Value{} : itemsOf(value)[0];
}

// Calls `use` with each tensor in a value.
template <class Use>
void forEachTensor(const Value& value, const Use& use) {
  if (!value.isList()) {
    if (value) use(value);
    return;
  }
  for (const Value& item : itemsOf(value)) forEachTensor(item, use);
}

// Its kind, in sentences: "float32", "a sequence of float32".
[[nodiscard]] inline std::string textOf(const Value& value) {
  const std::optional<DType> type = typeOf(value);
  std::string of(type ? name(*type) : "unknown type");
  if (!value.isList()) return of;
  return (isOptional(value) ? "an optional value of " : "a sequence of ") + of;
}

}  // namespace simdcast::graph

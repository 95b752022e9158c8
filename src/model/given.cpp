#include "given.hpp"

namespace simdcast::model {

using graph::itemsOf;
using graph::List;
using graph::StorageKind;
using graph::Value;

namespace {

// Whether an input represents values like this one.
bool isFor(const Value& input, const Value& given) {
  if (!input || !given) return !input && !given;
  if (!input.isList() || !given.isList())
    return input == given && input.isList() == given.isList() &&
           (!input.isConstant() || input.storage == given.storage);
  const List& a = *input.storage->list;
  const List& b = *given.storage->list;
  return a.type == b.type && a.isOptional == b.isOptional &&
         std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(),
                    [](const Value& own, const Value& other) { return isFor(own, other); });
}

void feed(const Value& input, const Value& given) {
  if (input.isList()) {
    for (int i = 0; i < itemsOf(input).size(); ++i) feed(itemsOf(input)[i], itemsOf(given)[i]);
  } else if (input && !input.isConstant()) {
    input.storage->address = given.storage->place()->address + given.storage->offset;
  }
}

}  // namespace

std::uint64_t sizesOf(std::span<const Value> given) {
  constexpr std::uint64_t kFactor = 0x100000001b3;  // of the FNV hash
  std::uint64_t sizes = given.size();
  for (const Value& value : given)
    for (const Count size : value.dims)
      sizes = (sizes ^ static_cast<std::uint64_t>(size)) * kFactor;
  return sizes;
}

bool isFor(const Program& program, std::span<const Value> given) {
  return std::equal(given.begin(), given.end(), program.inputs.begin(), program.inputs.end(),
                    [](const Value& own, const Value& input) { return isFor(input, own); });
}

Value inputFor(const Value& given, graph::Holdings& holdings) {
  if (!given || (given.isConstant() && given.storage->lasts)) return given;
  if (!given.isList())
    return {{given.type, given.dims}, holdings.storage(StorageKind::input, bytesOf(given))};
  List list{.type = given.storage->list->type, .isOptional = given.storage->list->isOptional};
  for (const Value& item : itemsOf(given)) list.items.push(inputFor(item, holdings));
  return listOf(std::move(list), holdings);
}

bool isLong(const Value& given) {
  constexpr int kMostItems = 64;
  const Value content = contentOf(given);
  return content.isList() && itemsOf(content).size() > kMostItems;
}

void feed(const Program& program, std::span<const Value> given) {
  for (int i = 0; i < program.inputs.size(); ++i)
    feed(program.inputs[i], given[static_cast<std::size_t>(i)]);
}

}  // namespace simdcast::model

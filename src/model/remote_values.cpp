#include "remote_values.hpp"

#include <bit>
#include <cstring>

#include "../base/rounding.hpp"
#include "../explain/session_faults.hpp"
#include "lowering.hpp"

namespace simdcast::remote {
namespace {

using graph::List;
using graph::Storage;
using graph::StorageKind;
using graph::Value;
using model::Declaration;

constexpr int kNoType = -1;

std::byte* at(double address) {
  return std::bit_cast<std::byte*>(static_cast<std::uintptr_t>(address));
}
double numberOf(const std::byte* address) {
  return static_cast<double>(std::bit_cast<std::uintptr_t>(address));
}

// The type of a value, in sentences.
std::string typeOf(const Declaration& declared) {
  const std::string_view type = declared.type ? name(*declared.type) : "unknown type";
  return std::string(declared.isOptional ? "optional " : "")
      .append(declared.isSequence ? "sequence of " : "")
      .append(type);
}

}  // namespace

std::optional<Fault> DescribedInputs::read(const double* from, const model::Model& model) {
  const std::size_t own = model.graph.inputs.size();
  if (!model::canList(own + model.optionalInputs.size())) return model::outOfMemory();
  values_.resize(own + model.optionalInputs.size());
  handles_ = {};
  used_ = 0;
  isShort_ = false;
  next_ = from;
  for (std::size_t i = 0; i < values_.size(); ++i)
    readAs(values_[i], i < own ? model.graph.inputs[i] : model.optionalInputs[i - own]);
  return isShort_ ? std::optional(model::outOfMemory()) : std::nullopt;
}

// An optional input is an optional value, unless an initializer replaces it.
void DescribedInputs::readAs(Value& value, const Declaration& declared) {
  readValue(value);
  if (!declared.isOptional) return;
  auto list = std::make_shared<List>(List{.type = declared.type, .isOptional = true});
  if (value) list->items.push(value);
  const DType type = declared.type.value_or(DType::float32);
  value = {{type, {}}, storage({.kind = StorageKind::list, .list = std::move(list)})};
}

void DescribedInputs::readValue(Value& value) {
  const int rank = static_cast<int>(*next_++) - 1;
  if (rank == -1) {
    value = {};
    return;
  }
  if (rank < -1) {
    readSequence(value, -rank - 2);
    return;
  }
  value.type = static_cast<DType>(static_cast<int>(*next_++));
  std::byte* address = at(*next_++);
  value.dims.clear();
  for (int axis = 0; axis < rank; ++axis) value.dims.push(static_cast<Count>(*next_++));
  if (value.type == DType::string && address != nullptr)
    address = handlesOf(address, value.elements());
  value.storage =
      storage({.kind = StorageKind::input, .bytes = bytesOf(value), .address = address});
}

void DescribedInputs::readSequence(Value& value, int count) {
  const int type = static_cast<int>(*next_++);
  auto list = std::make_shared<List>();
  isShort_ = isShort_ || !model::canList(simdcast::size(Count{count}));
  if (isShort_) count = 0;
  if (type != kNoType) list->type = static_cast<DType>(type);
  for (int i = 0; i < count; ++i) {
    Value item;
    readValue(item);
    list->items.push(item);
  }
  value = {{list->type.value_or(DType::float32), {}}, nullptr};
  value.storage = storage({.kind = StorageKind::list, .list = std::move(list)});
}

Storage* DescribedInputs::storage(Storage made) {
  if (used_ == storages_.size()) storages_.push_back(std::make_unique<Storage>());
  Storage& storage = *storages_[used_++];
  storage = std::move(made);
  return &storage;
}

std::byte* DescribedInputs::handlesOf(const std::byte* texts, Count elements) {
  std::byte* block = handles_.reserve(elements * Count{sizeof(strings::Handle)});
  if (block == nullptr) {
    isShort_ = true;
    return nullptr;
  }
  auto* to = reinterpret_cast<strings::Handle*>(block);
  const auto* lengths = reinterpret_cast<const std::uint32_t*>(texts);
  const char* from = reinterpret_cast<const char*>(lengths + elements);
  for (Count i = 0; i < elements; ++i) {
    const std::optional<strings::Handle> handle = pool_.add({from, lengths[i]});
    if (!handle) isShort_ = true;
    to[i] = handle.value_or(strings::Pool::kEmpty);
    from += lengths[i];
  }
  return block;
}

void DescribedResults::begin() {
  numbers_.clear();
  texts_.clear();
  block_.clear();
  isShort_ = false;
}

void DescribedResults::add(const Value& given, bool isKnown) {
  const Value value = contentOf(given);
  if (!value) {
    numbers_.push_back(0);
    return;
  }
  if (value.isList()) {
    const List& list = *value.storage->list;
    isShort_ = isShort_ || !model::canList(simdcast::size(Count{list.items.size()}));
    if (isShort_) return;
    numbers_.push_back(-list.items.size() - 1);
    numbers_.push_back(list.type ? static_cast<int>(*list.type) : kNoType);
    for (const Value& item : list.items) add(item, isKnown);
    return;
  }
  numbers_.push_back(value.rank() + 1);
  numbers_.push_back(static_cast<int>(value.type));
  if (isKnown && value.type == DType::string)
    addTexts(value);
  else
    numbers_.push_back(isKnown ? numberOf(value.storage->place()->address + value.storage->offset)
                               : 0);
  for (const Count size : value.dims) numbers_.push_back(static_cast<double>(size));
}

void DescribedResults::addTexts(const Value& value) {
  constexpr Count kAlignment = sizeof(std::uint32_t);
  isShort_ = isShort_ || !block_.pad(roundUp(block_.size(), kAlignment));
  texts_.push_back({numbers_.size(), block_.size()});
  numbers_.push_back(0);
  const auto* handles = reinterpret_cast<const strings::Handle*>(value.storage->place()->address +
                                                                 value.storage->offset);
  const Count count = value.elements();
  const auto append = [&](const void* from, std::size_t bytes) {
    isShort_ =
        isShort_ || !block_.append(static_cast<const std::byte*>(from), static_cast<Count>(bytes));
  };
  for (Count i = 0; i < count; ++i) {
    const auto length = static_cast<std::uint32_t>(pool_.at(handles[i]).size());
    append(&length, sizeof length);
  }
  for (Count i = 0; i < count; ++i)
    append(pool_.at(handles[i]).data(), pool_.at(handles[i]).size());
}

bool DescribedResults::end() {
  for (const Texts& texts : texts_) numbers_[texts.at] = numberOf(block_.data() + texts.offset);
  return !isShort_;
}

std::optional<Fault> checkOutput(const Declaration& declared, const Value& value) {
  const bool isDeclared = declared.type || declared.isSequence || declared.isOptional;
  if (!isDeclared) return std::nullopt;
  const Value content = contentOf(value);
  const bool fits = content ? content.isList() == declared.isSequence : declared.isOptional;
  if (fits && (!isOptional(value) || declared.isOptional)) return std::nullopt;
  return faults::outputKind(declared.name, typeOf(declared), graph::textOf(value));
}

}  // namespace simdcast::remote

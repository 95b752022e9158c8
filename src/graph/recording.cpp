#include "recording.hpp"

#include <algorithm>
#include <cstring>

#include "../base/rounding.hpp"
#include "numbers.hpp"

namespace simdcast::graph {
namespace {

// Elements that are compared, or copied into each program.
constexpr Count kMostCopied = 512;
constexpr std::size_t kMostCompared = 16;
constexpr std::size_t kMostRecorded = 128;

std::span<const std::byte> bytesIn(const Storage& storage) {
  return {storage.address, size(storage.bytes)};
}

int firstWith(std::span<const Value> inputs, const Storage* storage) {
  const auto found = std::ranges::find(inputs, storage, &Value::storage);
  return storage == nullptr ? -1 : static_cast<int>(found - inputs.begin());
}

}  // namespace

class Recording::Recorder {
 public:
  Recorder(Builder& builder, Recording& recording) : builder_(builder), recording_(recording) {}

  bool record(std::span<const Value> inputs, std::size_t first, const Values& outputs) {
    for (const Value& input : inputs) {
      if (!add(input, inputs)) return false;
      hasParts_ = hasParts_ || (input && input.storage->whole != nullptr);
    }
    const Steps& steps = builder_.steps();
    for (std::size_t at = first; at < steps.size(); ++at)
      if (!add(*steps[at])) return false;
    for (const Value& output : outputs) {
      const std::optional<int> number = numberOf(output, false);
      if (!number) return false;
      recording_.outputs_.emplace_back(output, *number);
    }
    return true;
  }

 private:
  bool add(const Value& value, std::span<const Value> inputs) {
    Input& input = recording_.inputs_.emplace_back(Input{.form = value});
    if (!value) return true;
    if (value.isList() || value.type == DType::string) return false;
    const Storage& storage = *value.storage;
    input.kind = storage.kind;
    input.isPart = storage.whole != nullptr;
    input.first = firstWith(inputs, &storage);
    numbers_.of(&storage);
    if (!value.isConstant()) return true;
    if (builder_.outlasts(value)) {
      input.lasts = &storage;
      return true;
    }
    const bool isShort = storage.bytes <= kMostCopied;
    if (isShort) input.elements.assign(bytesIn(storage).begin(), bytesIn(storage).end());
    return isShort;
  }

  bool add(const Step& step) {
    if (step.task() == nullptr || step.varies) return false;
    Recorded& recorded = recording_.steps_.emplace_back(Recorded{step, {}});
    for (const Value& input : step.inputs)
      if (!add(input, false, recorded)) return false;
    for (const Value& output : step.outputs)
      if (!add(output, true, recorded)) return false;
    return true;
  }

  bool add(const Value& value, bool isWritten, Recorded& recorded) {
    const std::optional<int> number = numberOf(value, isWritten);
    recorded.storages.push_back(number.value_or(kAbsent));
    return number.has_value();
  }

  // Nothing for a storage that comes from elsewhere.
  std::optional<int> numberOf(const Value& value, bool isWritten) {
    if (!value) return kAbsent;
    if (value.isList() || value.type == DType::string) return {};
    const std::size_t known = numbers_.size();
    const std::size_t number = numbers_.of(value.storage);
    if (number < known) return static_cast<int>(number);
    Added added{.kind = value.storage->kind, .bytes = value.storage->bytes};
    if (!describe(value, isWritten, added)) return {};
    recording_.added_.push_back(std::move(added));
    return static_cast<int>(number);
  }

  bool describe(const Value& value, bool isWritten, Added& added) {
    Storage* storage = value.storage;
    if (value.isConstant() && builder_.outlasts(value)) {
      added.lasts = storage;
      return true;
    }
    if (value.isConstant()) {
      if (storage->bytes > kMostCopied || storage->address == nullptr) return false;
      added.elements.assign(bytesIn(*storage).begin(), bytesIn(*storage).end());
      return true;
    }
    if (storage->kind != StorageKind::temporary) return false;
    if (storage->whole == nullptr) return isWritten || storage->bytes == 0;
    // Offsets within an input that is a part itself would change with that part.
    const std::size_t known = numbers_.size() - 1;
    const std::size_t whole = numbers_.of(storage->whole);
    if (hasParts_ || whole >= known) return false;
    added.whole = static_cast<int>(whole);
    added.offset = storage->offset;
    return true;
  }

  Builder& builder_;
  Recording& recording_;
  Numbers numbers_;
  bool hasParts_ = false;
};

std::optional<Recording> Recording::of(Builder& builder, std::span<const Value> inputs,
                                       std::size_t first, const Values& outputs) {
  const bool isLong =
      inputs.size() > kMostCompared || builder.steps().size() > first + kMostRecorded;
  if (builder.failed() || isLong) return {};
  Recording recording;
  if (!Recorder(builder, recording).record(inputs, first, outputs)) return {};
  return recording;
}

bool Recording::fits(std::span<const Value> inputs) const {
  if (inputs.size() != inputs_.size()) return false;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Input& own = inputs_[i];
    const Value& given = inputs[i];
    if (own.first != firstWith(inputs, given.storage)) return false;
    if (!given) continue;
    const Storage& storage = *given.storage;
    if (own.lasts != nullptr ? own.lasts != &storage : own.kind != storage.kind) return false;
    if (own.isPart != (storage.whole != nullptr) || own.form != given) return false;
    if (own.kind != StorageKind::constant || own.lasts != nullptr) continue;
    if (storage.address == nullptr || !std::ranges::equal(own.elements, bytesIn(storage)))
      return false;
  }
  return true;
}

std::vector<Storage*> Recording::storagesFor(Builder& builder,
                                             std::span<const Value> inputs) const {
  std::vector<Storage*> storages;
  storages.reserve(inputs.size() + added_.size());
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (inputs_[i].first == static_cast<int>(i)) storages.push_back(inputs[i].storage);
  for (const Added& added : added_) {
    Storage* storage = added.lasts;
    if (storage == nullptr && added.kind == StorageKind::constant)
      storage = builder.constant(DType::uint8, {added.bytes}, added.elements).storage;
    else if (storage == nullptr)
      storage = builder.holdings().storage(added.kind, added.bytes);
    if (storage == nullptr) return {};
    if (added.whole >= 0) {
      storage->whole = storages[static_cast<std::size_t>(added.whole)];
      storage->offset = added.offset;
    }
    storages.push_back(storage);
  }
  return storages;
}

Values Recording::repeat(Builder& builder, std::span<const Value> inputs) const {
  const std::vector<Storage*> storages = storagesFor(builder, inputs);
  if (builder.failed()) return {};
  const auto storageOf = [&](int number) {
    return number == kAbsent ? nullptr : storages[static_cast<std::size_t>(number)];
  };
  for (const Recorded& recorded : steps_) {
    // Not by Builder::add: steps are large, and this one is copied only once.
    auto step = std::make_unique<Step>(recorded.step);
    auto number = recorded.storages.begin();
    for (Value& input : step->inputs) {
      input.storage = storageOf(*number++);
      builder.use(input);
    }
    for (Value& output : step->outputs) output.storage = storageOf(*number++);
    builder.steps().push_back(std::move(step));
  }
  Values outputs;
  for (const auto& [form, number] : outputs_) outputs.push({form, storageOf(number)});
  return builder.failed() ? Values{} : outputs;
}

}  // namespace simdcast::graph

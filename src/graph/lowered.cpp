#include "lowered.hpp"

#include <algorithm>
#include <cstring>

#include "../base/rounding.hpp"

namespace simdcast::graph {
namespace {

// Bytes of a constant that are copied and compared.
constexpr Count kMostCopied = 512;

bool isText(const Value& value) { return value.isList() || value.type == DType::string; }

bool hasSameElements(const Storage& a, const Storage& b) {
  return a.bytes == b.bytes && b.address != nullptr &&
         (a.bytes == 0 || std::memcmp(a.address, b.address, size(a.bytes)) == 0);
}

}  // namespace

Values withOwnConstants(Builder& builder, const Values& inputs) {
  Values own;
  for (const Value& input : inputs) {
    const bool isCopied = input.isConstant() && !isText(input) && !Builder::outlasts(input) &&
                          input.storage->bytes <= kMostCopied && input.storage->address != nullptr;
    own.push(isCopied ? builder.constant(input.type, input.dims,
                                         {input.storage->address, size(bytesOf(input))})
                      : input);
  }
  return own;
}

Lowered::Kind Lowered::kindOf(const Value& value) {
  if (!value) return Kind::absent;
  if (value.isConstant()) return Builder::outlasts(value) ? Kind::lasting : Kind::copied;
  if (value.storage->whole != nullptr) return Kind::part;
  return value.storage->kind == StorageKind::input ? Kind::input : Kind::temporary;
}

std::unique_ptr<const Lowered> Lowered::of(const Builder& builder, const Values& inputs,
                                           std::size_t first, const Values& outputs) {
  if (builder.failed()) return nullptr;
  auto lowered = std::make_unique<Lowered>();
  lowered->holdings_ = builder.ofNode();
  const Holdings& own = *lowered->holdings_;
  for (const Value& input : inputs) {
    const Kind kind = kindOf(input);
    // A part of a part refers to the whole, which may change.
    const bool mayMove = kind == Kind::part && own.hasParts();
    const bool isLong = kind == Kind::copied && !own.has(input.storage);
    if (mayMove || isLong || isText(input)) return nullptr;
    lowered->inputs_.push_back({input, kind});
  }
  lowered->steps_.assign(builder.steps().begin() + static_cast<std::ptrdiff_t>(first),
                         builder.steps().end());
  for (const SharedStep& step : lowered->steps_) {
    if (!lowered->mayRepeat(*step)) return nullptr;
    for (const Value& input : step->inputs)
      if (kindOf(input) == Kind::lasting) lowered->constants_.push_back(input);
  }
  for (const Value& output : outputs)
    if (!lowered->isKnown(output)) return nullptr;
  lowered->outputs_ = outputs;
  return lowered;
}

bool Lowered::mayRepeat(const Step& step) const {
  const auto known = [&](const Value& value) { return isKnown(value); };
  return step.task() != nullptr && !step.varies && std::ranges::all_of(step.inputs, known) &&
         std::ranges::all_of(step.outputs, known);
}

bool Lowered::isKnown(const Value& value) const {
  if (!value) return true;
  const auto isOf = [&](const Input& input) { return input.value.storage == value.storage; };
  return !isText(value) && (holdings_->has(value.storage) || Builder::outlasts(value) ||
                            std::ranges::any_of(inputs_, isOf));
}

// Whether a value has the form of an input and, if it is a constant, the elements.
bool Lowered::isLike(const Input& own, const Value& given) {
  if (!given) return own.kind == Kind::absent;
  if (own.kind != kindOf(given) || static_cast<const Form&>(own.value) != given) return false;
  if (own.value.storage == given.storage || !given.isConstant()) return true;
  const bool isShort = given.storage->bytes <= kMostCopied && own.value.storage->address != nullptr;
  return isShort && !isText(given) && hasSameElements(*own.value.storage, *given.storage);
}

bool Lowered::fits(const Values& given) const {
  const auto isOwn = [](const Input& own, const Value& other) {
    return (!other || own.kind == Kind::copied || own.value.storage == other.storage) &&
           isLike(own, other);
  };
  return std::equal(inputs_.begin(), inputs_.end(), given.begin(), given.end(), isOwn);
}

bool Lowered::isLike(const Values& given) const {
  constexpr std::size_t kMostStorages = 64;
  if (holdings_->storages().size() > kMostStorages) return false;
  const auto isFree = [](const Input& own, const Value& other) {
    return own.kind != Kind::part && isLike(own, other);
  };
  if (!std::equal(inputs_.begin(), inputs_.end(), given.begin(), given.end(), isFree)) return false;
  // Inputs that are one value here are one there, and others are not.
  for (int i = 0; i < given.size(); ++i)
    for (int j = 0; j < i; ++j)
      if ((inputs_[size(i)].value.storage == inputs_[size(j)].value.storage) !=
          (given[i].storage == given[j].storage))
        return false;
  return true;
}

Values Lowered::copy(Builder& builder, const Values& given) const {
  std::vector<std::pair<const Storage*, Storage*>> places;
  for (int i = 0; i < given.size(); ++i)
    if (given[i]) places.push_back({inputs_[size(i)].value.storage, given[i].storage});
  const auto placeOf = [&](Storage* storage) {
    const auto found =
        std::ranges::find(places, storage, [](const auto& each) { return each.first; });
    return found == places.end() ? storage : found->second;
  };
  const auto placed = [&](const Values& values) {
    Values own = values;
    for (Value& value : own) value.storage = placeOf(value.storage);
    return own;
  };
  for (const std::shared_ptr<Storage>& storage : holdings_->storages())
    if (placeOf(storage.get()) == storage.get())
      places.push_back({storage.get(), builder.copyOf(*storage, placeOf(storage->whole))});
  if (builder.failed()) return {};
  for (const SharedStep& step : steps_) {
    Step own{.work = step->work, .inputs = placed(step->inputs), .outputs = placed(step->outputs)};
    own.pointwise = step->pointwise;
    own.indexFault = step->indexFault;
    own.isContinued = step->isContinued;
    builder.add(std::move(own));
  }
  return placed(outputs_);
}

bool Lowered::hasOutputs(const Values& values) const {
  return std::equal(outputs_.begin(), outputs_.end(), values.begin(), values.end(),
                    [&](const Value& own, const Value& other) {
                      return own.storage == other.storage && own == other &&
                             (!own || holdings_->has(own.storage));
                    });
}

const Values& Lowered::repeat(Builder& builder) const {
  for (const Value& constant : constants_) builder.use(constant);
  holdings_->forgetAddresses();
  builder.add(steps_, holdings_);
  return outputs_;
}

}  // namespace simdcast::graph

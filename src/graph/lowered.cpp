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

bool Lowered::fits(const Values& given) const {
  const auto isLike = [](const Input& own, const Value& other) {
    if (!other) return own.kind == Kind::absent;
    if (own.kind != Kind::copied && own.value.storage != other.storage) return false;
    if (own.kind != kindOf(other) || static_cast<const Form&>(own.value) != other) return false;
    return own.kind != Kind::copied ||
           (!isText(other) && hasSameElements(*own.value.storage, *other.storage));
  };
  return std::equal(inputs_.begin(), inputs_.end(), given.begin(), given.end(), isLike);
}

const Values& Lowered::repeat(Builder& builder) const {
  for (const Value& constant : constants_) builder.use(constant);
  holdings_->forgetAddresses();
  builder.add(steps_, holdings_);
  return outputs_;
}

}  // namespace simdcast::graph

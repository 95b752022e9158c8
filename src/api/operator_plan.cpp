#include "operator_plan.hpp"

#include <bit>
#include <new>

#include "../enum_table.hpp"
#include "../explain/failure_sentences.hpp"
#include "../explain/operator_sentences.hpp"
#include "../explain/sentences.hpp"
#include "plan_state.hpp"

namespace simdcast {
namespace {

Failure failed(FailureCode code, const FailureFacts& facts) {
  return {.code = code, .input = facts.input, .text = describe(code, facts)};
}

std::optional<OpId> findOperator(std::string_view name) {
  for (std::size_t i = 0; i < kCountOf<OpId>; ++i)
    if (describe(static_cast<OpId>(i)).name == name) return static_cast<OpId>(i);
  return std::nullopt;
}

std::optional<Attribute> findAttribute(std::string_view wanted) {
  for (std::size_t i = 0; i < kCountOf<Attribute>; ++i)
    if (name(static_cast<Attribute>(i)) == wanted) return static_cast<Attribute>(i);
  return std::nullopt;
}

using Word = std::optional<std::int32_t>;
using Value = decltype(OperatorAttribute::value);

Word integerWord(const Value& value) {
  const auto* number = std::get_if<std::int64_t>(&value);
  if (number == nullptr || *number < INT32_MIN || *number > INT32_MAX) return std::nullopt;
  return static_cast<std::int32_t>(*number);
}

Word flagWord(const Value& value) {
  const Word word = integerWord(value);
  return word == 0 || word == 1 ? word : std::nullopt;
}

Word realWord(const Value& value) {
  const auto* number = std::get_if<float>(&value);
  return number == nullptr ? std::nullopt : Word(std::bit_cast<std::int32_t>(*number));
}

Word choiceWord(const Value& value, std::string_view first, std::string_view second) {
  const auto* text = std::get_if<std::string_view>(&value);
  if (text == nullptr || (*text != first && *text != second)) return std::nullopt;
  return *text == second ? 1 : 0;
}

Word directionWord(const Value& value) { return choiceWord(value, "LEFT", "RIGHT"); }
Word approximationWord(const Value& value) { return choiceWord(value, "none", "tanh"); }

Word typeWord(const Value& value) {
  const auto* text = std::get_if<std::string_view>(&value);
  const std::optional<DType> type = text == nullptr ? std::nullopt : findDType(*text);
  return type ? Word(static_cast<std::int32_t>(*type)) : std::nullopt;
}

Word ignoredWord(const Value&) { return 0; }

struct Encoder {
  AttributeKind key{};
  Word (*encode)(const Value& value) = nullptr;
};

constexpr EnumTable<AttributeKind, Encoder> kEncoders({
    {AttributeKind::integer, integerWord},
    {AttributeKind::flag, flagWord},
    {AttributeKind::real, realWord},
    {AttributeKind::direction, directionWord},
    {AttributeKind::approximation, approximationWord},
    {AttributeKind::type, typeWord},
    {AttributeKind::ignored, ignoredWord},
});

Failure readAttributes(std::span<const OperatorAttribute> given, AttributeValues& values) {
  for (const OperatorAttribute& entry : given) {
    const std::optional<Attribute> attribute = findAttribute(entry.name);
    if (!attribute) return failed(FailureCode::unknownAttribute, {.subject = entry.name});
    const Word word = kEncoders[kind(*attribute)].encode(entry.value);
    if (!word) return failed(FailureCode::attributeValue, {.subject = entry.name});
    values.given |= maskOf(*attribute);
    values.words[static_cast<int>(*attribute)] = *word;
  }
  return {};
}

Failure readCall(const OperatorCall& call, OperatorRequest& request) {
  const std::optional<OpId> op = findOperator(call.name);
  if (!op) return failed(FailureCode::unknownOperator, {.subject = call.name});
  const auto count = static_cast<Count>(call.inputs.size());
  if (count > kMaxOperands) {
    Failure failure = failed(FailureCode::refused, {.wanted = kMaxOperands, .given = count});
    failure.cause = ErrorCode::operandCount;
    return failure;
  }
  request.op = *op;
  request.opset = call.opset;
  for (const std::optional<TensorInfo>& input : call.inputs) {
    request.types.push(input ? input->type : kAbsent);
    request.shapes.push(input ? input->shape : Shape{});
  }
  return readAttributes(call.attributes, request.attributes);
}

Failure refusal(const Prepared& prepared) {
  Failure failure{.code = FailureCode::refused};
  if (prepared.error != ErrorCode::none) {
    failure.cause = prepared.error;
    failure.text = describeOperatorError(prepared);
    return failure;
  }
  const Alignment& alignment = prepared.alignment;
  failure.cause = alignment.failures[0].code;
  failure.text = verdict(alignment, findFixes(alignment, presentShapes(prepared.request))) +
                 describeLaterOpset(prepared);
  return failure;
}

Failure makeReady(const OperatorCall& call, Prepared& prepared) {
  Failure unread = readCall(call, prepared.request);
  if (!unread.ok()) return unread;
  prepare(prepared);
  if (!prepared.ok()) return refusal(prepared);
  const bool strings = elementType(prepared.request) == DType::string;
  return strings ? failed(FailureCode::notComputed, {.subject = call.name}) : Failure{};
}

// For a plan that there was no memory to make.
const Failure& outOfMemory() {
  static const Failure failure = failed(FailureCode::outOfMemory, {});
  return failure;
}

}  // namespace

int newestOpset() noexcept { return kNewestOpset; }

OperatorPlan::OperatorPlan(std::unique_ptr<const State> state) noexcept
    : state_(std::move(state)) {}
OperatorPlan::~OperatorPlan() = default;
OperatorPlan::OperatorPlan(OperatorPlan&&) noexcept = default;
OperatorPlan& OperatorPlan::operator=(OperatorPlan&&) noexcept = default;

OperatorPlan OperatorPlan::make(const OperatorCall& call) {
  std::unique_ptr<State> state(new (std::nothrow) State);
  if (state == nullptr) return OperatorPlan(nullptr);
  state->failure = makeReady(call, state->prepared);
  state->aligned = state->prepared.alignment.rule != nullptr;
  return OperatorPlan(std::move(state));
}

bool OperatorPlan::ok() const noexcept { return failure().ok(); }

const Failure& OperatorPlan::failure() const noexcept {
  return state_ == nullptr ? outOfMemory() : state_->failure;
}

const Alignment* OperatorPlan::alignment() const noexcept {
  return state_ != nullptr && state_->aligned ? &state_->prepared.alignment : nullptr;
}

DType OperatorPlan::outputType() const noexcept { return state_->prepared.outputType; }

const Shape& OperatorPlan::outputShape() const noexcept { return state_->prepared.outputShape; }

Count OperatorPlan::outputElements() const noexcept {
  return elementCount(outputShape()).value_or(0);
}

Count OperatorPlan::outputBytes() const noexcept { return outputElements() * width(outputType()); }

}  // namespace simdcast

#include "inference.hpp"

#include <cmath>

#include "../onnx/element_types.hpp"

namespace simdcast::model {

using graph::Form;
using graph::Value;

namespace {

constexpr Count kMostElements = 64;

std::size_t at(ValueId id) { return static_cast<std::size_t>(id); }

// Integers wrap around.
template <class Element>
Element converted(double number) {
  if constexpr (std::is_integral_v<Element>)
    return static_cast<Element>(std::abs(number) < 9e18 ? static_cast<std::int64_t>(number) : 0);
  else
    return static_cast<Element>(number);
}

// A tensor of the type of another one.
Value renewed(FormLowering& lowering, const Value& value, const RenewedTensor& how) {
  if (!how.elements) return lowering.unknown({value.type, how.dims});
  Value made = lowering.builder().constant(value.type, how.dims);
  if (!made) return {};
  onnx::withElementType(value.type, [&]<class Element>(Element) {
    auto* elements = reinterpret_cast<Element*>(made.storage->address);
    for (const double element : *how.elements) *elements++ = converted<Element>(element);
  });
  return made;
}

// The value with other tensors, beginning with the one at `next`.
Value renewed(FormLowering& lowering, const Value& value, const Renewed& how, std::size_t& next) {
  if (!value.isList()) {
    const std::size_t own = next++;
    const bool stays = own >= how.tensors.size() || !how.tensors[own];
    return stays ? value : renewed(lowering, value, *how.tensors[own]);
  }
  graph::List list{.type = graph::typeOf(value), .isOptional = graph::isOptional(value)};
  for (const Value& item : graph::itemsOf(value))
    list.items.push(renewed(lowering, item, how, next));
  return lowering.builder().list(std::move(list));
}

// Lowers a node in a frame, with temporarily replaced inputs.
std::optional<Fault> lowerRenewed(FormLowering& lowering, Frame& frame, const BoundNode& node,
                                  std::span<const Renewed> inputs) {
  std::vector<Value> own;
  for (const Renewed& input : inputs) {
    Value& value = frame.values[at(input.id)];
    own.push_back(value);
    std::size_t next = 0;
    value = renewed(lowering, value, input, next);
  }
  std::optional<Fault> fault =
      lowering.failed() ? lowering.builder().fault() : lowering.lower(frame, node);
  for (std::size_t i = inputs.size(); i-- > 0;) frame.values[at(inputs[i].id)] = own[i];
  lowering.builder().forget(0);
  return fault;
}

}  // namespace

Inference::Inference(const BoundGraph& graph, KnownConstants& constants, Machine& machine)
    : graph_(graph),
      constants_(constants),
      machine_(machine),
      lowering_(constants, machine),
      frame_(lowering_.frameOf(graph)) {}

const Value& Inference::value(ValueId id) const { return frame_.values[at(id)]; }

void Inference::declare(ValueId id, const Form& form) {
  frame_.values[at(id)] = lowering_.unknown(form);
}

void Inference::forget(ValueId id) { frame_.values[at(id)] = {}; }

std::optional<std::vector<double>> Inference::elements(const Value& known) {
  if (!known.isConstant() || known.elements() > kMostElements) return std::nullopt;
  std::vector<double> numbers;
  const std::byte* from = known.storage->address;
  const bool isNumeric = onnx::withElementType(known.type, [&]<class Element>(Element) {
    const auto* elements = reinterpret_cast<const Element*>(from);
    for (Count i = 0; i < known.elements(); ++i)
      numbers.push_back(static_cast<double>(elements[i]));
  });
  return isNumeric ? std::optional(std::move(numbers)) : std::nullopt;
}

std::optional<Fault> Inference::lower(std::size_t node) {
  return lowering_.lower(frame_, graph_.nodes[node]);
}

std::optional<Fault> Inference::lowerWith(std::size_t node, std::span<const Renewed> inputs) {
  return lowerRenewed(lowering_, frame_, graph_.nodes[node], inputs);
}

Inference::Attempt Inference::attempt(std::size_t node, std::span<const Renewed> inputs) {
  const BoundNode& bound = graph_.nodes[node];
  FormLowering own(constants_, machine_);
  std::vector<Value> before;
  for (const ValueId id : bound.outputs)
    before.push_back(id == kNone ? Value{} : std::exchange(frame_.values[at(id)], Value{}));
  Attempt made{.fault = lowerRenewed(own, frame_, bound, inputs), .outputs = {}};
  for (std::size_t i = 0; i < before.size(); ++i) {
    const ValueId id = bound.outputs[i];
    made.outputs.emplace_back();
    if (id == kNone) continue;
    const Value& output = frame_.values[at(id)];
    if (output && !output.isList()) made.outputs.back() = output;
    frame_.values[at(id)] = before[i];
  }
  return made;
}

}  // namespace simdcast::model

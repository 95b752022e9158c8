#include "form_lowering.hpp"

#include <algorithm>
#include <utility>

#include "../base/rounding.hpp"
#include "../engine/heap.hpp"
#include "../explain/model_faults.hpp"
#include "../explain/session_faults.hpp"

namespace simdcast::model {

using graph::Builder;
using graph::Form;
using graph::StorageKind;
using graph::Value;
using graph::Values;

namespace {

// Maximum number of nodes that are lowered for a graph, because nested loops could unroll to any
// number.
constexpr int kMostLowered = 200'000;
constexpr std::string_view kDynamic = "dynamic_shape";

using FormsOfControl = Values (*)(FormLowering& lowering, const BoundNode& node, const Frame& frame,
                                  const Values& inputs);

FormsOfControl formsOfControl(std::string_view op) {
  if (op == "If") return formsOfIf;
  if (op == "Loop") return formsOfLoop;
  if (op == "Scan") return formsOfScan;
  return op == "SequenceMap" ? formsOfSequenceMap : nullptr;
}

Value& at(Frame& frame, ValueId id) { return frame.values[static_cast<std::size_t>(id)]; }

}  // namespace

bool KnownConstants::add(const BoundGraph& graph) {
  bool isHere = true;
  std::vector<Constant>& constants = constants_[&graph];
  for (const auto& [id, initializer] : graph.initializers) {
    constants.push_back({id, place(*initializer)});
    isHere = isHere && constants.back().value;
  }
  for (const BoundNode& node : graph.nodes)
    for (const auto& [attribute, subgraph] : node.graphs) isHere = add(*subgraph) && isHere;
  return isHere;
}

Value KnownConstants::place(const Initializer& initializer) {
  const Form& form = initializer.form;
  const Count bytes = bytesOf(form);
  graph::Holdings& holdings = derived_.holdings();
  auto* address = const_cast<std::byte*>(initializer.bytes.data());
  if (initializer.isHeap) holdings.adopt(address, bytes);
  const bool isHere = form.type == DType::string || address != nullptr;
  if (!isHere || bytes > FormLowering::kMostFolded)
    return {form, holdings.storage(StorageKind::input, bytes)};
  if (!initializer.isHeap) {
    address = holdings.reserve(bytes);
    if (address == nullptr || !write(initializer, address)) return {};
  }
  graph::Storage* storage = holdings.storage(StorageKind::constant, bytes);
  storage->address = address;
  return {form, storage};
}

bool KnownConstants::write(const Initializer& initializer, std::byte* to) {
  if (initializer.form.type != DType::string) {
    std::ranges::copy(initializer.bytes, to);
    return true;
  }
  auto* handles = reinterpret_cast<strings::Handle*>(to);
  for (const std::string& text : initializer.texts) {
    const std::optional<strings::Handle> handle = derived_.strings().add(text);
    if (!handle) return false;
    *handles++ = *handle;
  }
  return true;
}

std::span<const Constant> KnownConstants::of(const BoundGraph& graph) const {
  const auto known = constants_.find(&graph);
  return known == constants_.end() ? std::span<const Constant>() : known->second;
}

FormLowering::FormLowering(KnownConstants& constants, Machine& machine)
    : constants_(constants), machine_(machine), own_(constants.derived(), machine) {
  own_.foldAtMost(kMostFolded);
}

Frame FormLowering::frameOf(const BoundGraph& graph) const {
  Frame frame{&graph, std::vector<Value>(static_cast<std::size_t>(graph.values))};
  for (const Constant& constant : constants_.of(graph)) at(frame, constant.id) = constant.value;
  return frame;
}

std::optional<Fault> FormLowering::lower(Frame& frame, const BoundNode& node) {
  if (node.fault) return node.fault;
  lowerNode(frame, node);
  std::optional<Fault> fault = builder_->fault();
  // Nothing runs, so no steps are needed.
  builder_->forget(0);
  return fault;
}

void FormLowering::lowerNode(Frame& frame, const BoundNode& node) {
  builder_->beginNode(node.name, node.label);
  if (!canList(node.inputs.size() + node.outputs.size(), nodes_++)) fail(outOfMemory());
  if (nodes_ > kMostLowered) fail(faults::unrolled(node.label, kMostLowered));
  const Values inputs = inputsOf(frame, node);
  const Values outputs = failed() ? Values{} : outputsOf(frame, node, inputs);
  if (failed()) {
    builder_->replace(named(*builder_->fault(), node));
    return;
  }
  for (std::size_t i = 0; i < node.outputs.size(); ++i)
    if (node.outputs[i] != kNone && static_cast<int>(i) < outputs.size())
      if (const Value& output = outputs[static_cast<int>(i)]) at(frame, node.outputs[i]) = output;
}

Values FormLowering::inputsOf(const Frame& frame, const BoundNode& node) {
  Values inputs;
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    const ValueId id = node.inputs[i];
    inputs.push(id == kNone ? Value{} : frame.values[static_cast<std::size_t>(id)]);
    // Another node has an output that its operator does not produce.
    if (id != kNone && !inputs[inputs.size() - 1])
      return fail(faults::model::missing(node.label, node.source->inputs[i]));
  }
  return inputs;
}

Values FormLowering::outputsOf(const Frame& frame, const BoundNode& node, const Values& inputs) {
  const FormsOfControl control = node.graphs.empty() ? nullptr : formsOfControl(node.node.op);
  if (control != nullptr) return control(*this, node, frame, inputs);
  return onnx::lowerNode(*builder_, node.node, node.bound, {inputs.begin(), inputs.end()});
}

Values FormLowering::lowerGraph(const BoundGraph& graph, std::span<const Value> given,
                                const Frame& around) {
  if (failed()) return {};
  const auto count = static_cast<Count>(graph.values);
  if (!heap::canReserve(size(count) * sizeof(Value))) return fail(outOfMemory());
  Frame frame = frameOf(graph);
  for (const Captured& captured : graph.captured)
    at(frame, captured.inner) = around.values[static_cast<std::size_t>(captured.outer)];
  for (std::size_t i = 0; i < graph.inputs.size(); ++i)
    if (graph.inputs[i] != kNone) at(frame, graph.inputs[i]) = given[i];
  for (const BoundNode& node : graph.nodes) {
    lowerNode(frame, node);
    if (failed()) return {};
  }
  Values outputs;
  for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
    const ValueId id = graph.outputs[i];
    outputs.push(id == kNone ? Value{} : at(frame, id));
    if (!outputs[outputs.size() - 1])
      return fail(faults::model::noOutput(graph.source->outputs[i].name));
  }
  return outputs;
}

bool FormLowering::attempt(FunctionRef<void()> work) {
  if (failed()) return false;
  Builder own(constants_.derived(), machine_);
  own.foldAtMost(kMostFolded);
  Builder* outer = std::exchange(builder_, &own);
  work();
  builder_ = outer;
  if (own.failed() && own.fault()->code != kDynamic) fail(*own.fault());
  return !own.failed();
}

Value FormLowering::unknown(Builder& builder, const Form& form) {
  return builder.make(form.type, form.dims, false);
}

Value FormLowering::unknownLike(Builder& builder, const Value& value) {
  if (!value.isList()) return unknown(builder, value);
  graph::List list{.type = graph::typeOf(value), .isOptional = graph::isOptional(value)};
  for (const Value& item : graph::itemsOf(value)) list.items.push(unknownLike(builder, item));
  return builder.list(std::move(list));
}

bool haveOneForm(const Value& a, const Value& b) {
  if (!a.isList() || !b.isList()) return a.isList() == b.isList() && Form(a) == Form(b);
  const Values& items = graph::itemsOf(a);
  const Values& others = graph::itemsOf(b);
  return graph::isOptional(a) == graph::isOptional(b) &&
         std::equal(items.begin(), items.end(), others.begin(), others.end(), haveOneForm);
}

std::optional<bool> FormLowering::isOn(const Value& condition) {
  if (!condition) return true;
  const std::span<const std::byte> known = builder_->known(condition);
  return known.empty() ? std::nullopt : std::optional(known[0] != std::byte{0});
}

}  // namespace simdcast::model

#include "remote_inference.hpp"

#include <bit>

#include "../base/rounding.hpp"

namespace simdcast::remote {
namespace {

using graph::Form;
using graph::Value;
using model::Renewed;
using model::RenewedTensor;

const double* doublesAt(Address address) { return std::bit_cast<const double*>(address); }

graph::Dims dimsAt(const double* sizes, int rank) {
  graph::Dims dims;
  for (int axis = 0; axis < rank; ++axis) dims.push(static_cast<Count>(sizes[axis]));
  return dims;
}

std::optional<RenewedTensor> tensorAt(const double*& next) {
  const int rank = static_cast<int>(*next++);
  if (rank < 0) return std::nullopt;
  const int count = static_cast<int>(*next++);
  RenewedTensor tensor{.dims = dimsAt(next, rank)};
  next += rank;
  if (count < 0) return tensor;
  tensor.elements.emplace(next, next + count);
  next += count;
  return tensor;
}

std::vector<Renewed> inputsAt(Address address) {
  const double* next = doublesAt(address);
  std::vector<Renewed> inputs(static_cast<std::size_t>(*next++));
  for (Renewed& input : inputs) {
    input.id = static_cast<int>(*next++);
    input.tensors.resize(static_cast<std::size_t>(*next++));
    for (std::optional<RenewedTensor>& tensor : input.tensors) tensor = tensorAt(next);
  }
  return inputs;
}

int kindOf(const Value& value) {
  if (!value) return 0;
  if (!value.isList()) return 1;
  if (!graph::isOptional(value)) return 2;
  const Value content = graph::contentOf(value);
  return content ? 3 + kindOf(content) : 3;
}

}  // namespace

ModelWorld::ModelWorld(const model::BoundGraph& graph, model::KnownConstants& constants)
    : inference_(graph, constants, machine()) {}

void ModelWorld::declare(int value, int type, Address sizes, int rank) {
  inference_.declare(value, {static_cast<DType>(type), dimsAt(doublesAt(sizes), rank)});
}

void ModelWorld::add(const Value& tensor) {
  ++described_[1];
  const std::optional<std::vector<double>> elements = model::Inference::elements(tensor);
  described_.push_back(static_cast<double>(tensor.type));
  described_.push_back(tensor.rank());
  described_.push_back(tensor.isConstant() ? 1 : 0);
  described_.push_back(elements ? static_cast<double>(elements->size()) : -1);
  for (const Count size : tensor.dims) described_.push_back(static_cast<double>(size));
  if (elements) described_.insert(described_.end(), elements->begin(), elements->end());
}

void ModelWorld::forget(int value) { inference_.forget(value); }

Address ModelWorld::describe(int value) {
  const Value& known = inference_.value(value);
  described_ = {static_cast<double>(kindOf(known)), 0};
  graph::forEachTensor(known, [&](const Value& tensor) { add(tensor); });
  return reinterpret_cast<Address>(described_.data());
}

bool ModelWorld::lower(int node) {
  fault_ = inference_.lower(static_cast<std::size_t>(node));
  return !fault_;
}

bool ModelWorld::lowerWith(int node, Address inputs) {
  fault_ = inference_.lowerWith(static_cast<std::size_t>(node), inputsAt(inputs));
  return !fault_;
}

bool ModelWorld::attempt(int node, Address inputs) {
  model::Inference::Attempt made =
      inference_.attempt(static_cast<std::size_t>(node), inputsAt(inputs));
  fault_ = std::move(made.fault);
  described_.clear();
  for (const std::optional<Form>& form : made.outputs) {
    described_.push_back(form ? form->dims.size() + 1 : 0);
    if (!form) continue;
    for (const Count size : form->dims) described_.push_back(static_cast<double>(size));
  }
  return !fault_;
}

Address ModelWorld::attempted() const noexcept {
  return reinterpret_cast<Address>(described_.data());
}

ModelInference::ModelInference(ModelDraft& draft)
    : model_(std::move(draft.model())),
      graph_(bindAll(model_)),
      isShort_(graph_ == nullptr || !constants_.add(*graph_)) {
  if (graph_ == nullptr) release(model_.graph);
}

int ModelInference::find(const std::string& name) const {
  const auto found = graph_->names.find(name);
  return found == graph_->names.end() ? model::kNone : found->second;
}

bool ModelInference::supports(int node) const {
  const std::optional<Fault>& fault = graph_->nodes[static_cast<std::size_t>(node)].fault;
  return !fault || fault->code != "unsupported_operator";
}

std::unique_ptr<ModelWorld> ModelInference::world() {
  return std::make_unique<ModelWorld>(*graph_, constants_);
}

}  // namespace simdcast::remote

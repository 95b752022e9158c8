#include "remote.hpp"

#include <bit>
#include <cstring>

#include "../base/enum_table.hpp"
#include "../base/rounding.hpp"
#include "../engine/heap.hpp"
#include "../onnx/operator.hpp"
#include "growth.hpp"
#include "host_passes.hpp"
#include "iteration.hpp"
#include "numbers.hpp"

namespace simdcast::remote {
namespace {

using graph::Value;

std::byte* at(Address address) { return std::bit_cast<std::byte*>(address); }

template <class T>
std::vector<T> listAt(Address from, int count) {
  const auto* first = reinterpret_cast<const T*>(at(from));
  return {first, first + count};
}

graph::Form formAt(int type, Address sizes, int rank) {
  graph::Form form{isIn<DType>(type) ? static_cast<DType>(type) : DType::float32, {}};
  for (const double size : listAt<double>(sizes, rank)) form.dims.push(static_cast<Count>(size));
  return form;
}

HostPasses* hostPasses = nullptr;

model::Blocks& sharedBlocks() {
  static model::Blocks blocks;
  return blocks;
}

// Whether a session's allocations for a node may fail.
std::optional<Fault> checkHeadroom() {
  return heap::hasHeadroom() ? std::nullopt : std::optional(model::outOfMemory());
}

}  // namespace

bool hasOperator(const std::string& domain, const std::string& op, int opset) {
  const std::optional<onnx::Domain> known = onnx::findDomain(domain);
  if (!known) return false;
  return onnx::findRow(*known, op, opset == 0 ? onnx::newestOpset(*known) : opset).row != nullptr;
}

void release(const model::Graph& graph) {
  for (const model::Initializer& initializer : graph.initializers)
    if (initializer.isHeap) heap::release(const_cast<std::byte*>(initializer.bytes.data()));
  for (const model::ModelNode& node : graph.nodes)
    for (const onnx::NodeAttribute& attribute : node.attributes)
      if (const auto* inner = std::get_if<std::shared_ptr<const model::Graph>>(&attribute.value))
        if (*inner != nullptr) release(**inner);
}

ModelDraft::ModelDraft() = default;

template <class Item>
Item& ModelDraft::added(std::vector<Item>& list, Item& instead) {
  isShort_ = isShort_ || !heap::mayGrow(list);
  return isShort_ ? (instead = Item()) : list.emplace_back();
}

void ModelDraft::node(const std::string& domain, const std::string& op, int opset,
                      const std::string& name, const std::string& label) {
  model::ModelNode& node = *(node_ = &added(graph().nodes, instead_.node));
  node.domain = domain;
  node.op = op;
  node.opset = opset;
  node.name = name;
  node.label = label;
}

void ModelDraft::nodeInput(const std::string& name) {
  added(node_->inputs, instead_.text) = name;
  node_->ownInputs = static_cast<int>(node_->inputs.size());
}

void ModelDraft::nodeOutput(const std::string& name) {
  added(node_->outputs, instead_.text) = name;
}

void ModelDraft::lends(std::uint32_t mask) { node_->lends = mask; }

onnx::AttributeValue& ModelDraft::attribute(const std::string& name, onnx::AttributeValue value) {
  onnx::NodeAttribute& made = added(node_->attributes, instead_.attribute);
  made.name = name;
  made.value = std::move(value);
  return made.value;
}

bool ModelDraft::mayCopy(std::size_t bytes) {
  isShort_ = isShort_ || !heap::canReserve(bytes);
  return !isShort_;
}

void ModelDraft::integer(const std::string& name, std::int64_t value) { attribute(name, value); }
void ModelDraft::real(const std::string& name, float value) { attribute(name, value); }
void ModelDraft::text(const std::string& name, const std::string& value) {
  if (mayCopy(value.size())) attribute(name, value);
}
void ModelDraft::integers(const std::string& name, Address from, int count) {
  if (mayCopy(simdcast::size(Count{count}) * sizeof(std::int64_t)))
    attribute(name, listAt<std::int64_t>(from, count));
}
void ModelDraft::reals(const std::string& name, Address from, int count) {
  if (mayCopy(simdcast::size(Count{count}) * sizeof(float)))
    attribute(name, listAt<float>(from, count));
}
void ModelDraft::texts(const std::string& name) {
  texts_ = &std::get<std::vector<std::string>>(attribute(name, std::vector<std::string>()));
}
void ModelDraft::addText(const std::string& value) {
  if (mayCopy(value.size())) added(*texts_, instead_.text) = value;
}

void ModelDraft::tensor(const std::string& name, int type, Address sizes, int rank, Address from) {
  onnx::TensorData data{formAt(type, sizes, rank), {}};
  const std::size_t bytes = simdcast::size(bytesOf(data.form));
  if (!mayCopy(bytes)) return;
  data.bytes.assign(at(from), at(from) + bytes);
  attribute(name, std::move(data));
}

void ModelDraft::stringTensor(const std::string& name, Address sizes, int rank) {
  const graph::Form form = formAt(static_cast<int>(DType::string), sizes, rank);
  texts_ = &std::get<onnx::TensorData>(attribute(name, onnx::TensorData{form, {}})).texts;
}

void ModelDraft::other(const std::string& name) {
  attribute(name, std::shared_ptr<const model::Graph>());
}

void ModelDraft::openGraph(const std::string& name) {
  auto inner = std::make_shared<model::Graph>();
  attribute(name, std::shared_ptr<const model::Graph>(inner));
  open_.push_back({std::move(inner), node_});
}

void ModelDraft::closeGraph() {
  node_ = open_.back().node;
  open_.pop_back();
}

void ModelDraft::declare(std::vector<model::Declaration>& list, const std::string& name) {
  declared_ = &added(list, instead_.declaration);
  declared_->name = name;
}
void ModelDraft::input(const std::string& name) { declare(graph().inputs, name); }
void ModelDraft::optionalInput(const std::string& name) { declare(model_.optionalInputs, name); }
void ModelDraft::output(const std::string& name) { declare(graph().outputs, name); }
void ModelDraft::declared(int type, bool isSequence, bool isOptional) {
  if (isIn<DType>(type)) declared_->type = static_cast<DType>(type);
  declared_->isSequence = isSequence;
  declared_->isOptional = isOptional;
}
void ModelDraft::captured(const std::string& name) {
  added(graph().captured, instead_.text) = name;
}

model::Initializer& ModelDraft::constant(const std::string& name, const graph::Form& form) {
  model::Initializer& made = added(graph().initializers, instead_.initializer);
  made.name = name;
  made.form = form;
  return made;
}

void ModelDraft::initializer(const std::string& name, int type, Address sizes, int rank,
                             Address from) {
  model::Initializer& made = constant(name, formAt(type, sizes, rank));
  made.isHeap = from != 0;
  made.bytes = {at(from), simdcast::size(bytesOf(made.form))};
}

void ModelDraft::weak(const std::string& name) { added(graph().numbers, instead_.text) = name; }

void ModelDraft::stringInitializer(const std::string& name, Address sizes, int rank) {
  texts_ = &constant(name, formAt(static_cast<int>(DType::string), sizes, rank)).texts;
}

ModelSession::ModelSession(ModelDraft& draft, bool sharesBlocks)
    : model_(std::move(draft.model())),
      shared_(std::make_unique<model::Shared>(machine(), hostPasses)),
      inputs_(std::make_unique<DescribedInputs>(shared_->derived.strings())),
      results_(std::make_unique<DescribedResults>(shared_->derived.strings())) {
  // The results of functions are bit-identical to those of their separate operators.
  shared_->flushesSubnormals = !sharesBlocks;
  auto bound = model::bind(model_);
  if (auto* fault = std::get_if<Fault>(&bound)) {
    fault_ = std::move(*fault);
    release(model_.graph);
    return;
  }
  graph_ = std::get<std::unique_ptr<model::BoundGraph>>(std::move(bound));
  fault_ = prepareConstants(*graph_, *shared_);
  runner_ = std::make_unique<model::GraphRunner>(*graph_, *shared_,
                                                 sharesBlocks ? &sharedBlocks() : nullptr);
}

FaultReport reportOf(const std::optional<Fault>& fault) {
  if (!fault) return {};
  FaultReport report{std::string(fault->code), fault->text, fault->node, {}, fault->ofEngine};
  const TypeNames types(fault->types);
  for (const std::string_view type : types.names()) report.types.emplace_back(type);
  return report;
}

std::unique_ptr<Aligned> ModelSession::conflict() const {
  auto aligned = std::make_unique<Aligned>();
  const bool isKnown = fault_ && fault_->conflict != nullptr && aligned->ask(*fault_->conflict);
  return isKnown && !aligned->ok() ? std::move(aligned) : nullptr;
}

bool ModelSession::read(Address inputs) {
  fault_ = checkHeadroom();
  if (!fault_) fault_ = inputs_->read(reinterpret_cast<const double*>(at(inputs)), model_);
  return !fault_;
}

bool ModelSession::begin(Address inputs) {
  shared_->forgetStrings(*runner_);
  if (!read(inputs)) return false;
  fault_ = runner_->begin(inputs_->values());
  if (!fault_) describe(*runner_->current(), false);
  return !fault_;
}

const model::Program* ModelSession::program() const noexcept {
  return runner_->current() != nullptr ? runner_->current() : runner_->prepared();
}

bool ModelSession::inPlace() const noexcept { return program() != nullptr && program()->isInPlace; }

bool ModelSession::isElementwise() const noexcept {
  return program() != nullptr && program()->isElementwise;
}

bool ModelSession::finish(Address targets) {
  const auto* next = reinterpret_cast<const double*>(at(targets));
  targets_.resize(graph_->outputs.size());
  for (std::byte*& target : targets_) target = at(static_cast<Address>(*next++));
  fault_ = runner_->finish(targets_);
  if (!fault_) describe(*runner_->current(), true);
  return !fault_;
}

void ModelSession::describe(const model::Program& program, bool hasRun) {
  results_->begin();
  if (!model::canList(graph_->outputs.size())) fault_ = model::outOfMemory();
  for (int i = 0; i < program.outputs.size() && !fault_; ++i) {
    const Value& output = program.outputs[i];
    fault_ = checkOutput(model_.graph.outputs[simdcast::size(i)], output);
    results_->add(output, hasRun || program.external[i] == model::Program::kKnown);
  }
  if (!results_->end() && !fault_) fault_ = model::outOfMemory();
}

int ModelSession::grownFrom(int output) const {
  const model::Program& program = *runner_->current();
  const model::Growth& growth = program.growths[simdcast::size(output)];
  return model::holds(growth, program.outputs[output]) ? growth.input : -1;
}

void ModelSession::give(const std::string& name, int type, Address address) {
  const bool isDefault = fault_ && fault_->code == model::kTypeNeeded && fault_->types.empty();
  model::giveNumber(*graph_, *shared_, name, static_cast<DType>(type), at(address), isDefault);
}

bool ModelSession::prepare(Address inputs) {
  results_->begin();
  if (!read(inputs)) return false;
  fault_ = runner_->prepare(inputs_->values());
  if (!fault_ && program() != nullptr) describe(*program(), false);
  return !fault_;
}

Address ModelSession::results() const noexcept {
  return reinterpret_cast<Address>(results_->numbers());
}

double ModelSession::bytes() const noexcept {
  constexpr Count kBytesOfNode = 1024;  // an estimate
  Count bytes = shared_->derived.holdings().bytes() + runner_->bytes();
  for (const auto& [graph, runner] : shared_->runners) bytes += runner->bytes();
  bytes += static_cast<Count>(graph_->nodes.size() + 1) * kBytesOfNode;
  return static_cast<double>(bytes);
}

bool ModelSession::clear() {
  bool cleared = runner_ != nullptr && runner_->clear();
  for (const auto& [graph, runner] : shared_->runners) cleared = runner->clear() || cleared;
  if (shared_ != nullptr) shared_->latest.clear();
  shared_->derived.strings().forget();
  return cleared;
}

bool clearShared() { return sharedBlocks().clear(); }

void useKernelHost(const KernelHost& host) {
  static HostPasses passes(host);
  hostPasses = &passes;
}

}  // namespace simdcast::remote

#include "lowering.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "../base/rounding.hpp"
#include "../engine/heap.hpp"
#include "numbers.hpp"

namespace simdcast::model {
namespace {

using graph::Storage;
using graph::StorageKind;
using graph::Value;
using graph::Values;

// Programs whose sizes depend on more bytes than this are not cached: comparing the bytes in each
// run costs as much as lowering.
constexpr Count kMostCompared = 8192;

// Inputs with at most this number of elements, such as sizes, are read before lowering if they
// determine sizes.
constexpr Count kMostKnown = 64;

// Steps of a group of nodes that others of it may copy.
constexpr std::size_t kMostTwins = 8;

const graph::Lowered* findLike(const std::vector<const graph::Lowered*>& twins,
                               const Values& inputs) {
  const auto found =
      std::ranges::find_if(twins, [&](const graph::Lowered* each) { return each->isLike(inputs); });
  return found == twins.end() ? nullptr : *found;
}

using LowerControl = Values (*)(Lowering& lowering, const BoundNode& node, const Frame& frame,
                                const Values& inputs);

// Nodes with subgraphs.
LowerControl controlOf(std::string_view op) {
  if (op == "If") return lowerIf;
  if (op == "Loop") return runLoop;
  if (op == "SequenceMap") return lowerSequenceMap;
  return op == "Scan" ? runScan : nullptr;
}

}  // namespace

Lowering::Lowering(const BoundGraph& graph, Shared& shared, Program& program, Blocks& blocks,
                   bool runs)
    : graph_(graph),
      shared_(shared),
      program_(program),
      blocks_(blocks),
      runs_(runs),
      number_(++shared.programs) {
  builder_.emplace(shared_.derived, shared_.machine);
}

std::optional<Fault> Lowering::run(std::set<int>& decisive) {
  decisive_ = &decisive;
  Values given = program_.inputs;
  for (const int input : decisive)
    if (given[input].elements() <= kMostKnown) given[input] = learn(given[input]);
  if (failed()) return builder_->fault();
  program_.outputs = lowerGraph(graph_, {given.begin(), given.end()});
  if (!failed()) finish();
  return builder_->fault();
}

Values Lowering::lowerGraph(const BoundGraph& graph, std::span<const Value> given) {
  const auto count = static_cast<std::size_t>(graph.values);
  if (!heap::canReserve(count * (sizeof(Value) + sizeof(Version)))) return fail(outOfMemory());
  Latest& latest = shared_.latest[&graph];
  latest.nodes.resize(graph.nodes.size());
  const bool isRoot = frames_.empty();
  frames_.push_back({.graph = &graph, .latest = &latest});
  Frame& frame = frames_.back();
  if (isRoot) {
    frame.values.swap(latest.values);
    frame.versions.swap(latest.versions);
  }
  frame.values.resize(count);
  frame.versions.resize(count);
  setGiven(frame, given);
  const std::vector<bool>& folded = shared_.folded[&graph];
  for (std::size_t i = 0; i < graph.nodes.size() && !failed(); ++i) {
    frame.node = static_cast<int>(i);
    if (!folded[i]) lowerNode(frame, i);
  }
  Values outputs;
  for (const ValueId output : graph.outputs) {
    const Value& value = frame.values[static_cast<std::size_t>(output)];
    if (!value && !failed()) fail({"invalid_graph", "An output of the graph is absent."});
    outputs.push(value);
  }
  if (isRoot) {
    latest.values.swap(frame.values);
    latest.versions.swap(frame.versions);
  }
  frames_.pop_back();
  return failed() ? Values{} : outputs;
}

// Sets the constants and the given values.
void Lowering::setGiven(Frame& frame, std::span<const Value> given) {
  const auto set = [&](ValueId id, const Value& value, Version version) {
    if (id == kNone) return;
    frame.values[static_cast<std::size_t>(id)] = value;
    frame.versions[static_cast<std::size_t>(id)] = version;
  };
  const BoundGraph& graph = *frame.graph;
  std::size_t at = 0;
  for (const ValueId input : graph.inputs)
    if (!given[at++]) set(input, {}, kUnknown);
  // An initializer replaces an input that is absent.
  for (const Constant& constant : shared_.constants[&graph])
    if (frame.versions[static_cast<std::size_t>(constant.id)] != kInitial)
      set(constant.id, constant.value, kInitial);
  at = 0;
  for (const ValueId input : graph.inputs) {
    const Value& value = given[at++];
    if (!value || input == kNone) continue;
    const bool isFed = value.storage->kind == StorageKind::input;
    const Value& last = frame.values[static_cast<std::size_t>(input)];
    const Version version = frame.versions[static_cast<std::size_t>(input)];
    const bool isLast = version > kInitial && last.storage == value.storage && last == value;
    if (!isFed || !isLast) set(input, value, isFed ? ++shared_.newest : kUnknown);
  }
  for (const Captured& captured : graph.captured) set(captured.inner, given[at++], kUnknown);
}

void Lowering::lowerNode(Frame& frame, std::size_t at) {
  const BoundNode& node = frame.graph->nodes[at];
  if (!canList(node.inputs.size() + node.outputs.size(), nodes_++)) fail(outOfMemory());
  if (!failed() && isUnchanged(frame, at)) {
    Remembered& last = frame.latest->nodes[at];
    setOutputs(frame, node, repeat(last), last.version);
    if (failed()) builder_->replace(named(*builder_->fault(), node));
    return;
  }
  for (;;) {
    const Values inputs = inputsOf(frame, node);
    const std::size_t steps = builder_->steps().size();
    Version version = kUnknown;
    const Values outputs = repeated(frame, at, inputs, version);
    const Value needed = builder_->needed();
    if (failed() && needed && !needed.isConstant()) {
      builder_->forget(steps);
      find(needed);
      if (!failed()) continue;
    }
    if (failed()) return builder_->replace(named(*builder_->fault(), node));
    return setOutputs(frame, node, outputs, version);
  }
}

const Values& Lowering::repeat(Remembered& last) {
  last.program = number_;
  last.misses = 0;
  return last.lowered->repeat(*builder_);
}

bool Lowering::isUnchanged(const Frame& frame, std::size_t at) const {
  const BoundNode& node = frame.graph->nodes[at];
  const Remembered& last = frame.latest->nodes[at];
  if (last.lowered == nullptr || last.root != &graph_ || last.program == number_ ||
      last.inputs.size() != node.inputs.size())
    return false;
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    if (node.inputs[i] == kNone) continue;
    const Version version = frame.versions[static_cast<std::size_t>(node.inputs[i])];
    if (version == kUnknown || version != last.inputs[i]) return false;
  }
  return true;
}

void Lowering::setOutputs(Frame& frame, const BoundNode& node, const Values& outputs,
                          Version version) const {
  for (std::size_t i = 0; i < node.outputs.size(); ++i) {
    if (node.outputs[i] == kNone) continue;
    const auto id = static_cast<std::size_t>(node.outputs[i]);
    if (version != kUnknown && frame.versions[id] == version) continue;
    frame.values[id] =
        static_cast<int>(i) < outputs.size() ? outputs[static_cast<int>(i)] : Value{};
    frame.versions[id] = version;
  }
}

Values Lowering::inputsOf(const Frame& frame, const BoundNode& node) {
  Values inputs;
  for (const ValueId input : node.inputs)
    inputs.push(input == kNone ? Value{} : frame.values[static_cast<std::size_t>(input)]);
  if (!frame.graph->numbers.empty())
    if (std::optional<Fault> fault = addNumbers(*frame.graph, node, shared_, inputs))
      fail(*std::move(fault));
  return inputs;
}

Values Lowering::repeated(Frame& frame, std::size_t at, const Values& inputs, Version& version) {
  const BoundNode& node = frame.graph->nodes[at];
  Remembered& last = frame.latest->nodes[at];
  const bool varies = node.bound.row != nullptr && (node.bound.row->traits & onnx::kVaries) != 0;
  // Steps occur once in a program, though the node's graph may be inlined several times.
  // The program of a graph of one node is found as fast as the node's steps.
  const bool isOnce =
      last.program != number_ && node.graphs.empty() && !varies && frame.graph->nodes.size() > 1;
  if (!isOnce) {
    builder_->beginNode(node.name, node.label);
    return outputsOf(frame, node, inputs);
  }
  if (last.root != &graph_) last = {.root = &graph_};
  if (last.lowered != nullptr && last.lowered->fits(inputs)) {
    last.inputs = versionsOf(frame, node);
    version = last.version;
    return repeat(last);
  }
  // A node whose inputs always differ is recorded ever more rarely, unless others copy its steps.
  std::vector<const graph::Lowered*>* twins = twinsOf(frame, at);
  const graph::Lowered* twin = twins == nullptr ? nullptr : findLike(*twins, inputs);
  const bool isFirst = twins != nullptr && twin == nullptr && twins->size() < kMostTwins;
  const bool isRecorded = std::popcount(last.misses) <= 1 || isFirst;
  const bool follows = last.lowered != nullptr && (isRecorded || last.isAlike);
  builder_->beginNode(node.name, node.label, follows ? &last.lowered->holdings() : nullptr,
                      isRecorded);
  const Values own = isRecorded ? withOwnConstants(*builder_, inputs) : inputs;
  const std::size_t steps = builder_->steps().size();
  Values outputs = failed()          ? Values{}
                   : twin != nullptr ? twin->copy(*builder_, own)
                                     : outputsOf(frame, node, own);
  last.isAlike = builder_->holdings().settle() && follows;
  if (failed()) return {};
  last.program = number_;
  ++last.misses;
  const bool isSame = follows && last.lowered->hasOutputs(outputs);
  if (isSame) version = last.version;
  if (!isRecorded) return outputs;
  if (auto lowered = graph::Lowered::of(*builder_, own, steps, outputs)) {
    last.lowered = std::move(lowered);
    last.inputs = versionsOf(frame, node);
    if (!isSame) last.version = ++shared_.newest;
    version = last.version;
    if (isFirst) twins->push_back(last.lowered.get());
  }
  return outputs;
}

std::vector<const graph::Lowered*>* Lowering::twinsOf(const Frame& frame, std::size_t at) {
  const int group = frame.graph->groups[at];
  if (group == kNone) return nullptr;
  Remembered& first = frame.latest->nodes[static_cast<std::size_t>(group)];
  if (std::exchange(first.twinsOf, number_) != number_) first.twins.clear();
  return &first.twins;
}

std::vector<Version> Lowering::versionsOf(const Frame& frame, const BoundNode& node) {
  std::vector<Version> versions;
  for (const ValueId id : node.inputs)
    versions.push_back(id == kNone ? kUnknown : frame.versions[static_cast<std::size_t>(id)]);
  return versions;
}

Values Lowering::outputsOf(Frame& frame, const BoundNode& node, const Values& inputs) {
  const LowerControl control = node.graphs.empty() ? nullptr : controlOf(node.node.op);
  if (control != nullptr) {
    for (const Value& input : inputs) builder_->use(input);
    return control(*this, node, frame, inputs);
  }
  return onnx::lowerNode(*builder_, node.node, node.bound, {inputs.begin(), inputs.end()});
}

int Lowering::inputOf(const Storage* storage) const {
  for (int i = 0; i < program_.inputs.size(); ++i)
    if (program_.inputs[i].storage == storage) return i;
  return -1;
}

// The failure for an input whose elements determine sizes, but are not available.
Fault Lowering::needsValue(const Storage* storage) const {
  return {kValueNeeded, std::to_string(inputOf(storage))};
}

// Whether a value is computed from constants and short inputs alone.
bool Lowering::isFromInputs(const Value& value, std::set<int>& inputs) {
  std::set<const Storage*> wanted{value.storage->place()};
  std::set<const Storage*> written;
  const graph::Steps& steps = builder_->steps();
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    const bool isWriter = std::ranges::any_of((*step)->outputs, [&](const Value& output) {
      return output && wanted.contains(output.storage);
    });
    if (!isWriter) continue;
    for (const Value& output : (*step)->outputs)
      if (output) written.insert(output.storage);
    for (const Value& input : (*step)->inputs) {
      if (!input || input.isConstant()) continue;
      const int number = inputOf(input.storage);
      if (number >= 0 && program_.inputs[number].elements() > kMostKnown) return false;
      if (number >= 0)
        inputs.insert(number);
      else
        wanted.insert(input.storage->place());
    }
  }
  return std::ranges::includes(written, wanted);
}

void Lowering::find(const Value& needed) {
  std::set<int> inputs;
  const bool isInput = needed.storage->place()->kind == StorageKind::input;
  if (frames_.size() > 1 || isInput || !isFromInputs(needed, inputs)) {
    learn(needed);
    return;
  }
  const std::size_t known = decisive_->size();
  decisive_->insert(inputs.begin(), inputs.end());
  if (decisive_->size() > known)
    fail({kRestart, {}});
  else
    learn(needed);
}

Value Lowering::learn(const Value& value) {
  if (!value || value.isConstant()) return value;
  const bool isInput = value.storage->place()->kind == StorageKind::input;
  if (!isInput) pause();
  if (failed()) return {};
  const Count bytes = value.storage->bytes;
  // Values without elements have no address if no step computes them.
  if (bytes > 0 && value.storage->place()->address == nullptr)
    return fail(needsValue(value.storage));
  Storage* known = program_.holdings.storage(StorageKind::constant, bytes);
  known->address = program_.holdings.reserve(bytes);
  if (known->address == nullptr) return fail(outOfMemory());
  if (bytes > 0)
    std::memcpy(known->address, value.storage->place()->address + value.storage->offset,
                size(bytes));
  std::vector<Condition>& conditions =
      isInput || program_.stages.empty() ? program_.conditions : program_.stages.back().conditions;
  conditions.push_back({value.storage, known->address});
  if (bytes > kMostCompared) program_.isReusable = false;
  for (Frame& frame : frames_)
    for (std::size_t id = 0; id < frame.values.size(); ++id)
      if (frame.values[id].storage == value.storage) {
        frame.values[id].storage = known;
        frame.versions[id] = kUnknown;
      }
  return {{value.type, value.dims}, known};
}

Values Lowering::captured(const BoundGraph& graph, const Frame& around) {
  Values values;
  for (const Captured& captured : graph.captured) {
    values.push(around.values[static_cast<std::size_t>(captured.outer)]);
    builder_->use(values.back());
  }
  return values;
}

Values Lowering::inlined(const BoundGraph& graph, const BoundNode& node, const Frame& around,
                         const Values& given) {
  Values values = given;
  for (const Value& value : captured(graph, around)) values.push(value);
  Values outputs = lowerGraph(graph, {values.begin(), values.end()});
  builder_->beginNode(node.name, node.label);
  return outputs;
}

}  // namespace simdcast::model

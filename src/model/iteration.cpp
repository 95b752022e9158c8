#include "iteration.hpp"

#include <cstring>

#include "../explain/session_faults.hpp"
#include "graph_runner.hpp"

namespace simdcast::model {

using graph::Form;
using graph::Holdings;
using graph::Storage;
using graph::StorageKind;
using graph::Value;
using graph::Values;
using graph::withoutAxis;

namespace {

// If a list has another length in an iteration, the nodes are lowered again.
constexpr Count kMostNodesWithLists = 200'000;

graph::Failed fail(const Iteration& of, Fault fault) { return of.lowering.fail(std::move(fault)); }

const std::byte* zeros(const Iteration& of, Holdings& holdings, Count bytes) {
  std::byte* block = holdings.reserve(bytes);
  if (block == nullptr) return fail(of, outOfMemory());
  std::memset(block, 0, simdcast::size(bytes));
  return block;
}

// The state as a value at its own addresses.
Value valueIn(Holdings& holdings, const Kept& state) {
  if (state.list == nullptr) return valueAt(holdings, state.form, state.bytes.data());
  graph::List list{.type = state.list->type, .isOptional = state.list->isOptional};
  for (const auto& item : state.items) list.items.push(valueIn(holdings, *item));
  return graph::listOf(std::move(list), holdings);
}

Values inputsOf(const Iteration& of, Holdings& holdings, const std::vector<Kept>& states,
                const Count& number, const std::byte& truth) {
  Values given;
  if (of.isLoop) {
    given.push(valueAt(holdings, {DType::int64, {}}, reinterpret_cast<const std::byte*>(&number)));
    given.push(valueAt(holdings, {DType::boolean, {}}, &truth));
  }
  for (int i = 0; i < of.states.size(); ++i) {
    const Value state = valueIn(holdings, states[size(i)]);
    given.push(asState(of.states[i], state, holdings));
  }
  for (int i = 0; i < of.slices.size(); ++i) {
    const Value& value = of.slices[i];
    const Form slice{value.type, withoutAxis(value.dims, 0)};
    const Count taken = of.reversed[static_cast<std::size_t>(i)] ? of.trips - 1 - number : number;
    const std::byte* from = of.trips == 0 ? nullptr : addressOf(value) + taken * bytesOf(slice);
    // Without a slice, zeros determine the forms of the results.
    if (of.trips == 0) from = zeros(of, holdings, bytesOf(slice));
    given.push(valueAt(holdings, slice, from));
  }
  for (const Value& value : of.captured) given.push(value);
  return given;
}

// Checks the outputs of an iteration: scan outputs are tensors.
bool keepsStates(const Iteration& of, const Values& outputs, int first) {
  for (int i = 0; i < outputs.size(); ++i) {
    const bool isState = i >= first && i < first + of.states.size();
    if (isState) continue;
    if (auto fault = onnx::checkMade(of.node.node, outputs[i], {}))
      return fail(of, *std::move(fault));
  }
  for (int i = 0; i < of.states.size(); ++i)
    if (!mayFollow(of.states[i], outputs[first + i]))
      return fail(of, faults::carried(of.node.label, i, graph::textOf(of.states[i]),
                                      graph::textOf(outputs[first + i])));
  return true;
}

// The states after an iteration. All outputs are read before the first state is written.
std::vector<Kept> statesIn(const Iteration& of, const Values& outputs, int first,
                           const std::vector<Kept>& before) {
  Kept::Known known;
  for (const Kept& state : before) state.addTo(known);
  std::vector<Kept> states(simdcast::size(of.states.size()));
  for (std::size_t i = 0; i < states.size(); ++i)
    if (!states[i].copy(outputs[first + static_cast<int>(i)], known))
      return fail(of, outOfMemory());
  return states;
}

// Adds the slices of an iteration; returns whether it could.
bool stack(const Iteration& of, std::vector<Stack>& stacks, const Values& outputs, int first) {
  for (std::size_t i = 0; i < stacks.size(); ++i) {
    const Value& slice = outputs[first + static_cast<int>(i)];
    if (!stacks[i].accepts(slice))
      return fail(of, faults::stacked(of.node.label, stacks[i].slice->dims, slice.dims));
    if (!stacks[i].push(slice, addressOf(slice))) return fail(of, outOfMemory());
  }
  return true;
}

// The outputs of one iteration; none if it failed. The iteration number must outlive the outputs,
// one of which may be it.
Values outputsOf(const Iteration& of, const Iterated& result, const Count& number, int first) {
  static constexpr std::byte kTrue{1};
  Holdings holdings;
  const Values given = inputsOf(of, holdings, result.states, number, kTrue);
  if (of.lowering.failed()) return {};
  GraphRunner& runner = of.lowering.shared().runnerOf(of.body);
  std::variant<Values, Fault> made = runner.run({given.begin(), given.end()});
  if (auto* fault = std::get_if<Fault>(&made)) return fail(of, std::move(*fault));
  Values& outputs = std::get<Values>(made);
  if (of.isLoop && !outputs[0].isList() &&
      (outputs[0].type != DType::boolean || outputs[0].elements() != 1))
    return fail(of, faults::condition(of.node.label));
  return keepsStates(of, outputs, first) ? std::move(outputs) : Values{};
}

// Sets the forms of the scan outputs of a loop that has no iterations.
void formStacks(const Iteration& of, Iterated& result, int first) {
  if (result.stacks.empty()) return;
  const Count none = 0;
  const Values outputs = outputsOf(of, result, none, first);
  if (of.lowering.failed()) return;
  for (std::size_t i = 0; i < result.stacks.size(); ++i)
    result.stacks[i].slice = outputs[first + of.states.size() + static_cast<int>(i)];
}

}  // namespace

bool Kept::copy(const Value& value, const Known& known) {
  form = value;
  if (!value.isList()) return bytes.assign(addressOf(value), bytesOf(form));
  list = value.storage->list;
  for (const Value& item : list->items) {
    const auto found = item.isList() ? known.end() : known.find(addressOf(item));
    if (found != known.end() && found->second->form == item) {
      items.push_back(found->second);
      continue;
    }
    const auto copied = std::make_shared<Kept>();
    if (!copied->copy(item, known)) return false;
    items.push_back(copied);
  }
  return true;
}

void Kept::addTo(Known& known) const {
  for (const std::shared_ptr<const Kept>& item : items) {
    if (item->list == nullptr) known.emplace(item->bytes.data(), item);
    item->addTo(known);
  }
}

bool Stack::push(const Form& form, const std::byte* from) {
  slice = form;
  ++count;
  return bytes.append(from, bytesOf(form));
}

Iterated iterate(const Iteration& of) {
  Iterated result;
  const int first = of.isLoop ? 1 : 0;
  result.states = statesIn(of, of.states, 0, {});
  result.stacks.resize(of.body.outputs.size() - simdcast::size(first + of.states.size()));
  if (of.lowering.failed()) return {};
  const bool hasLists = std::ranges::any_of(of.states, &Value::isList);
  const Count nodes = std::max<Count>(1, static_cast<Count>(of.body.nodes.size()));
  const Count mostWithLists = hasLists ? kMostNodesWithLists / nodes : kMostIterations;
  bool goesOn = of.goesOn;
  if (!goesOn || of.trips == 0) formStacks(of, result, first);
  for (Count number = 0; goesOn && number < of.trips && !of.lowering.failed(); ++number) {
    if (number >= kMostIterations) return fail(of, faults::endless(of.node.label, kMostIterations));
    if (number >= mostWithLists)
      return fail(of, faults::unrolled(of.node.label, kMostNodesWithLists));
    const Values outputs = outputsOf(of, result, number, first);
    if (of.lowering.failed()) return {};
    if (of.isLoop) goesOn = *addressOf(outputs[0]) != std::byte{0};
    if (!stack(of, result.stacks, outputs, first + of.states.size())) return {};
    result.states = statesIn(of, outputs, first, result.states);
  }
  return of.lowering.failed() ? Iterated{} : std::move(result);
}

const std::byte* addressOf(const Value& value) {
  return value.storage->place()->address + value.storage->offset;
}

Value valueAt(Holdings& holdings, const Form& form, const std::byte* address) {
  Storage* storage = holdings.storage(StorageKind::input, bytesOf(form));
  storage->address = const_cast<std::byte*>(address);
  return {form, storage};
}

namespace {

Value copied(Lowering& lowering, const Form& form, const GrowingBytes& bytes) {
  Holdings& holdings = lowering.program().holdings;
  std::byte* address = holdings.reserve(bytesOf(form));
  if (address == nullptr) return lowering.fail(outOfMemory());
  if (bytes.size() > 0) std::memcpy(address, bytes.data(), simdcast::size(bytes.size()));
  return valueAt(holdings, form, address);
}

}  // namespace

Value valueOf(Lowering& lowering, const Kept& state) {
  if (lowering.failed()) return {};
  if (state.list == nullptr) return copied(lowering, state.form, state.bytes);
  graph::List list{.type = state.list->type, .isOptional = state.list->isOptional};
  for (const auto& item : state.items) list.items.push(valueOf(lowering, *item));
  return graph::listOf(std::move(list), lowering.program().holdings);
}

Value valueOf(Lowering& lowering, const Stack& stack) {
  if (lowering.failed()) return {};
  const Form form{stack.slice->type, graph::joined({{stack.count}, stack.slice->dims})};
  return copied(lowering, form, stack.bytes);
}

}  // namespace simdcast::model

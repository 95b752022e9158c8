#include "form_iteration.hpp"

#include <algorithm>

#include "../explain/session_faults.hpp"
#include "iteration.hpp"

namespace simdcast::model {

using graph::Dims;
using graph::Form;
using graph::joined;
using graph::Value;
using graph::Values;
using graph::withoutAxis;

namespace {

// Loops with at most this number of iterations are lowered one by one, as constants may differ.
constexpr Count kFew = 4;
// The limit for bodies without nodes; for others, the number of nodes is limited.
constexpr Count kMostUnrolled = 100'000;

Value truth(FormLowering& lowering) {
  constexpr std::byte kTrue{1};
  return lowering.builder().constant(DType::boolean, {}, {&kTrue, 1});
}

// The outputs of the body by role.
struct Made {
  Value goesOn;
  Values states;
  Values stacks;
};

Made madeBy(const FormIteration& of, const Values& given) {
  const Values outputs = of.lowering.lowerGraph(of.body, {given.begin(), given.end()}, of.around);
  Made made;
  if (of.lowering.failed()) return made;
  const int first = of.isLoop ? 1 : 0;
  if (of.isLoop) made.goesOn = outputs[0];
  if (auto fault = onnx::checkMade(of.node.node, made.goesOn, {}))
    return of.lowering.fail(*std::move(fault));
  for (int i = first; i < outputs.size(); ++i)
    (i - first < of.states.size() ? made.states : made.stacks).push(outputs[i]);
  for (int i = 0; i < of.states.size(); ++i)
    if (!mayFollow(of.states[i], made.states[i]))
      return of.lowering.fail(faults::carried(of.node.label, i, graph::textOf(of.states[i]),
                                              graph::textOf(made.states[i])));
  for (const Value& stack : made.stacks)
    if (auto fault = onnx::checkMade(of.node.node, stack, {}))
      return of.lowering.fail(*std::move(fault));
  return made;
}

// The inputs of any iteration, or of the first one, which gets the initial states.
Values anyInputs(const FormIteration& of, bool isFirst = false) {
  Values given;
  if (of.isLoop) {
    given.push(of.lowering.unknown({DType::int64, {}}));
    given.push(truth(of.lowering));
  }
  for (const Value& state : of.states)
    given.push(isFirst ? state : FormLowering::unknownLike(of.lowering.builder(), state));
  for (const Value& slice : of.slices)
    given.push(of.lowering.unknown({slice.type, withoutAxis(slice.dims, 0)}));
  return given;
}

// The trip count if the condition after each iteration is constant.
std::optional<Count> tripsOf(const FormIteration& of, std::optional<bool> goesOn) {
  const std::optional<bool> starts = of.lowering.isOn(of.condition);
  if (starts == false || of.trips == 0) return 0;
  if (!starts || !of.trips || !goesOn) return std::nullopt;
  return *goesOn ? *of.trips : 1;
}

// A loop whose iterations all have values of the same forms.
struct Repeated {
  std::optional<Count> trips;
  std::vector<Form> stacks;  // what one iteration adds
};

bool keepsStates(const FormIteration& of, const Values& states) {
  for (int i = 0; i < of.states.size(); ++i)
    if (states[i].dims != of.states[i].dims) return false;
  return true;
}

bool areUsed(const std::vector<FormStack>& stacks) {
  return std::ranges::any_of(stacks, [](const FormStack& stack) { return stack.isUsed; });
}

// Nothing if sizes change between iterations or depend on their elements, or if constants may
// change.
std::optional<Repeated> repeated(const FormIteration& of) {
  // A list may have another length in each iteration.
  if (std::ranges::any_of(of.states, &Value::isList)) return std::nullopt;
  std::optional<Repeated> result;
  of.lowering.attempt([&] {
    const Made made = madeBy(of, anyInputs(of));
    if (of.lowering.failed()) return;
    Repeated once{.trips = tripsOf(of, of.lowering.isOn(made.goesOn)), .stacks = {}};
    for (const Value& stack : made.stacks) once.stacks.push_back(stack);
    if (once.trips != 0 && !keepsStates(of, made.states)) return;
    const bool isUnrolled =
        once.trips ? *once.trips > 0 && *once.trips <= kFew : areUsed(of.stacks);
    if (!isUnrolled) result = std::move(once);
  });
  return of.lowering.failed() ? std::nullopt : result;
}

// The results of this number of iterations, each of which adds slices of these forms.
IteratedForms after(const FormIteration& of, std::optional<Count> trips,
                    const std::vector<Form>& slices) {
  if (trips && *trips > kMostIterations)
    return of.lowering.fail(faults::endless(of.node.label, kMostIterations));
  onnx::Call call = callFor(of.lowering, of.node);
  IteratedForms result;
  for (const Value& state : of.states)
    result.states.push(trips == 0 ? state : of.lowering.unknown(state));
  for (std::size_t i = 0; i < slices.size(); ++i) {
    if (!of.stacks[i].isUsed) {
      result.stacks.push({});
      continue;
    }
    const Dims dims = joined({{trips.value_or(0)}, slices[i].dims});
    if (!call.checkDims(dims)) return {};
    result.stacks.push(trips == 0 ? of.lowering.builder().constant(slices[i].type, dims)
                                  : of.lowering.unknown({slices[i].type, dims}));
  }
  return result;
}

class Unrolled {
 public:
  explicit Unrolled(const FormIteration& of) : of_(of), rows_(of.stacks.size()) {}

  IteratedForms run() {
    if (!of_.trips) return unknown();
    Values states = of_.states;
    std::optional<bool> goesOn = of_.lowering.isOn(of_.condition);
    for (Count at = 0; at < *of_.trips && goesOn != false; ++at) {
      if (!goesOn) return unknown();
      if (at >= kMostUnrolled)
        return of_.lowering.fail(faults::unrolled(of_.node.label, kMostUnrolled));
      Made made = madeBy(of_, inputsOf(at, states));
      if (of_.lowering.failed()) return {};
      states = std::move(made.states);
      if (of_.isLoop) goesOn = of_.lowering.isOn(made.goesOn);
      for (std::size_t i = 0; i < rows_.size(); ++i)
        rows_[i].push_back(made.stacks[static_cast<int>(i)]);
    }
    const bool isEmpty = areUsed(of_.stacks) && rows_[0].empty();
    return isEmpty ? none() : IteratedForms{states, stacks()};
  }

 private:
  IteratedForms unknown() { return of_.lowering.fail(faults::unknownTrips(of_.node.label)); }

  Values inputsOf(Count at, const Values& states) {
    onnx::Call call = callFor(of_.lowering, of_.node);
    Values given;
    if (of_.isLoop) {
      given.push(call.int64(at));
      given.push(truth(of_.lowering));
    }
    for (int i = 0; i < states.size(); ++i)
      given.push(asState(of_.states[i], states[i], of_.lowering.builder().holdings()));
    for (int i = 0; i < of_.slices.size(); ++i) {
      const bool isReversed = of_.reversed[static_cast<std::size_t>(i)];
      given.push(call.entryOf(of_.slices[i], 0, isReversed ? *of_.trips - 1 - at : at));
    }
    return given;
  }

  // Without iterations, an additional one determines the forms of the slices.
  IteratedForms none() {
    std::vector<Form> slices;
    const bool isDone = of_.lowering.attempt([&] {
      for (const Value& stack : madeBy(of_, anyInputs(of_, true)).stacks) slices.push_back(stack);
    });
    if (!isDone) return of_.lowering.failed() ? IteratedForms{} : unknown();
    return after(of_, 0, slices);
  }

  Values stacks() {
    Values stacks;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (of_.stacks[i].isReversed) std::ranges::reverse(rows_[i]);
      stacks.push(of_.stacks[i].isUsed ? stacked(of_.lowering, of_.node, rows_[i]) : Value{});
    }
    return stacks;
  }

  const FormIteration& of_;
  std::vector<std::vector<Value>> rows_;  // of each stack, for each iteration
};

}  // namespace

onnx::Call callFor(FormLowering& lowering, const BoundNode& node) {
  return {lowering.builder(), node.node, *node.bound.version, {}};
}

Value stacked(FormLowering& lowering, const BoundNode& node, const std::vector<Value>& rows) {
  if (lowering.failed()) return {};
  const Dims& dims = rows[0].dims;
  for (const Value& row : rows)
    if (row.dims != dims) return lowering.fail(faults::stacked(node.label, dims, row.dims));
  onnx::Call call = callFor(lowering, node);
  if (!call.checkDims(joined({{static_cast<Count>(rows.size())}, dims}))) return {};
  std::vector<Value> raised;
  raised.reserve(rows.size());
  for (const Value& row : rows) raised.push_back(onnx::Call::alias(row, joined({{1}, dims})));
  return call.joined(raised, 0);
}

IteratedForms iterate(const FormIteration& of) {
  if (const std::optional<Repeated> once = repeated(of))
    return after(of, once->trips, once->stacks);
  return of.lowering.failed() ? IteratedForms{} : Unrolled(of).run();
}

}  // namespace simdcast::model

// LSTM, GRU and RNN: a product for all steps of the input, followed by a layer of the engine.
#include <array>
#include <cstring>

#include "recurrent_activations.hpp"

namespace simdcast::onnx {
namespace {

using layers::ActivationId;

// The differences between the three operators.
struct Cell {
  layers::Cell id{};
  Count gates = 1;
  SmallVector<ActivationId, 3> activations;  // the usual ones of one direction
};

// How the steps are walked, and all sizes.
struct LayerSizes {
  Count steps = 0;
  Count batch = 0;
  Count inputs = 0;
  Count hidden = 0;
  Count directions = 1;
  bool reverse = false;  // the first direction
};

// Whether the batch comes before the steps, and before the directions.
bool isBatchFirst(Call& call) { return call.flag("layout"); }

// [a, b, …] as [b, a, …] if the batch is first: converts to and from the layer's order.
Value ordered(Call& call, const Value& value) {
  if (!isBatchFirst(call)) return value;
  Dims perm = graph::allAxes(value.rank());
  if (perm.size() >= 2) std::swap(perm[0], perm[1]);
  return call.permuted(value, perm);
}

// [steps, directions, batch, hidden] as [batch, steps, directions, hidden] if the batch is first.
Value batchSteps(Call& call, const Value& value) {
  return isBatchFirst(call) ? call.permuted(value, {2, 0, 1, 3}) : value;
}

// Whether a float operand has the type of the first input and these dims, if it is present.
bool checkOperand(Call& call, int at, const Dims& dims) {
  const Value value = call.optional(at);
  const DType type = call.input(0).type;
  if (value && value.type != type)
    return call.fail(faults::typesDiffer(call.label(), type, value.type));
  return call.checkShape(at, dims);
}

// The operand in float32 or float64, if it is present.
Value operand(Call& call, int at, const Dims& dims) {
  if (!checkOperand(call, at, dims) || !call.has(at)) return {};
  return call.widened(call.input(at));
}

LayerSizes sizesOf(Call& call) {
  const Value x = call.input(0);
  if (x.rank() != 3)
    return call.fail(faults::operandShape(call.label(), 0, x.dims, {"steps", "batch", "inputs"}));
  const Value weights = call.input(2);
  const Count hidden = call.integer("hidden_size", weights.rank() > 2 ? weights.dims[2] : 0);
  const int direction = call.word("direction", {"forward", "reverse", "bidirectional"});
  const bool swapped = isBatchFirst(call);
  return {.steps = x.dims[swapped ? 1 : 0],
          .batch = x.dims[swapped ? 0 : 1],
          .inputs = x.dims[2],
          // No weights have a size beyond these, which products do not overflow.
          .hidden = std::clamp(hidden, -kMaxCount / 16, kMaxCount / 16),
          .directions = direction == 2 ? 2 : 1,
          .reverse = direction == 1};
}

struct Biases {
  Value outer;  // of the gates: [directions, gates * hidden]
  Value inner;  // of the part that GRU's reset gate scales: [directions, hidden]
};

bool isLinearBeforeReset(Call& call, const Cell& cell) {
  return cell.id == layers::Cell::gru && call.flag("linear_before_reset");
}

// The biases of the input and of the recurrence, which are adjacent, are added up, except for the
// part of GRU that is scaled.
Biases biasesOf(Call& call, const Cell& cell, const LayerSizes& sizes) {
  const Count hidden = sizes.hidden;
  const Count width = cell.gates * hidden;
  const Value bias = operand(call, 3, {sizes.directions, 2 * width});
  if (!bias) return {};
  const auto part = [&](Count first, Count count) { return call.partOf(bias, 1, first, count); };
  const auto sum = [&](Count count) {
    const Value own = part(0, count);
    return call.compute(OpId::add, own, part(width, count));
  };
  if (!isLinearBeforeReset(call, cell)) return {.outer = sum(width)};
  const Value given = part(2 * hidden, hidden);
  const Value inner = part(width + 2 * hidden, hidden);
  return {call.joined(std::array{sum(2 * hidden), given}, 1), inner};
}

// The contribution of the input and the biases to the gates: [steps, batch, directions, gates,
// hidden].
Value gatesOf(Call& call, const Cell& cell, const LayerSizes& sizes, const Value& bias) {
  const auto& [steps, batch, inputs, hidden, directions, reverse] = sizes;
  const Count width = cell.gates * hidden;
  const Value weights = operand(call, 1, {directions, width, inputs});
  const Value x = ordered(call, call.widened(call.input(0)));
  if (!call.checkDims({steps * batch, inputs})) return {};
  const Value gates = call.gemm(call.alias(x, {steps * batch, inputs}),
                                call.alias(weights, {directions * width, inputs}),
                                call.alias(bias, {directions * width}));
  return call.alias(gates, {steps, batch, directions, cell.gates, hidden});
}

struct Weights {
  Value value;
  bool columns = false;  // whether a gate has a column for each element, rather than a row
};

// The weights of the hidden state: [directions, gates, hidden, hidden]. Products with few rows are
// up to 2x as fast with columns, so constants are transposed once, and other weights if there are
// several steps.
Weights weightsOf(Call& call, const Cell& cell, const LayerSizes& sizes) {
  const Count hidden = sizes.hidden;
  const Value given = call.input(2);
  if (!checkOperand(call, 2, {sizes.directions, cell.gates * hidden, hidden})) return {};
  const Dims dims{sizes.directions, cell.gates, hidden, hidden};
  const auto transposed = [&] {
    return call.permuted(call.alias(call.widened(given), dims), {0, 1, 3, 2});
  };
  if (given.isConstant())
    return {call.builder().derived(given, "columns of each gate", transposed), true};
  return sizes.steps > 1 ? Weights{transposed(), true} : Weights{call.widened(given), false};
}

// The number of steps of each entry; absent if all have the full length.
Value lengthsOf(Call& call, const LayerSizes& sizes) {
  const Value lengths = call.optional(4);
  if (!lengths || !call.checkShape(4, {sizes.batch})) return {};
  if (!call.builder().isKnown(lengths)) return lengths;
  const std::vector<Count> known = call.integers(4, lengths);
  const bool areFull =
      std::ranges::all_of(known, [&](Count length) { return length == sizes.steps; });
  return areFull ? Value{} : lengths;
}

// A state before the first step: [directions, batch, hidden].
Value stateOf(Call& call, int at, const LayerSizes& sizes) {
  const auto& [steps, batch, inputs, hidden, directions, reverse] = sizes;
  const Value given = operand(
      call, at,
      isBatchFirst(call) ? Dims{batch, directions, hidden} : Dims{directions, batch, hidden});
  return given ? ordered(call, given) : given;
}

Values recurrent(Call& call, const Cell& cell) {
  const bool isLstm = cell.id == layers::Cell::lstm;
  const LayerSizes sizes = sizesOf(call);
  const auto& [steps, batch, inputs, hidden, directions, reverse] = sizes;
  const Weights weights = weightsOf(call, cell, sizes);
  const Biases biases = biasesOf(call, cell, sizes);
  const Value gates = gatesOf(call, cell, sizes, biases.outer);
  const Value state = stateOf(call, 5, sizes);
  const Value cellState = isLstm ? stateOf(call, 6, sizes) : Value{};
  const Value extra = isLstm ? operand(call, 7, {directions, 3 * hidden}) : biases.inner;
  const Value lengths = lengthsOf(call, sizes);
  SmallVector<ActivationId, 6> usual;
  for (Count direction = 0; direction < directions; ++direction)
    for (const ActivationId id : cell.activations) usual.push(id);
  const layers::Recurrence request{
      .type = gates.type,
      .cell = cell.id,
      .steps = steps,
      .batch = batch,
      .directions = directions,
      .hidden = hidden,
      .columns = weights.columns,
      .reverse = reverse,
      .linearBeforeReset = isLinearBeforeReset(call, cell),
      .inputForget = isLstm && call.flag("input_forget"),
      .clip = call.real("clip", std::numeric_limits<double>::infinity()),
      .activations = activationsOf(call, {usual.begin(), usual.end()})};
  const Form last{gates.type, {directions, batch, hidden}};
  const Form all{gates.type, {steps, directions, batch, hidden}};
  const Value inputsOfLayer[] = {gates, weights.value, state, cellState, extra, lengths};
  const Form made[] = {all, last, last};
  const Values outputs =
      call.builder().layer(request, inputsOfLayer, {made, isLstm ? 3U : 2U}, call.wanted() | 1);
  if (call.failed()) return {};
  Values results;
  const DType type = call.input(0).type;
  for (int i = 0; i < outputs.size(); ++i) {
    const Value& value = outputs[i];
    if (value && call.wants(i))
      results.push(call.cast(i == 0 ? batchSteps(call, value) : ordered(call, value), type));
    else
      results.push({});
  }
  return results;
}

Values rnn(Call& call) { return recurrent(call, {layers::Cell::rnn, 1, {ActivationId::tanh}}); }

Values gru(Call& call) {
  return recurrent(call, {layers::Cell::gru, 3, {ActivationId::sigmoid, ActivationId::tanh}});
}

Values lstm(Call& call) {
  return recurrent(
      call,
      {layers::Cell::lstm, 4, {ActivationId::sigmoid, ActivationId::tanh, ActivationId::tanh}});
}

constexpr Row kRecurrencesRows[] = {
    {"RNN",
     "1,3[3..6](floats,floats,floats,floats,int32,floats)"
     "{activation_alpha:floats activation_beta:floats activations:strings clip:float "
     "direction:string hidden_size:int output_sequence:int}->2 "
     "7{activation_alpha:floats activation_beta:floats activations:strings clip:float "
     "direction:string hidden_size:int} "
     "14{activation_alpha:floats activation_beta:floats activations:strings clip:float "
     "direction:string hidden_size:int layout:int} "
     "22(floats_bf,floats_bf,floats_bf,floats_bf,int32,floats_bf)",
     rnn},
    {"GRU",
     "1,3[3..6](floats,floats,floats,floats,int32,floats)"
     "{activation_alpha:floats activation_beta:floats activations:strings clip:float "
     "direction:string hidden_size:int linear_before_reset:int output_sequence:int}->2 "
     "7{activation_alpha:floats activation_beta:floats activations:strings clip:float "
     "direction:string hidden_size:int linear_before_reset:int} "
     "14{activation_alpha:floats activation_beta:floats activations:strings clip:float "
     "direction:string hidden_size:int linear_before_reset:int layout:int} "
     "22(floats_bf,floats_bf,floats_bf,floats_bf,int32,floats_bf)",
     gru},
    {"LSTM",
     "1,3[3..8](floats,floats,floats,floats,int32,floats)"
     "{activation_alpha:floats activation_beta:floats activations:strings clip:float "
     "direction:string hidden_size:int input_forget:int output_sequence:int}->3 "
     "7{activation_alpha:floats activation_beta:floats activations:strings clip:float "
     "direction:string hidden_size:int input_forget:int} "
     "14{activation_alpha:floats activation_beta:floats activations:strings clip:float "
     "direction:string hidden_size:int input_forget:int layout:int} "
     "22(floats_bf,floats_bf,floats_bf,floats_bf,int32,floats_bf)",
     lstm},
};

}  // namespace

const std::span<const Row> rows::kRecurrences = kRecurrencesRows;

}  // namespace simdcast::onnx

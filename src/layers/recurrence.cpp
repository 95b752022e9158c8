#include <algorithm>
#include <cmath>
#include <cstring>

#include "../base/costs.hpp"
#include "../base/enum_table.hpp"
#include "../matrix/gemm.hpp"
#include "../rows/float_vectors.hpp"
#include "../threads/parts.hpp"
#include "activations.hpp"
#include "kind.hpp"

namespace simdcast::layers {
namespace {

using simd::Vec;

struct CellRow {
  Cell key;
  std::string_view name;
  int gates;
  int activations;
};

constexpr EnumTable<Cell, CellRow> kCells({
    {Cell::rnn, "RNN", 1, 1},
    {Cell::gru, "GRU", 3, 2},
    {Cell::lstm, "LSTM", 4, 3},
});

// Some entries of the batch, in one direction.
struct Part {
  Count direction;
  Count entry;
  Count entries;
};

// The product of hidden states and the weights of a gate.
Gemm productOf(const Recurrence& request, Count entries) {
  const auto hidden = static_cast<Size>(request.hidden);
  return {.type = request.type,
          .m = static_cast<Size>(entries),
          .n = hidden,
          .k = hidden,
          .transB = !request.columns,
          .columnStrideC = 1};
}

Count bytesOfStates(const Recurrence& request, Count entries) {
  return entries * request.hidden * width(request.type);
}

// The hidden state, the cell state, and the next cell state until it is kept; for GRU, the last is
// the reset hidden state.
constexpr int kStates = 3;
constexpr Count kPeepholes = 3;  // of the input, the output and the forget gate

Count workspaceOf(const Recurrence& request, Count entries) {
  const Count states = kCells[request.cell].gates + kStates;
  return padded(states * bytesOfStates(request, entries)) +
         workspaceOf(productOf(request, entries));
}

// Rows of a state's elements, one for each entry: `stride` bytes apart, or all the same if that is
// 0.
struct Rows {
  const std::byte* first;
  Count stride;
};

// Computes the steps of a part. Every gate and every state has a row for each entry, without gaps.
template <class T>
class Walk {
 public:
  Walk(const Recurrence& request, const Buffers& buffers, const Part& part)
      : of_(request),
        buffers_(buffers),
        part_(part),
        cell_(kCells[request.cell]),
        bytes_(bytesOfStates(request, part.entries)),
        row_(bytesOfStates(request, 1)),
        activations_(&request.activations[static_cast<int>(part.direction) * cell_.activations]),
        product_(productOf(request, part.entries)) {}

  void run() {
    const bool isReverse = of_.reverse || part_.direction > 0;
    begin(hidden(), buffers_.inputs[2]);
    begin(cell(), buffers_.inputs[3]);
    for (Count i = 0; i < of_.steps; ++i) {
      const Count step = isReverse ? of_.steps - 1 - i : i;
      std::byte* result = buffers_.outputs[0] + step * of_.directions * of_.batch * row_ + offset();
      compute(step, result);
      keep(step, result);
    }
    end(buffers_.outputs[1], hidden());
    end(buffers_.outputs[2], cell());
  }

 private:
  using V = Vec<T>;

  // -- addresses

  [[nodiscard]] std::byte* gate(Count number) const { return buffers_.workspace + number * bytes_; }
  [[nodiscard]] std::byte* hidden() const { return gate(cell_.gates); }
  [[nodiscard]] std::byte* cell() const { return gate(cell_.gates + 1); }
  [[nodiscard]] std::byte* next() const { return gate(cell_.gates + 2); }
  [[nodiscard]] Rows rows(const std::byte* states) const { return {states, row_}; }
  // The offset of the part within the states of all directions and entries.
  [[nodiscard]] Count offset() const { return (part_.direction * of_.batch + part_.entry) * row_; }
  // The contribution of the input to a gate.
  [[nodiscard]] Rows given(Count step, Count number) const {
    const Count stride = of_.directions * cell_.gates * row_;
    const Count gates = part_.direction * cell_.gates + number;
    return {buffers_.inputs[0] + (step * of_.batch + part_.entry) * stride + gates * row_, stride};
  }
  // The `count` rows of an input for the part's direction; null if the input is absent.
  [[nodiscard]] const std::byte* own(int input, Count count) const {
    const std::byte* all = buffers_.inputs[input];
    return all == nullptr ? nullptr : all + part_.direction * count * row_;
  }

  // -- states

  static void copy(Count bytes, std::byte* to, const std::byte* from) {
    std::memcpy(to, from, size(bytes));
  }
  static void clear(Count bytes, std::byte* to) { std::memset(to, 0, size(bytes)); }
  void begin(std::byte* state, const std::byte* all) const {
    if (all == nullptr) return clear(bytes_, state);
    copy(bytes_, state, all + offset());
  }
  void end(std::byte* all, const std::byte* state) const {
    if (all != nullptr) copy(bytes_, all + offset(), state);
  }
  // Keeps the states after a step, for the entries that are not past their length.
  void keep(Count step, std::byte* result) const {
    if (buffers_.inputs[5] == nullptr) return keepRows(0, bytes_, result);
    for (Count i = 0; i < part_.entries; ++i) {
      if (step < length(part_.entry + i))
        keepRows(i * row_, row_, result);
      else
        clear(row_, result + i * row_);
    }
  }
  void keepRows(Count at, Count bytes, const std::byte* result) const {
    copy(bytes, hidden() + at, result + at);
    if (of_.cell == Cell::lstm) copy(bytes, cell() + at, next() + at);
  }
  [[nodiscard]] std::int32_t length(Count entry) const {
    const Count at = entry * static_cast<Count>(sizeof(std::int32_t));
    return simd::load<std::int32_t>(buffers_.inputs[5] + at);
  }

  // -- a step

  void compute(Count step, std::byte* result) {
    if (of_.cell == Cell::rnn) computeRnn(step, result);
    if (of_.cell == Cell::gru) computeGru(step, result);
    if (of_.cell == Cell::lstm) computeLstm(step, result);
  }

  void computeRnn(Count step, std::byte* result) {
    multiply(0, hidden(), given(step, 0));
    activate(0, 1, gate(0));
    copy(bytes_, result, gate(0));
  }

  void computeGru(Count step, std::byte* result) {
    std::byte* update = gate(0);
    std::byte* reset = gate(1);
    std::byte* candidate = gate(2);
    multiply(0, hidden(), given(step, 0));
    multiply(1, hidden(), given(step, 1));
    activate(0, 2, update);
    if (of_.linearBeforeReset) {
      multiply(2, hidden(), {own(4, 1), 0});
      addProducts(candidate, given(step, 2), rows(reset), rows(candidate));
    } else {
      each([](V r, V before) { return r * before; }, next(), reset, hidden());
      multiply(2, next(), given(step, 2));
    }
    activate(1, 1, candidate);
    each([](V z, V made, V before) { return (V(1) - z) * made + z * before; }, result, update,
         candidate, hidden());
  }

  void computeLstm(Count step, std::byte* result) {
    std::byte* input = gate(0);
    std::byte* output = gate(1);
    std::byte* forget = gate(2);
    std::byte* candidate = gate(3);
    for (Count number = 0; number < cell_.gates; ++number)
      multiply(number, hidden(), given(step, number));
    peep(0, cell());
    peep(2, cell());
    activate(0, 1, input);
    if (of_.inputForget)
      each([](V i) { return V(1) - i; }, forget, input);
    else
      activate(0, 1, forget);
    activate(1, 1, candidate);
    each([](V f, V before, V i, V made) { return f * before + i * made; }, next(), forget, cell(),
         input, candidate);
    peep(1, next());
    activate(0, 1, output);
    // The candidate's buffer is free by now.
    copy(bytes_, candidate, next());
    activate(2, 1, candidate);
    each([](V o, V state) { return o * state; }, result, output, candidate);
  }

  // gate = states * weights + addend
  void multiply(Count number, const std::byte* states, const Rows& addend) {
    const std::byte* weights = own(1, cell_.gates * of_.hidden) + number * of_.hidden * row_;
    const std::byte* inputs[] = {states, weights, addend.first};
    product_.hasC = addend.first != nullptr;
    product_.rowStrideC = addend.stride / static_cast<Count>(sizeof(T));
    simdcast::run(product_, *buffers_.kernels, gate(number), inputs, gate(cell_.gates + kStates));
  }

  // Adds a weighted state to a gate, if there are peepholes.
  void peep(Count number, const std::byte* state) const {
    const std::byte* weights = own(4, kPeepholes);
    if (weights == nullptr) return;
    addProducts(gate(number), rows(gate(number)), {weights + number * row_, 0}, rows(state));
  }

  // to = addend + a * b
  void addProducts(std::byte* to, const Rows& addend, const Rows& a, const Rows& b) const {
    for (Count i = 0; i < part_.entries; ++i)
      eachVector<T>(
          of_.hidden, to + i * row_, [](V sum, V x, V y) { return sum + x * y; },
          addend.first + i * addend.stride, a.first + i * a.stride, b.first + i * b.stride);
  }

  // Applies one of the direction's activations to `count` neighbouring gates.
  void activate(int which, Count count, std::byte* gates) const {
    const Count elements = count * part_.entries * of_.hidden;
    if (std::isfinite(of_.clip)) {
      const V high = static_cast<T>(of_.clip);
      eachVector<T>(
          elements, gates, [=](V x) { return simd::min(simd::max(x, -high), high); }, gates);
    }
    layers::activate<T>(activations_[which], elements, gates);
  }

  template <class Of, class... From>
  void each(const Of& of, std::byte* to, const From*... from) const {
    eachVector<T>(part_.entries * of_.hidden, to, of, from...);
  }

  const Recurrence& of_;
  const Buffers& buffers_;
  const Part& part_;
  const CellRow& cell_;
  const Count bytes_;  // of a state
  const Count row_;    // of one entry's state
  const Activation* activations_;
  Gemm product_;
};

void runPart(const Recurrence& request, const Buffers& buffers, const Part& part) {
  // Tensors without elements may have no address.
  if (bytesOfStates(request, part.entries) == 0) return;
  if (request.type == DType::float32)
    Walk<float>(request, buffers, part).run();
  else
    Walk<double>(request, buffers, part).run();
}

// The number of parts of the batch. Each part has at least kRows entries, because products of fewer
// rows may be summed in another order, with other bits.
Count cutsOf(const Recurrence& request, const Team& team) {
  return std::clamp<Count>(request.batch / kRows, 1, team.threads());
}

}  // namespace

std::string_view name(Cell cell) noexcept { return kCells[cell].name; }

template <>
struct Kind<Recurrence> : Defaults<Recurrence> {
  static constexpr std::string_view name = "Recurrence";

  [[gnu::cold]] static Operands operands(const Recurrence& request) {
    const auto [gates, further] = request.cell == Cell::rnn   ? std::pair{1, 1}
                                  : request.cell == Cell::gru ? std::pair{3, 1}
                                                              : std::pair{4, 3};
    const DType type = request.type;
    const Count directions = request.directions;
    const Count hidden = request.hidden;
    const TensorType state = tensor(type, {directions, request.batch, hidden});
    Operands operands{
        .inputs = {tensor(type, {request.steps, request.batch, directions, gates, hidden}),
                   tensor(type, {directions, gates, hidden, hidden}), state, state,
                   tensor(type, {directions, further, hidden}),
                   tensor(DType::int32, {request.batch})},
        .outputs = {tensor(type, {request.steps, directions, request.batch, hidden}), state},
        .optional = 4};
    if (request.cell == Cell::lstm) operands.outputs.push(state);
    return operands;
  }

  static bool fits(const Recurrence& request) {
    if (request.type != DType::float32 && request.type != DType::float64) return false;
    if (request.cell >= Cell::count || request.directions < 1 || request.directions > 2)
      return false;
    const CellRow& cell = kCells[request.cell];
    const auto isKnown = [](const Activation& activation) {
      return activation.id < ActivationId::count;
    };
    // The states and the buffers of a step are smaller.
    const Count rows = request.directions * (cell.gates + kStates);
    return request.activations.size() == cell.activations * request.directions &&
           std::all_of(request.activations.begin(), request.activations.end(), isKnown) &&
           areSizes({request.steps, request.batch, rows, request.hidden}) &&
           areSizes({rows, request.hidden, request.hidden});
  }

  static Count workspace(const Recurrence& request) { return workspaceOf(request, request.batch); }

  static Count run(const Recurrence& request, const Buffers& buffers) {
    for (Count direction = 0; direction < request.directions; ++direction)
      runPart(request, buffers, {direction, 0, request.batch});
    return kDone;
  }

  // Cut into directions and entries of the batch, which step independently.
  static double nanoseconds(const Recurrence& request) {
    const auto states = static_cast<double>(request.steps * request.batch) *
                        static_cast<double>(request.directions);
    return states *
           (nanosecondsOf(productOf(request, 1)) +
            costs::kActivated * static_cast<double>(request.hidden)) *
           kCells[request.cell].gates;
  }

  static Count share(const Recurrence& request, const Buffers& buffers, Team& team) {
    const double nanoseconds = Kind::nanoseconds(request);
    const Count cuts = cutsOf(request, team);
    const auto pieces = static_cast<int>(cuts * request.directions);
    if (pieces == 1 || team.piecesFor(nanoseconds) == 1) return run(request, buffers);
    const TeamWorkspace workspaces{workspace(request)};
    const auto each = [&](int piece, int thread) {
      Buffers own = buffers;
      own.workspace = workspaces.of(thread, own.workspace);
      const Count cut = piece / request.directions;
      const Count first = request.batch * cut / cuts;
      const Count end = request.batch * (cut + 1) / cuts;
      runPart(request, own, {piece % request.directions, first, end - first});
    };
    team.run(pieces, nanoseconds, each);
    return kDone;
  }
};
template const Functions& functionsOf<Recurrence>();
template const Sharing& sharingOf<Recurrence>();

}  // namespace simdcast::layers

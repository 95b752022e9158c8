#include "execute.hpp"

namespace simdcast {
namespace {

// Where every operand stands on the axes outside the tile.
class Odometer {
 public:
  Odometer(const Plan& plan, std::byte* output, const std::byte* const* inputs)
      : plan_(plan), output_(output), index_(plan.tileAxis, 0) {
    for (int i = 0; i < plan.operands.size() - 1; ++i) inputs_.push(inputs[i]);
  }

  [[nodiscard]] std::byte* output() const { return output_; }
  [[nodiscard]] const std::byte* input(int i) const { return inputs_[i]; }

  // False after the last position.
  bool advance() {
    for (int axis = plan_.tileAxis - 1; axis >= 0; --axis) {
      const bool wraps = ++index_[axis] == plan_.sizes[axis];
      const Count steps = wraps ? 1 - plan_.sizes[axis] : 1;
      output_ += steps * plan_.operands[0].strides[axis];
      for (int i = 0; i < plan_.operands.size() - 1; ++i)
        inputs_[i] += steps * plan_.operands[i + 1].strides[axis];
      if (!wraps) return true;
      index_[axis] = 0;
    }
    return false;
  }

 private:
  const Plan& plan_;
  std::byte* output_;
  InlineVector<const std::byte*, kMaxOperands> inputs_;
  Index index_;
};

// Brings the operands of one run into the form that kernels take. A tile is filled again only when
// its operand has moved, so an operand that is the same for every row is packed once.
class Feeder {
 public:
  Feeder(const Plan& plan, const Program& program, Scratch& scratch)
      : plan_(plan), program_(program), scratch_(scratch) {
    for (int i = 0; i < plan.operands.size() - 1; ++i) sources_[i] = nullptr;
  }

  [[nodiscard]] Input feed(int i, const std::byte* from, Size chunk) {
    const PlanOperand& operand = plan_.operands[i + 1];
    const bool widens = program_.inputs[i].widen != nullptr;
    if (operand.step == Step::contiguous && !widens) return {from, false};
    const bool repeats = operand.step == Step::repeat;
    if (sources_[i] != from || (!repeats && chunks_[i] < chunk)) {
      fill(i, from, chunk);
      sources_[i] = from;
      chunks_[i] = chunk;
    }
    return {scratch_.operands[i].bytes, repeats};
  }

 private:
  void fill(int i, const std::byte* from, Size chunk) {
    const PlanOperand& operand = plan_.operands[i + 1];
    const auto [laneWidth, widen] = program_.inputs[i];
    Scratch::OperandTile& tile = scratch_.operands[i];
    if (operand.step == Step::repeat) {
      std::byte element[simd::kVectorBytes];
      if (widen != nullptr) widen(1, element, from);
      splat(tile.bytes, widen != nullptr ? element : from, laneWidth, splatBytes(laneWidth));
      return;
    }
    std::byte* packed = widen != nullptr ? scratch_.stored.bytes : tile.bytes;
    if (operand.step == Step::packed)
      pack(plan_, operand, chunk, from, packed, scratch_.stage.bytes, tile.swizzles);
    if (widen == nullptr) return;
    const std::byte* stored = operand.step == Step::packed ? packed : from;
    widen(static_cast<std::ptrdiff_t>(chunk * plan_.inner), tile.bytes, stored);
  }

  const Plan& plan_;
  const Program& program_;
  Scratch& scratch_;
  const std::byte* sources_[kMaxOperands];
  Size chunks_[kMaxOperands];
};

// One run: the first kernel, the folds, and the result brought into its stored type. Folds work on
// a tile of their own, because the output may be an operand that is still to be folded in.
void compute(const Program& program, std::ptrdiff_t n, std::byte* output, const Input* fed,
             Scratch& scratch) {
  const bool direct = program.narrow == nullptr && program.folds.empty();
  std::byte* result = direct ? output : scratch.result.bytes;
  Input first[3];
  for (int i = 0; i < program.firstOperands.size(); ++i) first[i] = fed[program.firstOperands[i]];
  program.first(n, result, first);
  for (const FoldStep& fold : program.folds) {
    const Input constant{program.constants[fold.constant], true};
    const Input pair[2] = {{result, false}, fold.operand < 0 ? constant : fed[fold.operand]};
    fold.kernel(n, result, pair);
  }
  if (direct) return;
  if (program.narrow != nullptr)
    program.narrow(n, output, result);
  else
    std::memcpy(output, result, static_cast<std::size_t>(n) * program.laneWidth);
}

}  // namespace

void execute(const Plan& plan, const Program& program, std::byte* output,
             const std::byte* const* inputs, Scratch& scratch) {
  if (plan.elements == 0) return;
  const int count = plan.operands.size() - 1;
  Feeder feeder(plan, program, scratch);
  Odometer odometer(plan, output, inputs);
  Input fed[kMaxOperands];
  do {
    for (Size at = 0; at < plan.sizes[plan.tileAxis];) {
      const Size chunk = std::min(plan.chunk, plan.sizes[plan.tileAxis] - at);
      for (int i = 0; i < count; ++i) {
        const Count stride = plan.operands[i + 1].strides[plan.tileAxis];
        fed[i] = feeder.feed(i, odometer.input(i) + at * stride, chunk);
      }
      compute(program, static_cast<std::ptrdiff_t>(chunk * plan.inner),
              odometer.output() + at * plan.operands[0].strides[plan.tileAxis], fed, scratch);
      at += chunk;
    }
  } while (odometer.advance());
}

}  // namespace simdcast

#include <cstring>

#include "float_rows.hpp"
#include "lanes.hpp"
#include "tasks.hpp"

namespace simdcast::tensor {
namespace {

enum Number { rows, size, scaleRows, biasRows, numbers };

// The function that ONNX gives: statistics in the stash type, the result of each later step rounded
// to the type of X.
class Normalizer {
 public:
  explicit Normalizer(const Task& task, const Buffers& buffers)
      : request_(task.request),
        buffers_(buffers),
        n_(task.request.numbers[size]),
        stash_(task.request.secondary),
        type_(task.request.type),
        lanes_(lanesOf(type_)),
        statistics_(lane(stash_)),
        scaled_(lanes_.lane) {
    const Count row = rowBytes(task.request);
    centred_ = buffers.workspace;
    squares_ = buffers.workspace + row;
    tile_ = buffers.workspace + 2 * row;
  }

  static Count rowBytes(const TaskRequest& request) {
    return aligned(request.numbers[size] * static_cast<Count>(sizeof(double)));
  }

  void row(Count i) {
    std::byte one[sizeof(double)];
    const std::byte* x = inStash(buffers_.inputs[0] + i * n_ * width(type_), centred_);
    mean(x, one);
    put(1, i, one);
    statistics_.withOne(KernelOp::sub, n_, centred_, x, one);
    statistics_.binary(KernelOp::mul, n_, squares_, centred_, centred_);
    mean(squares_, one);
    invert(one);
    put(2, i, one);
    statistics_.withOne(KernelOp::mul, n_, centred_, centred_, one);
    scale(i, buffers_.outputs[0] + i * n_ * width(type_));
  }

 private:
  [[nodiscard]] Lane stashLane() const { return lane(stash_); }

  // X as the stash type has it.
  const std::byte* inStash(const std::byte* from, std::byte* to) const {
    if (type_ == stash_) return from;
    const Conversion conversion = findConversion(type_, stash_);
    return convert(conversion, from, to);
  }

  const std::byte* convert(const Conversion& conversion, const std::byte* from,
                           std::byte* to) const {
    const auto n = static_cast<std::ptrdiff_t>(n_);
    if (conversion.narrow == nullptr) {
      conversion.widen(n, to, from);
      return to;
    }
    if (conversion.widen != nullptr) {
      conversion.widen(n, tile_, from);
      from = tile_;
    }
    conversion.narrow(n, to, from);
    return to;
  }

  void mean(const std::byte* from, std::byte* one) const {
    statistics_.fold(KernelOp::add, n_, one, from);
    withNumber(KernelOp::div, one, static_cast<double>(n_));
  }

  void invert(std::byte* variance) const {
    withNumber(KernelOp::add, variance, request_.real);
    statistics_.unary(KernelOp::sqrt, 1, variance, variance);
    statistics_.unary(KernelOp::reciprocal, 1, variance, variance);
  }

  void withNumber(KernelOp op, std::byte* one, double number) const {
    std::byte other[kSplatBytes];
    splatNumber(other, stashLane(), number);
    statistics_.withOne(op, 1, one, one, other);
  }

  void put(int output, Count i, const std::byte* one) const {
    if (buffers_.outputs[output] == nullptr) return;
    const int bytes = width(stash_);
    std::memcpy(buffers_.outputs[output] + i * bytes, one, static_cast<std::size_t>(bytes));
  }

  // Rounds a row in the lane of X to the type of X and back.
  void round(std::byte* row, std::byte* stored) const {
    if (!lanes_.converts()) return;
    lanes_.store(n_, stored, row);
    lanes_.widen(static_cast<std::ptrdiff_t>(n_), row, stored);
  }

  // From a stash type of another lane, by way of the result.
  void unstash(std::byte* row, std::byte* stored) const {
    const Conversion conversion = findConversion(stash_, type_);
    convert(conversion, centred_, lanes_.converts() ? stored : row);
    if (lanes_.converts()) lanes_.widen(static_cast<std::ptrdiff_t>(n_), row, stored);
  }

  void scale(Count i, std::byte* to) const {
    std::byte* row = lanes_.converts() ? squares_ : to;
    if (type_ == stash_)
      row = centred_;
    else if (lanes_.lane == stashLane())
      std::memcpy(row, centred_, static_cast<std::size_t>(n_ * lanes_.width));
    else
      unstash(row, to);
    round(row, to);
    apply(KernelOp::mul, 1, scaleRows, i, row);
    if (buffers_.inputs[2] != nullptr) {
      round(row, to);
      apply(KernelOp::add, 2, biasRows, i, row);
    }
    lanes_.store(n_, to, row);
  }

  void apply(KernelOp op, int input, Number rowsOf, Count i, std::byte* row) const {
    const Count at = request_.numbers[rowsOf] == 1 ? 0 : i * n_ * width(type_);
    scaled_.binary(op, n_, row, row, lanes_.bring(n_, buffers_.inputs[input] + at, tile_));
  }

  const TaskRequest& request_;
  const Buffers& buffers_;
  Count n_;
  DType stash_;
  DType type_;
  Lanes lanes_;
  FloatRows statistics_;
  FloatRows scaled_;
  std::byte* centred_;
  std::byte* squares_;
  std::byte* tile_;
};

Count run(const Task& task, const Buffers& buffers) {
  if (task.request.numbers[size] == 0) return kDone;
  Normalizer normalizer(task, buffers);
  for (Count i = 0; i < task.request.numbers[rows]; ++i) normalizer.row(i);
  return kDone;
}

}  // namespace

bool prepareLayerNormalization(Task& task) {
  const TaskRequest& request = task.request;
  const bool stashes = request.secondary == DType::float32 || request.secondary == DType::float64;
  if (!isFloat(request.type) || !stashes || request.numbers.size() != numbers) return false;
  for (const Number number : {scaleRows, biasRows}) {
    const Count given = request.numbers[number];
    if (given != 1 && given != request.numbers[rows]) return false;
  }
  task.run = run;
  task.workspace = 3 * Normalizer::rowBytes(request);
  return true;
}

}  // namespace simdcast::tensor

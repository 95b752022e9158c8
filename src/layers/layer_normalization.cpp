#include <cstring>

#include "../base/costs.hpp"
#include "../base/rounding.hpp"
#include "../rows/float_rows.hpp"
#include "kind.hpp"

namespace simdcast::layers {
namespace {

// Bytes of a row in the workspace, for a lane of either width.
Count rowBytes(const LayerNormalization& request) {
  return padded(request.size * static_cast<Count>(sizeof(double)));
}
constexpr int kWorkingRows = 3;

// The type whose elements are stored as the lane computes them.
DType typeOf(Lane lane) { return lane == Lane::f64 ? DType::float64 : DType::float32; }

// ONNX's equations, each operator rounding its result once: the first ones to the stash type, the
// scale and the bias to the type of X. The body of ONNX's function computes the variance as E[x²] -
// E[x]², whose digits cancel if the mean is large; the equations' Mean((x - Mean)²) does not.
class Normalizer {
 public:
  Normalizer(const LayerNormalization& request, const Buffers& buffers)
      : request_(request),
        buffers_(buffers),
        n_(request.size),
        compute_(computeLaneOf(request.type)),
        stashed_(FloatRows::of(request.stashType)),
        scaled_(FloatRows::of(request.type)),
        toStash_(request.type, request.stashType),
        fromStash_(typeOf(lane(request.stashType)), request.type),
        deviations_(buffers.workspace),
        squares_(deviations_ + rowBytes(request)),
        operand_(squares_ + rowBytes(request)) {
    stashed_.fill(1, epsilon_, request.epsilon);
  }

  void run() const {
    const Count bytes = n_ * compute_.storedWidth;
    for (Count i = 0; i < request_.rows; ++i) {
      standardize(i, buffers_.inputs[0] + i * bytes);
      scale(i, buffers_.outputs[0] + i * bytes);
    }
  }

 private:
  // Turns the deviations into the normalised row.
  void standardize(Count i, const std::byte* from) const {
    std::byte one[sizeof(double)];
    const std::byte* x = toStash_.widened(n_, from, deviations_);
    stashed_.mean(n_, one, x);
    put(1, i, one);
    stashed_.withOne(KernelOp::sub, n_, deviations_, x, one);
    stashed_.binary(KernelOp::mul, n_, squares_, deviations_, deviations_);
    stashed_.mean(n_, one, squares_);
    stashed_.binary(KernelOp::add, 1, one, one, epsilon_);
    stashed_.unary(KernelOp::sqrt, 1, one, one);
    stashed_.unary(KernelOp::reciprocal, 1, one, one);
    put(2, i, one);
    stashed_.withOne(KernelOp::mul, n_, deviations_, deviations_, one);
  }

  // Stores a statistic if it is used.
  void put(int output, Count i, const std::byte* one) const {
    std::byte* to = buffers_.outputs[output];
    if (to == nullptr) return;
    const ComputeLane stash = computeLaneOf(request_.stashType);
    stash.store(1, to + i * stash.storedWidth, one);
  }

  void scale(Count i, std::byte* to) const {
    std::byte* row = compute_.converts() ? squares_ : to;
    const std::byte* normalized = fromStash_.widened(n_, deviations_, row);
    scaled_.binary(KernelOp::mul, n_, row, normalized, operand(1, request_.scaleRows, i));
    if (buffers_.inputs[2] != nullptr)
      scaled_.binary(KernelOp::add, n_, row, row, operand(2, request_.biasRows, i));
    compute_.store(n_, to, row);
  }

  // The scale or the bias of a row, in the lane.
  [[nodiscard]] const std::byte* operand(int input, Count rows, Count i) const {
    const Count at = rows == 1 ? 0 : i * n_ * compute_.storedWidth;
    return compute_.widened(n_, buffers_.inputs[input] + at, operand_);
  }

  const LayerNormalization& request_;
  const Buffers& buffers_;
  Count n_;
  ComputeLane compute_;
  FloatRows stashed_;
  FloatRows scaled_;
  FloatCast toStash_;
  FloatCast fromStash_;
  std::byte* deviations_;
  std::byte* squares_;
  std::byte* operand_;
  std::byte epsilon_[sizeof(double)];
};

}  // namespace

template <>
struct Kind<LayerNormalization> : Defaults<LayerNormalization> {
  static constexpr std::string_view name = "LayerNormalization";

  [[gnu::cold]] static Operands operands(const LayerNormalization& request) {
    const TensorType rows = tensor(request.type, {request.rows, request.size});
    const TensorType statistics = tensor(request.stashType, {request.rows, 1});
    return {.inputs = {rows, tensor(request.type, {request.scaleRows, request.size}),
                       tensor(request.type, {request.biasRows, request.size})},
            .outputs = {rows, statistics, statistics},
            .optional = 1};
  }

  static bool fits(const LayerNormalization& request) {
    for (const Count rows : {request.scaleRows, request.biasRows})
      if (rows != 1 && rows != request.rows) return false;
    return isFloat(request.type) && isType(request.stashType) && isFloat(request.stashType) &&
           areSizes({request.rows, request.size});
  }

  static Count workspace(const LayerNormalization& request) {
    return kWorkingRows * rowBytes(request);
  }

  static Count run(const LayerNormalization& request, const Buffers& buffers) {
    Normalizer(request, buffers).run();
    return kDone;
  }

  static Positions positions(const LayerNormalization& request) {
    const Count row = bytesOf(request.type, request.size);
    const Count stash = bytesOf(request.stashType, 1);
    return {.count = request.rows,
            .nanoseconds = static_cast<double>(request.rows * request.size) * costs::kNormalized +
                           static_cast<double>(request.rows) * costs::kNormalizedRow,
            .inputs = {row, request.scaleRows == 1 ? 0 : row, request.biasRows == 1 ? 0 : row},
            .outputs = {row, stash, stash}};
  }

  static void cut(LayerNormalization& request, Count count) {
    request.rows = count;
    if (request.scaleRows != 1) request.scaleRows = count;
    if (request.biasRows != 1) request.biasRows = count;
  }
};
template const Functions& functionsOf<LayerNormalization>();
template const Sharing& sharingOf<LayerNormalization>();

}  // namespace simdcast::layers

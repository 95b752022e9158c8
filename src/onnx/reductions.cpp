// Operators over whole axes, and those that are a sum between two elementwise steps.
#include "axes.hpp"
#include "call.hpp"

namespace simdcast::onnx {
namespace {

using layers::Reduction;

// The mean of 64-bit integers, whose sum may exceed 64 bits: each is divided by their number, and
// the mean is the sum of the quotients plus the quotient of the summed remainders. (7 + 8) / 2 is
// 3 + 4 + (1 + 0) / 2.
class WideMean {
 public:
  WideMean(Call& call, const Value& input, const Dims& axes, bool keep)
      : call_(call), input_(input), axes_(axes), keep_(keep) {
    Dims sizes;
    for (const Count axis : axes) sizes.push(input.dims[static_cast<int>(axis)]);
    count_ = constant(graph::sizeOf(sizes));
  }

  Value operator()() const {
    const Value quotients = call_.compute(OpId::div, input_, count_);
    const Value remainders = sum(rest(input_, quotients));
    const Value carried = call_.compute(OpId::div, remainders, count_);
    const Value mean = call_.compute(OpId::add, sum(quotients), carried);
    return input_.type == DType::uint64 ? mean : truncated(mean, rest(remainders, carried));
  }

 private:
  // Both types store the same bits for it.
  [[nodiscard]] Value constant(Count number) const {
    return call_.builder().constantOf<Count>(input_.type, {}, {{number}});
  }
  [[nodiscard]] Value rest(const Value& x, const Value& quotient) const {
    return call_.compute(OpId::sub, x, call_.compute(OpId::mul, quotient, count_));
  }
  [[nodiscard]] Value sum(const Value& x) const {
    return call_.reduce(Reduction::sum, x, axes_, keep_);
  }
  // Truncated towards zero: the remainder that is left may have the opposite sign.
  [[nodiscard]] Value truncated(const Value& mean, const Value& left) const {
    const Value zero = constant(0);
    const Value one = constant(1);
    const Value isOver = both(OpId::greater, mean, OpId::less, left, zero);
    const Value isUnder = both(OpId::less, mean, OpId::greater, left, zero);
    const Value lowered =
        call_.compute(OpId::where, isOver, call_.compute(OpId::sub, mean, one), mean);
    return call_.compute(OpId::where, isUnder, call_.compute(OpId::add, mean, one), lowered);
  }
  [[nodiscard]] Value both(OpId first, const Value& a, OpId second, const Value& b,
                           const Value& zero) const {
    const Value isFirst = call_.compute(first, a, zero);
    return call_.compute(OpId::logicalAnd, isFirst, call_.compute(second, b, zero));
  }

  Call& call_;
  const Value& input_;
  const Dims& axes_;
  bool keep_;
  Value count_{};
};

template <Reduction kReduction>
Values reduced(Call& call) {
  const Value input = call.input(0);
  const std::optional<Dims> axes = axesOf(call);
  const bool keep = call.flag("keepdims", true);
  if (call.failed()) return {};
  if (!axes || input.dims.empty()) return {input};
  const bool isWide = input.type == DType::int64 || input.type == DType::uint64;
  if (kReduction == Reduction::mean && isWide) return {WideMean(call, input, *axes, keep)()};
  // The minimum of no bytes is 255, which becomes 1.
  const Value value = input.type == DType::boolean ? call.cast(input, DType::uint8) : input;
  return {call.cast(call.reduce(kReduction, value, *axes, keep), input.type)};
}

template <bool kSmallest>
Values argOf(Call& call) {
  const Value given = call.input(0);
  // A scalar has one element, which is the maximum along an axis of size 1.
  const bool isScalar = given.dims.empty();
  const Value input = isScalar ? Call::alias(given, {1}) : given;
  const int axis = call.ownAxis(0, input.rank());
  if (call.failed()) return {};
  if (input.dims[axis] == 0) return call.fail(faults::emptyAxis(call.label()));
  const bool keep = !isScalar && call.flag("keepdims", true);
  return {call.argMax(input, axis, keep, call.flag("select_last_index"), kSmallest)};
}

template <bool kLogarithm>
Values softmaxOf(Call& call) {
  const Value input = call.input(0);
  const Blocks blocks = softmaxBlocks(call);
  return {call.softmax(input, blocks.outer, blocks.size, blocks.inner, kLogarithm)};
}

// Folds along the axes of the call.
class Folds {
 public:
  Folds(Call& call, const Dims& axes, bool keeps) : call_(call), axes_(axes), keeps_(keeps) {}

  template <class... Inputs>
  Value operator()(OpId op, const Inputs&... inputs) const {
    return call_.compute(op, inputs...);
  }
  [[nodiscard]] Value sum(const Value& x) const { return fold(Reduction::sum, x, keeps_); }
  [[nodiscard]] Value max(const Value& x) const { return fold(Reduction::max, x, keeps_); }
  // The maximum in a shape that broadcasts with x.
  [[nodiscard]] Value keptMax(const Value& x) const { return fold(Reduction::max, x, true); }

 private:
  [[nodiscard]] Value fold(Reduction reduction, const Value& x, bool keep) const {
    return axes_.empty() ? x : call_.reduce(reduction, x, axes_, keep);
  }

  Call& call_;
  const Dims& axes_;
  bool keeps_;
};

Value sumOfMagnitudes(const Value& x, const Folds& folds) { return folds.sum(folds(OpId::abs, x)); }

Value sumOfSquares(const Value& x, const Folds& folds) { return folds.sum(folds(OpId::mul, x, x)); }

Value rootOfSquares(const Value& x, const Folds& folds) {
  return folds(OpId::sqrt, sumOfSquares(x, folds));
}

Value logOfSum(const Value& x, const Folds& folds) { return folds(OpId::log, folds.sum(x)); }

// An infinite maximum as its sign, and NaN as itself.
Value finite(const Value& largest, const Folds& folds) {
  const Value nothing = folds(OpId::sub, largest, largest);
  const Value isFinite = folds(OpId::equal, nothing, nothing);
  return folds(OpId::where, isFinite, largest, folds(OpId::sign, largest));
}

// The maximum is subtracted first, so no power overflows; an infinite maximum is not subtracted.
Value logOfSumOfPowers(const Value& x, const Folds& folds) {
  const Value shift = finite(folds.keptMax(x), folds);
  const Value sum = folds.sum(folds(OpId::exp, folds(OpId::sub, x, shift)));
  const Value logarithm = folds(OpId::log, sum);
  return folds(OpId::add, logarithm, finite(folds.max(x), folds));
}

// The type in which a norm is computed: roots and logarithms of integers in float64.
DType wideType(DType type, bool ofIntegers) {
  if (isFloat(type)) return type == DType::float64 ? type : DType::float32;
  return ofIntegers ? type : DType::float64;
}

template <bool kOfIntegers, Value (*kNorm)(const Value& x, const Folds& folds)>
Values norm(Call& call) {
  const Value input = call.input(0);
  // Without axes to reduce, the steps before and after the sum still apply.
  const Dims axes = axesOf(call).value_or(Dims{});
  const bool keeps = call.flag("keepdims", true);
  const Value wide = call.cast(input, wideType(input.type, kOfIntegers));
  return {call.cast(kNorm(wide, Folds(call, axes, keeps)), input.type)};
}

// Most reductions: the axes become an input in opset 18.
constexpr Schema kFolds =
    "1,11(wide_numbers){axes:ints keepdims:int} 13(wide_numbers_bf) "
    "18[1..2](wide_numbers_bf,int64){keepdims:int noop_with_empty_axes:int}";
constexpr Schema kSum =
    "1,11(wide_numbers){axes:ints keepdims:int} "
    "13[1..2](wide_numbers_bf,int64){keepdims:int noop_with_empty_axes:int}";
constexpr Schema kExtreme =
    "1,11(wide_numbers){axes:ints keepdims:int} "
    "12(wide_numbers|int8|uint8) "
    "13(wide_numbers_bf|int8|uint8) "
    "18[1..2](wide_numbers_bf|int8|uint8,int64){keepdims:int noop_with_empty_axes:int} "
    "20(wide_numbers_bf|int8|uint8|bool,int64)";
constexpr Schema kArg =
    "1,11(numbers){axis:int keepdims:int} "
    "12{axis:int keepdims:int select_last_index:int} 13(numbers_bf)";
constexpr Schema kSoftmax = "1,11(floats){axis:int} 13(floats_bf)";

constexpr Row kReductionsRows[] = {
    {"ReduceSum", kSum, reduced<Reduction::sum>},
    {"ReduceMean", kFolds, reduced<Reduction::mean>},
    {"ReduceMax", kExtreme, reduced<Reduction::max>},
    {"ReduceMin", kExtreme, reduced<Reduction::min>},
    {"ReduceProd", kFolds, reduced<Reduction::product>},
    {"ReduceL1", kFolds, norm<true, sumOfMagnitudes>},
    {"ReduceSumSquare", kFolds, norm<true, sumOfSquares>},
    {"ReduceL2", kFolds, norm<false, rootOfSquares>},
    {"ReduceLogSum", kFolds, norm<false, logOfSum>},
    {"ReduceLogSumExp", kFolds, norm<false, logOfSumOfPowers>},
    {"ArgMax", kArg, argOf<false>},
    {"ArgMin", kArg, argOf<true>},
    {"Softmax", kSoftmax, softmaxOf<false>},
    {"LogSoftmax", kSoftmax, softmaxOf<true>},
};

}  // namespace

const std::span<const Row> rows::kReductions = kReductionsRows;

}  // namespace simdcast::onnx

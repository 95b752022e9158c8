// Operators that return random numbers.
#include <cmath>

#include "drawing.hpp"

namespace simdcast::onnx {

std::uint32_t wordOf(double seed) {
  if (!std::isfinite(seed)) return 0;
  const double word = std::fmod(std::trunc(seed), 0x1p32);
  return static_cast<std::uint32_t>(word < 0 ? word + 0x1p32 : word);
}

std::optional<double> seedOf(Call& call) {
  if (!call.hasAttribute("seed")) return std::nullopt;
  return call.real("seed", 0);
}

namespace {

using math::RandomState;

// Draws numbers, multiplies them by a factor and adds an offset, rounding after each step in the
// type of the elements.
template <class T, class Draw>
void fillScaled(std::span<T> target, const Draw& draw, double factor, double offset) {
  for (T& each : target) {
    each = static_cast<T>(draw());
    each = static_cast<T>(each * factor);
    each = static_cast<T>(each + offset);
  }
}

Value normals(Call& call, const Form& made) {
  const double mean = call.real("mean", 0);
  const double scale = call.real("scale", 1);
  return drawn(call, made, seedOf(call), {}, [=](auto target, RandomState& state, auto) {
    fillScaled(
        target, [&] { return state.normal(); }, scale, mean);
  });
}

Value uniforms(Call& call, const Form& made) {
  const double low = call.real("low", 0);
  const double high = call.real("high", 1);
  return drawn(call, made, seedOf(call), {}, [=](auto target, RandomState& state, auto) {
    fillScaled(
        target, [&] { return state.uniform(); }, high - low, low);
  });
}

TypeSet floatsOf(const Call& call) { return typeSet(call.since() < 22 ? "floats" : "floats_bf"); }

using Make = Value (*)(Call& call, const Form& made);

template <Make kMake>
Values ofShape(Call& call) {
  const DType type = call.elementType("dtype", DType::float32, floatsOf(call));
  return {kMake(call, {type, call.neededIntegers("shape")})};
}

// The output has the shape of the input, and its type unless the node specifies another.
template <Make kMake>
Values likeInput(Call& call) {
  const Value input = call.input(0);
  return {kMake(call, {call.elementType("dtype", input.type, floatsOf(call)), input.dims})};
}

// Whether a number with this probability is 1, drawn from the same tail as NumPy's binomial
// distribution.
bool isDrawn(RandomState& state, double chance) {
  return chance <= 0.5 ? state.uniform() > 1 - chance : state.uniform() <= chance;
}

Values bernoulli(Call& call) {
  const Value input = call.input(0);
  const DType type = call.elementType("dtype", input.type,
                                      typeSet(call.since() < 22 ? "castable" : "castable_bf"));
  const Value chances = call.widened(input);
  const Value made = drawn(call, {chances.type, input.dims}, seedOf(call), chances,
                           [](auto target, RandomState& state, auto given) {
                             for (std::size_t i = 0; i < target.size(); ++i)
                               target[i] = isDrawn(state, given[i]) ? 1 : 0;
                           });
  return {call.cast(made, type)};
}

// The probability of each class of a row, relative to that of the likeliest.
Value likelihoods(Call& call, const Value& logarithms) {
  const Value rows = call.cast(logarithms, DType::float64);
  const Value largest = call.reduce(layers::Reduction::max, rows, {1}, true);
  return call.compute(OpId::exp, call.compute(OpId::sub, rows, largest));
}

// Draws classes: a class is as likely as its share of the sum. There is at least one.
template <class T>
void drawClasses(std::span<T> target, RandomState& state, std::span<const T> chances) {
  std::vector<double> sums(chances.begin(), chances.end());
  for (std::size_t i = 1; i < sums.size(); ++i) sums[i] += sums[i - 1];
  for (T& each : target) {
    const double at = state.uniform() * sums.back();
    const auto found = std::ranges::find_if(sums, [&](double sum) { return at < sum; });
    each = static_cast<T>(found == sums.end() ? sums.size() - 1
                                              : static_cast<std::size_t>(found - sums.begin()));
  }
}

// The input has unnormalised log-probabilities.
Values multinomial(Call& call) {
  const Value input = call.input(0);
  if (input.rank() != 2 || input.dims[1] == 0)
    return call.fail(faults::operandShape(call.label(), 0, input.dims, {"batch", "classes"}));
  const Count samples = call.integer("sample_size", 1);
  const DType type = call.elementType("dtype", DType::int32, TypeSet{DType::int32, DType::int64});
  const std::size_t classes = size(input.dims[1]);
  const Value made = drawn(call, {DType::float64, {input.dims[0], samples}}, seedOf(call),
                           likelihoods(call, input),
                           [classes, each = samples](auto target, RandomState& state, auto rows) {
                             const std::size_t count = size(each);
                             for (std::size_t row = 0; row * count < target.size(); ++row)
                               drawClasses(target.subspan(row * count, count), state,
                                           rows.subspan(row * classes, classes));
                           });
  return {call.cast(made, type)};
}

constexpr Row kRandomRows[] = {
    {"RandomNormal", "1,22{dtype:int mean:float scale:float seed:float shape:ints}",
     ofShape<normals>, kVaries},
    {"RandomUniform", "1,22{dtype:int high:float low:float seed:float shape:ints}",
     ofShape<uniforms>, kVaries},
    {"RandomNormalLike", "1(all){dtype:int mean:float scale:float seed:float} 22(all_bf)",
     likeInput<normals>, kReadsShapes | kVaries},
    {"RandomUniformLike", "1(all){dtype:int high:float low:float seed:float} 22(all_bf)",
     likeInput<uniforms>, kReadsShapes | kVaries},
    {"Bernoulli", "15(floats){dtype:int seed:float} 22(floats_bf)", bernoulli, kVaries},
    {"Multinomial", "7(floats){dtype:int sample_size:int seed:float} 22(floats_bf)", multinomial,
     kVaries},
};

}  // namespace

const std::span<const Row> rows::kRandom = kRandomRows;

}  // namespace simdcast::onnx

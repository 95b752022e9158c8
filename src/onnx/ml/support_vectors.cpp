// SVMClassifier and SVMRegressor: kernels of rows and support vectors, in float64.
#include "../../base/rounding.hpp"
#include "../terms.hpp"
#include "coupling.hpp"
#include "operators.hpp"
#include "scores.hpp"

namespace simdcast::onnx::ml {
namespace {

using layers::Reduction;

Value doubles(Call& call, const Dims& dims, std::span<const float> numbers) {
  return constantOf(call, DType::float64, dims, numbers);
}

// Degrees up to this are computed by squaring, as in libsvm: fewer steps than a logarithm and a
// power.
constexpr int kMostSquared = 8;

Value powerBySquaring(Call& call, const Value& base, int degree) {
  if (degree == 1) return base;
  const Value half = powerBySquaring(call, base, degree / 2);
  const Value square = call.compute(OpId::mul, half, half);
  return degree % 2 == 1 ? call.compute(OpId::mul, square, base) : square;
}

Value power(Call& call, const Value& base, double degree) {
  if (degree >= 1 && degree <= kMostSquared)
    return powerBySquaring(call, base, static_cast<int>(degree));
  return call.compute(OpId::pow, base, call.number(base.type, degree));
}

// |x - v|^2 is |x|^2 - 2 x·v + |v|^2.
Value distances(Call& call, const Value& rows, const Value& vectors, const Value& dots) {
  const auto squares = [&](const Value& value) {
    return call.reduce(Reduction::sum, call.compute(OpId::mul, value, value), {1}, true);
  };
  const Value lengths = Call::alias(squares(vectors), {1, vectors.dims[0]});
  const Value sums = call.compute(OpId::add, squares(rows), lengths);
  const Value twice = call.compute(OpId::mul, dots, call.number(rows.type, 2));
  return call.compute(OpId::sub, sums, twice);
}

// The kernel of each pair of a row and one of `count` support vectors.
Value kernels(Call& call, const Value& rows, std::span<const float> vectors, Count count) {
  if (call.failed()) return {};
  const Count features = rows.dims[1];
  if (std::ssize(vectors) != sizeOf({count, features}))
    return call.fail(faults::vectors(call.label(), count, std::ssize(vectors)));
  enum Kind { kLinear, kPolynomial, kRadial, kSigmoid };
  const auto given = listOf<float>(call, "kernel_params");
  const auto parameter = [&](std::size_t at) -> double {
    return at < given.size() ? given[at] : 0;
  };
  const double gamma = parameter(0);
  const Terms terms(call, rows.type);
  const Value matrix = doubles(call, {count, features}, vectors);
  const Value dots = call.gemm(rows, matrix);
  const int kind = call.word("kernel_type", {"LINEAR", "POLY", "RBF", "SIGMOID"});
  if (kind == kLinear || call.failed()) return dots;
  if (kind == kRadial) {
    const Value apart = distances(call, rows, matrix, dots);
    return terms(OpId::exp, terms(OpId::mul, apart, terms.number(-gamma)));
  }
  const Value scaled = terms(OpId::mul, dots, terms.number(gamma));
  const Value affine = terms(OpId::add, scaled, terms.number(parameter(1)));
  return kind == kSigmoid ? terms(OpId::tanh, affine)
                          : power(call, affine, std::trunc(parameter(2)));
}

// The first number of a required list.
double firstOf(Call& call, std::string_view name) {
  const auto numbers = neededList<float>(call, name);
  if (!numbers.empty()) return numbers[0];
  return call.fail(faults::lengths(call.label(), name, 0, 1));
}

struct Pair {
  Count first;
  Count second;
};

// The pairs of classes, each with one score.
std::vector<Pair> pairsOf(Count classes) {
  std::vector<Pair> pairs;
  for (Count first = 0; first < classes; ++first)
    for (Count second = first + 1; second < classes; ++second) pairs.push_back({first, second});
  return pairs;
}

struct Machine {
  Count classes = 0;
  Count vectors = 0;
  std::span<const Count> counts;  // the vectors of each class
  std::span<const float> coefficients;
  std::span<const float> rho;
  std::vector<Pair> pairs;
};

Machine machineOf(Call& call, Count classes, std::span<const Count> counts, Count vectors) {
  const auto coefficients = neededList<float>(call, "coefficients");
  checkLength(call, "coefficients", std::ssize(coefficients),
              sizeOf({std::ssize(counts) - 1, vectors}));
  const auto rho = neededList<float>(call, "rho");
  if (!checkLength(call, "rho", std::ssize(rho), classes * (classes - 1) / 2)) return {};
  return {classes, vectors, counts, coefficients, rho, pairsOf(classes)};
}

std::vector<Count> classOfEachVector(std::span<const Count> counts) {
  std::vector<Count> classes;
  for (Count at = 0; at < std::ssize(counts); ++at)
    classes.insert(classes.end(), size(counts[size(at)]), at);
  return classes;
}

// A score for each pair: the kernels times a matrix of a column for each. For a pair (i,j), class
// i's vectors have the coefficients of row j-1, and class j's those of row i.
Value pairScores(Call& call, const Value& rows, const Machine& machine) {
  if (call.failed()) return {};
  const Count vectors = machine.vectors;
  const Count columns = std::ssize(machine.pairs);
  const std::vector<Count> classOf = classOfEachVector(machine.counts);
  const Value matrix =
      call.table(DType::float64, {vectors, columns}, [&](Count position) -> double {
        const Count vector = position / columns;
        const auto [first, second] = machine.pairs[size(position % columns)];
        const Count own = classOf[size(vector)];
        if (own != first && own != second) return 0;
        const Count row = own == first ? second - 1 : first;
        return machine.coefficients[size(row * vectors + vector)];
      });
  const auto support = neededList<float>(call, "support_vectors");
  const Value sums = call.matMul(kernels(call, rows, support, vectors), matrix);
  return call.compute(OpId::add, sums, doubles(call, {columns}, machine.rho));
}

// The class that wins most pairs, the first if several do: a score above 0 is a win for the first
// of its pair.
Value winners(Call& call, const Value& scores, const Machine& machine) {
  const Count classes = machine.classes;
  const auto& pairs = machine.pairs;
  const Value gains =
      call.table(DType::float64, {std::ssize(pairs), classes}, [&](Count position) -> double {
        const auto [first, second] = pairs[size(position / classes)];
        const Count own = position % classes;
        if (own != first && own != second) return 0;
        return own == first ? 1 : -1;
      });
  // Each class is the second of a pair with each class before it.
  const Value others = call.table(DType::float64, {classes},
                                  [](Count position) { return static_cast<double>(position); });
  const Value isFirst = call.compute(OpId::greater, scores, call.number(DType::float64, 0));
  const Value won = call.matMul(call.cast(isFirst, DType::float64), gains);
  return indexOfHighest(call, call.compute(OpId::add, won, others));
}

// The probability of the first class of each pair: 1 / (1 + exp(a * score + b)), as Platt scales
// scores.
Value odds(Call& call, const Value& scores, std::span<const float> a, std::span<const float> b) {
  const Terms terms(call, DType::float64);
  const Value scaled = terms(OpId::mul, scores, doubles(call, {std::ssize(a)}, a));
  const Value moved = terms(OpId::add, scaled, doubles(call, {std::ssize(b)}, b));
  const Value one = terms.number(1);
  return terms(OpId::div, one, terms(OpId::add, one, terms(OpId::exp, moved)));
}

// Class probabilities from the pairwise ones of each row.
HostWork coupled(Count classes, std::vector<Pair> pairs, Count rows) {
  return [classes, pairs = std::move(pairs), rows](
             std::byte* const* outputs, const std::byte* const* inputs) -> std::optional<Fault> {
    const auto* from = reinterpret_cast<const double*>(inputs[0]);
    auto* to = reinterpret_cast<double*>(outputs[0]);
    Coupling coupling(classes);
    for (Count row = 0; row < rows; ++row) {
      for (const Pair& pair : pairs)
        coupling.set(pair.first, pair.second, std::clamp(*from++, 1e-7, 1 - 1e-7));
      to = std::ranges::copy(coupling.solve(), to).out;
    }
    return std::nullopt;
  };
}

// As libsvm computes them, and ONNX's reference.
Value probabilities(Call& call, const Value& scores, const Machine& machine) {
  const auto a = neededList<float>(call, "prob_a");
  const auto b = neededList<float>(call, "prob_b");
  const Count pairs = std::ssize(machine.pairs);
  if (!checkLength(call, "prob_a", std::ssize(a), pairs)) return {};
  if (!checkLength(call, "prob_b", std::ssize(b), pairs)) return {};
  const Dims made = {scores.dims[0], machine.classes};
  if (!call.checkDims(made)) return {};
  return call.host({DType::float64, made}, {odds(call, scores, a, b)},
                   coupled(machine.classes, machine.pairs, made[0]));
}

// Without support vectors, a row of coefficients for each class.
Value linearScores(Call& call, const Value& rows, Count classes) {
  if (call.failed()) return {};
  const Dims sizes = {classes, rows.dims[1]};
  const auto coefficients = neededList<float>(call, "coefficients");
  if (!checkLength(call, "coefficients", std::ssize(coefficients), sizeOf(sizes))) return {};
  const Value sums = call.gemm(rows, doubles(call, sizes, coefficients));
  return call.compute(OpId::add, sums, call.number(DType::float64, firstOf(call, "rho")));
}

}  // namespace

Values svmRegressor(Call& call) {
  const Value rows = call.cast(rowsOf(call), DType::float64);
  const auto coefficients = neededList<float>(call, "coefficients");
  if (call.failed()) return {};
  const Count count = call.integer("n_supports", 0);
  const bool isLinear = count <= 0;
  const Count length = std::ssize(coefficients);
  if (!checkLength(call, "coefficients", length, isLinear ? rows.dims[1] : count)) return {};
  const Value x =
      isLinear ? rows : kernels(call, rows, neededList<float>(call, "support_vectors"), count);
  const Value weights = doubles(call, {length, 1}, coefficients);
  const Terms terms(call, DType::float64);
  const Value rho = terms.number(firstOf(call, "rho"));
  const Value score = terms(OpId::add, call.matMul(x, weights), rho);
  if (!call.flag("one_class")) {
    const Transform transform = transformOf(call);
    return {call.cast(transformed(call, score, transform), DType::float32)};
  }
  const Value isInside = terms(OpId::greater, score, terms.number(0));
  const Value side = terms(OpId::where, isInside, terms.number(1), terms.number(-1));
  return {call.cast(side, DType::float32)};
}

Values svmClassifier(Call& call) {
  const auto labels = labelsOf(call, "classlabels_ints", "classlabels_strings");
  const Transform transform = transformOf(call);
  const Value rows = call.cast(rowsOf(call), DType::float64);
  const auto finished = [&](const Value& scores) {
    return call.cast(transformed(call, scores, transform), DType::float32);
  };
  const auto counts = listOf<Count>(call, "vectors_per_class");
  Count vectors = 0;
  for (const Count count : counts) {
    if (count < 0) return call.fail(faults::negative(call.label(), "vectors_per_class", count));
    vectors = count > kMaxCount - vectors ? kMaxCount : vectors + count;
  }
  const Count classes = labels.count;
  if (vectors == 0) {
    const Value scores = linearScores(call, rows, classes);
    const Value winner = labelsAt(call, labels, indexOfHighest(call, scores));
    return {winner, finished(scores)};
  }
  if (!checkLength(call, "vectors_per_class", std::ssize(counts), std::max<Count>(2, classes)))
    return {};
  const Machine machine = machineOf(call, classes, counts, vectors);
  const Value scores = pairScores(call, rows, machine);
  const Value winner = labelsAt(call, labels, winners(call, scores, machine));
  if (call.failed()) return {};
  if (!listOf<float>(call, "prob_a").empty())
    return {winner, finished(probabilities(call, scores, machine))};
  // With two classes, their one score is written for both.
  return {winner, finished(classes == 2 ? ofTwoClasses(call, scores, false) : scores)};
}

}  // namespace simdcast::onnx::ml

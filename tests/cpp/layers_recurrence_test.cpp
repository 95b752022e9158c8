// RNN, GRU and LSTM against ONNX's equations, element by element.
#include <algorithm>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

#include "simd/shared_memory.hpp"
#include "support/layer_values.hpp"
#include "support/layers.hpp"
#include "support/random.hpp"
#include "support/teams.hpp"

namespace simdcast::test::layers_recurrence_test {
namespace {

using layers::Activation;
using layers::ActivationId;
using layers::Cell;
using layers::isPossible;
using layers::Recurrence;

using layers::kDone;

std::size_t at(Count place) { return static_cast<std::size_t>(place); }

double computed(const Activation& by, double x) {
  const auto [id, alpha, beta] = by;
  switch (id) {
    case ActivationId::affine:
      return alpha * x + beta;
    case ActivationId::elu:
      return x < 0 ? alpha * std::expm1(x) : x;
    case ActivationId::hardSigmoid:
      return std::clamp(alpha * x + beta, 0.0, 1.0);
    case ActivationId::leakyRelu:
      return x < 0 ? alpha * x : x;
    case ActivationId::relu:
      return std::max(x, 0.0);
    case ActivationId::scaledTanh:
      return alpha * std::tanh(beta * x);
    case ActivationId::sigmoid:
      return 1 / (1 + std::exp(-x));
    case ActivationId::softplus:
      return std::log1p(std::exp(x));
    case ActivationId::softsign:
      return x / (1 + std::abs(x));
    case ActivationId::tanh:
      return std::tanh(x);
    default:
      return x > alpha ? x : 0;
  }
}

Count gatesOf(Cell cell) { return cell == Cell::rnn ? 1 : cell == Cell::gru ? 3 : 4; }
Count activationsOf(Cell cell) { return cell == Cell::rnn ? 1 : cell == Cell::gru ? 2 : 3; }

// The inputs of a layer; empty if absent.
struct Operands {
  std::vector<double> gates;
  std::vector<double> weights;
  std::vector<double> hidden;
  std::vector<double> cell;
  std::vector<double> further;
  std::vector<std::int32_t> lengths;
};

struct Results {
  std::vector<double> all;
  std::vector<double> hidden;
  std::vector<double> cell;
};

// One entry of the batch in one direction.
class Entry {
 public:
  Entry(const Recurrence& of, const Operands& operands, Count direction, Count entry)
      : of_(of), operands_(operands), direction_(direction), entry_(entry) {
    hidden_ = first(operands.hidden);
    cell_ = first(operands.cell);
  }

  void walk(Results& results) {
    const bool isReverse = direction_ == 1 || of_.reverse;
    for (Count i = 0; i < of_.steps; ++i) {
      step_ = isReverse ? of_.steps - 1 - i : i;
      const bool isPast = !operands_.lengths.empty() && step_ >= operands_.lengths[at(entry_)];
      if (!isPast) step();
      const Count row = (step_ * of_.directions + direction_) * of_.batch + entry_;
      for (Count j = 0; j < of_.hidden; ++j)
        results.all[at(row * of_.hidden + j)] = isPast ? 0 : hidden_[at(j)];
    }
    const Count row = direction_ * of_.batch + entry_;
    std::copy(hidden_.begin(), hidden_.end(), results.hidden.begin() + row * of_.hidden);
    std::copy(cell_.begin(), cell_.end(), results.cell.begin() + row * of_.hidden);
  }

 private:
  [[nodiscard]] std::vector<double> first(const std::vector<double>& given) const {
    std::vector<double> state(at(of_.hidden));
    const Count row = direction_ * of_.batch + entry_;
    for (Count j = 0; j < of_.hidden && !given.empty(); ++j)
      state[at(j)] = given[at(row * of_.hidden + j)];
    return state;
  }

  [[nodiscard]] double given(Count gate, Count j) const {
    const Count row = (step_ * of_.batch + entry_) * of_.directions + direction_;
    return operands_.gates[at((row * gatesOf(of_.cell) + gate) * of_.hidden + j)];
  }
  [[nodiscard]] double product(Count gate, Count j, const std::vector<double>& state) const {
    const Count matrix = (direction_ * gatesOf(of_.cell) + gate) * of_.hidden * of_.hidden;
    double sum = 0;
    for (Count k = 0; k < of_.hidden; ++k) {
      const Count place = of_.columns ? k * of_.hidden + j : j * of_.hidden + k;
      sum += state[at(k)] * operands_.weights[at(matrix + place)];
    }
    return sum;
  }
  // An element of one of `rows` vectors per direction.
  [[nodiscard]] double further(Count rows, Count row, Count j) const {
    if (operands_.further.empty()) return 0;
    return operands_.further[at((direction_ * rows + row) * of_.hidden + j)];
  }
  [[nodiscard]] double activated(Count which, double x) const {
    const auto index = static_cast<int>(direction_ * activationsOf(of_.cell) + which);
    return computed(of_.activations[index], std::clamp(x, -of_.clip, of_.clip));
  }

  void step() {
    const std::vector<double> before = hidden_;
    std::vector<double> scaled = before;
    if (of_.cell == Cell::gru)
      for (Count j = 0; j < of_.hidden; ++j)
        scaled[at(j)] *= activated(0, given(1, j) + product(1, j, before));
    for (Count j = 0; j < of_.hidden; ++j) {
      if (of_.cell == Cell::rnn) hidden_[at(j)] = activated(0, given(0, j) + product(0, j, before));
      if (of_.cell == Cell::gru) hidden_[at(j)] = gru(j, before, scaled);
      if (of_.cell == Cell::lstm) hidden_[at(j)] = lstm(j, before);
    }
  }

  [[nodiscard]] double gru(Count j, const std::vector<double>& before,
                           const std::vector<double>& scaled) const {
    const double z = activated(0, given(0, j) + product(0, j, before));
    const double r = activated(0, given(1, j) + product(1, j, before));
    const double inner = of_.linearBeforeReset ? r * (product(2, j, before) + further(1, 0, j))
                                               : product(2, j, scaled);
    return (1 - z) * activated(1, given(2, j) + inner) + z * before[at(j)];
  }

  [[nodiscard]] double lstm(Count j, const std::vector<double>& before) {
    const auto sum = [&](Count gate) { return given(gate, j) + product(gate, j, before); };
    const double last = cell_[at(j)];
    const double input = activated(0, sum(0) + further(3, 0, j) * last);
    const double forget =
        of_.inputForget ? 1 - input : activated(0, sum(2) + further(3, 2, j) * last);
    const double next = forget * last + input * activated(1, sum(3));
    cell_[at(j)] = next;
    return activated(0, sum(1) + further(3, 1, j) * next) * activated(2, next);
  }

  const Recurrence& of_;
  const Operands& operands_;
  Count direction_;
  Count entry_;
  Count step_ = 0;
  std::vector<double> hidden_;
  std::vector<double> cell_;
};

Results expected(const Recurrence& of, const Operands& operands) {
  const Count states = of.directions * of.batch * of.hidden;
  Results results{std::vector<double>(at(of.steps * states)), std::vector<double>(at(states)),
                  std::vector<double>(at(states))};
  for (Count direction = 0; direction < of.directions; ++direction)
    for (Count entry = 0; entry < of.batch; ++entry)
      Entry(of, operands, direction, entry).walk(results);
  return results;
}

// Small enough that no unbounded activation lets states grow without end.
std::vector<double> numbers(Random& random, Count count) {
  std::vector<double> values(at(count));
  for (double& value : values) value = random.between(-64, 64) / 256.0;
  return values;
}

Activation activation(Random& random) {
  const int last = static_cast<int>(ActivationId::count) - 1;
  return {static_cast<ActivationId>(random.between(0, last)), random.between(1, 8) / 8.0,
          random.between(-4, 8) / 8.0};
}

Recurrence request(Random& random, DType type) {
  Recurrence of{.type = type,
                .cell = static_cast<Cell>(random.between(0, 2)),
                .steps = random.between(0, 6),
                .batch = random.between(0, 11),
                .directions = random.between(1, 2),
                .hidden = random.between(0, 19),
                .columns = random.chance(50),
                .reverse = random.chance(30),
                .linearBeforeReset = random.chance(50),
                .inputForget = random.chance(30)};
  if (random.chance(30)) of.clip = random.between(1, 8) / 16.0;
  for (Count i = activationsOf(of.cell) * of.directions; i > 0; --i)
    of.activations.push(activation(random));
  return of;
}

Operands operands(Random& random, const Recurrence& of) {
  const Count states = of.directions * of.batch * of.hidden;
  const Count gates = gatesOf(of.cell);
  Operands operands{numbers(random, of.steps * states * gates),
                    numbers(random, of.directions * gates * of.hidden * of.hidden)};
  if (random.chance(60)) operands.hidden = numbers(random, states);
  if (random.chance(60)) operands.cell = numbers(random, states);
  const Count further = of.cell == Cell::lstm ? 3 : 1;
  const bool takesFurther = of.cell == Cell::lstm || (of.cell == Cell::gru && of.linearBeforeReset);
  if (takesFurther && random.chance(60))
    operands.further = numbers(random, of.directions * further * of.hidden);
  if (random.chance(40))
    for (Count entry = 0; entry < of.batch; ++entry)
      operands.lengths.push_back(random.between(-1, static_cast<int>(of.steps) + 1));
  return operands;
}

template <class T>
void give(LayerRun& layer, const std::vector<double>& values) {
  if (values.empty())
    layer.absent();
  else
    layer.input(std::vector<T>(values.begin(), values.end()));
}

template <class T>
void prepare(LayerRun& layer, const Recurrence& of, const Operands& operands) {
  for (const auto* values :
       {&operands.gates, &operands.weights, &operands.hidden, &operands.cell, &operands.further})
    give<T>(layer, *values);
  if (operands.lengths.empty())
    layer.absent();
  else
    layer.input(operands.lengths);
  const Count states = of.directions * of.batch * of.hidden;
  layer.output<T>(of.steps * states);
  layer.output<T>(states);
  if (of.cell == Cell::lstm) layer.output<T>(states);
}

// Some tens of roundings, of numbers that may have grown to ten.
template <class T>
bool areNear(const std::vector<T>& actual, const std::vector<double>& expected) {
  constexpr double kNear = 500 * std::numeric_limits<T>::epsilon();
  return std::equal(actual.begin(), actual.end(), expected.begin(), expected.end(),
                    [](T a, double b) { return std::abs(a - b) <= kNear * (1 + std::abs(b)); });
}

TEMPLATE_TEST_CASE("recurrence: by ONNX's equations", "[layers]", float, double) {
  Random random(91);
  for (int i = 0; i < 600; ++i) {
    const Recurrence of = request(random, kType<TestType>);
    const Operands given = operands(random, of);
    LayerRun layer(of);
    REQUIRE(layer.possible());
    prepare<TestType>(layer, of, given);
    REQUIRE(layer.run() == kDone);
    REQUIRE(layer.canariesLive());
    const Results wanted = expected(of, given);
    REQUIRE(areNear(layer.template values<TestType>(0), wanted.all));
    REQUIRE(areNear(layer.template values<TestType>(1), wanted.hidden));
    if (of.cell == Cell::lstm) REQUIRE(areNear(layer.template values<TestType>(2), wanted.cell));
  }
}

TEST_CASE("recurrence: threads give the same bits", "[layers]") {
  Random random(92);
  // Without threads, the caller takes all the parts.
  testing::Crew crew(3, simd::kSharesMemory ? 3 : 1);
  crew.team.shareEverything();
  for (int i = 0; i < 300; ++i) {
    Recurrence of = request(random, DType::float32);
    of.batch *= 3;
    const Operands given = operands(random, of);
    LayerRun alone(of);
    LayerRun shared(of);
    prepare<float>(alone, of, given);
    prepare<float>(shared, of, given);
    REQUIRE(alone.run() == kDone);
    REQUIRE(shared.run(&crew.team) == kDone);
    REQUIRE(shared.canariesLive());
    for (int output = 0; output < 2; ++output)
      REQUIRE(shared.values<std::uint32_t>(output) == alone.values<std::uint32_t>(output));
  }
  CHECK(crew.team.jobs() > 100);
}

TEST_CASE("recurrence: activations that are none, or not as many as there are", "[layers]") {
  Recurrence of{.type = DType::float32, .cell = Cell::gru, .directions = 2};
  CHECK_FALSE(isPossible(of));
  for (int i = 0; i < 4; ++i) of.activations.push({ActivationId::tanh});
  CHECK(isPossible(of));
  of.activations[2].id = ActivationId::count;
  CHECK_FALSE(isPossible(of));
  of.activations[2].id = ActivationId::relu;
  of.cell = Cell::count;
  CHECK_FALSE(isPossible(of));
  of.cell = Cell::rnn;
  CHECK_FALSE(isPossible(of));
}

TEST_CASE("recurrence: half floats and directions past two", "[layers]") {
  Recurrence of{.type = DType::float16};
  of.activations.push({});
  CHECK_FALSE(isPossible(of));
  of.type = DType::float64;
  CHECK(isPossible(of));
  of.directions = 3;
  of.activations.push({});
  of.activations.push({});
  CHECK_FALSE(isPossible(of));
}

}  // namespace
}  // namespace simdcast::test::layers_recurrence_test

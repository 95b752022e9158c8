// Attention against its definition in float64 (ONNX Attention-23, com.microsoft
// GroupQueryAttention), computed query by query.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <optional>

#include "simd/shared_memory.hpp"
#include "support/floats.hpp"
#include "support/layers.hpp"
#include "support/random.hpp"
#include "support/teams.hpp"

namespace simdcast::test::layers_attention_test {
namespace {

using layers::Attention;
using Values = std::vector<double>;

constexpr double kNever = -std::numeric_limits<double>::infinity();

std::size_t at(Count place) { return static_cast<std::size_t>(place); }

struct Case {
  Attention request;
  Values queries;
  Values keys;
  Values values;
  std::optional<std::vector<Count>> ends = {};
  std::optional<Values> bias = {};
  std::optional<Values> sinks = {};
};

Count biasAxis(const Attention& of, std::size_t axis) {
  const Count sizes[] = {of.batch, of.heads, of.queries, of.keys};
  return of.bias[axis] ? sizes[axis] : 1;
}

Count biasCount(const Attention& of) {
  return biasAxis(of, 0) * biasAxis(of, 1) * biasAxis(of, 2) * biasAxis(of, 3);
}

double biasAt(const Case& of, Count batch, Count head, Count query, Count key) {
  if (!of.bias) return 0;
  const Count places[] = {batch, head, query, key};
  Count place = 0;
  for (std::size_t axis = 0; axis < 4; ++axis)
    place = place * biasAxis(of.request, axis) + (of.request.bias[axis] ? places[axis] : 0);
  return (*of.bias)[at(place)];
}

bool sees(const Case& of, Count batch, Count query, Count key) {
  const Attention& request = of.request;
  const Count end = of.ends ? (*of.ends)[at(batch)] : request.keys;
  const Count own =
      query + (request.past == Attention::kAtEnd ? end - request.queries : request.past);
  return key < end && (request.before == Attention::kUnlimited || key >= own - request.before) &&
         (request.after == Attention::kUnlimited || key <= own + request.after);
}

// The result of one query in one head.
Values expectedOf(const Case& of, Count batch, Count head, Count query) {
  const Attention& request = of.request;
  const Count row = (batch * request.heads + head) * request.queries + query;
  const Count shared = batch * request.shared + head / (request.heads / request.shared);
  Values scores(at(request.keys), kNever);
  bool isOpen = false;
  for (Count key = 0; key < request.keys; ++key) {
    const double bias = biasAt(of, batch, head, query, key);
    if (!sees(of, batch, query, key) || bias == kNever) continue;
    isOpen = true;
    double sum = 0;
    for (Count i = 0; i < request.size; ++i)
      sum += of.queries[at(row * request.size + i)] *
             of.keys[at((shared * request.keys + key) * request.size + i)];
    double score = sum * double{request.scale};
    if (request.cap > 0) score = std::tanh(score / double{request.cap}) * double{request.cap};
    scores[at(key)] = score + bias;
  }
  Values result(at(request.width), 0);
  if (!isOpen) return result;
  double most = of.sinks ? (*of.sinks)[at(head)] : kNever;
  for (const double score : scores) most = std::max(most, score);
  double total = of.sinks ? std::exp((*of.sinks)[at(head)] - most) : 0;
  for (const double score : scores) total += std::exp(score - most);
  for (Count key = 0; key < request.keys; ++key)
    for (Count i = 0; i < request.width; ++i)
      result[at(i)] += std::exp(scores[at(key)] - most) / total *
                       of.values[at((shared * request.keys + key) * request.width + i)];
  return result;
}

Values resultOf(const Case& of, Team* team = nullptr) {
  const Attention& request = of.request;
  LayerRun layer(request);
  REQUIRE(layer.possible());
  layer.input(encoded(request.type, of.queries));
  layer.input(encoded(request.type, of.keys));
  layer.input(encoded(request.type, of.values));
  of.ends ? layer.indices(request.endType, *of.ends) : layer.absent();
  of.bias ? layer.input(std::vector<float>(of.bias->begin(), of.bias->end())) : layer.absent();
  of.sinks ? layer.input(std::vector<float>(of.sinks->begin(), of.sinks->end())) : layer.absent();
  layer.outputBytes(request.batch * request.heads * request.queries * request.width *
                    width(request.type));
  REQUIRE(layer.run(team) == layers::kDone);
  REQUIRE(layer.canariesLive());
  return decoded(request.type, layer.values<std::byte>());
}

Case caseOf(Random& random, DType type) {
  const auto chosen = [&](Count most) { return Count{random.between(0, static_cast<int>(most))}; };
  Attention request{.type = type,
                    .endType = random.chance(50) ? DType::int32 : DType::int64,
                    .batch = 1 + chosen(2),
                    .shared = 1 + chosen(2),
                    .queries = 1 + chosen(3),
                    .keys = random.chance(20) ? 60 + chosen(90) : chosen(20),
                    .size = chosen(40),
                    .width = 1 + chosen(40),
                    .scale = 0.25F,
                    .cap = random.chance(30) ? 2.0F : 0.0F,
                    .merges = random.chance(50)};
  request.heads = request.shared * (1 + chosen(2));
  if (random.chance(50)) request.past = chosen(request.keys);
  if (random.chance(40)) request.before = chosen(request.keys);
  if (random.chance(60)) request.after = chosen(2);
  const auto numbers = [&](Count count) {
    Values values(at(count));
    for (double& value : values) value = rounded(type, random.between(-64, 64) / 32.0);
    return values;
  };
  Case made{.request = request,
            .queries = numbers(request.batch * request.heads * request.queries * request.size),
            .keys = numbers(request.batch * request.shared * request.keys * request.size),
            .values = numbers(request.batch * request.shared * request.keys * request.width)};
  if (random.chance(50)) {
    made.ends.emplace();
    for (Count i = 0; i < request.batch; ++i)
      made.ends->push_back(chosen(request.keys + 1) - (random.chance(10) ? request.keys : 0));
  }
  if (random.chance(40)) {
    for (bool& isWhole : made.request.bias) isWhole = random.chance(50);
    made.bias.emplace(numbers(biasCount(made.request)));
    for (double& each : *made.bias)
      if (random.chance(20)) each = kNever;
  }
  if (random.chance(30)) made.sinks = numbers(request.heads);
  return made;
}

double epsilonOf(DType type) { return std::ldexp(1, 1 - formatOf(type).digits); }

void check(const Case& of) {
  const Attention& request = of.request;
  const Values result = resultOf(of);
  for (Count batch = 0; batch < request.batch; ++batch)
    for (Count head = 0; head < request.heads; ++head)
      for (Count query = 0; query < request.queries; ++query) {
        const Values expected = expectedOf(of, batch, head, query);
        const Count place = request.merges
                                ? (batch * request.queries + query) * request.heads + head
                                : (batch * request.heads + head) * request.queries + query;
        for (Count i = 0; i < request.width; ++i) {
          // Values are at most 2: one rounding to the type, and float32's in between.
          const double bound = epsilonOf(request.type) + 64 * epsilonOf(DType::float32);
          INFO(name(request.type) << " element " << i << " of query " << query);
          REQUIRE(std::abs(result[at(place * request.width + i)] - expected[at(i)]) <= bound);
        }
      }
}

TEST_CASE("attention: limits, bias, cap and sinks as defined", "[layers]") {
  Random random(97);
  for (const DType type : {DType::float32, DType::float16, DType::bfloat16})
    for (int i = 0; i < 400; ++i) check(caseOf(random, type));
}

TEST_CASE("attention: threads give the same bits", "[layers]") {
  Random random(98);
  testing::Crew crew(3, simd::kSharesMemory ? 3 : 1);
  crew.team.shareEverything();
  for (int i = 0; i < 300; ++i) {
    const Case of = caseOf(random, random.chance(50) ? DType::float32 : DType::float16);
    REQUIRE(resultOf(of, &crew.team) == resultOf(of));
  }
  CHECK(crew.team.jobs() > 100);
}

TEST_CASE("attention: the bits of a query do not depend on keys that it does not see", "[layers]") {
  Random random(99);
  Case of = caseOf(random, DType::float32);
  of.request = {.type = DType::float32, .keys = 40, .size = 9, .width = 7, .past = 20, .after = 0};
  of.queries.assign(9, 0.5);
  of.ends.reset();
  of.bias.reset();
  of.sinks.reset();
  Values keys(40 * 9);
  for (double& key : keys) key = random.between(-9, 9) / 8.0;
  of.keys = keys;
  of.values.assign(40 * 7, 0.25);
  const Values result = resultOf(of);
  for (Count i = 21 * 9; i < 40 * 9; ++i) of.keys[at(i)] = std::nan("");
  for (Count i = 21 * 7; i < 40 * 7; ++i) of.values[at(i)] = std::nan("");
  CHECK(resultOf(of) == result);
}

}  // namespace
}  // namespace simdcast::test::layers_attention_test

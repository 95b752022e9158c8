// Rotation against the equations of ONNX (RotaryEmbedding-23) in plain loops over pairs, whose
// steps are rounded to float32 (float64 for float64), and results to the type.
#include <catch2/catch_test_macros.hpp>
#include <limits>
#include <optional>

#include "simd/shared_memory.hpp"
#include "support/floats.hpp"
#include "support/layers.hpp"
#include "support/random.hpp"
#include "support/teams.hpp"

namespace simdcast::test::layers_rotation_test {
namespace {

using layers::kDone;
using layers::Rotation;
using Values = std::vector<double>;

std::size_t at(Count place) { return static_cast<std::size_t>(place); }

struct Case {
  Rotation request;
  Values heads;
  Values cosines;
  Values sines;
  std::optional<std::vector<Count>> positions = {};
};

Count positionsIn(const Rotation& of) {
  return (of.sharesPositions ? 1 : of.batch) * (of.countsPositions ? 1 : of.length);
}

Count rowOf(const Case& of, Count batch, Count token) {
  const Rotation& request = of.request;
  if (!of.positions) return batch * request.rowStep + token;
  const Count own = request.sharesPositions ? 0 : batch;
  const Count row = request.countsPositions ? (*of.positions)[at(own)] + token
                                            : (*of.positions)[at(own * request.length + token)];
  return row < 0 ? row + request.rows : row;
}

Count placeOf(const Rotation& of, bool inTokens, Count tokenSize, Count batch, Count token,
              Count head) {
  return inTokens ? (batch * of.length + token) * tokenSize + head * of.size
                  : ((batch * of.heads + head) * of.length + token) * of.size;
}

Values expectedOf(const Case& of) {
  const Rotation& request = of.request;
  const DType type = request.type;
  const DType wide = type == DType::float64 ? type : DType::float32;
  const auto step = [&](double x) { return rounded(wide, x); };
  Values result(at(request.batch * request.heads * request.length * request.size));
  for (Count batch = 0; batch < request.batch; ++batch)
    for (Count token = 0; token < request.length; ++token)
      for (Count head = 0; head < request.heads; ++head) {
        const Count from =
            (request.readsTokens ? request.first : 0) +
            placeOf(request, request.readsTokens, request.tokenSize, batch, token, head);
        const Count to = placeOf(request, request.writesTokens, request.heads * request.size, batch,
                                 token, head);
        for (Count i = 0; i < request.size; ++i) result[at(to + i)] = of.heads[at(from + i)];
        for (Count pair = 0; pair < request.half; ++pair) {
          const Count a = request.interleaved ? 2 * pair : pair;
          const Count b = request.interleaved ? a + 1 : pair + request.half;
          const Count angle = rowOf(of, batch, token) * request.rowSize + pair;
          const double cosine = of.cosines[at(angle)];
          const double sine = of.sines[at(angle)];
          const double x = of.heads[at(from + a)];
          const double y = of.heads[at(from + b)];
          result[at(to + a)] = rounded(type, step(step(cosine * x) - step(sine * y)));
          result[at(to + b)] = rounded(type, step(step(sine * x) + step(cosine * y)));
        }
      }
  return result;
}

struct Result {
  Count end;  // the position that the run returns
  Values values;
  bool isWritten;
};

Result resultOf(const Case& of, Team* team = nullptr) {
  const Rotation& request = of.request;
  LayerRun layer(request);
  REQUIRE(layer.possible());
  layer.input(encoded(request.type, of.heads));
  layer.input(encoded(request.tableType, of.cosines));
  layer.input(encoded(request.tableType, of.sines));
  of.positions ? layer.indices(request.positionType, *of.positions) : layer.absent();
  layer.outputBytes(request.batch * request.heads * request.length * request.size *
                    width(request.type));
  const auto before = layer.values<std::byte>();
  const Count end = layer.run(team);
  REQUIRE(layer.canariesLive());
  const auto after = layer.values<std::byte>();
  return {end, decoded(request.type, after), before != after};
}

Case caseOf(Random& random, DType type) {
  constexpr DType kNarrow[] = {DType::float32, DType::float16, DType::bfloat16};
  Rotation request{.type = type,
                   .tableType = type == DType::float64 ? type : kNarrow[random.between(0, 2)],
                   .positionType = random.chance(50) ? DType::int32 : DType::int64,
                   .readsTokens = random.chance(50),
                   .writesTokens = random.chance(50),
                   .interleaved = random.chance(50),
                   .sharesPositions = random.chance(30),
                   .countsPositions = random.chance(30),
                   .batch = random.between(1, 3),
                   .heads = random.between(1, 3),
                   .length = random.between(1, 4),
                   .half = random.between(0, 17)};
  request.size = 2 * request.half + random.between(0, 3);
  request.rowSize = request.half + random.between(0, 2);
  if (request.readsTokens) {
    request.first = random.between(0, 5);
    request.tokenSize = request.first + request.heads * request.size + random.between(0, 3);
  }
  const bool hasPositions = random.chance(60);
  if (!hasPositions && random.chance(50)) request.rowStep = request.length;
  request.rows = hasPositions ? request.length + random.between(0, 9)
                              : request.length + (request.batch - 1) * request.rowStep;
  const auto numbers = [&](DType of, Count count) {
    Values values(at(count));
    for (double& value : values) value = rounded(of, random.between(-999, 999) / 512.0);
    return values;
  };
  const Count ofTokens = request.batch * request.length;
  Case made{.request = request,
            .heads = numbers(type, request.readsTokens ? ofTokens * request.tokenSize
                                                       : ofTokens * request.heads * request.size),
            .cosines = numbers(request.tableType, request.rows * request.rowSize),
            .sines = numbers(request.tableType, request.rows * request.rowSize)};
  if (!hasPositions) return made;
  made.positions.emplace(at(positionsIn(request)));
  const Count most = request.rows - (request.countsPositions ? request.length : 1);
  for (Count& position : *made.positions)
    position = random.between(random.chance(20) ? -static_cast<int>(request.rows) : 0,
                              static_cast<int>(most));
  return made;
}

void check(Random& random, DType type, Team* team) {
  const Case of = caseOf(random, type);
  const Result result = resultOf(of, team);
  REQUIRE(result.end == kDone);
  REQUIRE(result.values == expectedOf(of));
}

TEST_CASE("rotation: every layout, position and type", "[layers]") {
  Random random(100);
  for (const DType type : {DType::float32, DType::float64, DType::float16, DType::bfloat16})
    for (int i = 0; i < 500; ++i) check(random, type, nullptr);
}

TEST_CASE("rotation: threads give the same result", "[layers]") {
  Random random(101);
  testing::Crew crew(3, simd::kSharesMemory ? 3 : 1);
  crew.team.shareEverything();
  for (int i = 0; i < 300; ++i) check(random, DType::float16, &crew.team);
  CHECK(crew.team.jobs() > 100);
}

TEST_CASE("rotation: a position out of range is returned, and nothing is written", "[layers]") {
  using Limits = std::numeric_limits<std::int64_t>;
  Random random(102);
  for (int i = 0; i < 300; ++i) {
    Case of = caseOf(random, DType::float32);
    if (!of.positions) continue;
    of.request.positionType = DType::int64;
    const Count wrong = random.between(0, static_cast<int>(of.positions->size()) - 1);
    const Count rows = of.request.rows;
    const Count positions[] = {rows, -rows - 1, Limits::min(), Limits::max()};
    (*of.positions)[at(wrong)] = positions[random.between(0, 3)];
    const Result result = resultOf(of);
    REQUIRE(result.end == wrong);
    REQUIRE_FALSE(result.isWritten);
  }
}

TEST_CASE("rotation: tables without a row for each token are out of range", "[layers]") {
  const Rotation request{.type = DType::float32, .batch = 2, .length = 3, .rows = 5, .rowStep = 3};
  const Case of{request, Values(12, 1), Values(5, 1), Values(5, 1)};
  CHECK(resultOf(of).end == 0);
}

}  // namespace
}  // namespace simdcast::test::layers_rotation_test

// Reductions, ArgMax and Softmax against plain loops in wider types.
#include <algorithm>
#include <array>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

#include "support/bounds.hpp"
#include "support/layer_values.hpp"
#include "support/layers.hpp"
#include "support/random.hpp"

namespace simdcast::test::layers_folds_test {
namespace {

using layers::isPossible;
using layers::Reduction;

using layers::kDone;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <class T>
T identityOf(Reduction reduction) {
  using Limits = std::numeric_limits<T>;
  if (reduction == Reduction::sum || reduction == Reduction::mean) return 0;
  if (reduction == Reduction::product) return 1;
  const bool isMax = reduction == Reduction::max;
  if constexpr (Limits::has_infinity) return static_cast<T>(isMax ? -kInfinity : kInfinity);
  return isMax ? Limits::lowest() : Limits::max();
}

// Floats are summed in their own type; integers in a wider one, and stored at the end.
template <class T>
using Wide =
    std::conditional_t<std::is_floating_point_v<T>, T,
                       std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;

template <class W>
W combined(Reduction reduction, W a, W b) {
  if (reduction == Reduction::max) return std::max(a, b);
  if (reduction == Reduction::min) return std::min(a, b);
  if constexpr (std::is_floating_point_v<W>) return reduction == Reduction::product ? a * b : a + b;
  // Integers wrap.
  const auto x = static_cast<std::uint64_t>(a);
  const auto y = static_cast<std::uint64_t>(b);
  return static_cast<W>(reduction == Reduction::product ? x * y : x + y);
}

// Folds every element onto the element of the result with the same index on the remaining axes.
template <class T>
std::vector<T> reduced(Reduction reduction, const std::vector<T>& from, const Shape& shape,
                       Count mask) {
  Shape kept = shape;
  Count folded = 1;
  for (int axis = 0; axis < shape.size(); ++axis) {
    if ((mask >> axis & 1) == 0) continue;
    kept[axis] = 1;
    folded *= shape[axis];
  }
  const Wide<T> identity = identityOf<T>(reduction);
  std::vector<Wide<T>> to(static_cast<std::size_t>(*elementCount(kept)), identity);
  for (std::size_t at = 0; at < from.size(); ++at) {
    auto rest = static_cast<Count>(at);
    Count place = 0;
    Count stride = 1;
    for (int axis = shape.size() - 1; axis >= 0; --axis) {
      if (kept[axis] == shape[axis]) {
        place += rest % shape[axis] * stride;
        stride *= shape[axis];
      }
      rest /= shape[axis];
    }
    Wide<T>& into = to[static_cast<std::size_t>(place)];
    into = combined<Wide<T>>(reduction, into, from[at]);
  }
  const bool divides = std::is_floating_point_v<T> || folded > 0;  // integers are 0 already
  if (reduction == Reduction::mean && divides)
    for (Wide<T>& sum : to) sum /= static_cast<Wide<T>>(folded);
  std::vector<T> stored(to.size());
  std::transform(to.begin(), to.end(), stored.begin(),
                 [](Wide<T> value) { return static_cast<T>(value); });
  return stored;
}

template <class T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](T x, T y) { return x == y || (x != x && y != y); });
}

// Products of powers of two, but no other floats, are exact in any order.
template <class T>
std::vector<T> elementsFor(Random& random, Reduction reduction, Count count) {
  std::vector<T> values = wholeNumbers<T>(random, count);
  if constexpr (std::is_floating_point_v<T>)
    if (reduction == Reduction::product)
      for (T& value : values)
        value = std::ldexp(value < 0 ? T{-1} : T{1}, static_cast<int>(std::abs(value)) % 3 - 1);
  return values;
}

template <class T>
void checkReduction(Random& random, Reduction reduction, const Shape& shape, Count mask) {
  layers::Reduce request{.type = kType<T>, .reduction = reduction};
  for (int axis = 0; axis < shape.size(); ++axis)
    request.axes.push({shape[axis], (mask >> axis & 1) != 0});
  const std::vector<T> from = elementsFor<T>(random, reduction, *elementCount(shape));
  const std::vector<T> expected = reduced(reduction, from, shape, mask);
  LayerRun layer(request);
  REQUIRE(layer.possible());
  layer.input(from);
  layer.template output<T>(static_cast<Count>(expected.size()));
  REQUIRE(layer.run() == kDone);
  INFO("reduction " << static_cast<int>(reduction) << ", mask " << mask << ", rank "
                    << shape.size());
  REQUIRE(same(layer.template values<T>(), expected));
  REQUIRE(layer.canariesLive());
}

TEMPLATE_TEST_CASE("reduce: random shapes and axes", "[layers]", float, double, std::int8_t,
                   std::int32_t, std::uint16_t, std::uint64_t) {
  Random random(310);
  for (int i = 0; i < 400; ++i) {
    const Shape shape = randomShape(random, {.highestRank = 5, .lowestSize = 0, .highestSize = 3});
    const auto reduction =
        static_cast<Reduction>(random.between(0, static_cast<int>(Reduction::count) - 1));
    checkReduction<TestType>(random, reduction, shape, random.between(0, (1 << shape.size()) - 1));
  }
}

TEMPLATE_TEST_CASE("reduce: long rows and many short ones", "[layers]", float, double, std::int32_t,
                   std::uint16_t) {
  Random random(311);
  const Shape shapes[] = {{5000}, {3, 2049}, {2049, 3}, {700, 5, 3}, {2, 1500, 1, 2}, {4097, 1}};
  for (const Shape& shape : shapes)
    for (Count mask = 0; mask < 1 << shape.size(); ++mask)
      for (Reduction reduction : {Reduction::sum, Reduction::max, Reduction::min})
        checkReduction<TestType>(random, reduction, shape, mask);
}

TEMPLATE_TEST_CASE("reduce: rows around whole blocks of partial results", "[layers]", float, double,
                   std::int64_t) {
  Random random(312);
  for (const int blocks : {1, 2, 3, 4, 8, 9})
    for (int more = -5; more <= 5; ++more)
      for (Reduction reduction : {Reduction::sum, Reduction::mean, Reduction::max})
        checkReduction<TestType>(random, reduction, {3, blocks * 256 + more}, 2);
}

TEMPLATE_TEST_CASE("reduce: short rows of many lengths, few and many", "[layers]", float, double,
                   std::int8_t, std::uint16_t, std::int64_t) {
  Random random(313);
  for (int n = 1; n <= 260; n += n < 70 ? 1 : 19)
    for (const int rows : {2, 37})
      for (Reduction reduction : {Reduction::sum, Reduction::product, Reduction::max}) {
        checkReduction<TestType>(random, reduction, {rows, n}, 2);
        checkReduction<TestType>(random, reduction, {2, rows, n}, 5);
      }
}

// Short rows are folded side by side, in groups.
TEMPLATE_TEST_CASE("reduce: a short row has the same bits alone and among many", "[layers]", float,
                   double) {
  Random random(314);
  for (const Count n : {2, 3, 5, 64, 200, 255, 256}) {
    constexpr Count kRows = 600;
    std::vector<TestType> from(static_cast<std::size_t>(kRows * n));
    for (TestType& value : from)
      value = static_cast<TestType>(random.between(-99999, 99999)) / TestType{7};
    const auto sumsOf = [&](const std::vector<TestType>& rows) {
      const Count count = static_cast<Count>(rows.size()) / n;
      LayerRun layer(layers::Reduce{.type = kType<TestType>,
                                    .reduction = Reduction::sum,
                                    .axes = {{count, false}, {n, true}}});
      layer.input(rows);
      layer.template output<TestType>(count);
      REQUIRE(layer.run() == kDone);
      return layer.template values<TestType>();
    };
    const std::vector<TestType> all = sumsOf(from);
    for (const Count row : {0, 1, 299, 599}) {
      const auto first = from.begin() + row * n;
      REQUIRE(sumsOf({first, first + n}).front() == all[static_cast<std::size_t>(row)]);
    }
  }
}

// Means of integers, whose sums are kept in a wider lane, some tens of thousands at a time.
TEMPLATE_TEST_CASE("reduce: results of more elements than are kept at a time", "[layers]", float,
                   std::int8_t, std::uint16_t, std::int32_t) {
  Random random(315);
  const Shape shapes[] = {{2, 66000}, {66000, 2}, {3, 300, 2, 230}, {2, 3, 33000, 2}, {70000}};
  for (const Shape& shape : shapes)
    for (Count mask = 0; mask < 1 << shape.size(); ++mask)
      for (Reduction reduction : {Reduction::mean, Reduction::sum})
        checkReduction<TestType>(random, reduction, shape, mask);
}

Count bytesToRun(const layers::LayerRequest& request) {
  const LayerRun layer(request);
  REQUIRE(layer.possible());
  return layer.task().workspace();
}

// For 512 MB of uint8, argMax used to need 4 GiB, and the maximum 8 bytes per element.
TEST_CASE("reduce, argMax, sums: the workspace does not grow with the tensor", "[layers]") {
  constexpr Count kMost = 1 << 20;
  for (int i = 0; i < static_cast<int>(DType::count); ++i) {
    const auto type = static_cast<DType>(i);
    if (lane(type) == Lane::none) continue;
    INFO(name(type));
    for (const auto& [outer, size, inner] :
         {std::array<Count, 3>{1, 16, 1 << 25}, {1, 1 << 29, 1}, {1 << 25, 16, 1}}) {
      CHECK(bytesToRun(layers::ArgMax{type, outer, size, inner}) <= kMost);
      CHECK(bytesToRun(layers::CumulativeSum{type, outer, size, inner}) <= kMost);
      CHECK(bytesToRun(layers::Scatter{.type = type,
                                       .folds = true,
                                       .reduction = Reduction::sum,
                                       .rows = size,
                                       .inner = inner,
                                       .indices = 1}) <= kMost);
      for (int of = 0; of < static_cast<int>(Reduction::count); ++of)
        CHECK(bytesToRun(layers::Reduce{.type = type,
                                        .reduction = static_cast<Reduction>(of),
                                        .axes = {{outer, false}, {size, true}, {inner, false}}}) <=
              kMost);
    }
  }
}

TEST_CASE("reduce: invalid requests", "[layers]") {
  const auto isPossibleOf = [](DType type, std::initializer_list<Count> sizes,
                               Reduction reduction = Reduction::sum) {
    layers::Reduce request{.type = type, .reduction = reduction};
    for (Count size : sizes) request.axes.push({size, true});
    return isPossible(request);
  };
  CHECK(isPossibleOf(DType::float32, {3}));
  CHECK_FALSE(isPossibleOf(DType::float32, {-3}));
  CHECK_FALSE(isPossibleOf(DType::float32, {3}, Reduction::count));
  CHECK_FALSE(isPossibleOf(DType::float32, {3}, static_cast<Reduction>(99)));
  CHECK_FALSE(isPossibleOf(DType::complex64, {3}));
  CHECK_FALSE(isPossibleOf(DType::string, {3}));
  const Count huge = INT32_MAX;
  CHECK_FALSE(isPossibleOf(DType::float32, {huge, huge, huge}));
}

// NaN comes before every number; of equal elements the first counts, or the last.
template <class T>
Count placeOfBest(const std::vector<T>& column, const layers::ArgMax& request) {
  const auto isAtLeast = [&](T a, T b) {
    return a != a || (b == b && (request.smallest ? a <= b : a >= b));
  };
  Count best = 0;
  for (std::size_t i = 0; i < column.size(); ++i) {
    bool isBest = true;
    for (T other : column) isBest = isBest && isAtLeast(column[i], other);
    if (!isBest) continue;
    best = static_cast<Count>(i);
    if (!request.last) break;
  }
  return best;
}

template <class T>
void checkArgMax(Random& random, const layers::ArgMax& request, int nans) {
  const auto [type, outer, size, inner, last, smallest] = request;
  std::vector<T> from = wholeNumbers<T>(random, outer * size * inner);
  if constexpr (std::is_floating_point_v<T>)
    for (T& value : from)
      if (random.chance(nans)) value = static_cast<T>(random.chance(50) ? NAN : kInfinity);
  LayerRun layer(request);
  REQUIRE(layer.possible());
  layer.input(from);
  layer.template output<std::int64_t>(outer * inner);
  REQUIRE(layer.run() == kDone);
  std::vector<std::int64_t> expected;
  for (Count i = 0; i < outer; ++i)
    for (Count j = 0; j < inner; ++j) {
      std::vector<T> column;
      for (Count k = 0; k < size; ++k)
        column.push_back(from[static_cast<std::size_t>((i * size + k) * inner + j)]);
      expected.push_back(placeOfBest(column, request));
    }
  INFO(outer << " x " << size << " x " << inner << (last ? ", last" : "")
             << (smallest ? ", smallest" : ""));
  REQUIRE(layer.template values<std::int64_t>() == expected);
  REQUIRE(layer.canariesLive());
}

TEMPLATE_TEST_CASE("argMax: random columns, the largest or the smallest", "[layers]", float, double,
                   std::int8_t, std::uint16_t, std::uint64_t) {
  Random random(312);
  for (int i = 0; i < 400; ++i)
    checkArgMax<TestType>(random,
                          {kType<TestType>, random.between(0, 4), random.between(1, 9),
                           random.between(0, 5), i % 2 == 0, i % 4 < 2},
                          10);
}

TEMPLATE_TEST_CASE("argMax: long rows and wide slices", "[layers]", float, double, std::int8_t,
                   std::uint64_t) {
  Random random(313);
  for (int i = 0; i < 48; ++i) {
    const bool isRow = i % 3 == 0;
    checkArgMax<TestType>(random,
                          {kType<TestType>, random.between(1, 2),
                           isRow ? random.between(30, 90) : random.between(1, 12),
                           isRow ? 1 : random.between(6, 70), i % 2 == 0, i % 4 < 2},
                          i % 5 == 0 ? 2 : 0);
  }
}

// A lane of 8 bits counts 127 lines, and one of 16 bits 32,767.
TEMPLATE_TEST_CASE("argMax: more lines than a lane counts", "[layers]", std::int8_t, std::uint8_t,
                   std::int16_t, std::uint16_t) {
  Random random(316);
  for (const Count size : {126, 127, 128, 129, 255, 300})
    for (const Count inner : {1, 2, 16, 37})
      for (int i = 0; i < 4; ++i)
        checkArgMax<TestType>(random, {kType<TestType>, 2, size, inner, i % 2 == 0, i < 2}, 0);
  for (const bool last : {false, true}) {
    const Count size = 70'000;
    std::vector<TestType> from(static_cast<std::size_t>(size * 9), 1);
    for (Count column = 0; column < 9; ++column)
      for (const Count line : {32'766 + column, 65'530 + column})
        from[static_cast<std::size_t>(line * 9 + column)] = 2;
    LayerRun layer(layers::ArgMax{kType<TestType>, 1, size, 9, last, false});
    layer.input(from);
    layer.template output<std::int64_t>(9);
    REQUIRE(layer.run() == kDone);
    for (Count column = 0; column < 9; ++column)
      CHECK(layer.template values<std::int64_t>()[static_cast<std::size_t>(column)] ==
            (last ? 65'530 : 32'766) + column);
  }
}

// Converted to a lane of another type, some elements at a time.
TEST_CASE("argMax: a type that is searched in another lane", "[layers]") {
  for (const Count inner : {1, 3, 100, 3000})
    for (const bool last : {false, true}) {
      const Count size = 60'000 / inner;
      std::vector<std::uint8_t> from(static_cast<std::size_t>(size * inner), 0);
      std::vector<std::int64_t> expected;
      for (Count column = 0; column < inner; ++column) {
        const Count first = column * 7 % size;
        const Count second = std::max(first, size - 1 - column % size);
        for (const Count line : {first, second})
          from[static_cast<std::size_t>(line * inner + column)] = 1;
        expected.push_back(last ? second : first);
      }
      LayerRun layer(layers::ArgMax{DType::boolean, 1, size, inner, last, false});
      layer.input(from);
      layer.output<std::int64_t>(inner);
      REQUIRE(layer.run() == kDone);
      CHECK(layer.values<std::int64_t>() == expected);
      CHECK(layer.canariesLive());
    }
}

TEST_CASE("argMax: of nothing there is no largest", "[layers]") {
  CHECK_FALSE(isPossible(layers::ArgMax{DType::float32, 2, 0, 3, false}));
  CHECK(isPossible(layers::ArgMax{DType::float32, 0, 0, 3, false}));
}

template <class T>
std::vector<T> fractions(Random& random, Count count) {
  std::vector<T> values(static_cast<std::size_t>(count));
  for (T& value : values) value = static_cast<T>(random.between(-4000, 4000)) / 512;
  return values;
}

template <class T>
void checkSoftmax(Random& random, Count outer, Count size, Count inner, bool log) {
  INFO(outer << " x " << size << " x " << inner << (log ? ", log" : ""));
  const std::vector<T> from = fractions<T>(random, outer * size * inner);
  LayerRun layer(layers::Softmax{kType<T>, outer, size, inner, log});
  REQUIRE(layer.possible());
  layer.input(from);
  layer.template output<T>(outer * size * inner);
  REQUIRE(layer.run() == kDone);
  REQUIRE(layer.canariesLive());
  const std::vector<T> to = layer.template values<T>();
  for (Count i = 0; i < outer; ++i)
    for (Count j = 0; j < inner; ++j) {
      const auto at = [&](Count k) { return static_cast<std::size_t>((i * size + k) * inner + j); };
      long double sum = 0;
      long double largest = -kInfinity;
      for (Count k = 0; k < size; ++k) {
        const auto x = static_cast<long double>(from[at(k)]);
        sum += std::exp(x);
        largest = std::max(largest, x);
      }
      for (Count k = 0; k < size; ++k) {
        const auto x = static_cast<long double>(from[at(k)]);
        const long double expected = log ? x - std::log(sum) : std::exp(x) / sum;
        const Count additions = softmaxAdditions(size, inner);
        REQUIRE(std::abs(to[at(k)] - expected) <=
                softmaxBound<T>(expected, largest - x, additions, log));
      }
    }
}

template <class T>
std::vector<T> softmaxOf(const std::vector<T>& from, Count size, bool log, bool flush = false) {
  const auto count = static_cast<Count>(from.size());
  LayerRun layer(layers::Softmax{kType<T>, count / size, size, 1, log, flush});
  REQUIRE(layer.possible());
  layer.input(from);
  layer.template output<T>(count);
  REQUIRE(layer.run() == kDone);
  REQUIRE(layer.canariesLive());
  return layer.template values<T>();
}

// The same, written over the input.
template <class T>
std::vector<T> softmaxInPlace(std::vector<T> rows, Count size, bool log) {
  const auto outer = static_cast<Count>(rows.size()) / size;
  const layers::LayerRequest request = layers::Softmax{kType<T>, outer, size, 1, log};
  std::vector<std::byte> workspace(static_cast<std::size_t>(layers::workspaceOf(request)));
  auto* const to = reinterpret_cast<std::byte*>(rows.data());
  const std::byte* const from = to;
  REQUIRE(layers::run(request, {.workspace = workspace.data(), .outputs = &to, .inputs = &from}) ==
          kDone);
  return rows;
}

TEMPLATE_TEST_CASE("softmax: rows, columns and empty ones", "[layers]", float, double) {
  Random random(313);
  const Count sizes[][3] = {{1, 1, 1}, {3, 5, 1}, {2, 4, 7}, {1, 1000, 1}, {1, 3, 65},
                            {0, 4, 2}, {4, 0, 2}, {4, 2, 0}, {5, 1, 3},    {2, 33, 4}};
  for (const auto& [outer, size, inner] : sizes)
    for (bool log : {false, true}) checkSoftmax<TestType>(random, outer, size, inner, log);
}

TEMPLATE_TEST_CASE("softmax: rows of every length around its turns", "[layers]", float, double) {
  Random random(314);
  for (Count size = 1; size <= 70; ++size)
    checkSoftmax<TestType>(random, 2, size, 1, size % 2 == 0);
  for (Count size : {255, 256, 257, 700}) checkSoftmax<TestType>(random, 1, size, 1, false);
}

TEMPLATE_TEST_CASE("softmax: short rows, many at a time and the last few", "[layers]", float,
                   double) {
  Random random(315);
  for (Count size : {1, 2, 3, 5, 16, 47, 48, 49})
    for (Count outer : {7, 8, 63, 64, 65, 135})
      checkSoftmax<TestType>(random, outer, size, 1, (outer + size) % 2 == 0);
}

TEMPLATE_TEST_CASE("softmax: a row has the same bits among few, among many and in place",
                   "[layers]", float, double) {
  Random random(316);
  for (Count size : {1, 2, 7, 16, 33, 48, 49, 70})
    for (bool log : {false, true}) {
      const std::vector<TestType> rows = fractions<TestType>(random, 71 * size);
      const std::vector<TestType> all = softmaxOf(rows, size, log);
      INFO(size << (log ? ", log" : ""));
      REQUIRE(softmaxInPlace(rows, size, log) == all);
      for (Count outer : {1, 7, 8, 16, 17, 63}) {
        INFO(outer << " of 71 rows of " << size << (log ? ", log" : ""));
        const auto last = static_cast<std::ptrdiff_t>((71 - outer) * size);
        const std::vector<TestType> few({rows.begin() + last, rows.end()});
        const std::vector<TestType> expected(all.begin() + last, all.end());
        REQUIRE(softmaxOf(few, size, log) == expected);
      }
    }
}

TEMPLATE_TEST_CASE("softmax: a short row with NaN, infinity or a mask changes no other", "[layers]",
                   float, double) {
  constexpr auto kLowest = -static_cast<TestType>(kInfinity);
  for (bool log : {false, true}) {
    std::vector<TestType> rows(100 * 3, TestType{1});
    rows[3 * 30] = static_cast<TestType>(NAN);
    rows[3 * 50 + 1] = kLowest;
    rows[3 * 70] = -kLowest;
    std::fill_n(rows.begin() + 3 * 97, 3, kLowest);
    const std::vector<TestType> to = softmaxOf(rows, 3, log);
    for (std::size_t i = 0; i < to.size(); ++i) {
      INFO(i << ": " << to[i]);
      const bool isNothing = i / 3 == 30 || i / 3 == 70 || i / 3 == 97;
      REQUIRE(std::isnan(to[i]) == isNothing);
      if (isNothing) continue;
      const long double part = 1 / (i / 3 == 50 ? 2.0L : 3.0L);
      const long double expected = log ? std::log(part) : part;
      if (i == 3 * 50 + 1)
        REQUIRE(to[i] == (log ? kLowest : TestType{0}));
      else
        REQUIRE(std::abs(to[i] - expected) <= softmaxBound<TestType>(expected, 0, 2, log));
    }
  }
}

TEMPLATE_TEST_CASE("softmax: powers below the normal numbers are as exact as there are", "[layers]",
                   float, double) {
  using Limits = std::numeric_limits<TestType>;
  const TestType step = sizeof(TestType) == sizeof(float) ? TestType{2.6} : TestType{18.7};
  std::vector<TestType> row;
  for (int i = 0; i < 45; ++i) row.push_back(static_cast<TestType>(1 - i * step));
  const std::vector<TestType> to = softmaxOf(row, 45, false);
  long double sum = 0;
  for (const TestType x : row) sum += std::exp(static_cast<long double>(x));
  for (std::size_t i = 0; i < row.size(); ++i) {
    const long double expected = std::exp(static_cast<long double>(row[i])) / sum;
    const long double bound = 4 * Limits::epsilon() * expected + Limits::denorm_min();
    INFO(row[i] << ": " << to[i] << ", expected " << static_cast<double>(expected));
    REQUIRE(std::abs(to[i] - expected) <= bound);
  }
}

TEMPLATE_TEST_CASE("softmax: subnormal results are 0 where they may be", "[layers]", float,
                   double) {
  constexpr TestType kNormal = std::numeric_limits<TestType>::min();
  const TestType bound = std::log(kNormal);
  for (const int size : {3, 17, 45, 200}) {
    std::vector<TestType> rows;
    for (int i = 0; i < 20 * size; ++i)
      rows.push_back(i % size == i / size % size
                         ? TestType{0}
                         : bound * static_cast<TestType>(90 + 2 * (i % 11)) / 100);
    const std::vector<TestType> exact = softmaxOf(rows, size, false);
    const std::vector<TestType> flushed = softmaxOf(rows, size, false, true);
    int gone = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      INFO(size << ", " << i << ": " << exact[i] << ", " << flushed[i]);
      // At the bound it may be either.
      const bool isNear = exact[i] >= kNormal / 2 && exact[i] <= kNormal * 2;
      if (isNear && flushed[i] == 0) continue;
      REQUIRE(flushed[i] == (exact[i] < kNormal ? 0 : exact[i]));
      if (exact[i] > 0 && flushed[i] == 0) ++gone;
    }
    REQUIRE(gone > 0);
  }
}

TEMPLATE_TEST_CASE("softmax: NaN and infinities, wherever they are", "[layers]", float, double) {
  constexpr auto kLimit = static_cast<TestType>(kInfinity);
  const auto isNan = [](TestType x) { return x != x; };
  for (const std::size_t size : {1, 3, 16, 21, 70})
    for (std::size_t place = 0; place < size; ++place)
      for (bool log : {false, true}) {
        INFO(size << " at " << place << (log ? ", log" : ""));
        for (const TestType all : {static_cast<TestType>(NAN), kLimit}) {
          std::vector<TestType> row(size, TestType{2});
          row[place] = all;
          const std::vector<TestType> to = softmaxOf(row, static_cast<Count>(size), log);
          REQUIRE(std::all_of(to.begin(), to.end(), isNan));
        }
        std::vector<TestType> row(size, TestType{2});
        row[place] = -kLimit;
        const std::vector<TestType> to = softmaxOf(row, static_cast<Count>(size), log);
        if (size == 1)
          REQUIRE(isNan(to[0]));
        else
          REQUIRE(to[place] == (log ? -kLimit : TestType{0}));
      }
}

}  // namespace
}  // namespace simdcast::test::layers_folds_test

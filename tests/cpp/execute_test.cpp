// Whole executions against a reference that indexes element by element.
#include "execute/execute.hpp"

#include <catch2/catch_test_macros.hpp>
#include <memory>

#include "support/buffers.hpp"
#include "support/nests.hpp"
#include "support/notation.hpp"
#include "support/pipelines.hpp"
#include "support/random.hpp"
#include "support/reference.hpp"
#include "support/scalar.hpp"

namespace simdcast::test::execute_test {
namespace {

constexpr std::string_view kLayouts[] = {
    "() ()",
    "(1) ()",
    "(4096,3) (3)",
    "(4096,3) (4096,1)",
    "(4096,1) (3)",
    "(3) (4096,3)",
    "(700,2,1,4) (700,2,3,4)",
    "(50,1,5,1,3) (50,4,5,2,3)",
    "(8,1,6,1) (7,1,5)",
    "(64,33,17) (64,1,17)",
    "(257,1) (129)",
    "(1000,1) (1,2)",
    "(2,2049) (2049)",
    "(3,2049) (3,1)",
    "(5,1,4100) (3,1)",
    "(17,1,1) (1,19,1)",
    "(0,3) (1,3)",
    "(0) (0)",
    "(1,5000) (2,1)",
    "(30,30,3) (3)",
    "(2,3,2,3,2,3) (3,1,3,1,3)",
};

// Around the vector, the unrolled loop, the splat and the tile.
constexpr Size kLengths[] = {1,   2,    3,    4,    7,    8,    9,    15,   16,   17,  31,  32,
                             33,  63,   64,   65,   127,  128,  129,  255,  256,  257, 511, 512,
                             513, 1023, 1024, 1025, 2047, 2048, 2049, 4095, 4096, 4097};

struct Misalignment {
  std::size_t a = 0;
  std::size_t b = 0;
  std::size_t out = 0;
};

template <class T>
std::vector<T> expected(KernelOp op, const Shapes& shapes, const std::vector<T>& a,
                        const std::vector<T>& b) {
  std::vector<T> all;
  const Shape output = broadcast(shapes);
  if (elementCount(output) == 0) return all;
  all.reserve(static_cast<std::size_t>(*elementCount(output)));
  Index index(output.size(), 0);
  do {
    const auto fromA = static_cast<std::size_t>(elementAt(shapes[0], index));
    const auto fromB = static_cast<std::size_t>(elementAt(shapes[1], index));
    all.push_back(scalar(op, a[fromA], b[fromB]));
  } while (advance(index, output));
  return all;
}

// Too large for the stack of a wasm pipeline.
Scratch& scratch() {
  static const auto only = std::make_unique<Scratch>();
  return *only;
}

template <class T>
Pipeline binary(KernelOp op) {
  constexpr int kWidth = sizeof(T);
  return pipelineOf(findKernel(op, LaneOf<T>::value), {kWidth, kWidth}, kWidth);
}

template <class T>
void checkRun(Random& random, KernelOp op, const Shapes& shapes, const Misalignment& off = {}) {
  const std::vector<T> a = randomValues<T>(random, *elementCount(shapes[0]));
  const std::vector<T> b = randomValues<T>(random, *elementCount(shapes[1]));
  const std::vector<T> wanted = expected(op, shapes, a, b);
  const Source sourceA(a, off.a);
  const Source sourceB(b, off.b);
  Destination out(wanted.size() * sizeof(T), 0, off.out);
  const std::byte* inputs[] = {sourceA.data(), sourceB.data()};
  execute(nestOf(shapes, sizeof(T)), binary<T>(op), out.data(), inputs, scratch());
  const std::ptrdiff_t at = firstDifference(out.values<T>(), wanted);
  INFO(written(shapes) << " differ first at element " << at);
  REQUIRE(at == -1);
  REQUIRE(out.canariesLive());
}

// Executes a whole nest, `count` positions of its outermost axis at a time.
void executeInParts(const LoopNest& nest, const Pipeline& pipeline, Size count, std::byte* out,
                    const std::byte* const* inputs) {
  for (Size first = 0; first < nest.sizes[0]; first += count) {
    const LoopNest part = partOf(nest, 0, std::min(count, nest.sizes[0] - first));
    const auto from = [&](int operand) { return first * nest.operands[operand].strides[0]; };
    const std::byte* parts[] = {inputs[0] + from(1), inputs[1] + from(2)};
    execute(part, pipeline, out + from(0), parts, scratch());
  }
}

template <class T>
void checkParts(Random& random, const Shapes& shapes, Size count) {
  const std::vector<T> a = randomValues<T>(random, *elementCount(shapes[0]));
  const std::vector<T> b = randomValues<T>(random, *elementCount(shapes[1]));
  const std::vector<T> wanted = expected(KernelOp::sub, shapes, a, b);
  const Source sources[] = {Source(a), Source(b)};
  Destination out(wanted.size() * sizeof(T));
  const std::byte* inputs[] = {sources[0].data(), sources[1].data()};
  executeInParts(nestOf(shapes, sizeof(T)), binary<T>(KernelOp::sub), count, out.data(), inputs);
  INFO(written(shapes) << ", " << count << " positions at a time");
  REQUIRE(firstDifference(out.values<T>(), wanted) == -1);
  REQUIRE(out.canariesLive());
}

template <class T>
void checkLayouts() {
  Random random(90);
  for (const std::string_view layout : kLayouts) checkRun<T>(random, KernelOp::sub, shapes(layout));
}

template <class T>
void checkLengths() {
  Random random(91);
  for (const Size n : kLengths) {
    const Misalignment off{static_cast<std::size_t>(n % 5), static_cast<std::size_t>(n % 3),
                           static_cast<std::size_t>(n % 7)};
    checkRun<T>(random, KernelOp::sub, {Shape{n}, Shape{n}}, off);
    checkRun<T>(random, KernelOp::sub, {Shape{n}, Shape{1}}, off);
    checkRun<T>(random, KernelOp::sub, {Shape{}, Shape{n}}, off);
    checkRun<T>(random, KernelOp::sub, {Shape{3, n}, Shape{n}}, off);
    checkRun<T>(random, KernelOp::sub, {Shape{3, n}, Shape{3, 1}}, off);
    checkRun<T>(random, KernelOp::sub, {Shape{n, 3}, Shape{3}}, off);
    checkRun<T>(random, KernelOp::sub, {Shape{n, 1}, Shape{n, 3}}, off);
  }
}

template <class T>
void checkRandom() {
  Random random(92);
  for (int round = 0; round < 250; ++round) {
    const Shape output = randomShape(random, {.highestRank = 6, .highestSize = 6});
    const Shapes operands = randomShapes(random, output, 2);
    const Misalignment off{static_cast<std::size_t>(random.between(0, 15)),
                           static_cast<std::size_t>(random.between(0, 15)),
                           static_cast<std::size_t>(random.between(0, 15))};
    checkRun<T>(random, random.pick(kArithmetic), operands, off);
  }
}

TEST_CASE("execute: notable layouts in every lane", "[execute]") {
  forEachLane([]<class T>(T, std::string_view type) {
    INFO(type);
    checkLayouts<T>();
  });
}

TEST_CASE("execute: lengths in every lane", "[execute]") {
  forEachLane([]<class T>(T, std::string_view type) {
    INFO(type);
    checkLengths<T>();
  });
}

TEST_CASE("execute: random shapes in every lane", "[execute][random]") {
  forEachLane([]<class T>(T, std::string_view type) {
    INFO(type);
    checkRandom<T>();
  });
}

TEST_CASE("execute: all pairs of short inner axes", "[execute]") {
  Random random(93);
  for (Size inner = 1; inner <= 20; ++inner) {
    for (const Size rows : {1, 2, 5, 700}) {
      checkRun<float>(random, KernelOp::sub, {Shape{rows, inner}, Shape{inner}});
      checkRun<float>(random, KernelOp::sub, {Shape{rows, inner}, Shape{rows, 1}});
      checkRun<float>(random, KernelOp::sub, {Shape{rows, 1}, Shape{inner}});
    }
  }
}

TEST_CASE("execute: in parts along the outermost axis", "[execute][random]") {
  Random random(98);
  for (const std::string_view layout : kLayouts)
    for (const Size count : {1, 3, 64, 1000, 5000})
      checkParts<float>(random, shapes(layout), count);
  for (int round = 0; round < 250; ++round) {
    const Shape output = randomShape(random, {.highestRank = 5, .highestSize = 7});
    checkParts<std::int8_t>(random, randomShapes(random, output, 2), random.between(1, 4));
  }
}

TEST_CASE("execute: an outer product of every shape of tile", "[execute]") {
  Random random(94);
  for (const Size rows : {1, 3, 64, 65})
    for (const Size columns : {1, 2, 15, 16, 17, 100, 2048, 2049, 5000})
      checkRun<std::int32_t>(random, KernelOp::mul, {Shape{rows, 1}, Shape{columns}});
}

TEST_CASE("execute: the output may be an input of its own shape", "[execute]") {
  Random random(95);
  for (const std::string_view layout :
       {"(1000) (1000)", "(4096,3) (3)", "(4096,3) (4096,1)", "(3,2049) (3,1)",
        "(40,2,3,4) (2,1,4)", "(2,2049) (2049)", "(7) ()", "(30,1,5) (30,1,5)"}) {
    for (const bool swapped : {false, true}) {
      INFO(layout << (swapped ? " swapped" : ""));
      Shapes operands = shapes(layout);
      if (swapped) std::swap(operands[0], operands[1]);
      const auto a = randomValues<float>(random, *elementCount(operands[0]));
      const auto b = randomValues<float>(random, *elementCount(operands[1]));
      const Source sources[] = {Source(a), Source(b)};
      const std::byte* inputs[] = {sources[0].data(), sources[1].data()};
      const Source& target = sources[swapped ? 1 : 0];
      execute(nestOf(operands, 4), binary<float>(KernelOp::sub), target.data(), inputs, scratch());
      REQUIRE(firstDifference(target.values<float>(), expected(KernelOp::sub, operands, a, b)) ==
              -1);
    }
  }
}

TEST_CASE("execute: one tensor may be both inputs, and the output", "[execute]") {
  Random random(96);
  const auto a = randomValues<float>(random, 1000);
  const Source source(a);
  const std::byte* inputs[] = {source.data(), source.data()};
  execute(nestOf(shapes("(1000) (1000)"), 4), binary<float>(KernelOp::add), source.data(), inputs,
          scratch());
  const auto wanted = expected(KernelOp::add, shapes("(1000) (1000)"), a, a);
  CHECK(firstDifference(source.values<float>(), wanted) == -1);
}

// The calls of a recording kernel: elements, and the start of each run's output.
struct Run {
  std::ptrdiff_t elements = 0;
  std::uintptr_t output = 0;
  std::uintptr_t input = 0;
};
std::vector<Run> recorded;

// Accesses no memory, so no memory is needed.
void record(std::ptrdiff_t n, std::byte* out, const Input* in) {
  recorded.push_back(
      {n, reinterpret_cast<std::uintptr_t>(out), reinterpret_cast<std::uintptr_t>(in[0].data)});
}

// Such a tensor used to be one run, whose bytes a wasm kernel counted as negative. The number of
// runs of a part was computed by adding the size of a run to the size of the part, which exceeds
// 32 bits above 2^30 elements: the part then had no runs.
TEST_CASE("execute: tensors past 1 GiB are covered once, in runs that are not", "[execute]") {
  struct {
    int width;
    Size elements;
  } const cases[] = {{1, 1 << 30},       {1, (1 << 30) + 1}, {1, INT32_MAX}, {2, (1 << 30) - 1},
                     {2, 1 << 30},       {2, (1 << 30) + 3}, {4, 1 << 29},   {4, (1 << 29) + 77},
                     {8, (1 << 28) + 1}, {16, (1 << 27) + 1}};
  // An address like any other.
  auto* const memory = reinterpret_cast<std::byte*>(std::uintptr_t{4096});
  const std::byte* inputs[] = {memory};
  for (const auto& [width, elements] : cases) {
    INFO(elements << " elements of " << width << " bytes");
    recorded.clear();
    execute(nestOf(Shapes{Shape{elements}}, width), pipelineOf(record, {width}, width), memory,
            inputs, scratch());
    REQUIRE(recorded.size() >= 1);
    Count covered = 0;
    for (const Run& run : recorded) {
      REQUIRE(run.elements > 0);
      REQUIRE(run.elements <= kMostRunBytes / width);
      REQUIRE(run.output == 4096 + static_cast<std::uintptr_t>(covered * width));
      REQUIRE(run.input == run.output);
      covered += run.elements;
    }
    REQUIRE(covered == elements);
  }
}

using Mask = std::uint8_t;

template <class T>
T read(const Input& input, std::ptrdiff_t i) {
  T value;
  std::memcpy(&value, input.data + i * input.stride, sizeof(T));
  return value;
}

constexpr int kSelectWidths[] = {1, 4, 8};
bool stridesWereRight = true;

// condition ? x : y over inputs of 1, 4 and 8 bytes, into 8. Also checks its strides.
void selectKernel(std::ptrdiff_t n, std::byte* out, const Input* in) {
  for (int k = 0; k < 3; ++k) {
    if (in[k].stride != 0 && in[k].stride != kSelectWidths[k]) stridesWereRight = false;
  }
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    const std::int64_t chosen = read<Mask>(in[0], i) != 0
                                    ? std::int64_t{read<std::int32_t>(in[1], i)}
                                    : read<std::int64_t>(in[2], i);
    std::memcpy(out + i * 8, &chosen, 8);
  }
}

void checkSelect(Random& random, const Shapes& operands) {
  INFO(written(operands));
  auto condition = randomValues<Mask>(random, *elementCount(operands[0]));
  for (Mask& bit : condition) bit &= 1;
  const auto x = randomValues<std::int32_t>(random, *elementCount(operands[1]));
  const auto y = randomValues<std::int64_t>(random, *elementCount(operands[2]));
  std::vector<std::int64_t> wanted;
  for (const Index& index : indicesOf(broadcast(operands))) {
    const auto at = [&](int k) { return static_cast<std::size_t>(elementAt(operands[k], index)); };
    wanted.push_back(condition[at(0)] != 0 ? x[at(1)] : y[at(2)]);
  }
  const Source sources[] = {Source(condition), Source(x), Source(y)};
  const std::byte* inputs[] = {sources[0].data(), sources[1].data(), sources[2].data()};
  Destination out(wanted.size() * 8);
  stridesWereRight = true;
  const LoopNest nest = nestOf(align(RuleId::multidirectional, operands), 8, {1, 4, 8});
  execute(nest, pipelineOf(selectKernel, {1, 4, 8}, 8), out.data(), inputs, scratch());
  REQUIRE(firstDifference(out.values<std::int64_t>(), wanted) == -1);
  REQUIRE(out.canariesLive());
  REQUIRE(stridesWereRight);
}

TEST_CASE("execute: three operands of different widths", "[execute][random]") {
  Random random(97);
  for (int round = 0; round < 300; ++round) {
    const Shape output = randomShape(random, {.highestRank = 5, .highestSize = 6});
    checkSelect(random, randomShapes(random, output, 3));
  }
}

TEST_CASE("execute: three operands over long tiles", "[execute]") {
  Random random(98);
  for (const std::string_view operands :
       {"(3,2000) (2000) (3,1)", "(2000,1) (3) (2000,3)", "(1) (5,700) (5,1)", "(1) (1) (5000)",
        "(40,1,3) (50,1) (40,50,3)", "(3000,1) (1,2) ()"})
    checkSelect(random, shapes(operands));
}

// The sum of all operands, times a constant.
Pipeline sumTimes(int operands, std::int32_t factor) {
  Pipeline pipeline = pipelineOf(findKernel(KernelOp::add, Lane::i32), {4, 4}, 4);
  for (int k = 2; k < operands; ++k) {
    pipeline.inputs.push({.laneWidth = 4});
    pipeline.folds.push(findKernel(KernelOp::add, Lane::i32));
  }
  pipeline.folds.push(findKernel(KernelOp::mul, Lane::i32));
  Constant constant{};
  std::memcpy(constant.bytes, &factor, sizeof factor);
  pipeline.constants.push(constant);
  return pipeline;
}

void checkFold(Random& random, const Shapes& operands) {
  constexpr std::uint32_t kFactor = 3;
  INFO(written(operands));
  std::vector<std::vector<std::uint32_t>> values;
  std::vector<Source> sources;
  std::vector<const std::byte*> inputs;
  for (const Shape& shape : operands) {
    values.push_back(randomValues<std::uint32_t>(random, *elementCount(shape)));
    sources.emplace_back(values.back());
    inputs.push_back(sources.back().data());
  }
  std::vector<std::uint32_t> wanted;
  for (const Index& index : indicesOf(broadcast(operands))) {
    std::uint32_t sum = 0;
    for (int k = 0; k < operands.size(); ++k)
      sum += values[static_cast<std::size_t>(k)]
                   [static_cast<std::size_t>(elementAt(operands[k], index))];
    wanted.push_back(sum * kFactor);
  }
  Destination out(wanted.size() * 4);
  const std::vector<int> widths(values.size(), 4);
  const LoopNest nest = nestOf(align(RuleId::multidirectional, operands), 4, widths, true);
  execute(nest, sumTimes(operands.size(), kFactor), out.data(), inputs.data(), scratch());
  REQUIRE(firstDifference(out.values<std::uint32_t>(), wanted) == -1);
  REQUIRE(out.canariesLive());
}

TEST_CASE("execute: operands and constants are folded in turn", "[execute][random]") {
  Random random(89);
  for (int round = 0; round < 200; ++round) {
    const Shape output = randomShape(random, {.highestRank = 5, .highestSize = 6});
    checkFold(random, randomShapes(random, output, random.between(2, 7)));
  }
  for (const std::string_view operands :
       {"(3,2000) (2000) (3,1) ()", "(2000,1) (3) (2000,3) (1) (3)", "(9000) (1) (9000)",
        "(5,1,4100) (3,1) (4100)"})
    checkFold(random, shapes(operands));
}

TEST_CASE("execute: 32 operands are folded", "[execute]") {
  Random random(88);
  checkFold(random, randomShapes(random, shape("(7,40,3)"), kMaxOperands));
}

// Sums of small numbers: only widening and narrowing can change them.
TEST_CASE("execute: operands are widened on the way in, and the result narrowed", "[execute]") {
  Random random(87);
  for (const std::string_view layout :
       {"(5000) (5000)", "(5000) ()", "(2000,3) (3)", "(2000,3) (2000,1)", "(3,2049) (3,1)",
        "(7,2,1,4) (2,3,4)", "(3) (3)"}) {
    INFO(layout);
    const Shapes operands = shapes(layout);
    const auto small = [&](const Shape& shape) {
      auto values = randomValues<std::int16_t>(random, *elementCount(shape));
      for (std::int16_t& value : values) value /= 4;
      return values;
    };
    const auto a = small(operands[0]);
    const auto b = small(operands[1]);
    const Source sources[] = {Source(a), Source(b)};
    const std::byte* inputs[] = {sources[0].data(), sources[1].data()};
    Pipeline pipeline = pipelineOf(findKernel(KernelOp::add, Lane::f64), {8, 8}, 8);
    for (PipelineInput& input : pipeline.inputs) input.widen = findWiden(DType::int16, Lane::f64);
    pipeline.narrow = findNarrow(Lane::f64, DType::int16);
    const auto wanted = expected(KernelOp::add, operands, a, b);
    Destination out(wanted.size() * 2);
    const std::vector<StoredOperand> stored = storedOperands({2, 2});
    const LoopNest nest =
        lower(align(RuleId::multidirectional, operands),
              {.outputWidth = 2, .operands = stored, .widestLane = 8, .tiled = true});
    execute(nest, pipeline, out.data(), inputs, scratch());
    REQUIRE(firstDifference(out.values<std::int16_t>(), wanted) == -1);
    REQUIRE(out.canariesLive());
  }
}

}  // namespace
}  // namespace simdcast::test::execute_test

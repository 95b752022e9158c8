// The public headers: operators planned by name, run on bytes, and every way in which that fails.
// Expected values are worked out by hand from the ONNX operators' and ncnn's documents.
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <vector>

#include "simdcast.hpp"

namespace simdcast::test {
namespace {

using Catch::Matchers::ContainsSubstring;
using Inputs = std::vector<std::optional<TensorInfo>>;
using Attributes = std::vector<OperatorAttribute>;

OperatorPlan planOf(std::string_view name, const Inputs& inputs, const Attributes& attributes = {},
                    int opset = newestOpset()) {
  return OperatorPlan::make(
      {.name = name, .opset = opset, .inputs = inputs, .attributes = attributes});
}

template <class T>
Runner::Bytes bytes(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

template <class T>
std::span<std::byte> writable(std::vector<T>& values) {
  return std::as_writable_bytes(std::span(values));
}

const TensorInfo kMatrix{DType::float32, {2, 3}};
const TensorInfo kRow{DType::float32, {3}};

TEST_CASE("api: a plan tells the result's type, shape and bytes", "[api]") {
  const OperatorPlan plan = planOf("Less", {kMatrix, kRow});
  REQUIRE(plan.ok());
  CHECK(plan.outputType() == DType::boolean);
  CHECK(plan.outputShape() == Shape{2, 3});
  CHECK(plan.outputElements() == 6);
  CHECK(plan.outputBytes() == 6);
  REQUIRE(plan.alignment() != nullptr);
  CHECK(plan.alignment()->ok());
}

TEST_CASE("api: a plan runs as often as wanted, in whatever runner", "[api]") {
  OperatorPlan first = planOf("Sub", {kMatrix, kRow});
  const OperatorPlan plan = std::move(first);
  Runner runner;
  const std::vector<float> row{1, 2, 3};
  std::vector<float> out(6);
  const std::vector<float> matrix{10, 20, 30, 40, 50, 60};
  const auto runsWith = [&](Runner& with) {
    out.assign(6, 0);
    REQUIRE(with.run(plan, writable(out), {bytes(matrix), bytes(row)}).ok());
    CHECK(out == std::vector<float>{9, 18, 27, 39, 48, 57});
  };
  runsWith(runner);
  runsWith(runner);
  Runner other;
  runsWith(other);
}

TEST_CASE("api: opset 6 takes its axis", "[api]") {
  const Inputs inputs{TensorInfo{DType::int32, {2, 3, 2}}, TensorInfo{DType::int32, {3}}};
  const OperatorPlan plan =
      planOf("Add", inputs, {{"axis", std::int64_t{1}}, {"broadcast", std::int64_t{1}}}, 6);
  REQUIRE(plan.ok());
  const std::vector<std::int32_t> a{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  const std::vector<std::int32_t> b{100, 200, 300};
  std::vector<std::int32_t> out(12);
  REQUIRE(Runner().run(plan, writable(out), {bytes(a), bytes(b)}).ok());
  CHECK(out ==
        std::vector<std::int32_t>{100, 101, 202, 203, 304, 305, 106, 107, 208, 209, 310, 311});
}

TEST_CASE("api: attributes of every kind are read", "[api]") {
  const Inputs shift{TensorInfo{DType::uint8, {2}}, TensorInfo{DType::uint8, {2}}};
  const OperatorPlan right = planOf("BitShift", shift, {{"direction", std::string_view("RIGHT")}});
  const std::vector<std::uint8_t> x{16, 4};
  const std::vector<std::uint8_t> y{1, 2};
  std::vector<std::uint8_t> shifted(2);
  REQUIRE(Runner().run(right, writable(shifted), {bytes(x), bytes(y)}).ok());
  CHECK(shifted == std::vector<std::uint8_t>{8, 1});

  const TensorInfo square{DType::float32, {2, 2}};
  const OperatorPlan gemm = planOf("Gemm", {square, square, std::nullopt},
                                   {{"alpha", 0.5F}, {"transA", std::int64_t{1}}});
  REQUIRE(gemm.ok());
  const std::vector<float> a{1, 2, 3, 4};
  const std::vector<float> b{2, 0, 0, 2};
  std::vector<float> product(4);
  REQUIRE(Runner().run(gemm, writable(product), {bytes(a), bytes(b), {}}).ok());
  CHECK(product == std::vector<float>{1, 3, 2, 4});
}

TEST_CASE("api: Where, Expand and ncnn's operators run by position", "[api]") {
  const std::vector<std::int64_t> x{1, 2, 3};
  Runner runner;
  std::vector<std::int64_t> out(6);

  const OperatorPlan expand =
      planOf("Expand", {TensorInfo{DType::int64, {3}}, TensorInfo{DType::int64, {2, 1}}});
  REQUIRE(runner.run(expand, writable(out), {bytes(x), {}}).ok());
  CHECK(out == std::vector<std::int64_t>{1, 2, 3, 1, 2, 3});

  const OperatorPlan where =
      planOf("Where", {TensorInfo{DType::boolean, {2, 1}}, TensorInfo{DType::int64, {3}},
                       TensorInfo{DType::int64, {}}});
  const std::vector<std::uint8_t> mask{0, 1};
  const std::vector<std::int64_t> zero{0};
  REQUIRE(runner.run(where, writable(out), {bytes(mask), bytes(x), bytes(zero)}).ok());
  CHECK(out == std::vector<std::int64_t>{0, 0, 0, 1, 2, 3});

  // ncnn's [w=3,h=2] and [w=2]: a blob of rank 1 belongs to the outer axis where it fits.
  const OperatorPlan rsub = planOf("ncnn.RSUB", {kMatrix, TensorInfo{DType::float32, {2}}});
  const std::vector<float> a{1, 2, 3, 4, 5, 6};
  const std::vector<float> b{10, 20};
  std::vector<float> differences(6);
  REQUIRE(runner.run(rsub, writable(differences), {bytes(a), bytes(b)}).ok());
  CHECK(differences == std::vector<float>{9, 8, 7, 16, 15, 14});
}

TEST_CASE("api: a call that cannot be planned says why", "[api]") {
  struct Case {
    std::string_view name;
    Inputs inputs;
    Attributes attributes;
    int opset;
    FailureCode code;
    ErrorCode cause;
    std::string_view text;
  };
  const int newest = newestOpset();
  const TensorInfo strings{DType::string, {2}};
  const Case cases[] = {
      {"Adds", {kMatrix, kRow}, {}, newest, FailureCode::unknownOperator, ErrorCode::none, "Adds"},
      {"Add",
       {kMatrix, kRow},
       {{"axes", 1.0F}},
       newest,
       FailureCode::unknownAttribute,
       ErrorCode::none,
       "axes"},
      {"Add",
       {kMatrix, kRow},
       {{"axis", 1.0F}},
       6,
       FailureCode::attributeValue,
       ErrorCode::none,
       "axis"},
      {"Add",
       {kMatrix, kRow},
       {{"broadcast", std::int64_t{2}}},
       6,
       FailureCode::attributeValue,
       ErrorCode::none,
       "broadcast"},
      {"Add",
       {kMatrix, kRow},
       {{"axis", std::int64_t{1} << 40}},
       6,
       FailureCode::attributeValue,
       ErrorCode::none,
       "axis"},
      {"Add",
       {kMatrix, kRow},
       {{"axis", std::int64_t{1}}},
       newest,
       FailureCode::refused,
       ErrorCode::attributeUnknown,
       "opset 6"},
      {"Add", {kMatrix}, {}, newest, FailureCode::refused, ErrorCode::operandCount, "2 inputs"},
      {"Add",
       {kMatrix, std::nullopt},
       {},
       newest,
       FailureCode::refused,
       ErrorCode::operandCount,
       "got 1"},
      {"Sum", Inputs(40, kRow), {}, newest, FailureCode::refused, ErrorCode::operandCount, "32"},
      {"BitShift",
       {kMatrix, kRow},
       {{"direction", std::string_view("UP")}},
       newest,
       FailureCode::attributeValue,
       ErrorCode::none,
       "direction"},
      {"Add",
       {kMatrix, TensorInfo{DType::float64, {3}}},
       {},
       newest,
       FailureCode::refused,
       ErrorCode::typesDiffer,
       "float64"},
      {"Add",
       {kMatrix, TensorInfo{DType::float32, {2}}},
       {},
       newest,
       FailureCode::refused,
       ErrorCode::sizeConflict,
       "cannot broadcast A (2,3) with B (2) under multidirectional"},
      {"Where",
       {kMatrix, kRow, kRow},
       {},
       8,
       FailureCode::refused,
       ErrorCode::notInOpset,
       "opset 9"},
      {"StringConcat",
       {strings, strings},
       {},
       newest,
       FailureCode::notComputed,
       ErrorCode::none,
       "StringConcat"},
  };
  for (const Case& each : cases) {
    const OperatorPlan plan = planOf(each.name, each.inputs, each.attributes, each.opset);
    INFO(plan.failure().text);
    CHECK_FALSE(plan.ok());
    CHECK(plan.failure().code == each.code);
    CHECK(plan.failure().cause == each.cause);
    CHECK_THAT(plan.failure().text, ContainsSubstring(std::string(each.text)));
  }
}

TEST_CASE("api: a run that cannot be done says why, and writes nothing", "[api]") {
  const OperatorPlan plan = planOf("Add", {kMatrix, kRow});
  const std::vector<float> matrix{1, 2, 3, 4, 5, 6};
  const std::vector<float> row{1, 2, 3};
  std::vector<float> memory(12, 7);
  const auto all = writable(memory);
  const auto out = all.first(24);
  Runner runner;

  const Failure count = runner.run(plan, out, {bytes(matrix)});
  CHECK(count.code == FailureCode::inputCount);
  const Failure input = runner.run(plan, out, {bytes(matrix), bytes(row).first(8)});
  CHECK(input.code == FailureCode::inputLength);
  CHECK(input.input == 1);
  CHECK(input.text == "Input 1 needs 12 bytes, and has 8.");
  const Failure output = runner.run(plan, all, {bytes(matrix), bytes(row)});
  CHECK(output.code == FailureCode::outputLength);
  const Failure shifted = runner.run(plan, out, {all.subspan(4, 24), bytes(row)});
  CHECK(shifted.code == FailureCode::outputOverlaps);
  CHECK(shifted.input == 0);
  const Failure narrow = runner.run(plan, out, {bytes(matrix), out.first(12)});
  CHECK(narrow.code == FailureCode::outputOverlaps);
  CHECK(narrow.input == 1);
  const Failure failed = runner.run(planOf("Nothing", {}), out, {});
  CHECK(failed.code == FailureCode::notPlanned);
  CHECK(memory == std::vector<float>(12, 7));
}

TEST_CASE("api: the output may be an input of its own shape, not of a product", "[api]") {
  std::vector<float> values{1, 2, 3, 4, 5, 6};
  const std::vector<float> row{1, 2, 3};
  Runner runner;
  REQUIRE(runner.run(planOf("Mul", {kMatrix, kRow}), writable(values), {bytes(values), bytes(row)})
              .ok());
  CHECK(values == std::vector<float>{1, 4, 9, 4, 10, 18});

  const TensorInfo square{DType::float32, {2, 2}};
  std::vector<float> a{1, 0, 0, 1};
  const Failure product =
      runner.run(planOf("MatMul", {square, square}), writable(a), {bytes(a), bytes(a)});
  CHECK(product.code == FailureCode::outputOverlaps);
}

TEST_CASE("api: empty tensors need no memory", "[api]") {
  const OperatorPlan plan =
      planOf("Add", {TensorInfo{DType::float32, {0, 3}}, TensorInfo{DType::float32, {3}}});
  const std::vector<float> row{1, 2, 3};
  REQUIRE(plan.ok());
  CHECK(plan.outputBytes() == 0);
  CHECK(Runner().run(plan, {}, {{}, bytes(row)}).ok());
}

TEST_CASE("api: a result of any size can be planned, and needs its memory to run", "[api]") {
  // 2^20 by 2^20 by 2^20: planned, because nothing is too large to count, and never run.
  const Size n = 1 << 20;
  const TensorInfo huge{DType::float32, {n, n}};
  const OperatorPlan plan = planOf("MatMul", {huge, huge});
  REQUIRE(plan.ok());
  CHECK(plan.outputBytes() == Count{n} * n * 4);
  CHECK(Runner().run(plan, {}, {{}, {}}).code == FailureCode::outputLength);
}

TEST_CASE("api: every code has a name of its own", "[api]") {
  for (int i = 0; i < static_cast<int>(FailureCode::count); ++i)
    for (int j = 0; j < i; ++j)
      CHECK(name(static_cast<FailureCode>(i)) != name(static_cast<FailureCode>(j)));
}

}  // namespace
}  // namespace simdcast::test

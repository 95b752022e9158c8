// The public headers: operators planned by name, run on bytes, and every error. Expected values are
// computed by hand from the ONNX operators' and ncnn's documents.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "simdcast.hpp"
#include "support/requests.hpp"

namespace simdcast::test::engine_test {
namespace {

using Catch::Matchers::ContainsSubstring;

std::variant<Task, Refusal> made(std::string_view name, const Operands& inputs,
                                 const Attributes& attributes = {}, int opset = kNewestOpset) {
  return Task::make(requestFor(name, inputs, attributes, opset));
}

Task planOf(std::string_view name, const Operands& inputs, const Attributes& attributes = {},
            int opset = kNewestOpset) {
  return taskIn(made(name, inputs, attributes, opset));
}

const Operand kMatrix{DType::float32, {2, 3}};
const Operand kRow{DType::float32, {3}};

TEST_CASE("engine: a task has the result's type, shape and bytes", "[engine]") {
  const Task task = planOf("Less", {kMatrix, kRow});
  CHECK(task.outputs()[0].type == DType::boolean);
  CHECK(task.outputs()[0].shape == Shape{2, 3});
  CHECK(elementCount(task.outputs()[0].shape) == 6);
  CHECK(task.outputs()[0].bytes == 6);
  const std::optional<Alignment> alignment = requestFor("Less", {kMatrix, kRow}).align();
  REQUIRE(alignment.has_value());
  CHECK(alignment->ok());
  CHECK(alignment->output == task.outputs()[0].shape);
}

TEST_CASE("engine: a task runs repeatedly, in any runner", "[engine]") {
  Task first = planOf("Sub", {kMatrix, kRow});
  const Task task = std::move(first);
  Runner runner;
  const std::vector<float> row{1, 2, 3};
  std::vector<float> out(6);
  const std::vector<float> matrix{10, 20, 30, 40, 50, 60};
  const auto runsWith = [&](Runner& with) {
    out.assign(6, 0);
    REQUIRE_FALSE(with.run(task, writable(out), {bytes(matrix), bytes(row)}));
    CHECK(out == std::vector<float>{9, 18, 27, 39, 48, 57});
  };
  runsWith(runner);
  runsWith(runner);
  Runner other;
  runsWith(other);
}

TEST_CASE("engine: opset 6 takes its axis", "[engine]") {
  const Operands inputs{Operand{DType::int32, {2, 3, 2}}, Operand{DType::int32, {3}}};
  const Task task =
      planOf("Add", inputs, {{"axis", std::int64_t{1}}, {"broadcast", std::int64_t{1}}}, 6);
  const std::vector<std::int32_t> a{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  const std::vector<std::int32_t> b{100, 200, 300};
  std::vector<std::int32_t> out(12);
  REQUIRE_FALSE(Runner().run(task, writable(out), {bytes(a), bytes(b)}));
  CHECK(out ==
        std::vector<std::int32_t>{100, 101, 202, 203, 304, 305, 106, 107, 208, 209, 310, 311});
}

TEST_CASE("engine: attributes of every kind are read", "[engine]") {
  const Operands shift{Operand{DType::uint8, {2}}, Operand{DType::uint8, {2}}};
  const Task right = planOf("BitShift", shift, {{"direction", std::string_view("RIGHT")}});
  const std::vector<std::uint8_t> x{16, 4};
  const std::vector<std::uint8_t> y{1, 2};
  std::vector<std::uint8_t> shifted(2);
  REQUIRE_FALSE(Runner().run(right, writable(shifted), {bytes(x), bytes(y)}));
  CHECK(shifted == std::vector<std::uint8_t>{8, 1});

  const Operand square{DType::float32, {2, 2}};
  const Task gemm = planOf("Gemm", {square, square, std::nullopt},
                           {{"alpha", 0.5F}, {"transA", std::int64_t{1}}});
  const std::vector<float> a{1, 2, 3, 4};
  const std::vector<float> b{2, 0, 0, 2};
  std::vector<float> product(4);
  REQUIRE_FALSE(Runner().run(gemm, writable(product), {bytes(a), bytes(b), {}}));
  CHECK(product == std::vector<float>{1, 3, 2, 4});
}

TEST_CASE("engine: Where, Expand and ncnn's operators run by position", "[engine]") {
  const std::vector<std::int64_t> x{1, 2, 3};
  Runner runner;
  std::vector<std::int64_t> out(6);

  const Task expand = planOf("Expand", {Operand{DType::int64, {3}}, Operand{DType::int64, {2, 1}}});
  REQUIRE_FALSE(runner.run(expand, writable(out), {bytes(x), {}}));
  CHECK(out == std::vector<std::int64_t>{1, 2, 3, 1, 2, 3});

  const Task where = planOf("Where", {Operand{DType::boolean, {2, 1}}, Operand{DType::int64, {3}},
                                      Operand{DType::int64, {}}});
  const std::vector<std::uint8_t> mask{0, 1};
  const std::vector<std::int64_t> zero{0};
  REQUIRE_FALSE(runner.run(where, writable(out), {bytes(mask), bytes(x), bytes(zero)}));
  CHECK(out == std::vector<std::int64_t>{0, 0, 0, 1, 2, 3});

  // ncnn's [w=3,h=2] and [w=2]: a blob of rank 1 is aligned with the outer axis if it fits.
  const Task rsub = planOf("ncnn.RSUB", {kMatrix, Operand{DType::float32, {2}}});
  const std::vector<float> a{1, 2, 3, 4, 5, 6};
  const std::vector<float> b{10, 20};
  std::vector<float> differences(6);
  REQUIRE_FALSE(runner.run(rsub, writable(differences), {bytes(a), bytes(b)}));
  CHECK(differences == std::vector<float>{9, 8, 7, 16, 15, 14});
}

TEST_CASE("engine: a call that cannot be planned has a reason", "[engine]") {
  struct Case {
    std::string_view name;
    Operands inputs;
    Attributes attributes;
    int opset;
    RefusalCode code;
    std::string_view cause;
    std::string_view text;
  };
  const int newest = kNewestOpset;
  const Case cases[] = {
      {"Adds", {kMatrix, kRow}, {}, newest, RefusalCode::unknownOperator, "none", "Adds"},
      {"Add",
       {kMatrix, kRow},
       {{"axes", 1.0F}},
       newest,
       RefusalCode::unknownAttribute,
       "none",
       "axes"},
      {"Add", {kMatrix, kRow}, {{"axis", 1.0F}}, 6, RefusalCode::attributeValue, "none", "axis"},
      {"Add",
       {kMatrix, kRow},
       {{"broadcast", std::int64_t{2}}},
       6,
       RefusalCode::attributeValue,
       "none",
       "broadcast"},
      {"Add",
       {kMatrix, kRow},
       {{"axis", std::int64_t{1} << 40}},
       6,
       RefusalCode::attributeValue,
       "none",
       "axis"},
      {"Add",
       {kMatrix, kRow},
       {{"axis", std::int64_t{1}}},
       newest,
       RefusalCode::byOperator,
       "attribute_unknown",
       "opset 6"},
      {"Add", {kMatrix}, {}, newest, RefusalCode::byOperator, "operand_count", "2 inputs"},
      {"Add",
       {kMatrix, std::nullopt},
       {},
       newest,
       RefusalCode::byOperator,
       "operand_count",
       "2 inputs, not 1"},
      {"Sum", Operands(40, kRow), {}, newest, RefusalCode::tooManyInputs, "none", "32"},
      {"BitShift",
       {kMatrix, kRow},
       {{"direction", std::string_view("UP")}},
       newest,
       RefusalCode::attributeValue,
       "none",
       "direction"},
      {"Add",
       {kMatrix, Operand{DType::float64, {3}}},
       {},
       newest,
       RefusalCode::byOperator,
       "types_differ",
       "float64"},
      {"Add",
       {kMatrix, Operand{DType::float32, {2}}},
       {},
       newest,
       RefusalCode::byRule,
       "size_conflict",
       "Add cannot broadcast A (2,3) with B (2,). Last axis: A has 3, B has 2."},
      {"Where", {kMatrix, kRow, kRow}, {}, 8, RefusalCode::byOperator, "not_in_opset", "opset 9"},
  };
  for (const Case& each : cases) {
    const Refusal refusal = refusalIn(made(each.name, each.inputs, each.attributes, each.opset));
    CHECK(refusal.code == each.code);
    CHECK(each.cause == (refusal.code == RefusalCode::byOperator ? name(refusal.objection)
                                                                 : name(refusal.cause)));
    CHECK_THAT(refusal.text, ContainsSubstring(std::string(each.text)));
    CHECK(refusal.alignment.has_value() == (each.code == RefusalCode::byRule));
  }
}

TEST_CASE("engine: strings are aligned, and not computed", "[engine]") {
  const Task task =
      planOf("StringConcat", {Operand{DType::string, {2, 1}}, Operand{DType::string, {3}}});
  CHECK_FALSE(task.computes());
  CHECK(task.outputs()[0].type == DType::string);
  CHECK(task.outputs()[0].shape == Shape{2, 3});
  CHECK(task.outputs()[0].bytes == 0);
  const std::optional<Refusal> refusal = Runner().run(task, {}, {{}, {}});
  REQUIRE(refusal.has_value());
  CHECK(refusal->code == RefusalCode::notComputed);
  CHECK_THAT(refusal->text, ContainsSubstring("aligns strings, but does not compute"));
}

TEST_CASE("engine: an impossible run has a reason, and writes nothing", "[engine]") {
  const Task task = planOf("Add", {kMatrix, kRow});
  const std::vector<float> matrix{1, 2, 3, 4, 5, 6};
  const std::vector<float> row{1, 2, 3};
  std::vector<float> memory(12, 7);
  const auto all = writable(memory);
  const auto out = all.first(24);
  Runner runner;
  const auto refused = [&](std::span<std::byte> to, std::initializer_list<Runner::Bytes> inputs) {
    return runner.run(task, to, inputs).value_or(Refusal{.code = RefusalCode::count});
  };

  const Refusal count = refused(out, {bytes(matrix)});
  CHECK(count.code == RefusalCode::inputCount);
  const Refusal input = refused(out, {bytes(matrix), bytes(row).first(8)});
  CHECK(input.code == RefusalCode::inputLength);
  CHECK(input.input == 1);
  CHECK(input.text == "Input 1 must have 12 bytes, but has 8.");
  const Refusal output = refused(all, {bytes(matrix), bytes(row)});
  CHECK(output.code == RefusalCode::outputLength);
  const Refusal shifted = refused(out, {all.subspan(4, 24), bytes(row)});
  CHECK(shifted.code == RefusalCode::outputOverlaps);
  CHECK(shifted.input == 0);
  const Refusal narrow = refused(out, {bytes(matrix), out.first(12)});
  CHECK(narrow.code == RefusalCode::outputOverlaps);
  CHECK(narrow.input == 1);
  CHECK(memory == std::vector<float>(12, 7));
}

TEST_CASE("engine: the output may be an input of its own shape, not of a product", "[engine]") {
  std::vector<float> values{1, 2, 3, 4, 5, 6};
  const std::vector<float> row{1, 2, 3};
  Runner runner;
  REQUIRE_FALSE(
      runner.run(planOf("Mul", {kMatrix, kRow}), writable(values), {bytes(values), bytes(row)}));
  CHECK(values == std::vector<float>{1, 4, 9, 4, 10, 18});

  const Operand square{DType::float32, {2, 2}};
  std::vector<float> a{1, 0, 0, 1};
  const std::optional<Refusal> product =
      runner.run(planOf("MatMul", {square, square}), writable(a), {bytes(a), bytes(a)});
  REQUIRE(product.has_value());
  CHECK(product->code == RefusalCode::outputOverlaps);
}

TEST_CASE("engine: empty tensors need no memory", "[engine]") {
  const Task task = planOf("Add", {Operand{DType::float32, {0, 3}}, Operand{DType::float32, {3}}});
  const std::vector<float> row{1, 2, 3};
  CHECK(task.outputs()[0].bytes == 0);
  CHECK_FALSE(Runner().run(task, {}, {{}, bytes(row)}));
}

TEST_CASE("engine: a result of any size can be planned, and needs its memory to run", "[engine]") {
  // 2^20 by 2^20 by 2^20: planned, because no count is too large, and never run.
  const Size n = 1 << 20;
  const Operand huge{DType::float32, {n, n}};
  const Task task = planOf("MatMul", {huge, huge});
  CHECK(task.outputs()[0].bytes == Count{n} * n * 4);
  const std::optional<Refusal> refusal = Runner().run(task, {}, {{}, {}});
  REQUIRE(refusal.has_value());
  CHECK(refusal->code == RefusalCode::outputLength);
}

TEST_CASE("engine: every code has a name of its own", "[engine]") {
  for (int i = 0; i < static_cast<int>(RefusalCode::count); ++i) {
    CHECK_FALSE(name(static_cast<RefusalCode>(i)).empty());
    for (int j = 0; j < i; ++j)
      CHECK(name(static_cast<RefusalCode>(i)) != name(static_cast<RefusalCode>(j)));
  }
}

}  // namespace
}  // namespace simdcast::test::engine_test

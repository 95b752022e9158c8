// Invalid sizes of Gemm and MatMul, or sizes that exceed memory, are rejected before planning, with
// the name of the operand.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <climits>

#include "engine/state.hpp"
#include "support/requests.hpp"

namespace simdcast::test::products_test {
namespace {

using Catch::Matchers::ContainsSubstring;

// Inputs of one type, in the order A, B, C.
std::variant<Task, Refusal> made(std::string_view op, const std::vector<Shape>& shapes,
                                 const Attributes& attributes = {}, DType type = DType::float32) {
  Operands inputs;
  for (const Shape& shape : shapes) inputs.push_back(Operand{type, shape});
  return Task::make(requestFor(op, inputs, attributes));
}

const Named kTransA{"transA", std::int64_t{1}};
const Named kTransB{"transB", std::int64_t{1}};

struct Negative {
  std::string_view op;
  std::vector<Shape> shapes;
  int operand;
  Attributes attributes = {};
  std::string_view name = {};  // if it is neither A nor B
};

// Only m and n of Gemm were checked: a negative inner size was planned, with a workspace of
// negative size, and read as a depth of nearly 2^64.
TEST_CASE("products: negative sizes are rejected, with the operand", "[products]") {
  const Negative cases[] = {
      {"Gemm", {{2, -3}, {-3, 4}}, 0},
      {"Gemm", {{2, INT_MIN}, {INT_MIN, 4}}, 0},
      {"Gemm", {{-2, 3}, {3, 4}}, 0},
      {"Gemm", {{2, 3}, {3, -4}}, 1},
      {"Gemm", {{2, 3}, {-3, 4}}, 1},
      {"Gemm", {{-3, 2}, {-3, 4}}, 0, {kTransA}, "Aᵀ"},
      {"Gemm", {{2, -3}, {4, -3}}, 0, {kTransB}},
      {"Gemm", {{3, 2}, {-4, 3}}, 1, {kTransA, kTransB}, "Bᵀ"},
      {"Gemm", {{0, -3}, {-3, 0}}, 0},
      {"MatMul", {{2, -3}, {-3, 4}}, 0},
      {"MatMul", {{-3}, {-3}}, 0},
      {"MatMul", {{2, 3}, {3, INT_MIN}}, 1},
      {"MatMul", {{-1, 2, 3}, {3, 4}}, 0},
      {"MatMul", {{2, 3}, {-1, 3, 4}}, 1},
  };
  for (const Negative& one : cases) {
    const Refusal refusal = refusalIn(made(one.op, one.shapes, one.attributes));
    INFO(one.op << ": " << refusal.text);
    CHECK(refusal.code == RefusalCode::byRule);
    CHECK(refusal.cause == ErrorCode::negativeSize);
    REQUIRE(refusal.alignment.has_value());
    CHECK(refusal.alignment->failures[0].operands == bit(one.operand));
    const std::string_view letter = one.operand == 0 ? "A" : "B";
    const std::string name(one.name.empty() ? letter : one.name);
    CHECK_THAT(refusal.text, ContainsSubstring(name + " has a negative"));
  }
}

TEST_CASE("products: a negative size of C is rejected, and C named", "[products]") {
  const Refusal refusal = refusalIn(made("Gemm", {{2, 3}, {3, 4}, {-1, 4}}));
  CHECK(refusal.cause == ErrorCode::negativeSize);
  CHECK_THAT(refusal.text, ContainsSubstring("C has a negative size"));
}

// Fixes were searched among A, B and C, but the rule aligns A·B with C.
TEST_CASE("products: a C that does not fit is repaired", "[products]") {
  const Refusal refusal = refusalIn(made("Gemm", {{3, 2}, {2, 4}, {3}}));
  INFO(refusal.text);
  CHECK(refusal.cause == ErrorCode::sizeConflict);
  CHECK_THAT(refusal.text, ContainsSubstring("A·B (3,4)"));
  CHECK_THAT(refusal.text, ContainsSubstring("C (3,)"));
  CHECK_THAT(refusal.text, ContainsSubstring("(3,1)"));
  // Using C instead of the product is not a fix.
  const Refusal larger = refusalIn(made("Gemm", {{3, 2}, {2, 4}, {2, 3, 4}}));
  INFO(larger.text);
  CHECK(larger.cause == ErrorCode::rankExceedsTarget);
  CHECK_FALSE(ContainsSubstring("swap", Catch::CaseSensitive::No).match(larger.text));
}

TEST_CASE("products: results with too many elements are rejected", "[products]") {
  const Negative cases[] = {
      {"Gemm", {{INT_MAX, 1}, {1, INT_MAX}}, 0},
      {"Gemm", {{INT_MAX, 0}, {0, INT_MAX}}, 0},
      {"Gemm", {{INT_MAX, INT_MAX}, {INT_MAX, 1}}, 0},
      {"MatMul", {{INT_MAX, 1}, {1, INT_MAX}}, 0},
      {"MatMul", {{INT_MAX, INT_MAX}, {INT_MAX, 1}}, 0},
      {"MatMul", {{INT_MAX, 1, 1 << 10}, {INT_MAX, 1 << 10, 1 << 23}}, 0},
  };
  for (const Negative& one : cases) {
    const Refusal refusal = refusalIn(made(one.op, one.shapes));
    INFO(one.op << ": " << refusal.text);
    CHECK(refusal.code == RefusalCode::byRule);
    CHECK(refusal.cause == ErrorCode::tooManyElements);
  }
}

// Errors name the shapes as given, and mark a transposed factor.
TEST_CASE("products: factors that do not fit are named with their shapes and sizes", "[products]") {
  struct Mismatch {
    std::string_view op;
    std::vector<Shape> shapes;
    std::string_view factors;
    std::string_view sizes;
    Attributes attributes = {};
  };
  const Mismatch cases[] = {
      {"MatMul", {{2, 3}, {4, 5}}, "A (2,3) with B (4,5)", "A has 3 columns, B has 4 rows"},
      {"MatMul", {{7, 2, 3}, {4, 5}}, "A (7,2,3) with B (4,5)", "A has 3 columns, B has 4 rows"},
      {"MatMul", {{3}, {7, 4, 5}}, "A (3,) with B (7,4,5)", "A has 3 elements, B has 4 rows"},
      {"MatMul", {{2, 3}, {1}}, "A (2,3) with B (1,)", "A has 3 columns, B has 1 element"},
      {"Gemm", {{2, 3}, {4, 5}}, "A (2,3) with B (4,5)", "A has 3 columns, B has 4 rows"},
      {"Gemm",
       {{2, 3}, {4, 5}},
       "Aᵀ (3,2) with B (4,5)",
       "Aᵀ has 2 columns, B has 4 rows",
       {kTransA}},
      {"Gemm",
       {{2, 3}, {4, 5}},
       "Aᵀ (3,2) with Bᵀ (5,4)",
       "Aᵀ has 2 columns, Bᵀ has 5 rows",
       {kTransA, kTransB}},
  };
  for (const Mismatch& one : cases) {
    const Refusal refusal = refusalIn(made(one.op, one.shapes, one.attributes));
    INFO(refusal.text);
    CHECK(refusal.cause == ErrorCode::innerMismatch);
    CHECK(refusal.text.starts_with(std::string(one.op) + " cannot multiply "));
    CHECK_THAT(refusal.text, ContainsSubstring(std::string(one.factors)));
    CHECK_THAT(refusal.text, ContainsSubstring(std::string(one.sizes)));
  }
  const Refusal stack = refusalIn(made("MatMul", {{2, 2, 3}, {3, 3, 4}}));
  INFO(stack.text);
  CHECK(stack.cause == ErrorCode::sizeConflict);
  CHECK_THAT(stack.text,
             ContainsSubstring("A (2,2,3) with B (3,3,4). Batch axis 0: A has 2, B has 3"));
}

// The largest sizes that can be counted: planned, with a workspace that is a count as well.
TEST_CASE("products: the largest sizes are planned", "[products]") {
  for (const DType type : {DType::float32, DType::float16, DType::float64, DType::int32}) {
    INFO(name(type));
    const std::vector<Shape> cases[] = {{{1, INT_MAX}, {INT_MAX, 1}},
                                        {{INT_MAX, 1}, {1, 1}},
                                        {{1, 1}, {1, INT_MAX}},
                                        {{1 << 20, INT_MAX}, {INT_MAX, 1 << 20}},
                                        {{3, 1 << 28}, {1 << 28, 5}}};
    for (const auto& shapes : cases) {
      const Task task = taskIn(made("Gemm", shapes, {}, type));
      CHECK(task.outputs()[0].shape == Shape{shapes[0][0], shapes[1][1]});
      CHECK(task.workspace() >= 0);
      CHECK(task.workspace() <= kMaxCount);
    }
  }
}

// Results without elements, whatever the depth: the workspace exceeded 32 GiB.
TEST_CASE("products: a result of no elements works in no memory", "[products]") {
  for (const DType type : {DType::float32, DType::float16}) {
    for (const std::vector<Shape>& shapes : {std::vector<Shape>{{0, INT_MAX}, {INT_MAX, 0}},
                                             {{0, INT_MAX}, {INT_MAX, 3}},
                                             {{1, INT_MAX}, {INT_MAX, 0}}}) {
      const Task task = taskIn(made("Gemm", shapes, {}, type));
      CHECK(task.workspace() == 0);
    }
    CHECK(taskIn(made("MatMul", {{0, 1, INT_MAX}, {INT_MAX, 1}}, {}, type)).workspace() == 0);
  }
  const Task task = taskIn(made("Gemm", {{0, INT_MAX}, {INT_MAX, 0}}, {}, DType::float16));
  CHECK_FALSE(Runner().run(task, {}, {{}, {}}));
}

// A size that the machine cannot address was requested modulo its address space, which is 2^32 for
// wasm.
TEST_CASE("products: a workspace beyond all memory is rejected, without a text", "[products]") {
  const Task task = taskIn(made("Gemm", {{2, 3}, {3, 2}}));
  task.state().workspace = Count{1} << 62;
  const std::vector<float> values{1, 2, 3, 4, 5, 6};
  std::vector<float> out(4, 7);
  Runner runner;
  const auto refusal = runner.run(task, writable(out), {bytes(values), bytes(values)});
  REQUIRE(refusal.has_value());
  CHECK(refusal->code == RefusalCode::outOfMemory);
  CHECK(refusal->text.empty());
  CHECK(out == std::vector<float>(4, 7));
  // The runner continues with plans that fit into memory.
  const Task small = taskIn(made("Gemm", {{2, 3}, {3, 2}}));
  REQUIRE_FALSE(runner.run(small, writable(out), {bytes(values), bytes(values)}));
  CHECK(out == std::vector<float>{22, 28, 49, 64});
}

}  // namespace
}  // namespace simdcast::test::products_test

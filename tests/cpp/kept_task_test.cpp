// A task is self-contained: it runs after it was moved, and after its request was destroyed.
#include <catch2/catch_test_macros.hpp>
#include <memory>

#include "engine/state.hpp"
#include "support/buffers.hpp"
#include "support/notation.hpp"
#include "support/requests.hpp"

namespace simdcast::test::kept_task_test {
namespace {

Request requestOf(std::string_view op, const Shapes& operands) {
  Request request(op);
  for (const Shape& shape : operands) request.input(DType::float32, shape);
  return request;
}

std::vector<float> counting(Count size, float from) {
  std::vector<float> values;
  for (Count i = 0; i < size; ++i) values.push_back(from + static_cast<float>(i));
  return values;
}

std::vector<float> run(const Task& task, const std::vector<std::vector<float>>& values) {
  static Scratch scratch;
  std::vector<Source> sources;
  std::vector<const std::byte*> inputs;
  for (const auto& each : values) inputs.push_back(sources.emplace_back(each).data());
  Destination out(static_cast<std::size_t>(task.outputs()[0].bytes));
  Destination workspace(static_cast<std::size_t>(task.workspace()));
  std::byte* outputs[] = {out.data()};
  task.state().run({.workspace = workspace.data(), .outputs = outputs, .inputs = inputs.data()},
                   scratch);
  REQUIRE(out.canariesLive());
  REQUIRE(workspace.canariesLive());
  return out.values<float>();
}

TEST_CASE("task: runs after its request is gone", "[engine]") {
  // Folds, and a constant: the mean of three.
  const Shapes operands = shapes("(40,3) (3) (40,1)");
  std::vector<std::vector<float>> values;
  for (const Shape& shape : operands)
    values.push_back(counting(*elementCount(shape), static_cast<float>(3 * shape.size())));
  auto request = std::make_unique<Request>(requestOf("Mean", operands));
  Task first = taskIn(Task::make(*request));
  const auto wanted = run(first, values);
  request = nullptr;
  Task second = std::move(first);
  Task task = taskIn(Task::make(requestOf("Sum", shapes("(2) (2)"))));
  task = std::move(second);
  REQUIRE(task.state().elementwise() != nullptr);
  CHECK(task.state().elementwise()->inputOf.size() == 3);
  CHECK(task.inputs().size() == 3);
  CHECK(task.state().gemm() == nullptr);
  CHECK(run(task, values) == wanted);
  CHECK(wanted[4] == (4.0F + 6 + 3 + 1 + 6 + 1) / 3);
}

TEST_CASE("task: a product has its matrices", "[engine]") {
  auto request = std::make_unique<Request>(requestOf("MatMul", shapes("(5,2,3) (3,4)")));
  Task made = taskIn(Task::make(*request));
  request = nullptr;
  const Task task = std::move(made);
  const Gemm* gemm = task.state().gemm();
  REQUIRE(gemm != nullptr);
  CHECK(task.state().elementwise() == nullptr);
  CHECK(gemm->k == 3);
  CHECK(gemm->n == 4);
  // Five matrices of two rows are multiplied by one B: ten rows of one product.
  CHECK(gemm->batch.empty());
  CHECK(gemm->m == 10);
  CHECK(task.inputs().size() == 2);
  CHECK(task.outputs()[0].shape == shape("(5,2,4)"));

  const auto a = counting(30, 0);
  const auto b = counting(12, -5);
  std::vector<float> wanted;
  for (std::size_t row = 0; row < 10; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      float sum = 0;
      for (std::size_t k = 0; k < 3; ++k) sum += a[row * 3 + k] * b[k * 4 + column];
      wanted.push_back(sum);
    }
  }
  CHECK(run(task, {a, b}) == wanted);
}

}  // namespace
}  // namespace simdcast::test::kept_task_test

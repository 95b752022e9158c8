// The maximum number of inputs: Max and Sum of 31 and of 32, against loops over indices.
#include <catch2/catch_test_macros.hpp>

#include "support/buffers.hpp"
#include "support/notation.hpp"
#include "support/random.hpp"
#include "support/reference.hpp"
#include "support/requests.hpp"

namespace simdcast::test::many_operands_test {
namespace {

// The operator, one step at a time.
float step(std::string_view op, float a, float b) {
  if (op == "Sum") return a + b;
  return op == "Max" ? std::max(a, b) : std::min(a, b);
}

std::vector<float> expected(std::string_view op, const Shapes& operands,
                            const std::vector<std::vector<float>>& values) {
  std::vector<float> all;
  for (const Index& index : indicesOf(broadcast(operands))) {
    const auto at = [&](int operand) {
      return values[static_cast<std::size_t>(operand)]
                   [static_cast<std::size_t>(elementAt(operands[operand], index))];
    };
    float result = at(0);
    for (int operand = 1; operand < operands.size(); ++operand)
      result = step(op, result, at(operand));
    all.push_back(result);
  }
  return all;
}

void checkRun(std::string_view op, const Shapes& operands, Random& random) {
  INFO(op << " of " << operands.size());
  Request request(op);
  std::vector<std::vector<float>> values;
  std::vector<Source> sources;
  std::vector<Runner::Bytes> inputs;
  for (const Shape& shape : operands) {
    REQUIRE(request.input(DType::float32, shape));
    auto& each = values.emplace_back();
    // Sums of integers are exact.
    for (Count i = 0; i < *elementCount(shape); ++i)
      each.push_back(static_cast<float>(random.between(-1000, 1000)));
    inputs.emplace_back(sources.emplace_back(each).data(), each.size() * sizeof(float));
  }
  const Task task = taskIn(Task::make(request));
  CHECK(task.inputs().size() == operands.size());
  CHECK(task.outputs()[0].shape == broadcast(operands));
  Destination out(static_cast<std::size_t>(task.outputs()[0].bytes));
  REQUIRE_FALSE(
      Runner().run(task, {out.data(), static_cast<std::size_t>(task.outputs()[0].bytes)}, inputs));
  CHECK(out.values<float>() == expected(op, operands, values));
  CHECK(out.canariesLive());
}

TEST_CASE("operators of as many inputs as there may be", "[engine]") {
  Random random(120);
  for (const std::string_view op : {"Max", "Min", "Sum"}) {
    for (const int count : {31, 32}) {
      checkRun(op, randomShapes(random, shape("(3,40,5)"), count), random);
      checkRun(op, Shapes(count, shape("(700)")), random);
      Shapes apart(count, shape("(3)"));
      apart[count - 1] = shape("(500,1)");
      checkRun(op, apart, random);
    }
  }
}

}  // namespace
}  // namespace simdcast::test::many_operands_test

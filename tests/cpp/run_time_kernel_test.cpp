// Kernels that are compiled at run time: how they receive their inputs, and which functions they
// may call.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "engine/state.hpp"
#include "support/buffers.hpp"
#include "support/notation.hpp"
#include "support/operators.hpp"
#include "support/requests.hpp"

namespace simdcast::test::run_time_kernel_test {
namespace {

// x * 2 + row - one, with any of them repeated: a possible generated kernel.
void kernel(std::ptrdiff_t n, std::byte* out, const Input* in) {
  const auto at = [&](int input, std::ptrdiff_t i) {
    float value = 0;
    std::memcpy(&value, in[input].data + i * in[input].stride, sizeof value);
    return value;
  };
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    const float result = at(0, i) * 2 + at(1, i) - at(2, i);
    std::memcpy(out + i * 4, &result, sizeof result);
  }
}

std::variant<Task, Refusal> planFor(const Shapes& operands, DType type, DType result) {
  Request request;
  request.beginRule(static_cast<int>(RuleId::multidirectional), kSuffix, true);
  for (const Shape& shape : operands) request.input(type, shape);
  return taskForKernel(request, static_cast<int>(result));
}

std::vector<float> counting(Count size, float from) {
  std::vector<float> values;
  for (Count i = 0; i < size; ++i) values.push_back(from + static_cast<float>(i));
  return values;
}

TEST_CASE("a kernel compiled at run time accepts operands that broadcast", "[run-time]") {
  static Scratch scratch;
  for (const std::string_view layout : {"(5,7) (7) ()", "(40,3) (3) (40,1)", "(2,600) (2,1) (1)"}) {
    CAPTURE(layout);
    const Shapes operands = shapes(layout);
    const Task task = taskIn(planFor(operands, DType::float32, DType::float32));
    CHECK(task.outputs()[0].type == DType::float32);
    CHECK(task.outputs()[0].shape == operands[0]);
    task.state().elementwise()->pipeline.first = kernel;
    std::vector<std::vector<float>> values;
    std::vector<Source> sources;
    std::vector<const std::byte*> inputs;
    for (int i = 0; i < 3; ++i) {
      values.push_back(counting(*elementCount(operands[i]), static_cast<float>(10 * i)));
      inputs.push_back(sources.emplace_back(values.back()).data());
    }
    Destination out(values[0].size() * sizeof(float));
    std::byte* outputs[] = {out.data()};
    task.state().run({.outputs = outputs, .inputs = inputs.data()}, scratch);
    REQUIRE(out.canariesLive());
    const Size columns = operands[0][1];
    const auto valueAt = [&](int input, Size row, Size column) {
      const Shape& shape = operands[input];
      const bool hasRows = shape.size() == 2 && shape[0] != 1;
      const bool hasColumns = !shape.empty() && shape[shape.size() - 1] != 1;
      const Size index = hasRows && hasColumns ? row * columns + column
                         : hasRows             ? row
                         : hasColumns          ? column
                                               : 0;
      return values[static_cast<std::size_t>(input)][static_cast<std::size_t>(index)];
    };
    std::vector<float> wanted;
    for (Size row = 0; row < operands[0][0]; ++row)
      for (Size column = 0; column < columns; ++column)
        wanted.push_back(valueAt(0, row, column) * 2 + valueAt(1, row, column) -
                         valueAt(2, row, column));
    CHECK(out.values<float>() == wanted);
  }
}

TEST_CASE("a kernel by rows computes any part of the result", "[run-time]") {
  static Scratch scratch;
  for (const std::string_view layout :
       {"(5,7) (7) ()", "(40,3) (3) (40,1)", "(2,600) (2,1) (1)", "(1,1) (1) ()"}) {
    CAPTURE(layout);
    const Shapes operands = shapes(layout);
    Request request;
    request.beginRule(static_cast<int>(RuleId::multidirectional), kSuffix, true);
    for (const Shape& shape : operands) request.input(DType::float32, shape);
    const int type = static_cast<int>(DType::float32);
    const Task task = taskIn(taskForKernel(request, type, true));
    task.state().elementwise()->pipeline.first = kernel;
    std::vector<Source> sources;
    std::vector<const std::byte*> inputs;
    for (int i = 0; i < 3; ++i)
      inputs.push_back(
          sources.emplace_back(counting(*elementCount(operands[i]), static_cast<float>(10 * i)))
              .data());
    const Count count = *elementCount(task.outputs()[0].shape);
    const auto bytes = static_cast<std::size_t>(count) * sizeof(float);
    Destination whole(bytes);
    std::byte* outputs[] = {whole.data()};
    task.state().run({.outputs = outputs, .inputs = inputs.data()}, scratch);
    for (Count step = 1; step <= count; step += 1 + step / 2) {
      Destination parts(bytes);
      for (Count first = 0; first < count; first += step)
        task.state().runPart(first, std::min(step, count - first), parts.data(), inputs.data());
      REQUIRE(parts.canariesLive());
      CHECK(parts.values<float>() == whole.values<float>());
    }
  }
}

TEST_CASE("a kernel compiled at run time rejects operands that do not broadcast", "[run-time]") {
  const Refusal refusal = refusalIn(planFor(shapes("(2) (3)"), DType::float32, DType::float32));
  CHECK(refusal.code == RefusalCode::byRule);
  CHECK(refusal.cause == ErrorCode::sizeConflict);
}

TEST_CASE("a run of a task's work takes stored types, and repeated elements", "[run-time]") {
  static RunScratch scratch;
  const Attempt lowered(requestOf(OpId::sub, shapes("(5) (5)"), DType::bfloat16));
  REQUIRE(lowered.ok());
  // 1, 2, 3, 4, 5 and 2, as bfloat16.
  const std::vector<std::uint16_t> a{0x3f80, 0x4000, 0x4040, 0x4080, 0x40a0};
  const std::vector<std::uint16_t> b{0x4000};
  const Source first(a);
  const Source second(b);
  Destination out(5 * sizeof(std::uint16_t));
  const Input inputs[] = {{first.data(), 2}, {second.data(), 0}};
  compute(lowered.elementwise().pipeline, 5, out.data(), inputs, scratch);
  REQUIRE(out.canariesLive());
  CHECK(out.values<std::uint16_t>() ==
        std::vector<std::uint16_t>{0xbf80, 0, 0x3f80, 0x4000, 0x4040});
}

}  // namespace
}  // namespace simdcast::test::run_time_kernel_test

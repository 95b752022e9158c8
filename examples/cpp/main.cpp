// Asks for a rule's alignment of two shapes, then creates and runs tasks: an operator and three
// layers. Every error is a value.
#include <array>
#include <cstdio>
#include <optional>
#include <simdcast/simdcast.hpp>
#include <span>
#include <variant>
#include <vector>

using namespace simdcast;

namespace {

using Floats = std::vector<float>;

// A bias for each of three channels, as in a model of opset 6: B is aligned with axis 1 of A.
const Floats kImages{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
const Floats kBias{100, 200, 300};

int fail(const Refusal& refusal) {
  std::printf("%s\n", refusal.text.c_str());
  return 1;
}

void explainShapes(const RuleParams& params) {
  const Shapes shapes{{2, 3, 2}, {3}};
  const Alignment alignment = align(RuleId::legacy, shapes, params);
  std::printf("%s\n", verdict(alignment, findFixes(alignment, shapes)).c_str());
}

// Runs a task whose inputs are float32, and prints its first output.
int print(const char* name, const std::variant<Task, Refusal>& made,
          const std::vector<Floats>& inputs) {
  if (const auto* refusal = std::get_if<Refusal>(&made)) return fail(*refusal);
  const auto& task = std::get<Task>(made);
  std::vector<Floats> packed(inputs);
  std::vector<Runner::Bytes> from;
  for (int i = 0; i < static_cast<int>(packed.size()); ++i) {
    Floats& input = packed[static_cast<std::size_t>(i)];
    // Weights are packed once, for any number of runs.
    if (const Count bytes = task.packedBytes(i); bytes > 0) {
      input.resize(static_cast<std::size_t>(bytes) / sizeof(float));
      const auto tensor = std::as_bytes(std::span(inputs[static_cast<std::size_t>(i)]));
      if (!task.pack(i, std::as_writable_bytes(std::span(input)), tensor)) return 1;
    }
    from.push_back(std::as_bytes(std::span(input)));
  }
  const TensorType& type = task.outputs()[0];
  Floats result(static_cast<std::size_t>(type.bytes) / sizeof(float));
  Runner runner;
  const std::optional<Refusal> refusal =
      runner.run(task, std::as_writable_bytes(std::span(result)), from);
  if (refusal) return fail(*refusal);
  std::printf("%s (", name);
  for (int axis = 0; axis < type.shape.size(); ++axis)
    std::printf(axis == 0 ? "%d" : ",%d", type.shape[axis]);
  std::printf(type.shape.size() == 1 ? ",):" : "):");
  for (const float value : result) std::printf(" %g", value);
  std::printf("\n");
  return 0;
}

int addBias() {
  // If a part is invalid, the task is a refusal with the reason.
  Request request("Add", 6);
  request.attribute("broadcast", std::int64_t{1});
  request.attribute("axis", std::int64_t{1});
  request.input(DType::float32, {2, 3, 2});
  request.input(DType::float32, {3});
  return print("add", Task::make(request), {kImages, kBias});
}

int softmax() {
  const layers::Softmax rows{.outer = 3, .size = 4};
  return print("softmax", Task::make(rows), {Floats(12)});
}

int sumOfRows() {
  layers::Reduce sum{.type = DType::float32, .reduction = layers::Reduction::sum};
  sum.axes = {{2, false}, {6, true}};
  return print("sum", Task::make(sum), {kImages});
}

// An image of two channels, and two kernels of 1×2, each of which adds neighbours: in the first
// channel, and in both.
int convolve() {
  layers::Convolution request{.type = DType::float32, .inputChannels = 2, .outputChannels = 2};
  request.axes = {{.input = 2, .output = 2}, {.input = 3, .output = 2, .kernel = 2}};
  return print("convolution", Task::make(request), {kImages, {1, 1, 0, 0, 1, 1, 1, 1}, {0, 0.5F}});
}

}  // namespace

int main() {
  explainShapes({});
  explainShapes({.axis = 1});
  return addBias() + softmax() + sumOfRows() + convolve();
}

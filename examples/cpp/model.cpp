// Runs the model that demo/digits trains on a drawing, and prints what the model declares and
// returns:
//
//   model digits.onnx
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <simdcast/simdcast.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

using namespace simdcast;

namespace {

constexpr std::string_view kDrawing =
    "...##..."
    "..#..#.."
    ".#....#."
    ".#....#."
    ".#....#."
    ".#....#."
    "..#..#.."
    "...##...";

int fail(const Fault& fault) {
  std::printf("%s\n", fault.text.c_str());
  return 1;
}

// Pixels of 0 and 1, as one image of one channel.
Tensor drawing() {
  std::vector<float> pixels;
  for (const char cell : kDrawing) pixels.push_back(cell == '#' ? 1.F : 0.F);
  const auto bytes = std::as_bytes(std::span(pixels));
  return {DType::float32, {1, 1, 8, 8}, {bytes.begin(), bytes.end()}};
}

std::vector<float> floatsOf(const Tensor& tensor) {
  std::vector<float> numbers(tensor.bytes.size() / sizeof(float));
  std::memcpy(numbers.data(), tensor.bytes.data(), tensor.bytes.size());
  return numbers;
}

// Sizes, and the names of symbolic dimensions.
std::string shapeOf(const model::Declaration& declared) {
  if (!declared.shape) return "any shape";
  std::string text;
  for (const model::Dimension& dimension : *declared.shape) {
    if (!text.empty()) text += ',';
    if (const auto* size = std::get_if<Size>(&dimension))
      text += std::to_string(*size);
    else if (const auto* symbol = std::get_if<std::string>(&dimension))
      text += *symbol;
    else
      text += '?';
  }
  return "(" + text + ")";
}

int run(Session& session) {
  for (const model::Declaration& input : session.inputs())
    std::printf("input %s %s\n", input.name.c_str(), shapeOf(input).c_str());
  const std::vector<NamedTensor> feeds{{"x", drawing()}};
  const std::variant<std::vector<Tensor>, Fault> result = session.run(feeds);
  if (const auto* fault = std::get_if<Fault>(&result)) return fail(*fault);
  const auto& outputs = std::get<std::vector<Tensor>>(result);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const model::Declaration& output = session.outputs()[i];
    std::printf("output %s %s:", output.name.c_str(), shapeOf(output).c_str());
    for (const float number : floatsOf(outputs[i])) std::printf(" %.2f", number);
    std::printf("\n");
  }
  const std::vector<float> probabilities = floatsOf(outputs[0]);
  const auto largest = std::max_element(probabilities.begin(), probabilities.end());
  std::printf("This is a %d\n", static_cast<int>(largest - probabilities.begin()));
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::printf("usage: model FILE\n");
    return 2;
  }
  std::ifstream file(arguments[1], std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  auto read = model::readModel(std::as_bytes(std::span(bytes)));
  if (const auto* fault = std::get_if<Fault>(&read)) return fail(*fault);
  auto made = Session::make(std::get<model::Model>(std::move(read)));
  if (const auto* fault = std::get_if<Fault>(&made)) return fail(*fault);
  return run(std::get<Session>(made));
}

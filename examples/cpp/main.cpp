// A rule asked about two shapes, then a plan and a run of it, with every failure as a value.
#include <array>
#include <cstdio>
#include <optional>
#include <simdcast/simdcast.hpp>
#include <span>

using namespace simdcast;

namespace {

// A bias for each of three channels, as a model of opset 6 asks for it: B belongs to axis 1 of A.
constexpr std::array<float, 12> kImages{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
constexpr std::array<float, 3> kBias{100, 200, 300};

int fail(const Failure& failure) {
  std::printf("%s\n", failure.text.c_str());
  return 1;
}

void explainShapes(const RuleParams& params) {
  const Shapes shapes{{2, 3, 2}, {3}};
  const Alignment alignment = align(RuleId::legacy, shapes, params);
  std::printf("%s\n", verdict(alignment, findFixes(alignment, shapes)).c_str());
}

int addBias() {
  const std::optional<TensorInfo> inputs[] = {TensorInfo{DType::float32, {2, 3, 2}},
                                              TensorInfo{DType::float32, {3}}};
  const OperatorAttribute attributes[] = {{"broadcast", std::int64_t{1}},
                                          {"axis", std::int64_t{1}}};
  const OperatorPlan plan =
      OperatorPlan::make({.name = "Add", .opset = 6, .inputs = inputs, .attributes = attributes});
  if (!plan.ok()) return fail(plan.failure());

  std::array<float, kImages.size()> result{};
  Runner runner;
  const Failure failure =
      runner.run(plan, std::as_writable_bytes(std::span(result)),
                 {std::as_bytes(std::span(kImages)), std::as_bytes(std::span(kBias))});
  if (!failure.ok()) return fail(failure);
  for (std::size_t i = 0; i < result.size(); ++i) std::printf(i == 0 ? "%g" : " %g", result[i]);
  std::printf("\n");
  return 0;
}

}  // namespace

int main() {
  explainShapes({});
  explainShapes({.axis = 1});
  return addBias();
}

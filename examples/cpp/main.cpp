// A rule asked about two shapes, then a plan and a run of it, with every refusal as a value.
#include <array>
#include <cstdio>
#include <optional>
#include <simdcast/simdcast.hpp>
#include <span>
#include <variant>

using namespace simdcast;

namespace {

// A bias for each of three channels, as a model of opset 6 asks for it: B belongs to axis 1 of A.
constexpr std::array<float, 12> kImages{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
constexpr std::array<float, 3> kBias{100, 200, 300};

int fail(const Refusal& refusal) {
  std::printf("%s\n", refusal.text.c_str());
  return 1;
}

void explainShapes(const RuleParams& params) {
  const Shapes shapes{{2, 3, 2}, {3}};
  const Alignment alignment = align(RuleId::legacy, shapes, params);
  std::printf("%s\n", verdict(alignment, findFixes(alignment, shapes)).c_str());
}

int addBias() {
  // A part that does not fit makes the plan a refusal that says so.
  Request request("Add", 6);
  request.attribute("broadcast", std::int64_t{1});
  request.attribute("axis", std::int64_t{1});
  request.input(DType::float32, {2, 3, 2});
  request.input(DType::float32, {3});
  const std::variant<Plan, Refusal> made = Plan::make(request);
  if (const auto* refusal = std::get_if<Refusal>(&made)) return fail(*refusal);

  std::array<float, kImages.size()> result{};
  Runner runner;
  const std::optional<Refusal> refusal =
      runner.run(std::get<Plan>(made), std::as_writable_bytes(std::span(result)),
                 {std::as_bytes(std::span(kImages)), std::as_bytes(std::span(kBias))});
  if (refusal) return fail(*refusal);
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

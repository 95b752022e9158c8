// Requests by name and by values, and the engine's answers.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/aligned.hpp"
#include "engine/runner.hpp"
#include "engine/task.hpp"

namespace simdcast::test {

struct Operand {
  DType type{};
  Shape shape;
};

struct Named {
  std::string_view name;
  AttributeValue value;
};

// An empty input is absent.
using Operands = std::vector<std::optional<Operand>>;
using Attributes = std::vector<Named>;

[[nodiscard]] inline Request requestFor(std::string_view name, const Operands& inputs,
                                        const Attributes& attributes = {},
                                        int opset = kNewestOpset) {
  Request request(name, opset);
  for (const auto& [attribute, value] : attributes) request.attribute(attribute, value);
  for (const auto& input : inputs) {
    if (input)
      request.input(input->type, input->shape);
    else
      request.absent();
  }
  return request;
}

// The task, or a failure of the test.
[[nodiscard]] inline Task taskIn(std::variant<Task, Refusal> made) {
  const auto* refusal = std::get_if<Refusal>(&made);
  INFO((refusal == nullptr ? std::string() : refusal->text));
  REQUIRE(refusal == nullptr);
  return std::get<Task>(std::move(made));
}

[[nodiscard]] inline Refusal refusalIn(std::variant<Task, Refusal> made) {
  REQUIRE(std::holds_alternative<Refusal>(made));
  return std::get<Refusal>(std::move(made));
}

template <class T>
[[nodiscard]] Runner::Bytes bytes(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

template <class T>
[[nodiscard]] std::span<std::byte> writable(std::vector<T>& values) {
  return std::as_writable_bytes(std::span(values));
}

// The alignment of a request's inputs; null if the request is rejected earlier.
[[nodiscard]] inline std::unique_ptr<Aligned> alignedOf(const Request& request) {
  auto aligned = std::make_unique<Aligned>();
  return aligned->ask(request) ? std::move(aligned) : nullptr;
}

}  // namespace simdcast::test

// How requests and replies cross the boundary: as 32-bit words in one block of wasm memory, so that
// a call moves no JavaScript object. web/native.ts writes and reads the same layout.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "../src/layers/requests.hpp"
#include "../src/operators/prepare.hpp"

namespace simdcast::bindings {

inline constexpr int kWords = 1024;

// The block that requests are written to and replies are read from.
[[nodiscard]] std::int32_t* words();

// rule, axis, broadcast, element size, operand count, then rank and sizes of each operand.
struct RuleRequest {
  RuleId rule{};
  RuleParams params;
  Count elementSize = 0;
  Shapes shapes;  // outermost first
  Index index;    // rank and numbers after the shapes, where the request has one
  int operand = 0;
};

[[nodiscard]] RuleRequest readRuleRequest(bool withIndex);

// operator, opset, mask of the attributes given, a word for each attribute there is, input count,
// then type (-1 for an absent one), rank and sizes of each. ncnn's shapes are innermost first.
void readOperatorRequest(OperatorRequest& request);

// kind, type, secondary type, option, bits of the real number, count of numbers, then each of them
// as two words, low one first; what they are, web/kernels.ts says. Nothing where there is no such
// kind, or it has other numbers.
[[nodiscard]] std::optional<layers::LayerRequest> readLayerRequest();

// Writes a shape as rank and sizes from `at` on, in the order of `rule`; returns the next place.
int writeShape(const Rule& rule, const Shape& shape, int at);

// The names of operators, types, rules and attributes, in the order of their numbers.
[[nodiscard]] std::string catalogueJson();

// Why a prepared operator cannot run, with the trace where shapes are the reason.
[[nodiscard]] std::string failureJson(const Prepared& prepared);

// The trace of a prepared operator whose inputs have been aligned.
[[nodiscard]] std::string alignmentJson(const Prepared& prepared);

}  // namespace simdcast::bindings

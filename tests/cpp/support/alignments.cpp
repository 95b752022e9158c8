#include "alignments.hpp"

#include <catch2/catch_test_macros.hpp>

#include "notation.hpp"

namespace simdcast::test {
namespace {

std::string describe(std::string_view operands, const RuleParams& params) {
  std::string text(operands);
  if (params.axis != kSuffix) text += " axis=" + std::to_string(params.axis);
  if (!params.broadcast) text += " broadcast=0";
  return text;
}

std::string alignedShapes(const Alignment& alignment) {
  Shapes all;
  for (const OperandTrace& operand : alignment.operands) all.push(operand.aligned);
  return written(all);
}

}  // namespace

std::string Accepted::name() const {
  return describe(operands, params) + " gives " + std::string(result);
}

std::string Refused::name() const {
  return describe(operands, params) + " is " + std::string(simdcast::name(code));
}

void checkAccepted(const Accepted& row) {
  const Alignment alignment = align(row.rule, shapes(row.operands), row.params);
  INFO("first failure: " << (alignment.ok() ? "none" : name(alignment.failures[0].code)));
  REQUIRE(alignment.ok());
  CHECK(written(alignment.output) == written(shape(row.result)));
  CHECK(alignment.rank() == alignment.output.size() + (alignment.policy().product ? 1 : 0));
  if (!row.aligned.empty()) CHECK(alignedShapes(alignment) == written(shapes(row.aligned)));
}

void checkRefused(const Refused& row) {
  const Alignment alignment = align(row.rule, shapes(row.operands), row.params);
  REQUIRE_FALSE(alignment.ok());
  CHECK(name(alignment.failures[0].code) == name(row.code));
  CHECK(alignment.failures[0].axis == row.axis);
  CHECK(alignment.output.empty());
}

}  // namespace simdcast::test

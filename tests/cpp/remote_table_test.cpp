#include "model/remote_table.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <limits>

#include "base/dtype.hpp"

namespace simdcast::test::remote_table_test {
namespace {

using remote::operatorNames;
using remote::OperatorVersion;
using remote::operatorVersions;

bool hasName(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

int numberOf(DType type) { return static_cast<int>(type); }

std::vector<int> firstOpsets(const std::string& domain, const std::string& op) {
  std::vector<int> opsets;
  for (const OperatorVersion& version : operatorVersions(domain, op))
    opsets.push_back(version.since);
  return opsets;
}

TEST_CASE("a domain lists each of its operators once", "[remote_table]") {
  for (const std::string domain : {"", "ai.onnx.ml", "com.microsoft", "ai.onnx.preview.training"}) {
    INFO(domain);
    std::vector<std::string> names = operatorNames(domain, true);
    CHECK_FALSE(names.empty());
    for (const std::string& name : names) CHECK_FALSE(operatorVersions(domain, name).empty());
    std::sort(names.begin(), names.end());
    CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
  }
  CHECK(hasName(operatorNames("", true), "Transpose"));
  CHECK(hasName(operatorNames("", true), "Add"));
  CHECK_FALSE(hasName(operatorNames("", true), "ncnn.ADD"));
  CHECK(operatorNames("com.example", true).empty());
}

TEST_CASE("operators that only models may have are listed on request", "[remote_table]") {
  CHECK(hasName(operatorNames("", true), "SimplifiedLayerNormalization"));
  CHECK_FALSE(hasName(operatorNames("", false), "SimplifiedLayerNormalization"));
  // ONNX has one, too.
  CHECK(hasName(operatorNames("", false), "LayerNormalization"));
  for (const OperatorVersion& version : operatorVersions("", "LayerNormalization"))
    CHECK(version.onlyInModels == (version.since == 1));
}

TEST_CASE("an operator of the table has its versions", "[remote_table]") {
  CHECK(firstOpsets("", "Transpose") == std::vector{1, 13, 21, 23, 24, 25});
  CHECK(firstOpsets("ai.onnx.ml", "LabelEncoder") == std::vector{1, 2, 4});
  CHECK(firstOpsets("ai.onnx.ml", "Transpose").empty());
  CHECK(firstOpsets("com.example", "Transpose").empty());

  const OperatorVersion transpose = operatorVersions("", "Transpose").front();
  CHECK(transpose.least == 1);
  CHECK(transpose.most == 1);
  CHECK(transpose.outputs == 1);
  CHECK(transpose.attributes == std::vector<std::string>{"perm"});
  CHECK(transpose.kinds == std::vector<std::string>{"ints"});
  REQUIRE(transpose.types.size() == 1);
  CHECK(std::count(transpose.types[0].begin(), transpose.types[0].end(), numberOf(DType::string)) ==
        1);
}

TEST_CASE("any number of inputs or outputs is infinite", "[remote_table]") {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  CHECK(operatorVersions("", "Concat").back().most == kInfinite);
  CHECK(operatorVersions("", "Split").back().outputs == kInfinite);
}

TEST_CASE("an attribute chooses among the output types of a version", "[remote_table]") {
  const OperatorVersion fill = operatorVersions("", "ConstantOfShape").front();
  CHECK(std::count(fill.makes.begin(), fill.makes.end(), numberOf(DType::float32)) == 1);
  CHECK(std::count(fill.makes.begin(), fill.makes.end(), numberOf(DType::bfloat16)) == 0);
  CHECK(operatorVersions("", "Transpose").front().makes.empty());
}

TEST_CASE("the engine's operators have the types and attributes that it checks", "[remote_table]") {
  CHECK(firstOpsets("", "Add") == std::vector{1, 6, 7, 13, 14});
  const OperatorVersion add = operatorVersions("", "Add").front();
  CHECK(add.least == 2);
  CHECK(add.most == 2);
  CHECK(std::count(add.attributes.begin(), add.attributes.end(), "axis") == 1);

  const OperatorVersion where = operatorVersions("", "Where").back();
  REQUIRE(where.types.size() == 2);
  CHECK(where.types[0] == std::vector{numberOf(DType::boolean)});

  const OperatorVersion expand = operatorVersions("", "Expand").back();
  REQUIRE(expand.types.size() == 2);
  CHECK(expand.types[1] == std::vector{numberOf(DType::int64)});

  const OperatorVersion gemm = operatorVersions("", "Gemm").back();
  const auto alpha = std::find(gemm.attributes.begin(), gemm.attributes.end(), "alpha");
  REQUIRE(alpha != gemm.attributes.end());
  CHECK(gemm.kinds[static_cast<std::size_t>(alpha - gemm.attributes.begin())] == "float");
}

TEST_CASE("ncnn's operators are found by their names with a prefix", "[remote_table]") {
  CHECK(firstOpsets("", "ncnn.ADD") == std::vector{1});
  CHECK(firstOpsets("", "ADD").empty());
  CHECK(firstOpsets("com.microsoft", "ncnn.ADD").empty());
}

}  // namespace
}  // namespace simdcast::test::remote_table_test

#include <catch2/catch_test_macros.hpp>

#include "onnx/operator.hpp"

namespace simdcast::test::operator_table_test {
namespace {

using onnx::Bound;
using onnx::Domain;
using onnx::findDomain;
using onnx::findRow;

// The opset of the version; 0 if there is none.
int sinceOf(Domain domain, std::string_view name, int opset) {
  const Bound bound = findRow(domain, name, opset);
  return bound.row == nullptr ? 0 : bound.version->since;
}

TEST_CASE("domains have the names of ONNX's format", "[operator_table]") {
  CHECK(findDomain("") == Domain::onnx);
  CHECK(findDomain("ai.onnx.ml") == Domain::ml);
  CHECK(findDomain("com.microsoft") == Domain::microsoft);
  CHECK(findDomain("ai.onnx.preview.training") == Domain::training);
  CHECK_FALSE(findDomain("com.example").has_value());
}

TEST_CASE("the version of an operator is the last one up to the opset", "[operator_table]") {
  CHECK(sinceOf(Domain::onnx, "Transpose", 1) == 1);
  CHECK(sinceOf(Domain::onnx, "Transpose", 12) == 1);
  CHECK(sinceOf(Domain::onnx, "Transpose", 13) == 13);
  CHECK(sinceOf(Domain::onnx, "Transpose", 22) == 21);
  CHECK(sinceOf(Domain::onnx, "Transpose", 28) == 25);
  CHECK(findRow(Domain::onnx, "Transpose", 13).later[0].since == 21);
  CHECK(findRow(Domain::onnx, "Transpose", 28).later.empty());
  CHECK(sinceOf(Domain::onnx, "GridSample", 15) == 0);
  CHECK(sinceOf(Domain::onnx, "GridSample", 16) == 16);
}

TEST_CASE("an unknown operator has no row", "[operator_table]") {
  CHECK(findRow(Domain::onnx, "Transposed", 13).row == nullptr);
  CHECK(findRow(Domain::onnx, "transpose", 13).row == nullptr);
  CHECK(findRow(Domain::onnx, "", 13).row == nullptr);
  CHECK(findRow(Domain::ml, "Transpose", 13).row == nullptr);
}

TEST_CASE("the engine's operators exist since their first opset", "[operator_table]") {
  CHECK(findRow(Domain::onnx, "Add", 1).row->name == "Add");
  CHECK(findRow(Domain::onnx, "MatMul", 13).row->name == "MatMul");
  CHECK(findRow(Domain::onnx, "Expand", 7).row == nullptr);
  CHECK(findRow(Domain::onnx, "Expand", 8).row != nullptr);
  CHECK(findRow(Domain::onnx, "BitwiseAnd", 17).row == nullptr);
  CHECK(findRow(Domain::onnx, "BitwiseAnd", 18).row != nullptr);
  CHECK(findRow(Domain::onnx, "ncnn.ADD", 18).row == nullptr);
}

TEST_CASE("a row of the table comes before the engine's operator", "[operator_table]") {
  const Bound cast = findRow(Domain::onnx, "Cast", 13);
  REQUIRE(cast.row != nullptr);
  CHECK(cast.version->find("to") != nullptr);
}

TEST_CASE("onnxruntime's operators in ONNX's domain end where ONNX's begin", "[operator_table]") {
  CHECK(sinceOf(Domain::onnx, "LayerNormalization", 16) == 1);
  CHECK(sinceOf(Domain::onnx, "LayerNormalization", 17) == 17);
  CHECK(sinceOf(Domain::onnx, "SimplifiedLayerNormalization", 9) == 1);
}

TEST_CASE("Microsoft's domain has first versions of operators of ONNX's", "[operator_table]") {
  CHECK(sinceOf(Domain::microsoft, "Trilu", 1) == 1);
  CHECK(sinceOf(Domain::microsoft, "GridSample", 1) == 1);
  CHECK(findRow(Domain::microsoft, "Trilu", 1).row->name == "Trilu");
  CHECK(sinceOf(Domain::microsoft, "FusedMatMul", 1) == 1);
}

TEST_CASE("other domains have their operators", "[operator_table]") {
  CHECK(sinceOf(Domain::ml, "LabelEncoder", 3) == 2);
  CHECK(sinceOf(Domain::training, "Adam", 1) == 1);
  CHECK(onnx::newestOpset(Domain::ml) == 5);
  CHECK(onnx::newestOpset(Domain::microsoft) == 1);
  CHECK(onnx::newestOpset(Domain::training) == 1);
}

}  // namespace
}  // namespace simdcast::test::operator_table_test

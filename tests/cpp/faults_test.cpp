#include "explain/faults.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

namespace simdcast::test::faults_test {
namespace {

TEST_CASE("numbers are written as JavaScript writes them", "[faults]") {
  CHECK(text::numeral(0) == "0");
  CHECK(text::numeral(-0.0) == "0");
  CHECK(text::numeral(12) == "12");
  CHECK(text::numeral(-1200) == "-1200");
  CHECK(text::numeral(0.5) == "0.5");
  CHECK(text::numeral(static_cast<double>(0.1F)) == "0.10000000149011612");
  CHECK(text::numeral(0.1) == "0.1");
  CHECK(text::numeral(1.0 / 3) == "0.3333333333333333");
  CHECK(text::numeral(123456.789) == "123456.789");
  CHECK(text::numeral(1e-6) == "0.000001");
  CHECK(text::numeral(1.5e-7) == "1.5e-7");
  CHECK(text::numeral(1e20) == "100000000000000000000");
  CHECK(text::numeral(1e21) == "1e+21");
  CHECK(text::numeral(-1.25e30) == "-1.25e+30");
  CHECK(text::numeral(5e-324) == "5e-324");
  CHECK(text::numeral(std::numeric_limits<double>::max()) == "1.7976931348623157e+308");
  CHECK(text::numeral(INFINITY) == "Infinity");
  CHECK(text::numeral(-INFINITY) == "-Infinity");
  CHECK(text::numeral(NAN) == "NaN");
}

TEST_CASE("a text is cut between characters", "[faults]") {
  CHECK(text::beginning("abc", 3) == "abc");
  CHECK(text::beginning("abcd", 3) == "abc");
  CHECK(text::beginning("äöü", 2) == "äö");
  CHECK(text::beginning("", 2).empty());
}

TEST_CASE("given texts are quoted and shortened", "[faults]") {
  CHECK(Literal("NCHW").text() == "'NCHW'");
  CHECK(Literal(DType::boolean).text() == "'bool'");
  CHECK(Literal(3).text() == "3");
  CHECK(Literal(std::string(60, 'x')).text() == "'" + std::string(60, 'x') + "'");
  CHECK(Literal(std::string(61, 'x')).text() == "'" + std::string(60, 'x') + "…'");
}

TEST_CASE("lists of names and types", "[faults]") {
  CHECK(anyOf({"a"}) == "a");
  CHECK(anyOf({"a", "b"}) == "a or b");
  CHECK(anyOf({"a", "b", "c"}) == "a, b or c");
  CHECK(anyOf(TypeNames({DType::uint8, DType::int8}).names()) == "uint8 or int8");
  const TypeSet floats{DType::bfloat16, DType::float32, DType::float16};
  CHECK(anyOf(TypeNames(floats).names()) == "float16, float32 or bfloat16");
}

TEST_CASE("the closest name differs in at most a third of its letters", "[faults]") {
  const Names known{"axis", "keepdims", "noop_with_empty_axes"};
  CHECK(text::nearest("axes", known) == "axis");
  CHECK(text::nearest("AXIS", known) == "axis");
  CHECK(text::nearest("axsi", known) == "axis");
  CHECK(text::nearest("keep_dims", known) == "keepdims");
  CHECK(text::nearest("exec", known).empty());
  CHECK(text::nearest(std::string(100000, 'a'), known).empty());
}

TEST_CASE("faults of attributes", "[faults]") {
  const auto unknown = faults::attributeUnknown("ReduceSum 'a'", "axes", {"axis", "keepdims"});
  CHECK(unknown.code == "attribute_unknown");
  CHECK(unknown.text ==
        "ReduceSum 'a' has no attribute 'axes' at this opset; did you mean 'axis'? "
        "Its attributes are axis, keepdims.");
  CHECK(faults::attributeUnknown("Abs", "scale", {}).text ==
        "Abs has no attribute 'scale' at this opset; it has none.");
  CHECK(faults::attributeUnknown("Flatten", "scale", {"axis"}).text ==
        "Flatten has no attribute 'scale' at this opset; its attributes are axis.");
  CHECK(faults::attributeType("Conv", "group", "an integer", Literal("1")).text ==
        "The attribute 'group' of Conv must be an integer, not '1'.");
  CHECK(faults::attributeType("Conv", "group", "an integer").text ==
        "The attribute 'group' of Conv must be an integer.");
  CHECK(faults::allowed("Dropout", "ratio", 1.5, "at least 0 and less than 1").text ==
        "The attribute 'ratio' of Dropout must be at least 0 and less than 1, but is 1.5.");
  CHECK(faults::windowSize("Conv", "strides", 0).text ==
        "The attribute 'strides' of Conv must contain integers from 1 to 2147483647, but contains "
        "0.");
  CHECK(faults::windowSize("Conv", "pads", -1).text ==
        "The attribute 'pads' of Conv must contain integers from 0 to 2147483647, but contains "
        "-1.");
}

TEST_CASE("faults of counts", "[faults]") {
  CHECK(faults::inputs("Gather", 1, 2, 2, "indices").text ==
        "Gather was given 1 input, but at this opset accepts 2: 'indices' is missing.");
  CHECK(faults::inputs("Concat", 0, 1, std::nullopt).text ==
        "Concat was given 0 inputs, but at this opset accepts at least 1.");
  CHECK(faults::inputs("Clip", 4, 1, 3).text ==
        "Clip was given 4 inputs, but at this opset accepts 1 to 3.");
  CHECK(faults::inputs("Constant", 1, 0, 0).text ==
        "Constant was given 1 input, but at this opset accepts none: its arguments are "
        "attributes.");
  CHECK(faults::outputCount("Abs", 2, 1).text ==
        "Abs has at most 1 output at this opset, but 2 were requested.");
}

TEST_CASE("faults of types name the types that a conversion may make acceptable", "[faults]") {
  const Fault type = faults::type("Det", 0, DType::int32, TypeSet{DType::float32, DType::float64});
  CHECK(type.code == "type_unsupported");
  CHECK(type.text == "Input 0 of Det must be float32 or float64, but is int32.");
  CHECK(type.types.has(DType::int32));
  const Fault later = faults::type("Det", 0, DType::bfloat16, {DType::float32}, 22);
  CHECK(later.text == "Input 0 of Det must be float32, but is bfloat16. Opset 22 accepts it.");
  CHECK(later.types.empty());
  CHECK(faults::typesDiffer("Concat", DType::int8, DType::int64).text ==
        "The inputs of Concat must have the same type, but are int8 and int64.");
}

TEST_CASE("faults of shapes", "[faults]") {
  const std::vector<Count> from{2, 3};
  const auto text = [&](std::vector<Count> to) {
    return faults::reshape("Reshape", from, to).text;
  };
  CHECK(text({4}) ==
        "Reshape cannot reshape (2,3) to (4,): it has 6 elements, but that shape has "
        "4.");
  CHECK(text({-1, 4}) ==
        "Reshape cannot reshape (2,3) to (-1,4): its 6 elements are not a multiple of 4.");
  CHECK(text({-1, 0}) ==
        "Reshape cannot reshape (2,3) to (-1,0): next to a size of 0, -1 could be any size.");
  CHECK(text({-1, -1}) ==
        "Reshape cannot reshape (2,3) to (-1,-1): sizes must be 0 or more, except that one may be "
        "-1, which is then inferred.");
  CHECK(text({kMaxCount, kMaxCount}) ==
        "Reshape cannot reshape (2,3) to (9007199254740991,9007199254740991): it has 6 elements, "
        "but that shape has 9007199254740991.");
  CHECK(faults::operandShape("RNN", 0, from, {"steps", Count{7}, "inputs"}).text ==
        "Input 0 of RNN must have shape (steps,7,inputs), but has shape (2,3).");
  CHECK(faults::axis("Softmax", 2, 2).text ==
        "Axis 2 of Softmax is out of range: a tensor of rank 2 has axes -2 to 1.");
  CHECK(faults::axis("Softmax", 0, 0).text ==
        "Axis 0 of Softmax is out of range: a tensor of rank 0 has no axes.");
  CHECK(faults::scales("Resize", std::vector<float>{1, 0.5F, 0}).text ==
        "The scales of Resize must be above 0, but are (1,0.5,0).");
  CHECK(faults::sizes("Expand", {}).text ==
        "The result of Expand would be (), which is not a valid shape.");
}

}  // namespace
}  // namespace simdcast::test::faults_test

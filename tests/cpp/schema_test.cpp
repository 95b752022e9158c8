#include "onnx/schema.hpp"

#include <catch2/catch_test_macros.hpp>

#include "onnx/schema_parser.hpp"

namespace simdcast::test::schema_test {
namespace {

using onnx::describe;
using onnx::kAny;
using onnx::Kind;
using onnx::name;
using onnx::parseSchema;
using onnx::typeSet;
using onnx::Version;

int countOf(TypeSet types) {
  int count = 0;
  for (int i = 0; i < static_cast<int>(DType::count); ++i)
    count += types.has(static_cast<DType>(i)) ? 1 : 0;
  return count;
}

std::vector<int> opsetsOf(const std::vector<Version>& versions) {
  std::vector<int> opsets;
  for (const Version& version : versions) opsets.push_back(version.since);
  return opsets;
}

std::vector<std::string_view> namesOf(const Version& version) {
  std::vector<std::string_view> names;
  for (const Version::Attribute& attribute : version.attributes) names.push_back(attribute.name);
  return names;
}

TEST_CASE("A version has as many inputs as it lists types, and one output", "[schema]") {
  const std::vector<Version> versions = parseSchema("1(f32,indices)");
  REQUIRE(versions.size() == 1);
  const Version& version = versions[0];
  CHECK(version.since == 1);
  CHECK(version.least == 2);
  CHECK(version.most == 2);
  CHECK(version.outputs == 1);
  CHECK(version.optional == 0);
  CHECK(version.attributes.empty());
  CHECK(version.makes.empty());
  REQUIRE(version.types.size() == 2);
  CHECK(version.types[0].has(DType::float32));
  CHECK_FALSE(version.types[0].has(DType::float64));
  CHECK(version.types[1].has(DType::int32));
  CHECK(version.types[1].has(DType::int64));
  CHECK_FALSE(version.types[1].has(DType::uint8));
}

TEST_CASE("Every part of a schema is read", "[schema]") {
  const std::vector<Version> versions = parseSchema(
      "7[2..*](floats|bool, int64) {axis:int to:type alpha:float mode:string perm:ints "
      "scales:floats names:strings value:tensor sparse_value:sparse body:graph} ->3 ?1?4 "
      "makes:numbers");
  REQUIRE(versions.size() == 1);
  const Version& version = versions[0];
  CHECK(version.since == 7);
  CHECK(version.least == 2);
  CHECK(version.most == kAny);
  CHECK(version.outputs == 3);
  CHECK(version.optional == 0b10010);
  CHECK(version.types[0].has(DType::float16));
  CHECK(version.types[0].has(DType::boolean));
  CHECK_FALSE(version.types[0].has(DType::bfloat16));
  CHECK(version.makes.has(DType::uint16));
  CHECK_FALSE(version.makes.has(DType::boolean));
  CHECK(namesOf(version) == std::vector<std::string_view>{"axis", "to", "alpha", "mode", "perm",
                                                          "scales", "names", "value",
                                                          "sparse_value", "body"});
  CHECK(version.find("axis")->kind == Kind::integer);
  CHECK(version.find("to")->kind == Kind::type);
  CHECK(version.find("alpha")->kind == Kind::real);
  CHECK(version.find("mode")->kind == Kind::text);
  CHECK(version.find("perm")->kind == Kind::integers);
  CHECK(version.find("scales")->kind == Kind::reals);
  CHECK(version.find("names")->kind == Kind::texts);
  CHECK(version.find("value")->kind == Kind::tensor);
  CHECK(version.find("sparse_value")->kind == Kind::sparse);
  CHECK(version.find("body")->kind == Kind::graph);
  CHECK(version.find("axes") == nullptr);
}

TEST_CASE("A version has the parts of the one before that it leaves out", "[schema]") {
  const std::vector<Version> versions =
      parseSchema("1[1..2](floats){axis:int}->2 13,16(floats_bf) 18{} 20->1 21[1..1]");
  CHECK(opsetsOf(versions) == std::vector<int>{1, 13, 16, 18, 20, 21});
  CHECK_FALSE(versions[0].types[0].has(DType::bfloat16));
  CHECK(versions[1].types[0].has(DType::bfloat16));
  CHECK(versions[5].types[0].has(DType::bfloat16));
  CHECK(versions[1].most == 2);
  CHECK(versions[2].outputs == 2);
  CHECK(versions[2].find("axis") != nullptr);
  CHECK(versions[3].find("axis") == nullptr);
  CHECK(versions[3].outputs == 2);
  CHECK(versions[4].outputs == 1);
  CHECK(versions[4].most == 2);
  CHECK(versions[5].most == 1);
}

TEST_CASE("Counts that were not stated follow the types", "[schema]") {
  const std::vector<Version> versions = parseSchema("1(all) 5(all,int64)");
  CHECK(versions[0].most == 1);
  CHECK(versions[1].most == 2);
}

TEST_CASE("A plus adds the types of the opset's format, in later versions too", "[schema]") {
  const std::vector<Version> versions = parseSchema("13,19,21,23,24,25(all_bf+) 28");
  CHECK_FALSE(versions[0].types[0].has(DType::float8e4m3fn));
  CHECK(versions[1].types[0].has(DType::float8e5m2fnuz));
  CHECK_FALSE(versions[1].types[0].has(DType::int4));
  CHECK(versions[2].types[0].has(DType::uint4));
  CHECK_FALSE(versions[2].types[0].has(DType::float4e2m1));
  CHECK(versions[3].types[0].has(DType::float4e2m1));
  CHECK_FALSE(versions[3].types[0].has(DType::float8e8m0));
  CHECK(versions[4].types[0].has(DType::float8e8m0));
  CHECK_FALSE(versions[4].types[0].has(DType::int2));
  CHECK(versions[5].types[0].has(DType::uint2));
  CHECK(versions[6].types[0].has(DType::int2));
}

TEST_CASE("The last types are those of all further inputs", "[schema]") {
  const Version listed = parseSchema("1[1..*](f32,int64)")[0];
  CHECK(listed.typesAt(0).has(DType::float32));
  CHECK(listed.typesAt(1).has(DType::int64));
  CHECK(listed.typesAt(9).has(DType::int64));
  CHECK_FALSE(listed.typesAt(9).has(DType::float32));
  const Version any = parseSchema("1[1..*]()")[0];
  CHECK(any.types.empty());
  CHECK(any.typesAt(0).empty());
}

TEST_CASE("Every type and every kind has the name of the schema language", "[schema]") {
  for (int i = 0; i < static_cast<int>(DType::count); ++i) {
    const auto type = static_cast<DType>(i);
    CAPTURE(name(type));
    CHECK(typeSet(name(type)).has(type));
    CHECK(countOf(typeSet(name(type))) == 1);
  }
  CHECK(typeSet("float").empty());
  CHECK(name(Kind::reals) == "floats");
  CHECK(describe(Kind::reals) == "a list of numbers");
}

TEST_CASE("The named sets have the types of ONNX's schemas", "[schema]") {
  const auto count = [](std::string_view name) { return countOf(typeSet(name)); };
  CHECK(count("f32") == 1);
  CHECK(count("floats") == 3);
  CHECK(count("floats_bf") == 4);
  CHECK(count("numbers") == 11);
  CHECK(count("numbers_bf") == 12);
  CHECK(count("all") == 15);
  CHECK(count("all_bf") == 16);
  CHECK(count("not_text") == 14);
  CHECK(count("not_text_bf") == 15);
  CHECK(count("wide_numbers") == 7);
  CHECK(count("wide_numbers_bf") == 8);
  CHECK(count("castable") == 12);
  CHECK(count("castable_bf") == 13);
  CHECK(count("indices") == 2);
}

TEST_CASE("Invalid schemas have an error, for which they do not compile", "[schema]") {
  using onnx::schema::errorOf;
  using onnx::schema::SchemaError;
  CHECK(errorOf("1(all){perm:ints} 13,21,23,24,25(all_bf+)") == SchemaError::none);
  CHECK(errorOf("1 ( all , f32 ) { a:int } -> 2 ? 1 7 [1..2]") == SchemaError::none);
  CHECK(errorOf("1(al)") == SchemaError::unknownType);
  CHECK(errorOf("1(f32|)") == SchemaError::unknownType);
  CHECK(errorOf("1(f32) makes:nothing") == SchemaError::unknownType);
  CHECK(errorOf("1(f32){axis:long}") == SchemaError::unknownKind);
  CHECK(errorOf("13,7(f32)") == SchemaError::opsetsNotAscending);
  CHECK(errorOf("13(f32) 13(all)") == SchemaError::opsetsNotAscending);
  CHECK(errorOf("0(f32)") == SchemaError::opsetsNotAscending);
  CHECK(errorOf("1[3..2](f32)") == SchemaError::leastExceedsMost);
  CHECK(errorOf("1[1..2(f32)") == SchemaError::unclosedBracket);
  CHECK(errorOf("1(f32") == SchemaError::unclosedBracket);
  CHECK(errorOf("1(f32){axis:int") == SchemaError::unclosedBracket);
  CHECK(errorOf("1[2](f32)") == SchemaError::misplacedText);
  CHECK(errorOf("1(f32)->") == SchemaError::misplacedText);
  CHECK(errorOf("1(f32)?32") == SchemaError::misplacedText);
  CHECK(errorOf("1(f32);") == SchemaError::misplacedText);
  CHECK(errorOf("(f32)") == SchemaError::misplacedText);
  CHECK(errorOf("") == SchemaError::misplacedText);
}

}  // namespace
}  // namespace simdcast::test::schema_test

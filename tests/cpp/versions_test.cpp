// The versions of operators by opset, with types, attributes, rule and number of inputs. Source:
// facts 1a to 1f, row by row.
#include <catch2/catch_test_macros.hpp>
#include <iterator>
#include <optional>
#include <span>

#include "operators/screen.hpp"
#include "support/tables.hpp"

namespace simdcast::test::versions_test {
namespace {

using enum DType;

constexpr TypeSet kFloats{float16, float32, float64};
constexpr TypeSet kBrain{bfloat16};
constexpr TypeSet kWide{int32, int64, uint32, uint64};
constexpr TypeSet kNarrow{int8, int16, uint8, uint16};
constexpr TypeSet kUnsigned{uint8, uint16, uint32, uint64};
constexpr TypeSet kNumbers = kFloats | kWide | kNarrow;
constexpr TypeSet kTruth{boolean};
constexpr TypeSet kStrings{string};
constexpr TypeSet kAll = kNumbers | kTruth | kStrings | TypeSet{complex64, complex128};

// Types that versions of ONNX's format (IR) have added.
constexpr TypeSet kBytes9{float8e4m3fn, float8e4m3fnuz, float8e5m2, float8e5m2fnuz};
constexpr TypeSet kBytes10 = kBytes9 | TypeSet{int4, uint4};
constexpr TypeSet kBytes11 = kBytes10 | TypeSet{float4e2m1};
constexpr TypeSet kBytes12 = kBytes11 | TypeSet{float8e8m0};
constexpr TypeSet kBytes13 = kBytes12 | TypeSet{int2, uint2};

constexpr AttributeMask kNone = 0;
constexpr AttributeMask kTo = maskOf(Attribute::to);
constexpr AttributeMask kSaturate = maskOf(Attribute::saturate);
constexpr AttributeMask kRounds = maskOf(Attribute::roundMode);
constexpr AttributeMask kLegacy = maskOf({Attribute::axis, Attribute::broadcast});
constexpr AttributeMask kConsumed = maskOf({Attribute::consumedInputs});
constexpr AttributeMask kProduct =
    maskOf({Attribute::alpha, Attribute::beta, Attribute::transA, Attribute::transB});
constexpr AttributeMask kBounds = maskOf({Attribute::min, Attribute::max});

constexpr AttributeMask kDetect = maskOf({Attribute::detectNegative, Attribute::detectPositive});

constexpr int kNewest = 28;
constexpr int kMany = kMaxOperands;

using Op = OpId;

struct Row {
  Op op;
  int since;
  int until;
  std::optional<RuleId> rule;  // empty for products and scalars, which have their own
  TypeSet types;
  AttributeMask attributes = kNone;
  int minInputs = 2;
  int maxInputs = 2;
  TypeSet exponents = {};
};

constexpr RuleId kOld = RuleId::legacy;
constexpr RuleId kMulti = RuleId::multidirectional;
constexpr RuleId kUni = RuleId::unidirectional;
constexpr RuleId kSame = RuleId::equal;

const Row kArithmetic[] = {
    {Op::add, 1, 5, kOld, kFloats, kLegacy | kConsumed},
    {Op::add, 6, 6, kOld, kFloats | kWide, kLegacy},
    {Op::add, 7, 12, kMulti, kFloats | kWide},
    {Op::add, 13, 13, kMulti, kFloats | kWide | kBrain},
    {Op::add, 14, kNewest, kMulti, kNumbers | kBrain},
    {Op::sub, 1, 5, kOld, kFloats, kLegacy | kConsumed},
    {Op::sub, 6, 6, kOld, kFloats | kWide, kLegacy},
    {Op::sub, 7, 12, kMulti, kFloats | kWide},
    {Op::sub, 13, 13, kMulti, kFloats | kWide | kBrain},
    {Op::sub, 14, kNewest, kMulti, kNumbers | kBrain},
    {Op::mul, 1, 5, kOld, kFloats, kLegacy | kConsumed},
    {Op::mul, 6, 6, kOld, kFloats | kWide, kLegacy},
    {Op::mul, 7, 12, kMulti, kFloats | kWide},
    {Op::mul, 13, 13, kMulti, kFloats | kWide | kBrain},
    {Op::mul, 14, kNewest, kMulti, kNumbers | kBrain},
    {Op::div, 1, 5, kOld, kFloats, kLegacy | kConsumed},
    {Op::div, 6, 6, kOld, kFloats | kWide, kLegacy},
    {Op::div, 7, 12, kMulti, kFloats | kWide},
    {Op::div, 13, 13, kMulti, kFloats | kWide | kBrain},
    {Op::div, 14, kNewest, kMulti, kNumbers | kBrain},
    {Op::pow, 1, 6, kOld, kFloats, kLegacy},
    {Op::pow, 7, 11, kMulti, kFloats},
    {Op::pow, 12, 12, kMulti, kFloats | TypeSet{int32, int64}, kNone, 2, 2, kNumbers},
    {Op::pow, 13, 14, kMulti, kFloats | kBrain | TypeSet{int32, int64}, kNone, 2, 2, kNumbers},
    {Op::pow, 15, kNewest, kMulti, kFloats | kBrain | TypeSet{int32, int64}, kNone, 2, 2,
     kNumbers | kBrain},
    {Op::mod, 10, 12, kMulti, kNumbers, maskOf({Attribute::fmod})},
    {Op::mod, 13, 27, kMulti, kNumbers | kBrain, maskOf({Attribute::fmod})},
    {Op::mod, 28, kNewest, kMulti, kNumbers | kBrain, maskOf({Attribute::fmod})},
};

const Row kLogic[] = {
    {Op::logicalAnd, 1, 6, kOld, kTruth, kLegacy},
    {Op::logicalAnd, 7, kNewest, kMulti, kTruth},
    {Op::logicalOr, 1, 6, kOld, kTruth, kLegacy},
    {Op::logicalOr, 7, kNewest, kMulti, kTruth},
    {Op::logicalXor, 1, 6, kOld, kTruth, kLegacy},
    {Op::logicalXor, 7, kNewest, kMulti, kTruth},
    {Op::equal, 1, 6, kOld, TypeSet{boolean, int32, int64}, kLegacy},
    {Op::equal, 7, 10, kMulti, TypeSet{boolean, int32, int64}},
    {Op::equal, 11, 12, kMulti, kTruth | kNumbers},
    {Op::equal, 13, 18, kMulti, kTruth | kNumbers | kBrain},
    {Op::equal, 19, kNewest, kMulti, kTruth | kNumbers | kBrain | kStrings},
    {Op::greater, 1, 6, kOld, kFloats, kLegacy},
    {Op::greater, 7, 8, kMulti, kFloats},
    {Op::greater, 9, 12, kMulti, kNumbers},
    {Op::greater, 13, kNewest, kMulti, kNumbers | kBrain},
    {Op::less, 1, 6, kOld, kFloats, kLegacy},
    {Op::less, 7, 8, kMulti, kFloats},
    {Op::less, 9, 12, kMulti, kNumbers},
    {Op::less, 13, kNewest, kMulti, kNumbers | kBrain},
    {Op::greaterOrEqual, 12, 15, kMulti, kNumbers},
    {Op::greaterOrEqual, 16, kNewest, kMulti, kNumbers | kBrain},
    {Op::lessOrEqual, 12, 15, kMulti, kNumbers},
    {Op::lessOrEqual, 16, kNewest, kMulti, kNumbers | kBrain},
};

const Row kVariadic[] = {
    {Op::max, 1, 5, kSame, kFloats, kConsumed, 1, kMany},
    {Op::max, 6, 7, kSame, kFloats, kNone, 1, kMany},
    {Op::max, 8, 11, kMulti, kFloats, kNone, 1, kMany},
    {Op::max, 12, 12, kMulti, kNumbers, kNone, 1, kMany},
    {Op::max, 13, kNewest, kMulti, kNumbers | kBrain, kNone, 1, kMany},
    {Op::min, 1, 5, kSame, kFloats, kConsumed, 1, kMany},
    {Op::min, 6, 7, kSame, kFloats, kNone, 1, kMany},
    {Op::min, 8, 11, kMulti, kFloats, kNone, 1, kMany},
    {Op::min, 12, 12, kMulti, kNumbers, kNone, 1, kMany},
    {Op::min, 13, kNewest, kMulti, kNumbers | kBrain, kNone, 1, kMany},
    {Op::sum, 1, 5, kSame, kFloats, kConsumed, 1, kMany},
    {Op::sum, 6, 7, kSame, kFloats, kNone, 1, kMany},
    {Op::sum, 8, 12, kMulti, kFloats, kNone, 1, kMany},
    {Op::sum, 13, kNewest, kMulti, kFloats | kBrain, kNone, 1, kMany},
    {Op::mean, 1, 5, kSame, kFloats, kConsumed, 1, kMany},
    {Op::mean, 6, 7, kSame, kFloats, kNone, 1, kMany},
    {Op::mean, 8, 12, kMulti, kFloats, kNone, 1, kMany},
    {Op::mean, 13, kNewest, kMulti, kFloats | kBrain, kNone, 1, kMany},
};

const Row kSelection[] = {
    {Op::where, 9, 15, kMulti, kAll, kNone, 3, 3},
    {Op::where, 16, kNewest, kMulti, kAll | kBrain, kNone, 3, 3},
    {Op::bitShift, 11, 27, kMulti, kUnsigned, maskOf({Attribute::direction})},
    {Op::bitShift, 28, kNewest, kMulti, kUnsigned | TypeSet{int8, int16, int32, int64},
     maskOf({Attribute::direction})},
    {Op::bitwiseAnd, 18, kNewest, kMulti, kWide | kNarrow},
    {Op::bitwiseOr, 18, kNewest, kMulti, kWide | kNarrow},
    {Op::bitwiseXor, 18, kNewest, kMulti, kWide | kNarrow},
    {Op::stringConcat, 20, kNewest, kMulti, kStrings},
};

const Row kOthers[] = {
    {Op::prelu, 1, 5, RuleId::perChannel, kFloats, kConsumed},
    {Op::prelu, 6, 6, RuleId::perChannel, kFloats},
    {Op::prelu, 7, 8, kUni, kFloats},
    {Op::prelu, 9, 15, kUni, kFloats | kWide},
    {Op::prelu, 16, kNewest, kUni, kFloats | kWide | kBrain},
    {Op::gemm, 1, 5, {}, kFloats, kProduct | maskOf({Attribute::broadcast}), 3, 3},
    {Op::gemm, 6, 6, {}, kFloats, kProduct | maskOf({Attribute::broadcast}), 3, 3},
    {Op::gemm, 7, 8, {}, kFloats, kProduct, 3, 3},
    {Op::gemm, 9, 10, {}, kFloats | kWide, kProduct, 3, 3},
    {Op::gemm, 11, 12, {}, kFloats | kWide, kProduct, 2, 3},
    {Op::gemm, 13, kNewest, {}, kFloats | kWide | kBrain, kProduct, 2, 3},
    {Op::expand, 8, 12, RuleId::expand, kAll},
    {Op::expand, 13, kNewest, RuleId::expand, kAll | kBrain},
    {Op::matMul, 1, 8, {}, kFloats},
    {Op::matMul, 9, 12, {}, kFloats | kWide},
    {Op::matMul, 13, kNewest, {}, kFloats | kWide | kBrain},
    {Op::clip, 6, 10, {}, kFloats, kBounds, 1, 1},
    {Op::clip, 11, 11, {}, kFloats, kNone, 1, 3},
    {Op::clip, 12, 12, {}, kNumbers, kNone, 1, 3},
    {Op::clip, 13, kNewest, {}, kNumbers | kBrain, kNone, 1, 3},
};

// Transcribed from docs/Changelog.md of ONNX.
const Row kOneInput[] = {
    {Op::sin, 7, 21, kSame, kFloats, kNone, 1, 1},
    {Op::sin, 22, kNewest, kSame, kFloats | kBrain, kNone, 1, 1},
    {Op::cos, 7, 21, kSame, kFloats, kNone, 1, 1},
    {Op::cos, 22, kNewest, kSame, kFloats | kBrain, kNone, 1, 1},
    {Op::sign, 9, 12, kSame, kNumbers, kNone, 1, 1},
    {Op::sign, 13, kNewest, kSame, kNumbers | kBrain, kNone, 1, 1},
    {Op::softplus, 1, 21, kSame, kFloats, kNone, 1, 1},
    {Op::softplus, 22, kNewest, kSame, kFloats | kBrain, kNone, 1, 1},
    {Op::bitwiseNot, 18, kNewest, kSame, kWide | kNarrow, kNone, 1, 1},
    {Op::isNan, 9, 12, kSame, kFloats, kNone, 1, 1},
    {Op::isNan, 13, 19, kSame, kFloats | kBrain, kNone, 1, 1},
    {Op::isNan, 20, kNewest, kSame, kFloats | kBrain | kBytes9, kNone, 1, 1},
    {Op::isInf, 10, 19, kSame, TypeSet{float32, float64}, kDetect, 1, 1},
    {Op::isInf, 20, kNewest, kSame, kFloats | kBrain | kBytes9, kDetect, 1, 1},
    {Op::identity, 1, 12, kSame, kAll, kNone, 1, 1},
    {Op::identity, 13, 18, kSame, kAll | kBrain, kNone, 1, 1},
    {Op::identity, 19, 20, kSame, kAll | kBrain | kBytes9, kNone, 1, 1},
    {Op::identity, 21, 22, kSame, kAll | kBrain | kBytes10, kNone, 1, 1},
    {Op::identity, 23, 23, kSame, kAll | kBrain | kBytes11, kNone, 1, 1},
    {Op::identity, 24, 24, kSame, kAll | kBrain | kBytes12, kNone, 1, 1},
    {Op::identity, 25, kNewest, kSame, kAll | kBrain | kBytes13, kNone, 1, 1},
    // Strings are cast by the package, so the engine lacks them at opset 9.
    {Op::cast, 1, 12, kSame, kNumbers | kTruth, kTo, 1, 1},
    {Op::cast, 13, 18, kSame, kNumbers | kTruth | kBrain, kTo, 1, 1},
    {Op::cast, 19, 20, kSame, kNumbers | kTruth | kBrain | kBytes9, kTo | kSaturate, 1, 1},
    {Op::cast, 21, 22, kSame, kNumbers | kTruth | kBrain | kBytes10, kTo | kSaturate, 1, 1},
    {Op::cast, 23, 23, kSame, kNumbers | kTruth | kBrain | kBytes11, kTo | kSaturate, 1, 1},
    {Op::cast, 24, 24, kSame, kNumbers | kTruth | kBrain | kBytes12, kTo | kSaturate | kRounds, 1,
     1},
    {Op::cast, 25, kNewest, kSame, kNumbers | kTruth | kBrain | kBytes13, kTo | kSaturate | kRounds,
     1, 1},
};

void checkTypes(const TypeSet& got, const TypeSet& wanted) {
  for (int type = 0; type < static_cast<int>(DType::count); ++type) {
    const auto one = static_cast<DType>(type);
    INFO(name(one));
    CHECK(got.has(one) == wanted.has(one));
  }
}

void checkSupports(const Row& row, int opset) {
  for (int type = 0; type < static_cast<int>(DType::count); ++type) {
    const auto one = static_cast<DType>(type);
    INFO(name(one));
    CHECK(supports(row.op, one, opset) == row.types.has(one));
  }
}

void checkRow(const Row& row) {
  for (int opset = row.since; opset <= row.until; ++opset) {
    INFO("opset " << opset);
    const Version* version = findVersion(row.op, opset);
    REQUIRE(version != nullptr);
    CHECK(version->op == row.op);
    if (row.rule) CHECK(rule(version->rule).name == rule(*row.rule).name);
    CHECK(version->minInputs == row.minInputs);
    CHECK(version->maxInputs == row.maxInputs);
    CHECK(version->attributes == row.attributes);
    checkTypes(version->types, row.types);
    checkTypes(version->exponents, row.exponents);
    checkSupports(row, opset);
  }
}

// One test case for each operator's run of rows.
void registerTable(std::span<const Row> rows) {
  while (!rows.empty()) {
    const Op op = rows.front().op;
    std::size_t length = 0;
    while (length < rows.size() && rows[length].op == op) ++length;
    registerTest("versions of " + std::string(describe(op).name), "[operators]",
                 [own = rows.first(length)] {
                   for (const Row& row : own) checkRow(row);
                 });
    rows = rows.subspan(length);
  }
}

bool registerTables() {
  registerTable(kArithmetic);
  registerTable(kLogic);
  registerTable(kVariadic);
  registerTable(kSelection);
  registerTable(kOthers);
  registerTable(kOneInput);
  return true;
}
const bool kTables = registerTables();

TEST_CASE("versions: operators do not exist before their first one", "[operators]") {
  constexpr struct {
    Op op;
    int first;
  } kFirsts[] = {
      {Op::add, 1},           {Op::pow, 1},         {Op::mod, 10},   {Op::logicalAnd, 1},
      {Op::equal, 1},         {Op::greater, 1},     {Op::where, 9},  {Op::greaterOrEqual, 12},
      {Op::bitShift, 11},     {Op::sum, 1},         {Op::expand, 8}, {Op::bitwiseAnd, 18},
      {Op::stringConcat, 20}, {Op::prelu, 1},       {Op::gemm, 1},   {Op::matMul, 1},
      {Op::clip, 1},          {Op::sin, 7},         {Op::cos, 7},    {Op::sign, 9},
      {Op::softplus, 1},      {Op::bitwiseNot, 18}, {Op::isNan, 9},  {Op::isInf, 10}};
  for (const auto& [op, first] : kFirsts) {
    INFO(describe(op).name);
    CHECK(findVersion(op, first) != nullptr);
    CHECK(findVersion(op, first - 1) == nullptr);
    CHECK_FALSE(supports(op, float32, first - 1));
  }
}

TEST_CASE("versions: the newest opset is the one of the facts", "[operators]") {
  CHECK(kNewestOpset == kNewest);
}

TEST_CASE("versions: names are ONNX's", "[operators]") {
  constexpr struct {
    Op op;
    std::string_view name;
  } kNames[] = {{Op::add, "Add"},
                {Op::sub, "Sub"},
                {Op::mul, "Mul"},
                {Op::div, "Div"},
                {Op::pow, "Pow"},
                {Op::mod, "Mod"},
                {Op::logicalAnd, "And"},
                {Op::logicalOr, "Or"},
                {Op::logicalXor, "Xor"},
                {Op::equal, "Equal"},
                {Op::greater, "Greater"},
                {Op::less, "Less"},
                {Op::greaterOrEqual, "GreaterOrEqual"},
                {Op::lessOrEqual, "LessOrEqual"},
                {Op::max, "Max"},
                {Op::min, "Min"},
                {Op::sum, "Sum"},
                {Op::mean, "Mean"},
                {Op::where, "Where"},
                {Op::bitShift, "BitShift"},
                {Op::bitwiseAnd, "BitwiseAnd"},
                {Op::bitwiseOr, "BitwiseOr"},
                {Op::bitwiseXor, "BitwiseXor"},
                {Op::stringConcat, "StringConcat"},
                {Op::prelu, "PRelu"},
                {Op::gemm, "Gemm"},
                {Op::matMul, "MatMul"},
                {Op::expand, "Expand"},
                {Op::clip, "Clip"},
                {Op::identity, "Identity"},
                {Op::neg, "Neg"},
                {Op::abs, "Abs"},
                {Op::sqrt, "Sqrt"},
                {Op::reciprocal, "Reciprocal"},
                {Op::exp, "Exp"},
                {Op::log, "Log"},
                {Op::sigmoid, "Sigmoid"},
                {Op::tanh, "Tanh"},
                {Op::relu, "Relu"},
                {Op::leakyRelu, "LeakyRelu"},
                {Op::erf, "Erf"},
                {Op::gelu, "Gelu"},
                {Op::floor, "Floor"},
                {Op::ceil, "Ceil"},
                {Op::round, "Round"},
                {Op::logicalNot, "Not"},
                {Op::sin, "Sin"},
                {Op::cos, "Cos"},
                {Op::tan, "Tan"},
                {Op::acos, "Acos"},
                {Op::asin, "Asin"},
                {Op::atan, "Atan"},
                {Op::sinh, "Sinh"},
                {Op::cosh, "Cosh"},
                {Op::asinh, "Asinh"},
                {Op::acosh, "Acosh"},
                {Op::atanh, "Atanh"},
                {Op::sign, "Sign"},
                {Op::softplus, "Softplus"},
                {Op::bitwiseNot, "BitwiseNot"},
                {Op::isNan, "IsNaN"},
                {Op::isInf, "IsInf"},
                {Op::cast, "Cast"}};
  for (const auto& [op, name] : kNames) CHECK(describe(op).name == name);
}

TEST_CASE("versions: attributes are spelled as ONNX spells them", "[operators]") {
  constexpr std::string_view kNames[] = {"axis",
                                         "broadcast",
                                         "consumed_inputs",
                                         "fmod",
                                         "direction",
                                         "alpha",
                                         "beta",
                                         "transA",
                                         "transB",
                                         "min",
                                         "max",
                                         "approximate",
                                         "to",
                                         "saturate",
                                         "round_mode",
                                         "detect_negative",
                                         "detect_positive"};
  static_assert(std::size(kNames) == static_cast<std::size_t>(Attribute::count));
  for (std::size_t i = 0; i < std::size(kNames); ++i)
    CHECK(name(static_cast<Attribute>(i)) == kNames[i]);
}

}  // namespace
}  // namespace simdcast::test::versions_test

// Invalid arguments from callers in another language: any number instead of an enumerator, a count
// or an index. Each is rejected, or has an empty answer, in release builds too.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <climits>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/enum_table.hpp"
#include "engine/aligned.hpp"
#include "engine/remote.hpp"
#include "engine/state.hpp"
#include "support/notation.hpp"
#include "support/requests.hpp"

namespace simdcast::test::boundary_test {
namespace {

using Catch::Matchers::ContainsSubstring;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <class Enum>
constexpr int kPast = static_cast<int>(kCountOf<Enum>);

// Values that are not enumerators. 256 is the first that a byte would store as the enumerator 0.
template <class Enum>
std::vector<int> strangers() {
  return {-1, kPast<Enum>, kPast<Enum> + 1, 255, 256, 65536, INT_MAX, INT_MIN, INT_MIN + 1};
}

template <class Enum>
int number(Enum value) {
  return static_cast<int>(value);
}

Refusal refusalOf(const Request& request) {
  const std::optional<Refusal> refusal = request.refusal();
  REQUIRE(refusal.has_value());
  // The whole request is rejected, for the same reason, by every caller.
  CHECK(refusalIn(Task::make(request)).text == refusal->text);
  CHECK(refusalIn(taskForKernel(request, number(DType::float32))).code == refusal->code);
  CHECK(remote::task(request) == nullptr);
  CHECK(remote::kernelTask(request, number(DType::float32), false) == nullptr);
  const remote::RefusalReport report = remote::refusalOf(request);
  CHECK(report.code == name(refusal->code));
  CHECK(report.text == refusal->text);
  CHECK_FALSE(report.byRule);
  CHECK(alignedOf(request) == nullptr);
  CHECK_FALSE(request.align().has_value());
  CHECK(request.elementSize() >= 1);
  CHECK_FALSE(refusal->text.empty());
  return *refusal;
}

Request addOf(std::string_view first, std::string_view second) {
  Request request;
  REQUIRE(request.begin(number(OpId::add), kNewestOpset));
  for (const std::string_view text : {first, second}) {
    REQUIRE(request.input(number(DType::float32), 0, 0, 0, 0, 0));
    for (const Size size : shape(text)) REQUIRE(request.axis(size));
  }
  return request;
}

TEST_CASE("boundary: an empty request is rejected", "[boundary]") {
  Request request;
  CHECK(refusalOf(request).code == RefusalCode::nothingAsked);
  // An empty request accepts no parts, and has no inputs for axes.
  Request axis;
  CHECK_FALSE(axis.axis(3));
  CHECK(refusalOf(axis).code == RefusalCode::nothingAsked);
}

TEST_CASE("boundary: invalid numbers of operators are rejected", "[boundary]") {
  for (const int op : strangers<OpId>()) {
    INFO(op);
    Request request;
    CHECK_FALSE(request.begin(op, kNewestOpset));
    request.input(number(DType::float32), 0, 0, 0, 0, 0);
    request.axis(3);
    const Refusal refusal = refusalOf(request);
    CHECK(refusal.code == RefusalCode::unknownOperator);
    CHECK_THAT(refusal.text, ContainsSubstring(std::to_string(op)));
    for (const int type : {0, 1, -1, INT_MAX}) CHECK_FALSE(remote::supports(op, type, 13));
  }
}

TEST_CASE("boundary: opsets that do not exist are rejected", "[boundary]") {
  for (const int opset : {0, -1, kNewestOpset + 1, 255, 256 + 7, INT_MAX, INT_MIN}) {
    INFO(opset);
    Request request;
    CHECK_FALSE(request.begin(number(OpId::add), opset));
    CHECK(refusalOf(request).code == RefusalCode::unknownOpset);
    Request byName("Add", opset);
    CHECK(refusalOf(byName).code == RefusalCode::unknownOpset);
  }
  for (const int opset : {0, -1, INT_MIN})
    CHECK_FALSE(remote::supports(number(OpId::add), number(DType::float32), opset));
}

TEST_CASE("boundary: invalid numbers of rules are rejected", "[boundary]") {
  for (const int rule : strangers<RuleId>()) {
    INFO(rule);
    Request request;
    CHECK_FALSE(request.beginRule(rule, kSuffix, true));
    request.input(number(DType::float32), 0, 0, 0, 0, 0);
    CHECK(refusalOf(request).code == RefusalCode::unknownRule);
  }
}

TEST_CASE("boundary: any axis parameter is answered", "[boundary]") {
  for (int rule = 0; rule < kPast<RuleId>; ++rule) {
    for (const int axis : {-2, 0, 3, 4, 16, 255, INT_MAX, INT_MAX - 1, INT_MIN, INT_MIN + 1}) {
      INFO("rule " << rule << " axis " << axis);
      Request request;
      REQUIRE(request.beginRule(rule, axis, true));
      request.input(DType::float32, Shape{2, 3, 4});
      request.input(DType::float32, Shape{3});
      const auto aligned = alignedOf(request);
      REQUIRE(aligned != nullptr);
      CHECK_FALSE(aligned->text().empty());
      CHECK(aligned->conflicts().empty() == aligned->ok());
      CHECK(aligned->facts().operands.size() == 2);
    }
  }
}

TEST_CASE("boundary: invalid numbers of types are rejected", "[boundary]") {
  for (const int type : strangers<DType>()) {
    INFO(type);
    Request request;
    REQUIRE(request.begin(number(OpId::add), kNewestOpset));
    CHECK(request.input(number(DType::float32), 0, 0, 0, 0, 0));
    CHECK_FALSE(request.input(type, 0, 0, 0, 0, 0));
    request.axis(3);
    const Refusal refusal = refusalOf(request);
    CHECK(refusal.code == RefusalCode::unknownType);
    CHECK(refusal.input == 1);
    CHECK_THAT(refusal.text, ContainsSubstring(std::to_string(type)));
    for (const int op : {0, 5, -1, INT_MAX}) CHECK_FALSE(remote::supports(op, type, 13));
  }
  // A value of the enum's type that is not an enumerator.
  for (const DType type : {DType::count, static_cast<DType>(200), static_cast<DType>(255)}) {
    Request request("Neg");
    CHECK_FALSE(request.input(type, Shape{2}));
    CHECK(refusalOf(request).code == RefusalCode::unknownType);
  }
}

TEST_CASE("boundary: kernels have results of a type, and of a width", "[boundary]") {
  Request request;
  REQUIRE(request.beginRule(number(RuleId::multidirectional), kSuffix, true));
  REQUIRE(request.input(DType::float32, Shape{3}));
  for (const int type : strangers<DType>()) {
    INFO(type);
    CHECK(remote::kernelTask(request, type, false) == nullptr);
    CHECK(refusalIn(taskForKernel(request, type)).code == RefusalCode::unknownType);
  }
  // Tiles were cut by dividing by the width of an element, which strings do not have.
  for (const bool ofStrings : {false, true}) {
    Request strings;
    REQUIRE(strings.beginRule(number(RuleId::multidirectional), kSuffix, true));
    REQUIRE(strings.input(ofStrings ? DType::string : DType::float32, Shape{3}));
    const DType result = ofStrings ? DType::float32 : DType::string;
    CHECK(refusalIn(taskForKernel(strings, number(result))).code == RefusalCode::notComputed);
  }
  Request none;
  REQUIRE(none.beginRule(number(RuleId::multidirectional), kSuffix, true));
  CHECK(remote::kernelTask(none, 0, false) == nullptr);
  Request absent;
  REQUIRE(absent.beginRule(number(RuleId::multidirectional), kSuffix, true));
  REQUIRE(absent.absent());
  CHECK(remote::kernelTask(absent, 0, false) == nullptr);
}

TEST_CASE("boundary: invalid numbers of attributes are rejected", "[boundary]") {
  for (const int attribute : strangers<Attribute>()) {
    INFO(attribute);
    Request request = addOf("(2)", "(2)");
    CHECK_FALSE(request.attribute(attribute, 1));
    const Refusal refusal = refusalOf(request);
    CHECK(refusal.code == RefusalCode::unknownAttribute);
    CHECK_THAT(refusal.text, ContainsSubstring(std::to_string(attribute)));
    CHECK(remote::attributeKind(attribute) == kPast<AttributeKind>);
    CHECK(remote::attributeChoice(attribute, 0).empty());
  }
}

TEST_CASE("boundary: attributes name the strings that they take", "[boundary]") {
  const int direction = number(Attribute::direction);
  CHECK(remote::attributeChoice(direction, 0) == "LEFT");
  CHECK(remote::attributeChoice(direction, 1) == "RIGHT");
  for (const int past : {2, -1, INT_MAX, INT_MIN})
    CHECK(remote::attributeChoice(direction, past).empty());
  CHECK(remote::attributeChoice(number(Attribute::approximate), 1) == "tanh");
  CHECK(remote::attributeChoice(number(Attribute::axis), 0).empty());
}

struct Kind {
  Attribute attribute;
  AttributeKind kind;
  std::vector<double> taken;
  std::vector<double> refused;
};

TEST_CASE("boundary: attributes take the values of their kind", "[boundary]") {
  const Kind kinds[] = {
      {Attribute::axis,
       AttributeKind::integer,
       {0, -1, INT_MAX, INT_MIN},
       {kNan, kInfinity, -kInfinity, 1e300, 0.5, -0.5, 2147483648.0, -2147483649.0}},
      {Attribute::broadcast,
       AttributeKind::flag,
       {0, 1},
       {kNan, kInfinity, 1e300, 0.5, 2, -1, 256, 4294967296.0}},
      {Attribute::alpha,
       AttributeKind::real,
       {kNan, kInfinity, -kInfinity, 0.5, 0, 1e-300, 3.4028234e38},
       {1e300, -1e300, 3.5e38}},
      {Attribute::direction,
       AttributeKind::choice,
       {0, 1},
       {kNan, kInfinity, 1e300, 0.5, 2, -1, 255}},
      {Attribute::approximate,
       AttributeKind::choice,
       {0, 1},
       {kNan, kInfinity, 1e300, 0.5, 2, -1, 255}},
      {Attribute::to,
       AttributeKind::type,
       {0, kPast<DType> - 1},
       {kNan, kInfinity, 1e300, 0.5, -1, kPast<DType>, 255, 256, INT_MAX}},
      {Attribute::saturate, AttributeKind::flag, {0, 1}, {kNan, kInfinity, 1e300, 0.5, 2, -1}},
      {Attribute::roundMode,
       AttributeKind::choice,
       {0, 1, 2},
       {kNan, kInfinity, 1e300, 0.5, 3, -1, 255}},
      {Attribute::consumedInputs, AttributeKind::ignored, {kNan, kInfinity, 1e300, 0.5, -1}, {}},
  };
  for (const Kind& each : kinds) {
    INFO(name(each.attribute));
    CHECK(remote::attributeKind(number(each.attribute)) == number(each.kind));
    for (const double value : each.taken) {
      INFO(value);
      Request request = addOf("(2)", "(2)");
      CHECK(request.attribute(number(each.attribute), value));
      CHECK_FALSE(request.refusal().has_value());
    }
    for (const double value : each.refused) {
      INFO(value);
      Request request = addOf("(2)", "(2)");
      CHECK_FALSE(request.attribute(number(each.attribute), value));
      // A second problem, which is not reported.
      CHECK_FALSE(request.input(INT_MIN, 0, 0, 0, 0, 0));
      const Refusal refusal = refusalOf(request);
      CHECK(refusal.code == RefusalCode::attributeValue);
      CHECK_THAT(refusal.text, ContainsSubstring(std::string(name(each.attribute))));
    }
  }
}

TEST_CASE("boundary: attributes by name take the values of their kind", "[boundary]") {
  struct {
    std::string_view name;
    AttributeValue value;
    bool taken;
  } const cases[] = {
      {"axis", std::int64_t{1}, true},
      {"axis", std::numeric_limits<std::int64_t>::min(), false},
      {"axis", std::numeric_limits<std::int64_t>::max(), false},
      {"axis", 1.0F, false},
      {"axis", std::string_view("1"), false},
      {"broadcast", std::int64_t{-1}, false},
      {"alpha", std::int64_t{1}, false},
      {"alpha", std::numeric_limits<float>::quiet_NaN(), true},
      {"alpha", std::numeric_limits<float>::infinity(), true},
      {"direction", std::int64_t{1}, false},
      {"direction", std::string_view("LEFT"), true},
      {"direction", std::string_view("left"), false},
      {"direction", std::string_view(), false},
      {"approximate", std::string_view("tanh"), true},
      {"approximate", 1.0F, false},
      {"to", std::string_view("float16"), true},
      {"to", std::string_view("float"), false},
      {"to", std::int64_t{1}, false},
      {"saturate", std::int64_t{0}, true},
      {"round_mode", std::string_view("up"), true},
  };
  for (const auto& one : cases) {
    INFO(one.name);
    Request request("Neg");
    CHECK(request.attribute(one.name, one.value) == one.taken);
    if (!one.taken) CHECK(refusalOf(request).code == RefusalCode::attributeValue);
  }
}

TEST_CASE("boundary: Cast returns only types that exist and that it supports", "[boundary]") {
  for (int to = 0; to < kPast<DType>; ++to) {
    Request request;
    REQUIRE(request.begin(number(OpId::cast), kNewestOpset));
    REQUIRE(request.attribute(number(Attribute::to), to));
    REQUIRE(request.input(DType::float32, Shape{2}));
    const auto type = static_cast<DType>(to);
    const auto made = Task::make(request);
    INFO(name(type));
    const bool isNumber = lane(type) != Lane::none;
    REQUIRE(std::holds_alternative<Task>(made) == isNumber);
    if (isNumber) CHECK(std::get<Task>(made).outputs()[0].type == type);
  }
  Request missing("Cast");
  REQUIRE(missing.input(DType::float32, Shape{2}));
  CHECK(refusalIn(Task::make(missing)).objection == ObjectionCode::attributeMissing);
}

TEST_CASE("boundary: too many axes are rejected", "[boundary]") {
  for (const int rank : {kMaxRank + 1, kMaxRank + 2, 100}) {
    Request request;
    REQUIRE(request.begin(number(OpId::neg), kNewestOpset));
    REQUIRE(request.input(number(DType::float32), 0, 0, 0, 0, 0));
    for (int axis = 0; axis < rank; ++axis) CHECK(request.axis(2) == (axis < kMaxRank));
    const Refusal refusal = refusalOf(request);
    CHECK(refusal.code == RefusalCode::tooManyAxes);
    CHECK(refusal.input == 0);
    Request byShape("Neg");
    CHECK_FALSE(byShape.input(DType::float32, Shape(rank, 1)));
    CHECK(refusalOf(byShape).code == RefusalCode::tooManyAxes);
  }
  Request highest("Neg");
  REQUIRE(highest.input(DType::float32, Shape(kMaxRank, 1)));
  CHECK(std::holds_alternative<Task>(Task::make(highest)));
}

TEST_CASE("boundary: too many inputs are rejected", "[boundary]") {
  for (const int count : {kMaxOperands + 1, kMaxOperands + 2, 100}) {
    Request request;
    REQUIRE(request.begin(number(OpId::sum), kNewestOpset));
    for (int i = 0; i < count; ++i) {
      CHECK(request.input(number(DType::float32), 0, 0, 0, 0, 0) == (i < kMaxOperands));
      request.axis(2);
    }
    CHECK(refusalOf(request).code == RefusalCode::tooManyInputs);
    Request absent("Sum");
    for (int i = 0; i < count; ++i) CHECK(absent.absent() == (i < kMaxOperands));
    CHECK(refusalOf(absent).code == RefusalCode::tooManyInputs);
  }
}

TEST_CASE("boundary: an axis belongs to an input", "[boundary]") {
  Request request;
  REQUIRE(request.begin(number(OpId::add), kNewestOpset));
  CHECK_FALSE(request.axis(3));
  CHECK(refusalOf(request).code == RefusalCode::nothingAsked);
  // Beginning again forgets the error.
  REQUIRE(request.begin(number(OpId::neg), kNewestOpset));
  REQUIRE(request.input(number(DType::float32), 0, 0, 0, 0, 0));
  REQUIRE(request.axis(3));
  CHECK(taskIn(Task::make(request)).outputs()[0].shape == Shape{3});
}

TEST_CASE("boundary: sizes of any sign are answered", "[boundary]") {
  for (const int size : {-1, INT_MIN, INT_MIN + 1}) {
    for (int op = 0; op < kPast<OpId>; ++op) {
      for (int count = 0; count <= 4; ++count) {
        Request request;
        REQUIRE(request.begin(op, kNewestOpset));
        for (int i = 0; i < count; ++i) {
          REQUIRE(request.input(number(DType::float32), 0, 0, 0, 0, 0));
          for (const int each : {size, 3}) REQUIRE(request.axis(each));
        }
        INFO(describe(static_cast<OpId>(op)).name << " " << count);
        const Refusal refusal = refusalIn(Task::make(request));
        CHECK_FALSE(refusal.text.empty());
        CHECK(remote::task(request) == nullptr);
        const auto aligned = alignedOf(request);
        if (aligned == nullptr) continue;
        CHECK_FALSE(aligned->ok());
        CHECK_FALSE(aligned->text().empty());
        CHECK_FALSE(aligned->conflicts().empty());
        CHECK(aligned->source({0, 0}).empty());
        CHECK(aligned->explicitShapes().empty());
      }
    }
  }
}

TEST_CASE("boundary: exhausted memory is the only reason to reject a valid request", "[boundary]") {
  const remote::RefusalReport report = remote::refusalOf(addOf("(2)", "(2)"));
  CHECK(report.code == "out_of_memory");
  CHECK(report.text.empty());
  CHECK_FALSE(report.byRule);
}

TEST_CASE("boundary: axes that a task does not have are of no size", "[boundary]") {
  const auto task = remote::task(addOf("(2,3)", "(3)"));
  REQUIRE(task != nullptr);
  CHECK(remote::rank(*task) == 2);
  CHECK(remote::size(*task, 0) == 2);
  CHECK(remote::size(*task, 1) == 3);
  for (const int axis : {-1, 2, 3, kMaxRank, INT_MAX, INT_MIN}) {
    INFO(axis);
    CHECK(remote::size(*task, axis) == 0);
    const auto aligned = alignedOf(addOf("(2,3)", "(3)"));
    CHECK(aligned->size(axis) == 0);
  }
  const auto failed = alignedOf(addOf("(2,3)", "(2)"));
  REQUIRE(failed != nullptr);
  CHECK_FALSE(failed->ok());
  CHECK(failed->rank() == 0);
  CHECK(failed->size(0) == 0);
}

TEST_CASE("boundary: positions that a task does not have are not run", "[boundary]") {
  const auto task = remote::task(addOf("(4,3)", "(3)"));
  REQUIRE(task != nullptr);
  REQUIRE(remote::outerSize(*task) == 4);
  std::vector<float> out(12, 7);
  const std::vector<float> a(12, 1);
  const std::vector<float> row{1, 2, 3};
  const auto address = [](const auto& values) {
    return reinterpret_cast<remote::Address>(values.data());
  };
  remote::feed(0, address(a));
  remote::feed(1, address(row));
  for (const int input : {-1, kMaxOperands, INT_MAX, INT_MIN}) remote::feed(input, 1);
  for (const int count : {0, -1, 5, INT_MAX, INT_MIN})
    CHECK_FALSE(remote::runFirst(*task, count, address(out)));
  CHECK(out == std::vector<float>(12, 7));
  CHECK(remote::runFirst(*task, 1, address(out)));
  CHECK(std::vector<float>(out.begin(), out.begin() + 4) == std::vector<float>{2, 3, 4, 7});
  CHECK(remote::runFirst(*task, 4, address(out)));
  CHECK(out == std::vector<float>{2, 3, 4, 2, 3, 4, 2, 3, 4, 2, 3, 4});
}

TEST_CASE("boundary: inputs that a task does not have are not walked", "[boundary]") {
  const auto task = remote::task(addOf("(4,3)", "()"));
  REQUIRE(task != nullptr);
  CHECK(remote::repeats(*task, 1));
  CHECK_FALSE(remote::repeats(*task, 0));
  for (const int input : {2, 3, kMaxOperands, INT_MAX}) {
    INFO(input);
    CHECK_FALSE(remote::repeats(*task, input));
    CHECK(remote::outerStride(*task, input) == 0);
  }
  for (const int output : {-1, INT_MIN}) {
    CHECK_FALSE(remote::repeats(*task, output));
    CHECK(remote::outerStride(*task, output) == 4);
  }
}

remote::Address addressOf(const std::vector<float>& values) {
  return reinterpret_cast<remote::Address>(values.data());
}

std::unique_ptr<Task> kernelTaskOf(const Shapes& shapes, DType type, DType result, bool byRows) {
  Request request;
  REQUIRE(request.beginRule(number(RuleId::multidirectional), kSuffix, true));
  for (const Shape& each : shapes) REQUIRE(request.input(type, each));
  return remote::kernelTask(request, number(result), byRows);
}

// Doubles elements of 4 bytes.
void twice(std::ptrdiff_t n, std::byte* out, const Input* in) {
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    float value = 0;
    std::memcpy(&value, in[0].data + i * in[0].stride, sizeof value);
    value *= 2;
    std::memcpy(out + i * 4, &value, sizeof value);
  }
}
const auto kTwice = reinterpret_cast<remote::Address>(&twice);

// Without a kernel, the task copied its first input, with that input's width.
TEST_CASE("boundary: a task for a kernel does not run without one", "[boundary]") {
  const std::vector<float> a(1024, 3);
  std::vector<float> out(1024, 7);
  const auto bools = kernelTaskOf({Shape{1024}}, DType::float32, DType::boolean, false);
  REQUIRE(bools != nullptr);
  CHECK_FALSE(bools->computes());
  CHECK(remote::run(*bools, 0, addressOf(out), 0, 0, addressOf(a), 0, 0) == remote::kRefused);
  CHECK_FALSE(remote::runFirst(*bools, 1, addressOf(out)));
  CHECK_FALSE(remote::useKernel(*bools, 0));
  CHECK(remote::run(*bools, 0, addressOf(out), 0, 0, addressOf(a), 0, 0) == remote::kRefused);
  CHECK(out == std::vector<float>(1024, 7));
  const auto floats = kernelTaskOf({Shape{1024}}, DType::float32, DType::float32, false);
  REQUIRE(remote::useKernel(*floats, kTwice));
  CHECK(floats->computes());
  CHECK(remote::run(*floats, 0, addressOf(out), 0, 0, addressOf(a), 0, 0) == remote::kDone);
  CHECK(out == std::vector<float>(1024, 6));
}

TEST_CASE("boundary: a task with a kernel of its own takes no other", "[boundary]") {
  const auto task = remote::task(addOf("(4)", "(4)"));
  REQUIRE(task != nullptr);
  CHECK_FALSE(remote::useKernel(*task, kTwice));
}

TEST_CASE("boundary: a run needs an output", "[boundary]") {
  const std::vector<float> a(4, 1);
  const auto task = remote::task(addOf("(4)", "(4)"));
  CHECK(remote::run(*task, 0, 0, 0, 0, addressOf(a), addressOf(a), 0) == remote::kRefused);
  const auto empty = remote::task(addOf("(0)", "(0)"));
  CHECK(remote::run(*empty, 0, 0, 0, 0, 0, 0, 0) == remote::kDone);
}

// The task was aligned by NumPy's rule whatever rule was named, and accepted operators as rules.
TEST_CASE("boundary: a task for a kernel is aligned by the rule that is named", "[boundary]") {
  const auto refusalOfRule = [](RuleId rule, const Shape& a, const Shape& b) {
    Request request;
    REQUIRE(request.beginRule(number(rule), kSuffix, true));
    REQUIRE(request.input(DType::float32, a));
    REQUIRE(request.input(DType::float32, b));
    const auto made = taskForKernel(request, number(DType::float32));
    const auto* refusal = std::get_if<Refusal>(&made);
    return refusal == nullptr ? RefusalCode::count : refusal->code;
  };
  CHECK(refusalOfRule(RuleId::multidirectional, {2, 1}, {2, 3}) == RefusalCode::count);
  CHECK(refusalOfRule(RuleId::unidirectional, {2, 1}, {2, 3}) == RefusalCode::byRule);
  CHECK(refusalOfRule(RuleId::unidirectional, {2, 3}, {2, 1}) == RefusalCode::count);
  CHECK(refusalOfRule(RuleId::matMul, {2, 3}, {3, 4}) == RefusalCode::notComputed);
  CHECK(refusalIn(taskForKernel(addOf("(2)", "(2)"), number(DType::float32))).code ==
        RefusalCode::nothingAsked);
}

TEST_CASE("boundary: threads come before tasks", "[boundary]") {
  REQUIRE(remote::task(addOf("(2)", "(2)")) != nullptr);
  CHECK(remote::enlist(2, {}) == nullptr);
}

TEST_CASE("boundary: numbers that are no bytes reserve nothing, and are no limit", "[boundary]") {
  for (const double bytes : {kNan, -1.0, kInfinity, -kInfinity, 1e30}) {
    INFO(bytes);
    CHECK(remote::reserve(bytes) == 0);
  }
  for (const double limit : {kNan, -1.0, -kInfinity}) remote::setLimit(limit);
  const remote::Address block = remote::reserve(64);
  CHECK(block != 0);
  remote::release(block);
}

// Plans without an outermost axis, or without a loop nest.
TEST_CASE("boundary: tasks of other kinds have no outermost axis", "[boundary]") {
  Request product;
  REQUIRE(product.begin(number(OpId::matMul), kNewestOpset));
  Request strings;
  REQUIRE(strings.begin(number(OpId::stringConcat), kNewestOpset));
  Request empty;
  REQUIRE(empty.begin(number(OpId::add), kNewestOpset));
  for (int i = 0; i < 2; ++i) {
    REQUIRE(product.input(DType::float32, Shape{2, 2}));
    REQUIRE(strings.input(DType::string, Shape{2, 2}));
    REQUIRE(empty.input(DType::float32, Shape{2, 0}));
  }
  for (const Request* request : {&product, &strings, &empty}) {
    const auto task = remote::task(*request);
    REQUIRE(task != nullptr);
    CHECK(remote::outerSize(*task) == 0);
    for (const int input : {-1, 0, 1, 2, INT_MAX, INT_MIN}) {
      CHECK(remote::outerStride(*task, input) >= 0);
      CHECK_FALSE(remote::repeats(*task, input));
    }
    for (const int count : {-1, 0, 1, 2, INT_MAX}) CHECK_FALSE(remote::runFirst(*task, count, 0));
    CHECK(remote::workspaceOf(*task) >= 0);
    CHECK(elementCount(task->outputs()[0].shape) == (request == &empty ? 0 : 4));
  }
}

TEST_CASE("boundary: an input that is not read has no bytes", "[boundary]") {
  Request clip("Clip");
  REQUIRE(clip.input(DType::float32, Shape{3}));
  REQUIRE(clip.absent());
  REQUIRE(clip.input(DType::float32, Shape{}));
  const Task task = taskIn(Task::make(clip));
  CHECK(task.reads(0));
  CHECK_FALSE(task.reads(1));
  CHECK(task.reads(2));
  CHECK(task.inputs()[0].bytes == 12);
  CHECK(task.inputs()[1].bytes == 0);
  CHECK(task.inputs()[2].bytes == 4);
  Request expand("Expand");
  REQUIRE(expand.input(DType::float32, Shape{3}));
  REQUIRE(expand.input(DType::int64, Shape{2, 3}));
  CHECK(taskIn(Task::make(expand)).inputs()[1].bytes == 0);
}

void checkNoAnswers(const Aligned& aligned, const std::vector<Numbers>& outside) {
  for (const Numbers& index : outside) {
    INFO(index.size() << " numbers, the first " << (index.empty() ? 0 : index[0]));
    CHECK(aligned.source(index).empty());
  }
}

TEST_CASE("boundary: indices outside of a tensor feed nothing", "[boundary]") {
  const auto aligned = alignedOf(addOf("(2,3)", "(3)"));
  REQUIRE(aligned != nullptr);
  REQUIRE(aligned->ok());
  CHECK(aligned->source({1, 2}) == std::vector<Numbers>{{1, 2}, {2}});
  checkNoAnswers(*aligned, {{},
                            {1},
                            {1, 2, 0},
                            Numbers(100, 0),
                            {-1, 0},
                            {0, -1},
                            {2, 0},
                            {0, 3},
                            {INT_MIN, 0},
                            {0, INT_MIN},
                            {INT_MAX, INT_MAX}});
  const Aligned::Fed fed = aligned->fanout(1, {2});
  CHECK(fed.count == 2);
  CHECK(fed.first == std::vector<Numbers>{{0, 2}, {1, 2}});
  for (const int operand : {-1, 2, kMaxOperands, INT_MAX, INT_MIN}) {
    CHECK(aligned->fanout(operand, {0}).count == 0);
    CHECK(aligned->fanout(operand, {}).first.empty());
  }
  for (const Numbers& index :
       {Numbers{}, {0, 0}, {-1}, {3}, {INT_MIN}, {INT_MAX}, Numbers(40, 0)}) {
    CHECK(aligned->fanout(1, index).count == 0);
    CHECK(aligned->fanout(1, index).first.empty());
  }
}

TEST_CASE("boundary: indices into ncnn's tensors are innermost first, and no longer",
          "[boundary]") {
  Request request;
  REQUIRE(request.beginRule(number(RuleId::ncnn), kSuffix, true));
  for (const auto& sizes : {std::vector{2, 3, 4}, std::vector{3, 4}}) {
    REQUIRE(request.input(number(DType::float32), 0, 0, 0, 0, 0));
    for (const int size : sizes) REQUIRE(request.axis(size));
  }
  const auto aligned = alignedOf(request);
  REQUIRE(aligned != nullptr);
  REQUIRE(aligned->ok());
  CHECK(aligned->size(0) == 2);
  CHECK(aligned->size(2) == 4);
  CHECK(aligned->source({1, 2, 3}) == std::vector<Numbers>{{1, 2, 3}, {2, 3}});
  checkNoAnswers(*aligned, {{3, 2, 1}, {2, 0, 0}, {0, 0, 4}, {0, 0}, {0, -1, 0}});
  CHECK(aligned->fanout(1, {2, 3}).first == std::vector<Numbers>{{0, 2, 3}, {1, 2, 3}});
  CHECK(aligned->fanout(1, {3, 2}).count == 0);
}

TEST_CASE("boundary: shapes that do not meet have no answers", "[boundary]") {
  const auto aligned = alignedOf(addOf("(2,3)", "(2)"));
  REQUIRE(aligned != nullptr);
  REQUIRE_FALSE(aligned->ok());
  checkNoAnswers(*aligned, {{}, {0}, {0, 0}, {0, 0, 0}});
  CHECK(aligned->fanout(0, {0, 0}).count == 0);
  CHECK(aligned->fanout(1, {0}).first.empty());
  CHECK(aligned->explicitShapes().empty());
}

}  // namespace
}  // namespace simdcast::test::boundary_test

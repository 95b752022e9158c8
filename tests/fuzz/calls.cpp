#include "calls.hpp"

#include <algorithm>
#include <climits>
#include <cstring>

#include "shapes.hpp"

namespace simdcast::fuzz {
namespace {

constexpr int kMostAxes = 5;
// One of 24 parts is an arbitrary number, in requests that are not entirely valid.
constexpr int kParts = 24;

// Around the vector and the unrolled loop; the large one is for shapes that never run.
constexpr Size kSizes[] = {1,  2,  3,  1, 4,  5,  0,   7, 8,   1,
                           15, 16, 17, 2, 33, 65, 130, 3, 300, INT32_MAX};

constexpr int kIntegers[] = {-1, 0, 1, 2, 3, -2, INT_MAX, -INT_MAX};

constexpr double kReals[] = {0, -0.0, 0.5, 1, -1, 2, 1e-45, 1e300, -1e300, 3.5e38};

// Performs the calls and records them.
class Caller {
 public:
  explicit Caller(Bytes& bytes) : bytes_(bytes), isSound_(bytes.below(4) != 1) {}

  Asked take() && { return std::move(asked_); }

  void begin(int op, int opset) {
    op = perhaps(op);
    opset = perhaps(opset);
    asked_.isOperator = true;
    note("begin", op, opset);
    asked_.fits = asked_.request.begin(op, opset);
  }
  void beginRule(int rule, int axis, bool broadcast) {
    rule = perhaps(rule);
    axis = perhaps(axis);
    asked_.isOperator = false;
    note("beginRule", rule, axis, broadcast ? 1 : 0);
    asked_.fits = asked_.request.beginRule(rule, axis, broadcast);
  }
  void attribute(int attribute, double value) {
    attribute = perhaps(attribute);
    if (!isSound_ && bytes_.below(kParts) == 1) value = readReal();
    note("attribute", attribute, value);
    keep(asked_.request.attribute(attribute, value));
  }
  // The sizes that go with the input; those that are left have calls of their own.
  void input(int type, const Shape& shape) {
    type = perhaps(type);
    const int rank = perhaps(shape.size());
    int sizes[Request::kSizesAtOnce]{};
    for (int i = 0; i < std::min(shape.size(), Request::kSizesAtOnce); ++i)
      sizes[i] = perhaps(shape[i]);
    note("input", type, rank, sizes[0], sizes[1], sizes[2], sizes[3]);
    keep(asked_.request.input(type, rank, sizes[0], sizes[1], sizes[2], sizes[3]));
    for (int i = Request::kSizesAtOnce; i < shape.size(); ++i) axis(shape[i]);
  }
  void axis(int size) {
    size = perhaps(size);
    note("axis", size);
    keep(asked_.request.axis(size));
  }
  void absent() {
    note("absent");
    keep(asked_.request.absent());
  }

  // Parts that no sound request has.
  void stray() {
    if (isSound_ || bytes_.below(kParts) != 1) return;
    const int times = bytes_.below(40);
    for (int i = 0; i < times; ++i) {
      if (bytes_.flag())
        axis(1);
      else
        input(0, {});
    }
  }

  double readReal() {
    if (bytes_.flag()) return bytes_.pick(kReals);
    std::uint64_t bits = bytes_.word();
    bits = bits << 32 | bytes_.word();
    double real = 0;
    std::memcpy(&real, &bits, sizeof real);
    return real;
  }

 private:
  int perhaps(int number) {
    return !isSound_ && bytes_.below(kParts) == 1 ? readAny(bytes_) : number;
  }
  void keep(bool fits) { asked_.fits = fits && asked_.fits; }

  template <class... Numbers>
  void note(const char* call, Numbers... numbers) {
    asked_.calls += call;
    ((asked_.calls += ' ' + std::to_string(numbers)), ...);
    asked_.calls += "; ";
  }

  Bytes& bytes_;
  bool isSound_;
  Asked asked_;
};

double readValue(Bytes& bytes, Caller& caller, AttributeKind kind) {
  if (kind == AttributeKind::integer) return bytes.pick(kIntegers);
  if (kind == AttributeKind::type) return bytes.below(static_cast<int>(DType::count));
  return kind == AttributeKind::real ? caller.readReal() : bytes.below(2);
}

AttributeMask readAttributes(Bytes& bytes, Caller& caller, const Version* version) {
  constexpr int kCount = static_cast<int>(Attribute::count);
  AttributeMask given = bytes.word() & ((AttributeMask{1} << kCount) - 1);
  // Attributes that the version lacks are rejected, so most nodes omit them.
  if (version != nullptr && bytes.below(8) != 1) given &= version->attributes;
  AttributeMask set = 0;
  for (int i = 0; i < kCount; ++i) {
    const auto attribute = static_cast<Attribute>(i);
    if ((given & maskOf(attribute)) == 0) continue;
    const double value = readValue(bytes, caller, kind(attribute));
    caller.attribute(i, value);
    if (value != 0) set |= maskOf(attribute);
  }
  return set;
}

DType readType(Bytes& bytes) {
  return static_cast<DType>(bytes.below(static_cast<int>(DType::count) + 1));
}

// The type that the inputs share, mostly one that the version takes.
DType readSharedType(Bytes& bytes, const Version* version) {
  DType type = readType(bytes);
  if (version == nullptr || version->types.empty() || bytes.below(8) == 1) return type;
  const auto taken = [&] { return type != kAbsent && version->types.has(type); };
  while (!taken())
    type = static_cast<DType>((static_cast<int>(type) + 1) % (static_cast<int>(kAbsent)));
  return type;
}

// Where has its condition and Expand its shape; the rest mostly share one type.
DType typeOf(Bytes& bytes, OpId op, int input, DType shared) {
  const Kind kind = describe(op).kind;
  if (bytes.below(8) == 1) return readType(bytes);
  if (kind == Kind::select && input == 0) return DType::boolean;
  if (kind == Kind::expand && input == 1) return DType::int64;
  return shared;
}

int readCount(Bytes& bytes, const Version* version) {
  const int any = bytes.below(kMaxOperands + 1);
  if (version == nullptr || bytes.below(8) == 1) return any;
  const int most = bytes.below(4) == 1 ? version->maxInputs : std::min(version->maxInputs, 6);
  return version->minInputs + any % (most - version->minInputs + 1);
}

// The matrices' own axes after any others: A is (m,k) and B is (k,n) unless they are transposed.
Shapes readMatrices(Bytes& bytes, OpId op, AttributeMask set, int count) {
  constexpr int kMostBatchAxes = 2;
  const Size m = bytes.pick(kSizes);
  const Size k = bytes.pick(kSizes);
  const Size n = bytes.pick(kSizes);
  const bool isGemm = op == OpId::gemm;
  const bool transA = isGemm && (set & maskOf(Attribute::transA)) != 0;
  const bool transB = isGemm && (set & maskOf(Attribute::transB)) != 0;
  Shapes shapes = readShapes(bytes, kSizes, isGemm ? 0 : kMostBatchAxes, 2);
  for (const Size size : {transA ? k : m, transA ? m : k}) shapes[0].push(size);
  for (const Size size : {transB ? n : k, transB ? k : n}) shapes[1].push(size);
  while (shapes.size() < count) shapes.push(readRelative(bytes, {m, n}));
  return shapes;
}

Shapes readOperands(Bytes& bytes, OpId op, AttributeMask set, int count) {
  const bool isMatrix = describe(op).kind == Kind::matrix && count >= 2;
  if (isMatrix && bytes.below(4) != 1) return readMatrices(bytes, op, set, count);
  const int maxRank = bytes.flag() ? 2 : kMostAxes;
  return readShapes(bytes, kSizes, maxRank, count);
}

void callInput(Caller& caller, DType type, const Shape& shape) {
  if (type == kAbsent) return caller.absent();
  caller.input(static_cast<int>(type), shape);
}

void askOperator(Bytes& bytes, Caller& caller) {
  const auto op = static_cast<OpId>(bytes.below(static_cast<int>(OpId::count)));
  const int opset = bytes.flag() ? kNewestOpset : 1 + bytes.below(kNewestOpset);
  caller.begin(static_cast<int>(op), opset);
  const Version* version = findVersion(op, opset);
  const AttributeMask set = readAttributes(bytes, caller, version);
  const int count = readCount(bytes, version);
  const DType shared = readSharedType(bytes, version);
  const Shapes shapes = readOperands(bytes, op, set, count);
  for (int i = 0; i < count; ++i) callInput(caller, typeOf(bytes, op, i, shared), shapes[i]);
}

void askRule(Bytes& bytes, Caller& caller) {
  caller.beginRule(bytes.below(static_cast<int>(RuleId::count)), bytes.pick(kIntegers),
                   bytes.flag());
  const int count = bytes.below(4) == 1 ? bytes.below(kMaxOperands + 1) : 1 + bytes.below(4);
  const Shapes shapes = readShapes(bytes, kSizes, bytes.flag() ? 3 : kMostAxes, count);
  for (const Shape& shape : shapes)
    callInput(caller, static_cast<DType>(bytes.below(static_cast<int>(DType::count))), shape);
}

}  // namespace

int readAny(Bytes& bytes) {
  constexpr int kEnds[] = {-1,  0,     1,       15,          16,      17,          31,      32,
                           33,  67,    127,     128,         255,     256,         257,     -2,
                           -16, 65536, INT_MAX, INT_MAX - 1, INT_MIN, INT_MIN + 1, 1 << 30, 1000};
  return bytes.flag() ? bytes.pick(kEnds) : static_cast<int>(bytes.word());
}

Asked readRequest(Bytes& bytes) {
  Caller caller(bytes);
  caller.stray();
  if (bytes.below(8) == 1)
    askRule(bytes, caller);
  else
    askOperator(bytes, caller);
  caller.stray();
  return std::move(caller).take();
}

}  // namespace simdcast::fuzz

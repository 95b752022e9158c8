#include "request.hpp"

#include <climits>

#include "shapes.hpp"

namespace simdcast::fuzz {
namespace {

constexpr int kMostInputs = 8;
constexpr int kMostAxes = 5;

// Around the vector and the unrolled loop; the large one is for shapes that never run.
constexpr Size kSizes[] = {1,  2,  3,  1, 4,  5,  0,   7, 8,   1,
                           15, 16, 17, 2, 33, 65, 130, 3, 300, INT32_MAX};

constexpr int kIntegers[] = {-1, 0, 1, 2, 3, -2, INT_MAX, -INT_MAX};

std::int32_t readWord(Bytes& bytes, AttributeKind kind) {
  if (kind == AttributeKind::integer) return bytes.pick(kIntegers);
  if (kind == AttributeKind::real) return static_cast<std::int32_t>(bytes.word());
  return bytes.flag() ? 1 : 0;
}

AttributeValues readAttributes(Bytes& bytes, const Version* version) {
  constexpr int kCount = static_cast<int>(Attribute::count);
  AttributeValues values;
  values.given = bytes.word() & ((AttributeMask{1} << kCount) - 1);
  // Those that the version does not have are refused, so most nodes come without them.
  if (version != nullptr && bytes.below(8) != 1) values.given &= version->attributes;
  for (int i = 0; i < kCount; ++i) {
    const auto attribute = static_cast<Attribute>(i);
    if (values.has(attribute)) values.words[i] = readWord(bytes, kind(attribute));
  }
  return values;
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
  const int any = bytes.below(kMostInputs + 1);
  if (version == nullptr || bytes.below(8) == 1) return any;
  const int most = std::min(version->maxInputs, kMostInputs);
  return version->minInputs + any % (most - version->minInputs + 1);
}

// The matrices' own axes after any others: A is (m,k) and B is (k,n) unless they are transposed.
Shapes readMatrices(Bytes& bytes, const OperatorRequest& request, int count) {
  constexpr int kMostBatchAxes = 2;
  const Size m = bytes.pick(kSizes);
  const Size k = bytes.pick(kSizes);
  const Size n = bytes.pick(kSizes);
  const bool isGemm = request.op == OpId::gemm;
  const bool transA = isGemm && request.attributes.flag(Attribute::transA);
  const bool transB = isGemm && request.attributes.flag(Attribute::transB);
  Shapes shapes = readShapes(bytes, kSizes, isGemm ? 0 : kMostBatchAxes, 2);
  for (const Size size : {transA ? k : m, transA ? m : k}) shapes[0].push(size);
  for (const Size size : {transB ? n : k, transB ? k : n}) shapes[1].push(size);
  while (shapes.size() < count) shapes.push(readRelative(bytes, {m, n}));
  return shapes;
}

Shapes readOperands(Bytes& bytes, const OperatorRequest& request, int count) {
  const bool isMatrix = describe(request.op).kind == Kind::matrix && count >= 2;
  if (isMatrix && bytes.below(4) != 1) return readMatrices(bytes, request, count);
  const int maxRank = bytes.flag() ? 2 : kMostAxes;
  return readShapes(bytes, kSizes, maxRank, count);
}

}  // namespace

OperatorRequest readRequest(Bytes& bytes) {
  OperatorRequest request;
  request.op = static_cast<OpId>(bytes.below(static_cast<int>(OpId::count)));
  request.opset = bytes.flag() ? kNewestOpset : 1 + bytes.below(kNewestOpset);
  const Version* version = findVersion(request.op, request.opset);
  request.attributes = readAttributes(bytes, version);
  const int count = readCount(bytes, version);
  const DType shared = readSharedType(bytes, version);
  for (int i = 0; i < count; ++i) request.types.push(typeOf(bytes, request.op, i, shared));
  request.shapes = readOperands(bytes, request, count);
  return request;
}

}  // namespace simdcast::fuzz

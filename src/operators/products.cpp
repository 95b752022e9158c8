#include "products.hpp"

#include <limits>
#include <utility>

#include "../rules/align.hpp"

namespace simdcast {
namespace {

// Matrices of A that follow each other and meet the same B are the rows of one larger matrix.
void foldBatch(Gemm& gemm) {
  for (int axis = gemm.batch.size() - 1; axis >= 0; --axis) {
    const Count size = gemm.batch[axis];
    auto& [ofA, ofB] = gemm.batchStrides;
    const bool isNext = size > 1 && ofA[axis] == 1 && ofB[axis] == 0;
    if (size != 1 && !(isNext && size * gemm.m <= std::numeric_limits<Size>::max())) return;
    gemm.m = static_cast<Size>(size * gemm.m);
    gemm.batch.erase(axis);
    for (Count& stride : ofA) stride /= size;
  }
}

// A column is a row of the transposed product.
void swapColumn(Gemm& gemm) {
  if (gemm.n != 1 || gemm.m == 1) return;
  gemm.swapped = true;
  std::swap(gemm.m, gemm.n);
  const bool transA = gemm.transA;
  gemm.transA = !gemm.transB;
  gemm.transB = !transA;
  std::swap(gemm.rowStrideC, gemm.columnStrideC);
  std::swap(gemm.batchStrides[0], gemm.batchStrides[1]);
}

void finish(Prepared& prepared) {
  prepared.outputType = prepared.request.types[0];
  prepared.gemmKernel = findGemm(prepared.outputType);
  if (prepared.gemmKernel == nullptr) {
    prepared.error = ErrorCode::typeUnsupported;
    return;
  }
  prepared.gemm.type = prepared.outputType;
  foldBatch(prepared.gemm);
  swapColumn(prepared.gemm);
  prepared.workspace = workspaceOf(prepared.gemm);
}

// Before opset 7 `broadcast` says whether C may be reused; from then on it always may.
RuleId ruleOfC(const Prepared& prepared) {
  const bool always = prepared.version->rule == RuleId::unidirectional;
  const bool asked = prepared.request.attributes.flag(Attribute::broadcast);
  return always || asked ? RuleId::unidirectional : RuleId::legacyOff;
}

// False where the matrices do not fit.
bool readGemm(const OperatorRequest& request, Gemm& gemm) {
  const AttributeValues& attributes = request.attributes;
  const Shape& a = request.shapes[0];
  const Shape& b = request.shapes[1];
  if (a.size() != 2 || b.size() != 2) return false;
  gemm.transA = attributes.flag(Attribute::transA);
  gemm.transB = attributes.flag(Attribute::transB);
  gemm.alpha = attributes.real(Attribute::alpha, 1);
  gemm.beta = attributes.real(Attribute::beta, 1);
  gemm.m = a[gemm.transA ? 1 : 0];
  gemm.k = a[gemm.transA ? 0 : 1];
  gemm.n = b[gemm.transB ? 0 : 1];
  return gemm.k == b[gemm.transB ? 1 : 0];
}

void prepareGemm(Prepared& prepared) {
  const OperatorRequest& request = prepared.request;
  Gemm& gemm = prepared.gemm;
  if (!readGemm(request, gemm)) {
    prepared.error = ErrorCode::innerMismatch;
    return;
  }
  const bool given = request.types.size() == 3 && request.types[2] != kAbsent;
  Shapes shapes{Shape{gemm.m, gemm.n}};
  if (given) shapes.push(request.shapes[2]);
  align(rule(given ? ruleOfC(prepared) : RuleId::unidirectional), shapes, {}, prepared.alignment);
  if (!prepared.alignment.ok()) return;
  prepared.outputShape = prepared.alignment.output;
  gemm.hasC = given && gemm.beta != 0;
  if (gemm.hasC) {
    const Strides strides = elementStrides(prepared.alignment.operands[1]);
    gemm.rowStrideC = strides[0];
    gemm.columnStrideC = strides[1];
  }
  finish(prepared);
}

// One-dimensional operands are promoted to matrices, and the added axis is left out of the result.
void prepareMatMul(Prepared& prepared) {
  const Shape& a = prepared.request.shapes[0];
  const Shape& b = prepared.request.shapes[1];
  Gemm& gemm = prepared.gemm;
  align(rule(RuleId::matMul), prepared.request.shapes, {}, prepared.alignment);
  if (!prepared.alignment.ok()) return;
  gemm.m = a.size() == 1 ? 1 : a[a.size() - 2];
  gemm.k = a.back();
  gemm.n = b.size() == 1 ? 1 : b.back();
  if (gemm.k != b[b.size() == 1 ? 0 : b.size() - 2]) {
    prepared.error = ErrorCode::innerMismatch;
    return;
  }
  gemm.batch = prepared.alignment.output;
  for (int i = 0; i < 2; ++i) gemm.batchStrides[i] = elementStrides(prepared.alignment.operands[i]);
  prepared.outputShape = gemm.batch;
  if (a.size() > 1) prepared.outputShape.push(gemm.m);
  if (b.size() > 1) prepared.outputShape.push(gemm.n);
  if (!elementCount(prepared.outputShape))
    prepared.alignment.failures.push({.code = ErrorCode::tooManyElements});
  else
    finish(prepared);
}

}  // namespace

void prepareProduct(Prepared& prepared) {
  if (prepared.request.op == OpId::gemm)
    prepareGemm(prepared);
  else
    prepareMatMul(prepared);
}

}  // namespace simdcast

#include "products.hpp"

#include <limits>
#include <utility>

#include "../rules/align.hpp"

namespace simdcast {
namespace {

bool isGemm(const OperatorRequest& request) { return request.op == OpId::gemm; }

bool hasC(const OperatorRequest& request) {
  return request.types.size() == 3 && request.types[2] != kAbsent;
}

// What is aligned are the product and what is added to it.
constexpr std::string_view kGemmNames[] = {"A·B", "C"};

// Before opset 7 `broadcast` says whether C may be reused; from then on it always may.
RuleId ruleOfC(const OperatorRequest& request, const Version& version) {
  const bool always = version.rule == RuleId::unidirectional || !hasC(request);
  const bool asked = request.attributes.flag(Attribute::broadcast);
  return always || asked ? RuleId::unidirectional : RuleId::legacyOff;
}

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

// One-dimensional operands are promoted to matrices.
ProductSizes sizesOfMatMul(const Shape& a, const Shape& b) {
  return {.m = a.size() == 1 ? 1 : a[a.size() - 2],
          .n = b.size() == 1 ? 1 : b.back(),
          .k = a.back(),
          .kOfB = b[b.size() == 1 ? 0 : b.size() - 2]};
}

ProductSizes sizesOfGemm(const OperatorRequest& request) {
  const Shape& a = request.shapes[0];
  const Shape& b = request.shapes[1];
  const int transA = request.attributes.flag(Attribute::transA) ? 1 : 0;
  const int transB = request.attributes.flag(Attribute::transB) ? 1 : 0;
  return {.m = a[transA], .n = b[1 - transB], .k = a[1 - transA], .kOfB = b[transB]};
}

void readGemm(const OperatorRequest& request, const Alignment& alignment, Product& product) {
  const AttributeValues& attributes = request.attributes;
  Gemm& gemm = product.gemm;
  gemm.transA = attributes.flag(Attribute::transA);
  gemm.transB = attributes.flag(Attribute::transB);
  gemm.alpha = attributes.real(Attribute::alpha, 1);
  gemm.beta = attributes.real(Attribute::beta, 1);
  gemm.hasC = hasC(request) && gemm.beta != 0;
  product.output = alignment.output;
  if (!gemm.hasC) return;
  const Strides strides = elementStrides(alignment.operands[1]);
  gemm.rowStrideC = strides[0];
  gemm.columnStrideC = strides[1];
}

// The axis that a one-dimensional operand was given is left out of the result.
void readMatMul(const OperatorRequest& request, const Alignment& alignment, Product& product) {
  Gemm& gemm = product.gemm;
  gemm.batch = alignment.output;
  for (int i = 0; i < 2; ++i) gemm.batchStrides[i] = elementStrides(alignment.operands[i]);
  product.output = gemm.batch;
  if (request.shapes[0].size() > 1) product.output.push(gemm.m);
  if (request.shapes[1].size() > 1) product.output.push(gemm.n);
}

}  // namespace

bool haveRanks(const OperatorRequest& request) noexcept {
  return !isGemm(request) || (request.shapes[0].size() == 2 && request.shapes[1].size() == 2);
}

ProductSizes productSizes(const OperatorRequest& request) {
  return isGemm(request) ? sizesOfGemm(request)
                         : sizesOfMatMul(request.shapes[0], request.shapes[1]);
}

Alignment alignMatrices(const OperatorRequest& request, const Version& version) {
  // The rule of MatMul also says of each shape by itself what is wrong with it.
  Alignment batch = align(RuleId::matMul, {request.shapes[0], request.shapes[1]});
  if (!isGemm(request) || !batch.ok()) return batch;
  const ProductSizes sizes = productSizes(request);
  if (sizes.k != sizes.kOfB) return batch;
  Shapes shapes{Shape{sizes.m, sizes.n}};
  if (hasC(request)) shapes.push(request.shapes[2]);
  Alignment met = align(ruleOfC(request, version), shapes);
  met.names = kGemmNames;
  return met;
}

Product lowerProduct(const OperatorRequest& request, const Alignment& alignment) {
  Product product;
  Gemm& gemm = product.gemm;
  const ProductSizes sizes = productSizes(request);
  gemm.type = request.types[0];
  gemm.m = sizes.m;
  gemm.n = sizes.n;
  gemm.k = sizes.k;
  if (isGemm(request))
    readGemm(request, alignment, product);
  else
    readMatMul(request, alignment, product);
  foldBatch(gemm);
  swapColumn(gemm);
  return product;
}

}  // namespace simdcast

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

// The operands that Gemm aligns: its factors, transposed as requested, then the product and the
// addend.
struct GemmNames {
  std::string_view factors[2];
  std::string_view terms[2];
};
constexpr GemmNames kGemmNames[2][2] = {
    {{{"A", "B"}, {"A·B", "C"}}, {{"A", "Bᵀ"}, {"A·Bᵀ", "C"}}},
    {{{"Aᵀ", "B"}, {"Aᵀ·B", "C"}}, {{"Aᵀ", "Bᵀ"}, {"Aᵀ·Bᵀ", "C"}}}};

bool isTransposed(const OperatorRequest& request, Attribute attribute) {
  return isGemm(request) && request.attributes.flag(attribute);
}

const GemmNames& namesOf(const OperatorRequest& request) {
  return kGemmNames[isTransposed(request, Attribute::transA) ? 1 : 0]
                   [isTransposed(request, Attribute::transB) ? 1 : 0];
}

// The shapes of A and B, transposed as requested.
Shapes factors(const OperatorRequest& request) {
  Shapes shapes{request.shapes[0], request.shapes[1]};
  if (isTransposed(request, Attribute::transA)) shapes[0].reverse();
  if (isTransposed(request, Attribute::transB)) shapes[1].reverse();
  return shapes;
}

struct ProductSizes {
  Size m = 0;
  Size n = 0;
  Size k = 0;
};

// A vector A is one row, a vector B one column.
ProductSizes sizesOf(const Shape& a, const Shape& b) {
  return {
      .m = a.size() == 1 ? 1 : a[a.size() - 2], .n = b.size() == 1 ? 1 : b.back(), .k = a.back()};
}

// Before opset 7 `broadcast` determines whether C may be stretched; since then it always may.
RuleId ruleOfC(const OperatorRequest& request, const Version& version) {
  const bool always = version.rule == RuleId::unidirectional || !hasC(request);
  const bool asked = request.attributes.flag(Attribute::broadcast);
  return always || asked ? RuleId::unidirectional : RuleId::legacyOff;
}

// Consecutive matrices of A that are multiplied by the same B are the rows of one larger matrix.
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

void readGemm(const OperatorRequest& request, const Alignment& alignment, Gemm& gemm) {
  const AttributeValues& attributes = request.attributes;
  gemm.transA = attributes.flag(Attribute::transA);
  gemm.transB = attributes.flag(Attribute::transB);
  gemm.alpha = attributes.real(Attribute::alpha, 1);
  gemm.beta = attributes.real(Attribute::beta, 1);
  gemm.hasC = hasC(request) && gemm.beta != 0;
  if (!gemm.hasC) return;
  const Strides strides = elementStrides(alignment.operands[1]);
  gemm.rowStrideC = strides[0];
  gemm.columnStrideC = strides[1];
}

// The strides of a batch count matrices.
void readMatMul(const Alignment& alignment, Gemm& gemm) {
  const int rank = broadcastRank(alignment);
  gemm.batch = leading(alignment.output, rank);
  for (int i = 0; i < 2; ++i)
    gemm.batchStrides[i] = elementStrides(leading(alignment.operands[i].aligned, rank));
}

}  // namespace

bool haveRanks(const OperatorRequest& request) noexcept {
  return !isGemm(request) || (request.shapes[0].size() == 2 && request.shapes[1].size() == 2);
}

Alignment alignMatrices(const OperatorRequest& request, const Version& version) {
  Alignment product = align(RuleId::matMul, factors(request));
  if (!isGemm(request)) return product;
  product.names = namesOf(request).factors;
  if (!product.ok()) return product;
  Shapes terms{product.output};
  if (hasC(request)) terms.push(request.shapes[2]);
  Alignment sum = align(ruleOfC(request, version), terms);
  sum.names = namesOf(request).terms;
  return sum;
}

Shapes alignedMatrices(const OperatorRequest& request, const Alignment& alignment) {
  return alignment.policy().product ? factors(request) : operandShapes(alignment);
}

Gemm lowerProduct(const OperatorRequest& request, const Alignment& alignment) {
  Gemm gemm;
  const Shapes shapes = factors(request);
  const ProductSizes sizes = sizesOf(shapes[0], shapes[1]);
  gemm.type = request.types[0];
  gemm.m = sizes.m;
  gemm.n = sizes.n;
  gemm.k = sizes.k;
  if (isGemm(request))
    readGemm(request, alignment, gemm);
  else
    readMatMul(alignment, gemm);
  foldBatch(gemm);
  swapColumn(gemm);
  return gemm;
}

}  // namespace simdcast

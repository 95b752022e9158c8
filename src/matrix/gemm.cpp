#include "gemm.hpp"

#include <algorithm>

#include "../base/costs.hpp"
#include "../base/odometer.hpp"
#include "../base/rounding.hpp"
#include "../threads/team_workspace.hpp"
#include "blocks.hpp"
#include "matrix_product.hpp"

namespace simdcast {
namespace {

using Offset = MatrixProduct::Offset;

// Walks the matrices of the batch; offsets are bytes from the first matrix of A and of B.
Odometer<2> matricesOf(const Gemm& gemm) {
  const Count bytes = width(gemm.type);
  const Count bytesA = bytes * gemm.m * gemm.k;
  const Count bytesB = bytes * gemm.k * gemm.n;
  Odometer<2> matrices;
  for (int axis = 0; axis < gemm.batch.size(); ++axis)
    matrices.push(gemm.batch[axis],
                  {gemm.batchStrides[0][axis] * bytesA, gemm.batchStrides[1][axis] * bytesB});
  return matrices;
}

Count bytesOfResult(const Gemm& gemm) { return Count{gemm.m} * gemm.n * width(gemm.type); }

using Matrices = MatrixProduct::Matrices;

// The first matrices of a batch.
Matrices matricesAt(const Gemm& gemm, std::byte* out, const std::byte* const* inputs) {
  return {out, inputs[gemm.swapped ? 1 : 0], inputs[gemm.swapped ? 0 : 1],
          gemm.hasC ? inputs[2] : nullptr, 0};
}

// The matrices of a batch at the odometer's position.
Matrices matricesAt(const Gemm& gemm, const Matrices& start, const Odometer<2>& at, Count number) {
  return {start.out + number * bytesOfResult(gemm), start.a + at.offset(0), start.b + at.offset(1),
          start.c, number};
}

// More if a thread that takes another part of the same columns has them packed already, which is
// not the case if they are packed in several passes.
constexpr int kPartsOfThread = 8;
constexpr int kDeepPartsOfThread = 4;
// Minimum rows of a part, to limit the cost of packing the other operand again.
constexpr Count kLeastRows = 32;
constexpr Count kLeastColumns = 64;

// How a product is cut: into matrices, and those into rows and columns.
struct Cut {
  Parts batch;
  Parts rows;
  Parts columns;
};

Cut partsOf(const Gemm& gemm, int threads) {
  const ProductType& type = *findProductType(gemm.type);
  const Blocks blocks = blocksOf(gemm, type);
  int most = threads * (gemm.k > blocks.depth ? kDeepPartsOfThread : kPartsOfThread);
  Cut cut{Parts::of(elementCount(gemm.batch).value_or(0), 1, most)};
  most = static_cast<int>(divideUp(most, cut.batch.count));
  // Whole blocks of columns first: then nothing is packed twice.
  const Count block = blocks.packs && !blocks.isVector ? blocks.columns : kLeastColumns;
  const Count unit = blocks.isNarrow ? gemm.n : std::max<Count>(block, type.columns);
  const bool readsRows = blocks.isVector && !gemm.transB && !gemm.packedB;
  const Count columnsOfRows = kReadAhead / width(gemm.type);
  const Count parts = readsRows ? std::clamp<Count>(gemm.n / columnsOfRows, 1, most) : most;
  cut.columns = Parts::of(gemm.n, unit, static_cast<int>(parts));
  most = static_cast<int>(divideUp(most, cut.columns.count));
  cut.rows = Parts::of(gemm.m, kLeastRows, most);
  return cut;
}

// Each on its own cache line: threads do not wait for one another's.
struct alignas(kCacheLine) Packed {
  MatrixProduct::Packed block;
};

// Whether the result has no elements, whatever the depth of the product.
bool isEmpty(const Gemm& gemm) {
  return gemm.m == 0 || gemm.n == 0 || elementCount(gemm.batch) == 0;
}

}  // namespace

bool hasProducts(DType type) noexcept { return findProductType(type) != nullptr; }

Count workspaceOf(const Gemm& gemm) noexcept {
  if (isEmpty(gemm)) return 0;
  return blocksOf(gemm, *findProductType(gemm.type)).bytes;
}

void run(const Gemm& gemm, const MicroKernels& kernels, std::byte* out,
         const std::byte* const* inputs, std::byte* workspace, const ApplyEpilogue* epilogue) {
  if (isEmpty(gemm)) return;
  const Matrices start = matricesAt(gemm, out, inputs);
  MatrixProduct::Packed packed;
  MatrixProduct product(gemm, kernels, workspace, packed, epilogue);
  Odometer<2> matrices = matricesOf(gemm);
  Count number = 0;
  do product.run(matricesAt(gemm, start, matrices, number++));
  while (matrices.next());
}

double nanosecondsOf(const Gemm& gemm) noexcept {
  const auto products = static_cast<double>(Count{gemm.m} * gemm.n) * gemm.k *
                        static_cast<double>(elementCount(gemm.batch).value_or(0));
  return products * findProductType(gemm.type)->laneBytes * costs::kProductByte;
}

Count workspaceOf(const Gemm& gemm, const Team& team) noexcept {
  return TeamWorkspace{workspaceOf(gemm)}.forTeam(team, nanosecondsOf(gemm));
}

void run(const Gemm& gemm, const MicroKernels& kernels, std::byte* out,
         const std::byte* const* inputs, std::byte* workspace, Team& team,
         const ApplyEpilogue* epilogue) {
  const double nanoseconds = nanosecondsOf(gemm);
  if (isEmpty(gemm) || team.piecesFor(nanoseconds) == 1)
    return run(gemm, kernels, out, inputs, workspace, epilogue);
  const Matrices start = matricesAt(gemm, out, inputs);
  const TeamWorkspace workspaces{workspaceOf(gemm)};
  const Cut cut = partsOf(gemm, team.threads());
  const Parts& batch = cut.batch;
  const Parts& rows = cut.rows;
  const Parts& columns = cut.columns;
  // Rows vary fastest: the caller takes pieces from the front and workers from the back, so most
  // pieces of a thread share their columns, which it packs once.
  Packed packed[Team::kMostThreads];
  const auto each = [&](int piece, int thread) {
    const int row = piece % rows.count;
    const int column = piece / rows.count % columns.count;
    const int matrix = piece / rows.count / columns.count;
    const MatrixProduct::Part part{size(rows.first(row)), size(rows.first(row) + rows.sizeOf(row)),
                                   size(columns.first(column)),
                                   size(columns.first(column) + columns.sizeOf(column))};
    MatrixProduct product(gemm, kernels, workspaces.of(thread, workspace), packed[thread].block,
                          epilogue);
    Odometer<2> matrices = matricesOf(gemm);
    const Count first = batch.first(matrix);
    for (Count i = 0; i < first; ++i) matrices.next();
    for (Count i = first; i < first + batch.sizeOf(matrix); ++i, matrices.next())
      product.run(matricesAt(gemm, start, matrices, i), part);
  };
  team.run(batch.count * rows.count * columns.count, nanoseconds, each);
}

}  // namespace simdcast

#include "blocks.hpp"

#include <algorithm>

#include "../base/rounding.hpp"

namespace simdcast {
namespace {

// A panel of B and a stripe of A of this depth stay in L1.
constexpr Count kDepth = 512;
// Packed B stays in L2 while all stripes of A are multiplied by it, and a stripe's result stays in
// L1.
constexpr Count kPackedBytes = 512 * 1024;
constexpr Count kMostColumns = 512;
// In a vector times a matrix, the result stays in L1 while the rows of B are read.
constexpr Count kVectorColumns = 2048;
// For few rows, or few bytes, B is read in place, since packing it costs a pass over it. Also for
// more rows, if B stays in L2 and its rows are not a multiple of kSetsBytes apart: those would all
// map to one set of L1 and evict each other.
constexpr Count kFewRows = 4 * kRows;
constexpr Count kSomeRows = 16 * kRows;
constexpr Count kNearBytes = 1024 * 1024;
constexpr Count kSetsBytes = 4096;
constexpr Count kFewBytes = 16 * 1024;

// A stripe of two rows is half empty: if B stays in L2, two products of a vector are faster.
constexpr Size kMostVectors = 2;

// Whether B has at most this number of bytes. Sizes near the limit have products beyond any count.
bool isBWithin(const Gemm& gemm, const ProductType& type, Count bytes) {
  const Count row = Count{gemm.n} * type.laneBytes;
  return row == 0 || gemm.k <= bytes / row;
}

bool readsInPlace(const Gemm& gemm, const ProductType& type) {
  const bool isNear =
      isBWithin(gemm, type, kNearBytes) && Count{gemm.n} * type.laneBytes % kSetsBytes != 0;
  return gemm.m <= (isNear ? kSomeRows : kFewRows) || isBWithin(gemm, type, kFewBytes);
}

bool areVectors(const Gemm& gemm, const ProductType& type) {
  if (type.dotRows == nullptr) return false;
  return gemm.m == 1 || (gemm.m == kMostVectors && !gemm.transA && gemm.n > type.columns &&
                         isBWithin(gemm, type, kNearBytes));
}

Count columnsAtOnce(const Gemm& gemm, const ProductType& type, const Blocks& blocks) {
  const Count all = roundUp(gemm.n, type.columns);
  if (blocks.isVector) return std::min(all, kVectorColumns);
  if (!blocks.packs && !gemm.packedB) return all;
  const Count fitting = kPackedBytes / std::max<Count>(1, blocks.depth * type.laneBytes);
  return std::min(
      all, std::clamp<Count>(fitting / type.columns * type.columns, type.columns, kMostColumns));
}

}  // namespace

Blocks blocksOf(const Gemm& gemm, const ProductType& type) {
  Blocks blocks{};
  blocks.isVector = areVectors(gemm, type);
  blocks.isNear = isBWithin(gemm, type, kNearBytes);
  blocks.widens = width(type.type) != type.laneBytes;
  blocks.isNarrow = type.multiplyNarrow != nullptr && !blocks.isVector && !blocks.widens &&
                    gemm.n <= type.columns && gemm.k <= kDepth;
  // Packed elements are widened to panels of lanes.
  blocks.packs = blocks.widens || (!gemm.packedB && (gemm.transB || !readsInPlace(gemm, type)));
  // Only a lane can hold a sum that is to be continued.
  blocks.depth = blocks.widens ? gemm.k : std::min<Count>(gemm.k, kDepth);
  blocks.columns = columnsAtOnce(gemm, type, blocks);
  const Count line = blocks.widens ? blocks.columns * type.laneBytes : 0;
  const Count row = blocks.depth * type.laneBytes;
  if (blocks.isVector) {
    // A line of sums, an addend and the widened vector. The matrix is read in place.
    blocks.addend = blocks.sums + line;
    blocks.widened = blocks.addend + line;
    blocks.bytes = blocks.widened + (blocks.widens ? row : 0);
    return blocks;
  }
  const Count beside = gemm.packedB ? 0 : type.columns;
  const Count panels = blocks.packs ? blocks.columns : beside;
  blocks.stripe = panels * row;
  blocks.sums = blocks.stripe + kRows * row;
  blocks.addend = blocks.sums + kRows * line;
  blocks.widened = blocks.addend + line;
  blocks.bytes = blocks.widened;
  const int mostRows = std::max(type.columns, kRows);
  if (blocks.widens) blocks.bytes += std::max(kWidened * line, mostRows * row);
  return blocks;
}

}  // namespace simdcast

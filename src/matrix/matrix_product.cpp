#include "matrix_product.hpp"

#include <algorithm>
#include <cstring>

#include "blocks.hpp"
#include "packing.hpp"

namespace simdcast {
namespace {

using Offset = MatrixProduct::Offset;

// Copies rows from one stride to another.
void copyRows(std::byte* to, Offset toStride, const std::byte* from, Offset fromStride, Offset rows,
              Offset bytes) {
  for (; rows > 0; --rows, to += toStride, from += fromStride) copyLanes(to, from, bytes);
}

}  // namespace

MatrixProduct::MatrixProduct(const Gemm& gemm, const MicroKernels& kernels, std::byte* workspace,
                             Packed& packed, const ApplyEpilogue* epilogue)
    : transA_(gemm.transA),
      transB_(gemm.transB),
      isPacked_(gemm.packedB),
      m_(static_cast<Offset>(gemm.m)),
      n_(static_cast<Offset>(gemm.n)),
      k_(static_cast<Offset>(gemm.k)),
      gemm_(gemm),
      type_(*findProductType(gemm.type)),
      multiply_(kernels.*type_.multiply),
      lane_(static_cast<Offset>(type_.laneBytes)),
      stored_(static_cast<Offset>(width(gemm.type))),
      unit_(static_cast<Offset>(type_.columns)),
      packed_(packed),
      epilogue_(epilogue),
      panels_(workspace) {
  const Blocks blocks = blocksOf(gemm, type_);
  isVector_ = blocks.isVector;
  isNear_ = blocks.isNear;
  isNarrow_ = blocks.isNarrow;
  packs_ = blocks.packs;
  finishes_ = blocks.widens || gemm.hasC || gemm.alpha != 1;
  mostDepth_ = static_cast<Offset>(blocks.depth);
  columns_ = static_cast<Offset>(blocks.columns);
  stripe_ = workspace + blocks.stripe;
  sums_ = workspace + blocks.sums;
  addend_ = workspace + blocks.addend;
  widened_ = workspace + blocks.widened;
  a_ = transA_ ? Stored{nullptr, k_, m_} : Stored{nullptr, m_, k_};
  b_ = transB_ ? Stored{nullptr, n_, k_} : Stored{nullptr, k_, n_};
  if (!blocks.widens) return;
  widen_ = findWiden(gemm.type, Lane::f32);
  narrow_ = findNarrow(Lane::f32, gemm.type);
}

void MatrixProduct::run(const Matrices& matrices) { run(matrices, {0, m_, 0, n_}); }

void MatrixProduct::run(const Matrices& matrices, const Part& part) {
  out_ = matrices.out;
  a_.data = matrices.a;
  b_.data = matrices.b;
  c_ = matrices.c;
  number_ = matrices.number;
  part_ = part;
  for (column_ = part.column; column_ < part.endColumn; column_ += columns_) {
    width_ = std::min(columns_, part.endColumn - column_);
    if (!isVector_)
      multiplyColumns();
    else
      for (Offset row = part.row; row < part.endRow; ++row) multiplyVector(row);
  }
}

// Rows of an operand, in place or widened.
MatrixView MatrixProduct::viewOf(const Stored& operand, Offset row, Offset column, Offset rows,
                                 Offset count) const {
  const Offset rowStride = operand.columns * stored_;
  const std::byte* from = operand.data + row * rowStride + column * stored_;
  if (!widens()) return {from, rowStride, operand.data + operand.rows * rowStride};
  for (Offset i = 0; i < rows; ++i)
    widen_(static_cast<std::ptrdiff_t>(count), widened_ + i * count * lane_, from + i * rowStride);
  return {widened_, count * lane_, widened_ + rows * count * lane_};
}

// The address of a row's sums: in the result, or in the workspace if that uses fewer bytes.
std::byte* MatrixProduct::sumsOf(Offset row) const {
  return widens() ? sums_ : out_ + (row * n_ + column_) * lane_;
}

void MatrixProduct::multiplyVector(Offset row) {
  std::byte* sums = sumsOf(row);
  const std::byte* factors = viewOf(a_, row, 0, 1, k_).data;
  if (isPacked_) {
    type_.sumPanels(sums, factors, b_.data + column_ * k_ * stored_, k_, width_, isNear_);
  } else if (transB_ || n_ == 1) {
    const Offset rowStride = k_ * stored_;
    type_.dotRows(sums, factors, b_.data + column_ * rowStride, rowStride, width_, k_);
  } else {
    std::memset(sums, 0, width_ * lane_);
    type_.addRows(sums, factors, b_.data + column_ * stored_, n_ * stored_, k_, width_);
  }
  finishRows(row, 1, sums, 0);
}

void MatrixProduct::multiplyColumns() {
  first_ = 0;
  do {
    depth_ = std::min(mostDepth_, k_ - first_);
    pack();
    if (isNarrow_) return multiplyRows();
    for (Offset row = part_.row; row < part_.endRow; row += kRows) multiplyStripe(row);
    first_ += depth_;
  } while (first_ < k_);
}

void MatrixProduct::pack() {
  if (isPacked_ && !packs_) return;
  const Packed wanted{b_.data, column_, width_, first_};
  if (packed_ == wanted) return;
  packed_ = wanted;
  if (isPacked_)
    widenPanels();
  else if (transB_)
    interleavePanels();
  else
    copyPanels(packs_ ? 0 : width_ / unit_ * unit_);
}

void MatrixProduct::multiplyRows() const {
  const Offset rowStride = a_.columns * lane_;
  const Offset down = transA_ ? lane_ : rowStride;
  const Factors factors{a_.data + part_.row * down, down, transA_ ? rowStride : lane_};
  const bool isPacked = packs_ || (n_ < unit_ && !isPacked_);
  type_.multiplyNarrow(sumsOf(part_.row), factors, isPacked ? panels_ : b_.data,
                       part_.endRow - part_.row, n_, k_);
  finishRows(part_.row, part_.endRow - part_.row, sumsOf(part_.row), n_ * lane_);
}

// Panels of elements have all of the depth, as sums of lanes that are narrowed cannot continue.
void MatrixProduct::widenPanels() const {
  const Offset panel = unit_ * depth_;
  for (Offset j = 0; j < width_; j += unit_)
    widen_(static_cast<std::ptrdiff_t>(panel), panels_ + j * depth_ * lane_,
           b_.data + (column_ + j) * depth_ * stored_);
}

// A panel is unit_ columns of B over the present depth; panels are contiguous.
void MatrixProduct::interleavePanels() const {
  for (Offset j = 0; j < width_; j += unit_) {
    const Offset rows = std::min(unit_, width_ - j);
    type_.interleave(panels_ + j * depth_ * lane_, viewOf(b_, column_ + j, first_, rows, depth_),
                     rows, unit_, depth_);
  }
}

void MatrixProduct::copyPanels(Offset start) const {
  if (start == width_) return;
  for (Offset p = 0; p < depth_; p += kWidened) {
    const Offset rows = std::min(Offset{kWidened}, depth_ - p);
    MatrixView view = viewOf(b_, first_ + p, column_ + start, rows, width_ - start);
    for (Offset j = start; j < width_; j += unit_, view.data += unit_ * lane_)
      copyColumns(panels_ + ((j - start) * depth_ + p * unit_) * lane_, view,
                  std::min(unit_, width_ - j) * lane_, unit_ * lane_, rows);
  }
}

void MatrixProduct::packStripe(Offset row, Offset rows) const {
  if (transA_)
    copyColumns(stripe_, viewOf(a_, first_, row, depth_, rows), rows * lane_, kRows * lane_,
                depth_);
  else
    type_.interleave(stripe_, viewOf(a_, row, first_, rows, depth_), rows, kRows, depth_);
}

void MatrixProduct::multiplyStripe(Offset row) {
  const Offset rows = std::min(Offset{kRows}, part_.endRow - row);
  packStripe(row, rows);
  std::byte* sums = sumsOf(row);
  const Offset rowStride = (widens() ? columns_ : n_) * lane_;
  // Widened sums have space for whole panels.
  const Offset whole = widens() ? columns_ / unit_ : rows < kRows ? 0 : width_ / unit_;
  const Offset panels = std::min(whole, (width_ + unit_ - 1) / unit_);
  if (panels > 0) multiplyPanels(0, panels, sums, rowStride);
  for (Offset j = panels * unit_; j < width_; j += unit_)
    multiplyEdge(j, rows, sums + j * lane_, rowStride);
  if (first_ + depth_ >= k_) finishRows(row, rows, sums, rowStride);
}

void MatrixProduct::multiplyPanels(Offset j, Offset panels, std::byte* sums,
                                   Offset rowStride) const {
  const bool continues = first_ > 0;
  StripeProduct product{.stripe = stripe_, .k = depth_, .out = sums, .outStride = rowStride};
  product.panels = panels;
  product.panelStride = unit_ * lane_;
  if (isPacked_ && !packs_) {
    product.panel = b_.data + ((column_ + j) * k_ + first_ * unit_) * lane_;
    product.panelNext = unit_ * k_ * lane_;
  } else if (packs_ || width_ - j < unit_) {
    // If B is read in place, the last columns are packed, unless they fill a panel.
    product.panel = panels_ + (packs_ ? j * depth_ * lane_ : 0);
    product.panelNext = unit_ * depth_ * lane_;
  } else {
    product.panel = b_.data + (first_ * n_ + column_ + j) * lane_;
    product.panelStride = n_ * lane_;
    product.panelNext = unit_ * lane_;
  }
  product.start = continues ? sums : kZeros;
  product.startStride = continues ? rowStride : 0;
  product.startNext = continues ? kPanelStride : 0;
  multiply_(product);
}

// At the right and lower edges of the result, fewer elements are stored than the micro-kernel
// computes: the existing ones are copied from a buffer.
void MatrixProduct::multiplyEdge(Offset j, Offset rows, std::byte* sums, Offset rowStride) {
  const Offset bytes = std::min(unit_, width_ - j) * lane_;
  if (first_ > 0) copyRows(edge_, kPanelStride, sums, rowStride, rows, bytes);
  multiplyPanels(j, 1, edge_, kPanelStride);
  copyRows(sums, rowStride, edge_, kPanelStride, rows, bytes);
}

// Finishes rows of the present block, whose sums are complete.
void MatrixProduct::finishRows(Offset row, Offset rows, std::byte* sums, Offset rowStride) const {
  for (Offset i = 0; finishes_ && i < rows; ++i) finishRow(row + i, sums + i * rowStride);
  if (epilogue_ != nullptr) applyEpilogue(row, rows);
}

void MatrixProduct::applyEpilogue(Offset row, Offset rows) const {
  const auto count = [](Offset elements) { return static_cast<Count>(elements); };
  const Count first = number_ * count(m_ * n_) + count(row * n_ + column_);
  if (width_ == n_) return (*epilogue_)(first, count(rows * n_));
  for (Offset i = 0; i < rows; ++i) (*epilogue_)(first + count(i * n_), count(width_));
}

void MatrixProduct::finishRow(Offset row, std::byte* sums) const {
  if (gemm_.hasC || gemm_.alpha != 1) {
    const std::byte* addend = nullptr;
    if (gemm_.hasC) {
      const Count at = static_cast<Count>(row) * gemm_.rowStrideC +
                       static_cast<Count>(column_) * gemm_.columnStrideC;
      addend = c_ + at * static_cast<Count>(stored_);
    }
    if (gemm_.hasC && widens()) {
      widen_(gemm_.columnStrideC == 0 ? 1 : static_cast<std::ptrdiff_t>(width_), addend_, addend);
      addend = addend_;
    }
    type_.scale(gemm_.alpha, gemm_.beta, sums, addend, gemm_.columnStrideC == 0 ? 0 : lane_,
                width_);
  }
  if (widens())
    narrow_(static_cast<std::ptrdiff_t>(width_), out_ + (row * n_ + column_) * stored_, sums);
}

}  // namespace simdcast

#include "gemm.hpp"

#include <algorithm>

#include "../base/odometer.hpp"
#include "../base/rounding.hpp"
#include "../kernels/convert.hpp"
#include "../threads/parts.hpp"
#include "blocks.hpp"
#include "packing.hpp"

namespace simdcast {
namespace {

// Of elements and bytes that are in memory.
using Offset = std::size_t;

// Rows of a tile, from one stride to another.
void copyTile(std::byte* to, Offset toStep, const std::byte* from, Offset fromStep, Offset rows,
              Offset bytes) {
  for (; rows > 0; --rows, to += toStep, from += fromStep) copyLanes(to, from, bytes);
}

// A matrix as it is stored, row after row.
struct Stored {
  const std::byte* data;
  Offset rows;
  Offset columns;
};

// Rows and columns of a result.
struct Part {
  Offset row;
  Offset endRow;
  Offset column;
  Offset endColumn;
};

class MatrixProduct {
 public:
  MatrixProduct(const Gemm& gemm, const MicroKernels& kernels, std::byte* workspace)
      : transA_(gemm.transA),
        transB_(gemm.transB),
        m_(static_cast<Offset>(gemm.m)),
        n_(static_cast<Offset>(gemm.n)),
        k_(static_cast<Offset>(gemm.k)),
        gemm_(gemm),
        type_(*findProductType(gemm.type)),
        multiply_(kernels.*type_.multiply),
        lane_(static_cast<Offset>(type_.laneBytes)),
        stored_(static_cast<Offset>(width(gemm.type))),
        unit_(static_cast<Offset>(type_.columns)),
        panels_(workspace) {
    const Blocks blocks = blocksOf(gemm, type_);
    isVector_ = blocks.isVector;
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

  void run(std::byte* out, const std::byte* a, const std::byte* b, const std::byte* c) {
    run(out, a, b, c, {0, m_, 0, n_});
  }

  // A part of the result, whose first row is a multiple of kRows, and whose first column one of a
  // panel's columns.
  void run(std::byte* out, const std::byte* a, const std::byte* b, const std::byte* c,
           const Part& part) {
    out_ = out;
    a_.data = a;
    b_.data = b;
    c_ = c;
    part_ = part;
    for (column_ = part.column; column_ < part.endColumn; column_ += columns_) {
      width_ = std::min(columns_, part.endColumn - column_);
      if (isVector_)
        multiplyVector();
      else
        multiplyColumns();
    }
  }

 private:
  [[nodiscard]] bool widens() const { return widen_ != nullptr; }

  // Rows of an operand, as they lie or widened.
  MatrixView viewOf(const Stored& operand, Offset row, Offset column, Offset rows,
                    Offset count) const {
    const Offset step = operand.columns * stored_;
    const std::byte* from = operand.data + row * step + column * stored_;
    if (!widens()) return {from, step, operand.data + operand.rows * step};
    for (Offset i = 0; i < rows; ++i)
      widen_(static_cast<std::ptrdiff_t>(count), widened_ + i * count * lane_, from + i * step);
    return {widened_, count * lane_, widened_ + rows * count * lane_};
  }

  // Where the sums of a row lie: in the result, or in the workspace where that has fewer bytes.
  std::byte* sumsOf(Offset row) const {
    return widens() ? sums_ : out_ + (row * n_ + column_) * lane_;
  }

  void multiplyVector() {
    std::byte* sums = sumsOf(0);
    const std::byte* factors = viewOf(a_, 0, 0, 1, k_).data;
    if (widens()) {
      std::memcpy(panels_, factors, k_ * lane_);
      factors = panels_;
    }
    if (transB_ || n_ == 1)
      dotColumns(sums, factors);
    else
      addUpRows(sums, factors);
    if (finishes_) finishRow(0, sums);
  }

  void dotColumns(std::byte* sums, const std::byte* factors) const {
    const Offset most = widens() ? kRows : width_;
    for (Offset j = 0; j < width_; j += most) {
      const Offset rows = std::min(most, width_ - j);
      const MatrixView view = viewOf(b_, column_ + j, 0, rows, k_);
      type_.dotRows(sums + j * lane_, factors, view.data, view.step, rows, k_);
    }
  }

  void addUpRows(std::byte* sums, const std::byte* factors) const {
    std::memset(sums, 0, width_ * lane_);
    const Offset most = widens() ? kWidened : k_;
    for (Offset p = 0; p < k_; p += most) {
      const Offset rows = std::min(most, k_ - p);
      const MatrixView view = viewOf(b_, p, column_, rows, width_);
      type_.addRows(sums, factors + p * lane_, view.data, view.step, rows, width_);
    }
  }

  void multiplyColumns() {
    first_ = 0;
    do {
      depth_ = std::min(mostDepth_, k_ - first_);
      if (transB_)
        interleavePanels();
      else
        copyPanels(packs_ ? 0 : width_ / unit_ * unit_);
      if (isNarrow_) return multiplyRows();
      for (Offset row = part_.row; row < part_.endRow; row += kRows) multiplyStripe(row);
      first_ += depth_;
    } while (first_ < k_);
  }

  void multiplyRows() const {
    const Offset step = a_.columns * lane_;
    const Offset down = transA_ ? lane_ : step;
    const Factors factors{a_.data + part_.row * down, down, transA_ ? step : lane_};
    const bool isPacked = packs_ || n_ < unit_;
    type_.multiplyNarrow(sumsOf(part_.row), factors, isPacked ? panels_ : b_.data,
                         part_.endRow - part_.row, n_, k_);
    if (!finishes_) return;
    for (Offset row = part_.row; row < part_.endRow; ++row) finishRow(row, sumsOf(row));
  }

  // A panel is unit_ columns of B over the depth at hand; panels lie one after the other.
  void interleavePanels() const {
    for (Offset j = 0; j < width_; j += unit_) {
      const Offset rows = std::min(unit_, width_ - j);
      type_.interleave(panels_ + j * depth_ * lane_, viewOf(b_, column_ + j, first_, rows, depth_),
                       rows, unit_, depth_);
    }
  }

  void copyPanels(Offset start) const {
    if (start == width_) return;
    for (Offset p = 0; p < depth_; p += kWidened) {
      const Offset rows = std::min(Offset{kWidened}, depth_ - p);
      MatrixView view = viewOf(b_, first_ + p, column_ + start, rows, width_ - start);
      for (Offset j = start; j < width_; j += unit_, view.data += unit_ * lane_)
        copyColumns(panels_ + ((j - start) * depth_ + p * unit_) * lane_, view,
                    std::min(unit_, width_ - j) * lane_, unit_ * lane_, rows);
    }
  }

  void packStripe(Offset row, Offset rows) const {
    if (transA_)
      copyColumns(stripe_, viewOf(a_, first_, row, depth_, rows), rows * lane_, kRows * lane_,
                  depth_);
    else
      type_.interleave(stripe_, viewOf(a_, row, first_, rows, depth_), rows, kRows, depth_);
  }

  void multiplyStripe(Offset row) {
    const Offset rows = std::min(Offset{kRows}, part_.endRow - row);
    packStripe(row, rows);
    std::byte* sums = sumsOf(row);
    const Offset step = (widens() ? columns_ : n_) * lane_;
    // Widened sums have room for whole panels.
    const Offset whole = widens() ? columns_ / unit_ : rows < kRows ? 0 : width_ / unit_;
    const Offset panels = std::min(whole, (width_ + unit_ - 1) / unit_);
    if (panels > 0) multiplyPanels(0, panels, sums, step);
    for (Offset j = panels * unit_; j < width_; j += unit_)
      multiplyInTile(j, rows, sums + j * lane_, step);
    if (!finishes_ || first_ + depth_ < k_) return;
    for (Offset i = 0; i < rows; ++i) finishRow(row + i, sums + i * step);
  }

  void multiplyPanels(Offset j, Offset panels, std::byte* sums, Offset step) const {
    // Of a B that is read in place, the last columns are packed, where they do not fill a panel.
    const bool isPacked = packs_ || width_ - j < unit_;
    const bool continues = first_ > 0;
    StripeProduct product{.stripe = stripe_, .k = depth_, .out = sums, .outStep = step};
    product.panels = panels;
    product.panel = isPacked ? panels_ + (packs_ ? j * depth_ * lane_ : 0)
                             : b_.data + (first_ * n_ + column_ + j) * lane_;
    product.panelStep = (isPacked ? unit_ : n_) * lane_;
    product.panelNext = (isPacked ? unit_ * depth_ : unit_) * lane_;
    product.start = continues ? sums : kZeros;
    product.startStep = continues ? step : 0;
    product.startNext = continues ? kTileStep : 0;
    multiply_(product);
  }

  // At the right and lower edges of the result, where there is less than a tile, what exists is
  // copied from one.
  void multiplyInTile(Offset j, Offset rows, std::byte* sums, Offset step) {
    const Offset bytes = std::min(unit_, width_ - j) * lane_;
    if (first_ > 0) copyTile(tile_, kTileStep, sums, step, rows, bytes);
    multiplyPanels(j, 1, tile_, kTileStep);
    copyTile(sums, step, tile_, kTileStep, rows, bytes);
  }

  void finishRow(Offset row, std::byte* sums) const {
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

  const bool transA_;
  const bool transB_;
  bool isVector_;
  bool isNarrow_;
  bool packs_;
  bool finishes_;  // sums are not the result yet
  const Offset m_;
  const Offset n_;
  const Offset k_;
  const Gemm& gemm_;
  const ProductType& type_;
  const Multiply multiply_;
  const Offset lane_;    // bytes of a lane
  const Offset stored_;  // bytes of an element
  const Offset unit_;    // columns of a panel
  Convert widen_ = nullptr;
  Convert narrow_ = nullptr;
  Offset mostDepth_;
  Offset columns_;
  std::byte* panels_;
  std::byte* stripe_;
  std::byte* sums_;
  std::byte* addend_;
  std::byte* widened_;
  std::byte* out_ = nullptr;
  Stored a_{};
  Stored b_{};
  const std::byte* c_ = nullptr;
  Part part_{};
  // The block of B at hand.
  Offset column_ = 0;
  Offset width_ = 0;
  Offset first_ = 0;
  Offset depth_ = 0;
  std::byte tile_[kRows * kTileStep]{};
};

// Through the batch, with the bytes from the first of A's and B's matrices to those at hand.
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

// The first matrices of a batch.
struct Matrices {
  std::byte* out;
  const std::byte* a;
  const std::byte* b;
  const std::byte* c;
};

Matrices matricesAt(const Gemm& gemm, std::byte* out, const std::byte* const* inputs) {
  return {out, inputs[gemm.swapped ? 1 : 0], inputs[gemm.swapped ? 0 : 1],
          gemm.hasC ? inputs[2] : nullptr};
}

// Of one thread, about.
double nanosecondsOf(const Gemm& gemm) {
  const auto products = static_cast<double>(Count{gemm.m} * gemm.n) * gemm.k *
                        static_cast<double>(elementCount(gemm.batch).value_or(0));
  return products * findProductType(gemm.type)->laneBytes / 60;
}

// Bytes between the workspaces of two threads, which then share no line of a cache.
constexpr Count kApart = 64;
constexpr double kWorthSharing = 10'000;
constexpr int kPartsOfThread = 4;
// What a part has at least, so that packing the other operand again costs little.
constexpr Count kLeastRows = 32;
constexpr Count kLeastColumns = 64;

// How a product is cut: into matrices, and those into rows and columns.
struct Cut {
  Parts batch;
  Parts rows;
  Parts columns;
};

Cut partsOf(const Gemm& gemm, int most) {
  const ProductType& type = *findProductType(gemm.type);
  const Blocks blocks = blocksOf(gemm, type);
  Cut cut{Parts::of(elementCount(gemm.batch).value_or(0), 1, most)};
  most = static_cast<int>(divideUp(most, cut.batch.count));
  // Whole blocks of columns first: nothing is packed twice then.
  const Count block = blocks.packs && !blocks.isVector ? blocks.columns : kLeastColumns;
  const Count unit = blocks.isNarrow ? gemm.n : std::max<Count>(block, type.columns);
  cut.columns = Parts::of(gemm.n, unit, most);
  most = static_cast<int>(divideUp(most, cut.columns.count));
  cut.rows = Parts::of(gemm.m, kLeastRows, most);
  return cut;
}

// Whether there is nothing to write, however many products each element would be the sum of.
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
         const std::byte* const* inputs, std::byte* workspace) {
  if (isEmpty(gemm)) return;
  const Matrices start = matricesAt(gemm, out, inputs);
  MatrixProduct product(gemm, kernels, workspace);
  Odometer<2> matrices = matricesOf(gemm);
  std::byte* to = start.out;
  do {
    product.run(to, start.a + matrices.offset(0), start.b + matrices.offset(1), start.c);
    to += bytesOfResult(gemm);
  } while (matrices.next());
}

Count workspaceOf(const Gemm& gemm, int threads) noexcept {
  const Count bytes = workspaceOf(gemm);
  return nanosecondsOf(gemm) < kWorthSharing ? bytes : roundUp(bytes, kApart) * threads;
}

void run(const Gemm& gemm, const MicroKernels& kernels, std::byte* out,
         const std::byte* const* inputs, std::byte* workspace, Team& team) {
  const double nanoseconds = nanosecondsOf(gemm);
  if (isEmpty(gemm) || nanoseconds < kWorthSharing || team.piecesFor(nanoseconds) == 1)
    return run(gemm, kernels, out, inputs, workspace);
  const Matrices start = matricesAt(gemm, out, inputs);
  const Count apart = roundUp(workspaceOf(gemm), kApart);
  const Cut cut = partsOf(gemm, team.threads() * kPartsOfThread);
  const Parts& batch = cut.batch;
  const Parts& rows = cut.rows;
  const Parts& columns = cut.columns;
  const auto each = [&](int piece, int thread) {
    const int column = piece % columns.count;
    const int row = piece / columns.count % rows.count;
    const int matrix = piece / columns.count / rows.count;
    const auto size = [](Count count) { return static_cast<Offset>(count); };
    const Part part{size(rows.first(row)), size(rows.first(row) + rows.stepsOf(row)),
                    size(columns.first(column)),
                    size(columns.first(column) + columns.stepsOf(column))};
    MatrixProduct product(gemm, kernels, workspace + thread * apart);
    Odometer<2> matrices = matricesOf(gemm);
    const Count first = batch.first(matrix);
    for (Count i = 0; i < first; ++i) matrices.next();
    for (Count i = first; i < first + batch.stepsOf(matrix); ++i, matrices.next())
      product.run(start.out + i * bytesOfResult(gemm), start.a + matrices.offset(0),
                  start.b + matrices.offset(1), start.c, part);
  };
  team.run(batch.count * rows.count * columns.count, nanoseconds, each);
}

}  // namespace simdcast

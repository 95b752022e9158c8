// A product of matrices of bytes: a block of rows becomes 16-bit integers, minus their zero points,
// and is multiplied by one panel of columns at a time.
#include <algorithm>

#include "../base/costs.hpp"
#include "../matrix/byte_kernel.hpp"
#include "../simd/simd.hpp"
#include "kind.hpp"

namespace simdcast::layers {
namespace {

constexpr Count kHalf = sizeof(std::int16_t);
constexpr Count kSum = sizeof(std::int32_t);
// Bytes of a block of rows, which stays in L2 while the panels pass: memory is read once for all of
// its rows.
constexpr Count kBlockBytes = 1 << 17;
// One or two rows leave registers for the sums of two panels, and read each factor once for both.
constexpr Count kFewRows = 2;
constexpr Count kPanelsAtOnce = 2;
// Rows of a block for which each panel is worth widening once, into L1.
constexpr Count kManyRows = 32;
// Columns of a part: its sums begin on a new cache line.
constexpr Count kColumnUnit = kPanelsAtOnce * kByteColumns;
static_assert(kColumnUnit * kSum % kCacheLine == 0);

bool isByte(DType type) { return type == DType::int8 || type == DType::uint8; }

ByteMatrix matrixOf(const IntegerProduct& request) {
  const std::uint8_t flip = request.matrixType == DType::int8 ? 0 : 128;
  return {request.depth, request.columns, request.transposed, flip};
}

Count rowBytes(const IntegerProduct& request) { return matrixOf(request).packedDepth() * kHalf; }

// Blocks of about the same size.
Count rowsOfBlock(const IntegerProduct& request) {
  const Count most =
      std::max(kBlockBytes / std::max<Count>(rowBytes(request), 1), Count{kByteRows});
  const Count blocks = std::max<Count>(divideUp(request.rows, most), 1);
  return std::min(request.rows, roundUp(divideUp(request.rows, blocks), kByteRows));
}

// Bytes of the sums of a block's rows, which are stored before them.
Count sumBytes(const IntegerProduct& request) { return padded(rowsOfBlock(request) * kSum); }

std::int32_t byteAt(DType type, const std::byte* bytes, Count at) {
  return type == DType::int8 ? std::int32_t{simd::load<std::int8_t>(bytes + at)}
                             : std::int32_t{simd::load<std::uint8_t>(bytes + at)};
}

// Bytes of a panel that is widened, if any is.
Count widePanelBytes(const IntegerProduct& request) {
  return rowsOfBlock(request) < kManyRows ? 0 : kHalf * matrixOf(request).panelBytes();
}

class Product {
 public:
  Product(const IntegerProduct& request, const Buffers& buffers)
      : of_(request),
        buffers_(buffers),
        matrix_(matrixOf(request)),
        rowStride_(rowBytes(request)),
        sums_(buffers.workspace),
        panel_(sums_ + sumBytes(request)),
        rows_(panel_ + widePanelBytes(request)) {}

  // Multiplies some rows by some columns of a matrix; the first column begins a panel.
  void run(Count matrix, Stretch rows, Stretch columns) {
    matrixAt_ = matrix;
    const Count most = rowsOfBlock(of_);
    for (Count done = 0; done < rows.count; done += most) {
      const Stretch block{rows.first + done, std::min(most, rows.count - done)};
      widen(block);
      multiply(block, columns);
      report(block, columns);
    }
  }

 private:
  void widen(Stretch block) const {
    for (Count i = 0; i < block.count; ++i) {
      const Count row = matrixAt_ * of_.rows + block.first + i;
      const std::byte* from = buffers_.inputs[0] + row * of_.depth;
      const std::int32_t zero = zeroAt(2, of_.type, of_.zeroOfEachRow ? row : 0);
      std::byte* to = rows_ + i * rowStride_;
      const std::int32_t sum = of_.type == DType::int8
                                   ? widenRow(to, from, of_.depth, static_cast<std::int8_t>(zero))
                                   : widenRow(to, from, of_.depth, static_cast<std::uint8_t>(zero));
      simd::store(sums_ + i * kSum, sum);
    }
  }

  void multiply(Stretch block, Stretch columns) const {
    const Count step = (block.count <= kFewRows ? kPanelsAtOnce : 1) * kByteColumns;
    for (Count done = 0; done < columns.count; done += step)
      multiplyPanels(block, {columns.first + done, std::min(step, columns.count - done)});
  }

  void multiplyPanels(Stretch block, Stretch columns) const {
    std::int32_t zeros[kColumnUnit]{};
    for (Count i = 0; i < columns.count; ++i) zeros[i] = columnZero(columns.first + i);
    const std::byte* panels = buffers_.inputs[1] + matrixAt_ * matrix_.packedBytes();
    ByteTile tile{.rowStride = rowStride_,
                  .panel = panels + columns.first / kByteColumns * matrix_.panelBytes(),
                  .panelBytes = matrix_.panelBytes(),
                  .depth = matrix_.packedDepth(),
                  .zeros = reinterpret_cast<const std::byte*>(zeros),
                  .outStride = of_.columns * kSum,
                  .columns = columns.count};
    const bool isWide = block.count >= kManyRows;
    if (isWide) {
      widenPanel(panel_, tile.panel, tile.panelBytes);
      tile.panel = panel_;
    }
    const Count panelCount = divideUp(columns.count, kByteColumns);
    for (Count row = 0; row < block.count; row += kByteRows) {
      tile.rows = rows_ + row * rowStride_;
      tile.sums = sums_ + row * kSum;
      tile.out = buffers_.outputs[0] + indexOf(block.first + row, columns.first) * kSum;
      const Count rows = std::min<Count>(kByteRows, block.count - row);
      (isWide ? multiplyWidened(rows) : multiplyBytes(rows, panelCount))(tile);
    }
  }

  void report(Stretch block, Stretch columns) const {
    if (buffers_.epilogue == nullptr) return;
    if (columns.count == of_.columns)
      return (*buffers_.epilogue)(indexOf(block.first, 0), block.count * columns.count);
    for (Count i = 0; i < block.count; ++i)
      (*buffers_.epilogue)(indexOf(block.first + i, columns.first), columns.count);
  }

  [[nodiscard]] Count indexOf(Count row, Count column) const {
    return (matrixAt_ * of_.rows + row) * of_.columns + column;
  }

  [[nodiscard]] std::int32_t zeroAt(int input, DType type, Count at) const {
    const std::byte* zeros = buffers_.inputs[input];
    return zeros == nullptr ? 0 : byteAt(type, zeros, at);
  }

  // The zero point for the packed matrix, whose bytes are signed.
  [[nodiscard]] std::int32_t columnZero(Count column) const {
    const Count at = of_.zeroOfEachColumn ? matrixAt_ * of_.columns + column : 0;
    return zeroAt(3, of_.matrixType, at) - matrix_.flip;
  }

  const IntegerProduct& of_;
  const Buffers& buffers_;
  const ByteMatrix matrix_;
  const Count rowStride_;
  std::byte* sums_;
  std::byte* panel_;
  std::byte* rows_;
  Count matrixAt_ = 0;
};

// Calls each(offset of a packed matrix, offset of the stored one).
template <class Each>
void forMatrices(const IntegerProduct& request, const Each& each) {
  const Count packed = matrixOf(request).packedBytes();
  for (Count i = 0; i < request.matrices; ++i)
    each(i * packed, i * request.depth * request.columns);
}

// Rows are cut only if columns are too few, because each part of the columns widens the rows again.
struct Cut {
  Parts matrices;
  Parts columns;
  Parts rows;
};

Cut cutOf(const IntegerProduct& request, int pieces) {
  Cut cut{.matrices = Parts::of(request.matrices, 1, pieces)};
  const auto left = [&] { return static_cast<int>(divideUp(pieces, cut.matrices.count)); };
  cut.columns = Parts::of(request.columns, kColumnUnit, left());
  const Count most = divideUp(left(), cut.columns.count);
  cut.rows = Parts::of(request.rows, kByteRows, static_cast<int>(most));
  return cut;
}

bool isEmpty(const IntegerProduct& request) {
  return request.matrices == 0 || request.rows == 0 || request.columns == 0;
}

}  // namespace

template <>
struct Kind<IntegerProduct> : Defaults<IntegerProduct> {
  static constexpr std::string_view name = "IntegerProduct";

  [[gnu::cold]] static Operands operands(const IntegerProduct& request) {
    const auto [type, matrixType, matrices, rows, depth, columns, transposed, ofRows, ofColumns] =
        request;
    const auto zeros = [&](DType of, bool each, Count positions) {
      return each ? tensor(of, {request.matrices, positions}) : tensor(of, {});
    };
    return {.inputs = {tensor(type, {matrices, rows, depth}),
                       transposed ? tensor(matrixType, {matrices, columns, depth})
                                  : tensor(matrixType, {matrices, depth, columns}),
                       zeros(type, ofRows, rows), zeros(matrixType, ofColumns, columns)},
            .outputs = {tensor(DType::int32, {matrices, rows, columns})},
            .optional = 2,
            .takesEpilogue = true};
  }

  static bool fits(const IntegerProduct& request) {
    const auto [type, matrixType, matrices, rows, depth, columns, transposed, ofRows, ofColumns] =
        request;
    constexpr Count kMost = INT32_MAX - kColumnUnit;  // so that the padded size is valid
    if (!isByte(type) || !isByte(matrixType) || depth > kMost || columns > kMost) return false;
    return areSizes({matrices, rows, depth}) && areSizes({kSum, matrices, rows, columns}) &&
           areSizes({matrices, roundUp(std::max<Count>(depth, 0), kByteDepth),
                     roundUp(std::max<Count>(columns, 0), kByteColumns)}) &&
           areSizes({depth, columns});
  }

  static Count workspace(const IntegerProduct& request) {
    return isEmpty(request) ? 0
                            : sumBytes(request) + widePanelBytes(request) +
                                  padded(rowsOfBlock(request) * rowBytes(request));
  }

  static Count packedBytes(const IntegerProduct& request) {
    return request.matrices * matrixOf(request).packedBytes();
  }

  static void pack(const IntegerProduct& request, std::byte* to, const std::byte* from) {
    forMatrices(request, [&](Count packed, Count stored) {
      matrixOf(request).pack(to + packed, from + stored);
    });
  }

  static void unpack(const IntegerProduct& request, std::byte* to, const std::byte* from) {
    forMatrices(request, [&](Count packed, Count stored) {
      matrixOf(request).unpack(to + stored, from + packed);
    });
  }

  static Count run(const IntegerProduct& request, const Buffers& buffers) {
    if (isEmpty(request)) return kDone;
    Product product(request, buffers);
    for (Count matrix = 0; matrix < request.matrices; ++matrix)
      product.run(matrix, {0, request.rows}, {0, request.columns});
    return kDone;
  }

  // Cut into columns of the matrix first, and then into rows.
  static double nanoseconds(const IntegerProduct& request) {
    return static_cast<double>(request.matrices * request.rows * request.columns) *
           static_cast<double>(request.depth) * costs::kByteProduct;
  }

  static Count share(const IntegerProduct& request, const Buffers& buffers, Team& team) {
    const double nanoseconds = Kind::nanoseconds(request);
    const int pieces = team.piecesFor(nanoseconds);
    if (pieces == 1 || isEmpty(request)) return run(request, buffers);
    const Cut cut = cutOf(request, pieces);
    const TeamWorkspace workspaces{workspace(request)};
    // Columns vary fastest: neighbouring pieces read the same rows.
    const auto each = [&](int piece, int thread) {
      const int column = piece % cut.columns.count;
      const int row = piece / cut.columns.count % cut.rows.count;
      const int part = piece / cut.columns.count / cut.rows.count;
      Buffers own = buffers;
      own.workspace = workspaces.of(thread, own.workspace);
      Product product(request, own);
      const Count first = cut.matrices.first(part);
      for (Count i = first; i < first + cut.matrices.sizeOf(part); ++i)
        product.run(i, cut.rows.at(row), cut.columns.at(column));
    };
    team.run(cut.matrices.count * cut.columns.count * cut.rows.count, nanoseconds, each);
    return kDone;
  }
};
template const Functions& functionsOf<IntegerProduct>();
template const Sharing& sharingOf<IntegerProduct>();

}  // namespace simdcast::layers

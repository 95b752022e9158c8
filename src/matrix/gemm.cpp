#include "gemm.hpp"

#include "../execute/convert.hpp"
#include "micro_kernel.hpp"

namespace simdcast {
namespace {

// Panels of B packed at a time: enough to reuse a packed block of rows, few enough to stay in L2.
constexpr int kPanels = 16;

Count roundUp(Count value, Count unit) { return (value + unit - 1) / unit * unit; }

// Elements of the stored type, read as lanes. Strides are in bytes.
template <class Lane>
struct Matrix {
  const std::byte* data;
  Count rowStride;
  Count columnStride;
  Convert widen;

  [[nodiscard]] Lane at(Count row, Count column) const {
    const std::byte* from = data + row * rowStride + column * columnStride;
    Lane value;
    if (widen != nullptr)
      widen(1, reinterpret_cast<std::byte*>(&value), from);
    else
      std::memcpy(&value, from, sizeof value);
    return value;
  }
};

// kRows rows of A from `row` on, column after column; rows past the end are zero.
template <class Lane>
void packRows(const Matrix<Lane>& a, Count row, Count rows, Count k, Lane* to) {
  for (Count p = 0; p < k; ++p)
    for (Count i = 0; i < kRows; ++i) *to++ = i < rows ? a.at(row + i, p) : Lane{};
}

// One panel of B from `column` on, row after row; columns past the end are zero.
template <class Lane>
void packPanel(const Matrix<Lane>& b, Count column, Count columns, Count k, Lane* to) {
  const bool plain = b.widen == nullptr && b.columnStride == sizeof(Lane);
  for (Count p = 0; p < k; ++p, to += kColumns<Lane>) {
    if (plain && columns == kColumns<Lane>) {
      std::memcpy(to, b.data + p * b.rowStride + column * b.columnStride,
                  kColumns<Lane> * sizeof(Lane));
      continue;
    }
    for (Count j = 0; j < kColumns<Lane>; ++j) to[j] = j < columns ? b.at(p, column + j) : Lane{};
  }
}

// What a stored type is summed in, and what the sum's bits stand for.
template <DType kStored, class LaneType, class ValueType = LaneType>
struct Arithmetic {
  using Lane = LaneType;
  using Value = ValueType;
  static constexpr DType kType = kStored;
  static constexpr bool kSmall = kStored == DType::float16 || kStored == DType::bfloat16;
  static constexpr Count kWidth = kSmall ? 2 : static_cast<Count>(sizeof(LaneType));
};

// alpha * sum + beta * c
template <class A>
typename A::Lane combine(const Gemm& gemm, typename A::Lane sum, typename A::Lane c) {
  using Lane = typename A::Lane;
  using Value = typename A::Value;
  if constexpr (std::is_integral_v<Lane>) {
    if (gemm.alpha == 1 && (!gemm.hasC || gemm.beta == 1)) return sum + c;
    const double value = double{gemm.alpha} * static_cast<double>(static_cast<Value>(sum)) +
                         double{gemm.beta} * static_cast<double>(static_cast<Value>(c));
    Value narrowed;
    findNarrow(simdcast::Lane::f64, A::kType)(1, reinterpret_cast<std::byte*>(&narrowed),
                                              reinterpret_cast<const std::byte*>(&value));
    return static_cast<Lane>(narrowed);
  } else {
    const Lane scaled = static_cast<Lane>(gemm.alpha) * sum;
    return gemm.hasC ? scaled + static_cast<Lane>(gemm.beta) * c : scaled;
  }
}

template <class A>
class Product {
  using Lane = typename A::Lane;

 public:
  Product(const Gemm& gemm, std::byte* workspace) : gemm_(gemm) {
    panels_ = reinterpret_cast<Lane*>(workspace);
    rows_ = panels_ + panelColumns() * gemm.k;
  }

  void run(std::byte* out, const std::byte* a, const std::byte* b, const std::byte* c) {
    const Matrix<Lane> left = view(a, gemm_.transA, gemm_.m, gemm_.k);
    const Matrix<Lane> right = view(b, gemm_.transB, gemm_.k, gemm_.n);
    const Count columns = panelColumns();
    for (Count column = 0; column < gemm_.n; column += columns) {
      const Count width = std::min<Count>(columns, gemm_.n - column);
      for (Count j = 0; j < width; j += kColumns<Lane>)
        packPanel(right, column + j, std::min<Count>(kColumns<Lane>, width - j), gemm_.k,
                  panels_ + j * gemm_.k);
      for (Count row = 0; row < gemm_.m; row += kRows) stripe(left, row, column, width, out, c);
    }
  }

 private:
  [[nodiscard]] Count panelColumns() const {
    return std::min<Count>(kPanels * kColumns<Lane>, roundUp(gemm_.n, kColumns<Lane>));
  }

  static Convert widening() {
    return A::kSmall ? findWiden(A::kType, simdcast::Lane::f32) : nullptr;
  }

  static Matrix<Lane> view(const std::byte* data, bool transposed, Count rows, Count columns) {
    if (transposed) return {data, A::kWidth, rows * A::kWidth, widening()};
    return {data, columns * A::kWidth, A::kWidth, widening()};
  }

  void stripe(const Matrix<Lane>& left, Count row, Count column, Count width, std::byte* out,
              const std::byte* c) {
    const Count rows = std::min<Count>(kRows, gemm_.m - row);
    packRows(left, row, rows, gemm_.k, rows_);
    for (Count j = 0; j < width; j += kColumns<Lane>) {
      alignas(simd::kVectorBytes) Lane block[kRows * kColumns<Lane>];
      multiply(rows_, panels_ + j * gemm_.k, gemm_.k, block);
      const Count columns = std::min<Count>(kColumns<Lane>, width - j);
      for (Count i = 0; i < rows; ++i)
        finish(block + i * kColumns<Lane>, row + i, column + j, columns, out, c);
    }
  }

  // One row of a block: the epilogue, and the result in its stored type.
  void finish(const Lane* sums, Count row, Count column, Count columns, std::byte* out,
              const std::byte* c) const {
    const Matrix<Lane> addend{c, gemm_.rowStrideC * A::kWidth, gemm_.columnStrideC * A::kWidth,
                              widening()};
    Lane line[kColumns<Lane>];
    for (Count j = 0; j < columns; ++j)
      line[j] = combine<A>(gemm_, sums[j], gemm_.hasC ? addend.at(row, column + j) : Lane{});
    std::byte* to = out + (row * gemm_.n + column) * A::kWidth;
    const auto* from = reinterpret_cast<const std::byte*>(line);
    if constexpr (A::kSmall)
      findNarrow(simdcast::Lane::f32, A::kType)(static_cast<std::ptrdiff_t>(columns), to, from);
    else
      std::memcpy(to, from, static_cast<std::size_t>(columns * A::kWidth));
  }

  const Gemm& gemm_;
  Lane* panels_;
  Lane* rows_;
};

// The matrix of an operand that meets the one at `index` of the output's batch.
Count batchOffset(const Gemm& gemm, int operand, Count index) {
  Count offset = 0;
  for (int axis = gemm.batch.size() - 1; axis >= 0; --axis) {
    offset += index % gemm.batch[axis] * gemm.batchStrides[operand][axis];
    index /= gemm.batch[axis];
  }
  return offset;
}

template <class A>
void run(const Gemm& gemm, std::byte* out, const std::byte* const* inputs, std::byte* workspace) {
  const Count sizeA = Count{gemm.m} * gemm.k * A::kWidth;
  const Count sizeB = Count{gemm.k} * gemm.n * A::kWidth;
  const Count sizeOut = Count{gemm.m} * gemm.n * A::kWidth;
  const Count matrices = elementCount(gemm.batch).value_or(0);
  if (sizeOut == 0) return;
  Product<A> product(gemm, workspace);
  for (Count i = 0; i < matrices; ++i)
    product.run(out + i * sizeOut, inputs[0] + batchOffset(gemm, 0, i) * sizeA,
                inputs[1] + batchOffset(gemm, 1, i) * sizeB, gemm.hasC ? inputs[2] : nullptr);
}

struct Row {
  DType type;
  GemmKernel kernel;
  Count laneWidth;
};

template <class A>
constexpr Row row() {
  return {A::kType, run<A>, sizeof(typename A::Lane)};
}

constexpr Row kTypes[] = {
    row<Arithmetic<DType::float32, float>>(),
    row<Arithmetic<DType::float64, double>>(),
    row<Arithmetic<DType::float16, float>>(),
    row<Arithmetic<DType::bfloat16, float>>(),
    row<Arithmetic<DType::int32, std::uint32_t, std::int32_t>>(),
    row<Arithmetic<DType::uint32, std::uint32_t>>(),
    row<Arithmetic<DType::int64, std::uint64_t, std::int64_t>>(),
    row<Arithmetic<DType::uint64, std::uint64_t>>(),
};

const Row* findRow(DType type) {
  for (const Row& row : kTypes)
    if (row.type == type) return &row;
  return nullptr;
}

}  // namespace

GemmKernel findGemm(DType type) noexcept {
  const Row* row = findRow(type);
  return row == nullptr ? nullptr : row->kernel;
}

Count workspaceOf(const Gemm& gemm, DType type) noexcept {
  const Row* row = findRow(type);
  if (row == nullptr) return 0;
  const Count unit = kVectors * (simd::kVectorBytes / row->laneWidth);
  const Count columns = std::min<Count>(kPanels * unit, roundUp(gemm.n, unit));
  return (columns + kRows) * gemm.k * row->laneWidth;
}

}  // namespace simdcast

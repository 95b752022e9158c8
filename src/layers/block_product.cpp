// A product with quantised weights: a few columns at a time become floats, in a workspace that the
// L1 cache holds, and every row is multiplied by them.
#include <algorithm>
#include <array>
#include <bit>

#include "../base/costs.hpp"
#include "../simd/simd.hpp"
#include "kind.hpp"

namespace simdcast::layers {
namespace {

using Floats = simd::Vec<float>;
using simd::Bytes;

constexpr Count kFloat = sizeof(float);
constexpr Count kLane = simd::kLanes<float>;
// Columns of a tile: as many as a vector has lanes, so their sums become one vector of results.
constexpr Count kColumns = kLane;
constexpr Count kRowsOfTile = 2;
// Codes that are unpacked at a time: a vector of bytes.
constexpr Count kCodes = simd::kVectorBytes;

// Floats of a column in the workspace.
Count lengthOf(const BlockProduct& request) { return roundUp(request.depth, request.block); }
Count blocksOf(const BlockProduct& request) { return divideUp(request.depth, request.block); }

// Bits of bytes moved down, with those of their neighbours above them: targets lack shifts of
// bytes.
Bytes shifted(Bytes x, int bits) {
  return (x.bitCast<std::uint16_t>() >> bits).bitCast<std::uint8_t>();
}

// The next kCodes codes, a byte for each. The first of a byte is in its lowest bits.
template <int kBits>
Bytes unpacked(const std::byte* from) {
  if constexpr (kBits == 8) {
    return simd::load<Bytes>(from);
  } else if constexpr (kBits == 4) {
    const Bytes pairs =
        simd::Vec<std::uint64_t>(simd::load<std::uint64_t>(from)).bitCast<std::uint8_t>();
    const Bytes mask = 15;
    return simd::interleaveLow(pairs & mask, shifted(pairs, 4) & mask);
  } else {
    const Bytes fours =
        simd::Vec<std::uint32_t>(simd::load<std::uint32_t>(from)).bitCast<std::uint8_t>();
    const Bytes mask = 3;
    const Bytes even = simd::interleaveLow(fours & mask, shifted(fours, 4) & mask);
    const Bytes odd = simd::interleaveLow(shifted(fours, 2) & mask, shifted(fours, 6) & mask);
    return simd::interleaveLow(even, odd);
  }
}

// Stores the weights that codes represent.
void put(std::byte* to, simd::Vec<std::uint32_t> codes, Floats scale, Floats zero) {
  const Floats whole = simd::convert<float>(codes.bitCast<std::int32_t>());
  simd::store(to, (whole - zero) * scale);
}

// Computes the weights for `count` codes, a multiple of kCodes.
template <int kBits>
void dequantize(std::byte* to, const std::byte* codes, Count count, Floats scale, Floats zero) {
  for (Count i = 0; i < count; i += kCodes, codes += kCodes * kBits / 8, to += kCodes * kFloat) {
    const Bytes bytes = unpacked<kBits>(codes);
    const auto low = simd::widenLow(bytes);
    const auto high = simd::widenHigh(bytes);
    put(to, simd::widenLow(low), scale, zero);
    put(to + simd::kVectorBytes, simd::widenHigh(low), scale, zero);
    put(to + 2 * simd::kVectorBytes, simd::widenLow(high), scale, zero);
    put(to + 3 * simd::kVectorBytes, simd::widenHigh(high), scale, zero);
  }
}

class Product {
 public:
  Product(const BlockProduct& request, const Buffers& buffers)
      : of_(request),
        rows_(buffers.inputs[0]),
        codes_(buffers.inputs[1]),
        scales_(buffers.inputs[2]),
        zeros_(buffers.inputs[3]),
        result_(buffers.outputs[0]),
        weights_(buffers.workspace) {}

  void run(Count first, Count count) {
    for (Count column = first; column < first + count; column += kColumns) {
      column_ = column;
      width_ = std::min(kColumns, first + count - column);
      for (Count i = 0; i < width_; ++i) readColumn(i);
      Count row = 0;
      for (; row + kRowsOfTile <= of_.rows; row += kRowsOfTile) tile<kRowsOfTile>(row);
      for (; row < of_.rows; ++row) tile<1>(row);
    }
  }

 private:
  using Sums = std::array<Floats, kColumns>;

  // The first column stands in for columns past the last.
  [[nodiscard]] const std::byte* weights(Count i) const {
    return weights_ + (i < width_ ? i : 0) * lengthOf(of_) * kFloat;
  }

  void readColumn(Count i) {
    if (of_.bits == 8)
      dequantizeColumn<8>(i);
    else if (of_.bits == 4)
      dequantizeColumn<4>(i);
    else
      dequantizeColumn<2>(i);
  }

  template <int kBits>
  void dequantizeColumn(Count i) {
    const Count blocks = blocksOf(of_);
    const Count first = (column_ + i) * blocks;
    const Count bytes = of_.block * kBits / 8;
    const std::byte* codes = codes_ + first * bytes;
    std::byte* to = weights_ + i * lengthOf(of_) * kFloat;
    for (Count at = first; at < first + blocks; ++at) {
      const auto scale = simd::load<float>(scales_ + at * kFloat);
      const float zero =
          zeros_ == nullptr ? 1 << (kBits - 1) : simd::load<float>(zeros_ + at * kFloat);
      dequantize<kBits>(to, codes, of_.block, scale, zero);
      codes += bytes;
      to += of_.block * kFloat;
    }
  }

  template <Count kRows>
  void tile(Count row) {
    Sums sums[kRows];
    for (Sums& of : sums) of.fill(Floats(0.0F));
    const std::byte* columns[kColumns];
    for (Count i = 0; i < kColumns; ++i) columns[i] = weights(i);
    const std::byte* first = rows_ + row * of_.depth * kFloat;
    const Count whole = of_.depth / kLane * kLane;
    const auto step = [&](Count at, auto&& load) {
      Floats factors[kRows];
      for (Count r = 0; r < kRows; ++r) factors[r] = load(first + (r * of_.depth + at) * kFloat);
      for (Count i = 0; i < kColumns; ++i) {
        const Floats weight = simd::load<Floats>(columns[i] + at * kFloat);
        for (Count r = 0; r < kRows; ++r)
          sums[r][static_cast<std::size_t>(i)] =
              simd::multiplyAdd(factors[r], weight, sums[r][static_cast<std::size_t>(i)]);
      }
    };
    for (Count at = 0; at < whole; at += kLane)
      step(at, [](const std::byte* from) { return simd::load<Floats>(from); });
    // Columns are padded to whole blocks, so a vector of weights can be loaded; lanes past the row
    // are 0.
    if (const auto rest = static_cast<std::ptrdiff_t>((of_.depth - whole) * kFloat); rest > 0)
      step(whole, [=](const std::byte* from) { return simd::loadPart<Floats>(from, rest); });
    for (Count r = 0; r < kRows; ++r) put(row + r, sums[r]);
  }

  // Stores the sum of the lanes of each vector.
  void put(Count row, Sums& sums) const {
    simd::transpose(sums.data());
    const Floats result = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    std::byte* to = result_ + (row * of_.columns + column_) * kFloat;
    if (width_ == kColumns)
      simd::store(to, result);
    else
      simd::storeFew(to, result.bitCast<std::uint8_t>(),
                     static_cast<std::ptrdiff_t>(width_ * kFloat));
  }

  const BlockProduct& of_;
  const std::byte* rows_;
  const std::byte* codes_;
  const std::byte* scales_;
  const std::byte* zeros_;
  std::byte* result_;
  std::byte* weights_;
  Count column_ = 0;
  Count width_ = 0;
};

}  // namespace

template <>
struct Kind<BlockProduct> : Defaults<BlockProduct> {
  static constexpr std::string_view name = "BlockProduct";

  [[gnu::cold]] static Operands operands(const BlockProduct& request) {
    const Count blocks = divideUp(request.depth, request.block);
    const TensorType scales = tensor(request.type, {request.columns, blocks});
    return {.inputs = {tensor(request.type, {request.rows, request.depth}),
                       tensor(DType::uint8,
                              {request.columns, blocks, request.block * request.bits / 8}),
                       scales, scales},
            .outputs = {tensor(request.type, {request.rows, request.columns})},
            .optional = 1};
  }

  static bool fits(const BlockProduct& request) {
    const auto [type, bits, block, rows, depth, columns] = request;
    const bool areCodes = bits == 2 || bits == 4 || bits == 8;
    const bool areBlocks = block >= kCodes && block <= INT32_MAX &&
                           std::has_single_bit(static_cast<std::uint64_t>(block));
    return type == DType::float32 && areCodes && areBlocks && areSizes({rows, depth}) &&
           areSizes({rows, columns}) && areSizes({columns, divideUp(depth, block), block}) &&
           areSizes({kColumns * kFloat, divideUp(depth, block), block});
  }

  static Count workspace(const BlockProduct& request) {
    return padded(kColumns * lengthOf(request) * kFloat);
  }

  static Count run(const BlockProduct& request, const Buffers& buffers) {
    Product(request, buffers).run(0, request.columns);
    return kDone;
  }

  // Cut into columns of weights, each of which is converted to floats once.
  static double nanoseconds(const BlockProduct& request) {
    return static_cast<double>(request.columns) * static_cast<double>(request.depth) *
           (costs::kDequantized + costs::kQuantizedProduct * static_cast<double>(request.rows));
  }

  // Columns are cut, so each weight is converted by one thread only.
  static Count share(const BlockProduct& request, const Buffers& buffers, Team& team) {
    const double nanoseconds = Kind::nanoseconds(request);
    const int pieces = team.piecesFor(nanoseconds);
    if (pieces == 1 || request.columns <= kColumns) return run(request, buffers);
    const Parts parts = Parts::of(request.columns, kColumns, pieces);
    const TeamWorkspace workspaces{workspace(request)};
    team.run(parts.count, nanoseconds, [&](int piece, int thread) {
      Buffers own = buffers;
      own.workspace = workspaces.of(thread, own.workspace);
      Product(request, own).run(parts.first(piece), parts.sizeOf(piece));
    });
    return kDone;
  }
};
template const Functions& functionsOf<BlockProduct>();
template const Sharing& sharingOf<BlockProduct>();

}  // namespace simdcast::layers

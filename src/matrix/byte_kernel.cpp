#include "byte_kernel.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "../base/rounding.hpp"
#include "../simd/simd.hpp"

namespace simdcast {
namespace {

using Sums = simd::Vec<std::uint32_t>;
using simd::Bytes;

constexpr Count kPair = 2 * sizeof(std::int16_t);
constexpr Count kSumBytes = sizeof(std::int32_t);
constexpr int kVectorsOfPanel = static_cast<int>(kByteColumns) / simd::kLanes<std::uint32_t>;
// Bytes of a panel that become a vector of pairs.
constexpr Count kNarrow = simd::kVectorBytes / 2;

// How a panel stores a vector of pairs: in bytes, or in 16 bits each.
struct Narrow {
  static constexpr Count kBytes = kNarrow;
  static Sums load(const std::byte* from) {
    return simd::loadWidened(reinterpret_cast<const std::int8_t*>(from)).bitCast<std::uint32_t>();
  }
};
struct Wide {
  static constexpr Count kBytes = simd::kVectorBytes;
  static Sums load(const std::byte* from) { return simd::load<Sums>(from); }
};

void storeSums(std::byte* to, Sums sums, Count columns) {
  if (columns >= simd::kLanes<std::uint32_t>)
    simd::store(to, sums);
  else if (columns > 0)
    simd::storeFew(to, sums.bitCast<std::uint8_t>(),
                   static_cast<std::ptrdiff_t>(columns * kSumBytes));
}

template <class Weights, int kRows, int kPanels>
void multiplyTile(const ByteTile& tile) {
  constexpr int kVectors = kPanels * kVectorsOfPanel;
  Sums sums[kRows][kVectors];
  for (int r = 0; r < kRows; ++r) {
    const Sums negated = Sums(0U) - Sums(simd::load<std::uint32_t>(tile.sums + r * kSumBytes));
    for (int j = 0; j < kVectors; ++j)
      sums[r][j] = negated * simd::load<Sums>(tile.zeros + j * simd::kVectorBytes);
  }
  const std::byte* rows[kRows];
  for (int r = 0; r < kRows; ++r) rows[r] = tile.rows + r * tile.rowStride;
  const std::byte* panels[kPanels];
  for (int i = 0; i < kPanels; ++i) panels[i] = tile.panel + i * tile.panelBytes;
  // A single row has too few products to hide the loop behind, and vectors that need no widening
  // leave registers for two iterations. Otherwise the factors of further iterations would take the
  // registers of the sums.
  constexpr Count kPairs = kRows == 1 ? kByteDepth / 2 : std::is_same_v<Weights, Wide> ? 2 : 1;
  for (Count left = tile.depth; left > 0; left -= 2 * kPairs) {
#pragma GCC unroll 4
    for (Count pair = 0; pair < kPairs; ++pair) {
      Sums weights[kVectors];
      for (int j = 0; j < kVectors; ++j)
        weights[j] =
            Weights::load(panels[j / kVectorsOfPanel] +
                          (pair * kVectorsOfPanel + j % kVectorsOfPanel) * Weights::kBytes);
      for (int r = 0; r < kRows; ++r) {
        const Sums factors = simd::load<std::uint32_t>(rows[r] + pair * kPair);
        for (int j = 0; j < kVectors; ++j)
          sums[r][j] = sums[r][j] + simd::dotPairs(factors, weights[j]);
      }
    }
    for (int r = 0; r < kRows; ++r) rows[r] += kPairs * kPair;
    for (int i = 0; i < kPanels; ++i) panels[i] += kPairs * kVectorsOfPanel * Weights::kBytes;
  }
  for (int r = 0; r < kRows; ++r)
    for (int j = 0; j < kVectors; ++j)
      storeSums(tile.out + r * tile.outStride + j * simd::kVectorBytes, sums[r][j],
                tile.columns - j * simd::kLanes<std::uint32_t>);
}

constexpr MultiplyBytes kOnePanel[] = {multiplyTile<Narrow, 1, 1>, multiplyTile<Narrow, 2, 1>,
                                       multiplyTile<Narrow, 3, 1>, multiplyTile<Narrow, 4, 1>};
constexpr MultiplyBytes kTwoPanels[] = {multiplyTile<Narrow, 1, 2>, multiplyTile<Narrow, 2, 2>};
constexpr MultiplyBytes kWidened[] = {multiplyTile<Wide, 1, 1>, multiplyTile<Wide, 2, 1>,
                                      multiplyTile<Wide, 3, 1>, multiplyTile<Wide, 4, 1>};

// Up to eight bytes, in the lower half.
Bytes loadHalf(const std::byte* from, Count bytes) {
  if (bytes < kByteColumns) return simd::loadFew(from, static_cast<std::ptrdiff_t>(bytes));
  return simd::Vec<std::uint64_t>(simd::load<std::uint64_t>(from)).bitCast<std::uint8_t>();
}

// Calls each(offset of the packed byte, offset of the stored byte).
template <class Each>
void forBytes(const ByteMatrix& matrix, const Each& each) {
  const Count down = matrix.transposed ? 1 : matrix.columns;
  const Count across = matrix.transposed ? matrix.depth : 1;
  for (Count column = 0; column < matrix.columns; ++column) {
    const Count start = column / kByteColumns * matrix.panelBytes() + column % kByteColumns * 2;
    for (Count at = 0; at < matrix.depth; ++at)
      each(start + at / 2 * 2 * kByteColumns + at % 2, column * across + at * down);
  }
}

void packRows(const ByteMatrix& matrix, std::byte* to, const std::byte* from) {
  const Bytes flip = matrix.flip;
  for (Count first = 0; first < matrix.columns; first += kByteColumns) {
    const Count columns = std::min(kByteColumns, matrix.columns - first);
    const auto weights = [&](Count at) {
      return at < matrix.depth ? loadHalf(from + at * matrix.columns + first, columns) ^ flip
                               : Bytes(0);
    };
    for (Count at = 0; at < matrix.packedDepth(); at += 2, to += simd::kVectorBytes)
      simd::store(to, simd::interleaveLow(weights(at), weights(at + 1)));
  }
}

}  // namespace

Count ByteMatrix::packedDepth() const { return roundUp(depth, kByteDepth); }
Count ByteMatrix::packedBytes() const { return divideUp(columns, kByteColumns) * panelBytes(); }

void ByteMatrix::pack(std::byte* to, const std::byte* from) const {
  if (!transposed) return packRows(*this, to, from);
  std::memset(to, 0, size(packedBytes()));
  forBytes(*this, [&](Count packed, Count stored) { to[packed] = from[stored] ^ std::byte{flip}; });
}

void ByteMatrix::unpack(std::byte* to, const std::byte* from) const {
  forBytes(*this, [&](Count packed, Count stored) { to[stored] = from[packed] ^ std::byte{flip}; });
}

MultiplyBytes multiplyBytes(Count rows, Count panels) {
  return (panels == 1 ? kOnePanel : kTwoPanels)[rows - 1];
}

MultiplyBytes multiplyWidened(Count rows) { return kWidened[rows - 1]; }

void widenPanel(std::byte* to, const std::byte* panel, Count bytes) {
  for (const std::byte* end = panel + bytes; panel != end; panel += kNarrow, to += sizeof(Sums))
    simd::store(to, Narrow::load(panel));
}

template <class Byte>
std::int32_t widenRow(std::byte* to, const std::byte* from, Count depth, Byte zero) {
  using V = simd::Vec<std::int16_t>;
  const V zeros = static_cast<std::int16_t>(zero);
  Sums sums = 0U;
  const auto put = [&](V row) {
    simd::store(to, row);
    to += sizeof(V);
    sums = sums + simd::dotPairs(row.bitCast<std::uint32_t>(),
                                 V(std::int16_t{1}).bitCast<std::uint32_t>());
  };
  const Count rest = depth % kByteDepth;
  for (const std::byte* end = from + depth - rest; from != end; from += kByteDepth)
    put(simd::loadWidened(reinterpret_cast<const Byte*>(from)) - zeros);
  if (rest > 0) {
    alignas(Sums) Byte last[kByteDepth];
    std::fill_n(last, kByteDepth, zero);
    for (Count i = 0; i < rest; ++i) last[i] = static_cast<Byte>(from[i]);
    put(simd::loadWidened(last) - zeros);
  }
  std::uint32_t lanes[simd::kLanes<std::uint32_t>];
  std::memcpy(lanes, &sums, sizeof lanes);
  return static_cast<std::int32_t>(lanes[0] + lanes[1] + lanes[2] + lanes[3]);
}

template std::int32_t widenRow<std::int8_t>(std::byte*, const std::byte*, Count, std::int8_t);
template std::int32_t widenRow<std::uint8_t>(std::byte*, const std::byte*, Count, std::uint8_t);

}  // namespace simdcast

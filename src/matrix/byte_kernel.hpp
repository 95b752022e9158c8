// Rows of 16-bit integers by matrices of bytes, summed in 32 bits, which wrap: every build and any
// number of threads compute the same integers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../base/shape.hpp"

namespace simdcast {

// Columns of a panel of the matrix: two vectors of sums.
inline constexpr Count kByteColumns = 8;
// Rows and panels are padded with zeros to a multiple of this depth: four pairs, which one
// iteration of the loop for one row multiplies. A vector of a panel holds, for each of its columns,
// the weights of a pair, which are widened to 16 bits when loaded: memory holds bytes.
inline constexpr Count kByteDepth = 8;
// More rows at a time would need more registers than there are: each has two vectors of sums.
inline constexpr int kByteRows = 4;

// A matrix of bytes [depth, columns] as stored: unsigned ones become signed by flipping a bit,
// which moves them and their zero points by 128.
struct ByteMatrix {
  Count depth;
  Count columns;
  bool transposed;  // stored [columns, depth]
  std::uint8_t flip;

  [[nodiscard]] Count packedDepth() const;
  [[nodiscard]] Count panelBytes() const { return packedDepth() * kByteColumns; }
  [[nodiscard]] Count packedBytes() const;
  void pack(std::byte* to, const std::byte* from) const;
  void unpack(std::byte* to, const std::byte* from) const;
};

// Some rows by one panel, or by two adjacent ones.
struct ByteTile {
  const std::byte* rows;  // 16-bit integers
  Count rowStride;        // bytes
  const std::byte* panel;
  Count panelBytes;
  Count depth;            // a multiple of kByteDepth
  const std::byte* sums;  // of each row, in 32 bits
  // The zero point of each column of the panels, in 32 bits, whose products with `sums` are
  // subtracted.
  const std::byte* zeros;
  std::byte* out;
  Count outStride;  // bytes
  Count columns;    // that are written, at least 1
};

// One to kByteRows rows, and one or two panels: two only of up to two rows.
using MultiplyBytes = void (*)(const ByteTile& tile);
[[nodiscard]] MultiplyBytes multiplyBytes(Count rows, Count panels);
// One to kByteRows rows, and a panel that widenPanel has written: 16 bits for a weight.
[[nodiscard]] MultiplyBytes multiplyWidened(Count rows);
void widenPanel(std::byte* to, const std::byte* panel, Count bytes);

// Widens a row to 16 bits, minus its zero point, and pads it with zeros. Returns its sum.
template <class Byte>
std::int32_t widenRow(std::byte* to, const std::byte* from, Count depth, Byte zero);

}  // namespace simdcast

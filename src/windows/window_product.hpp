// A convolution as a matrix product (an implicit im2col): weights times a matrix of a row for each
// input channel and tap and a column for each window. That matrix is never stored: some columns at
// a time are packed from the image.
#pragma once

#include "../matrix/epilogue.hpp"
#include "../matrix/micro_kernel.hpp"
#include "window_geometry.hpp"

namespace simdcast {

// The source that the columns of a product are packed from, and its shape.
struct Columns {
  const WindowGeometry& windows;
  bool copied;               // whether the image is a copy (WindowGeometry::copy)
  const std::byte* offsets;  // of each tap, from WindowGeometry::writeTapOffsets
  Count count;               // a window each
  Count depth;               // lanes of a column: a tap each, or two
  Count element;             // bytes of an element of the image
  Count bytes;               // of a lane, and of an element of the result
};

// The start values and the result of a product, for one group of an image.
struct Product {
  std::byte* out;
  const std::byte* image;
  const std::byte* weights;  // in stripes of kRows rows
  const std::byte* bias;     // null if sums start from 0
  Count rows;
  Count first;                    // of the layer's result, the element that `out` is
  const ApplyEpilogue* epilogue;  // may be null
};

// Columns are multiplied in independent blocks. An element of the result is its bias plus every
// product, in the order of its row of weights.
class WindowProduct {
 public:
  // `panels` has bytesOfPanels bytes.
  WindowProduct(const Columns& columns, Multiply multiply, std::byte* panels);
  [[nodiscard]] static Count bytesOfPanels(Count columns, Count depth, Count bytes);

  [[nodiscard]] Count blocks() const;
  void run(Count block, const Product& product);
  // Some columns, block by block; the first is a multiple of a panel's.
  void run(Count first, Count end, const Product& product);

 private:
  void runBlock(Count first, Count width, const Product& product);
  void locate();
  void pack(const std::byte* image, Count top, Count deep);
  void packPanel(std::byte* to, const std::byte* image, Count column, Count top, Count deep) const;
  void multiplyStripe(const Product& product, Count row, Count top, Count deep) const;
  void multiplyEdges(StripeProduct product, Count rows, bool begins) const;
  void fillBiases(std::byte* to, const std::byte* from, Count rows) const;

  static constexpr Count kMostColumns = 512;  // packed at once, to stay in L2

  // Taps of a lane: elements of 16 bits are multiplied two at a time.
  [[nodiscard]] Count taps() const { return columns_.bytes / columns_.element; }

  const Columns columns_;
  const Multiply multiply_;
  std::byte* const panels_;
  const Count unit_;  // columns of a panel
  // The columns at hand: where their windows start.
  Count first_ = 0;
  Count width_ = 0;
  std::size_t starts_[kMostColumns];
};

}  // namespace simdcast

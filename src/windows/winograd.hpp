// Convolutions with adjacent 3×3 taps in Winograd's form F(2×2, 3×3), as described by Lavin and
// Gray in "Fast Algorithms for Convolutional Neural Networks" (2015): a quad of 2×2 results (the
// paper's tile) is computed from 4×4 elements of an image with 16 products, instead of 36 as
// separate sums.
//
// Along one axis, two results of the elements d and the weights g:
//
//   r0 = d0 g0 + d1 g1 + d2 g2 = m0 + m1 + m2    m0 = (d0 - d2) g0
//   r1 = d1 g0 + d2 g1 + d3 g2 = m1 - m2 - m3    m1 = (d1 + d2) (g0 + g1 + g2) / 2
//                                                m2 = (d2 - d1) (g0 - g1 + g2) / 2
//                                                m3 = (d1 - d3) g2
//
// Nested for two axes, each of the 16 products of a quad adds up over the input channels: a matrix
// product of weights and quads for each of 16 transform planes.
#pragma once

#include "window_product.hpp"

namespace simdcast {

// Whether windows are of this kind, and enough that the products saved outweigh the extra sums.
[[nodiscard]] bool areQuads(const WindowGeometry& windows);

// Quads are computed in independent blocks.
class Winograd {
 public:
  // For images with `channels` channels; `workspace` has bytesOf bytes.
  Winograd(const WindowGeometry& windows, Count channels, Multiply multiply, std::byte* workspace);
  [[nodiscard]] static Count bytesOf(const WindowGeometry& windows, Count channels);
  [[nodiscard]] static Count blocksOf(const WindowGeometry& windows, Count channels);

  // The image is used unpacked.
  void run(Count block, const Product& product);

 private:
  // Positions and sizes in quads.
  struct Block {
    Count top, left, rows, width;
  };
  // Rows or columns of results.
  struct Extent {
    Count first, end;
  };
  // Sizes of blocks, and in bytes of the parts of the workspace and their offsets.
  struct Sizes {
    Sizes(const WindowGeometry& windows, Count channels);
    Count down, across;  // blocks
    Count rows, width;   // of a block, at most
    Count quads;         // in whole panels
    Count line;          // of the quads' elements in one transform plane, with padding
    Count panels;        // of all channels in one transform plane
    Count stripe;        // of weights in one transform plane
    Count stripes;       // of all present stripes
    Count zeros, elements, factors, weights, sums, all;
  };

  [[nodiscard]] Block blockAt(Count block) const;
  void transformImage(const std::byte* image);
  void clearAround();
  const std::byte* read(const std::byte* plane, Count y);
  void transformRow(const std::byte* from, int row, Count quad);
  void transformColumns(Count channel);
  void transformStripe(const std::byte* weights, Count stripe);
  void multiplyStripes(Count stripes);
  void transformSums(const Product& product, Count channel, Count row) const;
  void recompute(const Product& product, Count channel) const;
  [[nodiscard]] float sumOf(const Product& product, Count channel, Count y, Count x) const;
  void applyEpilogue(const Product& product, Count channel) const;

  [[nodiscard]] Count height() const { return windows_.axis(1).output; }
  [[nodiscard]] Count width() const { return windows_.axis(2).output; }
  // The results of the block.
  [[nodiscard]] Extent rows() const;
  [[nodiscard]] Extent columns() const;
  [[nodiscard]] std::byte* at(const Product& product, Count channel, Count y, Count x) const;

  const WindowGeometry& windows_;
  const Count channels_;
  const Multiply multiply_;
  const Sizes sizes_;
  std::byte* const row_;       // of the image, with zeros around it
  std::byte* const zeros_;     // zeros, of the same size
  std::byte* const elements_;  // rows' transforms of a channel: a line for each transform plane
  std::byte* const factors_;   // the whole transforms of all channels, in panels
  std::byte* const weights_;   // transforms of some stripes
  std::byte* const sums_;      // a line for each row of the stripes and each transform plane
  Block block_{};
};

}  // namespace simdcast

// One matrix of a Gemm: packed, multiplied and finished, part by part.
#pragma once

#include "../convert/convert.hpp"
#include "epilogue.hpp"
#include "gemm.hpp"
#include "product_types.hpp"

namespace simdcast {

class MatrixProduct {
 public:
  // For elements and bytes in memory.
  using Offset = std::size_t;

  // Rows and columns of a result.
  struct Part {
    Offset row;
    Offset endRow;
    Offset column;
    Offset endColumn;
  };

  // The block of B that is packed in a workspace: another part with the same block need not pack it
  // again.
  struct Packed {
    const std::byte* b = nullptr;
    Offset column = 0;
    Offset width = 0;
    Offset first = 0;

    bool operator==(const Packed&) const = default;
  };

  // `packed` lives as long as the workspace. `epilogue` may be null.
  MatrixProduct(const Gemm& gemm, const MicroKernels& kernels, std::byte* workspace, Packed& packed,
                const ApplyEpilogue* epilogue);

  // The addresses of the matrices, and the index of the result in the batch.
  struct Matrices {
    std::byte* out;
    const std::byte* a;
    const std::byte* b;
    const std::byte* c;
    Count number;
  };
  void run(const Matrices& matrices);
  // Computes a part of the result. Its first row is a multiple of kRows, and its first column a
  // multiple of a panel's columns.
  void run(const Matrices& matrices, const Part& part);

 private:
  // A matrix as stored, row after row.
  struct Stored {
    const std::byte* data;
    Offset rows;
    Offset columns;
  };

  [[nodiscard]] bool widens() const { return widen_ != nullptr; }
  [[nodiscard]] MatrixView viewOf(const Stored& operand, Offset row, Offset column, Offset rows,
                                  Offset count) const;
  [[nodiscard]] std::byte* sumsOf(Offset row) const;
  void multiplyVector(Offset row);
  void multiplyColumns();
  void multiplyRows() const;
  void pack();
  void widenPanels() const;
  void interleavePanels() const;
  void copyPanels(Offset start) const;
  void packStripe(Offset row, Offset rows) const;
  void multiplyStripe(Offset row);
  void multiplyPanels(Offset j, Offset panels, std::byte* sums, Offset rowStride) const;
  void multiplyEdge(Offset j, Offset rows, std::byte* sums, Offset rowStride);
  void finishRows(Offset row, Offset rows, std::byte* sums, Offset rowStride) const;
  void finishRow(Offset row, std::byte* sums) const;
  void applyEpilogue(Offset row, Offset rows) const;

  const bool transA_;
  const bool transB_;
  const bool isPacked_;  // all of B, from the start
  bool isVector_;
  bool isNear_;
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
  Packed& packed_;
  const ApplyEpilogue* const epilogue_;
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
  Count number_ = 0;
  Part part_{};
  // The block of B at hand.
  Offset column_ = 0;
  Offset width_ = 0;
  Offset first_ = 0;
  Offset depth_ = 0;
  std::byte edge_[kRows * kPanelStride]{};
};

}  // namespace simdcast

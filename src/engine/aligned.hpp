// The alignment of a request's inputs, and queries on it, for callers outside the engine: shapes
// and axes are in the order of the request.
#pragma once

#include "../explain/report.hpp"
#include "request.hpp"

namespace simdcast {

class Aligned {
 public:
  Aligned();
  // Replaces the previous alignment. Returns false if the request, or its operator, is rejected
  // before shapes are checked; nothing is aligned then.
  bool ask(const Request& request);

  [[nodiscard]] bool ok() const { return alignment_.ok(); }
  // The rank of the result if the alignment is ok.
  [[nodiscard]] int rank() const { return alignment_.output.size(); }
  [[nodiscard]] int size(int axis) const;

  [[nodiscard]] Facts facts() const { return factsOf(alignment_, elementSize_); }
  [[nodiscard]] std::vector<AxisReport> axes() const { return axesOf(alignment_); }
  [[nodiscard]] std::vector<FindingReport> conflicts() const { return conflictsOf(alignment_); }
  [[nodiscard]] std::vector<WarningReport> warnings() const {
    return warningsOf(alignment_, elementSize_);
  }
  [[nodiscard]] std::vector<FixReport> fixes() const { return fixesOf(alignment_, shapes_); }
  [[nodiscard]] std::vector<SentenceReport> sentences() const { return sentencesOf(alignment_); }
  // The verdict.
  [[nodiscard]] std::string text() const;

  // These return nothing if the alignment is not ok, or the index is out of range. For each
  // operand, the index that feeds an element of the output; for a product, which sums over k, a
  // term of the element. An index has a number for each of axes().
  [[nodiscard]] std::vector<Numbers> source(const Numbers& index) const;
  // The elements of the output, or terms, that an element of an operand feeds.
  struct Fed {
    double count = 0;
    std::vector<Numbers> first;
  };
  [[nodiscard]] Fed fanout(int operand, const Numbers& index) const;
  // The operands' shapes with 1s inserted, under which NumPy's rule aligns them the same way.
  [[nodiscard]] std::vector<Numbers> explicitShapes() const;

 private:
  Alignment alignment_;
  Shapes shapes_;
  Count elementSize_ = 1;
};

}  // namespace simdcast

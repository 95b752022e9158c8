// Class probabilities from pairwise probabilities: Wu, Lin and Weng, 2004, with libsvm's iteration.
#pragma once

#include <vector>

#include "../../base/shape.hpp"

namespace simdcast::onnx::ml {

// For a fixed number of classes. Its arrays are reused for every row, because rows are many and
// small.
class Coupling {
 public:
  explicit Coupling(Count classes);

  // Sets the probability of the first class of a pair.
  void set(Count i, Count j, double share);
  // The p for which p_i / (p_i + p_j) are closest to the pairwise probabilities; valid until the
  // next call.
  const std::vector<double>& solve();

 private:
  [[nodiscard]] std::size_t at(Count i, Count j) const;
  void writeQuadratic();
  double writeProducts();
  [[nodiscard]] bool isWithin(double least, double pqp) const;
  void improve(double pqp);

  Count classes_;
  std::vector<double> wins_;  // at [i, j], the probability of class i against class j
  std::vector<double> q_;
  std::vector<double> qp_;
  std::vector<double> p_;
};

}  // namespace simdcast::onnx::ml

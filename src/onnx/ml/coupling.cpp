#include "coupling.hpp"

#include <algorithm>
#include <cmath>

#include "../../base/rounding.hpp"

namespace simdcast::onnx::ml {

Coupling::Coupling(Count classes)
    : classes_(classes),
      wins_(size(classes * classes)),
      q_(wins_.size()),
      qp_(size(classes)),
      p_(size(classes)) {}

std::size_t Coupling::at(Count i, Count j) const { return size(i * classes_ + j); }

void Coupling::set(Count i, Count j, double share) {
  wins_[at(i, j)] = share;
  wins_[at(j, i)] = 1 - share;
}

const std::vector<double>& Coupling::solve() {
  writeQuadratic();
  const auto classes = static_cast<double>(classes_);
  std::ranges::fill(p_, 1 / classes);
  const double least = 0.005 / classes;
  for (Count turn = 0; turn < std::max<Count>(100, classes_); ++turn) {
    const double pqp = writeProducts();
    if (isWithin(least, pqp)) break;
    improve(pqp);
  }
  return p_;
}

// The matrix Q of the problem: minimise p'Qp for p that sum to 1.
void Coupling::writeQuadratic() {
  for (Count i = 0; i < classes_; ++i) {
    double own = 0;
    for (Count j = 0; j < classes_; ++j) {
      if (i == j) continue;
      const double against = wins_[at(j, i)];
      own += against * against;
      q_[at(i, j)] = -against * wins_[at(i, j)];
    }
    q_[at(i, i)] = own;
  }
}

// Writes Qp, and returns p'Qp.
double Coupling::writeProducts() {
  double pqp = 0;
  for (Count i = 0; i < classes_; ++i) {
    double sum = 0;
    for (Count j = 0; j < classes_; ++j) sum += q_[at(i, j)] * p_[size(j)];
    qp_[size(i)] = sum;
    pqp += p_[size(i)] * sum;
  }
  return pqp;
}

bool Coupling::isWithin(double least, double pqp) const {
  return std::ranges::all_of(qp_, [&](double value) { return std::abs(value - pqp) < least; });
}

// One iteration: improves each p in place, then scales all to a sum of 1.
void Coupling::improve(double pqp) {
  for (Count i = 0; i < classes_; ++i) {
    const double own = q_[at(i, i)];
    const double change = (pqp - qp_[size(i)]) / own;
    p_[size(i)] += change;
    const double sum = 1 + change;
    pqp = (pqp + change * (change * own + 2 * qp_[size(i)])) / (sum * sum);
    for (Count j = 0; j < classes_; ++j) {
      qp_[size(j)] = (qp_[size(j)] + change * q_[at(i, j)]) / sum;
      p_[size(j)] /= sum;
    }
  }
}

}  // namespace simdcast::onnx::ml

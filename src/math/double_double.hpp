// Double-double arithmetic: a number as the unevaluated sum of two doubles. The second extends the
// precision to about 105 bits.
#pragma once

#include "bits.hpp"

namespace simdcast::math {

struct DoubleDouble {
  Vec<double> high;
  Vec<double> low;
};

// a + b without an error, for |a| >= |b| (Dekker's fast two-sum): `high - a` is the part of b that
// the sum has taken. For example 2^53 + 1.5 rounds to 2^53 + 2, and `low` is -0.5.
inline DoubleDouble fastTwoSum(Vec<double> a, Vec<double> b) {
  const Vec<double> high = a + b;
  return {high, b - (high - a)};
}

// The same for any a and b (Knuth's two-sum): either may be the larger.
inline DoubleDouble twoSum(Vec<double> a, Vec<double> b) {
  const Vec<double> high = a + b;
  const Vec<double> ofB = high - a;
  return {high, (a - (high - ofB)) + (b - ofB)};
}

// a * b with a relative error below 2^-105 (Dekker's product): the products of halves are exact,
// except for the last bit of the smallest, and subtracting them from `high` yields its rounding
// error.
inline DoubleDouble twoProduct(Vec<double> a, Vec<double> b) {
  const Vec<double> high = a * b;
  const auto [aHigh, aLow] = halves(a);
  const auto [bHigh, bLow] = halves(b);
  return {high, ((aHigh * bHigh - high) + aHigh * bLow + aLow * bHigh) + aLow * bLow};
}

// The product of the low parts is too small to count.
inline DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble exact = twoProduct(a.high, b.high);
  return fastTwoSum(exact.high, exact.low + (a.high * b.low + a.low * b.high));
}

}  // namespace simdcast::math

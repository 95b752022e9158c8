#include "remainder.hpp"

namespace simdcast::math {
namespace {

// x mod y for 0 < y < infinity and finite x >= 0, by multiples of y from the largest down. For
// example 2^60 + 1 mod 3: first by 3 * 2^50, then by 3 * 2^25, then by 3.
Vec<double> reduce(Vec<double> x, Vec<double> y) {
  constexpr double kStep = kExactQuotients<double> / 2;
  Vec<double> multiple = y;
  for (;;) {
    const Vec<double> next = multiple * Vec<double>(kStep);
    const Mask<double> fits = next <= x;
    if (!simd::any(fits)) break;
    multiple = select(fits, next, multiple);
  }
  for (;;) {
    x = restOf(x, multiple, trunc(x / multiple));
    const Mask<double> above = multiple > y;
    if (!simd::any(above)) return x;
    multiple = select(above, multiple * Vec<double>(1 / kStep), multiple);
  }
}

}  // namespace

Vec<double> anyRestOfMagnitudes(Vec<double> x, Vec<double> y) {
  const Vec<double> zero = 0.0;
  const Mask<double> invalid =
      (x == Vec<double>(Format<double>::kInfinity)) | (y == zero) | isNan(x) | isNan(y);
  const Mask<double> small = x < y;
  const Mask<double> trivial = invalid | small;
  const Vec<double> rest = reduce(select(trivial, zero, x), select(trivial, Vec<double>(1), y));
  return select(invalid, Vec<double>(Format<double>::kNan), select(small, x, rest));
}

Vec<float> anyRestOfMagnitudes(Vec<float> x, Vec<float> y) {
  return simd::viaDoubles<restOfMagnitudes<double>>(x, y);
}

Vec<double> remainder(Vec<double> x, Vec<double> y) {
  const Vec<double> ay = abs(y);
  // Modulo 2y first: the remainder reveals whether the quotient is even.
  Vec<double> rest = anyRestOfMagnitudes(abs(x), ay + ay);
  const Mask<double> past = rest + rest > ay;
  rest = select(past, rest - ay, rest);
  const Mask<double> again = past & (rest + rest >= ay);
  rest = select(again, rest - ay, rest);
  return rest ^ (x & Vec<double>(-0.0));
}

}  // namespace simdcast::math

#include "terms.hpp"

namespace simdcast::onnx {

Value exponential(const Value& x, const Value& scale, const Terms& terms) {
  const Value below =
      terms(OpId::mul, scale, terms(OpId::sub, terms(OpId::exp, x), terms.number(1)));
  return terms(OpId::where, terms(OpId::less, x, terms.number(0)), below, x);
}

Value thresholded(const Value& x, const Value& bound, const Terms& terms) {
  return terms(OpId::where, terms(OpId::greater, x, bound), x, terms.number(0));
}

Value softsign(const Value& x, const Terms& terms) {
  return terms(OpId::div, x, terms(OpId::add, terms.number(1), terms(OpId::abs, x)));
}

Value hardened(const Value& x, const Value& slope, const Value& offset, const Terms& terms) {
  const Value line = terms(OpId::add, terms(OpId::mul, slope, x), offset);
  return terms(OpId::clip, line, terms.number(0), terms.number(1));
}

Value swish(const Value& x, const Value& slope, const Terms& terms) {
  return terms(OpId::mul, x, terms(OpId::sigmoid, terms(OpId::mul, slope, x)));
}

}  // namespace simdcast::onnx

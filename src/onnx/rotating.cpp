#include "rotating.hpp"

#include <array>

namespace simdcast::onnx {
namespace {

using graph::denseStrides;
using graph::sizeOf;
using graph::withSize;

// Every second element of the last axis, starting at `first`.
Value everySecond(Call& call, const Value& value, Count first) {
  if (call.failed()) return {};
  const int axis = value.rank() - 1;
  const Dims made = withSize(value.dims, axis, value.dims[axis] / 2);
  const Dims strides = withSize(denseStrides(value.dims), axis, 2);
  return call.boxOf(value, made, sizeOf(made) == 0 ? 0 : first, strides);
}

// The first (0) or second (1) elements of all pairs.
Value ofPairs(Call& call, const Value& x, Count which, Count pairs, bool interleaved) {
  return interleaved ? everySecond(call, x, which) : call.partOf(x, 3, which * pairs, pairs);
}

}  // namespace

Value rotated(Call& call, const Value& heads, const Rotation& rotation) {
  if (call.failed()) return {};
  const auto& [cos, sin, interleaved] = rotation;
  const auto product = [&](const Value& a, const Value& b) {
    return call.compute(OpId::mul, a, b);
  };
  const Count half = cos.dims[3];
  const Count turned = 2 * half;
  const Value x = call.widened(call.partOf(heads, 3, 0, turned));
  const Value a = ofPairs(call, x, 0, half, interleaved);
  const Value b = ofPairs(call, x, 1, half, interleaved);
  Value real = call.compute(OpId::sub, product(cos, a), product(sin, b));
  Value imaginary = call.compute(OpId::add, product(sin, a), product(cos, b));
  if (call.failed()) return {};
  if (interleaved) {
    real = call.alias(real, graph::joined({real.dims, {1}}));
    imaginary = call.alias(imaginary, graph::joined({imaginary.dims, {1}}));
  }
  const Value pairs = call.joined(std::array{real, imaginary}, interleaved ? 4 : 3);
  const Value back = call.cast(call.alias(pairs, x.dims), heads.type);
  const Count rest = heads.dims[3] - turned;
  if (rest == 0) return back;
  return call.joined(std::array{back, call.partOf(heads, 3, turned, rest)}, 3);
}

}  // namespace simdcast::onnx

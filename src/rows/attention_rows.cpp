#include "attention_rows.hpp"

#include <algorithm>

#include "../simd/simd.hpp"

namespace simdcast {
namespace {

using V = simd::Vec<float>;

constexpr std::ptrdiff_t kVector = simd::kVectorBytes;
constexpr std::ptrdiff_t kFloat = sizeof(float);
constexpr int kTogether = simd::kLanes<float>;

// Bytes from row to row of a matrix in memory.
std::ptrdiff_t strideOf(const FloatMatrix& matrix) {
  return static_cast<std::ptrdiff_t>(matrix.columns) * kFloat;
}

// The products of a query with a key for each lane of a vector.
V productsOf(const std::byte* query, const std::byte* const* keys, std::ptrdiff_t bytes) {
  V sums[kTogether] = {V(0), V(0), V(0), V(0)};
  std::ptrdiff_t at = 0;
  for (; at + kVector <= bytes; at += kVector) {
    const V x = simd::load<V>(query + at);
#pragma GCC unroll 4
    for (int k = 0; k < kTogether; ++k) sums[k] = sums[k] + x * simd::load<V>(keys[k] + at);
  }
  if (at < bytes) {
    const V x = simd::loadPart<V>(query + at, bytes - at);
    for (int k = 0; k < kTogether; ++k)
      sums[k] = sums[k] + x * simd::loadPart<V>(keys[k] + at, bytes - at);
  }
  simd::transpose(sums);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// Adds to some neighbouring vectors of the sums.
template <int kVectors>
void addVectors(std::byte* sums, const std::byte* weights, const std::byte* values, Count count,
                std::ptrdiff_t stride) {
  V totals[kVectors];
#pragma GCC unroll 8
  for (int k = 0; k < kVectors; ++k) totals[k] = simd::load<V>(sums + k * kVector);
  for (const std::byte* end = weights + count * kFloat; weights != end; weights += kFloat) {
    const V weight = simd::load<float>(weights);
#pragma GCC unroll 8
    for (int k = 0; k < kVectors; ++k)
      totals[k] = totals[k] + weight * simd::load<V>(values + k * kVector);
    values += stride;
  }
#pragma GCC unroll 8
  for (int k = 0; k < kVectors; ++k) simd::store(sums + k * kVector, totals[k]);
}

// Adds to the last sums, fewer than a vector has.
void addFew(std::byte* sums, const std::byte* weights, const std::byte* values, Count count,
            std::ptrdiff_t stride, std::ptrdiff_t bytes) {
  V totals = simd::loadPart<V>(sums, bytes);
  for (Count i = 0; i < count; ++i) {
    const V weight = simd::load<float>(weights + i * kFloat);
    totals = totals + weight * simd::loadPart<V>(values + i * stride, bytes);
  }
  simd::storeFew(sums, totals.bitCast<std::uint8_t>(), bytes);
}

}  // namespace

void scoreKeys(std::byte* scores, const std::byte* query, const FloatMatrix& keys, float scale) {
  const std::ptrdiff_t stride = strideOf(keys);
  for (Count first = 0; first < keys.rows; first += kTogether) {
    // The last key stands in for those after it.
    const std::byte* four[kTogether];
    for (int k = 0; k < kTogether; ++k)
      four[k] = keys.from + std::min(first + k, keys.rows - 1) * stride;
    const V products = productsOf(query, four, stride) * V(scale);
    std::byte* const to = scores + first * kFloat;
    if (first + kTogether <= keys.rows)
      simd::store(to, products);
    else
      simd::storeFew(to, products.bitCast<std::uint8_t>(),
                     static_cast<std::ptrdiff_t>(keys.rows - first) * kFloat);
  }
}

void addValues(std::byte* sums, const std::byte* weights, const FloatMatrix& values) {
  constexpr int kWide = 8;
  const std::ptrdiff_t stride = strideOf(values);
  std::ptrdiff_t at = 0;
  for (; at + kWide * kVector <= stride; at += kWide * kVector)
    addVectors<kWide>(sums + at, weights, values.from + at, values.rows, stride);
  for (; at + kVector <= stride; at += kVector)
    addVectors<1>(sums + at, weights, values.from + at, values.rows, stride);
  if (at < stride) addFew(sums + at, weights, values.from + at, values.rows, stride, stride - at);
}

}  // namespace simdcast

// Vectors times matrices of 16-bit floats, which are widened in registers: the bits of a plain loop
// over widened elements, in the order that vector_kernels.hpp states.
#include <algorithm>
#include <bit>
#include <catch2/catch_template_test_macros.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

#include "convert/small_floats.hpp"
#include "matrix/gemm.hpp"
#include "matrix/vector_kernels.hpp"
#include "support/random.hpp"

namespace simdcast::test::small_products_test {
namespace {

using Floats = std::vector<float>;

// A matrix of `rows` by `width`; rows are `stride` elements apart.
template <class Element>
struct Matrix {
  std::size_t rows;
  std::size_t width;
  std::size_t stride;
  std::vector<Element> elements;

  [[nodiscard]] float at(std::size_t row, std::size_t column) const {
    return widen(elements[row * stride + column]);
  }
  [[nodiscard]] const std::byte* data() const {
    return reinterpret_cast<const std::byte*>(elements.data());
  }
};

Floats added(const auto& matrix, const Floats& factors, Floats sums) {
  for (std::size_t row = 0; row < matrix.rows; ++row)
    for (std::size_t j = 0; j < matrix.width; ++j) sums[j] += factors[row] * matrix.at(row, j);
  return sums;
}

Floats dotted(const auto& matrix, const Floats& factors) {
  constexpr std::size_t kPartials = 8;
  Floats sums(matrix.rows);
  const std::size_t whole = matrix.width / kPartials * kPartials;
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    float part[kPartials]{};
    for (std::size_t j = 0; j < whole; ++j) part[j % kPartials] += factors[j] * matrix.at(row, j);
    float sum =
        ((part[0] + part[4]) + (part[2] + part[6])) + ((part[1] + part[5]) + (part[3] + part[7]));
    for (std::size_t j = whole; j < matrix.width; ++j) sum += factors[j] * matrix.at(row, j);
    sums[row] = sum;
  }
  return sums;
}

// The number of elements whose bits differ; any NaN stands for any other.
std::size_t differences(const Floats& a, const Floats& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const bool areNaN = std::isnan(a[i]) && std::isnan(b[i]);
    if (!areNaN && std::bit_cast<std::uint32_t>(a[i]) != std::bit_cast<std::uint32_t>(b[i]))
      ++count;
  }
  return count;
}

const std::byte* bytesOf(const Floats& floats) {
  return reinterpret_cast<const std::byte*>(floats.data());
}
std::byte* bytesOf(Floats& floats) { return reinterpret_cast<std::byte*>(floats.data()); }

// Panels of eight columns, the last one padded with zeros. Even an empty matrix has an address.
template <class Element>
std::vector<Element> packed(const Matrix<Element>& matrix) {
  constexpr std::size_t kColumns = 8;
  std::vector<Element> panels;
  for (std::size_t first = 0; first < matrix.width; first += kColumns)
    for (std::size_t row = 0; row < matrix.rows; ++row)
      for (std::size_t j = first; j < first + kColumns; ++j)
        panels.push_back(j < matrix.width ? matrix.elements[row * matrix.stride + j] : Element{});
  if (panels.empty()) panels.resize(1);
  return panels;
}

template <class Element>
void check(const Matrix<Element>& matrix, const Floats& ofRows, const Floats& ofColumns) {
  const std::size_t stride = matrix.stride * sizeof(Element);
  const Floats before(matrix.width, 0.25F);
  Floats sums = before;
  addRows<Element>(bytesOf(sums), bytesOf(ofRows), matrix.data(), stride, matrix.rows,
                   matrix.width);
  CHECK(differences(sums, added(matrix, ofRows, before)) == 0);
  const Floats zeros(matrix.width);
  Floats summed(matrix.width, 1.0F);
  const std::vector<Element> panels = packed(matrix);
  for (const bool isNear : {false, true}) {
    sumPanels<Element>(bytesOf(summed), bytesOf(ofRows),
                       reinterpret_cast<const std::byte*>(panels.data()), matrix.rows, matrix.width,
                       isNear);
    CHECK(differences(summed, added(matrix, ofRows, zeros)) == 0);
  }
  Floats dots(matrix.rows);
  dotRows<Element>(bytesOf(dots), bytesOf(ofColumns), matrix.data(), stride, matrix.rows,
                   matrix.width);
  CHECK(differences(dots, dotted(matrix, ofColumns)) == 0);
}

// Bits by `bitsOf`, and factors that are elements too.
template <class Element>
void checkAll(Random& random, std::size_t rows, std::size_t width, auto&& bitsOf) {
  const auto some = [&](std::size_t count) {
    std::vector<Element> elements(count);
    for (Element& each : elements) each.bits = static_cast<std::uint16_t>(bitsOf(random));
    return elements;
  };
  const auto widened = [&](std::size_t count) {
    Floats floats;
    for (const Element each : some(count)) floats.push_back(widen(each));
    return floats;
  };
  const std::size_t stride = width + 3;
  // No memory follows the last row. Even an empty matrix has an address.
  const std::size_t size = rows == 0 ? 1 : std::max<std::size_t>(1, (rows - 1) * stride + width);
  check<Element>({rows, width, stride, some(size)}, widened(rows), widened(width));
}

// Typical weights: magnitudes from 0.02 to 1.9, either sign.
int weight(Random& random) { return random.between(0x2500, 0x3fff) | random.between(0, 1) << 15; }

TEMPLATE_TEST_CASE("small products: the bits of a loop", "[matrix]", Half, BFloat) {
  Random random(20);
  for (std::size_t rows = 0; rows <= 13; ++rows)
    for (std::size_t width = 0; width <= 34; ++width)
      checkAll<TestType>(random, rows, width, weight);
}

TEMPLATE_TEST_CASE("small products: infinities, NaN, zeros and subnormals among weights",
                   "[matrix]", Half, BFloat) {
  constexpr int kRare[] = {0, 0x8000, 1, 0x83ff, 0x0400, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00};
  Random random(21);
  for (const int rare : kRare)
    for (const int often : {2, 40, 400})
      checkAll<TestType>(random, 12, 203,
                         [&](Random& of) { return of.between(1, often) == 1 ? rare : weight(of); });
}

TEMPLATE_TEST_CASE("small products: all bits there are", "[matrix]", Half, BFloat) {
  Random random(22);
  checkAll<TestType>(random, 7, 5001, [](Random& of) { return of.between(0, 0xffff); });
  // Every weight by one finite factor.
  Matrix<TestType> every{1, 0x10000, 0x10000, std::vector<TestType>(0x10000)};
  for (std::size_t i = 0; i < every.width; ++i)
    every.elements[i].bits = static_cast<std::uint16_t>(i);
  check<TestType>(every, {65504.0F}, Floats(every.width, 0x1p-24F));
  check<TestType>(every, {0x1p-24F}, Floats(every.width, 65504.0F));
}

// Its matrix is read in place, so there is room for one widened row, a line of sums and an addend.
TEST_CASE("small products: one row reserves no panels", "[matrix]") {
  constexpr Size kDepth = 1 << 20;
  const auto reserved = [](DType type, bool transposed) {
    return workspaceOf(Gemm{.type = type, .m = 1, .n = 1, .k = kDepth, .transB = transposed});
  };
  for (const bool transposed : {false, true}) {
    for (const DType type : {DType::float16, DType::bfloat16})
      CHECK(reserved(type, transposed) <= Count{kDepth} * 4 + 4096);
    CHECK(reserved(DType::float32, transposed) == 0);
  }
}

}  // namespace
}  // namespace simdcast::test::small_products_test

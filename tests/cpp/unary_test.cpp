// The unary kernels at every length around the vector, misaligned, in place, and on a repeated
// element. The values of the functions are tested in tests/accuracy.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <type_traits>

#include "kernels/kernel.hpp"
#include "support/buffers.hpp"
#include "support/scalar.hpp"

namespace simdcast::test::unary_test {
namespace {

template <class T>
using Reference = T (*)(T);

template <class T>
std::vector<T> expected(Reference<T> reference, std::vector<T> values) {
  for (T& value : values) value = reference(value);
  return values;
}

template <class T>
void checkLength(Kernel kernel, Reference<T> reference, const std::vector<T>& values,
                 std::size_t misaligned) {
  const auto n = static_cast<std::ptrdiff_t>(values.size());
  const std::vector<T> wanted = expected(reference, values);
  const Source source(values, misaligned);
  Destination out(values.size() * sizeof(T), 0, misaligned / 2);
  const Input input{source.data(), sizeof(T)};
  kernel(n, out.data(), &input);
  REQUIRE(firstDifference(out.values<T>(), wanted) == -1);
  REQUIRE(out.canariesLive());
  kernel(n, source.data(), &input);
  REQUIRE(firstDifference(source.values<T>(), wanted) == -1);
}

template <class T>
void checkRepeat(Kernel kernel, Reference<T> reference, T element, Count n) {
  const Source source(std::vector<T>{element});
  Destination out(static_cast<std::size_t>(n) * sizeof(T));
  const Input input{source.data(), 0};
  kernel(n, out.data(), &input);
  const std::vector<T> all(static_cast<std::size_t>(n), element);
  REQUIRE(firstDifference(out.values<T>(), expected(reference, all)) == -1);
  REQUIRE(out.canariesLive());
}

template <class T>
void check(KernelOp op, Reference<T> reference, Lane lane = LaneOf<T>::value) {
  const Kernel kernel = findKernel(op, lane);
  REQUIRE(kernel != nullptr);
  Random random(83);
  checkLength(kernel, reference, notableValues<T>(), 0);
  for (Count n = 0; n <= 70; ++n) {
    checkLength(kernel, reference, randomValues<T>(random, n), static_cast<std::size_t>(n % 7));
    checkRepeat(kernel, reference, randomValues<T>(random, 1)[0], n);
  }
}

template <class T>
T negated(T x) {
  if constexpr (std::is_floating_point_v<T>) return -x;
  return static_cast<T>(0 - static_cast<std::uint64_t>(x));
}

template <class T>
T magnitude(T x) {
  if constexpr (std::is_floating_point_v<T>) return std::fabs(x);
  return x < 0 ? negated(x) : x;
}

template <class T>
T signOf(T x) {
  if (x != x) return x;
  return static_cast<T>((x > 0 ? 1 : 0) - (x < 0 ? 1 : 0));
}

template <class T>
void checkSigns() {
  check<T>(KernelOp::neg, negated<T>);
  check<T>(KernelOp::abs, magnitude<T>);
  check<T>(KernelOp::sign, signOf<T>);
}

template <class T>
void checkUnsigned() {
  check<T>(KernelOp::sign, signOf<T>);
  check<T>(KernelOp::bitNot, [](T x) { return static_cast<T>(~x); });
  using Signed = std::make_signed_t<T>;
  check<Signed>(KernelOp::bitNot, [](Signed x) { return static_cast<Signed>(~x); });
}

template <class T>
void checkRounding() {
  check<T>(KernelOp::sqrt, [](T x) { return std::sqrt(x); });
  check<T>(KernelOp::reciprocal, [](T x) { return T{1} / x; });
  check<T>(KernelOp::floor, [](T x) { return std::floor(x); });
  check<T>(KernelOp::ceil, [](T x) { return std::ceil(x); });
  check<T>(KernelOp::round, [](T x) { return std::nearbyint(x); });
}

TEST_CASE("unary: signs in every lane that has them", "[kernel]") {
  checkSigns<float>();
  checkSigns<double>();
  checkSigns<std::int8_t>();
  checkSigns<std::int16_t>();
  checkSigns<std::int32_t>();
  checkSigns<std::int64_t>();
}

TEST_CASE("unary: signs without a minus, and the bits of every integer", "[kernel]") {
  checkUnsigned<std::uint8_t>();
  checkUnsigned<std::uint16_t>();
  checkUnsigned<std::uint32_t>();
  checkUnsigned<std::uint64_t>();
}

TEST_CASE("unary: roundings, roots and reciprocals of floats", "[kernel]") {
  checkRounding<float>();
  checkRounding<double>();
}

TEST_CASE("unary: Not returns 0 or 1 for any byte", "[kernel]") {
  check<std::uint8_t>(
      KernelOp::logicalNot, [](std::uint8_t x) { return std::uint8_t{x == 0}; }, Lane::b8);
}

// Infinities that are not detected are NaN.
template <class T>
void checkClasses() {
  constexpr T kInfinity = std::numeric_limits<T>::infinity();
  constexpr T kNan = std::numeric_limits<T>::quiet_NaN();
  Random random(85);
  for (Count n = 1; n <= 70; ++n) {
    std::vector<T> values = randomValues<T>(random, n);
    for (T& value : values)
      if (random.chance(30))
        value = random.chance(50) ? kNan : random.chance(50) ? kInfinity : -kInfinity;
    const Source source(values, static_cast<std::size_t>(n % 7));
    for (const T one : {kInfinity, kNan})
      for (const T other : {-kInfinity, kNan}) {
        const Source sought(std::vector<T>{one, other});
        const Input inputs[] = {
            {source.data(), sizeof(T)}, {sought.data(), 0}, {sought.data() + sizeof(T), 0}};
        Destination out(values.size());
        findKernel(KernelOp::equalEither, LaneOf<T>::value)(n, out.data(), inputs);
        std::vector<std::uint8_t> expected;
        for (const T value : values)
          expected.push_back(std::isinf(value) && (value == one || value == other) ? 1 : 0);
        REQUIRE(firstDifference(out.values<std::uint8_t>(), expected) == -1);
        REQUIRE(out.canariesLive());
      }
    Destination out(values.size());
    const Input input{source.data(), sizeof(T)};
    findKernel(KernelOp::isNan, LaneOf<T>::value)(n, out.data(), &input);
    std::vector<std::uint8_t> expected;
    for (const T value : values) expected.push_back(std::isnan(value) ? 1 : 0);
    REQUIRE(firstDifference(out.values<std::uint8_t>(), expected) == -1);
    REQUIRE(out.canariesLive());
  }
}

TEST_CASE("unary: IsNaN, and the infinities of IsInf", "[kernel]") {
  checkClasses<float>();
  checkClasses<double>();
}

// An element's result depends only on the element, not on its position in a vector or a tail.
template <class T>
void checkPlaces(KernelOp op) {
  const Kernel kernel = findKernel(op, LaneOf<T>::value);
  REQUIRE(kernel != nullptr);
  Random random(84);
  std::vector<T> values = randomValues<T>(random, 60);
  for (const T value : notableValues<T>()) values.push_back(value);
  std::vector<T> alone;
  for (const T value : values) {
    const Source source(std::vector<T>{value});
    Destination out(sizeof(T));
    const Input input{source.data(), sizeof(T)};
    kernel(1, out.data(), &input);
    alone.push_back(out.template values<T>()[0]);
  }
  const Source source(values);
  Destination out(values.size() * sizeof(T));
  const Input input{source.data(), sizeof(T)};
  kernel(static_cast<std::ptrdiff_t>(values.size()), out.data(), &input);
  CHECK(firstDifference(out.template values<T>(), alone) == -1);
}

TEST_CASE("unary: functions do not depend on the position of an element", "[kernel]") {
  for (const KernelOp op :
       {KernelOp::exp, KernelOp::log, KernelOp::sigmoid, KernelOp::tanh, KernelOp::erf,
        KernelOp::gelu, KernelOp::geluTanh, KernelOp::softplus, KernelOp::sin, KernelOp::cos}) {
    checkPlaces<float>(op);
    checkPlaces<double>(op);
  }
}

}  // namespace
}  // namespace simdcast::test::unary_test

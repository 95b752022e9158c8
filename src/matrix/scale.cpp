#include "scale.hpp"

#include <type_traits>

#include "../convert/convert.hpp"
#include "../simd/simd.hpp"

namespace simdcast {
namespace {

constexpr DType typeOf(std::int32_t) { return DType::int32; }
constexpr DType typeOf(std::uint32_t) { return DType::uint32; }
constexpr DType typeOf(std::int64_t) { return DType::int64; }
constexpr DType typeOf(std::uint64_t) { return DType::uint64; }

}  // namespace

template <class Lane>
void scaleFloats(double alpha, double beta, std::byte* sums, const std::byte* addend,
                 std::size_t stride, std::size_t count) {
  using V = simd::Vec<Lane>;
  constexpr std::size_t kLanes = simd::kLanes<Lane>;
  const V scaleOfSums = static_cast<Lane>(alpha);
  const V scaleOfAddends = static_cast<Lane>(beta);
  V added = addend == nullptr ? Lane{} : simd::load<Lane>(addend);
  for (; count >= kLanes; count -= kLanes, sums += sizeof(V)) {
    V result = scaleOfSums * simd::load<V>(sums);
    if (addend != nullptr) {
      if (stride != 0) added = simd::load<V>(addend);
      result = result + scaleOfAddends * added;
      addend += stride * kLanes;
    }
    simd::store(sums, result);
  }
  for (; count > 0; --count, sums += sizeof(Lane)) {
    Lane result = scaleOfSums.raw[0] * simd::load<Lane>(sums);
    if (addend != nullptr) {
      result = result + scaleOfAddends.raw[0] * simd::load<Lane>(addend);
      addend += stride;
    }
    simd::store(sums, result);
  }
}

template <class Value>
void scaleIntegers(double alpha, double beta, std::byte* sums, const std::byte* addend,
                   std::size_t stride, std::size_t count) {
  using Bits = std::make_unsigned_t<Value>;
  const bool wraps = alpha == 1 && (addend == nullptr || beta == 1);
  const Convert narrow = findNarrow(Lane::f64, typeOf(Value{}));
  for (; count > 0; --count, sums += sizeof(Value), addend += stride) {
    const auto sum = simd::load<Value>(sums);
    const Value added = addend == nullptr ? Value{} : simd::load<Value>(addend);
    const Bits wrapped = static_cast<Bits>(sum) + static_cast<Bits>(added);
    const double scaled = alpha * static_cast<double>(sum) + beta * static_cast<double>(added);
    if (wraps)
      simd::store(sums, wrapped);
    else
      narrow(1, sums, reinterpret_cast<const std::byte*>(&scaled));
  }
}

template void scaleFloats<float>(double, double, std::byte*, const std::byte*, std::size_t,
                                 std::size_t);
template void scaleFloats<double>(double, double, std::byte*, const std::byte*, std::size_t,
                                  std::size_t);
template void scaleIntegers<std::int32_t>(double, double, std::byte*, const std::byte*, std::size_t,
                                          std::size_t);
template void scaleIntegers<std::uint32_t>(double, double, std::byte*, const std::byte*,
                                           std::size_t, std::size_t);
template void scaleIntegers<std::int64_t>(double, double, std::byte*, const std::byte*, std::size_t,
                                          std::size_t);
template void scaleIntegers<std::uint64_t>(double, double, std::byte*, const std::byte*,
                                           std::size_t, std::size_t);

}  // namespace simdcast

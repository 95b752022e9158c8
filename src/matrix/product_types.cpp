#include "product_types.hpp"

#include <type_traits>

#include "../convert/small_floats.hpp"

namespace simdcast {
namespace {

template <class Lane>
constexpr Multiply MicroKernels::*kLoop = nullptr;
template <>
constexpr Multiply MicroKernels::*kLoop<float> = &MicroKernels::float32;
template <>
constexpr Multiply MicroKernels::*kLoop<double> = &MicroKernels::float64;
template <>
constexpr Multiply MicroKernels::*kLoop<std::uint32_t> = &MicroKernels::word32;
template <>
constexpr Multiply MicroKernels::*kLoop<std::uint64_t> = &MicroKernels::word64;

template <class Lane>
constexpr ProductType floats(DType type) {
  using Word = std::conditional_t<sizeof(Lane) == 4, std::uint32_t, std::uint64_t>;
  return {type,
          sizeof(Lane),
          kColumns<Lane>,
          kLoop<Lane>,
          interleave<Word>,
          interleave<Word>,
          scaleFloats<Lane>,
          addRows<Lane>,
          dotRows<Lane>,
          sumPanels<Lane>,
          multiplyNarrow<Lane>};
}

// Summed in float32. Vectors widen elements in registers, matrices before they are multiplied.
template <class Element>
constexpr ProductType smallFloats(DType type) {
  ProductType product = floats<float>(type);
  product.addRows = addRows<Element>;
  product.dotRows = dotRows<Element>;
  product.sumPanels = sumPanels<Element>;
  product.interleaveStored = interleave<std::uint16_t>;
  return product;
}

template <class Value>
constexpr ProductType integers(DType type) {
  using Word = std::make_unsigned_t<Value>;
  return {type,    sizeof(Word),         kColumns<Word>, kLoop<Word>, interleave<Word>,
          nullptr, scaleIntegers<Value>, nullptr,        nullptr,     nullptr,
          nullptr};
}

constexpr ProductType kTypes[] = {
    floats<float>(DType::float32),        floats<double>(DType::float64),
    smallFloats<Half>(DType::float16),    smallFloats<BFloat>(DType::bfloat16),
    integers<std::int32_t>(DType::int32), integers<std::uint32_t>(DType::uint32),
    integers<std::int64_t>(DType::int64), integers<std::uint64_t>(DType::uint64),
};

}  // namespace

const ProductType* findProductType(DType type) noexcept {
  for (const ProductType& row : kTypes)
    if (row.type == type) return &row;
  return nullptr;
}

}  // namespace simdcast

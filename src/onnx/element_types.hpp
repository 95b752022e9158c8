// The C++ types of elements: calls work with the one of an element type.
#pragma once

#include <cstdint>

#include "../base/dtype.hpp"

namespace simdcast::onnx {

// Calls `work` with a value of the type that stores an element of `type`, if C++ has one: booleans
// are bytes. Returns whether it has.
template <class Work>
bool withElementType(DType type, const Work& work) {
  switch (type) {
    case DType::float32:
      return work(float{}), true;
    case DType::float64:
      return work(double{}), true;
    case DType::int8:
      return work(std::int8_t{}), true;
    case DType::int16:
      return work(std::int16_t{}), true;
    case DType::int32:
      return work(std::int32_t{}), true;
    case DType::int64:
      return work(std::int64_t{}), true;
    case DType::boolean:
    case DType::uint8:
      return work(std::uint8_t{}), true;
    case DType::uint16:
      return work(std::uint16_t{}), true;
    case DType::uint32:
      return work(std::uint32_t{}), true;
    case DType::uint64:
      return work(std::uint64_t{}), true;
    default:
      return false;
  }
}

}  // namespace simdcast::onnx

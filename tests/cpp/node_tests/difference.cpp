#include "difference.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "explain/say.hpp"
#include "support/floats.hpp"

namespace simdcast::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Floats of 8 and 4 bits, by ONNX's tables. Codes without their sign are not finite from `special`
// on, and that one itself is infinite if there are infinities.
struct Format {
  DType type;
  int exponentBits;
  int fractionBits;
  int bias;
  int special;
  bool hasInfinity = false;
  bool isUnsignedZero = false;  // minus zero is NaN
};
constexpr Format kFormats[] = {
    {DType::float8e4m3fn, 4, 3, 7, 0x7F},      {DType::float8e4m3fnuz, 4, 3, 8, 0x80, false, true},
    {DType::float8e5m2, 5, 2, 15, 0x7C, true}, {DType::float8e5m2fnuz, 5, 2, 16, 0x80, false, true},
    {DType::float4e2m1, 2, 1, 1, 0x08},
};

double decoded(const Format& format, int code) {
  const int signBit = 1 << (format.exponentBits + format.fractionBits);
  if (format.isUnsignedZero && code == signBit) return kNan;
  const double sign = (code & signBit) != 0 ? -1 : 1;
  code &= signBit - 1;
  if (code >= format.special)
    return format.hasInfinity && code == format.special ? sign * kInfinity : kNan;
  const int exponent = code >> format.fractionBits;
  const int fraction = code & ((1 << format.fractionBits) - 1);
  const int leading = exponent == 0 ? 0 : 1 << format.fractionBits;
  return sign *
         std::ldexp(leading + fraction, std::max(exponent, 1) - format.bias - format.fractionBits);
}

template <class T>
double numberAt(const std::byte* from) {
  T number;
  std::memcpy(&number, from, sizeof number);
  return static_cast<double>(number);
}

// The number at an address; of complex numbers each part.
double numberAt(DType type, const std::byte* from) {
  switch (type) {
    case DType::float32:
    case DType::complex64:
      return numberAt<float>(from);
    case DType::float64:
    case DType::complex128:
      return numberAt<double>(from);
    case DType::int8:
    case DType::int4:
    case DType::int2:
      return numberAt<std::int8_t>(from);
    case DType::int16:
      return numberAt<std::int16_t>(from);
    case DType::int32:
      return numberAt<std::int32_t>(from);
    case DType::int64:
      return numberAt<std::int64_t>(from);
    case DType::uint16:
      return numberAt<std::uint16_t>(from);
    case DType::uint32:
      return numberAt<std::uint32_t>(from);
    case DType::uint64:
      return numberAt<std::uint64_t>(from);
    case DType::float16:
    case DType::bfloat16: {
      std::uint16_t bits = 0;
      std::memcpy(&bits, from, sizeof bits);
      return valueOf(type, bits);
    }
    default:
      break;
  }
  const int code = std::to_integer<int>(*from);
  if (type == DType::float8e8m0) return code == 255 ? kNan : std::ldexp(1, code - 127);
  for (const Format& format : kFormats)
    if (format.type == type) return decoded(format, code);
  return code;
}

bool isClose(double actual, double expected) {
  if (std::isnan(expected)) return std::isnan(actual);
  if (std::isinf(expected)) return actual == expected;
  return std::abs(actual - expected) <= 1e-7 + 1e-3 * std::abs(expected);
}

}  // namespace

std::optional<std::string> difference(const Tensor& actual, const Tensor& expected) {
  if (actual.type != expected.type)
    return say("type {}, expected {}", {actual.type, expected.type});
  if (!(actual.dims == expected.dims))
    return say("shape {}, expected {}", {Shown(actual.dims), Shown(expected.dims)});
  if (actual.texts.size() != expected.texts.size())
    return say("{} strings, expected {}", {actual.texts.size(), expected.texts.size()});
  for (std::size_t at = 0; at < expected.texts.size(); ++at)
    if (actual.texts[at] != expected.texts[at])
      return say("item {} is '{}', expected '{}'", {at, actual.texts[at], expected.texts[at]});
  if (actual.bytes.size() != expected.bytes.size())
    return say("{} bytes, expected {}", {actual.bytes.size(), expected.bytes.size()});
  const bool isComplex = expected.type == DType::complex64 || expected.type == DType::complex128;
  const auto step = static_cast<std::size_t>(width(expected.type) / (isComplex ? 2 : 1));
  for (std::size_t at = 0; at < expected.bytes.size(); at += step) {
    const double got = numberAt(expected.type, actual.bytes.data() + at);
    const double wanted = numberAt(expected.type, expected.bytes.data() + at);
    if (!isClose(got, wanted)) return say("item {} is {}, expected {}", {at / step, got, wanted});
  }
  return std::nullopt;
}

std::optional<std::string> difference(const AnyValue& actual, const AnyValue& expected) {
  if (actual.index() != expected.index())
    return say("kind {}, expected {}", {actual.index(), expected.index()});
  if (const auto* tensor = std::get_if<Tensor>(&actual))
    return difference(*tensor, std::get<Tensor>(expected));
  const auto* sequence = std::get_if<Sequence>(&actual);
  if (sequence == nullptr) return std::nullopt;
  const std::vector<Tensor>& wanted = std::get<Sequence>(expected).tensors;
  if (sequence->tensors.size() != wanted.size())
    return say("{} elements, expected {}", {sequence->tensors.size(), wanted.size()});
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (const auto problem = difference(sequence->tensors[i], wanted[i]))
      return say("element {}: {}", {i, *problem});
  return std::nullopt;
}

}  // namespace simdcast::test

// Elements of inputs that determine sizes.
#include <cstring>

#include "../base/rounding.hpp"
#include "call.hpp"
#include "element_types.hpp"

namespace simdcast::onnx {
namespace {

template <class Result>
std::vector<Result> read(const Value& value, const std::byte* from) {
  std::vector<Result> result(size(value.elements()));
  withElementType(value.type, [&]<class Element>(Element) {
    const auto* elements = reinterpret_cast<const Element*>(from);
    for (std::size_t i = 0; i < result.size(); ++i)
      if constexpr (std::is_floating_point_v<Element> && std::is_integral_v<Result>)
        result[i] = std::abs(elements[i]) < 9e18 ? static_cast<Result>(elements[i]) : 0;
      else
        result[i] = static_cast<Result>(elements[i]);
  });
  return result;
}

// Types without a C++ type are read as the float32 that they equal.
bool isRead(DType type) {
  return withElementType(type, [](auto) {});
}

}  // namespace

std::optional<std::vector<double>> Call::knownReals(const Value& value) {
  if (!value.isConstant() || failed()) return std::nullopt;
  const Value plain = isRead(value.type) ? value : cast(value, DType::float32);
  // A constant may be too large to be converted in advance.
  if (failed() || !plain.isConstant()) return std::nullopt;
  const std::span<const std::byte> known = builder_.known(plain);
  return failed() ? std::nullopt : std::optional(read<double>(plain, known.data()));
}

std::vector<double> Call::reals(int at, const Value& value) {
  if (failed()) return {};
  if (std::optional<std::vector<double>> known = knownReals(value)) return *std::move(known);
  return builder_.need(optional(at), faults::dynamic(label(), at));
}

std::vector<Count> Call::integers(int at, const Value& value) {
  if (failed()) return {};
  const bool isConverted = value.isConstant() && !isRead(value.type);
  const Value plain = isConverted ? cast(value, DType::float32) : value;
  if (failed()) return {};
  if (!plain.isConstant()) return builder_.need(optional(at), faults::dynamic(label(), at));
  const std::span<const std::byte> known = builder_.known(plain);
  return failed() ? std::vector<Count>() : read<Count>(plain, known.data());
}

Dims Call::elements(int at) {
  const Value value = input(at);
  return failed() ? Dims{} : toDims(integers(at, value));
}

Dims Call::numbers(int at) {
  if (!has(at)) return {};
  if (optional(at).rank() > 1) return fail(faults::vector(label(), at));
  return elements(at);
}

double Call::item(int at, const Value& value) {
  const std::vector<double> items = reals(at, value);
  if (failed()) return 0;
  return items.size() == 1 ? items[0] : fail(faults::scalar(label(), at));
}

Count Call::scalar(int at) {
  const Value value = input(at);
  if (failed()) return 0;
  const std::vector<Count> items = integers(at, value);
  if (failed()) return 0;
  return items.size() == 1 ? items[0] : fail(faults::scalar(label(), at));
}

}  // namespace simdcast::onnx

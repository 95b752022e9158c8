// Attributes and values that the operators of ai.onnx.ml share.
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "../call.hpp"

namespace simdcast::onnx::ml {

// The list of an attribute, without copying; empty if the attribute is absent.
template <class Item>
[[nodiscard]] std::span<const Item> listOf(const Call& call, std::string_view name) {
  const AttributeValue* value = call.attribute(name);
  const auto* list = value == nullptr ? nullptr : std::get_if<std::vector<Item>>(value);
  return list == nullptr ? std::span<const Item>() : std::span<const Item>(*list);
}
// The same; fails if the attribute is absent.
template <class Item>
std::span<const Item> neededList(Call& call, std::string_view name) {
  if (!call.hasAttribute(name)) call.fail(faults::attributeMissing(call.label(), name));
  return listOf<Item>(call, name);
}

// Checks the length of an attribute's list; returns whether it is right.
bool checkLength(Call& call, std::string_view name, Count got, Count wanted);

// The position that an attribute selects in a list of `count` words.
int choiceAt(Call& call, std::string_view name, int count, int absent);

// The first input as rows of features; an input with one axis is a single row.
Value rowsOf(Call& call);

// A constant of float32 or float64.
Value constantOf(Call& call, DType type, const Dims& dims, std::span<const float> numbers);

// The elements of a tensor of numbers.
std::vector<double> numbersIn(Call& call, const TensorData& tensor);

}  // namespace simdcast::onnx::ml

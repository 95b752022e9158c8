// Lists cross by value: a vector is an array in JavaScript, and an array a vector here.
#pragma once

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <type_traits>
#include <vector>

#include "../src/base/small_vector.hpp"

namespace simdcast::bindings {

template <class T>
inline constexpr bool kIsList = false;
template <class T>
inline constexpr bool kIsList<std::vector<T>> = true;
template <class T, int kInline>
inline constexpr bool kIsList<SmallVector<T, kInline>> = true;

template <class T>
concept List = kIsList<std::remove_cvref_t<T>>;

template <class T>
void append(std::vector<T>& list, T item) {
  list.push_back(std::move(item));
}
template <class T, int kInline>
void append(SmallVector<T, kInline>& list, T item) {
  list.push(std::move(item));
}

template <List Items>
Items listOf(const emscripten::val& array) {
  using Item = typename Items::value_type;
  Items items;
  const auto length = array["length"].as<unsigned>();
  for (unsigned i = 0; i < length; ++i) append(items, array[i].as<Item>());
  return items;
}

}  // namespace simdcast::bindings

namespace emscripten::internal {

template <class Items>
requires simdcast::bindings::List<Items>
struct TypeID<Items, void> {
  static constexpr TYPEID get() { return TypeID<val>::get(); }
};

template <class Items>
requires simdcast::bindings::List<Items>
struct BindingType<Items, void> {
  using Bound = BindingType<val>;
  using WireType = Bound::WireType;
  using List = std::remove_cvref_t<Items>;
  static WireType toWireType(const List& items, rvp::default_tag policy) {
    return Bound::toWireType(val::array(items.begin(), items.end()), policy);
  }
  static List fromWireType(WireType wire) {
    return simdcast::bindings::listOf<List>(Bound::fromWireType(wire));
  }
};

}  // namespace emscripten::internal

// Lists cross by value: a vector is an array in JavaScript, and an array a vector here.
#pragma once

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "../src/base/shape.hpp"

// Arrays of the numbers at an address, created in one step: Emscripten's own array of a view takes
// five.
extern "C" {
emscripten::EM_VAL arrayOfInts(const int* items, std::size_t length);
emscripten::EM_VAL arrayOfDoubles(const double* items, std::size_t length);
}

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

// Maximum items of a list from JavaScript, more than any function accepts. The rest is dropped:
// memory for a list of any length may not be available, and running out here would be fatal.
inline constexpr unsigned kMostItems = 64;
static_assert(kMostItems > kMaxRank && kMostItems > kMaxOperands);

template <List Items>
Items listOf(const emscripten::val& array) {
  using Item = typename Items::value_type;
  Items items;
  const unsigned length = std::min(array["length"].as<unsigned>(), kMostItems);
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
    if constexpr (std::is_same_v<List, std::vector<int>>)
      return arrayOfInts(items.data(), items.size());
    else if constexpr (std::is_same_v<List, std::vector<double>>)
      return arrayOfDoubles(items.data(), items.size());
    else
      return Bound::toWireType(val::array(items.begin(), items.end()), policy);
  }
  static List fromWireType(WireType wire) {
    return simdcast::bindings::listOf<List>(Bound::fromWireType(wire));
  }
};

}  // namespace emscripten::internal

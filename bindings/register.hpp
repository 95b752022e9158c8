// Registers the types that Embind does not support by itself: enums by their tables, structs with
// 64-bit members, layers, views.
#pragma once

#include <emscripten/bind.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string_view>

#include "../src/base/enum_table.hpp"
#include "../src/engine/remote.hpp"
#include "lists.hpp"

namespace simdcast::bindings {

// Registers the enumerators of an engine's enum under the names of its table; one without a name is
// internal.
template <class Enum, class NameOf>
void registerEnum(const char* name, NameOf nameOf) {
  emscripten::enum_<Enum> registered(name);
  for (std::size_t i = 0; i < kCountOf<Enum>; ++i)
    if (const std::string_view known = nameOf(static_cast<Enum>(i)); !known.empty())
      registered.value(known.data(), static_cast<Enum>(i));
}

// Represents a JavaScript number that is not a count. No layer accepts it.
inline constexpr Count kNoCount = std::numeric_limits<Count>::min();

// A JavaScript number as a count; kNoCount unless it is an integer up to 2^53.
inline Count toCount(double number) {
  const bool exact =
      std::abs(number) <= static_cast<double>(kMaxCount) && std::trunc(number) == number;
  return exact ? static_cast<Count>(number) : kNoCount;
}

// A struct with members of 64 bits, which cross as numbers, or with addresses.
template <class Struct>
class Fields : public emscripten::value_object<Struct> {
 public:
  using emscripten::value_object<Struct>::value_object;

  template <Count Struct::*kMember>
  Fields& count(const char* name) {
    this->field(name, &get<kMember>, &set<kMember>);
    return *this;
  }
  template <const std::byte* Struct::*kMember>
  Fields& address(const char* name) {
    this->field(name, &addressOf<kMember>, &point<kMember>);
    return *this;
  }
  template <class Member>
  Fields& member(const char* name, Member Struct::*pointer) {
    this->field(name, pointer);
    return *this;
  }

 private:
  template <Count Struct::*kMember>
  static double get(const Struct& object) {
    return static_cast<double>(object.*kMember);
  }
  template <Count Struct::*kMember>
  static void set(Struct& object, double number) {
    object.*kMember = toCount(number);
  }
  template <const std::byte* Struct::*kMember>
  static remote::Address addressOf(const Struct& object) {
    return reinterpret_cast<remote::Address>(object.*kMember);
  }
  template <const std::byte* Struct::*kMember>
  static void point(Struct& object, remote::Address address) {
    object.*kMember = reinterpret_cast<const std::byte*>(address);
  }
};

// The task of a layer of one kind.
template <class Request>
std::unique_ptr<Task> layerOf(const Request& request) {
  return remote::layer(request);
}

// Elements in wasm memory, as an array that is stale once the memory grows.
template <class T>
emscripten::val viewOf(remote::Address address, std::size_t length) {
  return emscripten::val(
      emscripten::typed_memory_view(length, reinterpret_cast<const T*>(address)));
}

}  // namespace simdcast::bindings

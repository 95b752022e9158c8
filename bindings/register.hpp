// Registers types that Embind lacks: enums by their tables, and views.
#pragma once

#include <emscripten/bind.h>

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

// Elements in wasm memory, as an array that is stale once the memory grows.
template <class T>
emscripten::val viewOf(remote::Address address, std::size_t length) {
  return emscripten::val(
      emscripten::typed_memory_view(length, reinterpret_cast<const T*>(address)));
}

}  // namespace simdcast::bindings

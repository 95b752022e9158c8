// The values of a graph: types and sizes that are fixed, and the storage of their elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "../base/dtype.hpp"
#include "dims.hpp"

namespace simdcast::graph {

// The lifetime of a storage: the session's; one run, with memory from outside; or within one run. A
// list has no elements of its own.
enum class StorageKind : std::uint8_t { constant, input, temporary, list };

struct List;

// Where elements are. Values of one storage differ only in their dims. A part of a storage has no
// address of its own: it is read-only, and lives as long as the whole.
struct Storage {
  StorageKind kind = StorageKind::temporary;
  Count bytes = 0;
  // Set from the start for a constant, when memory is planned for a temporary, and by each run for
  // an input.
  std::byte* address = nullptr;
  Storage* whole = nullptr;               // of a part
  Count offset = 0;                       // of a part, in bytes
  std::shared_ptr<const List> list = {};  // of a list (lists.hpp)
  bool lasts = false;                     // a constant of a session (Derived)
  bool isRead = false;                    // by a step, if it lasts
  // The number from the Numbers that counted it last; -1 if none has.
  mutable int number = -1;

  [[nodiscard]] Storage* place() noexcept { return whole == nullptr ? this : whole; }
};

// A type and sizes.
struct Form {
  DType type = DType::float32;
  Dims dims;

  friend bool operator==(const Form&, const Form&) = default;
};

// How elements are stored: strings are handles of the session's pool (strings/pool.hpp).
[[nodiscard]] inline DType storedAs(DType type) noexcept {
  return type == DType::string ? DType::uint32 : type;
}
// Bytes of an element.
[[nodiscard]] inline int widthOf(DType type) noexcept { return width(storedAs(type)); }

[[nodiscard]] inline Count bytesOf(DType type, const Dims& dims) {
  const Count elements = sizeOf(dims);
  return elements > kMaxCount / 16 ? kMaxCount : elements * widthOf(type);
}
[[nodiscard]] inline Count bytesOf(const Form& form) { return bytesOf(form.type, form.dims); }

// A value without a storage is an absent input, or the result of work that failed.
struct Value : Form {
  Storage* storage = nullptr;

  [[nodiscard]] explicit operator bool() const noexcept { return storage != nullptr; }
  [[nodiscard]] int rank() const noexcept { return dims.size(); }
  [[nodiscard]] Count elements() const { return sizeOf(dims); }
  // Whether it is a sequence or an optional value instead of a tensor.
  [[nodiscard]] bool isList() const noexcept {
    return storage != nullptr && storage->kind == StorageKind::list;
  }
  [[nodiscard]] bool isConstant() const noexcept {
    return storage != nullptr && storage->kind == StorageKind::constant;
  }
};

using Values = SmallVector<Value, 4>;

}  // namespace simdcast::graph

// Writes messages of ONNX byte by byte, by the field numbers of onnx.proto.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace simdcast::test {

class Message {
 public:
  Message& integer(int field, std::int64_t value) {
    varint(static_cast<std::uint64_t>(field) << 3);
    varint(static_cast<std::uint64_t>(value));
    return *this;
  }
  Message& text(int field, std::string_view value) {
    return block(field, std::as_bytes(std::span(value)));
  }
  Message& block(int field, std::span<const std::byte> value) {
    varint(static_cast<std::uint64_t>(field) << 3 | 2);
    varint(value.size());
    bytes_.insert(bytes_.end(), value.begin(), value.end());
    return *this;
  }
  Message& inner(int field, const Message& value) { return block(field, value.bytes_); }
  // A float or a double.
  template <std::floating_point T>
  Message& real(int field, T value) {
    varint(static_cast<std::uint64_t>(field) << 3 | (sizeof(T) == 4 ? 5 : 1));
    raw(value);
    return *this;
  }
  // Numbers in one block: integers are varints.
  template <class T>
  Message& packed(int field, const std::vector<T>& values) {
    Message numbers;
    for (const T value : values) {
      if constexpr (std::floating_point<T>)
        numbers.raw(value);
      else
        numbers.varint(static_cast<std::uint64_t>(value));
    }
    return inner(field, numbers);
  }
  // As in memory.
  template <class T>
  Message& elements(int field, const std::vector<T>& values) {
    return block(field, std::as_bytes(std::span(values)));
  }
  Message& varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7)
      bytes_.push_back(static_cast<std::byte>((value & 0x7F) | 0x80));
    bytes_.push_back(static_cast<std::byte>(value));
    return *this;
  }

  [[nodiscard]] const std::vector<std::byte>& bytes() const noexcept { return bytes_; }

 private:
  template <class T>
  void raw(T value) {
    const auto* const first = reinterpret_cast<const std::byte*>(&value);
    bytes_.insert(bytes_.end(), first, first + sizeof(T));
  }

  std::vector<std::byte> bytes_;
};

// ValueInfoProto of a tensor of an element type by its number; a negative size is not declared.
[[nodiscard]] inline Message valueInfo(std::string_view name, std::int64_t type = 1,
                                       const std::vector<std::int64_t>& dims = {}) {
  Message shape;
  for (const std::int64_t size : dims)
    shape.inner(1, size < 0 ? Message() : Message().integer(1, size));
  return Message().text(1, name).inner(
      2, Message().inner(1, Message().integer(1, type).inner(2, shape)));
}

[[nodiscard]] inline Message node(std::string_view op, const std::vector<std::string_view>& inputs,
                                  const std::vector<std::string_view>& outputs) {
  Message message;
  for (const std::string_view input : inputs) message.text(1, input);
  for (const std::string_view output : outputs) message.text(2, output);
  return message.text(4, op);
}

// The start of a TensorProto.
[[nodiscard]] inline Message tensorHead(std::string_view name, std::int64_t type,
                                        const std::vector<std::int64_t>& dims) {
  return Message().packed(1, dims).integer(2, type).text(8, name);
}

[[nodiscard]] inline Message opset(std::int64_t version, std::string_view domain = "") {
  return Message().text(1, domain).integer(2, version);
}

[[nodiscard]] inline Message model(const Message& graph, std::int64_t version = 17) {
  return Message().integer(1, 8).inner(7, graph).inner(8, opset(version));
}

}  // namespace simdcast::test

// Reads messages into structs. A message lists its fields in a static function `fields()`; unknown
// ones are skipped. Texts and bytes are views of the file, and messages nest no deeper than
// structs.
#pragma once

#include <bit>
#include <concepts>
#include <memory>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "protobuf.hpp"

namespace simdcast::model {

using protobuf::Bytes;
using protobuf::Reader;
using protobuf::WireType;

template <class Message, class Value>
struct Field {
  std::uint32_t number;
  std::string_view name;  // in sentences
  Value Message::*member;
};
template <class Message, class Value>
Field(int, const char*, Value Message::*) -> Field<Message, Value>;

template <class T>
concept IsMessage = requires {
  T::fields();
};

// Numbers of a field, in encoded blocks that are decoded on demand.
template <class Number>
struct Encoded {
  std::vector<Bytes> blocks;
};

// Reads a member of a type, once per occurrence of its field in the message. Numbers of a repeated
// field may also be in one block.
template <class Value>
struct Codec;

template <std::integral Number>
struct Codec<Number> {
  static constexpr WireType kWire = WireType::varint;
  static void read(Reader& reader, Number& number) {
    number = static_cast<Number>(reader.varint());
  }
};
template <>
struct Codec<float> {
  static constexpr WireType kWire = WireType::bits32;
  static void read(Reader& reader, float& number) {
    number = std::bit_cast<float>(reader.bits32());
  }
};
template <>
struct Codec<double> {
  static constexpr WireType kWire = WireType::bits64;
  static void read(Reader& reader, double& number) {
    number = std::bit_cast<double>(reader.bits64());
  }
};
template <>
struct Codec<Bytes> {
  static constexpr WireType kWire = WireType::bytes;
  static void read(Reader& reader, Bytes& bytes) { bytes = reader.bytes(); }
};
template <>
struct Codec<std::string_view> {
  static constexpr WireType kWire = WireType::bytes;
  static void read(Reader& reader, std::string_view& text) {
    const Bytes bytes = reader.bytes();
    text = {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
};

template <class Message>
void readMessage(Reader& reader, Message& message);

template <IsMessage Message>
struct Codec<Message> {
  static constexpr WireType kWire = WireType::bytes;
  static void read(Reader& reader, Message& message) {
    Reader inner(reader.bytes());
    message = {};
    readMessage(inner, message);
    if (inner.failed()) reader.fail(inner.flaw());
  }
};
template <class Value>
struct Codec<std::optional<Value>> {
  static constexpr WireType kWire = Codec<Value>::kWire;
  static void read(Reader& reader, std::optional<Value>& value) {
    Codec<Value>::read(reader, value.emplace());
  }
};
template <class Value>
struct Codec<std::shared_ptr<Value>> {
  static constexpr WireType kWire = Codec<Value>::kWire;
  static void read(Reader& reader, std::shared_ptr<Value>& value) {
    value = std::make_shared<Value>();
    Codec<Value>::read(reader, *value);
  }
};
template <class Value>
struct Codec<std::vector<Value>> {
  static constexpr WireType kWire = Codec<Value>::kWire;
  static void read(Reader& reader, std::vector<Value>& values) {
    Codec<Value>::read(reader, values.emplace_back());
  }
  static void readBlock(Reader& reader, std::vector<Value>& values) {
    while (!reader.rest().empty()) read(reader, values);
  }
};
template <class Number>
struct Codec<Encoded<Number>> {
  static constexpr WireType kWire = Codec<Number>::kWire;
  static void read(Reader& reader, Encoded<Number>& numbers) {
    const Bytes before = reader.rest();
    Number ignored{};
    Codec<Number>::read(reader, ignored);
    if (!reader.failed())
      numbers.blocks.push_back(before.first(before.size() - reader.rest().size()));
  }
  static void readBlock(Reader& reader, Encoded<Number>& numbers) {
    numbers.blocks.push_back(reader.rest());
    for (Number ignored{}; !reader.rest().empty();) Codec<Number>::read(reader, ignored);
  }
};

template <class Message, class Base, class Value>
void readField(Reader& reader, const Field<Base, Value>& field, Message& message) {
  using Of = Codec<Value>;
  Value& value = message.*field.member;
  if (reader.wireType() == Of::kWire) return Of::read(reader, value);
  if constexpr (Of::kWire != WireType::bytes && requires { &Of::readBlock; }) {
    if (reader.wireType() == WireType::bytes) {
      Reader block(reader.bytes());
      Of::readBlock(block, value);
      if (block.failed()) reader.fail(block.flaw());
      return;
    }
  }
  reader.fail({Defect::wireType, field.name, static_cast<int>(reader.wireType())});
}

// The last occurrence of a field that is not repeated wins.
template <class Message>
void readMessage(Reader& reader, Message& message) {
  while (reader.next()) {
    const auto readIf = [&](const auto& field) {
      if (field.number != reader.field()) return false;
      readField(reader, field, message);
      return true;
    };
    const bool isKnown = std::apply([&](const auto&... fields) { return (readIf(fields) || ...); },
                                    Message::fields());
    if (!isKnown) reader.skip();
  }
}

}  // namespace simdcast::model

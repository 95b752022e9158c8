// Reads models that tests write, and the messages that several of them are made of.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "buffers.hpp"
#include "model/read.hpp"
#include "onnx_bytes.hpp"

namespace simdcast::test {

using model::Model;
using model::ReadOptions;

inline Model read(const std::vector<std::byte>& bytes, const ReadOptions& options = {}) {
  auto result = model::readModel(bytes, options);
  if (const auto* fault = std::get_if<Fault>(&result)) FAIL(fault->code << ": " << fault->text);
  return std::get<Model>(std::move(result));
}

inline Fault faultOf(const std::vector<std::byte>& bytes, const ReadOptions& options = {}) {
  auto result = model::readModel(bytes, options);
  REQUIRE(std::holds_alternative<Fault>(result));
  return std::get<Fault>(std::move(result));
}
inline Fault faultOf(const Message& message, const ReadOptions& options = {}) {
  return faultOf(message.bytes(), options);
}

inline void checkFault(const Message& message, std::string_view code, const std::string& text,
                       const ReadOptions& options = {}) {
  const Fault fault = faultOf(message, options);
  CHECK(fault.code == code);
  CHECK_THAT(fault.text, Catch::Matchers::ContainsSubstring(text));
}

template <class T>
std::vector<T> valuesOf(std::span<const std::byte> bytes) {
  return Source(bytes.data(), bytes.size()).values<T>();
}

inline std::vector<std::string> namesOf(const std::vector<model::ModelNode>& nodes) {
  std::vector<std::string> names;
  for (const model::ModelNode& node : nodes) names.push_back(node.name);
  return names;
}

// A graph whose output is an initializer of this name.
inline Message holding(const Message& tensor, int field = 5) {
  return model(Message().inner(field, tensor).inner(12, valueInfo("k")));
}

// ---- messages

inline Message sparse(const std::vector<std::int64_t>& dims, const std::vector<float>& values,
                      const std::vector<std::int64_t>& indices,
                      const std::vector<std::int64_t>& shape) {
  const auto count = static_cast<std::int64_t>(values.size());
  return Message()
      .inner(1, tensorHead("k", 1, {count}).packed(4, values))
      .inner(2, tensorHead("", 7, shape).packed(7, indices))
      .packed(3, dims);
}

inline Message externalTensor(std::string_view offset, std::string_view length,
                              std::string_view name = "k") {
  const auto entry = [](std::string_view key, std::string_view value) {
    return Message().text(1, key).text(2, value);
  };
  return tensorHead(name, 1, {2})
      .inner(13, entry("location", "./weights.bin"))
      .inner(13, entry("offset", offset))
      .inner(13, entry("length", length))
      .integer(14, 1);
}

inline Message chain() {
  return Message()
      .inner(1, node("Add", {"b", "x"}, {"c"}))
      .inner(1, node("Add", {"a", "x"}, {"b"}))
      .inner(1, node("Relu", {"x"}, {"a"}))
      .inner(1, node("Split", {"x"}, {"d", "e"}))
      .inner(5, tensorHead("unused", 1, {}).real(4, 1.F))
      .inner(5, tensorHead("w", 1, {}).real(4, 1.F))
      .inner(11, valueInfo("x", 1, {-1, 3}))
      .inner(11, valueInfo("w"))
      .inner(12, valueInfo("c"))
      .inner(12, Message().text(1, "e"))
      .inner(13, valueInfo("a", 1, {3}));
}

inline Message attribute(std::string_view name, int type = 0) {
  return type == 0 ? Message().text(1, name) : Message().text(1, name).integer(20, type);
}

// If whose branches return x plus y, and y.
inline Message branching() {
  const Message then = Message()
                           .inner(1, node("Add", {"x", "inner"}, {"t"}))
                           .inner(5, tensorHead("inner", 1, {}).real(4, 1.F))
                           .inner(12, valueInfo("t"));
  const Message other = Message().inner(12, valueInfo("y"));
  return Message(node("If", {"c"}, {"r"}))
      .inner(5, attribute("then_branch", 5).inner(6, then))
      .inner(5, attribute("else_branch", 5).inner(6, other));
}

inline Message scaled(const Message& body) {
  return Message()
      .text(1, "Scaled")
      .text(10, "own")
      .text(4, "a")
      .text(4, "b")
      .text(5, "c")
      .inner(7, body)
      .inner(9, opset(16));
}

inline Message call(std::string_view op, const std::vector<std::string_view>& inputs,
                    std::string_view output = "y") {
  return node(op, inputs, {output}).text(7, "own");
}

}  // namespace simdcast::test

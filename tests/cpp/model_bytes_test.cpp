// Bytes that are no model, or no longer one.
#include <catch2/catch_test_macros.hpp>

#include "support/models.hpp"
#include "support/random.hpp"

namespace simdcast::test::model_bytes_test {
namespace {

using Catch::Matchers::ContainsSubstring;

TEST_CASE("unknown fields are skipped", "[model]") {
  const Message graph = Message()
                            .inner(1, node("Relu", {"x"}, {"y"}))
                            .inner(11, valueInfo("x"))
                            .inner(12, valueInfo("y"));
  Message message = model(graph);
  message.integer(99, -1).text(98, "new").real(97, 1.5F).real(96, 2.5);
  // A group in a group.
  message.varint(95 << 3 | 3).varint(94 << 3 | 3).integer(1, 5).varint(94 << 3 | 4);
  message.varint(95 << 3 | 4);
  CHECK(read(message.bytes()).graph.nodes.size() == 1);
}

TEST_CASE("malformed bytes are refused", "[model]") {
  const auto refuse = [](const Message& message, const std::string& text) {
    checkFault(message, "invalid_protobuf", text);
  };
  refuse(Message().varint(0xFF), "field");
  refuse(Message().varint(7 << 3 | 2).varint(5).varint(0), "end too early");
  refuse(Message().varint(7 << 3 | 2), "end too early");
  refuse(Message().varint(9 << 3 | 3), "end too early");
  refuse(Message().varint(1), "no valid number");
  refuse(Message().text(1, "8"), "the field irVersion has wire type 2");
  refuse(Message().varint(9 << 3 | 4), "not closed");
  refuse(Message().varint(9 << 3 | 3).varint(8 << 3 | 4), "not closed");
  Message deep = Message().integer(1, 8);
  for (int i = 0; i < 5000; ++i) deep.varint(9 << 3 | 3);
  refuse(deep, "nested too deeply");
  std::vector<std::byte> bytes = Message().integer(1, 8).integer(9, -1).integer(9, -1).bytes();
  for (std::size_t i = 3; i < bytes.size(); ++i) bytes[i] |= std::byte{0x80};
  CHECK_THAT(faultOf(bytes).text, ContainsSubstring("more than 10 bytes"));
  checkFault(Message().integer(1, 8), "invalid_model", "they contain no graph");
}

TEST_CASE("files in other formats are named", "[model]") {
  const auto refuse = [](std::string_view text, const std::string& format) {
    const auto bytes = std::as_bytes(std::span(text));
    const Fault fault = faultOf({bytes.begin(), bytes.end()});
    CHECK_THAT(fault.text, ContainsSubstring("The bytes are not an ONNX model: "));
    CHECK_THAT(fault.text, ContainsSubstring(format));
  };
  refuse("", "the file is empty");
  refuse("\xEF\xBB\xBF \n<html lang=\"en\">",
         "HTML page that begins with \"<html lang=\\\"en\\\">\"");
  refuse("<Error><Code>NoSuchKey</Code></Error>", "XML");
  refuse("{\"error\":\"Repository not found\"}", "JSON that begins with \"{\\\"error");
  refuse("[{\"a\": 1}]", "JSON");
  refuse("version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "Git LFS pointer");
  refuse("7767517\n2 2\nInput data 0 1 data\n", "ncnn");
  refuse(std::string(
             "\x35\0\0\0\0\0\0\0{\"w\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}"
             "\0\0\0\0",
             66),
         "safetensors");
  refuse(std::string("PK\3\4").append(26, '\0') + "archive/data.pkl", "PyTorch");
  refuse("\x89PNG\r\n\x1A\n-------------", "an image");
  refuse("Entry not found", "text that begins with \"Entry not found\"");
}

// A small model with everything.
std::vector<std::byte> everything() {
  Message graph = chain();
  graph.inner(1, Message(branching()).text(3, "branches"))
      .inner(1, node("Relu", {"x"}, {"y"}))
      .inner(1, Message(call("Scaled", {"x", "w"}, "z"))
                    .text(3, "calls")
                    .inner(5, attribute("slope").real(2, 1.F)))
      .inner(5, tensorHead("four", 22, {3}).elements(9, std::vector<std::uint8_t>{0x8F, 0x07}))
      .inner(5, tensorHead("true", 9, {2}).packed(5, std::vector{1, 2}))
      .inner(5, tensorHead("text", 8, {1}).text(6, "é"))
      .inner(15, sparse({2, 3}, {5, -7}, {0, 1, 1, 2}, {2, 2}))
      .inner(5, externalTensor("0", "8", "external"))
      .inner(12, valueInfo("r"))
      .inner(12, valueInfo("z"));
  graph.inner(1, node("Op", {"four", "true", "text", "k", "external"}, {"all"}))
      .inner(12, valueInfo("all"));
  return Message()
      .integer(1, 8)
      .inner(7, graph)
      .inner(8, opset(17))
      .inner(25, scaled(Message(node("LeakyRelu", {"a"}, {"c"}))
                            .inner(5, attribute("alpha").text(21, "slope"))))
      .bytes();
}

// Reads bytes at the end of a block, so that AddressSanitizer detects reads beyond, and touches
// every byte of the result.
void readAll(const std::vector<std::byte>& bytes) {
  const Source file(bytes);
  const std::vector<std::byte> external(8);
  const auto result =
      model::readModel({file.data(), bytes.size()}, {.externalData = [&](std::string_view) {
                         return std::optional<std::span<const std::byte>>(external);
                       }});
  if (const auto* fault = std::get_if<Fault>(&result)) {
    CHECK_FALSE(fault->code.empty());
    return;
  }
  const Model& model = std::get<Model>(result);
  unsigned sum = 0;
  for (const model::Initializer& one : model.graph.initializers)
    for (const std::byte byte : one.bytes) sum += std::to_integer<unsigned>(byte);
  CHECK(sum + 1 != 0);
}

TEST_CASE("a model that is cut off anywhere is read or refused", "[model]") {
  const std::vector<std::byte> whole = everything();
  const std::vector<float> file(2);
  CHECK(read(whole,
             {.externalData =
                  [&](std::string_view) { return std::optional(std::as_bytes(std::span(file))); }})
            .graph.outputs.size() == 5);
  for (std::size_t length = 0; length <= whole.size(); ++length)
    readAll({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)});
}

TEST_CASE("randomly changed models are read or refused", "[model]") {
  const std::vector<std::byte> whole = everything();
  Random random(81);
  for (int round = 0; round < 20'000; ++round) {
    std::vector<std::byte> bytes = whole;
    for (int changes = random.between(1, 4); changes > 0 && !bytes.empty(); --changes) {
      const auto at = random.between(0, static_cast<int>(bytes.size()) - 1);
      const auto place = bytes.begin() + at;
      const auto byte = static_cast<std::byte>(random.bits());
      switch (random.between(0, 4)) {
        case 0:
          *place = byte;
          break;
        case 1:
          *place ^= std::byte{1} << random.between(0, 7);
          break;
        case 2:
          bytes.insert(place, byte);
          break;
        case 3:
          bytes.erase(place);
          break;
        default: {
          // A piece of the model, elsewhere.
          const int from = random.between(0, static_cast<int>(whole.size()) - 1);
          const int end = random.between(from, std::min(static_cast<int>(whole.size()), from + 40));
          bytes.insert(place, whole.begin() + from, whole.begin() + end);
        }
      }
    }
    readAll(bytes);
  }
}

}  // namespace
}  // namespace simdcast::test::model_bytes_test

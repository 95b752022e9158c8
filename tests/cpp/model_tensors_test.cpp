// Tensors of models in every encoding, and those in other files.
#include <catch2/catch_test_macros.hpp>

#include "support/models.hpp"

namespace simdcast::test::model_tensors_test {
namespace {

template <class T>
std::vector<T> tensorValues(const Message& tensor) {
  auto result = model::readTensor(tensor.bytes());
  if (const auto* fault = std::get_if<Fault>(&result)) FAIL(fault->text);
  return valuesOf<T>(std::get<Tensor>(result).bytes);
}

TEST_CASE("tensors are read from typed fields", "[model]") {
  const std::vector<std::int64_t> two{2};
  CHECK(tensorValues<float>(tensorHead("", 1, two).packed(4, std::vector{1.5F, -2.F})) ==
        std::vector{1.5F, -2.F});
  CHECK(tensorValues<float>(tensorHead("", 1, two).real(4, 1.5F).real(4, -2.F)) ==
        std::vector{1.5F, -2.F});
  CHECK(tensorValues<float>(tensorHead("", 14, {1}).packed(4, std::vector{1.F, 2.F})) ==
        std::vector{1.F, 2.F});
  CHECK(tensorValues<double>(tensorHead("", 11, {1}).real(10, 0.1)) == std::vector{0.1});
  const std::vector<std::int64_t> numbers{-7, 9};
  CHECK(tensorValues<std::int8_t>(tensorHead("", 3, two).packed(5, numbers)) ==
        std::vector<std::int8_t>{-7, 9});
  CHECK(tensorValues<std::int16_t>(tensorHead("", 5, two).packed(5, numbers)) ==
        std::vector<std::int16_t>{-7, 9});
  CHECK(tensorValues<std::int32_t>(tensorHead("", 6, two).packed(5, numbers)) ==
        std::vector<std::int32_t>{-7, 9});
  CHECK(tensorValues<std::int64_t>(tensorHead("", 7, two).integer(7, -7).integer(7, 9)) == numbers);
  CHECK(tensorValues<std::uint32_t>(tensorHead("", 12, {1}).integer(11, 0xFFFFFFFF)) ==
        std::vector<std::uint32_t>{0xFFFFFFFF});
  CHECK(tensorValues<std::uint64_t>(tensorHead("", 13, {1}).integer(11, -1)) ==
        std::vector<std::uint64_t>{UINT64_MAX});
  CHECK(tensorValues<std::uint16_t>(tensorHead("", 10, {1}).integer(5, 0x3C00)) ==
        std::vector<std::uint16_t>{0x3C00});
  CHECK(tensorValues<std::uint8_t>(tensorHead("", 9, two).integer(5, 2).integer(5, 0)) ==
        std::vector<std::uint8_t>{1, 0});
}

TEST_CASE("elements of fewer than 8 bits get a byte each", "[model]") {
  const std::vector<std::uint8_t> packed{0x8F, 0x37};
  const auto raw = [&](std::int64_t type, std::int64_t size) {
    return tensorHead("", type, {size}).elements(9, packed);
  };
  CHECK(tensorValues<std::int8_t>(raw(22, 4)) == std::vector<std::int8_t>{-1, -8, 7, 3});
  CHECK(tensorValues<std::uint8_t>(raw(21, 3)) == std::vector<std::uint8_t>{15, 8, 7});
  CHECK(tensorValues<std::uint8_t>(raw(23, 4)) == std::vector<std::uint8_t>{15, 8, 7, 3});
  CHECK(tensorValues<std::int8_t>(raw(26, 8)) ==
        std::vector<std::int8_t>{-1, -1, 0, -2, -1, 1, -1, 0});
  CHECK(tensorValues<std::uint8_t>(raw(25, 5)) == std::vector<std::uint8_t>{3, 3, 0, 2, 3});
  CHECK(tensorValues<std::int8_t>(tensorHead("", 22, {3}).integer(5, 0x8F).integer(5, 0x37)) ==
        std::vector<std::int8_t>{-1, -8, 7});
}

TEST_CASE("initializers stay in the file", "[model]") {
  for (std::size_t misaligned = 0; misaligned < 4; ++misaligned) {
    const Message message = holding(tensorHead("k", 1, {2})
                                        .text(12, std::string(misaligned, 'x'))
                                        .elements(9, std::vector{1.F, -2.F}));
    const Source file(message.bytes(), misaligned);
    const std::span<const std::byte> bytes(file.data(), message.bytes().size());
    auto result = model::readModel(bytes);
    REQUIRE(std::holds_alternative<Model>(result));
    const model::Initializer& tensor = std::get<Model>(result).graph.initializers.at(0);
    CHECK(tensor.name == "k");
    CHECK(tensor.form == graph::Form{DType::float32, {2}});
    CHECK(tensor.owned == nullptr);
    CHECK(tensor.bytes.data() >= bytes.data());
    CHECK(tensor.bytes.data() + tensor.bytes.size() <= bytes.data() + bytes.size());
    CHECK(valuesOf<float>(tensor.bytes) == std::vector{1.F, -2.F});
  }
}

TEST_CASE("tensors that are not whole are refused", "[model]") {
  const std::vector<float> raw{1, 2};
  const auto refuse = [](const Message& tensor, std::string_view code, const std::string& text) {
    checkFault(holding(tensor), code, text);
  };
  const std::string_view invalid = "invalid_tensor";
  refuse(tensorHead("k", 1, {3}).elements(9, raw), invalid,
         "The tensor 'k' (3,) requires 3 elements of data, but has 2.");
  refuse(tensorHead("k", 1, {1}).elements(9, std::vector<std::uint8_t>(5)), invalid,
         "requires 1 element of data, but has 1.25.");
  refuse(tensorHead("k", 14, {2}).elements(9, raw), invalid,
         "requires 4 elements of data, but has 2.");
  refuse(tensorHead("k", 1, {-1}).elements(9, raw), invalid, "has invalid sizes: (-1,).");
  refuse(tensorHead("k", 1, {std::int64_t{1} << 31}), invalid, "invalid sizes");
  refuse(tensorHead("k", 1, std::vector<std::int64_t>(4, 1 << 30)), invalid, "invalid sizes");
  refuse(tensorHead("k", 1, {2}).inner(3, Message().integer(1, 0)).elements(9, raw), invalid,
         "segment");
  refuse(tensorHead("k", 27, {2}).elements(9, raw), "unsupported_type", "element type 27");
  refuse(Message().text(8, "k").elements(9, raw), "unsupported_type", "element type 0");
  refuse(tensorHead("k", 8, {1}).text(6, "\xFF"), invalid, "not UTF-8");
  refuse(tensorHead("k", 8, {2}).text(6, "a"), invalid, "requires 2 elements");
  refuse(tensorHead("k", 1, std::vector<std::int64_t>(99, 1)).real(4, 1.F), invalid,
         "The result of 'k' must have at most 16 axes, but would have 99.");
  refuse(tensorHead("k", 1, {1}).packed(4, std::vector<std::uint8_t>{1, 2, 3}), "invalid_protobuf",
         "end too early");
}

TEST_CASE("strings are counted, but have no bytes", "[model]") {
  const Message message = holding(tensorHead("k", 8, {2}).text(6, "a").text(6, "é"));
  const model::Initializer tensor = read(message.bytes()).graph.initializers.at(0);
  CHECK(tensor.form == graph::Form{DType::string, {2}});
  CHECK(tensor.bytes.empty());
}

TEST_CASE("sparse tensors are made dense", "[model]") {
  const std::vector<float> dense{0, 5, 0, 0, 0, -7};
  for (const Message& tensor :
       {sparse({2, 3}, {5, -7}, {1, 5}, {2}), sparse({2, 3}, {5, -7}, {0, 1, 1, 2}, {2, 2})}) {
    const Message message = holding(tensor, 15);
    CHECK(valuesOf<float>(read(message.bytes()).graph.initializers.at(0).bytes) == dense);
    const Message constant = Message(node("Constant", {}, {"k"}))
                                 .inner(5, Message().text(1, "sparse_value").inner(22, tensor));
    const Message other = model(Message().inner(1, constant).inner(12, valueInfo("k")));
    const Model read = test::read(other.bytes());
    const auto* value = onnx::find(read.graph.nodes.at(0).attributes, "sparse_value");
    REQUIRE(value != nullptr);
    CHECK(valuesOf<float>(std::get<onnx::TensorData>(*value).bytes) == dense);
  }
  for (const Message& tensor :
       {sparse({2, 3}, {5}, {6}, {1}), sparse({2, 3}, {5}, {-1}, {1}),
        sparse({2, 3}, {5}, {0, 3}, {1, 2}), sparse({2, 3}, {5}, {0, 0, 0}, {1, 3}),
        sparse({2, 3}, {5, 6}, {0}, {1})})
    checkFault(holding(tensor, 15), "invalid_tensor",
               "(2,3) requires an int64 index within its shape for each of its");
  checkFault(holding(sparse({1 << 30, 1 << 20}, {5}, {1}, {1}), 15), "invalid_tensor",
             "invalid sizes");
}

TEST_CASE("elements in other files are read from what the caller returns", "[model]") {
  const std::vector<float> file{7, 1, 2};
  std::string asked;
  const ReadOptions options{.externalData = [&](std::string_view location) {
    asked = location;
    return std::optional(std::as_bytes(std::span(file)));
  }};
  const Message message = holding(externalTensor("4", "8"));
  const model::Initializer tensor = read(message.bytes(), options).graph.initializers.at(0);
  CHECK(asked == "weights.bin");
  CHECK(valuesOf<float>(tensor.bytes) == std::vector{1.F, 2.F});
  CHECK(tensor.owned == nullptr);
  checkFault(holding(externalTensor("8", "8")), "external_data",
             "The tensor 'k' extends to byte 16 of the file './weights.bin', which has only 12.",
             options);
  checkFault(holding(externalTensor("-1", "8")), "invalid_tensor", "invalid offset", options);
  checkFault(holding(externalTensor("4", "9")), "invalid_tensor", "invalid offset", options);
  checkFault(message, "external_data",
             "The data of the tensor 'k' is in the file 'weights.bin'. Pass it as externalData");
  const ReadOptions none{.externalData = [](std::string_view) { return std::nullopt; }};
  checkFault(message, "external_data", "'weights.bin'", none);
}

}  // namespace
}  // namespace simdcast::test::model_tensors_test

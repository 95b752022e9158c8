#include "value_file.hpp"

#include "model/protobuf.hpp"
#include "model/read.hpp"

namespace simdcast::test {
namespace {

using protobuf::Bytes;
using protobuf::Reader;

// Field numbers.
constexpr std::uint32_t kTensorsOfSequence = 3;
constexpr std::uint32_t kTensorOfOptional = 3;
constexpr std::uint32_t kSequenceOfOptional = 5;

// The messages in a field.
std::vector<Bytes> messagesIn(Bytes bytes, std::uint32_t field) {
  std::vector<Bytes> messages;
  Reader reader(bytes);
  while (reader.next())
    if (reader.field() == field)
      messages.push_back(reader.bytes());
    else
      reader.skip();
  return messages;
}

std::variant<AnyValue, Fault> tensorFrom(Bytes bytes) {
  std::variant<Tensor, Fault> tensor = model::readTensor(bytes);
  if (auto* fault = std::get_if<Fault>(&tensor)) return std::move(*fault);
  return AnyValue(std::get<Tensor>(std::move(tensor)));
}

std::variant<AnyValue, Fault> sequenceFrom(Bytes bytes, std::optional<DType> type) {
  Sequence sequence{.type = type.value_or(DType::float32)};
  for (const Bytes message : messagesIn(bytes, kTensorsOfSequence)) {
    std::variant<Tensor, Fault> tensor = model::readTensor(message);
    if (auto* fault = std::get_if<Fault>(&tensor)) return std::move(*fault);
    sequence.tensors.push_back(std::get<Tensor>(std::move(tensor)));
  }
  return AnyValue(std::move(sequence));
}

}  // namespace

std::variant<AnyValue, Fault> readValue(std::span<const std::byte> bytes,
                                        const model::Declaration& declared) {
  if (!declared.isOptional)
    return declared.isSequence ? sequenceFrom(bytes, declared.type) : tensorFrom(bytes);
  const auto contents =
      messagesIn(bytes, declared.isSequence ? kSequenceOfOptional : kTensorOfOptional);
  if (contents.empty()) return AnyValue();
  return declared.isSequence ? sequenceFrom(contents[0], declared.type) : tensorFrom(contents[0]);
}

}  // namespace simdcast::test

#include "tensors.hpp"

#include <algorithm>
#include <cstring>

#include "../engine/heap.hpp"
#include "../onnx/element_numbers.hpp"
#include "utf8.hpp"

namespace simdcast::model {
namespace {

namespace said = faults::model;

constexpr std::int32_t kExternal = 1;  // of TensorProto.DataLocation

// Elements as a file stores them.
struct Stored {
  Bytes bytes;
  std::shared_ptr<const std::byte> owned = {};
};

bool isComplex(DType type) { return type == DType::complex64 || type == DType::complex128; }
// Numbers of an element.
int numbersOf(DType type) { return isComplex(type) ? 2 : 1; }

int storedBits(DType type) {
  const int few = onnx::kElementNumbers[type].bits;
  return few != 0 ? few : 8 * width(type);
}

Count fileBytes(const graph::Form& form) {
  return (graph::sizeOf(form.dims) * storedBits(form.type) + 7) / 8;
}

Stored outOfMemory(Reading& reading) { return reading.fail(said::outOfMemory()), Stored{}; }

// Numbers of fixed width are stored as in memory.
Stored joined(std::span<const Bytes> blocks, Reading& reading) {
  if (blocks.empty()) return {};
  if (blocks.size() == 1) return {blocks[0]};
  Count total = 0;
  for (const Bytes block : blocks) total += static_cast<Count>(block.size());
  const std::shared_ptr<std::byte> to = reserve(total);
  if (to == nullptr) return outOfMemory(reading);
  std::byte* next = to.get();
  for (const Bytes block : blocks) next = std::ranges::copy(block, next).out;
  return {{to.get(), next}, to};
}

// The low bytes of varints.
Stored decoded(std::span<const Bytes> blocks, int width, Reading& reading) {
  const auto isLast = [](std::byte byte) { return (byte & std::byte{0x80}) == std::byte{0}; };
  Count count = 0;
  for (const Bytes block : blocks) count += std::ranges::count_if(block, isLast);
  if (count == 0) return {};
  const std::shared_ptr<std::byte> to = reserve(count * width);
  if (to == nullptr) return outOfMemory(reading);
  std::byte* next = to.get();
  for (const Bytes block : blocks)
    for (Reader reader(block); !reader.rest().empty(); next += width) {
      const std::uint64_t number = reader.varint();
      std::memcpy(next, &number, static_cast<std::size_t>(width));
    }
  return {{to.get(), next}, to};
}

Stored storedIn(const TensorProto& proto, DType type, Reading& reading) {
  if (proto.rawData) return {*proto.rawData};
  switch (type) {
    case DType::float32:
    case DType::complex64:
      return joined(proto.floatData.blocks, reading);
    case DType::float64:
    case DType::complex128:
      return joined(proto.doubleData.blocks, reading);
    case DType::int64:
      return decoded(proto.int64Data.blocks, width(type), reading);
    case DType::uint32:
    case DType::uint64:
      return decoded(proto.uint64Data.blocks, width(type), reading);
    default:
      return decoded(proto.int32Data.blocks, width(type), reading);
  }
}

// One byte per element. A byte contains several elements of fewer than 8 bits, the first in the
// lowest bits, and padding after the last.
Stored unpacked(Bytes packed, DType type, Count size, Reading& reading) {
  const int bits = storedBits(type);
  const bool isSigned = type == DType::int4 || type == DType::int2;
  const std::shared_ptr<std::byte> to = reserve(size);
  if (to == nullptr) return outOfMemory(reading);
  const auto sign = isSigned ? 1U << (bits - 1) : 0U;
  const int perByte = 8 / bits;
  for (Count i = 0; i < size; ++i) {
    const auto byte = std::to_integer<unsigned>(packed[static_cast<std::size_t>(i / perByte)]);
    const unsigned code = byte >> (i % perByte * bits) & ((1U << bits) - 1);
    to.get()[i] = static_cast<std::byte>((code ^ sign) - sign);
  }
  return {{to.get(), static_cast<std::size_t>(size)}, to};
}

// Booleans as 0 and 1.
Stored truths(Stored stored, Reading& reading) {
  constexpr std::byte kTrue{1};
  if (std::ranges::all_of(stored.bytes, [](std::byte byte) { return byte <= kTrue; }))
    return stored;
  const std::shared_ptr<std::byte> to = reserve(static_cast<Count>(stored.bytes.size()));
  if (to == nullptr) return outOfMemory(reading);
  std::ranges::transform(stored.bytes, to.get(),
                         [](std::byte byte) { return byte == std::byte{0} ? byte : kTrue; });
  return {{to.get(), stored.bytes.size()}, to};
}

// Fails if the number of bytes is not that of the elements.
bool checkLength(const Initializer& tensor, Bytes stored, Reading& reading) {
  const auto& [type, dims] = tensor.form;
  const Count got = static_cast<Count>(stored.size());
  if (got == fileBytes(tensor.form)) return true;
  reading.fail(said::tensorData(tensor.name, dims, graph::sizeOf(dims) * numbersOf(type),
                                got * 64 * numbersOf(type) / storedBits(type)));
  return false;
}

void setElements(Initializer& tensor, Stored stored, Reading& reading) {
  const auto& [type, dims] = tensor.form;
  if (reading.failed() || !checkLength(tensor, stored.bytes, reading)) return;
  if (type == DType::boolean) stored = truths(std::move(stored), reading);
  if (storedBits(type) < 8) stored = unpacked(stored.bytes, type, graph::sizeOf(dims), reading);
  tensor.bytes = stored.bytes;
  tensor.owned = std::move(stored.owned);
}

void setTexts(Initializer& tensor, const TensorProto& proto, Reading& reading) {
  if (!std::ranges::all_of(proto.stringData, isUtf8)) reading.fail(said::tensorText(tensor.name));
  const auto got = static_cast<Count>(proto.stringData.size());
  const graph::Dims& dims = tensor.form.dims;
  if (got != graph::sizeOf(dims))
    reading.fail(said::tensorData(tensor.name, dims, graph::sizeOf(dims), 8 * got));
  std::size_t bytes = proto.stringData.size() * sizeof(std::string);
  for (const std::string_view text : proto.stringData) bytes += text.size();
  if (!heap::canReserve(bytes)) reading.fail(said::outOfMemory());
  if (!reading.failed()) tensor.texts.assign(proto.stringData.begin(), proto.stringData.end());
}

DType typeFrom(const TensorProto& proto, std::string_view name, Reading& reading) {
  if (const std::optional<DType> type = onnx::onnxType(proto.dataType)) return *type;
  reading.fail(said::tensorType(name, proto.dataType));
  return {};
}

// A number of at most 15 digits.
std::optional<Count> numberFrom(std::string_view text) {
  const auto isDigit = [](char character) { return character >= '0' && character <= '9'; };
  if (text.empty() || text.size() > 15 || !std::ranges::all_of(text, isDigit)) return std::nullopt;
  Count number = 0;
  for (const char digit : text) number = number * 10 + (digit - '0');
  return number;
}

// The last value of a key.
std::optional<std::string_view> entryOf(const TensorProto& proto, std::string_view key) {
  std::optional<std::string_view> value;
  for (const StringEntryProto& entry : proto.externalData)
    if (entry.key == key) value = entry.value;
  return value;
}

}  // namespace

std::shared_ptr<std::byte> reserve(Count bytes) {
  if (static_cast<std::uint64_t>(bytes) > PTRDIFF_MAX) return nullptr;
  const auto size = static_cast<std::size_t>(std::max(bytes, Count{1}));
  auto* const block = static_cast<std::byte*>(heap::reserve(size));
  return block == nullptr ? nullptr : std::shared_ptr<std::byte>(block, heap::release);
}

graph::Dims dimsFrom(std::span<const std::int64_t> sizes, std::string_view name, Reading& reading) {
  const auto fits = [](std::int64_t size) { return size >= 0 && size <= INT32_MAX; };
  graph::Dims dims;
  if (std::ranges::all_of(sizes, fits)) dims = graph::toDims(sizes);
  if (dims.size() == static_cast<int>(sizes.size()) && graph::sizeOf(dims) < kMaxCount) return dims;
  reading.fail(said::tensorDims(name, sizes));
  return {};
}

Initializer tensorFrom(const TensorProto& proto, std::string_view name, Reading& reading) {
  Initializer tensor{.name = std::string(name)};
  tensor.form.type = typeFrom(proto, name, reading);
  if (proto.dataLocation == kExternal) reading.fail(said::external(name));
  if (proto.segment) reading.fail(said::segment(name));
  tensor.form.dims = dimsFrom(proto.dims, name, reading);
  if (reading.failed()) return tensor;
  if (tensor.form.type == DType::string)
    setTexts(tensor, proto, reading);
  else
    setElements(tensor, storedIn(proto, tensor.form.type, reading), reading);
  return tensor;
}

InitializerProto initializerFrom(const TensorProto& proto, Reading& reading) {
  if (proto.dataLocation != kExternal) return {tensorFrom(proto, proto.name, reading)};
  Initializer tensor{.name = std::string(proto.name)};
  tensor.form.type = typeFrom(proto, proto.name, reading);
  tensor.form.dims = dimsFrom(proto.dims, proto.name, reading);
  const std::string location(entryOf(proto, "location").value_or(""));
  const std::optional<Count> offset = numberFrom(entryOf(proto, "offset").value_or("0"));
  const auto length = entryOf(proto, "length");
  if (location.empty() || tensor.form.type == DType::string || !offset ||
      (length && numberFrom(*length) != fileBytes(tensor.form)))
    reading.fail(said::externalEntry(proto.name, location));
  return {std::move(tensor), External{location, offset.value_or(0)}};
}

void load(Initializer& tensor, const External& external, Bytes file, Reading& reading) {
  const Count end = external.offset + fileBytes(tensor.form);
  const auto available = static_cast<Count>(file.size());
  if (end > available)
    return reading.fail(said::externalShort(tensor.name, external.location, end, available));
  setElements(tensor,
              {file.subspan(static_cast<std::size_t>(external.offset),
                            static_cast<std::size_t>(end - external.offset))},
              reading);
}

void checkRank(const Initializer& tensor, Reading& reading) {
  const int rank = tensor.form.dims.size();
  if (rank > kMaxRank) reading.fail(said::tensorRank(tensor.name, rank, kMaxRank));
}

onnx::TensorData copied(const Initializer& tensor, Reading& reading) {
  // A vector's allocation cannot report failure, so the memory is tested first.
  if (reserve(static_cast<Count>(tensor.bytes.size())) == nullptr)
    return reading.fail(said::outOfMemory()), onnx::TensorData{};
  return {tensor.form, {tensor.bytes.begin(), tensor.bytes.end()}, tensor.texts};
}

}  // namespace simdcast::model

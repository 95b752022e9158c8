#include "session_values.hpp"

#include <algorithm>
#include <cstring>

#include "../base/rounding.hpp"
#include "../explain/session_faults.hpp"
#include "utf8.hpp"

namespace simdcast::model {
namespace {

using graph::Storage;
using graph::Value;

constexpr std::uintptr_t kAlignment = 16;

bool isAligned(const std::byte* address) {
  return address != nullptr && reinterpret_cast<std::uintptr_t>(address) % kAlignment == 0;
}

bool intern(const std::vector<std::string>& texts, std::byte* address, strings::Pool& pool) {
  auto* to = reinterpret_cast<strings::Handle*>(address);
  for (const std::string& text : texts) {
    const std::optional<strings::Handle> handle = pool.add(text);
    if (!handle) return false;
    *to++ = *handle;
  }
  return true;
}

}  // namespace

Value valueOf(const Tensor& tensor, graph::Holdings& holdings, strings::Pool& pool) {
  const graph::Form form{tensor.type, tensor.dims};
  Storage* storage = holdings.storage(graph::StorageKind::input, bytesOf(form));
  storage->address = const_cast<std::byte*>(tensor.bytes.data());
  const bool isText = tensor.type == DType::string;
  if (!isText && isAligned(storage->address)) return {form, storage};
  storage->address = holdings.reserve(storage->bytes);
  if (storage->address == nullptr) return {};
  if (isText && !intern(tensor.texts, storage->address, pool)) return {};
  if (!isText && !tensor.bytes.empty())
    std::memcpy(storage->address, tensor.bytes.data(), tensor.bytes.size());
  return {form, storage};
}

std::vector<std::string> textsOf(const Value& value, const strings::Pool& pool) {
  const std::byte* from = value.storage->place()->address + value.storage->offset;
  const auto* handles = reinterpret_cast<const strings::Handle*>(from);
  std::vector<std::string> texts;
  for (Count at = 0; at < value.elements(); ++at) texts.emplace_back(pool.at(handles[at]));
  return texts;
}

std::optional<Fault> checkElements(std::string_view name, const Tensor& tensor) {
  if (tensor.type != DType::string) {
    const Count wanted = graph::bytesOf(tensor.type, tensor.dims);
    const auto got = static_cast<Count>(tensor.bytes.size());
    return got == wanted ? std::nullopt : std::optional(faults::feedBytes(name, wanted, got));
  }
  const Count wanted = graph::sizeOf(tensor.dims);
  const auto got = static_cast<Count>(tensor.texts.size());
  if (got != wanted) return faults::feedTexts(name, wanted, got);
  const bool isValid = std::ranges::all_of(tensor.texts, isUtf8);
  return isValid ? std::nullopt : std::optional(faults::feedText(name));
}

}  // namespace simdcast::model

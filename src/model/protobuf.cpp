#include "protobuf.hpp"

#include <bit>
#include <cstring>

#include "../base/small_vector.hpp"

namespace simdcast::protobuf {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are stored as in memory");

constexpr int kMostGroups = 100;  // nested

template <class T>
T numberIn(Bytes bytes) {
  T number = 0;
  if (bytes.size() == sizeof(T)) std::memcpy(&number, bytes.data(), sizeof(T));
  return number;
}

}  // namespace

void Reader::fail(const Flaw& flaw) {
  if (failed()) return;
  flaw_ = flaw;
  rest_ = {};
}

bool Reader::next() { return !rest_.empty() && readTag(); }

bool Reader::readTag() {
  const std::uint64_t tag = varint();
  const std::uint64_t type = tag & 7;
  if (!failed() && (tag >> 3 == 0 || tag > UINT32_MAX || type >= std::uint64_t(WireType::count)))
    fail({Defect::tag});
  field_ = static_cast<std::uint32_t>(tag >> 3);
  wireType_ = static_cast<WireType>(type);
  return !failed();
}

std::uint64_t Reader::varint() {
  constexpr std::size_t kLongest = 10;
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < kLongest; ++i) {
    if (i == rest_.size()) return fail({Defect::cutOff}), 0;
    const auto byte = std::to_integer<std::uint64_t>(rest_[i]);
    number |= (byte & 0x7F) << (7 * i);
    if (byte < 0x80) {
      rest_ = rest_.subspan(i + 1);
      return number;
    }
  }
  return fail({Defect::longInteger}), 0;
}

Bytes Reader::take(std::uint64_t count) {
  if (count > rest_.size()) {
    fail({Defect::cutOff});
    return {};
  }
  const Bytes taken = rest_.first(static_cast<std::size_t>(count));
  rest_ = rest_.subspan(taken.size());
  return taken;
}

std::uint32_t Reader::bits32() { return numberIn<std::uint32_t>(take(sizeof(std::uint32_t))); }
std::uint64_t Reader::bits64() { return numberIn<std::uint64_t>(take(sizeof(std::uint64_t))); }
Bytes Reader::bytes() { return take(varint()); }

void Reader::skipValue() {
  switch (wireType_) {
    case WireType::varint:
      varint();
      break;
    case WireType::bits64:
      bits64();
      break;
    case WireType::bits32:
      bits32();
      break;
    case WireType::bytes:
      bytes();
      break;
    default:
      break;
  }
}

void Reader::skip() {
  SmallVector<std::uint32_t, 8> groups;  // that are open, by their fields
  for (bool more = true; more && !failed(); more = !groups.empty() && readTag()) {
    if (wireType_ == WireType::groupStart) {
      if (groups.size() == kMostGroups) return fail({Defect::depth});
      groups.push(field_);
    } else if (wireType_ == WireType::groupEnd) {
      if (groups.empty() || groups.back() != field_) return fail({Defect::group});
      groups.erase(groups.size() - 1);
    } else {
      skipValue();
    }
  }
}

}  // namespace simdcast::protobuf

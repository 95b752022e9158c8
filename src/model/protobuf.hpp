// The wire format of Protocol Buffers, read field by field. Malformed bytes leave a flaw in the
// reader, which then reads nothing more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "../explain/model_faults.hpp"

namespace simdcast::protobuf {

using Bytes = std::span<const std::byte>;

enum class WireType : std::uint8_t { varint, bits64, bytes, groupStart, groupEnd, bits32, count };

struct Flaw {
  Defect defect = Defect::none;
  std::string_view field = {};  // of a wrong type
  int wireType = 0;
};

class Reader {
 public:
  explicit Reader(Bytes bytes) noexcept : rest_(bytes) {}

  // Whether there is another field. The caller must then read or skip its value.
  [[nodiscard]] bool next();
  [[nodiscard]] std::uint32_t field() const noexcept { return field_; }
  [[nodiscard]] WireType wireType() const noexcept { return wireType_; }

  // Values without their tags. They are 0 or empty after a failure.
  std::uint64_t varint();
  std::uint32_t bits32();
  std::uint64_t bits64();
  Bytes bytes();
  void skip();

  // The unread bytes; none after a failure.
  [[nodiscard]] Bytes rest() const noexcept { return rest_; }
  [[nodiscard]] bool failed() const noexcept { return flaw_.defect != Defect::none; }
  [[nodiscard]] const Flaw& flaw() const noexcept { return flaw_; }
  void fail(const Flaw& flaw);

 private:
  [[nodiscard]] bool readTag();
  Bytes take(std::uint64_t count);
  void skipValue();

  Bytes rest_;
  std::uint32_t field_ = 0;
  WireType wireType_ = WireType::varint;
  Flaw flaw_;
};

}  // namespace simdcast::protobuf

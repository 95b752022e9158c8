#include "utf8.hpp"

#include <cstddef>

namespace simdcast::model {
namespace {

// The number of bytes that follow the lead bytes of a range; the first of them has a narrower
// range.
struct Lead {
  unsigned char first, last;
  int more;
  unsigned char least = 0x80, greatest = 0xBF;
};

// Table 3-7 of the Unicode Standard.
constexpr Lead kLeads[] = {
    {0x00, 0x7F, 0},
    {0xC2, 0xDF, 1},
    {0xE0, 0xE0, 2, 0xA0, 0xBF},
    {0xE1, 0xEC, 2},
    {0xED, 0xED, 2, 0x80, 0x9F},
    {0xEE, 0xEF, 2},
    {0xF0, 0xF0, 3, 0x90, 0xBF},
    {0xF1, 0xF3, 3},
    {0xF4, 0xF4, 3, 0x80, 0x8F},
};

// Bytes of the first character; 0 if it is invalid.
std::size_t lengthOf(std::string_view text) noexcept {
  const auto byteAt = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  for (const Lead& lead : kLeads) {
    if (byteAt(0) < lead.first || byteAt(0) > lead.last) continue;
    const auto length = static_cast<std::size_t>(lead.more) + 1;
    if (text.size() < length) return 0;
    if (length > 1 && (byteAt(1) < lead.least || byteAt(1) > lead.greatest)) return 0;
    for (std::size_t at = 2; at < length; ++at)
      if ((byteAt(at) & 0xC0) != 0x80) return 0;
    return length;
  }
  return 0;
}

}  // namespace

bool isUtf8(std::string_view text) noexcept {
  while (!text.empty()) {
    const std::size_t length = lengthOf(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace simdcast::model

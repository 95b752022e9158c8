// The rules of Unicode that the engine leaves to its host: upper and lower case in a language, and
// properties of characters.
#pragma once

#include <cstdint>
#include <string>

namespace simdcast::strings {

enum class Case : std::uint8_t { lower, upper };

// The code points of a block follow each other from a multiple of their number on.
inline constexpr std::uint32_t kBlockPoints = 256;

struct Host {
  // The text in lower or upper case, by the rules of a locale such as "tr-TR"; by those that hold
  // without a language if there is no such locale.
  std::string (*change)(const std::string& text, Case to, const std::string& locale);
  // For each code point of a block, '1' if it has a property of Unicode: a category of one or two
  // letters, or a script. Empty if there is no such property.
  std::string (*property)(const std::string& name, std::uint32_t block);
};

// By default, towlower and towupper change each code point, and there are no properties.
[[nodiscard]] const Host& host() noexcept;
void useHost(const Host& host) noexcept;

}  // namespace simdcast::strings

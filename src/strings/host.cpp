#include "host.hpp"

#include <cwctype>

#include "utf8.hpp"

namespace simdcast::strings {
namespace {

std::string changed(const std::string& text, Case to, const std::string& /*locale*/) {
  Points points = pointsOf(text);
  for (char32_t& point : points) {
    const auto wide = static_cast<std::wint_t>(point);
    point = static_cast<char32_t>(to == Case::lower ? std::towlower(wide) : std::towupper(wide));
  }
  return textOf(points);
}

std::string noProperty(const std::string& /*name*/, std::uint32_t /*block*/) { return {}; }

constinit Host current{.change = changed, .property = noProperty};

}  // namespace

const Host& host() noexcept { return current; }
void useHost(const Host& host) noexcept { current = host; }

}  // namespace simdcast::strings

#include "notation.hpp"

#include <charconv>
#include <stdexcept>

namespace simdcast::test {

Shape shape(std::string_view text) {
  const bool innermostFirst = text.starts_with('[');
  if (text.size() < 2 || !text.ends_with(innermostFirst ? ']' : ')'))
    throw std::invalid_argument(std::string(text) + " is not a shape");
  Shape result;
  const char* at = text.data() + 1;
  const char* end = text.data() + text.size() - 1;
  while (at < end) {
    Size size = 0;
    const auto [next, error] = std::from_chars(at, end, size);
    if (error != std::errc{} || (next < end && *next != ','))
      throw std::invalid_argument(std::string(text) + " is not a shape");
    result.push(size);
    at = next + 1;
  }
  if (innermostFirst) result.reverse();
  return result;
}

Shapes shapes(std::string_view text) {
  Shapes result;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find(' '), text.size());
    result.push(shape(text.substr(0, length)));
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return result;
}

std::string written(const Shape& shape) {
  std::string text = "(";
  for (int i = 0; i < shape.size(); ++i) text += (i > 0 ? "," : "") + std::to_string(shape[i]);
  return text + ")";
}

std::string written(const Shapes& shapes) {
  std::string text;
  for (int i = 0; i < shapes.size(); ++i) text += (i > 0 ? " " : "") + written(shapes[i]);
  return text;
}

}  // namespace simdcast::test

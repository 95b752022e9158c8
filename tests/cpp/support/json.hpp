// A JSON reader for the tests of the trace. Throws std::invalid_argument for text that is not JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simdcast::test {

struct Json {
  enum class Kind { null, boolean, number, string, list, object };

  Kind kind = Kind::null;
  bool flag = false;
  double number = 0;
  std::string text;
  std::vector<Json> items;        // of a list, or the values of an object
  std::vector<std::string> keys;  // of an object

  [[nodiscard]] bool has(std::string_view key) const;
  // Throws std::out_of_range for what is not there.
  [[nodiscard]] const Json& operator[](std::string_view key) const;
  [[nodiscard]] const Json& operator[](std::size_t index) const { return items.at(index); }
  // A list of whole numbers.
  [[nodiscard]] std::vector<int> numbers() const;
};

[[nodiscard]] Json parseJson(std::string_view text);

}  // namespace simdcast::test

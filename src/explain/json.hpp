// A JSON writer that appends to a string and puts the commas in. Callers must close what they open.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace simdcast {

class JsonWriter {
 public:
  JsonWriter();

  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  JsonWriter& key(std::string_view name);
  JsonWriter& value(std::string_view text);
  JsonWriter& value(std::int64_t number);
  JsonWriter& flag(bool on);
  // `json` must be one well-formed value.
  JsonWriter& raw(std::string_view json);
  template <class Items>
  JsonWriter& list(const Items& items) {
    open('[');
    for (const auto& item : items) value(item);
    return close(']');
  }

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void separate();

  std::string out_;
  bool first_ = true;
};

}  // namespace simdcast

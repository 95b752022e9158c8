// A JSON writer that appends to a string and puts the commas in. Callers must close what they open.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace simdcast {

class JsonWriter {
 public:
  JsonWriter() { out_.reserve(kUsualLength); }

  JsonWriter& open(char bracket) {
    separate();
    out_ += bracket;
    first_ = true;
    return *this;
  }
  JsonWriter& close(char bracket) {
    out_ += bracket;
    first_ = false;
    return *this;
  }
  JsonWriter& key(std::string_view name) {
    value(name);
    out_ += ':';
    first_ = true;
    return *this;
  }
  JsonWriter& value(std::string_view text) {
    separate();
    out_ += '"';
    while (!text.empty()) {
      const std::size_t plain = std::min(text.find_first_of("\"\\"), text.size());
      out_.append(text.data(), plain);
      text.remove_prefix(plain);
      if (text.empty()) break;
      out_ += '\\';
      out_ += text[0];
      text.remove_prefix(1);
    }
    out_ += '"';
    return *this;
  }
  JsonWriter& value(std::int64_t number) {
    separate();
    out_ += std::to_string(number);
    return *this;
  }
  JsonWriter& flag(bool on) {
    separate();
    out_ += on ? "true" : "false";
    return *this;
  }
  // `json` must be one well-formed value.
  JsonWriter& raw(std::string_view json) {
    separate();
    out_ += json;
    return *this;
  }
  template <class Items>
  JsonWriter& list(const Items& items) {
    open('[');
    for (const auto& item : items) value(item);
    return close(']');
  }

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  static constexpr std::size_t kUsualLength = 4096;  // a trace of two operands

  void separate() {
    if (!first_) out_ += ',';
    first_ = false;
  }

  std::string out_;
  bool first_ = true;
};

}  // namespace simdcast

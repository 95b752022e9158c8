#include "json.hpp"

#include <algorithm>

namespace simdcast {
namespace {

constexpr std::size_t kUsualLength = 4096;  // a trace of two operands

}  // namespace

JsonWriter::JsonWriter() { out_.reserve(kUsualLength); }

void JsonWriter::separate() {
  if (!first_) out_ += ',';
  first_ = false;
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  out_ += bracket;
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  out_ += bracket;
  first_ = false;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  value(name);
  out_ += ':';
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  out_ += '"';
  for (const char character : text) {
    if (character == '"' || character == '\\') out_ += '\\';
    out_ += character;
  }
  out_ += '"';
  return *this;
}

JsonWriter& JsonWriter::value(std::int64_t number) { return raw(std::to_string(number)); }

JsonWriter& JsonWriter::flag(bool on) { return raw(on ? "true" : "false"); }

JsonWriter& JsonWriter::raw(std::string_view json) {
  separate();
  out_ += json;
  return *this;
}

}  // namespace simdcast

#include "json.hpp"

#include <algorithm>

namespace simdcast {
namespace {

constexpr std::size_t kUsualLength = 4096;  // a trace of two operands
constexpr std::string_view kEscaped = "\"\\";

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
  // Whole runs at a time: letters one by one took a third of an alignment's time.
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find_first_of(kEscaped, from + 1), text.size());
    if (kEscaped.find(text[from]) != std::string_view::npos) out_ += '\\';
    out_ += text.substr(from, end - from);
    from = end;
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

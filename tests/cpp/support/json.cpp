#include "json.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace simdcast::test {
namespace {

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Json whole() {
    Json json = value();
    if (at_ != text_.size()) fail();
    return json;
  }

 private:
  [[noreturn]] void fail() const {
    throw std::invalid_argument("not JSON at " + std::to_string(at_) + ": " + text_);
  }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void take(char wanted) {
    if (peek() != wanted) fail();
    ++at_;
  }
  bool takeIf(char wanted) {
    if (peek() != wanted) return false;
    ++at_;
    return true;
  }

  Json value() {
    switch (peek()) {
      case '{':
        return object();
      case '[':
        return list();
      case '"':
        return Json{.kind = Json::Kind::string, .text = string()};
      case 't':
        return word("true", Json{.kind = Json::Kind::boolean, .flag = true});
      case 'f':
        return word("false", Json{.kind = Json::Kind::boolean, .flag = false});
      case 'n':
        return word("null", Json{});
      default:
        return number();
    }
  }

  Json word(std::string_view spelling, Json json) {
    if (std::string_view(text_).substr(at_, spelling.size()) != spelling) fail();
    at_ += spelling.size();
    return json;
  }

  Json number() {
    const char* start = text_.c_str() + at_;
    char* end = nullptr;
    const double read = std::strtod(start, &end);
    if (end == start) fail();
    at_ += static_cast<std::size_t>(end - start);
    return Json{.kind = Json::Kind::number, .number = read};
  }

  std::string string() {
    take('"');
    std::string read;
    while (peek() != '"') {
      takeIf('\\');
      if (static_cast<unsigned char>(peek()) < 0x20) fail();
      read += text_[at_++];
    }
    take('"');
    return read;
  }

  Json list() {
    Json json{.kind = Json::Kind::list};
    take('[');
    if (takeIf(']')) return json;
    do json.items.push_back(value());
    while (takeIf(','));
    take(']');
    return json;
  }

  Json object() {
    Json json{.kind = Json::Kind::object};
    take('{');
    if (takeIf('}')) return json;
    do {
      std::string key = string();
      take(':');
      if (json.has(key)) fail();
      json.keys.push_back(std::move(key));
      json.items.push_back(value());
    } while (takeIf(','));
    take('}');
    return json;
  }

  std::string text_;
  std::size_t at_ = 0;
};

}  // namespace

bool Json::has(std::string_view key) const {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

const Json& Json::operator[](std::string_view key) const {
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (keys[i] == key) return items[i];
  throw std::out_of_range("no member " + std::string(key));
}

std::vector<int> Json::numbers() const {
  std::vector<int> all;
  for (const Json& item : items) all.push_back(static_cast<int>(item.number));
  return all;
}

Json parseJson(std::string_view text) { return Parser(text).whole(); }

}  // namespace simdcast::test

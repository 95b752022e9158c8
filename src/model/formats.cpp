#include "formats.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>

namespace simdcast::model {
namespace {

using std::string_view;
using namespace std::string_view_literals;

// The first bytes of a file, one character for each.
struct Beginning {
  string_view start;
  string_view text;  // like `start`, after a byte order mark and white space
  std::size_t fileBytes;
};

bool isOneOf(char character, string_view set) { return set.find(character) != string_view::npos; }
bool isSpace(char character) { return isOneOf(character, "\t\n\v\f\r \xA0"); }
bool isDigit(char character) { return character >= '0' && character <= '9'; }
char lower(char character) {
  return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a')
                                              : character;
}
bool isLetter(char character) { return lower(character) >= 'a' && lower(character) <= 'z'; }
bool isWord(char character) {
  return isLetter(character) || isDigit(character) || character == '_';
}

string_view trimmed(string_view text) {
  const auto first = std::ranges::find_if_not(text, isSpace);
  return text.substr(static_cast<std::size_t>(first - text.begin()));
}

// Removes a prefix of the text, given in lower case.
bool skip(string_view& text, string_view word) {
  const auto same = [](char a, char b) { return a == lower(b); };
  if (text.size() < word.size() || !std::equal(word.begin(), word.end(), text.begin(), same))
    return false;
  text.remove_prefix(word.size());
  return true;
}

bool begins(string_view text, std::initializer_list<string_view> starts) {
  return std::ranges::any_of(starts, [&](string_view start) { return text.starts_with(start); });
}

// Whether a name is within the first bytes, as those of files are in an archive.
bool names(string_view text, std::initializer_list<string_view> words) {
  return std::ranges::any_of(
      words, [&](string_view word) { return text.find(word) != string_view::npos; });
}

bool isZip(string_view start) { return begins(start, {"PK\3\4", "PK\5\6", "PK\7\10"}); }

bool isLfs(string_view text) {
  return begins(text, {"version http://git-lfs.", "version https://git-lfs.",
                       "version http://hawser.", "version https://hawser."});
}

bool isHtml(string_view text) {
  constexpr string_view kTags[] = {"!doctype html", "html", "head",  "body",
                                   "title",         "meta", "script"};
  if (!skip(text, "<")) return false;
  return std::ranges::any_of(kTags, [&](string_view tag) {
    string_view rest = text;
    return skip(rest, tag) && (rest.empty() || !isWord(rest[0]));
  });
}

bool isXml(string_view text) {
  if (!skip(text, "<")) return false;
  if (skip(text, "?xml")) return true;
  if (text.empty() || !isLetter(text[0])) return false;
  const auto end = std::ranges::find_if_not(
      text, [](char character) { return isWord(character) || isOneOf(character, ".:-"); });
  return end != text.end() && (isSpace(*end) || isOneOf(*end, "/>"));
}

// A length in 8 bytes, followed by JSON of that length.
bool isSafetensors(const Beginning& file) {
  std::uint64_t length = 0;
  if (file.fileBytes < sizeof length + 2 || file.start[sizeof length] != '{') return false;
  const string_view header = trimmed(file.start.substr(sizeof length + 1));
  if (header.empty() || !isOneOf(header[0], "\"}")) return false;
  std::memcpy(&length, file.start.data(), sizeof length);
  return length >= 2 && length <= file.fileBytes - sizeof length;
}

// Text in any encoding that extends ASCII.
bool isText(string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char character) {
    const auto code = static_cast<unsigned char>(character);
    return isOneOf(character, "\t\n\v\f\r") || (code >= ' ' && code != 0x7F);
  });
}

bool isJson(string_view text) {
  if (text.empty()) return false;
  const string_view rest = trimmed(text.substr(1));
  if (rest.empty() || !isText(text)) return false;
  return (text[0] == '{' && isOneOf(rest[0], "\"}")) ||
         (text[0] == '[' && (isOneOf(rest[0], "][\"{-") || isDigit(rest[0])));
}

using F = const Beginning&;

// The first that fits.
struct FormatRow {
  FileFormat format;
  bool (*fits)(const Beginning& file);
};
constexpr FormatRow kFormats[] = {
    {FileFormat::empty, [](F file) { return file.fileBytes == 0; }},
    {FileFormat::lfs, [](F file) { return isLfs(file.text); }},
    {FileFormat::html, [](F file) { return isHtml(file.text); }},
    {FileFormat::xml, [](F file) { return isXml(file.text); }},
    {FileFormat::torchZip,
     [](F file) {
       return isZip(file.start) && names(file.start, {"data.pkl", "constants.pkl"});
     }},
    {FileFormat::npz, [](F file) { return isZip(file.start) && names(file.start, {".npy"}); }},
    {FileFormat::kerasZip,
     [](F file) {
       return isZip(file.start) &&
              names(file.start, {"config.json", "metadata.json", "model.weights.h5"});
     }},
    {FileFormat::coreMl,
     [](F file) {
       return isZip(file.start) && names(file.start, {".mlpackage", ".mlmodel"});
     }},
    {FileFormat::zip, [](F file) { return isZip(file.start); }},
    {FileFormat::gzip, [](F file) { return begins(file.start, {"\x1F\x8B"}); }},
    {FileFormat::zstd, [](F file) { return begins(file.start, {"\x28\xB5\x2F\xFD"}); }},
    {FileFormat::compressed,
     [](F file) {
       return begins(file.start, {"BZh",
                                  "\xFD"
                                  "7zXZ\0"sv,
                                  "7z\xBC\xAF\x27\x1C", "Rar!\x1A\x07"});
     }},
    {FileFormat::tar,
     [](F file) { return file.start.size() >= 262 && file.start.substr(257, 5) == "ustar"; }},
    {FileFormat::ort,
     [](F file) { return file.start.size() >= 8 && file.start.substr(4, 4) == "ORTM"; }},
    {FileFormat::tflite,
     [](F file) {
       return file.start.size() >= 8 && file.start.substr(4, 3) == "TFL" && isDigit(file.start[7]);
     }},
    {FileFormat::gguf,
     [](F file) {
       return begins(file.start, {"GGUF", "GGML", "ggml", "lmgg", "tjgg", "fmgg"});
     }},
    {FileFormat::h5, [](F file) { return begins(file.start, {"\x89HDF\r\n\x1A\n"}); }},
    {FileFormat::npy, [](F file) { return begins(file.start, {"\x93NUMPY"}); }},
    {FileFormat::safetensors, isSafetensors},
    {FileFormat::pickle,
     [](F file) {
       return begins(file.start, {"\x80\2", "\x80\3", "\x80\4", "\x80\5"});
     }},
    {FileFormat::wasm, [](F file) { return begins(file.start, {"\0asm"sv}); }},
    {FileFormat::ncnn,
     [](F file) {
       return file.text.starts_with("7767517") && file.text.size() > 7 && isSpace(file.text[7]);
     }},
    {FileFormat::picture,
     [](F file) {
       return begins(file.start, {"\x89PNG", "\xFF\xD8\xFF", "GIF8"});
     }},
    {FileFormat::pdf, [](F file) { return begins(file.start, {"%PDF-"}); }},
    {FileFormat::json, [](F file) { return isJson(file.text); }},
    {FileFormat::utf16,
     [](F file) {
       return begins(file.start, {"\xFF\xFE", "\xFE\xFF"});
     }},
    {FileFormat::text, [](F file) { return file.fileBytes >= 8 && isText(file.text); }},
};

}  // namespace

std::string whyNoModel(std::span<const std::byte> bytes, std::string otherwise) {
  constexpr std::size_t kLookedAt = 4096;
  constexpr std::size_t kQuoted = 24;
  const string_view start(reinterpret_cast<const char*>(bytes.data()),
                          std::min(bytes.size(), kLookedAt));
  string_view text = start;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  text = trimmed(text);
  const Beginning file{start, text, bytes.size()};
  const auto* const found =
      std::ranges::find_if(kFormats, [&](const FormatRow& row) { return row.fits(file); });
  return found == std::end(kFormats)
             ? std::move(otherwise)
             : faults::model::reason(found->format, text.substr(0, kQuoted));
}

}  // namespace simdcast::model

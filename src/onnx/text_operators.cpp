// StringNormalizer, StringSplit and RegexFullMatch.
#include <set>

#include "../base/rounding.hpp"
#include "../strings/expression.hpp"
#include "../strings/host.hpp"
#include "../strings/utf8.hpp"
#include "texts.hpp"

namespace simdcast::onnx {
namespace {

// ONNX writes locales as en_US.UTF-8, and hosts as en-US. The default is ONNX's: the results of a
// model must not depend on the language of the machine.
std::string localeOf(Call& call) {
  std::string locale = call.text("locale", "");
  locale.resize(std::min(locale.find('.'), locale.size()));
  if (const std::size_t at = locale.find('_'); at != std::string::npos) locale[at] = '-';
  return locale.empty() ? "en-US" : locale;
}

Values stringNormalizer(Call& call) {
  const Dims dims = call.input(0).dims;
  const bool isRow = dims.size() == 2 && dims[0] == 1;
  if (!call.failed() && dims.size() != 1 && !isRow)
    return call.wrongShape(0, std::vector<std::string>{"words"});
  const int change = call.word("case_change_action", {"NONE", "LOWER", "UPPER"});
  const bool isExact = call.flag("is_case_sensitive");
  const auto keyOf = [&](std::string_view text) {
    return isExact ? std::string(text)
                   : strings::host().change(std::string(text), strings::Case::lower, {});
  };
  std::set<std::string> stops;
  for (const std::string& word : call.texts("stopwords").value_or(std::vector<std::string>()))
    stops.insert(keyOf(word));
  const std::string locale = localeOf(call);
  std::vector<std::string> words;
  for (const std::string_view text : textsOf(call, 0)) {
    if (stops.contains(keyOf(text))) continue;
    words.emplace_back(text);
    if (change == 0) continue;
    const strings::Case to = change == 1 ? strings::Case::lower : strings::Case::upper;
    words.back() = strings::host().change(words.back(), to, locale);
  }
  if (call.failed()) return {};
  if (words.empty()) words.emplace_back();
  const Count count = std::ssize(words);
  return {textConstant(call, isRow ? Dims{1, count} : Dims{count}, words)};
}

using Parts = std::vector<std::string_view>;

Parts splitAt(std::string_view text, std::string_view delimiter, std::size_t most) {
  Parts parts;
  if (text.empty()) return parts;
  std::size_t end = text.find(delimiter);
  for (; end != std::string_view::npos && parts.size() < most; end = text.find(delimiter)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + delimiter.size());
  }
  parts.push_back(text);
  return parts;
}

// At white space, with none at the start and the end.
Parts splitAtSpace(std::string_view text, std::size_t most) {
  const strings::Points points = strings::pointsOf(text);
  const std::vector<std::size_t> at = strings::startsOf(text);
  std::size_t end = points.size();
  while (end > 0 && strings::isSpace(points[end - 1])) --end;
  Parts parts;
  for (std::size_t first = 0;;) {
    while (first < end && strings::isSpace(points[first])) ++first;
    if (first == end) return parts;
    std::size_t gap = first;
    while (gap < end && (parts.size() == most || !strings::isSpace(points[gap]))) ++gap;
    parts.push_back(text.substr(at[first], at[gap] - at[first]));
    first = gap;
  }
}

Values stringSplit(Call& call) {
  const Dims dims = call.input(0).dims;
  const std::string delimiter = call.text("delimiter", "");
  const Count most = call.integer("maxsplit", -1);
  const std::size_t limit = most < 0 ? SIZE_MAX : static_cast<std::size_t>(most);
  std::vector<Parts> rows;
  for (const std::string_view text : textsOf(call, 0))
    rows.push_back(delimiter.empty() ? splitAtSpace(text, limit) : splitAt(text, delimiter, limit));
  const Value parts = paddedRows(call, dims, rows, "");
  if (call.failed()) return {};
  std::vector<Count> counts;
  for (const Parts& row : rows) counts.push_back(std::ssize(row));
  return {parts, call.int64s(dims, counts)};
}

Values regexFullMatch(Call& call) {
  const Value input = call.input(0);
  if (!call.hasAttribute("pattern"))
    return call.fail(faults::attributeMissing(call.label(), "pattern"));
  const std::string pattern = call.text("pattern", "");
  const auto expression = strings::Expression::make(pattern);
  if (!expression) return call.fail(faults::pattern(call.label(), pattern));
  if (call.failed()) return {};
  return {call.host(
      {DType::boolean, input.dims}, {input},
      [&pool = call.builder().strings(), expression = *expression, elements = input.elements()](
          std::byte* const* outputs, const std::byte* const* inputs) -> std::optional<Fault> {
        std::byte* to = outputs[0];
        for (const strings::Handle handle : handlesAt(inputs[0], elements)) {
          const bool fits = expression.matches(strings::pointsOf(pool.at(handle)));
          *to++ = fits ? std::byte{1} : std::byte{0};
        }
        return std::nullopt;
      })};
}

constexpr Row kTextsRows[] = {
    {"StringNormalizer",
     "10(string){case_change_action:string is_case_sensitive:int locale:string stopwords:strings}",
     stringNormalizer},
    {"StringSplit", "20(string){delimiter:string maxsplit:int}->2", stringSplit},
    {"RegexFullMatch", "20(string){pattern:string}", regexFullMatch},
};

}  // namespace

const std::span<const Row> rows::kTexts = kTextsRows;

}  // namespace simdcast::onnx

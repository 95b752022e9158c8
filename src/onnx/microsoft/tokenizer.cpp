// Tokenizer: splits strings into characters, at separators, or into matches of an expression.
#include <functional>

#include "../../strings/expression.hpp"
#include "../texts.hpp"
#include "operators.hpp"

namespace simdcast::onnx {
namespace {

using strings::Expression;
using strings::PointsView;
using Matches = std::vector<Expression::Match>;
using Cut = std::function<Matches(PointsView points)>;

// onnxruntime's marks before and after the tokens of each string.
constexpr std::string_view kStart = "\x02";
constexpr std::string_view kEnd = "\x03";

Matches characters(PointsView points) {
  Matches each;
  for (std::size_t at = 0; at < points.size(); ++at) each.push_back({at, at + 1});
  return each;
}

// The parts of a text between the matches of separators. Each separator splits the parts that the
// previous ones have left.
Matches separated(const std::vector<Expression>& separators, PointsView points) {
  Matches parts = {{0, points.size()}};
  for (const Expression& separator : separators) {
    Matches next;
    for (const auto& [first, end] : parts) {
      std::size_t from = first;
      for (const auto& found : separator.find(points.substr(first, end - first))) {
        next.push_back({from, first + found.first});
        from = first + found.end;
      }
      next.push_back({from, end});
    }
    parts = std::move(next);
  }
  return parts;
}

Expression expressionOf(Call& call, const std::string& pattern) {
  if (auto expression = Expression::make(pattern)) return *std::move(expression);
  return call.fail(faults::pattern(call.label(), pattern));
}

// How the node splits a string.
Cut cutOf(Call& call) {
  const bool hasExpression = call.hasAttribute("tokenexp");
  const auto separators = call.texts("separators");
  if (hasExpression == separators.has_value())
    return call.fail(faults::exactlyOne(call.label(), "tokenexp", "separators"));
  if (hasExpression)
    return [expression = expressionOf(call, call.text("tokenexp", ""))](PointsView points) {
      return expression.find(points);
    };
  if (separators->size() == 1 && separators->front().empty()) return characters;
  std::vector<Expression> expressions;
  for (const std::string& pattern : *separators) expressions.push_back(expressionOf(call, pattern));
  return [expressions = std::move(expressions)](PointsView points) {
    return separated(expressions, points);
  };
}

}  // namespace

Values tokenizer(Call& call) {
  const Dims dims = call.input(0).dims;
  if (!call.failed() && (dims.empty() || dims.size() > 2))
    return call.wrongShape(0, std::vector<std::string>{"batch", "strings"});
  const Count least = call.neededInteger("mincharnum");
  const bool isMarked = call.neededInteger("mark") != 0;
  if (!call.failed() && least < 1)
    return call.fail(faults::allowed(call.label(), "mincharnum", least, "1 or more"));
  const std::string padding = call.text("pad_value", "");
  const Cut cut = cutOf(call);
  const std::vector<std::string_view> texts = textsOf(call, 0);
  if (call.failed()) return {};
  std::vector<std::vector<std::string_view>> rows;
  for (const std::string_view text : texts) {
    std::vector<std::string_view>& row = rows.emplace_back();
    const strings::Points points = strings::pointsOf(text);
    const std::vector<std::size_t> starts = strings::startsOf(text);
    if (isMarked) row.push_back(kStart);
    for (const auto& [first, end] : cut(points))
      if (static_cast<Count>(end - first) >= least)
        row.push_back(text.substr(starts[first], starts[end] - starts[first]));
    if (isMarked) row.push_back(kEnd);
  }
  return {paddedRows(call, dims, rows, padding)};
}

}  // namespace simdcast::onnx

#include "equation.hpp"

namespace simdcast::onnx {
namespace {

constexpr std::string_view kEllipsis = "...";

std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end != std::string_view::npos) text.remove_prefix(end + separator.size());
  }
  return parts;
}

bool isLetter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

// Letters with at most one ellipsis.
bool isTerm(std::string_view term) {
  const std::size_t at = term.find(kEllipsis);
  std::string letters(term);
  if (at != std::string_view::npos) letters.erase(at, kEllipsis.size());
  return std::ranges::all_of(letters, isLetter);
}

// The labels of a term whose ellipsis stands for `hidden` axes.
Labels labelsOf(std::string_view term, int hidden) {
  Labels labels;
  for (std::size_t at = 0; at < term.size(); ++at) {
    if (term[at] != '.') {
      labels.push(term[at]);
      continue;
    }
    for (int axis = hidden; axis > 0; --axis) labels.push(-axis);
    at += kEllipsis.size() - 1;
  }
  return labels;
}

class Reader {
 public:
  Reader(Call& call, std::string_view text) : call_(call), text_(text), equation_(text) {
    std::erase(equation_, ' ');
  }

  Equation read() {
    const std::vector<std::string_view> sides = split(equation_, "->");
    if (sides.size() > 2) return fail("it has several arrows");
    const std::vector<std::string_view> terms = split(sides[0], ",");
    if (terms.size() != call_.inputs().size())
      return fail(say("its number of terms is {}, but that of the inputs is {}",
                      {terms.size(), call_.inputCount()}));
    for (const std::string_view term : terms)
      if (!isTerm(term)) return failTerm(term);
    if (sides.size() > 1 && !isTerm(sides[1])) return failTerm(sides[1]);
    for (std::size_t i = 0; i < terms.size(); ++i) readTerm(terms[i], static_cast<int>(i));
    if (call_.failed()) return {};
    sides.size() > 1 ? readOutput(sides[1]) : inferOutput();
    return std::move(result_);
  }

 private:
  Failed fail(std::string_view problem) {
    return call_.fail(faults::equation(call_.label(), text_, problem));
  }
  Failed failTerm(std::string_view term) { return fail(say("'{}' is no term", {term})); }

  void readTerm(std::string_view term, int at) {
    const int rank = call_.input(at).rank();
    const bool isOpen = term.find(kEllipsis) != std::string_view::npos;
    const auto letters = static_cast<int>(term.size() - (isOpen ? kEllipsis.size() : 0));
    const int hidden = rank - letters;
    if (isOpen ? hidden < 0 : hidden != 0) {
      fail(say("'{}' does not name the axes of input {}, which has rank {}", {term, at, rank}));
      return;
    }
    if (isOpen) hidden_ = std::max(hidden_, hidden);
    result_.terms.push_back(labelsOf(term, hidden));
    for (const Count label : result_.terms.back()) all_.push(label);
  }

  void readOutput(std::string_view term) {
    result_.output = labelsOf(term, hidden_);
    Labels seen;
    for (const Count label : result_.output) {
      if (graph::contains(seen, label)) fail(say("its output names '{}' twice", {letter(label)}));
      seen.push(label);
    }
    for (const Count label : result_.output)
      if (!graph::contains(all_, label))
        fail(say("no term has the '{}' of its output", {letter(label)}));
  }

  // The axes of the ellipsis, and the letters that occur once, in alphabetical order.
  void inferOutput() {
    std::ranges::sort(all_);
    Labels once;
    for (auto label = all_.begin(); label != all_.end();) {
      const auto next = std::upper_bound(label, all_.end(), *label);
      if (*label > 0 && next - label == 1) once.push(*label);
      label = next;
    }
    result_.output = graph::joined({labelsOf(kEllipsis, hidden_), once});
  }

  static std::string letter(Count label) { return {static_cast<char>(label)}; }

  Call& call_;
  std::string_view text_;
  std::string equation_;  // without spaces
  int hidden_ = 0;        // the most axes of an ellipsis
  Labels all_;
  Equation result_;
};

}  // namespace

Equation equationOf(Call& call, std::string_view text) { return Reader(call, text).read(); }

Labels distinct(const Labels& labels) {
  Labels once;
  for (const Count label : labels)
    if (!graph::contains(once, label)) once.push(label);
  return once;
}

}  // namespace simdcast::onnx

#include "expression.hpp"

#include <algorithm>

#include "expressions/parser.hpp"

namespace simdcast::strings {

using expressions::Assertion;
using expressions::Neighbour;
using expressions::Node;
using expressions::Test;

// The instructions of an expression, in sequence; a match ends after the last one.
struct Expression::Program {
  // Goes on at the next instruction, or at all of `to`.
  struct Instruction {
    Test test = {};             // takes a code point
    Assertion holds = nullptr;  // takes none
    std::vector<std::size_t> to = {};
  };

  std::vector<Instruction> instructions;
};

namespace {

// RE2 has a limit too.
constexpr std::size_t kMostInstructions = 20'000;

template <class Instruction>
class Emitter {
 public:
  explicit Emitter(std::vector<Instruction>& program) : program_(program) {}

  // Appends the instructions of a node; false if there are too many.
  bool emit(const Node& node) {
    if (program_.size() > kMostInstructions) return false;
    switch (node.kind) {
      case Node::Kind::point:
        program_.push_back({.test = node.test});
        return true;
      case Node::Kind::assertion:
        program_.push_back({.holds = node.holds});
        return true;
      case Node::Kind::sequence:
        return std::ranges::all_of(node.parts, [&](const Node& part) { return emit(part); });
      case Node::Kind::choice:
        return emitChoice(node);
      default:
        return emitRepeat(node);
    }
  }

 private:
  bool emitChoice(const Node& node) {
    const std::size_t split = program_.size();
    std::vector<std::size_t> ends;
    program_.emplace_back();
    for (const Node& part : node.parts) {
      program_[split].to.push_back(program_.size());
      if (!emit(part)) return false;
      ends.push_back(program_.size());
      program_.emplace_back();
    }
    for (const std::size_t end : ends) program_[end].to = {program_.size()};
    return true;
  }

  bool emitRepeat(const Node& node) {
    const Node& part = node.parts[0];
    for (int i = 0; i < node.least; ++i) {
      const std::size_t before = program_.size();
      if (!emit(part)) return false;
      // Copies of an empty program would not count towards the limit.
      if (program_.size() == before) break;
    }
    const bool isOpen = node.most == expressions::kUnbounded;
    std::vector<std::size_t> splits;
    for (int i = node.least; i < (isOpen ? node.least + 1 : node.most); ++i) {
      const std::size_t split = program_.size();
      splits.push_back(split);
      program_.push_back({.to = {split + 1}});
      if (!emit(part)) return false;
      if (isOpen) program_.push_back({.to = {split}});
    }
    for (const std::size_t split : splits) program_[split].to.push_back(program_.size());
    return true;
  }

  std::vector<Instruction>& program_;
};

// The instructions at which a match may continue, without duplicates.
class Places {
 public:
  explicit Places(std::size_t count) : has_(count) {}

  bool add(std::size_t place) {
    if (has_[place]) return false;
    has_[place] = true;
    list_.push_back(place);
    return true;
  }
  void clear() {
    for (const std::size_t place : list_) has_[place] = false;
    list_.clear();
  }
  [[nodiscard]] bool has(std::size_t place) const { return has_[place]; }
  [[nodiscard]] const std::vector<std::size_t>& list() const { return list_; }

 private:
  std::vector<bool> has_;
  std::vector<std::size_t> list_;
};

}  // namespace

std::optional<Expression> Expression::make(std::string_view pattern) {
  const std::optional<Node> node = expressions::parse(pattern);
  if (!node) return std::nullopt;
  auto program = std::make_shared<Program>();
  if (!Emitter(program->instructions).emit(*node)) return std::nullopt;
  Expression expression;
  expression.program_ = std::move(program);
  return expression;
}

std::optional<std::size_t> Expression::longest(PointsView points, std::size_t first) const {
  const auto& instructions = program_->instructions;
  const std::size_t end = instructions.size();
  Places current(end + 1);
  Places next(end + 1);
  std::vector<std::size_t> waiting;
  const auto neighbour = [&](std::size_t at) {
    return at < points.size() ? Neighbour(points[at]) : std::nullopt;
  };
  const auto reach = [&](Places& places, std::size_t from, std::size_t at) {
    waiting.push_back(from);
    while (!waiting.empty()) {
      const std::size_t place = waiting.back();
      waiting.pop_back();
      if (!places.add(place) || place == end) continue;
      const auto& instruction = instructions[place];
      waiting.insert(waiting.end(), instruction.to.begin(), instruction.to.end());
      const bool isPassed =
          instruction.holds != nullptr &&
          instruction.holds(at == 0 ? std::nullopt : neighbour(at - 1), neighbour(at));
      if (isPassed) waiting.push_back(place + 1);
    }
  };
  reach(current, 0, first);
  std::optional<std::size_t> found;
  for (std::size_t at = first; !current.list().empty(); ++at) {
    if (current.has(end)) found = at;
    if (at == points.size()) break;
    for (const std::size_t place : current.list())
      if (place < end && instructions[place].test && instructions[place].test(points[at]))
        reach(next, place + 1, at + 1);
    current.clear();
    std::swap(current, next);
  }
  return found;
}

bool Expression::matches(PointsView whole) const { return longest(whole, 0) == whole.size(); }

std::vector<Expression::Match> Expression::find(PointsView points) const {
  std::vector<Match> found;
  for (std::size_t first = 0; first < points.size();) {
    const std::size_t end = longest(points, first).value_or(first);
    if (end > first) found.push_back({first, end});
    first = std::max(end, first + 1);
  }
  return found;
}

}  // namespace simdcast::strings

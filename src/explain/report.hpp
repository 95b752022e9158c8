// An alignment as plain values for callers outside the engine: shapes, axes and indices in the
// requested order, sizes and strides as lists, sentences as strings. web/base/alignment.ts
// documents each member.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../rules/alignment.hpp"

namespace simdcast {

using Numbers = std::vector<int>;
// Counts that a JavaScript number holds exactly, being below 2^53.
using Counts = std::vector<double>;

struct OperandReport {
  std::string name;
  Numbers shape;
  Numbers aligned;
  Numbers added;      // axes
  Numbers stretched;  // axes
  std::string placement;
  Counts strides;
  double elements = 0;
  double bytes = 0;
};

struct AxisReport {
  int axis = 0;
  int fromEnd = 0;
  Numbers sizes;
  std::vector<bool> added;
  std::optional<int> size;  // empty for a conflict or a rejected axis
  std::string outcome;
  std::string role;    // of a product's axis; empty for one that broadcasts
  std::string letter;  // the rule's name for it; empty if there is none
  Numbers stretched;   // operands
  std::string text;
};

struct MemoryReport {
  double stored = 0;
  double ifCopied = 0;
  double output = 0;
};

struct FindingReport {
  std::string code;
  std::optional<int> axis;
  Numbers operands;
  Numbers sizes;
  std::string text;
};

struct FixReport {
  std::string kind;
  std::optional<int> operand;
  Numbers argument;
  Numbers shape;
  Numbers outputShape;
  bool grows = false;
  std::string text;
};

struct WarningReport {
  std::string code;
  Numbers axes;
  Numbers operands;
  std::vector<FixReport> fixes;
  std::string text;
};

struct SentenceReport {
  std::string kind;
  std::string text;
  std::optional<int> axis;
  std::optional<int> operand;
};

// The shapes, strides and byte counts.
struct Facts {
  std::string rule;
  std::string op;  // empty for the request of a rule
  std::string order;
  bool ok = false;
  Numbers outputShape;  // empty for a failure
  double outputElements = 0;
  std::vector<OperandReport> operands;
  MemoryReport memory;
};

// `elementSize` in bytes; `shapes` are those of the alignment, outermost first.
[[nodiscard]] Facts factsOf(const Alignment& alignment, Count elementSize);
[[nodiscard]] std::vector<AxisReport> axesOf(const Alignment& alignment);
// The first is the reason of the failure.
[[nodiscard]] std::vector<FindingReport> conflictsOf(const Alignment& alignment);
[[nodiscard]] std::vector<WarningReport> warningsOf(const Alignment& alignment, Count elementSize);
[[nodiscard]] std::vector<FixReport> fixesOf(const Alignment& alignment, const Shapes& shapes);
[[nodiscard]] std::vector<SentenceReport> sentencesOf(const Alignment& alignment);

// A shape or an index in the requested order.
[[nodiscard]] Numbers inOrderOf(const Alignment& alignment, const Shape& shape);

}  // namespace simdcast

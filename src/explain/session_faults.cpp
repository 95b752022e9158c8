#include "session_faults.hpp"

#include <algorithm>

namespace simdcast::faults {
namespace {

// The first names, and the number of others.
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 12;
  const Names first(names.begin(),
                    names.begin() + static_cast<std::ptrdiff_t>(std::min(kMost, names.size())));
  std::string text = text::joined(first, ", ");
  if (names.size() <= kMost) return text;
  return say("{} and {} more", {text, names.size() - kMost});
}

}  // namespace

Fault unsupported(const std::vector<std::string>& operators) {
  return {"unsupported_operator",
          say("These operators are not supported: {}.", {listed(operators)})};
}

Fault body(std::string_view label) {
  return {"invalid_shape",
          say("The inputs and outputs of {} do not match those of its body.", {label})};
}

Fault carried(std::string_view label, int at, std::string_view before, std::string_view after) {
  return {"invalid_shape",
          say("State {} of {} must be {} in each iteration, but its body returns {}.",
              {at, label, before, after})};
}

Fault stacked(std::string_view label, const Shown& a, const Shown& b) {
  return {"invalid_shape",
          say("A scan output of {} must keep its shape, but is {} in one iteration and {} in "
              "another.",
              {label, a, b})};
}

Fault scanInputs(std::string_view label, Count a, Count b) {
  return {
      "invalid_shape",
      say("The scan inputs of {} must have the same length, but have {} and {}.", {label, a, b})};
}

Fault unrolled(std::string_view label, Count most) {
  return {"invalid_shape",
          say("Shapes in {} change with each iteration, and unrolling it would take more than {} "
              "nodes.",
              {label, most})};
}

Fault endless(std::string_view label, Count most) {
  return {"invalid_shape", say("{} does not end within {} iterations.", {label, most})};
}

Fault unknownTrips(std::string_view label) {
  return {"dynamic_shape", say("The output shape of {} depends on its trip count, which is known "
                               "only at run time.",
                               {label})};
}

Fault outputKind(std::string_view name, std::string_view declared, std::string_view made) {
  return {"invalid_graph",
          say("The model declares '{}' as {}, but its graph produces {}.", {name, declared, made})};
}

Fault feedMissing(std::string_view name, const std::vector<std::string>& inputs) {
  return {"invalid_feeds", say("The input '{}' is missing from the feeds; the inputs are {}.",
                               {name, listed(inputs)})};
}

Fault feedUnknown(std::string_view name, const std::vector<std::string>& inputs) {
  return {"invalid_feeds",
          say("The model has no input '{}'; its inputs are {}.", {name, listed(inputs)})};
}

Fault feedType(std::string_view name, DType wanted, DType got) {
  return {"invalid_feeds", say("The input '{}' must be {}, but is {}.", {name, wanted, got})};
}

Fault feedShape(std::string_view name, const Shown& wanted, const Shown& got) {
  return {"invalid_feeds",
          say("The input '{}' must have shape {}, but has shape {}.", {name, wanted, got})};
}

Fault feedBytes(std::string_view name, Count wanted, Count got) {
  return {"invalid_feeds",
          say("The input '{}' must have {} bytes, but has {}.", {name, wanted, got})};
}

Fault feedTexts(std::string_view name, Count wanted, Count got) {
  return {"invalid_feeds",
          say("The input '{}' must have {} strings, but has {}.", {name, wanted, got})};
}

Fault feedText(std::string_view name) {
  return {"invalid_feeds", say("The input '{}' must have strings in UTF-8.", {name})};
}

Fault feedSymbol(std::string_view symbol, std::string_view a, Count sizeOfA, std::string_view b,
                 Count sizeOfB) {
  return {"invalid_feeds",
          say("{} is {} in the input '{}' and {} in '{}'.", {symbol, sizeOfA, a, sizeOfB, b})};
}

Fault feedKind(std::string_view name, bool isSequence) {
  return {"invalid_feeds",
          say("The input '{}' must be a {}.", {name, isSequence ? "sequence" : "tensor"})};
}

Fault resultKind() {
  return {"unsupported_type",
          "An output is a sequence or an optional value. Run the session by runValues."};
}

}  // namespace simdcast::faults

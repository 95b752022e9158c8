#include "faults.hpp"

#include <algorithm>

namespace simdcast::faults {
namespace {

std::string_view plural(Count count, std::string_view one, std::string_view several) {
  return count == 1 ? one : several;
}

constexpr int kLongest = 100;  // characters of a text that are quoted

}  // namespace

// -- attributes

Fault attributeType(std::string_view label, std::string_view name, std::string_view wanted,
                    std::optional<Literal> got) {
  return {"invalid_attribute", say("The attribute '{}' of {} must be {}{}.",
                                   {name, label, wanted, got ? ", not " + got->text() : ""})};
}

Fault step(std::string_view label) {
  return {"invalid_attribute", say("The steps of {} must not be 0.", {label})};
}

Fault oneForm(std::string_view label) {
  return {"invalid_attribute",
          say("{} accepts only one of its attributes, but has several.", {label})};
}

Fault eachAxis(std::string_view label, std::string_view name, Count got, Count wanted) {
  return lengths(label, name, got, wanted);
}

Fault windowSize(std::string_view label, std::string_view name, Count size) {
  const int least = name == "pads" || name == "output_padding" ? 0 : 1;
  return {"invalid_attribute",
          say("The attribute '{}' of {} must contain integers from {} to 2147483647, but contains "
              "{}.",
              {name, label, least, size})};
}

Fault allowed(std::string_view label, std::string_view name, const Literal& got,
              std::string_view allowed) {
  return {"invalid_attribute",
          say("The attribute '{}' of {} must be {}, but is {}.", {name, label, allowed, got})};
}

Fault exactlyOne(std::string_view label, std::string_view a, std::string_view b) {
  return {"invalid_attribute", say("{} requires exactly one of {} and {}.", {label, a, b})};
}

Fault allowedEach(std::string_view label, std::string_view name, const Literal& got,
                  std::string_view allowed) {
  return {"invalid_attribute", say("Each element of the attribute '{}' of {} must be {}, but one "
                                   "is {}.",
                                   {name, label, allowed, got})};
}

Fault equation(std::string_view label, std::string_view equation, std::string_view problem) {
  return {"invalid_attribute", say("The equation of {} is '{}': {}.",
                                   {label, text::beginning(equation, kLongest), problem})};
}

Fault pattern(std::string_view label, std::string_view pattern) {
  return {"invalid_attribute",
          say("The pattern of {} must be an RE2 regular expression, without backreferences and "
              "lookaround, but is '{}'.",
              {label, text::beginning(pattern, kLongest)})};
}

Fault attributeUnknown(std::string_view label, std::string_view name, const Names& known) {
  const std::string choices =
      known.empty() ? "; it has none." : text::choices(name, "its attributes are", known);
  return {"attribute_unknown",
          say("{} has no attribute '{}' at this opset{}", {label, name, choices})};
}

Fault attributeMissing(std::string_view label, std::string_view name) {
  return {"attribute_missing", say("{} requires the attribute '{}'.", {label, name})};
}

// -- inputs and outputs

Fault inputs(std::string_view label, int got, int least, std::optional<int> most,
             std::string_view missing) {
  std::string accepted = say("{} to {}", {least, most.value_or(0)});
  if (!most) accepted = say("at least {}", {least});
  if (most == least) accepted = std::to_string(least);
  if (most == 0) accepted = "none: its arguments are attributes";
  return {"operand_count",
          say("{} was given {} {}, but at this opset accepts {}{}.",
              {label, got, plural(got, "input", "inputs"), accepted,
               missing.empty() ? std::string() : say(": '{}' is missing", {missing})})};
}

Fault inputGroups(std::string_view label, int got, int first, int size) {
  return {"operand_count", say("The inputs of {} after the first {} must be a multiple of {}, but "
                               "it has {} inputs in total.",
                               {label, first, size, got})};
}

Fault inputMissing(std::string_view label, int at) {
  return {"operand_count", say("Input {} of {} is missing.", {at, label})};
}

Fault scalesOrSizes(std::string_view label) {
  return {"operand_count",
          say("{} requires either scales or sizes. Pass exactly one of them.", {label})};
}

Fault outputCount(std::string_view label, int got, int most) {
  return {"output_count", say("{} has at most {} {} at this opset, but {} were requested.",
                              {label, most, plural(most, "output", "outputs"), got})};
}

// -- types

Fault type(std::string_view label, int at, DType got, const TypeNames& known,
           std::optional<int> takes) {
  std::string text =
      say("Input {} of {} must be {}, but is {}.", {at, label, anyOf(known.names()), got});
  if (takes) return {"type_unsupported", text + say(" Opset {} accepts it.", {*takes})};
  return {"type_unsupported", std::move(text), {got}};
}

Fault castTo(std::string_view label, DType type) {
  return {"result_unsupported", say("{} cannot return {}.", {label, type}), {type}};
}

Fault typesDiffer(std::string_view label, DType a, DType b) {
  return {"types_differ",
          say("The inputs of {} must have the same type, but are {} and {}.", {label, a, b}),
          {a, b}};
}

// -- axes

Fault axis(std::string_view label, Count axis, int rank) {
  const std::string axes = rank > 0 ? say("axes {} to {}", {-rank, rank - 1}) : "no axes";
  return {"invalid_axis", say("Axis {} of {} is out of range: a tensor of rank {} has {}.",
                              {axis, label, rank, axes})};
}

Fault axisTwice(std::string_view label, Count axis) {
  return {"invalid_axis",
          say("The axes of {} must be distinct, but axis {} occurs twice.", {label, axis})};
}

Fault notOne(std::string_view label, Count axis, Count size) {
  return {"invalid_axis",
          say("{} cannot remove axis {}, which has size {}: only an axis of size 1 can be removed.",
              {label, axis, size})};
}

Fault perm(std::string_view label, const Shown& perm, int rank) {
  return {"invalid_axis", say("The perm of {} must list each axis from 0 to {} once, but is {}.",
                              {label, rank - 1, perm})};
}

// -- elements

Fault index(std::string_view label, Count index, Count size) {
  return {"index_out_of_range",
          say("Index {} of {} is out of range for an axis of size {}.", {index, label, size})};
}

Fault indexAt(std::string_view label, Count index, Count position, Count size) {
  return {"index_out_of_range",
          say("Index {} (at position {}) of {} is out of range for an axis of size {}.",
              {index, position, label, size})};
}

Fault indexOutside(std::string_view label, Count position) {
  return {"index_out_of_range",
          say("{}: the index at position {} is out of range for its axis.", {label, position})};
}

Fault dynamic(std::string_view label, int at) {
  return {"dynamic_shape", say("The output shape of {} depends on the values of its input {}, "
                               "which are known only at run time.",
                               {label, at})};
}

Fault unknownCondition(std::string_view label) {
  return {"dynamic_shape", say("The condition of {} must be a constant, because its branches "
                               "return different types or shapes.",
                               {label})};
}

Fault castText(std::string_view label, std::string_view text, DType type) {
  return {"invalid_value", say("{} cannot read '{}' as {}.", {label, text, type})};
}

Fault region(std::string_view label, Count at) {
  return {"invalid_value",
          say("Region {} of {} would need more samples than any image has. Pass a sampling_ratio.",
              {at, label})};
}

Fault melEdges(std::string_view label, Count edge, Count rows) {
  return {"invalid_value", say("A mel filter of {} reaches bin {}, but the spectrum has {} bins.",
                               {label, edge, rows})};
}

// -- unsupported

Fault training(std::string_view label) {
  return {"unsupported_training",
          say("{} runs in training mode, which is supported since opset 14 (attribute "
              "training_mode).",
              {label})};
}

Fault statistics(std::string_view label) {
  return {"unsupported_training",
          say("{} returns the mean and the standard deviation only for training, which is not "
              "supported.",
              {label})};
}

Fault elementType(std::string_view label, const Said& type) {
  return {"unsupported_type",
          say("{} uses ONNX's element type {}, which is not supported.", {label, type})};
}

Fault notYet(std::string_view label, int since, int opset) {
  return {"not_in_opset",
          say("{} was added in opset {}, but the opset is {}.", {label, since, opset})};
}

Fault noStrings(std::string_view label) {
  return {"strings_unsupported", say("{} does not support strings.", {label})};
}

Fault graph(std::string_view label) {
  return {"unsupported_graph", say("{} has subgraphs, so it can run only in a model.", {label})};
}

}  // namespace simdcast::faults

#include "faults.hpp"

// The sentences of ai.onnx.ml.
namespace simdcast::faults {
namespace {

Fault invalidAttribute(std::string_view pattern, std::initializer_list<Said> values) {
  return {"invalid_attribute", say(pattern, values)};
}

}  // namespace

Fault rows(std::string_view label, const Shown& dims) {
  return {"invalid_shape",
          say("Input 0 of {} must be rows of features, (N,F), or one row, (F), but is {}.",
              {label, dims})};
}

Fault feature(std::string_view label, Count feature, Count count) {
  return {"invalid_shape",
          say("Feature {} of {} is out of range: its input has {} {}, counted from 0.",
              {feature, label, count, count == 1 ? "feature" : "features"})};
}

Fault features(std::string_view label, Count got, Count coefficients, Count rows) {
  return {"invalid_shape", say("{} has {} coefficients in {} {}, which do not fit {} features.",
                               {label, coefficients, rows, rows == 1 ? "row" : "rows", got})};
}

Fault vectors(std::string_view label, Count vectors, Count values) {
  return {"invalid_shape",
          say("{} has {} values for {} support vectors.", {label, values, vectors})};
}

Fault labels(std::string_view label, Count got, Count scores) {
  return invalidAttribute("{} has {} class labels for {} scores.", {label, got, scores});
}

Fault oneOf(std::string_view label, const Names& names) {
  return invalidAttribute("{} requires exactly one of the attributes {}.",
                          {label, text::joined(names, ", ")});
}

Fault lengths(std::string_view label, std::string_view name, Count got, Count wanted) {
  return invalidAttribute("The attribute '{}' of {} must have length {}, but has length {}.",
                          {name, label, wanted, got});
}

Fault tensor(std::string_view label, std::string_view name, DType type, const TypeNames& known) {
  return invalidAttribute("The attribute '{}' of {} must be {}, but is {}.",
                          {name, label, text::joined(known.names(), " or "), type});
}

Fault twice(std::string_view label, Count tree, Count id) {
  return invalidAttribute("Node ids of {} must be unique, but node {} of tree {} occurs twice.",
                          {label, id, tree});
}

Fault noNode(std::string_view label, std::string_view name, Count tree, Count id) {
  return invalidAttribute(
      "The attribute '{}' of {} refers to node {} of tree {}, which does not exist.",
      {name, label, id, tree});
}

Fault noPosition(std::string_view label, std::string_view name, Count position, Count count) {
  return invalidAttribute(
      "The elements of the attribute '{}' of {} must be less than {}, but one is {}.",
      {name, label, count, position});
}

Fault reached(std::string_view label) {
  return invalidAttribute(
      "{} is not a tree: one of its nodes has two parents or is its own ancestor.", {label});
}

Fault target(std::string_view label, std::string_view name, Count id, Count count) {
  return noPosition(label, name, id, count);
}

Fault members(std::string_view label, Count sets, Count nodes) {
  return invalidAttribute(
      "The attribute membership_values of {} must have one set, ended by NaN, for each of the {} "
      "nodes that test membership, but has {}.",
      {label, nodes, sets});
}

Fault stringLabel(std::string_view label) {
  return invalidAttribute("{} requires at least two string class labels, but has one.", {label});
}

Fault negative(std::string_view label, std::string_view name, const Said& got) {
  return invalidAttribute(
      "The elements of the attribute '{}' of {} must be non-negative integers, but one is {}.",
      {name, label, got});
}

Fault keyType(std::string_view label, DType got, DType keys) {
  return {"types_differ",
          say("Input 0 of {} must have the type of its keys, {}, but is {}.", {label, keys, got})};
}

Fault noCategory(std::string_view label, const Said& item) {
  constexpr int kLongest = 60;
  return {"invalid_value",
          say("{} has no category '{}'. Set zeros to 1 to encode unknown categories as zeros.",
              {label, text::beginning(item.text(), kLongest)})};
}

}  // namespace simdcast::faults

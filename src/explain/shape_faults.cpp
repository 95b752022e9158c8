#include "faults.hpp"

namespace simdcast::faults {
namespace {

// The sentences here share a code.
Fault invalidShape(std::string_view pattern, std::initializer_list<Said> values) {
  return {"invalid_shape", say(pattern, values)};
}

// At most kMaxCount. Negative sizes do not count.
Count productOf(std::span<const Count> sizes) {
  Count product = 1;
  for (const Count size : sizes)
    if (size == 0) return 0;
  for (const Count size : sizes)
    if (size > 0) product = product > kMaxCount / size ? kMaxCount : product * size;
  return product;
}

// The reason why elements do not fit a shape in which one size may be -1.
std::string elementsDiffer(std::span<const Count> from, std::span<const Count> to) {
  int open = 0;
  bool isInvalid = false;
  for (const Count size : to) {
    open += size < 0 ? 1 : 0;
    isInvalid |= size < -1;
  }
  if (open > 1 || isInvalid)
    return "sizes must be 0 or more, except that one may be -1, which is then inferred";
  const Count has = productOf(from);
  const Count takes = productOf(to);
  if (open > 0 && takes == 0) return "next to a size of 0, -1 could be any size";
  if (open > 0) return say("its {} elements are not a multiple of {}", {has, takes});
  return say("it has {} elements, but that shape has {}", {has, takes});
}

}  // namespace

Fault reshape(std::string_view label, std::span<const Count> from, std::span<const Count> to) {
  return invalidShape("{} cannot reshape {} to {}: {}.",
                      {label, Shown(from), Shown(to), elementsDiffer(from, to)});
}

Fault nothingKept(std::string_view label, Count axis, const Shown& dims) {
  return invalidShape(
      "Size 0 at axis {} of the shape of {} keeps the input's size, but the input {} has no axis "
      "{}.",
      {axis, label, dims, axis});
}

Fault concat(std::string_view label, Count axis, const Shown& a, const Shown& b) {
  return invalidShape("{} cannot join {} and {} along axis {}: the other axes must be equal.",
                      {label, a, b, axis});
}

Fault split(std::string_view label, const Shown& sizes, Count size) {
  return invalidShape(
      "{} cannot split an axis of size {} into {}: the sizes must be 0 or more, and add up to {}.",
      {label, size, sizes, size});
}

Fault splitEven(std::string_view label, Count count, Count size) {
  return invalidShape("{} cannot split an axis of size {} into {} equal parts.",
                      {label, size, count});
}

Fault lengths(std::string_view label, std::string_view what) {
  return invalidShape("{}: {} must have the same length.", {label, what});
}

Fault rank(std::string_view label, Count rank, int highest) {
  return invalidShape("The result of {} must have at most {} axes, but would have {}.",
                      {label, highest, rank});
}

Fault vector(std::string_view label, int at) {
  return invalidShape("Input {} of {} must have exactly one axis.", {at, label});
}

Fault scalar(std::string_view label, int at) {
  return invalidShape("Input {} of {} must have exactly one element.", {at, label});
}

Fault sizes(std::string_view label, const Shown& dims) {
  return invalidShape("The result of {} would be {}, which is not a valid shape.", {label, dims});
}

Fault emptyAxis(std::string_view label) {
  return invalidShape("{} cannot select an element along an axis of size 0.", {label});
}

Fault pads(std::string_view label, Count got, Count wanted) {
  return invalidShape(
      "The pads of {} must be {} numbers, those before each axis and then those after each, but "
      "are {}.",
      {label, wanted, got});
}

Fault padsOut(std::string_view label, const Shown& dims) {
  return invalidShape("The pads of {} leave no elements of {} to repeat.", {label, dims});
}

Fault repeats(std::string_view label, Count got, int rank) {
  return invalidShape(
      "The repeats of {} must be {} {}, one for each axis of its input, but are {}.",
      {label, rank, rank == 1 ? "number" : "numbers", got});
}

Fault values(std::string_view label) {
  return invalidShape("The values of {} must be two elements: the off value and the on value.",
                      {label});
}

Fault imageRank(std::string_view label, int at, int rank) {
  return invalidShape(
      "Input {} of {} must have a batch axis, a channel axis and one to three spatial axes, but "
      "has rank {}.",
      {at, label, rank});
}

Fault windowFit(std::string_view label, Count axis, Count reach, Count size) {
  return invalidShape(
      "The kernel of {} spans {} elements of axis {}, which has only {}, padding included.",
      {label, reach, axis, size});
}

Fault kernelShape(std::string_view label, const Shown& said, const Shown& weights) {
  return invalidShape("The kernel_shape of {} is {}, which does not match its weights {}.",
                      {label, said, weights});
}

Fault channels(std::string_view label, Count channels, Count group, const Shown& weights) {
  return invalidShape("{} with group {} cannot apply weights of {} to {} channels.",
                      {label, group, weights, channels});
}

Fault biasShape(std::string_view label, const Shown& bias, Count channels) {
  return invalidShape(
      "The bias of {} must have shape ({}), one number for each output channel, but has shape {}.",
      {label, channels, bias});
}

Fault inputBeside(std::string_view label, int at, const Shown& dims, int other) {
  return invalidShape("Input {} of {} must be omitted if input {} has shape {}.",
                      {other, label, at, dims});
}

Fault operandShape(std::string_view label, int at, const Shown& got, const Shown& wanted) {
  return invalidShape("Input {} of {} must have shape {}, but has shape {}.",
                      {at, label, wanted, got});
}

Fault scales(std::string_view label, const Shown& scales) {
  return invalidShape("The scales of {} must be above 0, but are {}.", {label, scales});
}

Fault indicesShape(std::string_view label, const Shown& data, const Shown& indices) {
  return invalidShape("{} cannot index data of shape {} with indices of shape {}.",
                      {label, data, indices});
}

Fault blocks(std::string_view label, Count size, const Shown& dims) {
  return invalidShape("{} cannot split {} into blocks of {}.", {label, dims, size});
}

Fault topCount(std::string_view label, Count count, Count size) {
  return invalidShape(
      "The number of elements that {} selects must be 0 to {}, the size of the axis, but is {}.",
      {label, size, count});
}

Fault matrices(std::string_view label, int rank) {
  return invalidShape("{} requires matrices, but its input has rank {}.", {label, rank});
}

Fault condition(std::string_view label) {
  return invalidShape("The condition of {} must be a single boolean.", {label});
}

Fault equationSizes(std::string_view label, std::string_view axes, Count a, Count b) {
  return invalidShape("The axes '{}' of {} must have the same size, but have {} and {}.",
                      {axes, label, a, b});
}

Fault spectrum(std::string_view label, Count length) {
  return invalidShape("{} cannot transform a signal of length {}.", {label, length});
}

Fault stretch(std::string_view label, int at, const Shown& got, const Shown& dims) {
  return invalidShape("Input {} of {} must broadcast to {}, but has shape {}.",
                      {at, label, dims, got});
}

Fault depth(std::string_view label) {
  return invalidShape("The depth of {} must be 1 or more.", {label});
}

}  // namespace simdcast::faults

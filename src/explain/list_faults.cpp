// Why nodes reject sequences and optional values.
#include "faults.hpp"

namespace simdcast::faults {
namespace {

std::string takenBy(std::optional<int> opset) {
  return opset ? say(" Opset {} accepts it.", {*opset}) : std::string();
}

}  // namespace

Fault kind(std::string_view label, int at, std::string_view got, std::string_view wanted,
           std::optional<int> takes) {
  return {"type_unsupported",
          say("Input {} of {} must be {}, but is {}.{}", {at, label, wanted, got, takenBy(takes)})};
}

Fault made(std::string_view label, std::string_view got, std::optional<int> takes) {
  return {"type_unsupported", say("The subgraph of {} must return a tensor, but returns {}.{}",
                                  {label, got, takenBy(takes)})};
}

Fault position(std::string_view label, Count position, Count count) {
  return {"index_out_of_range",
          say("Position {} of {} is out of range for a sequence of {}.", {position, label, count})};
}

Fault elements(std::string_view label, Count count, Count most) {
  return {"invalid_shape",
          say("The sequence of {} must have at most {} elements, but would have {}.",
              {label, most, count})};
}

Fault nothingToJoin(std::string_view label) {
  return {"invalid_shape", say("{} cannot build a tensor from an empty sequence.", {label})};
}

Fault chunk(std::string_view label, Count size) {
  return {"invalid_shape",
          say("The size of the parts of {} must be 1 or more, but is {}.", {label, size})};
}

Fault otherCount(std::string_view label, Count a, Count b) {
  return {"invalid_shape",
          say("The sequences of {} must have the same length, but have {} and {} elements.",
              {label, a, b})};
}

Fault nothing(std::string_view label) {
  return {"invalid_value",
          say("{} requires an optional that has a value, but it is empty.", {label})};
}

}  // namespace simdcast::faults

// A graph compiled for inputs of certain forms: segments that run in sequence, and the contents of
// values that determine sizes.
#pragma once

#include <memory>
#include <vector>

#include "../graph/segment.hpp"

namespace simdcast::model {

// A value whose elements determined sizes, and a copy of them: the program fits only runs with the
// same elements.
struct Condition {
  graph::Storage* value;
  const std::byte* copy;

  [[nodiscard]] bool holds() const noexcept;
};

// An output that has an input's elements first along an axis: the present cache of a decoder begins
// with the past one. If rows may have been written over those of the input, each of `parts` equal
// parts of the output then ends with a row of 0.
struct Growth {
  int input = -1;  // -1 if the output begins with none
  Count parts = 0;
  Count rowBytes = 0;
};

struct Stage {
  graph::Segment segment;
  std::vector<Condition> conditions;  // on values that the segment has computed
};

struct Program {
  graph::Holdings fed;       // of the inputs; programs share those of the same sizes
  graph::Holdings holdings;  // of the copies
  // In the order of the inputs. A constant that outlives the program is used directly; other values
  // have storages whose addresses are set for each run.
  graph::Values inputs;
  std::uint64_t sizes = 0;            // see sizesOf (given.hpp)
  std::vector<Condition> conditions;  // on inputs
  std::vector<Stage> stages;
  graph::Values outputs;
  // For each output, the number of its external storage in the last stage, or one of these: it has
  // an address before the last stage runs, or it is part of a value of the last stage, or repeats
  // an output.
  static constexpr int kKnown = -1;
  static constexpr int kFollows = -2;
  SmallVector<int, 4> external;
  std::vector<Growth> growths;  // of the outputs
  // Whether the only output may be written over an input of its type and size.
  bool isInPlace = false;
  // Whether each element of the outputs depends only on the elements that broadcast to it.
  bool isElementwise = false;
  // Whether other runs may use it: sizes depend on few elements, and no node was a loop.
  bool isReusable = true;

  [[nodiscard]] Count bytes() const noexcept;
};

}  // namespace simdcast::model

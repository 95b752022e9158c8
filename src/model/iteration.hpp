// A graph that runs repeatedly on its previous results: the body of Loop and Scan.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "growing_bytes.hpp"
#include "lowering.hpp"
#include "sides.hpp"

namespace simdcast::model {

// Loops with more iterations than this are considered endless.
inline constexpr Count kMostIterations = Count{1} << 24;

// A state, in memory that outlives the run of a body.
struct Kept {
  graph::Form form;
  GrowingBytes bytes;                              // of a tensor
  std::shared_ptr<const graph::List> list;         // of a list: its type and kind
  std::vector<std::shared_ptr<const Kept>> items;  // of a list; states may share them

  // Tensors by the addresses of their elements.
  using Known = std::unordered_map<const std::byte*, std::shared_ptr<const Kept>>;
  // Copies a value; tensors in `known` are shared instead. False if memory is short.
  [[nodiscard]] bool copy(const graph::Value& value, const Known& known = {});
  // Adds the items of a list.
  void addTo(Known& known) const;
};

// A scan output: a slice from each iteration.
struct Stack {
  std::optional<graph::Form> slice = {};
  Count count = 0;
  GrowingBytes bytes = {};

  // The slice must have the form of the previous ones (accepts). False if memory is short.
  [[nodiscard]] bool accepts(const graph::Form& form) const { return !slice || *slice == form; }
  [[nodiscard]] bool push(const graph::Form& form, const std::byte* from);
};

struct Iteration {
  Lowering& lowering;
  const BoundNode& node;
  const BoundGraph& body;
  graph::Values captured;
  bool isLoop = false;              // whether the body has a number and a condition
  Count trips = 0;                  // at most kMostIterations + 1
  bool goesOn = true;               // the condition before the first iteration
  graph::Values states = {};        // before the first iteration
  graph::Values slices = {};        // each iteration reads one slice along the first axis
  std::vector<bool> reversed = {};  // for each of the slices
};

struct Iterated {
  std::vector<Kept> states;
  std::vector<Stack> stacks;
};

// All earlier steps must have run. Without iterations, stacks have forms but no slices.
[[nodiscard]] Iterated iterate(const Iteration& of);

// The address of a value's elements.
[[nodiscard]] const std::byte* addressOf(const graph::Value& value);
// A value at an address that outlives its use.
[[nodiscard]] graph::Value valueAt(graph::Holdings& holdings, const graph::Form& form,
                                   const std::byte* address);
// Copies that live as long as the program.
[[nodiscard]] graph::Value valueOf(Lowering& lowering, const Kept& state);
[[nodiscard]] graph::Value valueOf(Lowering& lowering, const Stack& stack);

}  // namespace simdcast::model

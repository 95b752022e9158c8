// Passes: chains of elementwise operators that one kernel computes. The kernel comes from the host,
// which compiles it when the program is made.
#pragma once

#include <memory>
#include <vector>

#include "step.hpp"

namespace simdcast::graph {

struct PassNode {
  const Pointwise* op;
  DType type;                        // of the result
  SmallVector<int, 3> inputs;        // numbers of inputs, then of nodes; -1 for an absent operand
  std::shared_ptr<const Task> task;  // the node alone
};

// The result is that of the last node.
struct PassRequest {
  std::vector<Form> inputs;
  std::vector<PassNode> nodes;
  Dims dims;
  // Whether parts of the result are computed, each within a row: after a product.
  bool byRows = false;
};

class Passes {
 public:
  virtual ~Passes() = default;
  // Null if the host cannot compile the kernel.
  virtual std::shared_ptr<const Task> make(const PassRequest& request) = 0;
};

}  // namespace simdcast::graph

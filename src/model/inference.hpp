// Infers the types and sizes of a graph's values from those of its inputs, node by node, without
// running the graph.
#pragma once

#include "form_lowering.hpp"

namespace simdcast::model {

// Another tensor of the same type; its elements may be unknown.
struct RenewedTensor {
  graph::Dims dims;
  std::optional<std::vector<double>> elements = {};
};

// A value with other tensors: one for each that it has, in order, or nothing if it is unchanged.
struct Renewed {
  ValueId id;
  std::vector<std::optional<RenewedTensor>> tensors;
};

class Inference {
 public:
  // The graph (see bindAll), the constants and the machine must outlive it.
  Inference(const BoundGraph& graph, KnownConstants& constants, Machine& machine);

  // Values without a storage are unknown: they are not declared, and their node failed.
  [[nodiscard]] const graph::Value& value(ValueId id) const;
  void declare(ValueId id, const graph::Form& form);
  void forget(ValueId id);
  // The elements of a small constant, such as a shape or a scale. Nothing if its type is not a
  // number type of C++.
  [[nodiscard]] static std::optional<std::vector<double>> elements(const graph::Value& value);

  // The node's inputs must have forms. If it fails, its outputs do not change.
  [[nodiscard]] std::optional<Fault> lower(std::size_t node);
  // The same with other inputs, which are restored afterwards.
  [[nodiscard]] std::optional<Fault> lowerWith(std::size_t node, std::span<const Renewed> inputs);
  // The outputs of a node with other inputs; no value changes. Outputs other than tensors have no
  // form.
  struct Attempt {
    std::optional<Fault> fault;
    std::vector<std::optional<graph::Form>> outputs;
  };
  [[nodiscard]] Attempt attempt(std::size_t node, std::span<const Renewed> inputs);

 private:
  const BoundGraph& graph_;
  KnownConstants& constants_;
  Machine& machine_;
  FormLowering lowering_;
  Frame frame_;
};

}  // namespace simdcast::model

// Lowers nodes to find the forms of their values. Nothing runs, except computations on small
// constants.
#pragma once

#include "../base/function_ref.hpp"
#include "lowering.hpp"

namespace simdcast::model {

// The initializers of a graph and of its subgraphs. Large ones, and those without elements in
// memory, only have a form.
class KnownConstants {
 public:
  // Takes over the memory that the graph's initializers own. Returns whether memory sufficed.
  [[nodiscard]] bool add(const BoundGraph& graph);
  [[nodiscard]] std::span<const Constant> of(const BoundGraph& graph) const;
  // Their strings, and those of the values that are computed from them.
  [[nodiscard]] graph::Derived& derived() noexcept { return derived_; }

 private:
  graph::Value place(const Initializer& initializer);
  // Writes the elements to their address. False if memory is short.
  bool write(const Initializer& initializer, std::byte* to);

  graph::Derived derived_;
  std::map<const BoundGraph*, std::vector<Constant>> constants_;
};

class FormLowering {
 public:
  // Shapes, and lists of positions along an axis, are small. Larger values are not computed.
  static constexpr Count kMostFolded = Count{1} << 17;

  // The constants and the machine must outlive it.
  FormLowering(KnownConstants& constants, Machine& machine);

  [[nodiscard]] Frame frameOf(const BoundGraph& graph) const;
  // Sets the outputs of a node in its frame. If that fails, the frame stays as it was.
  [[nodiscard]] std::optional<Fault> lower(Frame& frame, const BoundNode& node);

  // -- for nodes with subgraphs
  [[nodiscard]] graph::Builder& builder() noexcept { return *builder_; }
  [[nodiscard]] bool failed() const noexcept { return builder_->failed(); }
  graph::Failed fail(Fault fault) { return builder_->fail(std::move(fault)); }
  // The outputs of a subgraph.
  graph::Values lowerGraph(const BoundGraph& graph, std::span<const graph::Value> given,
                           const Frame& around);
  // Does work whose values do not outlive it. Returns false if it fails, or if sizes depend on
  // unknown elements, which is not a failure.
  bool attempt(FunctionRef<void()> work);
  // A value with unknown elements.
  graph::Value unknown(const graph::Form& form) { return unknown(*builder_, form); }
  static graph::Value unknown(graph::Builder& builder, const graph::Form& form);
  // The same for the kind of a value, which may be a list.
  static graph::Value unknownLike(graph::Builder& builder, const graph::Value& value);
  // The value of a condition, which is true if absent; nothing if it is unknown.
  std::optional<bool> isOn(const graph::Value& condition);

 private:
  void lowerNode(Frame& frame, const BoundNode& node);
  graph::Values inputsOf(const Frame& frame, const BoundNode& node);
  graph::Values outputsOf(const Frame& frame, const BoundNode& node, const graph::Values& inputs);

  KnownConstants& constants_;
  Machine& machine_;
  graph::Builder own_;
  graph::Builder* builder_ = &own_;  // or that of an attempt
  int nodes_ = 0;
};

// Whether two values have the same kind, types and sizes.
[[nodiscard]] bool haveOneForm(const graph::Value& a, const graph::Value& b);

// The outputs of nodes with subgraphs.
graph::Values formsOfIf(FormLowering& lowering, const BoundNode& node, const Frame& frame,
                        const graph::Values& inputs);
graph::Values formsOfLoop(FormLowering& lowering, const BoundNode& node, const Frame& frame,
                          const graph::Values& inputs);
graph::Values formsOfScan(FormLowering& lowering, const BoundNode& node, const Frame& frame,
                          const graph::Values& inputs);
graph::Values formsOfSequenceMap(FormLowering& lowering, const BoundNode& node, const Frame& frame,
                                 const graph::Values& inputs);

}  // namespace simdcast::model

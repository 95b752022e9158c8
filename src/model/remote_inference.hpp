// Functions for JavaScript that infer the shapes of a model.
#pragma once

#include "inference.hpp"
#include "remote.hpp"

namespace simdcast::remote {

// The values of a model for one choice of the sizes of its inputs. Values have numbers
// (ModelInference::find); nodes are counted in the order of the draft.
class ModelWorld {
 public:
  ModelWorld(const model::BoundGraph& graph, model::KnownConstants& constants);

  // Sizes are doubles at an address.
  void declare(int value, int type, Address sizes, int rank);
  void forget(int value);
  // Where doubles describe a value: its kind and the number of its tensors; then for each tensor
  // the number of its type, its rank, whether it is constant, the number of its elements if they
  // are known and few, or -1, then its sizes and those elements. They stay until the next call.
  // Kinds: 0 is an unknown value, 1 a tensor, 2 a sequence, 3 an empty optional value, 4 and 5
  // optional values with a tensor and with a sequence.
  [[nodiscard]] Address describe(int value);

  // Infers the outputs of a node from its inputs. Returns whether that succeeds.
  [[nodiscard]] bool lower(int node);
  // The same with other inputs, which doubles at an address describe: their number; then for each
  // its value and the number of its tensors; for each tensor -1 if it stays, or its rank, the
  // number of its elements or -1, its sizes and elements.
  [[nodiscard]] bool lowerWith(int node, Address inputs);
  // The same without changes of any value.
  [[nodiscard]] bool attempt(int node, Address inputs);
  // The address of doubles that describe the outputs of the attempt: for each, 0 if there is no
  // tensor, or its rank plus 1 and its sizes.
  [[nodiscard]] Address attempted() const noexcept;
  // The reason why the last of them failed.
  [[nodiscard]] FaultReport fault() const { return reportOf(fault_); }

 private:
  void add(const graph::Value& tensor);

  model::Inference inference_;
  std::optional<Fault> fault_;
  std::vector<double> described_;
};

class ModelInference {
 public:
  // Takes over the draft's initializers. Those at the address 0 only have a shape.
  explicit ModelInference(ModelDraft& draft);

  // Whether memory was short.
  [[nodiscard]] bool failed() const noexcept { return isShort_; }
  // The number of a value; -1 if there is none of this name.
  [[nodiscard]] int find(const std::string& name) const;
  // Whether the operators of a node, and of its graphs, are supported.
  [[nodiscard]] bool supports(int node) const;
  // The inference must outlive its worlds.
  [[nodiscard]] std::unique_ptr<ModelWorld> world();

 private:
  model::Model model_;
  std::unique_ptr<model::BoundGraph> graph_;
  model::KnownConstants constants_;
  bool isShort_;
};

}  // namespace simdcast::remote

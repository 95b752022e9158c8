// Sessions by numbers, for a caller in another language on the same memory (engine/remote.hpp). A
// run is one call: its inputs and outputs are described by lists of doubles in memory.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "../engine/aligned.hpp"
#include "../engine/remote.hpp"
#include "../explain/faults.hpp"
#include "../graph/passes.hpp"
#include "graph_runner.hpp"

namespace simdcast::remote {

// Whether sessions have the operator of ONNX's name in a version at that opset.
[[nodiscard]] bool hasOperator(const std::string& domain, const std::string& op, int opset);

// A model that is being described: its nodes in the order in which they run. Names of values are
// those of the model. Attributes belong to the node before them, and what follows openGraph to that
// node's graph.
class ModelDraft {
 public:
  ModelDraft();

  void node(const std::string& domain, const std::string& op, int opset, const std::string& name,
            const std::string& label);
  // Of the node before; an empty name for one that is absent or unused.
  void nodeInput(const std::string& name);
  void nodeOutput(const std::string& name);
  void integer(const std::string& name, std::int64_t value);
  void real(const std::string& name, float value);
  void text(const std::string& name, const std::string& value);
  // Integers of 64 bits, and floats, at an address.
  void integers(const std::string& name, Address from, int count);
  void reals(const std::string& name, Address from, int count);
  // Adds a string to a list, which begins empty.
  void texts(const std::string& name);
  void addText(const std::string& value);
  // A tensor at an address, which is copied. Its sizes are doubles at another address.
  void tensor(const std::string& name, int type, Address sizes, int rank, Address from);
  // A value that no operator takes.
  void other(const std::string& name);
  void openGraph(const std::string& name);
  void closeGraph();

  // The inputs of a graph, then those that have an initializer as well; its outputs, and the outer
  // values that it uses.
  void input(const std::string& name);
  void optionalInput(const std::string& name);
  void output(const std::string& name);
  void captured(const std::string& name);
  // A constant at an address of reserve(), which the session takes over.
  void initializer(const std::string& name, int type, Address sizes, int rank, Address from);

  [[nodiscard]] model::Model& model() noexcept { return model_; }

 private:
  void attribute(const std::string& name, onnx::AttributeValue value);

  model::Model model_;
  std::vector<std::shared_ptr<model::Graph>> open_;  // the graphs of nodes, the innermost last
  [[nodiscard]] model::Graph& graph() { return open_.empty() ? model_.graph : *open_.back(); }
};

struct FaultReport {
  std::string code;
  std::string text;
  std::string node;                // its name
  std::vector<std::string> types;  // see Fault
};

class ModelSession {
 public:
  // Takes over the draft's initializers, also if it fails: fault() tells then.
  explicit ModelSession(ModelDraft& draft);

  [[nodiscard]] bool failed() const noexcept { return fault_.has_value(); }
  [[nodiscard]] FaultReport fault() const;
  // The alignment that failed; null if that is not the reason.
  [[nodiscard]] std::unique_ptr<Aligned> conflict() const;

  // Runs on inputs that are described by doubles at an address: for each input, 0 if it is absent;
  // otherwise its rank plus 1, the number of its type, its address and its sizes. Returns whether
  // it could; the results stay until the next run.
  [[nodiscard]] bool run(Address inputs);
  // Prepares runs on such inputs. Those of address 0 have unknown elements; if sizes depend on one
  // of them, the failure's code is "value_needed" and its text the number of the input.
  [[nodiscard]] bool prepare(Address inputs);
  // Where doubles describe the outputs of the last run: for each, its rank, the number of its type,
  // its address and its sizes.
  [[nodiscard]] Address results() const noexcept;
  [[nodiscard]] int outputs() const noexcept { return static_cast<int>(graph_->outputs.size()); }
  // Gives up what can be made again; returns whether there was any.
  [[nodiscard]] bool clear();

 private:
  [[nodiscard]] graph::Values inputsAt(Address inputs, graph::Holdings& holdings) const;

  model::Model model_;
  std::unique_ptr<model::Shared> shared_;
  std::unique_ptr<model::BoundGraph> graph_;
  std::unique_ptr<model::GraphRunner> runner_;
  std::optional<Fault> fault_;
  std::vector<double> results_;
};

// How kernels of passes are compiled by the host: returns the index of a kernel in the table of
// functions for a pass that JSON describes, or 0.
struct KernelHost {
  int (*compile)(const std::string& pass);
  void (*release)(int kernel);
};
// For sessions that are made later. The host must outlive them.
void useKernelHost(const KernelHost& host);

}  // namespace simdcast::remote

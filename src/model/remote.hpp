// Sessions by numbers, for a caller in another language on the same memory (engine/remote.hpp).
// Inputs and outputs of a run are described by lists of doubles in memory.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "../engine/aligned.hpp"
#include "../engine/remote.hpp"
#include "../explain/faults.hpp"
#include "../graph/passes.hpp"
#include "graph_runner.hpp"
#include "remote_values.hpp"

namespace simdcast::remote {

// Whether sessions have the operator of ONNX's name in a version at that opset.
[[nodiscard]] bool hasOperator(const std::string& domain, const std::string& op, int opset);

// The description of a model: its nodes in the order in which they run. Names of values are those
// of the model. Attributes belong to the node before them, and calls after openGraph to its graph.
class ModelDraft {
 public:
  ModelDraft();

  void node(const std::string& domain, const std::string& op, int opset, const std::string& name,
            const std::string& label);
  // An input or output of the last node; an empty name if it is absent or unused.
  void nodeInput(const std::string& name);
  void nodeOutput(const std::string& name);
  // A bit for each input whose type numbers among the node's inputs may take; by default all do.
  void lends(std::uint32_t mask);
  void integer(const std::string& name, std::int64_t value);
  void real(const std::string& name, float value);
  void text(const std::string& name, const std::string& value);
  // Integers of 64 bits, and floats, at an address.
  void integers(const std::string& name, Address from, int count);
  void reals(const std::string& name, Address from, int count);
  // A list of strings, which begins empty; addText adds to the list or the tensor before it.
  void texts(const std::string& name);
  void addText(const std::string& value);
  // A tensor at an address, which is copied. Its sizes are doubles at another address.
  void tensor(const std::string& name, int type, Address sizes, int rank, Address from);
  // A tensor of strings, whose elements are added by addText.
  void stringTensor(const std::string& name, Address sizes, int rank);
  // A value that no operator takes.
  void other(const std::string& name);
  void openGraph(const std::string& name);
  void closeGraph();

  // The inputs of a graph, then those that have an initializer as well; its outputs, and the outer
  // values that it uses.
  void input(const std::string& name);
  void optionalInput(const std::string& name);
  void output(const std::string& name);
  // The declaration of the input or output before; -1 for no type.
  void declared(int type, bool isSequence, bool isOptional);
  void captured(const std::string& name);
  // A constant at an address of reserve(), which the session takes over. For an inference, the
  // address may be 0 if the elements are unknown.
  void initializer(const std::string& name, int type, Address sizes, int rank, Address from);
  // A scalar without a type, which nodes take in the type of their first input that lends one
  // (ModelSession::give). It cannot be an output of the graph.
  void weak(const std::string& name);

  void stringInitializer(const std::string& name, Address sizes, int rank);

  [[nodiscard]] model::Model& model() noexcept { return model_; }

  // Whether memory was short: the draft then lacks what was described last, and has no session.
  [[nodiscard]] bool isShort() const noexcept { return isShort_; }

 private:
  // A new item of a list; if memory is short, one that is used instead.
  template <class Item>
  Item& added(std::vector<Item>& list, Item& instead);
  [[nodiscard]] bool mayCopy(std::size_t bytes);
  void declare(std::vector<model::Declaration>& list, const std::string& name);
  onnx::AttributeValue& attribute(const std::string& name, onnx::AttributeValue value);
  model::Initializer& constant(const std::string& name, const graph::Form& form);
  [[nodiscard]] model::Graph& graph() { return open_.empty() ? model_.graph : *open_.back().graph; }

  // A graph of a node, and the node.
  struct Open {
    std::shared_ptr<model::Graph> graph;
    model::ModelNode* node;
  };
  struct Instead {
    model::ModelNode node;
    model::Declaration declaration;
    model::Initializer initializer;
    onnx::NodeAttribute attribute;
    std::string text;
  };

  model::Model model_;
  bool isShort_ = false;
  Instead instead_;
  // The last node, list of strings, and declaration.
  model::ModelNode* node_ = &instead_.node;
  std::vector<std::string>* texts_ = nullptr;
  model::Declaration* declared_ = nullptr;
  std::vector<Open> open_;  // the innermost last
};

// Releases the constants of a draft that no session has taken over.
void release(const model::Graph& graph);

struct FaultReport {
  std::string code;
  std::string text;
  std::string node;                // its name
  std::vector<std::string> types;  // see Fault
  bool ofEngine = false;           // see Fault
};
// Empty without a fault.
[[nodiscard]] FaultReport reportOf(const std::optional<Fault>& fault);

class ModelSession {
 public:
  // Takes over the draft's initializers, also if it fails: fault() tells then. Sessions that share
  // blocks run in the same memory: one may begin only when no other is between begin and finish,
  // and its results stay only until another begins.
  ModelSession(ModelDraft& draft, bool sharesBlocks);

  [[nodiscard]] bool failed() const noexcept { return fault_.has_value(); }
  [[nodiscard]] FaultReport fault() const { return reportOf(fault_); }
  // The alignment that failed; null if that is not the reason.
  [[nodiscard]] std::unique_ptr<Aligned> conflict() const;

  // Begins a run on inputs that are described at an address (remote_values.hpp). Runs all but the
  // last stage, which finish() runs on the same inputs. Returns whether it could.
  [[nodiscard]] bool begin(Address inputs);
  // Whether the single output of the run that has begun, or has been prepared, may be written over
  // an input of its type and size.
  [[nodiscard]] bool inPlace() const noexcept;
  // Whether each element of the outputs depends only on the elements that broadcast to it.
  [[nodiscard]] bool isElementwise() const noexcept;
  // Completes the run. For each output, a double at the address: where to write it, at a multiple
  // of 8, or 0 for memory of the session. An output that has an address after begin() is not
  // written to its target, and neither is part of another value, or a repetition of an output.
  [[nodiscard]] bool finish(Address targets);
  // Answers the failure "type_needed" of a run, whose text is the name of a number without a type:
  // the number in the type that the failure names, or in any if it names none, at an address of
  // reserve(), which the session takes over. The run can then begin again.
  void give(const std::string& name, int type, Address address);
  // Prepares runs on such inputs. Those of address 0 have unknown elements; if sizes depend on one
  // of them, the failure's code is "value_needed" and its text the number of the input. There are
  // results afterwards, without addresses, unless they depend on values that a run computes.
  [[nodiscard]] bool prepare(Address inputs);
  // The address where the outputs of the run are described. Before finish() an output's address may
  // be 0; afterwards the results stay until the next run. 0 without results.
  [[nodiscard]] Address results() const noexcept;
  // After finish(), the number of the input whose elements the output has first along an axis, or
  // -1.
  [[nodiscard]] int grownFrom(int output) const;
  [[nodiscard]] int outputs() const noexcept { return static_cast<int>(graph_->outputs.size()); }
  // Bytes that it holds, approximately, without its blocks.
  [[nodiscard]] double bytes() const noexcept;
  // Frees what can be recreated; returns whether there was any.
  [[nodiscard]] bool clear();

 private:
  bool read(Address inputs);
  // That of the run that has begun or has been prepared; null if there is none.
  [[nodiscard]] const model::Program* program() const noexcept;
  void describe(const model::Program& program, bool hasRun);

  model::Model model_;
  std::unique_ptr<model::Shared> shared_;
  std::unique_ptr<model::BoundGraph> graph_;
  std::unique_ptr<model::GraphRunner> runner_;
  std::optional<Fault> fault_;
  std::unique_ptr<DescribedInputs> inputs_;
  std::unique_ptr<DescribedResults> results_;
  std::vector<std::byte*> targets_;
};

// Frees the blocks that sessions share; returns whether there were any.
bool clearShared();

// How kernels of passes are compiled by the host: returns the index of a kernel in the table of
// functions for a pass that JSON describes, or 0.
struct KernelHost {
  int (*compile)(const std::string& pass);
  void (*release)(int kernel);
};
// For sessions that are made later. The host must outlive them.
void useKernelHost(const KernelHost& host);

}  // namespace simdcast::remote

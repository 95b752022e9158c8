// Builds the steps of a graph for values of fixed types and sizes. Steps whose inputs are all
// constant run at once, so computed shapes are constants too.
//
// The first failure is remembered, and everything after it returns values without a storage and
// without dims. Callers check failed() before they index what depends on such a result.
#pragma once

#include <deque>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "../engine/machine.hpp"
#include "../layers/requests.hpp"
#include "derived.hpp"
#include "holdings.hpp"
#include "lists.hpp"
#include "step.hpp"

namespace simdcast::graph {

// The result of a function that has failed: empty in any type.
struct Failed {
  template <class Result>
  operator Result() const {
    return Result{};
  }
};

// The layout of a box of elements in a tensor: an offset and a stride per axis, in elements.
struct Strided {
  Count offset = 0;
  std::optional<Dims> strides = {};  // by default those of the dense tensor
};

// A box of elements; by default the whole input.
struct Move {
  std::optional<Dims> sizes = {};
  Strided from = {};
  Strided to = {};
  bool isContinued = false;  // see Step
};

// Which of several outputs are used: bit i for output i.
using OutputMask = std::uint32_t;

class Builder {
 public:
  // `derived` holds values derived from constants that outlive this builder; the machine runs steps
  // on constants.
  Builder(Derived& derived, Machine& machine);

  // The name and label of the node that the next steps belong to; they must outlive the steps.
  // Storages that are like those of `former`, in the same order, are shared with them. If the node
  // is recorded, its storages are owned apart from those of others.
  void beginNode(const std::string& name, std::string_view label, const Holdings* former = nullptr,
                 bool isRecorded = false);
  // The next storages are of no node, and not shared.
  void endNode() noexcept;

  // -- failures
  [[nodiscard]] bool failed() const noexcept { return fault_.has_value(); }
  [[nodiscard]] const std::optional<Fault>& fault() const noexcept { return fault_; }
  Failed fail(Fault fault);
  Failed failOutOfMemory();
  // Another text for the failure.
  void replace(Fault fault) { fault_ = std::move(fault); }
  // Fails because the elements of a value determine sizes, but are not computed yet.
  Failed need(const Value& value, Fault fault);
  [[nodiscard]] const Value& needed() const noexcept { return needed_; }
  // Drops the failure, and all steps but the first ones.
  void forget(std::size_t steps);

  // -- values
  // Values of more bytes are not computed in advance; by default any are.
  void foldAtMost(Count bytes) noexcept { mostFolded_ = bytes; }
  // A value that later steps write; written now if it is computed only from constants.
  Value make(DType type, const Dims& dims, bool ofConstants);
  // A constant of any size, whose elements the caller writes.
  Value constant(DType type, const Dims& dims);
  // A constant with a copy of the data.
  Value constant(DType type, const Dims& dims, std::span<const std::byte> data);
  template <class T>
  Value constantOf(DType type, const Dims& dims, std::span<const T> data) {
    return constant(type, dims, std::as_bytes(data));
  }
  // The same elements with other dims, or read as another type of the same width.
  [[nodiscard]] static Value alias(const Value& value, const Dims& dims);
  [[nodiscard]] static Value alias(const Value& value, const Dims& dims, DType type);
  // A view of contiguous elements of a temporary value, starting at element `first`.
  Value part(const Value& value, Count first, const Dims& dims);

  // A storage like another one, with a copy of the elements of a constant; `whole` is that of a
  // part.
  Storage* copyOf(const Storage& other, Storage* whole);

  // A sequence or an optional value.
  Value list(List list) { return failed() ? Value{} : listOf(std::move(list), *own_); }

  // The elements of a constant, in memory; empty for other values and for constants without
  // elements (see isKnown).
  [[nodiscard]] std::span<const std::byte> known(const Value& value);
  [[nodiscard]] bool isKnown(const Value& value) const { return value.isConstant(); }
  [[nodiscard]] static bool areConstant(std::span<const Value> inputs);

  // -- work
  // An elementwise operator, or another one of the engine's own.
  Value pointwise(OpId op, std::span<const Value> inputs, const AttributeValues& attributes,
                  int opset);
  // The value in another type; itself if it has that. `choices` are attributes of Cast.
  Value cast(const Value& value, DType to, AttributeValues choices = {});
  // Expand, MatMul or Gemm. For Expand the second input only states the shape.
  Value whole(OpId op, std::span<const Value> inputs, const AttributeValues& attributes, int opset);
  // A layer with one output, or several. The forms have as many bytes as the layer's outputs. A
  // layer without elements to write is not run, unless it checks indices.
  Value layer(const layers::LayerRequest& request, std::span<const Value> inputs, const Form& made,
              IndexFault indexFault = {});
  Values layer(const layers::LayerRequest& request, std::span<const Value> inputs,
               std::span<const Form> made, OutputMask wanted, IndexFault indexFault = {});
  // Work in C++. With `varies` it never runs at compile time.
  Value host(const Form& made, std::span<const Value> inputs, HostWork work, bool varies = false);
  Values host(std::span<const Form> made, std::span<const Value> inputs, OutputMask wanted,
              HostWork work, bool varies = false);
  // Copies a box of elements into a value; other boxes may be copied into it too.
  void move(const Value& input, const Value& output, const Move& box = {});

  // A value derived from another once: from a constant that outlives the builder, for all builders.
  // `make` may not use values other than constants.
  Value derived(const Value& value, std::string_view what, FunctionRef<Value()> make);
  // The strings that handles in values stand for.
  [[nodiscard]] strings::Pool& strings() noexcept { return derived_.strings(); }

  // Whether a value is a constant that outlives the builder.
  [[nodiscard]] static bool outlasts(const Value& value) { return value.storage->lasts; }

  // Makes sure that a constant is in memory, before a step reads it.
  void use(const Value& value);
  // Frees the memory of a constant that outlives the builder, unless a step reads it; `again`
  // restores its elements.
  void giveUp(const Value& value, Derived::Again again);

  // A task for a request; null, and a failure, if it is rejected.
  std::shared_ptr<const Task> task(const layers::LayerRequest& request);
  // Adds a step, or runs it now if all its outputs are constants.
  void add(Step step);
  // Adds the steps of another program, whose storages and constants are in these holdings.
  void add(const Steps& steps, const std::shared_ptr<const Holdings>& holdings);

  // The steps so far.
  [[nodiscard]] Steps& steps() noexcept { return steps_; }
  [[nodiscard]] const Steps& steps() const noexcept { return steps_; }
  // The owner of the storages and constants of the node that began last.
  [[nodiscard]] Holdings& holdings() noexcept { return *ofNode_; }
  [[nodiscard]] std::shared_ptr<const Holdings> ofNode() const noexcept { return ofNode_; }
  // The owners of the storages of all steps.
  [[nodiscard]] const Owners& owners() const noexcept { return owners_; }
  // Bytes that steps and constants hold and other programs do not, approximately.
  [[nodiscard]] Count ownBytes() const noexcept;

 private:
  // Whether there is memory for another object. Most are allocated without a check of their own.
  [[nodiscard]] bool mayAdd();
  std::shared_ptr<const Task> hold(std::variant<Task, Refusal> made, std::span<const Value> inputs);
  Value onStrings(OpId op, const Form& made, std::span<const Value> inputs, int opset);
  Value concatenated(const Form& made, std::span<const Value> inputs);

  // An elementwise step; `fuses` if others may be fused with it.
  Value pointwise(OpId op, std::span<const Value> inputs, const AttributeValues& attributes,
                  int opset, bool fuses);
  // A storage of the node, with memory for a constant; null if that is short.
  Storage* storage(StorageKind kind, Count bytes);
  Value make(const Form& form, StorageKind kind);
  // The outputs of one step: all of them constants, or none.
  Values make(std::span<const Form> made, OutputMask wanted, bool ofConstants);
  void runNow(const Step& step);
  [[nodiscard]] bool derives() const noexcept { return own_ != ofNode_.get(); }

  Derived& derived_;
  Machine& machine_;
  std::shared_ptr<Holdings> ofAll_ = std::make_shared<Holdings>();  // but of recorded nodes
  std::shared_ptr<Holdings> ofNode_ = ofAll_;
  Holdings* own_ = ofNode_.get();  // or those of the derived value that is being made
  Owners owners_{ofAll_};
  Steps steps_;
  unsigned added_ = 0;      // objects
  std::size_t shared_ = 0;  // steps that other programs have
  Count sharedBytes_ = 0;   // of their constants
  Count mostFolded_ = kMaxCount;
  std::optional<Fault> fault_;
  Value needed_;
  const std::string* node_ = nullptr;
  std::string_view label_;
  std::map<std::pair<Storage*, std::string>, Value> local_;
};

}  // namespace simdcast::graph

// A node that is being lowered: its inputs and attributes, and short names for the steps of
// operators. Everything here returns an empty value after a failure (see Builder), so an operator
// checks failed() before it indexes a result.
#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <string_view>
#include <vector>

#include "../graph/builder.hpp"
#include "attribute_values.hpp"
#include "faults.hpp"
#include "operator.hpp"

namespace simdcast::onnx {

using graph::Builder;
using graph::Dims;
using graph::Failed;
using graph::Fault;
using graph::Form;
using graph::HostWork;
using graph::IndexFault;
using graph::Move;
using graph::OutputMask;
using graph::Strided;
using graph::Value;
using graph::Values;

using graph::allAxes;
using graph::contains;
using graph::denseStrides;
using graph::innerOf;
using graph::last;
using graph::ones;
using graph::outerOf;
using graph::sizeOf;
using graph::slice;
using graph::sumOf;
using graph::toDims;
using graph::withoutAxis;
using graph::withSize;

// The opset of the engine's operators that others are composed of: the first that accepts all their
// types.
inline constexpr int kOwnOpset = 16;

struct Node {
  std::string_view op;     // ONNX's name
  std::string_view label;  // the node in sentences: "Add", or "Add 'name'" in a model
  int opset = 1;
  const NodeAttributes* attributes = nullptr;
  SmallVector<bool, 4> outputs;  // for each output, whether it is used
};

class Call {
 public:
  Call(Builder& builder, const Node& node, const Version& version, std::span<const Value> inputs)
      : builder_(builder), node_(node), version_(version), inputs_(inputs) {}

  // -- the node
  [[nodiscard]] Builder& builder() noexcept { return builder_; }
  [[nodiscard]] const Node& node() const noexcept { return node_; }
  [[nodiscard]] std::string_view label() const noexcept { return node_.label; }
  [[nodiscard]] int opset() const noexcept { return node_.opset; }
  [[nodiscard]] int since() const noexcept { return version_.since; }
  [[nodiscard]] const Version& version() const noexcept { return version_; }
  [[nodiscard]] int inputCount() const noexcept { return static_cast<int>(inputs_.size()); }
  // Including unused outputs.
  [[nodiscard]] int outputCount() const noexcept { return node_.outputs.size(); }
  [[nodiscard]] bool wants(int output) const {
    return output < node_.outputs.size() && node_.outputs[output];
  }
  // A bit for each output that is used.
  [[nodiscard]] OutputMask wanted() const;

  // -- failures
  [[nodiscard]] bool failed() const noexcept { return builder_.failed(); }
  Failed fail(Fault fault) { return builder_.fail(std::move(fault)); }

  // -- inputs
  // A required input.
  Value input(int at);
  // An optional input; without a storage if it is absent.
  [[nodiscard]] Value optional(int at) const {
    return at < inputCount() ? inputs_[static_cast<std::size_t>(at)] : Value{};
  }
  [[nodiscard]] bool has(int at) const { return static_cast<bool>(optional(at)); }
  [[nodiscard]] std::span<const Value> inputs() const noexcept { return inputs_; }
  // Integers that determine sizes: the elements of an input of rank 0 or 1, or of any rank. Fails
  // if they are unknown (faults::dynamic); the run then continues until they are computed.
  Dims numbers(int at);
  Dims elements(int at);
  // The single element of an input, or of a value derived from input `at`.
  Count scalar(int at);
  double item(int at) { return item(at, input(at)); }
  double item(int at, const Value& value);
  // The elements of a value as doubles; 16-bit floats are read as the float32 that they equal.
  std::vector<double> reals(int at, const Value& value);
  std::vector<Count> integers(int at, const Value& value);
  // The elements of a value if it is constant.
  std::optional<std::vector<double>> knownReals(const Value& value);

  // -- attributes, which are null or the default if the node does not have them
  [[nodiscard]] const AttributeValue* attribute(std::string_view name) const {
    return find(*node_.attributes, name);
  }
  [[nodiscard]] bool hasAttribute(std::string_view name) const {
    return attribute(name) != nullptr;
  }
  Count integer(std::string_view name, Count absent);
  Count neededInteger(std::string_view name);
  // Rounded to float32, as ONNX's attributes are.
  double real(std::string_view name, double absent);
  double neededReal(std::string_view name);
  bool flag(std::string_view name, bool absent = false);
  std::optional<Dims> integers(std::string_view name);
  Dims neededIntegers(std::string_view name);
  std::optional<std::vector<float>> reals(std::string_view name);
  std::optional<std::vector<std::string>> texts(std::string_view name);
  std::string text(std::string_view name, std::string_view absent);
  const TensorData* tensor(std::string_view name);
  // The position of a string attribute in a list; 0 if it is absent or empty. Fails for another
  // string.
  int word(std::string_view name, std::initializer_list<std::string_view> words, int absent = 0);
  // The element type that an attribute names; fails if it is not one of `known`.
  DType elementType(std::string_view name, DType absent, TypeSet known);
  // The type that ONNX's number stands for; fails for one that is not supported.
  DType typeOf(Count number);

  // -- axes and sizes
  // Counts an axis from the start. There are `rank` axes, or one more if `beyond`.
  int axis(Count axis, int rank, bool beyond = false);
  // The axis in the attribute `axis`.
  int ownAxis(Count absent, int rank, bool beyond = false) {
    return axis(integer("axis", absent), rank, beyond);
  }
  // Counts axes from the start, in ascending order. None may be named twice.
  Dims axes(const Dims& axes, int rank);
  // These return whether the check was passed.
  bool checkDims(const Dims& dims);             // of a result
  bool checkShape(int at, const Dims& wanted);  // of an input, if it is present
  bool checkStretch(int at);                    // that an input broadcasts to the first
  bool checkMade(DType type);                   // that an attribute may choose the type
  // The failure of checkShape; some of the wanted sizes may be words.
  Failed wrongShape(int at, const Shown& wanted);
  // Checks that input `at`, represented by `value`, broadcasts to these dims without adding any;
  // returns the value.
  Value stretching(int at, const Value& value, const Dims& dims);

  // -- elementwise operators
  Value compute(OpId op, const Value& a);
  Value compute(OpId op, const Value& a, const Value& b);
  Value compute(OpId op, const Value& a, const Value& b, const Value& c);
  Value compute(OpId op, std::span<const Value> inputs, const AttributeValues& attributes = {},
                int opset = kOwnOpset);
  Value cast(const Value& value, DType to, const AttributeValues& choices = {});
  // A value widened to float32 if its own type is narrower.
  Value widened(const Value& value);
  // Applies `compute` to a value in float32 or float64; the result has the type of the value.
  template <class Compute>
  Value inFloats(const Value& value, const Compute& compute) {
    const DType type = value.type;
    return cast(compute(widened(value)), type);
  }

  // -- constants
  Value number(DType type, double value);  // of a float type: float32 or float64
  Value floats(DType type, const Dims& dims, std::span<const double> numbers);
  Value int64s(const Dims& dims, std::span<const Count> numbers);
  Value int64(Count number) { return int64s({}, {&number, 1}); }
  // Integers, booleans, float32 or float64, computed from positions.
  Value table(DType type, const Dims& dims, FunctionRef<double(Count position)> numberAt);
  Value zero(DType type);

  // -- layers
  Value layer(const layers::LayerRequest& request, std::initializer_list<Value> inputs,
              const Form& made, IndexFault indexFault = {}) {
    return builder_.layer(request, {inputs.begin(), inputs.size()}, made, std::move(indexFault));
  }
  Values layers(const layers::LayerRequest& request, std::initializer_list<Value> inputs,
                std::initializer_list<Form> made, OutputMask wanted, IndexFault indexFault = {}) {
    return builder_.layer(request, {inputs.begin(), inputs.size()}, {made.begin(), made.size()},
                          wanted, std::move(indexFault));
  }
  // Folds axes, all if there are none, to one element each; `keep` leaves them as axes of size 1.
  Value reduce(simdcast::layers::Reduction reduction, const Value& value, const Dims& axes,
               bool keep);
  // Softmax, or its logarithm, along the middle of [outer, size, inner].
  Value softmax(const Value& value, Count outer, Count size, Count inner, bool logarithm = false);
  Value argMax(const Value& value, int axis, bool keep, bool last = false, bool smallest = false);
  // Weights in the form that a layer's runs take them, packed once if they are constant.
  // `layout` tells apart the ways in which layers pack the same weights; `part` returns the weights
  // that are multiplied by, if not all.
  Value packed(const simdcast::layers::LayerRequest& request, const Value& weights,
               std::string_view layout, FunctionRef<Value()> part);
  Value packed(const simdcast::layers::LayerRequest& request, const Value& weights,
               std::string_view layout);

  // -- products
  Value matMul(const Value& a, const Value& b);
  // Rows times a matrix or its transpose, plus a bias, which may be absent.
  Value gemm(const Value& rows, const Value& matrix, const Value& bias = {}, bool transB = true);
  // MatMul or Gemm. A constant that rows are multiplied by is packed once.
  Value product(OpId op, std::span<const Value> inputs, const AttributeValues& attributes,
                int opset);

  // -- movement
  [[nodiscard]] static Value alias(const Value& value, const Dims& dims) {
    return Builder::alias(value, dims);
  }
  [[nodiscard]] static Value alias(const Value& value, const Dims& dims, DType type) {
    return Builder::alias(value, dims, type);
  }
  // A value stretched to dims that it broadcasts to.
  Value expand(const Value& value, const Dims& dims);
  // Fills the output with one element; values moved in later overwrite it.
  void fill(const Value& output, const Value& one);
  // A divisor, with 0 replaced by 1.
  Value divisor(const Value& value);
  // The axes in another order.
  Value permuted(const Value& value, const Dims& perm);
  // The elements of the input with these strides, starting at `offset`. A copy, unless they are the
  // whole input in its order.
  Value boxOf(const Value& value, const Dims& dims, Count offset, const Dims& strides);
  // Concatenates values along an axis; they may differ only in its size.
  Value joined(std::span<const Value> inputs, int axis);
  // The same, after a check.
  Value joinedAlong(std::span<const Value> inputs, int axis);
  // Copies `count` elements of an axis, starting at `first`.
  Value partOf(const Value& value, int axis, Count first, Count count);
  // Like partOf, but read-only and without copying if the elements are contiguous.
  Value viewOf(const Value& value, int axis, Count first, Count count);
  // One slice of an axis, without the axis.
  Value entryOf(const Value& value, int axis, Count at);
  // The slices of the data at these indices along an axis.
  Value gathered(const Value& data, const Value& indices, int axis);

  // -- work in C++ for which no layer exists; see Builder::host
  Value host(const Form& made, std::initializer_list<Value> inputs, HostWork work,
             bool varies = false) {
    return builder_.host(made, {inputs.begin(), inputs.size()}, std::move(work), varies);
  }

  // The fault of an index that is out of range, by its position or by its value: an element of
  // the int32 or int64 `indices`, which are input `at` of the layer, along an axis of this size.
  [[nodiscard]] static IndexFault indexOutside();
  // An index of 0 or more is the first of `counted` ones; the fault names the last.
  [[nodiscard]] static IndexFault indexOutside(int at, const Value& indices, Count size,
                                               Count counted = 1);

 private:
  Value packedBy(const std::shared_ptr<const Task>& task, const Value& weights,
                 std::string_view layout, FunctionRef<Value()> part);
  template <class Kept>
  const Kept* kept(std::string_view name, Kind kind);

  Builder& builder_;
  const Node& node_;
  const Version& version_;
  std::span<const Value> inputs_;
};

}  // namespace simdcast::onnx

#include "attention.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

#include "../engine/state.hpp"
#include "../layers/layer.hpp"
#include "numbers.hpp"

namespace simdcast::graph {
namespace {

constexpr int kScoresRank = 4;

// A chain of steps that is attention, up to the product of the probabilities and the values.
struct Chain {
  std::size_t last = 0;
  Value queries;  // [.., queries, size]
  Value keys;     // [.., size, keys]
  Value values;   // [.., keys, width]
  Value bias;
  double scale = 1;
};

// Heads of keys or values, each of which may be repeated for several heads of queries.
struct SharedHeads {
  Value value;  // [.., rows, columns]
  Count heads = 1;
};

const layers::LayerRequest* layerOf(const Step& step) {
  return step.task() == nullptr ? nullptr : step.task()->state().layer();
}

bool isOperator(const Step* step, OpId op) {
  return step != nullptr && step->pointwise && step->pointwise->op == op;
}

// The sizes of all axes before the last two, and their product.
Dims outerDims(const Dims& dims) { return slice(dims, 0, dims.size() - 2); }
Count matricesIn(const Dims& dims) { return outerOf(dims, dims.size() - 2); }

// Floats that the layer takes.
bool isTaken(DType type) { return isFloat(type) && type != DType::float64; }

// Whether a copy transposes matrices [rows, columns] that fill both tensors.
bool transposes(const layers::Copy& copy, Count matrices, Count rows, Count columns) {
  const Count elements = matrices * rows * columns;
  const layers::LayerRequest wanted = layers::simplified(layers::Copy{
      .type = copy.type,
      .inputElements = elements,
      .outputElements = elements,
      .axes = {
          {matrices, rows * columns, rows * columns}, {columns, 1, rows}, {rows, columns, 1}}});
  const auto isSame = [](const layers::Copy::Axis& a, const layers::Copy::Axis& b) {
    return a.size == b.size && a.inputStride == b.inputStride && a.outputStride == b.outputStride;
  };
  const auto& axes = std::get<layers::Copy>(wanted).axes;
  return copy.inputElements == elements && copy.outputElements == elements &&
         copy.inputOffset == 0 && copy.outputOffset == 0 &&
         std::equal(copy.axes.begin(), copy.axes.end(), axes.begin(), axes.end(), isSame);
}

// A softmax of whole rows, for queries that may be few if each head has its own keys.
bool isOfFewQueries(const Step& step) {
  const layers::LayerRequest* layer = layerOf(step);
  const auto* softmax = layer == nullptr ? nullptr : std::get_if<layers::Softmax>(layer);
  if (softmax == nullptr || softmax->logarithm || softmax->inner != 1) return false;
  const Dims& dims = step.inputs[0].dims;
  return dims.size() > 1 && softmax->size == last(dims) &&
         layers::areFew({.queries = dims[dims.size() - 2]});
}

Value castTo(Builder& builder, const Value& value, DType type) {
  AttributeValues to{.given = maskOf(Attribute::to)};
  to.numbers[static_cast<int>(Attribute::to)] = static_cast<double>(type);
  return builder.pointwise(OpId::cast, {&value, 1}, to, kNewestOpset);
}

class Finder {
 public:
  Finder(Builder& builder, std::span<Storage* const> kept) : builder_(builder) {
    const Steps& steps = builder.steps();
    for (std::size_t at = 0; at < steps.size(); ++at) {
      for (const Value& input : steps[at]->inputs)
        if (input) ++factsOf(input.storage->place()).readers;
      for (const Value& output : steps[at]->outputs)
        if (output) note(factsOf(output.storage), at);
    }
    for (Storage* storage : kept) ++factsOf(storage->place()).readers;
  }

  // The chain through the softmax at this place, if its values are read by nothing else.
  std::optional<Chain> chainOf(std::size_t softmax) {
    const std::optional<std::size_t> product = productOf(softmax);
    Chain chain;
    if (!product || !findScores(builder_.steps()[softmax]->inputs[0], chain)) return {};
    chain.last = *product;
    chain.values = builder_.steps()[*product]->inputs[1];
    return chain;
  }

  // The heads before they are repeated.
  SharedHeads sharedOf(const Value& repeated) {
    const Dims& dims = repeated.dims;
    SharedHeads own{repeated, matricesIn(dims)};
    const Step* expand = writerOf(repeated);
    if (!isOperator(expand, OpId::expand)) return own;
    // [.., heads, 1, rows, columns] to [.., heads, copies, rows, columns].
    const Dims& from = expand->inputs[0].dims;
    const Dims& to = expand->outputs[0].dims;
    const int copies = to.size() - 3;
    const bool isRepeated = from.size() == to.size() && copies >= 0 && from[copies] == 1 &&
                            withSize(to, copies, 1) == from &&
                            slice(to, copies + 1) == slice(dims, dims.size() - 2) &&
                            outerOf(to, copies + 1) == own.heads;
    if (!isRepeated) return own;
    return {expand->inputs[0], outerOf(from, copies)};
  }

  // [.., rows, columns] of a value [.., columns, rows] that is a transposed copy, or a scaled one;
  // absent for any other.
  Value untransposed(const Value& value, double& scale) {
    const Value copied = unscaled(value, scale);
    const Step* step = writerOf(copied);
    const layers::LayerRequest* layer = step == nullptr ? nullptr : layerOf(*step);
    const auto* copy = layer == nullptr ? nullptr : std::get_if<layers::Copy>(layer);
    const Dims& dims = copied.dims;
    const Count columns = dims[dims.size() - 2];
    const Count rows = last(dims);
    if (copy == nullptr || !transposes(*copy, matricesIn(dims), rows, columns)) return {};
    const Value& from = step->inputs[0];
    Value matrices = Builder::alias(from, joined({outerDims(dims), {rows, columns}}), copied.type);
    return from.type == copied.type ? unscaled(matrices, scale) : Value{};
  }

  void read(const Value& value) {
    if (value) ++factsOf(value.storage->place()).readers;
  }

  // Drops a step, and those whose results nothing reads then.
  void drop(std::size_t at, std::vector<bool>& isDropped) {
    isDropped[at] = true;
    for (const Value& input : builder_.steps()[at]->inputs) {
      if (!input) continue;
      Facts& facts = factsOf(input.storage->place());
      if (--facts.readers == 0 && facts.isWrittenOnce && mayDrop(*builder_.steps()[*facts.writer]))
        drop(*facts.writer, isDropped);
    }
  }

 private:
  struct Facts {
    int readers = 0;
    std::optional<std::size_t> writer;
    bool isWrittenOnce = false;
  };

  static void note(Facts& facts, std::size_t at) {
    facts.isWrittenOnce = !facts.writer;
    facts.writer = at;
  }

  Facts& factsOf(const Storage* storage) {
    const std::size_t number = numbers_.of(storage);
    if (number >= facts_.size()) facts_.resize(number + 1);
    return facts_[number];
  }

  // Steps with one result, which check nothing.
  static bool mayDrop(const Step& step) {
    return step.task() != nullptr && !step.indexFault && step.outputs.size() == 1;
  }

  // The only step that writes a value; null if there are several, or none.
  const Step* writerOf(const Value& value) {
    const std::optional<std::size_t> at = writerAt(value);
    return at ? builder_.steps()[*at].get() : nullptr;
  }
  std::optional<std::size_t> writerAt(const Value& value) {
    if (!value || value.storage->whole != nullptr) return {};
    const Facts& facts = factsOf(value.storage);
    return facts.isWrittenOnce ? facts.writer : std::nullopt;
  }

  bool isReadOnce(const Value& value) { return factsOf(value.storage->place()).readers == 1; }

  // The product that reads the probabilities, through casts.
  std::optional<std::size_t> productOf(std::size_t softmax) {
    const Steps& steps = builder_.steps();
    Value made = steps[softmax]->outputs[0];
    for (std::size_t at = softmax + 1; at < steps.size() && isReadOnce(made); ++at) {
      const Step& step = *steps[at];
      if (step.inputs.empty() || step.inputs[0].storage != made.storage) continue;
      const bool isWhole = step.inputs[0].dims == made.dims;
      if (isWhole && isOperator(&step, OpId::matMul)) return at;
      if (!isWhole || !isOperator(&step, OpId::cast) || !isTaken(step.outputs[0].type)) return {};
      made = step.outputs[0];
    }
    return {};
  }

  // Follows the scores back to the product of queries and keys.
  bool findScores(Value scores, Chain& chain) {
    const Dims dims = scores.dims;
    for (;;) {
      const std::optional<std::size_t> at = writerAt(scores);
      if (!at || !isReadOnce(scores) || scores.dims != dims) return false;
      const Step& step = *builder_.steps()[*at];
      if (!step.pointwise || step.inputs.size() > 2) return false;
      const OpId op = step.pointwise->op;
      if (op == OpId::matMul) {
        chain.queries = step.inputs[0];
        chain.keys = step.inputs[1];
        return true;
      }
      if (op == OpId::cast && isTaken(step.inputs[0].type)) {
        scores = step.inputs[0];
      } else if (op == OpId::add && !chain.bias && chain.scale == 1) {
        const bool isFirst = isScores(step.inputs[0], dims);
        scores = step.inputs[isFirst ? 0 : 1];
        chain.bias = step.inputs[isFirst ? 1 : 0];
      } else {
        const Value from = scaledFrom(step, chain.scale);
        if (!from) return false;
        scores = from;
      }
    }
  }

  // Whether a value may be scores, and not what is added to them.
  bool isScores(const Value& value, const Dims& dims) {
    const Step* step = writerOf(value);
    return value.dims == dims && step != nullptr && step->pointwise &&
           (step->pointwise->op == OpId::matMul || step->pointwise->op == OpId::mul ||
            step->pointwise->op == OpId::div || step->pointwise->op == OpId::cast);
  }

  // The value that a step multiplies or divides by a number; absent if it does something else.
  Value scaledFrom(const Step& step, double& scale) {
    const bool isProduct = isOperator(&step, OpId::mul);
    if (!isProduct && !isOperator(&step, OpId::div)) return {};
    for (int at = 0; at < (isProduct ? 2 : 1); ++at) {
      const Value& other = step.inputs[1 - at];
      if (step.inputs[at].dims != step.outputs[0].dims) continue;
      const std::optional<double> number = numberIn(other);
      if (!number || *number == 0) continue;
      scale = isProduct ? scale * *number : scale / *number;
      return step.inputs[at];
    }
    return {};
  }

  Value unscaled(const Value& value, double& scale) {
    const Step* step = writerOf(value);
    const Value from =
        step == nullptr || step->inputs.size() != 2 ? Value{} : scaledFrom(*step, scale);
    return from ? Builder::alias(from, value.dims) : value;
  }

  // The number in a constant of one element.
  std::optional<double> numberIn(const Value& value) {
    if (!value || value.isList() || !value.isConstant() || value.elements() != 1 ||
        !isTaken(value.type))
      return {};
    const std::span<const std::byte> known =
        builder_.known(castTo(builder_, value, DType::float64));
    if (known.size() != sizeof(double)) return {};
    double number = 0;
    std::memcpy(&number, known.data(), sizeof number);
    return number;
  }

  Builder& builder_;
  Numbers numbers_;
  std::vector<Facts> facts_;
};

// The bias as float32 of rank 4, whose axes are 1 or those of the scores; absent if they are not.
Value biasOf(Builder& builder, const Value& bias, const Dims& scores) {
  Dims dims = bias.dims;
  while (dims.size() < scores.size()) dims.insert(0, 1);
  for (int axis = 0; axis < dims.size(); ++axis)
    if (dims.size() != scores.size() || (dims[axis] != 1 && dims[axis] != scores[axis])) return {};
  if (dims.size() < kScoresRank) dims.insert(0, 1);
  const Value wide = bias.type == DType::float32 ? bias : castTo(builder, bias, DType::float32);
  return Builder::alias(wide, dims);
}

// The layer's request without a bias; nothing if the shapes are not those of attention.
std::optional<layers::Attention> requestOf(const Chain& chain, const SharedHeads& keys,
                                           const SharedHeads& values) {
  const Dims& queries = chain.queries.dims;
  const int rank = queries.size();
  const bool isAlike =
      (rank == kScoresRank || rank == kScoresRank - 1) && chain.keys.dims.size() == rank &&
      chain.values.dims.size() == rank && outerDims(queries) == outerDims(chain.keys.dims) &&
      outerDims(queries) == outerDims(chain.values.dims) && chain.queries.type == keys.value.type &&
      chain.queries.type == values.value.type && isTaken(chain.queries.type);
  if (!isAlike || keys.heads != values.heads || sizeOf(queries) == 0) return {};
  const Count batch = rank == kScoresRank ? queries[0] : 1;
  const layers::Attention request{.type = chain.queries.type,
                                  .batch = batch,
                                  .heads = matricesIn(queries) / batch,
                                  .shared = keys.heads / batch,
                                  .queries = queries[rank - 2],
                                  .keys = last(chain.keys.dims),
                                  .size = queries[rank - 1],
                                  .width = last(chain.values.dims),
                                  .scale = static_cast<float>(chain.scale),
                                  .blindIsNaN = true};
  const bool fits = std::isfinite(request.scale) && request.scale != 0 && request.shared > 0 &&
                    request.heads % request.shared == 0 && request.keys > 0 && request.width > 0 &&
                    layers::areFew(request);
  return fits ? std::optional(request) : std::nullopt;
}

// The steps for a chain, of which the last one writes the chain's result; none if it has no layer.
Steps stepsOf(Builder& builder, Finder& finder, const Chain& chain) {
  Steps& steps = builder.steps();
  const std::size_t before = steps.size();
  Chain whole = chain;
  const Value keys = finder.untransposed(chain.keys, whole.scale);
  if (!keys) return {};
  const SharedHeads ofKeys = finder.sharedOf(keys);
  const SharedHeads ofValues = finder.sharedOf(chain.values);
  std::optional<layers::Attention> request = requestOf(whole, ofKeys, ofValues);
  if (!request) return {};
  const Dims scores{request->batch, request->heads, request->queries, request->keys};
  Value bias;
  if (chain.bias) {
    const Dims own = chain.queries.rank() == kScoresRank ? scores : slice(scores, 1);
    bias = biasOf(builder, chain.bias, own);
    if (!bias) return {};
    for (int axis = 0; axis < kScoresRank; ++axis)
      request->bias[static_cast<std::size_t>(axis)] = bias.dims[axis] != 1;
  }
  const Step& last = *steps[chain.last];
  Step attention{.work = builder.task(*request),
                 .inputs = {chain.queries, ofKeys.value, ofValues.value, {}, bias},
                 .outputs = last.outputs,
                 .node = last.node};
  if (builder.failed()) return {};
  Steps made(steps.begin() + static_cast<std::ptrdiff_t>(before), steps.end());
  steps.resize(before);
  made.push_back(std::make_shared<const Step>(std::move(attention)));
  return made;
}

}  // namespace

void attendInOnePass(Builder& builder, std::span<Storage* const> kept) {
  Steps& steps = builder.steps();
  std::vector<std::size_t> softmaxes;
  for (std::size_t at = 0; at < steps.size(); ++at)
    if (isOfFewQueries(*steps[at])) softmaxes.push_back(at);
  if (softmaxes.empty()) return;
  Finder finder(builder, kept);
  std::map<std::size_t, Steps> replaced;
  std::vector<bool> isDropped(steps.size());
  for (const std::size_t softmax : softmaxes) {
    const std::optional<Chain> chain = finder.chainOf(softmax);
    Steps made = chain ? stepsOf(builder, finder, *chain) : Steps{};
    if (builder.failed()) return;
    if (made.empty()) continue;
    for (const SharedStep& step : made)
      for (const Value& input : step->inputs) finder.read(input);
    finder.drop(chain->last, isDropped);
    replaced.emplace(chain->last, std::move(made));
  }
  if (replaced.empty()) return;
  Steps all;
  for (std::size_t at = 0; at < steps.size(); ++at) {
    if (const auto made = replaced.find(at); made != replaced.end())
      all.insert(all.end(), made->second.begin(), made->second.end());
    else if (!isDropped[at])
      all.push_back(std::move(steps[at]));
  }
  steps = std::move(all);
}

}  // namespace simdcast::graph

#include "attention_chain.hpp"

#include <algorithm>
#include <cstring>

#include "../layers/layer.hpp"
#include "layer_of.hpp"

namespace simdcast::graph {
namespace {

bool isOperator(const Step* step, OpId op) {
  return step != nullptr && step->pointwise && step->pointwise->op == op;
}

// Steps with one result, which check nothing.
bool mayDrop(const Step& step) {
  return step.task() != nullptr && !step.indexFault && step.outputs.size() == 1;
}

Count matricesIn(const Dims& dims) { return outerOf(dims, dims.size() - 2); }

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

}  // namespace

AttentionFinder::AttentionFinder(Builder& builder, std::span<Storage* const> kept)
    : builder_(builder) {
  const Steps& steps = builder.steps();
  for (std::size_t at = 0; at < steps.size(); ++at) {
    for (const Value& input : steps[at]->inputs) read(input);
    for (const Value& output : steps[at]->outputs) {
      if (!output) continue;
      Facts& facts = factsOf_[output.storage];
      facts.isWrittenOnce = !facts.writer;
      facts.writer = at;
    }
  }
  for (Storage* storage : kept) ++factsOf_[storage->place()].readers;
}

std::optional<AttentionChain> AttentionFinder::chainOf(std::size_t softmax) {
  const std::optional<std::size_t> product = productOf(softmax);
  AttentionChain chain;
  if (!product || !findScores(builder_.steps()[softmax]->inputs[0], chain)) return {};
  chain.last = *product;
  chain.values = builder_.steps()[*product]->inputs[1];
  const int rank = chain.queries.rank();
  const bool isOfMatrices = rank >= 2 && chain.keys.rank() == rank && chain.values.rank() == rank;
  return isOfMatrices ? std::optional(chain) : std::nullopt;
}

SharedHeads AttentionFinder::sharedOf(const Value& repeated) {
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

Value AttentionFinder::untransposed(const Value& value, double& scale) {
  const Value copied = unscaled(value, scale);
  const Step* step = writerOf(copied);
  const auto* copy = step == nullptr ? nullptr : layerOf<layers::Copy>(*step);
  const Dims& dims = copied.dims;
  const int axis = dims.size() - 2;
  const Count columns = dims[axis];
  const Count rows = last(dims);
  if (copy == nullptr || !transposes(*copy, matricesIn(dims), rows, columns)) return {};
  const Value& from = step->inputs[0];
  const Value matrices =
      Builder::alias(from, withSize(withSize(dims, axis, rows), axis + 1, columns), copied.type);
  return from.type == copied.type ? unscaled(matrices, scale) : Value{};
}

void AttentionFinder::read(const Value& value) {
  if (value) ++factsOf_[value.storage->place()].readers;
}

void AttentionFinder::drop(std::size_t at, std::vector<bool>& isDropped) {
  isDropped[at] = true;
  for (const Value& input : builder_.steps()[at]->inputs) {
    if (!input) continue;
    Facts& facts = factsOf_[input.storage->place()];
    if (--facts.readers == 0 && facts.isWrittenOnce && mayDrop(*builder_.steps()[*facts.writer]))
      drop(*facts.writer, isDropped);
  }
}

bool AttentionFinder::isReadOnce(const Value& value) {
  return factsOf_[value.storage->place()].readers == 1;
}

std::optional<std::size_t> AttentionFinder::writerAt(const Value& value) {
  if (!value || value.storage->whole != nullptr) return {};
  const Facts& facts = factsOf_[value.storage];
  return facts.isWrittenOnce ? facts.writer : std::nullopt;
}

const Step* AttentionFinder::writerOf(const Value& value) {
  const std::optional<std::size_t> at = writerAt(value);
  return at ? builder_.steps()[*at].get() : nullptr;
}

std::optional<std::size_t> AttentionFinder::productOf(std::size_t softmax) {
  const Steps& steps = builder_.steps();
  Value made = steps[softmax]->outputs[0];
  for (std::size_t at = softmax + 1; at < steps.size() && isReadOnce(made); ++at) {
    const Step& step = *steps[at];
    if (step.inputs.empty() || step.inputs[0].storage != made.storage) continue;
    const bool isWhole = step.inputs[0].dims == made.dims;
    if (isWhole && isOperator(&step, OpId::matMul)) return at;
    // Probabilities are rounded to the type of the values. Another cast would show that.
    const bool isFirst = made.storage == steps[softmax]->outputs[0].storage;
    if (!isWhole || !isFirst || !isOperator(&step, OpId::cast) ||
        !layers::isAttended(step.outputs[0].type))
      return {};
    made = step.outputs[0];
  }
  return {};
}

bool AttentionFinder::findScores(Value scores, AttentionChain& chain) {
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
    // A cast to a narrower type would round scores, or make them infinite.
    if (op == OpId::cast && step.outputs[0].type == DType::float32 &&
        layers::isAttended(step.inputs[0].type)) {
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

bool AttentionFinder::isScores(const Value& value, const Dims& dims) {
  const Step* step = writerOf(value);
  return value.dims == dims && step != nullptr && step->pointwise &&
         (step->pointwise->op == OpId::matMul || step->pointwise->op == OpId::mul ||
          step->pointwise->op == OpId::div || step->pointwise->op == OpId::cast);
}

Value AttentionFinder::scaledFrom(const Step& step, double& scale) {
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

Value AttentionFinder::unscaled(const Value& value, double& scale) {
  const Step* step = writerOf(value);
  const Value from =
      step == nullptr || step->inputs.size() != 2 ? Value{} : scaledFrom(*step, scale);
  return from ? Builder::alias(from, value.dims) : value;
}

std::optional<double> AttentionFinder::numberIn(const Value& value) {
  if (!value || value.isList() || !value.isConstant() || value.elements() != 1 ||
      !layers::isAttended(value.type))
    return {};
  const std::span<const std::byte> known = builder_.known(builder_.cast(value, DType::float64));
  if (known.size() != sizeof(double)) return {};
  double number = 0;
  std::memcpy(&number, known.data(), sizeof number);
  return number;
}

}  // namespace simdcast::graph

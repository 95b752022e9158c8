#include "attention.hpp"

#include <cmath>
#include <map>

#include "attention_chain.hpp"
#include "layer_of.hpp"

namespace simdcast::graph {
namespace {

constexpr int kScoresRank = 4;

// The sizes of all axes before the last two.
Dims outerDims(const Dims& dims) { return slice(dims, 0, dims.size() - 2); }

// A softmax of whole rows, for queries that may be few if each head has its own keys.
bool isOfFewQueries(const Step& step) {
  const auto* softmax = layerOf<layers::Softmax>(step);
  if (softmax == nullptr || softmax->logarithm || softmax->inner != 1) return false;
  const Dims& dims = step.inputs[0].dims;
  return dims.size() > 1 && softmax->size == last(dims) &&
         layers::areFew({.queries = dims[dims.size() - 2]});
}

// The bias as float32 of rank 4, whose axes are 1 or those of the scores; absent if they are not.
Value biasOf(Builder& builder, const Value& bias, const Dims& scores) {
  Dims dims = bias.dims;
  while (dims.size() < scores.size()) dims.insert(0, 1);
  for (int axis = 0; axis < dims.size(); ++axis)
    if (dims.size() != scores.size() || (dims[axis] != 1 && dims[axis] != scores[axis])) return {};
  if (dims.size() < kScoresRank) dims.insert(0, 1);
  return Builder::alias(builder.cast(bias, DType::float32), dims);
}

// The layer's request without a bias; nothing if the shapes are not those of attention.
std::optional<layers::Attention> requestOf(const AttentionChain& chain, const SharedHeads& keys,
                                           const SharedHeads& values) {
  const Dims& queries = chain.queries.dims;
  const int rank = queries.size();
  const bool isAlike =
      (rank == kScoresRank || rank == kScoresRank - 1) &&
      outerDims(queries) == outerDims(chain.keys.dims) &&
      outerDims(queries) == outerDims(chain.values.dims) && chain.queries.type == keys.value.type &&
      chain.queries.type == values.value.type && layers::isAttended(chain.queries.type);
  const Count batch = rank == kScoresRank ? queries[0] : 1;
  const bool isShared = keys.heads == values.heads && batch > 0 && keys.heads % batch == 0;
  if (!isAlike || !isShared || sizeOf(queries) == 0) return {};
  const layers::Attention request{.type = chain.queries.type,
                                  .batch = batch,
                                  .heads = sizeOf(queries, 0, rank - 2) / batch,
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

// The steps that replace a chain; none if the layer cannot. The last one writes the chain's result.
Steps stepsOf(Builder& builder, AttentionFinder& finder, const AttentionChain& chain) {
  Steps& steps = builder.steps();
  const std::size_t before = steps.size();
  AttentionChain whole = chain;
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
  builder.endNode();
  AttentionFinder finder(builder, kept);
  std::map<std::size_t, Steps> replaced;
  std::vector<bool> isDropped(steps.size());
  for (const std::size_t softmax : softmaxes) {
    const std::optional<AttentionChain> chain = finder.chainOf(softmax);
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

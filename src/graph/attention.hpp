// Attention that a model spells out, as exporters do: softmax(scale * Q . K' + mask) . V. For few
// queries, as in the steps of a decoder, it becomes one layer, which reads keys and values once,
// without copies that are transposed, or repeated for the heads that share them.
#pragma once

#include <span>

#include "builder.hpp"

namespace simdcast::graph {

// `kept` are read after the last step.
void attendInOnePass(Builder& builder, std::span<Storage* const> kept);

}  // namespace simdcast::graph

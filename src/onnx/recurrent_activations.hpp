// The activations of RNN, GRU and LSTM, by name.
#pragma once

#include "call.hpp"

namespace simdcast::onnx {

using RecurrentActivations = decltype(layers::Recurrence::activations);

// The activations that a node names, in any case, or the usual ones. Each activation with an alpha
// or a beta takes the node's next one.
RecurrentActivations activationsOf(Call& call, std::span<const layers::ActivationId> usual);

}  // namespace simdcast::onnx

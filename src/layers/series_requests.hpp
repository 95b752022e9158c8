// Requests for recurrent layers, Fourier transforms and trees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include "../base/dtype.hpp"
#include "../base/shape.hpp"
#include "fold_requests.hpp"

namespace simdcast::layers {

// The activations that ONNX lists for recurrences; alpha and beta are for those that take them.
enum class ActivationId : std::uint8_t {
  affine,
  elu,
  hardSigmoid,
  leakyRelu,
  relu,
  scaledTanh,
  sigmoid,
  softplus,
  softsign,
  tanh,
  thresholdedRelu,
  count
};
[[nodiscard]] std::string_view name(ActivationId id) noexcept;

struct Activation {
  ActivationId id{};
  double alpha = 0;
  double beta = 0;
};

enum class Cell : std::uint8_t { rnn, gru, lstm, count };
[[nodiscard]] std::string_view name(Cell cell) noexcept;

// The steps of ONNX RNN, GRU and LSTM, in sequence. Takes float32 and float64. Inputs, all optional
// except the first two; `gates` is 1 for RNN, 3 for GRU, 4 for LSTM:
//   0 the input's contribution to the gates, with the biases
//     [steps, batch, directions, gates, hidden]
//   1 the weights of the hidden state [directions, gates, hidden, hidden]: a row for each element
//     of a gate, or a column if `columns`
//   2 the hidden state before the first step [directions, batch, hidden]; 0 if absent
//   3 for LSTM, the cell state before the first step, like the hidden state
//   4 for LSTM, peepholes of the input, output and forget gate [directions, 3, hidden]; for GRU
//     with linearBeforeReset, the bias that the reset gate scales [directions, hidden]
//   5 int32 lengths [batch]: past its length an entry's states stay, and its results are 0
// Outputs: the hidden states after each step [steps, directions, batch, hidden], and optionally the
// last hidden and cell states [directions, batch, hidden].
struct Recurrence {
  DType type{};
  Cell cell{};
  Count steps = 0;
  Count batch = 1;
  Count directions = 1;  // the second goes from the last step to the first
  Count hidden = 1;
  bool columns = false;
  bool reverse = false;            // the first direction does too
  bool linearBeforeReset = false;  // of GRU: the reset gate scales a product, not its operand
  bool inputForget = false;        // of LSTM: the forget gate is 1 minus the input gate
  // Activations take numbers from -clip to clip.
  double clip = std::numeric_limits<double>::infinity();
  // For each direction: the activation of the gates; for GRU and LSTM that of the candidate; and
  // for LSTM that of the cell state when the hidden state is computed from it.
  SmallVector<Activation, 6> activations{};
};

// The factors that Fourier needs for a length. Takes float64. Output: pairs of numbers [pairs, 2],
// in no specified order.
struct FourierTable {
  DType type = DType::float64;
  Count length = 1;  // below 2^28
  bool complex = false;
};

// ONNX DFT and STFT: discrete Fourier transforms of frames along the middle of [outer, size,
// inner]. A frame is cut, or padded with zeros, where the input ends. Takes float32 and float64,
// and computes in float64. Inputs: the numbers [outer, size, inner, 1], or with an imaginary part
// [outer, size, inner, 2]; a FourierTable of the same length; and, optionally, a window [length]
// that scales each frame. Output: complex numbers [outer, frames, bins, inner, 2].
struct Fourier {
  DType type{};
  Count outer = 1;
  Count size = 1;
  Count inner = 1;
  Count length = 1;  // of the transform; below 2^28
  Count frames = 1;
  Count step = 0;         // from frame to frame
  bool complex = false;   // whether the input has imaginary parts
  bool inverse = false;   // divided by the length
  bool oneSided = false;  // only the first length / 2 + 1 bins
};

// Decision trees: each tree leads a row of features to a leaf, whose votes are folded for each
// target; a target that no leaf votes for is 0. Takes float32 and float64. Inputs: the rows and,
// optionally, a base of `targets` numbers, added to each row's result. Outputs: the results [rows,
// targets] and, optionally, int64 targets: for each row the first of the highest among those that
// have votes, or among all if there is a base.
struct Trees {
  // Flags that `feature` of a node contains in addition to the feature.
  static constexpr std::uint32_t kNanIsYes = std::uint32_t{1} << 31;
  static constexpr std::uint32_t kEquals = std::uint32_t{1} << 30;

  DType type{};            // of the rows, the thresholds, the weights and the results
  Reduction reduction{};   // the sum, the sum over `trees` (mean), the largest, the smallest
  bool unflagged = false;  // no node has a flag
  Count rows = 1;
  Count features = 1;
  Count targets = 1;
  Count trees = 1;
  Count nodes = 0;
  Count leaves = 1;
  Count votes = 0;
  // Without gaps: the nodes, each a threshold of the type, a uint32 feature with flags, an int32
  // child for yes and one for no, padded to a multiple of the type's width; an int32 root for each
  // tree; int32 starts of the leaves' votes, and their end; an int32 target for each vote; a weight
  // of the type for each vote. A row goes to yes if its feature is at most the threshold, or equals
  // it under kEquals; NaN goes to no, or to yes under kNanIsYes. A child or root is a later node,
  // or ~leaf. The table must not change while the layer lives.
  const std::byte* table = nullptr;
  Count tableBytes = 0;
};

}  // namespace simdcast::layers

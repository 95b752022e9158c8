// Convolutions, and what other operators that are composed of them share.
#pragma once

#include "window_axes.hpp"

namespace simdcast::onnx {

// Images, weights of [output channels, input channels of a group, taps…] and a bias, which may be
// absent, in floats; or in int16, with the bias and the result in int32.
[[nodiscard]] Value convolved(Call& call, const Value& images, const Value& weights,
                              const Value& bias, Count groups, const WindowAxes& windows);

// Checks the weights and the bias, which may be absent, against the images, whose sizes are given;
// returns the number of groups.
[[nodiscard]] Count groupsOf(Call& call, const Dims& sizes, const Value& weights, const Value& bias,
                             bool transposed = false);

// -- operators
[[nodiscard]] Values convolution(Call& call);
[[nodiscard]] Values transposedConvolution(Call& call);
[[nodiscard]] Values deformedConvolution(Call& call);

}  // namespace simdcast::onnx

// The functions that layer.cpp calls for each kind of layer, which has a file of its name. All
// except `fits` require requests that fit.
#pragma once

#include "../base/sizes.hpp"
#include "layer.hpp"

namespace simdcast::layers {

// Whether the layer takes the type, which has a width, and stays within its tensors.
[[nodiscard]] bool fits(const Copy& request);
[[nodiscard]] bool fits(const Gather& request);
[[nodiscard]] bool fits(const Reduce& request);
[[nodiscard]] bool fits(const ArgMax& request);
[[nodiscard]] bool fits(const Softmax& request);
[[nodiscard]] bool fits(const LayerNormalization& request);
[[nodiscard]] bool fits(const Range& request);
[[nodiscard]] bool fits(const Convolution& request);
[[nodiscard]] bool fits(const Pool& request);
[[nodiscard]] bool fits(const CumulativeSum& request);
[[nodiscard]] bool fits(const Scatter& request);
[[nodiscard]] bool fits(const TopK& request);
[[nodiscard]] bool fits(const Trees& request);
[[nodiscard]] bool fits(const Recurrence& request);
[[nodiscard]] bool fits(const PackedProduct& request);
[[nodiscard]] bool fits(const BlockProduct& request);
[[nodiscard]] bool fits(const IntegerProduct& request);
[[nodiscard]] bool fits(const DynamicQuantization& request);
[[nodiscard]] bool fits(const FourierTable& request);
[[nodiscard]] bool fits(const Fourier& request);
[[nodiscard]] bool fits(const Sample& request);
[[nodiscard]] bool fits(const RegionAlign& request);
[[nodiscard]] bool fits(const DeformedWindows& request);
[[nodiscard]] bool fits(const UpdateRows& request);
[[nodiscard]] bool fits(const ReverseSequence& request);
[[nodiscard]] bool fits(const Unpool& request);
[[nodiscard]] bool fits(const Col2Im& request);
[[nodiscard]] bool fits(const NonZero& request);
[[nodiscard]] bool fits(const Unique& request);
[[nodiscard]] bool fits(const NonMaxSuppression& request);
[[nodiscard]] bool fits(const Attention& request);
[[nodiscard]] bool fits(const Rotation& request);

// The same work in fewer axes, and in an order that suits memory: computed once for all runs.
[[nodiscard]] Copy simplified(const Copy& request);
[[nodiscard]] Reduce simplified(const Reduce& request);
[[nodiscard]] Convolution simplified(const Convolution& request);
[[nodiscard]] Pool simplified(const Pool& request);
template <class Request>
[[nodiscard]] const Request& simplified(const Request& request) {
  return request;
}

// In bytes.
[[nodiscard]] Count workspaceOf(const Reduce& request);
[[nodiscard]] Count workspaceOf(const ArgMax& request);
[[nodiscard]] Count workspaceOf(const Softmax& request);
[[nodiscard]] Count workspaceOf(const LayerNormalization& request);
[[nodiscard]] Count workspaceOf(const Convolution& request);
[[nodiscard]] Count workspaceOf(const Pool& request);
[[nodiscard]] Count workspaceOf(const CumulativeSum& request);
[[nodiscard]] Count workspaceOf(const Scatter& request);
[[nodiscard]] Count workspaceOf(const TopK& request);
[[nodiscard]] Count workspaceOf(const Trees& request);
[[nodiscard]] Count workspaceOf(const Recurrence& request);
[[nodiscard]] Count workspaceOf(const PackedProduct& request);
[[nodiscard]] Count workspaceOf(const BlockProduct& request);
[[nodiscard]] Count workspaceOf(const IntegerProduct& request);
[[nodiscard]] Count workspaceOf(const FourierTable& request);
[[nodiscard]] Count workspaceOf(const Fourier& request);
[[nodiscard]] Count workspaceOf(const Sample& request);
[[nodiscard]] Count workspaceOf(const RegionAlign& request);
[[nodiscard]] Count workspaceOf(const DeformedWindows& request);
[[nodiscard]] Count workspaceOf(const Unique& request);
[[nodiscard]] Count workspaceOf(const NonMaxSuppression& request);
[[nodiscard]] Count workspaceOf(const Attention& request);
[[nodiscard]] Count workspaceOf(const Rotation& request);
template <class Request>
[[nodiscard]] Count workspaceOf(const Request& /*request*/) {
  return 0;
}

// As layer.hpp documents them, for the kinds that pack this input.
inline constexpr int kPackedInput = 1;
[[nodiscard]] Count packedBytes(const Convolution& request);
[[nodiscard]] Count packedBytes(const PackedProduct& request);
[[nodiscard]] Count packedBytes(const IntegerProduct& request);
template <class Request>
[[nodiscard]] Count packedBytes(const Request& /*request*/) {
  return 0;
}
void pack(const Convolution& request, std::byte* to, const std::byte* from);
void pack(const PackedProduct& request, std::byte* to, const std::byte* from);
void pack(const IntegerProduct& request, std::byte* to, const std::byte* from);
template <class Request>
void pack(const Request& /*request*/, std::byte* /*to*/, const std::byte* /*from*/) {}
void unpack(const Convolution& request, std::byte* to, const std::byte* from);
void unpack(const PackedProduct& request, std::byte* to, const std::byte* from);
void unpack(const IntegerProduct& request, std::byte* to, const std::byte* from);
template <class Request>
void unpack(const Request& /*request*/, std::byte* /*to*/, const std::byte* /*from*/) {}

// For simplified requests.
Count run(const Copy& request, const Buffers& buffers);
Count run(const Gather& request, const Buffers& buffers);
Count run(const Reduce& request, const Buffers& buffers);
Count run(const ArgMax& request, const Buffers& buffers);
Count run(const Softmax& request, const Buffers& buffers);
Count run(const LayerNormalization& request, const Buffers& buffers);
Count run(const Range& request, const Buffers& buffers);
Count run(const Convolution& request, const Buffers& buffers);
Count run(const Pool& request, const Buffers& buffers);
Count run(const CumulativeSum& request, const Buffers& buffers);
Count run(const Scatter& request, const Buffers& buffers);
Count run(const TopK& request, const Buffers& buffers);
Count run(const Trees& request, const Buffers& buffers);
Count run(const Recurrence& request, const Buffers& buffers);
Count run(const PackedProduct& request, const Buffers& buffers);
Count run(const BlockProduct& request, const Buffers& buffers);
Count run(const IntegerProduct& request, const Buffers& buffers);
Count run(const DynamicQuantization& request, const Buffers& buffers);
Count run(const FourierTable& request, const Buffers& buffers);
Count run(const Fourier& request, const Buffers& buffers);
Count run(const Sample& request, const Buffers& buffers);
Count run(const RegionAlign& request, const Buffers& buffers);
Count run(const DeformedWindows& request, const Buffers& buffers);
Count run(const UpdateRows& request, const Buffers& buffers);
Count run(const ReverseSequence& request, const Buffers& buffers);
Count run(const Unpool& request, const Buffers& buffers);
Count run(const Col2Im& request, const Buffers& buffers);
Count run(const NonZero& request, const Buffers& buffers);
Count run(const Unique& request, const Buffers& buffers);
Count run(const NonMaxSuppression& request, const Buffers& buffers);
Count run(const Attention& request, const Buffers& buffers);
Count run(const Rotation& request, const Buffers& buffers);

}  // namespace simdcast::layers

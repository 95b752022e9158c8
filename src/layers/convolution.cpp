#include <type_traits>

#include "../matrix/product_types.hpp"
#include "depthwise_kernel.hpp"
#include "kinds.hpp"
#include "window_product.hpp"
#include "window_rows.hpp"

namespace simdcast::layers {
namespace {

Count bytesOf(const Convolution& request) { return width(request.type); }
Count stripes(const Convolution& request) { return (request.outputChannels + kRows - 1) / kRows; }

// The parts of the workspace, in bytes.
struct Layout {
  bool copied;  // images
  Count offsets;
  Count panels;
  Count bytes;
};

Layout layoutOf(const Convolution& request, const Windows& windows) {
  Layout layout{};
  layout.copied = request.direct || !windows.areInPlace();
  const Count depth = request.inputChannels * windows.taps();
  layout.offsets = layout.copied ? padded(windows.copyBytes(request.inputChannels)) : 0;
  layout.panels = layout.offsets + padded(depth * Count{sizeof(std::size_t)});
  layout.bytes = layout.panels;
  if (!request.direct)
    layout.bytes += WindowProduct::bytesOfPanels(windows.outputs(), depth, bytesOf(request));
  return layout;
}

template <class Lane>
struct AddProducts {
  const std::byte* weights;

  [[nodiscard]] simd::Vec<Lane> weight(Count tap) const {
    return simd::load<Lane>(weights + tap * Count{sizeof(Lane)});
  }
  simd::Vec<Lane> operator()(simd::Vec<Lane> sum, simd::Vec<Lane> weight,
                             simd::Vec<Lane> element) const {
    return sum + weight * element;
  }
};

// Each output channel by itself, from one image of all input channels.
template <class Lane>
void convolveDirectly(const Convolution& request, const Windows& windows, std::byte* out,
                      const std::byte* image, const std::byte* offsets, const std::byte* weights,
                      const std::byte* bias) {
  constexpr Count kBytes = sizeof(Lane);
  const Taps taps{offsets, request.inputChannels * windows.taps()};
  const bool isDepthwise =
      std::is_same_v<Lane, float> && request.inputChannels == 1 && areSquares(windows);
  for (Count channel = 0; channel < request.outputChannels; ++channel) {
    const Lane first = bias == nullptr ? Lane{} : simd::load<Lane>(bias + channel * kBytes);
    if (isDepthwise)
      convolveSquares(out, image, windows, weights, static_cast<float>(first));
    else
      foldImage(out, image, windows, taps, first, AddProducts<Lane>{weights});
    out += windows.outputs() * kBytes;
    weights += taps.count * kBytes;
  }
}

}  // namespace

bool fits(const Convolution& request) {
  if ((request.type != DType::float32 && request.type != DType::float64) ||
      !areWindows(request.axes))
    return false;
  const Windows windows(imageAxes(request.axes), request.type);
  Count weights = request.direct ? 1 : kRows;
  Count offsets = sizeof(std::size_t);
  Count inputs = windows.inputs();
  Count outputs = windows.outputs();
  return areSizes({request.batch, request.groups, request.inputChannels, request.outputChannels}) &&
         multiply(weights, windows.taps()) && multiply(weights, request.inputChannels) &&
         multiply(weights, request.outputChannels + kRows) && multiply(weights, request.groups) &&
         multiply(inputs, request.batch) && multiply(inputs, request.groups) &&
         multiply(inputs, request.inputChannels) && multiply(outputs, request.batch) &&
         multiply(outputs, request.groups) && multiply(outputs, request.outputChannels) &&
         multiply(offsets, windows.taps()) && multiply(offsets, request.inputChannels) &&
         windows.copyBytes(request.inputChannels) <= kMaxCount;
}

Convolution simplified(const Convolution& request) {
  Convolution result = request;
  result.axes = imageAxes(request.axes);
  return result;
}

Count workspaceOf(const Convolution& request) {
  return layoutOf(request, Windows(request.axes, request.type)).bytes;
}

Count run(const Convolution& request, const Buffers& buffers) {
  const Windows windows(request.axes, request.type);
  if (windows.outputs() == 0 || request.outputChannels == 0) return Layer::kDone;
  const Layout layout = layoutOf(request, windows);
  const Count lane = bytesOf(request);
  std::byte* offsets = buffers.workspace + layout.offsets;
  windows.writeTapOffsets(offsets, request.inputChannels, layout.copied);
  if (layout.copied) windows.fillAround(request.inputChannels, buffers.workspace, 0);
  const std::byte* image = buffers.inputs[0];
  std::byte* out = buffers.outputs[0];
  const Count depth = request.inputChannels * windows.taps();
  const Count rows = request.direct ? request.outputChannels : stripes(request) * kRows;
  WindowProduct product({windows, layout.copied, offsets, windows.outputs(), depth, lane},
                        buffers.kernels.*findProductType(request.type)->multiply,
                        buffers.workspace + layout.panels);
  for (Count i = 0; i < request.batch; ++i)
    for (Count group = 0; group < request.groups; ++group) {
      const std::byte* source = image;
      if (layout.copied) {
        windows.copy(request.inputChannels, buffers.workspace, image);
        source = buffers.workspace;
      }
      const std::byte* weights = buffers.inputs[1] + group * rows * depth * lane;
      const std::byte* bias = buffers.inputs[2];
      if (bias != nullptr) bias += group * request.outputChannels * lane;
      if (!request.direct)
        for (Count block = 0; block < product.blocks(); ++block)
          product.run(block, {out, source, weights, bias, request.outputChannels});
      else if (request.type == DType::float32)
        convolveDirectly<float>(request, windows, out, source, offsets, weights, bias);
      else
        convolveDirectly<double>(request, windows, out, source, offsets, weights, bias);
      image += request.inputChannels * windows.inputs() * lane;
      out += request.outputChannels * windows.outputs() * lane;
    }
  return Layer::kDone;
}

}  // namespace simdcast::layers

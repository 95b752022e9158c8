#include <type_traits>

#include "../matrix/product_types.hpp"
#include "depthwise_kernel.hpp"
#include "share.hpp"
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

// The groups of all images, one after the other.
class Groups {
 public:
  Groups(const Convolution& request, const Windows& windows, const Buffers& buffers)
      : request_(request), windows_(windows), buffers_(buffers) {}

  [[nodiscard]] const std::byte* image(Count i) const {
    return buffers_.inputs[0] + i * request_.inputChannels * windows_.inputs() * bytesOf(request_);
  }
  [[nodiscard]] std::byte* out(Count i) const {
    return buffers_.outputs[0] +
           i * request_.outputChannels * windows_.outputs() * bytesOf(request_);
  }
  [[nodiscard]] const std::byte* weights(Count i) const {
    const Count rows = request_.direct ? request_.outputChannels : stripes(request_) * kRows;
    const Count elements = rows * request_.inputChannels * windows_.taps();
    return buffers_.inputs[1] + i % request_.groups * elements * bytesOf(request_);
  }
  [[nodiscard]] const std::byte* bias(Count i) const {
    if (buffers_.inputs[2] == nullptr) return nullptr;
    return buffers_.inputs[2] + i % request_.groups * request_.outputChannels * bytesOf(request_);
  }

 private:
  const Convolution& request_;
  const Windows& windows_;
  const Buffers& buffers_;
};

// The tap offsets, and what lies around images in their copy.
void prepare(const Convolution& request, const Windows& windows, const Layout& layout,
             std::byte* workspace) {
  windows.writeTapOffsets(workspace + layout.offsets, request.inputChannels, layout.copied);
  if (layout.copied) windows.fillAround(request.inputChannels, workspace, 0);
}

// The image as it is read, which may be its copy.
const std::byte* sourceOf(const Convolution& request, const Windows& windows, const Layout& layout,
                          std::byte* workspace, const std::byte* image) {
  if (!layout.copied) return image;
  windows.copy(request.inputChannels, workspace, image);
  return workspace;
}

void convolveDirectly(const Convolution& request, const Windows& windows, std::byte* out,
                      const std::byte* image, const std::byte* offsets, const std::byte* weights,
                      const std::byte* bias) {
  (request.type == DType::float32
       ? convolveDirectly<float>
       : convolveDirectly<double>)(request, windows, out, image, offsets, weights, bias);
}

// Its panels lie so many bytes after those of the first thread.
WindowProduct productOf(const Convolution& request, const Windows& windows, const Layout& layout,
                        const Buffers& buffers, Count panels) {
  return {{windows, layout.copied, buffers.workspace + layout.offsets, windows.outputs(),
           request.inputChannels * windows.taps(), bytesOf(request)},
          buffers.kernels.*findProductType(request.type)->multiply,
          buffers.workspace + layout.panels + panels};
}

void convolveGroups(const Convolution& request, const Windows& windows, const Layout& layout,
                    const Buffers& buffers, Count first, Count end) {
  const Groups groups(request, windows, buffers);
  prepare(request, windows, layout, buffers.workspace);
  WindowProduct product = productOf(request, windows, layout, buffers, 0);
  for (Count i = first; i < end; ++i) {
    const std::byte* source =
        sourceOf(request, windows, layout, buffers.workspace, groups.image(i));
    if (request.direct)
      convolveDirectly(request, windows, groups.out(i), source, buffers.workspace + layout.offsets,
                       groups.weights(i), groups.bias(i));
    else
      product.run(
          Count{0}, windows.outputs(),
          {groups.out(i), source, groups.weights(i), groups.bias(i), request.outputChannels});
  }
}

// About, on one thread.
double nanosecondsOf(const Convolution& request, const Windows& windows) {
  const Count columns = request.batch * request.groups * windows.outputs();
  const auto products = static_cast<double>(request.outputChannels * columns) *
                        static_cast<double>(request.inputChannels * windows.taps());
  return products * static_cast<double>(bytesOf(request)) / 60;
}

// Whether each thread takes whole groups, rather than parts of one after the other.
bool areGroupsShared(const Convolution& request, int threads) {
  return request.batch * request.groups >= 2 * threads || request.direct;
}

constexpr int kPartsOfThread = 4;

void shareGroups(const Convolution& request, const Windows& windows, const Layout& layout,
                 const Buffers& buffers, Team& team) {
  const Count apart = padded(layout.bytes) + kApart;
  const Parts parts = Parts::of(request.batch * request.groups, 1, team.threads() * kPartsOfThread);
  const auto each = [&](int piece, int thread) {
    Buffers own = buffers;
    own.workspace += thread * apart;
    const Count first = parts.first(piece);
    convolveGroups(request, windows, layout, own, first, first + parts.stepsOf(piece));
  };
  team.run(parts.count, nanosecondsOf(request, windows), each);
}

// Parts of columns, which each packs for itself, and of stripes of channels where there are few
// columns. What is not panels in the first workspace, all of them read.
void sharePixels(const Convolution& request, const Windows& windows, const Layout& layout,
                 const Buffers& buffers, Team& team) {
  constexpr Count kLeastPanels = 8;
  const Groups groups(request, windows, buffers);
  const Count apart = padded(layout.bytes) + kApart - layout.panels;
  const int most = team.threads() * kPartsOfThread;
  const Parts pixels = Parts::of(
      windows.outputs(), kLeastPanels * kVectors * simd::kVectorBytes / bytesOf(request), most);
  const Parts channels = Parts::of(request.outputChannels, 4 * kRows,
                                   static_cast<int>(divideUp(team.threads(), pixels.count)));
  prepare(request, windows, layout, buffers.workspace);
  for (Count i = 0; i < request.batch * request.groups; ++i) {
    const std::byte* source =
        sourceOf(request, windows, layout, buffers.workspace, groups.image(i));
    const auto each = [&](int piece, int thread) {
      const int pixel = piece / channels.count;
      const int channel = piece % channels.count;
      WindowProduct product = productOf(request, windows, layout, buffers, thread * apart);
      const Count first = channels.first(channel);
      const Count bytes = bytesOf(request);
      const Count depth = request.inputChannels * windows.taps();
      const std::byte* bias = groups.bias(i);
      product.run(pixels.first(pixel), pixels.first(pixel) + pixels.stepsOf(pixel),
                  {groups.out(i) + first * windows.outputs() * bytes, source,
                   groups.weights(i) + first * depth * bytes,
                   bias == nullptr ? nullptr : bias + first * bytes, channels.stepsOf(channel)});
    };
    team.run(pixels.count * channels.count, nanosecondsOf(request, windows), each);
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
  convolveGroups(request, windows, layout, buffers, 0, request.batch * request.groups);
  return Layer::kDone;
}

Count workspaceOf(const Convolution& request, int threads) {
  const Windows windows(request.axes, request.type);
  const Layout layout = layoutOf(request, windows);
  const Count all = padded(layout.bytes) + kApart;
  const Count own = areGroupsShared(request, threads) ? all : all - layout.panels;
  const bool fits = layout.bytes < kMaxCount / threads - kApart;
  return fits && nanosecondsOf(request, windows) >= kWorthSharing ? all + own * (threads - 1)
                                                                  : layout.bytes;
}

Count share(const Convolution& request, const Buffers& buffers, Team& team) {
  const Windows windows(request.axes, request.type);
  const double nanoseconds = nanosecondsOf(request, windows);
  if (nanoseconds < kWorthSharing || team.piecesFor(nanoseconds) == 1 || windows.outputs() == 0 ||
      request.outputChannels == 0)
    return run(request, buffers);
  const Layout layout = layoutOf(request, windows);
  if (areGroupsShared(request, team.threads()))
    shareGroups(request, windows, layout, buffers, team);
  else
    sharePixels(request, windows, layout, buffers, team);
  return Layer::kDone;
}

}  // namespace simdcast::layers

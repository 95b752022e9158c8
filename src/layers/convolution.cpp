#include <algorithm>
#include <cstring>

#include "../matrix/product_types.hpp"
#include "../simd/fill.hpp"
#include "kinds.hpp"
#include "window_rows.hpp"

namespace simdcast::layers {
namespace {

// A panel and a stripe that are so deep stay in L1, and packed panels of so many columns in L2.
constexpr Count kDepth = 512;
constexpr Count kMostColumns = 512;
// Taps that are packed of all panels before the next, so that what is read and what is written
// both stay in L1.
constexpr Count kPackedTaps = 16;

Count bytesOf(const Convolution& request) { return width(request.type); }
Count columnsOfPanel(const Convolution& request) {
  return kVectors * simd::kVectorBytes / bytesOf(request);
}
Count stripes(const Convolution& request) { return (request.outputChannels + kRows - 1) / kRows; }

// The parts of the workspace, in bytes.
struct Layout {
  bool copied;  // images
  Count columns;
  Count depth;
  Count offsets;
  Count panels;
  Count bytes;
};

Layout layoutOf(const Convolution& request, const Windows& windows) {
  Layout layout{};
  layout.copied = request.direct || !windows.areInPlace();
  // As many taps at a time as make the last ones no fewer than the others.
  const Count depth = request.inputChannels * windows.taps();
  const Count passes = std::max<Count>(1, (depth + kDepth - 1) / kDepth);
  layout.depth = (depth + passes - 1) / passes;
  layout.columns = std::min(kMostColumns, roundUp(windows.outputs(), columnsOfPanel(request)));
  layout.offsets = layout.copied ? padded(windows.copyBytes(request.inputChannels)) : 0;
  layout.panels = layout.offsets + padded(windows.taps() * Count{sizeof(Count)});
  layout.bytes =
      layout.panels + (request.direct ? 0 : layout.columns * layout.depth * bytesOf(request));
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

// A group of an image: a matrix of weights times one of a column for each window, of which some
// columns at a time are packed.
class GroupProduct {
 public:
  GroupProduct(const Convolution& request, const Windows& windows, const Layout& layout,
               const Buffers& buffers)
      : request_(request),
        windows_(windows),
        layout_(layout),
        multiply_(buffers.kernels.*findProductType(request.type)->multiply),
        offsets_(buffers.workspace + layout.offsets),
        panels_(buffers.workspace + layout.panels),
        lane_(bytesOf(request)),
        unit_(columnsOfPanel(request)),
        depth_(request.inputChannels * windows.taps()),
        pixels_(windows.outputs()) {}

  void run(std::byte* out, const std::byte* image, const std::byte* weights,
           const std::byte* bias) {
    out_ = out;
    image_ = image;
    weights_ = weights;
    bias_ = bias;
    for (first_ = 0; first_ < pixels_; first_ += layout_.columns) {
      width_ = std::min(layout_.columns, pixels_ - first_);
      locate();
      top_ = 0;
      do {
        deep_ = std::min(layout_.depth, depth_ - top_);
        pack();
        for (Count row = 0; row < request_.outputChannels; row += kRows) multiplyStripe(row);
        top_ += deep_;
      } while (top_ < depth_);
    }
  }

 private:
  // Where the windows of the columns at hand start. Columns past the last repeat it.
  void locate() {
    const Count rows = windows_.axis(1).output;
    const Count columns = windows_.axis(2).output;
    Count x = first_ % columns;
    Count y = first_ / columns % rows;
    Count z = first_ / columns / rows;
    Count row = windows_.windowOffset(z, y, layout_.copied);
    for (Count i = 0; i < width_; ++i) {
      starts_[i] = row + x;
      if (++x < columns) continue;
      x = 0;
      if (++y == rows) {
        y = 0;
        ++z;
      }
      row = windows_.windowOffset(z, y, layout_.copied);
    }
    for (Count i = width_; i < roundUp(width_, unit_); ++i) starts_[i] = starts_[width_ - 1];
  }

  void pack() const {
    for (Count tap = 0; tap < deep_; tap += kPackedTaps) {
      const Count some = std::min(kPackedTaps, deep_ - tap);
      for (Count column = 0; column < width_; column += unit_) packPanel(column, tap, some);
    }
  }

  // Some taps of a panel. Windows that are neighbours read neighbours.
  void packPanel(Count column, Count tap, Count some) const {
    const Count* starts = starts_ + column;
    std::byte* to = panels_ + (column * deep_ + tap * unit_) * lane_;
    // Of a panel that is not full the last window is repeated, so that its ends would not tell.
    const bool isRun = column + unit_ <= width_ && starts[unit_ - 1] - starts[0] == unit_ - 1;
    const Count taps = windows_.taps();
    Count channel = (top_ + tap) / taps;
    Count at = (top_ + tap) % taps;
    for (Count i = 0; i < some; ++i, to += unit_ * lane_) {
      const Count offset = channel * windows_.planeStep(layout_.copied) +
                           simd::load<Count>(offsets_ + at * Count{sizeof(Count)});
      if (isRun)
        std::memcpy(to, image_ + (starts[0] + offset) * lane_, kVectors * simd::kVectorBytes);
      else if (lane_ == 4)
        packEach<std::uint32_t>(to, starts, offset);
      else
        packEach<std::uint64_t>(to, starts, offset);
      if (++at == taps) {
        at = 0;
        ++channel;
      }
    }
  }

  template <class Word>
  void packEach(std::byte* to, const Count* starts, Count offset) const {
    constexpr int kUnit = kVectors * simd::kLanes<Word>;
    for (int i = 0; i < kUnit; ++i)
      simd::store(to + i * sizeof(Word),
                  simd::load<Word>(image_ + (starts[i] + offset) * Count{sizeof(Word)}));
  }

  void multiplyStripe(Count row) {
    const Count rows = std::min<Count>(kRows, request_.outputChannels - row);
    const std::byte* stripe = weights_ + (row * depth_ + top_ * kRows) * lane_;
    std::byte* sums = out_ + (row * pixels_ + first_) * lane_;
    const bool begins = top_ == 0;
    if (begins && bias_ != nullptr)
      for (Count i = 0; i < rows; ++i)
        simd::fill(sums + i * pixels_ * lane_, bias_ + (row + i) * lane_, static_cast<int>(lane_),
                   static_cast<std::ptrdiff_t>(width_ * lane_));
    const bool continues = !begins || bias_ != nullptr;
    for (Count column = 0; column < width_; column += unit_)
      multiplyPanel(stripe, column, rows, sums + column * lane_, continues);
  }

  // As in MatrixProduct: what is not a whole tile of the result goes through one.
  void multiplyPanel(const std::byte* stripe, Count column, Count rows, std::byte* sums,
                     bool continues) {
    const auto size = [](Count bytes) { return static_cast<std::size_t>(bytes); };
    const std::byte* panel = panels_ + column * deep_ * lane_;
    const Count few = std::min(unit_, width_ - column);
    const Count step = pixels_ * lane_;
    if (rows == kRows && few == unit_)
      return multiply_(stripe, panel, kTileStep, size(deep_), sums, size(step), continues);
    if (continues)
      for (Count i = 0; i < rows; ++i)
        copyLanes(tile_ + i * kTileStep, sums + i * step, size(few * lane_));
    multiply_(stripe, panel, kTileStep, size(deep_), tile_, kTileStep, continues);
    for (Count i = 0; i < rows; ++i)
      copyLanes(sums + i * step, tile_ + i * kTileStep, size(few * lane_));
  }

  static constexpr Count kTileStep = kVectors * simd::kVectorBytes;

  const Convolution& request_;
  const Windows& windows_;
  const Layout& layout_;
  Multiply multiply_;
  const std::byte* offsets_;
  std::byte* panels_;
  const Count lane_;
  const Count unit_;
  const Count depth_;
  const Count pixels_;
  std::byte* out_ = nullptr;
  const std::byte* image_ = nullptr;
  const std::byte* weights_ = nullptr;
  const std::byte* bias_ = nullptr;
  // The columns and the depth at hand.
  Count first_ = 0;
  Count width_ = 0;
  Count top_ = 0;
  Count deep_ = 0;
  Count starts_[kMostColumns];
  std::byte tile_[kRows * kTileStep]{};
};

// Each output channel by itself, from one image of all input channels.
template <class Lane>
void convolveDirectly(const Convolution& request, const Windows& windows, std::byte* out,
                      const std::byte* image, const std::byte* offsets, const std::byte* weights,
                      const std::byte* bias) {
  constexpr Count kBytes = sizeof(Lane);
  const Taps taps{offsets, windows.taps(), request.inputChannels, windows.planeStep(true)};
  for (Count channel = 0; channel < request.outputChannels; ++channel) {
    const Lane first = bias == nullptr ? Lane{} : simd::load<Lane>(bias + channel * kBytes);
    foldImage(out, image, windows, true, taps, first, AddProducts<Lane>{weights});
    out += windows.outputs() * kBytes;
    weights += taps.count * taps.planes * kBytes;
  }
}

}  // namespace

bool fits(const Convolution& request) {
  if ((request.type != DType::float32 && request.type != DType::float64) ||
      !areWindows(request.axes))
    return false;
  const Windows windows(imageAxes(request.axes), request.type);
  Count weights = request.direct ? 1 : kRows;
  Count inputs = windows.inputs();
  Count outputs = windows.outputs();
  return areSizes({request.batch, request.groups, request.inputChannels, request.outputChannels}) &&
         multiply(weights, windows.taps()) && multiply(weights, request.inputChannels) &&
         multiply(weights, request.outputChannels + kRows) && multiply(weights, request.groups) &&
         multiply(inputs, request.batch) && multiply(inputs, request.groups) &&
         multiply(inputs, request.inputChannels) && multiply(outputs, request.batch) &&
         multiply(outputs, request.groups) && multiply(outputs, request.outputChannels) &&
         windows.taps() <= kMaxCount / Count{sizeof(Count)} &&
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
  windows.writeTapOffsets(offsets, layout.copied);
  if (layout.copied) windows.fillAround(request.inputChannels, buffers.workspace, 0);
  const std::byte* image = buffers.inputs[0];
  std::byte* out = buffers.outputs[0];
  const Count rows = request.direct ? request.outputChannels : stripes(request) * kRows;
  const Count weightsOfGroup = rows * request.inputChannels * windows.taps() * lane;
  GroupProduct product(request, windows, layout, buffers);
  for (Count i = 0; i < request.batch; ++i)
    for (Count group = 0; group < request.groups; ++group) {
      const std::byte* source = image;
      if (layout.copied) {
        windows.copy(request.inputChannels, buffers.workspace, image);
        source = buffers.workspace;
      }
      const std::byte* weights = buffers.inputs[1] + group * weightsOfGroup;
      const std::byte* bias = buffers.inputs[2];
      if (bias != nullptr) bias += group * request.outputChannels * lane;
      if (!request.direct)
        product.run(out, source, weights, bias);
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

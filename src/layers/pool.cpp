#include <cmath>
#include <limits>

#include "../base/costs.hpp"
#include "../windows/window_rows.hpp"
#include "kind.hpp"

namespace simdcast::layers {
namespace {

// The weight of every tap of a pool.
template <class Lane>
struct Weightless {
  [[nodiscard]] static simd::Vec<Lane> weight(Count /*tap*/) { return Lane{}; }
};

template <class Lane>
struct Largest : Weightless<Lane> {
  using V = simd::Vec<Lane>;
  V operator()(V largest, V /*weight*/, V element) const { return simd::max(largest, element); }
};

// The same without NaN: V8 takes one instruction rather than eight.
template <class Lane>
struct LargestNumber : Weightless<Lane> {
  using V = simd::Vec<Lane>;
  V operator()(V largest, V /*weight*/, V element) const { return simd::pmax(largest, element); }
};

template <class Lane>
bool hasNaN(const std::byte* from, Count n) {
  using V = simd::Vec<Lane>;
  constexpr Count kLanes = simd::kLanes<Lane>;
  auto found = V{} != V{};
  Count i = 0;
  for (; i + kLanes <= n; i += kLanes, from += sizeof(V)) {
    const V elements = simd::load<V>(from);
    found = found | (elements != elements);
  }
  bool isFound = simd::any(found);
  for (; i < n; ++i, from += sizeof(Lane)) isFound |= std::isnan(simd::load<Lane>(from));
  return isFound;
}

template <class Lane>
struct Sum : Weightless<Lane> {
  using V = simd::Vec<Lane>;
  V operator()(V sum, V /*weight*/, V element) const { return sum + element; }
};

template <class Lane>
constexpr Lane kLowest = -std::numeric_limits<Lane>::infinity();

template <class Lane>
void poolImages(const Pool& request, const WindowGeometry& windows, const Buffers& buffers) {
  constexpr Count kBytes = sizeof(Lane);
  const Lane outside = request.largest ? kLowest<Lane> : Lane{};
  std::byte* offsets = buffers.workspace + padded(windows.copyBytes(1));
  windows.writeTapOffsets(offsets, 1, true);
  windows.fillAround({0, 1}, buffers.workspace, outside);
  const Taps taps{offsets, windows.taps()};
  const std::byte* from = buffers.inputs[0];
  std::byte* to = buffers.outputs[0];
  for (Count plane = 0; plane < request.planes; ++plane) {
    windows.copy({0, 1}, buffers.workspace, from);
    const auto fold = [&](const auto& each) {
      foldImage(to, buffers.workspace, windows, taps, outside, each);
    };
    if (!request.largest)
      fold(Sum<Lane>{});
    else if (hasNaN<Lane>(from, windows.inputs()))
      fold(Largest<Lane>{});
    else
      fold(LargestNumber<Lane>{});
    from += windows.inputs() * kBytes;
    to += windows.outputs() * kBytes;
  }
}

// The largest element of one window, and its position.
template <class Lane>
class Search {
 public:
  Search(const Pool& request, const WindowGeometry& windows) : windows_(windows) {
    Count stride = 1;
    for (int i = 0; i < kImageRank; ++i) {
      const int axis = request.columnMajor ? i : kImageRank - 1 - i;
      strides_[axis] = stride;
      stride *= windows.axis(axis).input;
    }
  }

  void run(const std::byte* image, const Count (&window)[kImageRank]) {
    best_ = kLowest<Lane>;
    position_ = -1;
    Count at[kImageRank];
    visit(image, window, at, 0);
  }

  [[nodiscard]] Lane best() const { return best_; }
  [[nodiscard]] Count position() const { return position_; }

 private:
  void visit(const std::byte* image, const Count (&window)[kImageRank], Count (&at)[kImageRank],
             int depth) {
    if (depth == kImageRank) return look(image, at);
    const WindowAxis& axis = windows_.axis(depth);
    const Count start = window[depth] * axis.stride - axis.pad;
    const Count outside = start < 0 ? (axis.dilation - 1 - start) / axis.dilation : 0;
    for (Count tap = outside; tap < axis.kernel; ++tap) {
      at[depth] = start + tap * axis.dilation;
      if (at[depth] >= axis.input) break;
      visit(image, window, at, depth + 1);
    }
  }

  void look(const std::byte* image, const Count (&at)[kImageRank]) {
    const Count element = (at[0] * windows_.axis(1).input + at[1]) * windows_.axis(2).input + at[2];
    const Lane value = simd::load<Lane>(image + element * Count{sizeof(Lane)});
    const bool isBetter = value > best_ || (std::isnan(value) && !std::isnan(best_));
    if (position_ >= 0 && !isBetter) return;
    best_ = value;
    position_ = at[0] * strides_[0] + at[1] * strides_[1] + at[2] * strides_[2];
  }

  const WindowGeometry& windows_;
  Count strides_[kImageRank];
  Lane best_{};
  Count position_ = -1;
};

template <class Lane>
void searchImages(const Pool& request, const WindowGeometry& windows, const Buffers& buffers) {
  const std::byte* from = buffers.inputs[0];
  std::byte* to = buffers.outputs[0];
  std::byte* positions = buffers.outputs[1];
  Search<Lane> search(request, windows);
  for (Count plane = 0; plane < request.planes; ++plane) {
    for (Count z = 0; z < windows.axis(0).output; ++z)
      for (Count y = 0; y < windows.axis(1).output; ++y)
        for (Count x = 0; x < windows.axis(2).output; ++x) {
          search.run(from, {z, y, x});
          const Count position = search.position();
          simd::store(to, search.best());
          simd::store(positions, position < 0 ? -1 : plane * windows.inputs() + position);
          to += sizeof(Lane);
          positions += sizeof(Count);
        }
    from += windows.inputs() * Count{sizeof(Lane)};
  }
}

}  // namespace

template <>
struct Kind<Pool> : Defaults<Pool> {
  static constexpr std::string_view name = "Pool";

  [[gnu::cold]] static Operands operands(const Pool& request) {
    const auto result = [&](DType type) {
      return images(type, {request.planes}, request.axes, &WindowAxis::output);
    };
    Operands operands{
        .inputs = {images(request.type, {request.planes}, request.axes, &WindowAxis::input)},
        .outputs = {result(request.type)}};
    if (request.largest) operands.outputs.push(result(DType::int64));
    return operands;
  }

  static bool fits(const Pool& request) {
    if ((request.type != DType::float32 && request.type != DType::float64) ||
        !areWindows(request.axes))
      return false;
    const WindowGeometry windows(imageAxes(request.axes), request.type);
    return areSizes({request.planes, windows.inputs()}) &&
           areSizes({request.planes, windows.outputs()}) &&
           windows.taps() <= kMaxCount / Count{sizeof(std::size_t)} &&
           windows.copyBytes(1) <= kMaxCount;
  }

  static void simplify(Pool& request) { request.axes = imageAxes(request.axes); }

  static Count workspace(const Pool& request) {
    const WindowGeometry windows(request.axes, request.type);
    return padded(windows.copyBytes(1)) + padded(windows.taps() * Count{sizeof(std::size_t)});
  }

  static Count run(const Pool& request, const Buffers& buffers) {
    const WindowGeometry windows(request.axes, request.type);
    if (windows.outputs() == 0) return kDone;
    const bool searches = request.largest && buffers.outputs[1] != nullptr;
    if (request.type == DType::float32)
      (searches ? searchImages<float> : poolImages<float>)(request, windows, buffers);
    else
      (searches ? searchImages<double> : poolImages<double>)(request, windows, buffers);
    return kDone;
  }

  // Indices of maxima are counted through all planes: a pool that stores them runs on one thread.
  static Positions positions(const Pool& request) {
    Count read = 1;
    Count made = 1;
    Count taps = 1;
    for (const WindowAxis& axis : request.axes) {
      read *= axis.input;
      made *= axis.output;
      taps *= axis.kernel;
    }
    const auto elements = static_cast<double>(request.planes * made) * static_cast<double>(taps);
    return {.count = request.planes,
            .nanoseconds = elements * costs::kPooled,
            .inputs = {bytesOf(request.type, read)},
            .outputs = {bytesOf(request.type, made)}};
  }

  static void cut(Pool& request, Count count) { request.planes = count; }
};
template const Functions& functionsOf<Pool>();
template const Sharing& sharingOf<Pool>();

}  // namespace simdcast::layers

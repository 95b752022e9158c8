#include "../simd/simd.hpp"
#include "kind.hpp"
#include "point_block.hpp"

namespace simdcast::layers {
namespace {

// The elements that a point is read from.
constexpr Count kTaps = 4;

// The sets of points of a run: a tap of all windows of a group of an image.
class TapFinder {
 public:
  TapFinder(const DeformedWindows& request, const Buffers& buffers)
      : request_(request),
        down_(request.axes[0]),
        across_(request.axes[1]),
        taps_(down_.kernel * across_.kernel),
        windows_(down_.output * across_.output),
        buffers_(buffers) {
    axes_[0].size = down_.input;
    axes_[1].size = across_.input;
  }

  void find(PointBlock& block, Count set, Stretch windows) {
    if (request_.offsetType == DType::float32)
      find<float>(block, set, windows);
    else
      find<double>(block, set, windows);
  }

  [[nodiscard]] Planes planes(Count set, Stretch windows) const {
    const Count bytes = width(request_.type);
    const Count plane = set / taps_ * request_.channels;
    const Count planeBytes = down_.input * across_.input * bytes;
    const Count row = plane * taps_ + set % taps_;
    const std::byte* factors = buffers_.inputs[2];
    return {.count = request_.channels,
            .from = buffers_.inputs[0] + plane * planeBytes,
            .fromBytes = planeBytes,
            .to = buffers_.outputs[0] + (row * windows_ + windows.first) * bytes,
            .toBytes = taps_ * windows_ * bytes,
            .factors =
                factors == nullptr ? nullptr : factors + (set * windows_ + windows.first) * bytes};
  }

 private:
  template <class T>
  void find(PointBlock& block, Count set, Stretch windows) {
    constexpr Count kWidth = sizeof(T);
    const Count tap = set % taps_;
    const std::byte* offset = buffers_.inputs[1] + (set * 2 * windows_ + windows.first) * kWidth;
    for (Count window = windows.first; window < windows.first + windows.count;
         ++window, offset += kWidth) {
      const double y = startOf(down_, window / across_.output, tap / across_.kernel) +
                       static_cast<double>(simd::load<T>(offset));
      const double x = startOf(across_, window % across_.output, tap % across_.kernel) +
                       static_cast<double>(simd::load<T>(offset + windows_ * kWidth));
      if (isNear(y, down_.input) && isNear(x, across_.input)) {
        linearTaps(axes_[0], y);
        linearTaps(axes_[1], x);
        block.add(axes_, 2);
      }
      block.end();
    }
  }

  // The coordinate of a tap, before its offset.
  static double startOf(const WindowAxis& axis, Count window, Count tap) {
    return static_cast<double>(window) * static_cast<double>(axis.stride) -
           static_cast<double>(axis.pad) +
           static_cast<double>(tap) * static_cast<double>(axis.dilation);
  }

  // Whether an element is less than 1 away.
  static bool isNear(double x, Count size) { return x > -1 && x < static_cast<double>(size); }

  const DeformedWindows& request_;
  WindowAxis down_;
  WindowAxis across_;
  Count taps_;
  Count windows_;
  const Buffers& buffers_;
  AxisTaps axes_[2];
};

Points pointsOf(const DeformedWindows& request) {
  const WindowAxis& down = request.axes[0];
  const WindowAxis& across = request.axes[1];
  return {.sets = request.batch * request.groups * down.kernel * across.kernel,
          .count = down.output * across.output,
          .planes = request.channels,
          .taps = kTaps};
}

void moveTaps(const DeformedWindows& request, const Buffers& buffers, Stretch stretch,
              std::byte* workspace) {
  PointBlock block(workspace, request.type, kTaps);
  TapFinder finder(request, buffers);
  forSets(pointsOf(request), stretch, block.pointsOf(kTaps), [&](Count set, Stretch some) {
    block.clear();
    finder.find(block, set, some);
    block.read(finder.planes(set, some));
  });
}

}  // namespace

template <>
struct Kind<DeformedWindows> : Defaults<DeformedWindows> {
  static constexpr std::string_view name = "DeformedWindows";

  [[gnu::cold]] static Operands operands(const DeformedWindows& request) {
    const Count taps = request.axes[0].kernel * request.axes[1].kernel;
    const auto windows = [&](DType type, std::initializer_list<Count> outside) {
      return images(type, outside, request.axes, &WindowAxis::output);
    };
    const Count channels = request.groups * request.channels;
    return {.inputs = {images(request.type, {request.batch, channels}, request.axes,
                              &WindowAxis::input),
                       windows(request.offsetType, {request.batch, request.groups, taps, 2}),
                       windows(request.type, {request.batch, request.groups, taps})},
            .outputs = {windows(request.type, {request.batch, channels, taps})},
            .optional = 1};
  }

  static bool fits(const DeformedWindows& request) {
    if (!isFloatOrDouble(request.type) || !isFloatOrDouble(request.offsetType) ||
        request.axes.size() != 2)
      return false;
    const WindowAxis& down = request.axes[0];
    const WindowAxis& across = request.axes[1];
    return areSizes({kWidest, request.batch, request.groups, request.channels, down.input,
                     across.input}) &&
           areSizes({kWidest, 2, request.batch, request.groups, request.channels, down.kernel,
                     across.kernel, down.output, across.output});
  }

  static Count workspace(const DeformedWindows& /*request*/) { return PointBlock::bytes(kTaps); }

  static Count run(const DeformedWindows& request, const Buffers& buffers) {
    moveTaps(request, buffers, pointsOf(request).all(), buffers.workspace);
    return kDone;
  }

  // Cut into points: each is located once for all channels.
  static double nanoseconds(const DeformedWindows& request) {
    return pointsOf(request).nanoseconds();
  }

  static Count share(const DeformedWindows& request, const Buffers& buffers, Team& team) {
    sharePoints(pointsOf(request), workspace(request), buffers, team,
                [&](Stretch stretch, std::byte* workspace) {
                  moveTaps(request, buffers, stretch, workspace);
                });
    return kDone;
  }
};
template const Functions& functionsOf<DeformedWindows>();
template const Sharing& sharingOf<DeformedWindows>();

}  // namespace simdcast::layers

#include "../simd/simd.hpp"
#include "kind.hpp"
#include "point_block.hpp"

namespace simdcast::layers {
namespace {

// Elements that a point is read from; points of more are rejected.
constexpr Count kMostPointTaps = 1 << 16;

struct Sizes {
  Count elements = 1;  // of a plane
  Count points = 1;    // of an image
  Count taps = 1;      // of a point
};

Sizes sizesOf(const Sample& request) {
  Sizes sizes;
  for (const Sample::Axis& axis : request.axes) {
    sizes.elements *= axis.size;
    sizes.points *= axis.points;
    sizes.taps *= interpolated(request.interpolation).taps;
  }
  return sizes;
}

// Finds the elements of the points of a run.
class PointFinder {
 public:
  PointFinder(const Sample& request, const Buffers& buffers)
      : request_(request),
        sizes_(sizesOf(request)),
        rank_(request.axes.size()),
        tapsAt_(interpolated(request.interpolation)
                    .at[static_cast<int>(request.padding)][request.alignCorners ? 1 : 0]),
        buffers_(buffers) {
    for (int axis = 0; axis < rank_; ++axis) axes_[axis].size = request.axes[axis].size;
  }

  // Adds points of an image to a block.
  void find(PointBlock& block, Count image, Stretch points) {
    const Count first = image * sizes_.points + points.first;
    const std::byte* from = buffers_.inputs[1] + first * rank_ * width(request_.pointType);
    if (request_.pointType == DType::float32)
      find<float>(block, from, points.count);
    else
      find<double>(block, from, points.count);
  }

  [[nodiscard]] Planes planes(Count image, Stretch points) const {
    const Count bytes = width(request_.type);
    const Count plane = image * request_.channels;
    return {.count = request_.channels,
            .from = buffers_.inputs[0] + plane * sizes_.elements * bytes,
            .fromBytes = sizes_.elements * bytes,
            .to = buffers_.outputs[0] + (plane * sizes_.points + points.first) * bytes,
            .toBytes = sizes_.points * bytes};
  }

 private:
  template <class T>
  void find(PointBlock& block, const std::byte* point, Count count) {
    for (; count > 0; --count) {
      // Coordinates begin with the innermost axis.
      for (int axis = rank_ - 1; axis >= 0; --axis, point += sizeof(T))
        tapsAt_(axes_[axis], coordinate(static_cast<double>(simd::load<T>(point)),
                                        static_cast<double>(axes_[axis].size)));
      block.add(axes_, rank_);
      block.end();
    }
  }

  [[nodiscard]] double coordinate(double at, double size) const {
    return request_.alignCorners ? (at + 1) / 2 * (size - 1) : ((at + 1) * size - 1) / 2;
  }

  const Sample& request_;
  Sizes sizes_;
  int rank_;
  TapsAt tapsAt_;
  const Buffers& buffers_;
  AxisTaps axes_[kMaxRank];
};

Points pointsOf(const Sample& request) {
  const Sizes sizes = sizesOf(request);
  return {
      .sets = request.batch, .count = sizes.points, .planes = request.channels, .taps = sizes.taps};
}

void sample(const Sample& request, const Buffers& buffers, Stretch stretch, std::byte* workspace) {
  const Points points = pointsOf(request);
  PointBlock block(workspace, request.type, points.taps);
  PointFinder finder(request, buffers);
  forSets(points, stretch, block.pointsOf(points.taps), [&](Count image, Stretch some) {
    block.clear();
    finder.find(block, image, some);
    block.read(finder.planes(image, some));
  });
}

}  // namespace

template <>
struct Kind<Sample> : Defaults<Sample> {
  static constexpr std::string_view name = "Sample";

  [[gnu::cold]] static Operands operands(const Sample& request) {
    Shape images = tensor(request.type, {request.batch, request.channels}).shape;
    Shape points = tensor(request.type, {request.batch}).shape;
    Shape results = images;
    for (const Sample::Axis& axis : request.axes) {
      images.push(static_cast<Size>(axis.size));
      points.push(static_cast<Size>(axis.points));
      results.push(static_cast<Size>(axis.points));
    }
    points.push(request.axes.size());
    return {.inputs = {tensorOf(request.type, images), tensorOf(request.pointType, points)},
            .outputs = {tensorOf(request.type, results)}};
  }

  static bool fits(const Sample& request) {
    const bool isKnown = isFloatOrDouble(request.type) && isFloatOrDouble(request.pointType) &&
                         request.interpolation < Interpolation::count &&
                         request.padding < Padding::count;
    if (!isKnown || request.axes.empty() || request.axes.size() > kMaxRank - 2) return false;
    Count taps = 1;
    Count elements = kWidest;
    Count points = kWidest * request.axes.size();
    for (const Sample::Axis& axis : request.axes) {
      taps *= interpolated(request.interpolation).taps;
      if (!multiply(elements, axis.size) || !multiply(points, axis.points)) return false;
    }
    const auto isPossible = [&](Count bytes) {
      return multiply(bytes, request.batch) && multiply(bytes, request.channels);
    };
    return taps <= kMostPointTaps && isPossible(elements) && isPossible(points);
  }

  static Count workspace(const Sample& request) { return PointBlock::bytes(sizesOf(request).taps); }

  static Count run(const Sample& request, const Buffers& buffers) {
    sample(request, buffers, pointsOf(request).all(), buffers.workspace);
    return kDone;
  }

  // Cut into points: each is located once for all channels.
  static double nanoseconds(const Sample& request) { return pointsOf(request).nanoseconds(); }

  static Count share(const Sample& request, const Buffers& buffers, Team& team) {
    sharePoints(pointsOf(request), workspace(request), buffers, team,
                [&](Stretch stretch, std::byte* workspace) {
                  sample(request, buffers, stretch, workspace);
                });
    return kDone;
  }
};
template const Functions& functionsOf<Sample>();
template const Sharing& sharingOf<Sample>();

}  // namespace simdcast::layers

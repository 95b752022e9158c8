// Points between the elements of planes: each is read from a few weighted elements. All channels of
// an image are read at the same points, whose elements are therefore found once for a block of
// points. Each channel is then read for the whole block: its elements are close to each other,
// while the same element of all channels would be a plane apart.
#pragma once

#include <algorithm>
#include <cstddef>

#include "interpolation.hpp"
#include "share.hpp"

namespace simdcast::layers {

// The types of planes and coordinates.
[[nodiscard]] constexpr bool isFloatOrDouble(DType type) noexcept {
  return type == DType::float32 || type == DType::float64;
}

inline constexpr Count kWidest = sizeof(double);

// Equally spaced planes, and the rows that receive the results of a block, one for each plane.
struct Planes {
  Count count = 0;
  const std::byte* from = nullptr;
  Count fromBytes = 0;  // from plane to plane
  std::byte* to = nullptr;
  Count toBytes = 0;
  double divisor = 1;                  // of the results
  const std::byte* factors = nullptr;  // of the results, in the type of the planes; null if 1
};

class PointBlock {
 public:
  // Planes that are read side by side, so their additions do not wait for each other.
  static constexpr int kPlanes = 4;

  // `mostTaps`: the maximum number of elements of a point.
  [[nodiscard]] static Count bytes(Count mostTaps);
  // A result is the sum of weighted elements, or the largest.
  PointBlock(std::byte* workspace, DType type, Count mostTaps, bool largest = false);

  // The number of points of a block, each of up to `taps` elements; 0 if a block is too small for
  // one.
  [[nodiscard]] Count pointsOf(Count taps) const;

  void clear();
  // Adds the elements at every combination of the axes' taps to the next point, innermost axis
  // last.
  void add(const AxisTaps* axes, int rank) { combine(axes, rank, 0, 1); }
  // Completes a point. `least` is a lower bound of a largest element.
  void end(double least = 0);

  // Reads the points from each plane.
  void read(const Planes& planes) const;

  // The same in steps, for up to kPlanes planes and for points that are spread over several blocks.
  void start(std::ptrdiff_t points) const;
  void fold(const Planes& planes, Count plane, int count) const;
  void put(const Planes& planes, Count plane, int count) const;

 private:
  void combine(const AxisTaps* axes, int rank, Count row, double weight);
  void addRow(const AxisTaps& taps, Count row, double weight);

  DType type_;
  Count width_;
  bool largest_;
  Count taps_;
  std::ptrdiff_t points_ = 0;
  // Elements of the last point so far.
  std::uint32_t pairs_ = 0;
  std::uint32_t singles_ = 0;
  std::byte* firstPair_;
  std::byte* firstSingle_;
  std::byte* firstPoint_;
  std::byte* results_;
  std::byte* nextPair_;
  std::byte* nextSingle_;
};

// Points of a run, numbered across sets. All sets have the same number of points and of planes.
struct Points {
  Count sets = 1;
  Count count = 1;   // of a set
  Count planes = 1;  // of a set
  Count taps = 1;    // the approximate number of elements of a point

  // None if there is nothing to write.
  [[nodiscard]] Stretch all() const { return {0, planes == 0 ? 0 : sets * count}; }
  [[nodiscard]] double nanoseconds() const;
};

// each(set, points) for the points of each set in a stretch, at most `most` at a time.
template <class Each>
void forSets(const Points& points, Stretch stretch, Count most, const Each& each) {
  while (stretch.count > 0) {
    const Count set = stretch.first / points.count;
    const Count first = stretch.first - set * points.count;
    const Count count = std::min({stretch.count, points.count - first, most});
    each(set, Stretch{first, count});
    stretch.first += count;
    stretch.count -= count;
  }
}

// Calls each(stretch, workspace) for parts of the points. Each part has a workspace of `bytes`.
template <class Each>
void sharePoints(const Points& points, Count bytes, const Buffers& buffers, Team& team,
                 const Each& each) {
  constexpr Count kUnit = 64;
  shareStretches(points.all().count, kUnit, points.nanoseconds(), bytes, buffers.workspace, team,
                 each);
}

}  // namespace simdcast::layers

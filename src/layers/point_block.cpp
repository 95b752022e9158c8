#include "point_block.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "../base/costs.hpp"
#include "../base/rounding.hpp"
#include "../simd/simd.hpp"

namespace simdcast::layers {
namespace {

using Doubles = simd::Vec<double>;
constexpr Count kDouble = sizeof(double);

// The elements of the points of a block: they stay in L1 while every plane is read.
constexpr Count kBlockTaps = 512;

// Records of the workspace. Offsets are in bytes from the start of a plane.
struct Pair {  // two adjacent elements
  double weights[2];
  std::size_t offset;
};
struct Single {
  double weight;
  std::size_t offset;
};
struct Point {
  std::uint32_t pairs;
  std::uint32_t singles;
  double least;
};

Count tapsOfBlock(Count mostTaps) { return std::max(kBlockTaps, mostTaps); }
Count pairBytes(Count taps) { return padded(taps / 2 * Count{sizeof(Pair)}); }
Count singleBytes(Count taps) { return padded(taps * Count{sizeof(Single)}); }
// Points without elements take part as if they had one.
Count pointBytes(Count taps) { return padded(taps * Count{sizeof(Point)}); }

Doubles loadPair(const std::byte* from, float /*type*/) {
  simd::Vec<float> elements = 0.0F;
  std::memcpy(&elements, from, 2 * sizeof(float));
  return simd::widenLow(elements);
}
Doubles loadPair(const std::byte* from, double /*type*/) { return simd::load<Doubles>(from); }

// A single element is both lanes of a vector.
struct Sum {
  static Doubles first(double /*least*/) { return 0.0; }
  static Doubles step(Doubles sum, Doubles weights, Doubles elements) {
    return sum + weights * elements;
  }
  static double end(Doubles pairs, Doubles singles) {
    return singles.raw[0] + (pairs.raw[0] + pairs.raw[1]);
  }
};

struct Largest {
  static Doubles first(double least) { return least; }
  static Doubles step(Doubles largest, Doubles weights, Doubles elements) {
    return simd::max(largest, weights * elements);
  }
  static double end(Doubles pairs, Doubles singles) {
    const Doubles all = simd::max(pairs, singles);
    return simd::max(Doubles(all.raw[0]), Doubles(all.raw[1])).raw[0];
  }
};

// The records of a block, and where its results are.
struct Block {
  std::ptrdiff_t points;
  const std::byte* point;
  const std::byte* pair;
  const std::byte* single;
  std::byte* results;
  std::ptrdiff_t resultBytes;  // of a plane
};

// Folds the elements of each point into its result, for some planes.
template <class T, class Fold, int kPlanes>
void foldPlanes(const Block& block, const std::byte* from, std::ptrdiff_t planeBytes) {
  const std::byte* pair = block.pair;
  const std::byte* single = block.single;
  for (std::ptrdiff_t i = 0; i < block.points; ++i) {
    const auto point = simd::load<Point>(block.point + i * std::ptrdiff_t{sizeof(Point)});
    std::byte* results = block.results + i * std::ptrdiff_t{sizeof(double)};
    Doubles pairs[kPlanes];
    Doubles singles[kPlanes];
    for (int plane = 0; plane < kPlanes; ++plane) {
      pairs[plane] = Fold::first(point.least);
      singles[plane] = simd::load<double>(results + plane * block.resultBytes);
    }
    for (std::uint32_t left = point.pairs; left > 0; --left, pair += sizeof(Pair)) {
      const Doubles weights = simd::load<Doubles>(pair);
      const std::byte* elements = from + simd::load<std::size_t>(pair + offsetof(Pair, offset));
      for (int plane = 0; plane < kPlanes; ++plane)
        pairs[plane] =
            Fold::step(pairs[plane], weights, loadPair(elements + plane * planeBytes, T{}));
    }
    for (std::uint32_t left = point.singles; left > 0; --left, single += sizeof(Single)) {
      const Doubles weight = simd::load<double>(single);
      const std::byte* element = from + simd::load<std::size_t>(single + offsetof(Single, offset));
      for (int plane = 0; plane < kPlanes; ++plane)
        singles[plane] =
            Fold::step(singles[plane], weight,
                       static_cast<double>(simd::load<T>(element + plane * planeBytes)));
    }
    for (int plane = 0; plane < kPlanes; ++plane)
      simd::store(results + plane * block.resultBytes, Fold::end(pairs[plane], singles[plane]));
  }
}

template <class T, class Fold>
void foldPlanes(Block block, int planes, const std::byte* from, std::ptrdiff_t planeBytes) {
  if (planes == PointBlock::kPlanes)
    return foldPlanes<T, Fold, PointBlock::kPlanes>(block, from, planeBytes);
  if (planes == 3) return foldPlanes<T, Fold, 3>(block, from, planeBytes);
  for (; planes > 0; --planes, from += planeBytes, block.results += block.resultBytes)
    foldPlanes<T, Fold, 1>(block, from, planeBytes);
}

// Results divided, multiplied by factors, and rounded to the type.
template <class T>
void putResults(std::ptrdiff_t n, std::byte* to, const std::byte* results, double divisor,
                const std::byte* factors) {
  constexpr auto kWidth = std::ptrdiff_t{sizeof(T)};
  const auto put = [&](const auto& finish) {
    for (std::ptrdiff_t i = 0; i < n; ++i)
      simd::store(to + i * kWidth,
                  static_cast<T>(finish(simd::load<double>(results + i * kDouble), i)));
  };
  if (factors != nullptr)
    put([&](double result, std::ptrdiff_t i) {
      return result * static_cast<double>(simd::load<T>(factors + i * kWidth));
    });
  else if (divisor != 1)
    put([&](double result, std::ptrdiff_t) { return result / divisor; });
  else
    put([](double result, std::ptrdiff_t) { return result; });
}

}  // namespace

double Points::nanoseconds() const {
  return static_cast<double>(all().count) * static_cast<double>(taps) *
         (costs::kLocated + static_cast<double>(planes) * costs::kSampled);
}

Count PointBlock::bytes(Count mostTaps) {
  const Count taps = tapsOfBlock(mostTaps);
  return pairBytes(taps) + singleBytes(taps) + pointBytes(taps) + kPlanes * taps * kDouble;
}

PointBlock::PointBlock(std::byte* workspace, DType type, Count mostTaps, bool largest)
    : type_(type),
      width_(width(type)),
      largest_(largest),
      taps_(tapsOfBlock(mostTaps)),
      firstPair_(workspace),
      firstSingle_(firstPair_ + pairBytes(taps_)),
      firstPoint_(firstSingle_ + singleBytes(taps_)),
      results_(firstPoint_ + pointBytes(taps_)) {
  clear();
}

Count PointBlock::pointsOf(Count taps) const { return taps_ / std::max<Count>(1, taps); }

void PointBlock::clear() {
  points_ = 0;
  pairs_ = 0;
  singles_ = 0;
  nextPair_ = firstPair_;
  nextSingle_ = firstSingle_;
}

void PointBlock::end(double least) {
  simd::store(firstPoint_ + points_ * std::ptrdiff_t{sizeof(Point)},
              Point{pairs_, singles_, least});
  ++points_;
  pairs_ = 0;
  singles_ = 0;
}

void PointBlock::combine(const AxisTaps* axes, int rank, Count row, double weight) {
  const AxisTaps& taps = *axes;
  if (rank == 1) return addRow(taps, row * taps.size, weight);
  for (int i = 0; i < taps.count; ++i)
    combine(axes + 1, rank - 1, row * taps.size + taps.elements[i], weight * taps.weights[i]);
}

void PointBlock::addRow(const AxisTaps& taps, Count row, double weight) {
  const auto offsetOf = [&](int i) {
    return static_cast<std::size_t>((row + taps.elements[i]) * width_);
  };
  for (int i = 0; i < taps.count; ++i) {
    const double first = weight * taps.weights[i];
    if (i + 1 < taps.count && taps.elements[i + 1] == taps.elements[i] + 1) {
      simd::store(nextPair_, Pair{{first, weight * taps.weights[i + 1]}, offsetOf(i)});
      nextPair_ += sizeof(Pair);
      ++pairs_;
      ++i;
    } else {
      simd::store(nextSingle_, Single{first, offsetOf(i)});
      nextSingle_ += sizeof(Single);
      ++singles_;
    }
  }
}

void PointBlock::read(const Planes& planes) const {
  for (Count plane = 0; plane < planes.count; plane += kPlanes) {
    const int some = static_cast<int>(std::min<Count>(kPlanes, planes.count - plane));
    start(points_);
    fold(planes, plane, some);
    put(planes, plane, some);
  }
}

void PointBlock::start(std::ptrdiff_t points) const {
  const double first = largest_ ? -std::numeric_limits<double>::infinity() : 0;
  for (int plane = 0; plane < kPlanes; ++plane)
    simd::fill(results_ + plane * taps_ * kDouble, reinterpret_cast<const std::byte*>(&first),
               kDouble, points * kDouble);
}

void PointBlock::fold(const Planes& planes, Count plane, int count) const {
  const Block block{.points = points_,
                    .point = firstPoint_,
                    .pair = firstPair_,
                    .single = firstSingle_,
                    .results = results_,
                    .resultBytes = static_cast<std::ptrdiff_t>(taps_ * kDouble)};
  const auto run = [&](auto* fold) {
    fold(block, count, planes.from + plane * planes.fromBytes,
         static_cast<std::ptrdiff_t>(planes.fromBytes));
  };
  if (type_ == DType::float32)
    run(largest_ ? foldPlanes<float, Largest> : foldPlanes<float, Sum>);
  else
    run(largest_ ? foldPlanes<double, Largest> : foldPlanes<double, Sum>);
}

void PointBlock::put(const Planes& planes, Count plane, int count) const {
  const auto put = type_ == DType::float32 ? putResults<float> : putResults<double>;
  for (int i = 0; i < count; ++i)
    put(points_, planes.to + (plane + i) * planes.toBytes, results_ + i * taps_ * kDouble,
        planes.divisor, planes.factors);
}

}  // namespace simdcast::layers

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "../simd/simd.hpp"
#include "kind.hpp"
#include "point_block.hpp"

namespace simdcast::layers {
namespace {

// The elements that a sample is read from.
constexpr Count kTaps = 4;

// The bins of a region along an axis.
struct Bins {
  double start;    // of the first
  double size;     // of each
  Count samples;   // of each
  Count elements;  // of the image

  // Sets the elements around a sample; returns false if it is outside the image.
  bool find(AxisTaps& taps, Count bin, Count sample) const {
    const double at =
        start + size * (static_cast<double>(bin) +
                        (static_cast<double>(sample) + 0.5) / static_cast<double>(samples));
    taps.size = elements;
    taps.count = 0;
    if (elements == 0 || !(at >= -1 && at <= static_cast<double>(elements))) return false;
    const double inside = std::max(at, 0.0);
    const Count last = elements - 1;
    const Count low = std::min(static_cast<Count>(inside), last);
    const double share = low == last ? 0 : inside - static_cast<double>(low);
    taps.add(static_cast<std::int32_t>(low), 1 - share);
    taps.add(static_cast<std::int32_t>(std::min(low + 1, last)), share);
    return true;
  }
};

struct Region {
  Count image;
  Bins down;
  Bins across;

  [[nodiscard]] Count samples() const { return down.samples * across.samples; }
};

Count imageOf(const Buffers& buffers, Count region) {
  return simd::load<std::int64_t>(buffers.inputs[2] + region * Count{sizeof(std::int64_t)});
}

// Nothing if the bins have too many samples.
std::optional<Region> regionAt(const RegionAlign& request, const Buffers& buffers, Count region) {
  const auto corner = [&](Count i) {
    const Count bytes = width(request.regionType);
    const std::byte* from = buffers.inputs[1] + (region * 4 + i) * bytes;
    const double at = request.regionType == DType::float32
                          ? static_cast<double>(simd::load<float>(from))
                          : simd::load<double>(from);
    return at * request.scale - (request.halfPixel ? 0.5 : 0);
  };
  const double least = request.halfPixel ? -std::numeric_limits<double>::infinity() : 1;
  const auto most = static_cast<double>(RegionAlign::kMostSamples);
  // NaN stays NaN.
  const auto samplesOf = [&](double size) {
    return request.samples > 0 ? static_cast<double>(request.samples)
                               : std::max(std::ceil(size), 0.0);
  };
  const double height = std::max(corner(3) - corner(1), least) / static_cast<double>(request.rows);
  const double width =
      std::max(corner(2) - corner(0), least) / static_cast<double>(request.columns);
  const double down = samplesOf(height);
  const double across = samplesOf(width);
  // One of them may be 0, and the other any number.
  if (!(down * across <= most)) return std::nullopt;
  const auto countOf = [&](double samples) { return static_cast<Count>(std::min(samples, most)); };
  return Region{imageOf(buffers, region),
                {corner(1), height, countOf(down), request.height},
                {corner(0), width, countOf(across), request.width}};
}

// kDone, or the position that a run returns.
Count firstWrong(const RegionAlign& request, const Buffers& buffers) {
  for (Count region = 0; region < request.regions; ++region) {
    const Count image = imageOf(buffers, region);
    if (image < 0 || image >= request.batch) return region;
    if (!regionAt(request, buffers, region)) return request.regions + region;
  }
  return kDone;
}

Points pointsOf(const RegionAlign& request) {
  const Count samples = request.samples > 0 ? std::min<Count>(request.samples, 256) : 2;
  return {.sets = request.regions,
          .count = request.rows * request.columns,
          .planes = request.channels,
          .taps = kTaps * samples * samples};
}

class BinReader {
 public:
  BinReader(const RegionAlign& request, const Buffers& buffers, std::byte* workspace)
      : request_(request),
        buffers_(buffers),
        block_(workspace, request.type, kTaps, request.largest) {}

  void read(Count index, Stretch bins) {
    // The regions have been checked.
    const Region region = regionAt(request_, buffers_, index).value_or(Region{});
    const Count most = block_.pointsOf(kTaps * region.samples());
    const Count end = bins.first + bins.count;
    if (most == 0)
      for (Count bin = bins.first; bin < end; ++bin) readLarge(region, index, bin);
    else
      for (Count bin = bins.first; bin < end; bin += most)
        readSome(region, index, {bin, std::min(most, end - bin)});
  }

 private:
  void readSome(const Region& region, Count index, Stretch bins) {
    block_.clear();
    for (Count bin = bins.first; bin < bins.first + bins.count; ++bin)
      find(region, bin, {0, region.samples()});
    block_.read(planesOf(region, index, bins.first));
  }

  // A bin with more samples than a block.
  void readLarge(const Region& region, Count index, Count bin) {
    const Planes planes = planesOf(region, index, bin);
    const Count most = block_.pointsOf(kTaps);
    for (Count plane = 0; plane < planes.count; plane += PointBlock::kPlanes) {
      const int some = static_cast<int>(std::min<Count>(PointBlock::kPlanes, planes.count - plane));
      block_.start(1);
      for (Count first = 0; first < region.samples(); first += most) {
        block_.clear();
        find(region, bin, {first, std::min(most, region.samples() - first)});
        block_.fold(planes, plane, some);
      }
      block_.put(planes, plane, some);
    }
  }

  // Adds samples of a bin as a point. One outside the image counts as 0.
  void find(const Region& region, Count bin, Stretch samples) {
    const Count row = bin / request_.columns;
    const Count column = bin % request_.columns;
    bool isInside = samples.count > 0;
    for (Count i = samples.first; i < samples.first + samples.count; ++i) {
      const bool isOnAxes = region.down.find(axes_[0], row, i / region.across.samples) &&
                            region.across.find(axes_[1], column, i % region.across.samples);
      if (isOnAxes) block_.add(axes_, 2);
      isInside = isInside && isOnAxes;
    }
    block_.end(isInside ? -std::numeric_limits<double>::infinity() : 0);
  }

  [[nodiscard]] Planes planesOf(const Region& region, Count index, Count bin) const {
    const Count bytes = width(request_.type);
    const Count planeBytes = request_.height * request_.width * bytes;
    const Count bins = request_.rows * request_.columns;
    return {.count = request_.channels,
            .from = buffers_.inputs[0] + region.image * request_.channels * planeBytes,
            .fromBytes = planeBytes,
            .to = buffers_.outputs[0] + (index * request_.channels * bins + bin) * bytes,
            .toBytes = bins * bytes,
            .divisor =
                request_.largest ? 1.0 : static_cast<double>(std::max<Count>(1, region.samples()))};
  }

  const RegionAlign& request_;
  const Buffers& buffers_;
  PointBlock block_;
  AxisTaps axes_[2];
};

void readBins(const RegionAlign& request, const Buffers& buffers, Stretch stretch,
              std::byte* workspace) {
  BinReader reader(request, buffers, workspace);
  const Points points = pointsOf(request);
  forSets(points, stretch, points.count,
          [&](Count region, Stretch bins) { reader.read(region, bins); });
}

}  // namespace

template <>
struct Kind<RegionAlign> : Defaults<RegionAlign> {
  static constexpr std::string_view name = "RegionAlign";

  [[gnu::cold]] static Operands operands(const RegionAlign& request) {
    return {.inputs = {tensor(request.type,
                              {request.batch, request.channels, request.height, request.width}),
                       tensor(request.regionType, {request.regions, 4}),
                       tensor(DType::int64, {request.regions})},
            .outputs = {tensor(
                request.type, {request.regions, request.channels, request.rows, request.columns})}};
  }

  static bool fits(const RegionAlign& request) {
    return isFloatOrDouble(request.type) && isFloatOrDouble(request.regionType) &&
           request.samples >= 0 && request.samples <= INT32_MAX &&
           areSizes({kWidest, request.batch, request.channels, request.height, request.width}) &&
           areSizes({kWidest, request.regions, 4}) &&
           areSizes({kWidest, request.regions, request.channels, request.rows, request.columns});
  }

  static Count workspace(const RegionAlign& /*request*/) { return PointBlock::bytes(kTaps); }

  static Count run(const RegionAlign& request, const Buffers& buffers) {
    const Stretch all = pointsOf(request).all();
    const Count wrong = all.count == 0 ? kDone : firstWrong(request, buffers);
    if (wrong == kDone) readBins(request, buffers, all, buffers.workspace);
    return wrong;
  }

  // Cut into points: each is located once for all channels.
  static double nanoseconds(const RegionAlign& request) { return pointsOf(request).nanoseconds(); }

  static Count share(const RegionAlign& request, const Buffers& buffers, Team& team) {
    const Points points = pointsOf(request);
    const Count wrong = points.all().count == 0 ? kDone : firstWrong(request, buffers);
    if (wrong != kDone) return wrong;
    sharePoints(points, workspace(request), buffers, team,
                [&](Stretch stretch, std::byte* workspace) {
                  readBins(request, buffers, stretch, workspace);
                });
    return kDone;
  }
};
template const Functions& functionsOf<RegionAlign>();
template const Sharing& sharingOf<RegionAlign>();

}  // namespace simdcast::layers

// Quantises numbers to bytes, by the range of the numbers.
#include <algorithm>
#include <limits>

#include "../base/costs.hpp"
#include "../simd/simd.hpp"
#include "kind.hpp"

namespace simdcast::layers {
namespace {

using Floats = simd::Vec<float>;
using Words = simd::Vec<std::uint32_t>;
using simd::Bytes;

constexpr Count kFloat = sizeof(float);
constexpr Count kLane = simd::kLanes<float>;
// Elements that become a vector of bytes.
constexpr Count kStep = simd::kVectorBytes;
constexpr float kHighest = 255;

// Includes 0; NaN if an element is.
struct Extent {
  float low = 0;
  float high = 0;
};

Extent joined(Extent a, Extent b) {
  const auto isNan = [](Extent x) { return x.low != x.low; };
  if (isNan(a) || isNan(b)) return isNan(a) ? a : b;
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

// The extents of the lanes. pmin and pmax are single instructions, but ignore NaN, which has a
// mask.
class Lanes {
 public:
  void take(Floats x) {
    low_ = simd::pmin(low_, x);
    high_ = simd::pmax(high_, x);
    nans_ = nans_ | (x != x);
  }
  [[nodiscard]] Extent extent() const {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    if (simd::any(nans_)) return {kNan, kNan};
    Extent extent;
    for (int lane = 0; lane < simd::kLanes<float>; ++lane)
      extent = joined(extent, {low_.raw[lane], high_.raw[lane]});
    return extent;
  }

 private:
  Floats low_ = 0.0F;
  Floats high_ = 0.0F;
  simd::Mask<float> nans_ = 0;
};

Extent extentOf(const std::byte* from, Stretch stretch) {
  // Independent of one another, so none waits for the one before.
  Lanes lanes[simd::kUnroll];
  from += stretch.first * kFloat;
  Count left = stretch.count;
  for (; left >= simd::kUnroll * kLane; left -= simd::kUnroll * kLane)
    for (Lanes& each : lanes) {
      each.take(simd::load<Floats>(from));
      from += simd::kVectorBytes;
    }
  for (; left >= kLane; left -= kLane, from += simd::kVectorBytes)
    lanes[0].take(simd::load<Floats>(from));
  // Lanes past the last are 0.
  if (left > 0)
    lanes[0].take(simd::loadPart<Floats>(from, static_cast<std::ptrdiff_t>(left * kFloat)));
  Extent extent;
  for (const Lanes& each : lanes) extent = joined(extent, each.extent());
  return extent;
}

// Integers, clipped to the range of a byte, in the lowest bits of each lane: a float of this size
// has them there. NaN becomes 0.
Words clipped(Floats whole) {
  constexpr float kShift = 1 << 23;
  const Floats byte = simd::pmin(Floats(kHighest), simd::pmax(Floats(0.0F), whole));
  return (byte + Floats(kShift)).bitCast<std::uint32_t>();
}

struct Quantizer {
  explicit Quantizer(Extent extent) {
    scale = (extent.high - extent.low) / kHighest;
    // If all elements are 0, any scale works.
    if (scale == 0) scale = 1;
    const Words start = clipped(simd::nearest(Floats(-extent.low / scale)));
    zero = static_cast<std::uint8_t>(start.raw[0]);
  }

  [[nodiscard]] Words quantized(Floats x) const {
    return clipped(simd::nearest(x / Floats(scale)) + Floats(static_cast<float>(zero)));
  }

  void quantize(std::byte* to, const std::byte* from, Stretch range) const {
    to += range.first;
    from += range.first * kFloat;
    Count left = range.count;
    for (; left >= kStep; left -= kStep, to += kStep, from += kStep * kFloat) {
      const auto words = [&](Count i) {
        return quantized(simd::load<Floats>(from + i * simd::kVectorBytes));
      };
      simd::store(to, simd::narrowWrapping(simd::narrowWrapping(words(0), words(1)),
                                           simd::narrowWrapping(words(2), words(3))));
    }
    for (; left > 0; --left, ++to, from += kFloat)
      *to = static_cast<std::byte>(quantized(Floats(simd::load<float>(from))).raw[0]);
  }

  float scale;
  std::uint8_t zero;
};

void store(const Buffers& buffers, const Quantizer& quantizer) {
  if (buffers.outputs[1] != nullptr) simd::store(buffers.outputs[1], quantizer.scale);
  if (buffers.outputs[2] != nullptr) simd::store(buffers.outputs[2], quantizer.zero);
}

}  // namespace

template <>
struct Kind<DynamicQuantization> : Defaults<DynamicQuantization> {
  static constexpr std::string_view name = "DynamicQuantization";

  [[gnu::cold]] static Operands operands(const DynamicQuantization& request) {
    return {.inputs = {tensor(request.type, {request.elements})},
            .outputs = {tensor(DType::uint8, {request.elements}), tensor(request.type, {}),
                        tensor(DType::uint8, {})}};
  }

  static bool fits(const DynamicQuantization& request) {
    return request.type == DType::float32 && areSizes({kFloat, request.elements});
  }

  static Count run(const DynamicQuantization& request, const Buffers& buffers) {
    const Stretch all{0, request.elements};
    const Quantizer quantizer(extentOf(buffers.inputs[0], all));
    quantizer.quantize(buffers.outputs[0], buffers.inputs[0], all);
    store(buffers, quantizer);
    return kDone;
  }

  // All elements are searched before the first is quantised.
  static double nanoseconds(const DynamicQuantization& request) {
    return static_cast<double>(request.elements) * costs::kQuantized;
  }

  // The extents of the parts are joined by the caller, in their order.
  static Count share(const DynamicQuantization& request, const Buffers& buffers, Team& team) {
    const double nanoseconds = Kind::nanoseconds(request);
    const int pieces = std::min(team.piecesFor(nanoseconds), team.threads());
    if (pieces == 1) return run(request, buffers);
    const Parts parts = Parts::of(request.elements, kCacheLine, pieces);
    struct alignas(kCacheLine) Part {
      Extent extent;
    };
    Part extents[Team::kMostThreads];
    team.run(parts.count, nanoseconds / 2, [&](int piece, int /*thread*/) {
      extents[piece].extent = extentOf(buffers.inputs[0], parts.at(piece));
    });
    Extent extent;
    for (int i = 0; i < parts.count; ++i) extent = joined(extent, extents[i].extent);
    const Quantizer quantizer(extent);
    team.run(parts.count, nanoseconds / 2, [&](int piece, int /*thread*/) {
      quantizer.quantize(buffers.outputs[0], buffers.inputs[0], parts.at(piece));
    });
    store(buffers, quantizer);
    return kDone;
  }
};
template const Functions& functionsOf<DynamicQuantization>();
template const Sharing& sharingOf<DynamicQuantization>();

}  // namespace simdcast::layers

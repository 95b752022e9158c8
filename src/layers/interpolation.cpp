#include "interpolation.hpp"

#include <algorithm>
#include <cmath>

#include "../base/enum_table.hpp"

namespace simdcast::layers {
namespace {

constexpr NameTable<Interpolation> kInterpolations{{{Interpolation::nearest, "nearest"},
                                                    {Interpolation::linear, "linear"},
                                                    {Interpolation::cubic, "cubic"}}};
constexpr NameTable<Padding> kPaddings{
    {{Padding::zeros, "zeros"}, {Padding::border, "border"}, {Padding::reflection, "reflection"}}};

// The first of the elements around a coordinate, and the weights of all.
struct Nearest {
  static constexpr int kTaps = 1;
  static double weigh(double x, double (&weights)[kTaps]) {
    weights[0] = 1;
    return std::nearbyint(x);
  }
};

struct Linear {
  static constexpr int kTaps = 2;
  static double weigh(double x, double (&weights)[kTaps]) {
    const double first = std::floor(x);
    weights[0] = 1 - (x - first);
    weights[1] = x - first;
    return first;
  }
};

struct Cubic {
  static constexpr int kTaps = 4;
  static constexpr double kSharpness = -0.75;
  static double inner(double t) { return ((kSharpness + 2) * t - (kSharpness + 3)) * t * t + 1; }
  static double outer(double t) {
    return ((kSharpness * t - 5 * kSharpness) * t + 8 * kSharpness) * t - 4 * kSharpness;
  }
  static double weigh(double x, double (&weights)[kTaps]) {
    const double first = std::floor(x);
    const double t = x - first;
    weights[0] = outer(t + 1);
    weights[1] = inner(t);
    weights[2] = inner(1 - t);
    weights[3] = outer(2 - t);
    return first - 1;
  }
};

// The element at an integer coordinate, if the axis is mirrored at both ends repeatedly.
template <bool kCentres>
double mirrored(double at, double size) {
  const double period = 2 * (kCentres ? size - 1 : size);
  if (period == 0) return 0;
  const double far = std::fmod(at, period);
  const double forward = far < 0 ? far + period : far;
  return std::min(forward, (kCentres ? period : period - 1) - forward);
}

// Adds the element that is read at an integer coordinate outside an axis.
template <Padding kPadding, bool kCentres>
void addOutside(AxisTaps& taps, double at, double weight) {
  if (kPadding == Padding::zeros || taps.size == 0) return;
  const auto size = static_cast<double>(taps.size);
  const double inside =
      kPadding == Padding::border ? std::clamp(at, 0.0, size - 1) : mirrored<kCentres>(at, size);
  taps.add(static_cast<std::int32_t>(inside), weight);
}

template <class Mode, Padding kPadding, bool kCentres>
void tapsAt(AxisTaps& taps, double x) {
  const auto size = static_cast<double>(taps.size);
  taps.count = 0;
  // As if before the first element.
  if (!std::isfinite(x)) return addOutside<kPadding, kCentres>(taps, -1, 1);
  double weights[Mode::kTaps];
  const double first = Mode::weigh(x, weights);
  const bool areInside = first >= 0 && first + (Mode::kTaps - 1) < size;
  for (int tap = 0; tap < Mode::kTaps; ++tap)
    if (const double at = first + tap; areInside || (at >= 0 && at < size))
      taps.add(static_cast<std::int32_t>(at), weights[tap]);
    else
      addOutside<kPadding, kCentres>(taps, at, weights[tap]);
}

template <class Mode>
constexpr Interpolated of() {
  using enum Padding;
  return {Mode::kTaps,
          {{tapsAt<Mode, zeros, false>, tapsAt<Mode, zeros, false>},
           {tapsAt<Mode, border, false>, tapsAt<Mode, border, false>},
           {tapsAt<Mode, reflection, false>, tapsAt<Mode, reflection, true>}}};
}

constexpr Interpolated kModes[] = {of<Nearest>(), of<Linear>(), of<Cubic>()};

}  // namespace

std::string_view name(Interpolation interpolation) noexcept {
  return kInterpolations[interpolation].name;
}
std::string_view name(Padding padding) noexcept { return kPaddings[padding].name; }

const Interpolated& interpolated(Interpolation interpolation) {
  return kModes[static_cast<std::size_t>(interpolation)];
}

void linearTaps(AxisTaps& taps, double x) { tapsAt<Linear, Padding::zeros, false>(taps, x); }

}  // namespace simdcast::layers

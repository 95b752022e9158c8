#include "resize_weights.hpp"

#include <algorithm>
#include <cmath>

namespace simdcast::onnx {
namespace {

double step(double value, bool single) { return single ? static_cast<float>(value) : value; }

double centred(double at, double scale, bool single) {
  return step(step((at + 0.5) / scale, single) - 0.5, single);
}

// As an element of the axis; NaN is the first.
double clamped(double element, Count input) {
  const double last = static_cast<double>(input - 1);
  return element > 0 ? std::min(element, last) : 0;
}

// Keys' cubic convolution.
double cubicWeight(double x, double a) {
  if (x <= 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

double linearWeight(double x) { return x > 1 ? 0 : 1 - x; }

}  // namespace

double positionOf(PositionMode mode, Count result, const Resized& along, bool single) {
  const double at = static_cast<double>(result);
  const double input = static_cast<double>(along.input);
  const double output = static_cast<double>(along.output);
  const double scale = along.scale;
  // A resized length may be fractional.
  const double length = scale * input;
  switch (mode) {
    case PositionMode::halfPixel:
      break;
    case PositionMode::halfPixelSymmetric:
      return step(input / 2 * (1 - output / length) + centred(at, scale, single), single);
    case PositionMode::pytorchHalfPixel:
      if (along.output == 1) return 0;
      break;
    case PositionMode::alignCorners:
      return length == 1 ? 0 : step(at * (input - 1) / (length - 1), single);
    case PositionMode::asymmetric:
      return step(at / scale, single);
    case PositionMode::tfHalfPixelForNn:
      return step((at + 0.5) / scale, single);
    case PositionMode::tfCropAndResize: {
      const double part = along.end - along.start;
      const double within =
          length == 1 ? part * (input - 1) / 2 : at * part * (input - 1) / (length - 1);
      return step(within + along.start * (input - 1), single);
    }
  }
  return centred(at, scale, single);
}

double nearestTo(PositionMode mode, Rounding rounding, Count at, const Resized& along) {
  const double position = positionOf(mode, at, along, true);
  const auto rounded = [&] {
    switch (rounding) {
      case Rounding::preferFloor:
        return std::ceil(position - 0.5);
      case Rounding::preferCeil:
        return std::floor(position + 0.5);
      case Rounding::floor:
        break;
      case Rounding::ceil:
        return std::ceil(position);
      case Rounding::simple:
        if (along.scale < 1) return std::ceil(position);
    }
    return std::floor(position);
  };
  return clamped(rounded(), along.input);
}

Contributions::Contributions(const Resized& along, const Interpolated& method)
    : along_(along),
      method_(method),
      shrink_(method.antialias ? std::min(1.0, along.scale) : 1),
      // An axis with a result has at least 1 / (2 scale) elements.
      taps_(2 * static_cast<Count>(std::ceil((method.cubic ? 2 : 1) / shrink_))) {}

double Contributions::firstOf(double position) const {
  return std::floor(position) - static_cast<double>(taps_ / 2) + 1;
}

double Contributions::plainWeight(double position, double element) const {
  const bool isOutside = element < 0 || element >= static_cast<double>(along_.input);
  if (method_.excludeOutside && isOutside) return 0;
  const double distance = std::abs(element - position) * shrink_;
  return method_.cubic ? cubicWeight(distance, method_.a) : linearWeight(distance);
}

double Contributions::totalOf(double position) const {
  if (!method_.antialias && !method_.excludeOutside) return 1;
  const double first = firstOf(position);
  double total = 0;
  for (Count tap = 0; tap < taps_; ++tap)
    total += plainWeight(position, first + static_cast<double>(tap));
  return total;
}

double Contributions::elementOf(Count result, Count tap) const {
  const double position = positionOf(method_.position, result, along_);
  return clamped(firstOf(position) + static_cast<double>(tap), along_.input);
}

double Contributions::weightOf(Count result, Count tap) const {
  const double position = positionOf(method_.position, result, along_);
  return plainWeight(position, firstOf(position) + static_cast<double>(tap)) / totalOf(position);
}

void Contributions::each(Count result,
                         FunctionRef<void(double element, double weight)> visit) const {
  const double position = positionOf(method_.position, result, along_);
  const double first = firstOf(position);
  const double total = totalOf(position);
  for (Count tap = 0; tap < taps_; ++tap) {
    const double element = first + static_cast<double>(tap);
    visit(clamped(element, along_.input), plainWeight(position, element) / total);
  }
}

}  // namespace simdcast::onnx

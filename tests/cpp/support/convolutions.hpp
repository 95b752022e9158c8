// Convolutions by plain loops over the windows, and layers that are checked against them.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <functional>
#include <type_traits>
#include <vector>

#include "layer_values.hpp"
#include "layers.hpp"
#include "random.hpp"
#include "simd/simd.hpp"

namespace simdcast::test {

// The type of the accumulator.
template <class T>
using Sum = std::conditional_t<std::is_same_v<T, std::int16_t>, std::int32_t, T>;

using Position = std::vector<Count>;

inline Count elements(const WindowAxes& axes, Count WindowAxis::*size) {
  Count product = 1;
  for (const WindowAxis& axis : axes) product *= axis.*size;
  return product;
}

// each(position) for all positions within the sizes, innermost fastest.
inline void forPositions(const WindowAxes& axes, Count WindowAxis::*size,
                         const std::function<void(const Position&)>& each) {
  Position position(static_cast<std::size_t>(axes.size()), 0);
  for (Count left = elements(axes, size); left > 0; --left) {
    each(position);
    for (int axis = axes.size() - 1; axis >= 0; --axis) {
      if (++position[static_cast<std::size_t>(axis)] < axes[axis].*size) break;
      position[static_cast<std::size_t>(axis)] = 0;
    }
  }
}

// The element that a tap of a window reads, by its position in the image; -1 outside.
inline Count elementOf(const WindowAxes& axes, const Position& window, const Position& tap,
                       bool columnMajor = false) {
  Count place = 0;
  Count step = 1;
  for (int i = 0; i < axes.size(); ++i) {
    const int axis = columnMajor ? i : axes.size() - 1 - i;
    const auto at = static_cast<std::size_t>(axis);
    const WindowAxis& along = axes[axis];
    const Count element = window[at] * along.stride - along.pad + tap[at] * along.dilation;
    if (element < 0 || element >= along.input) return -1;
    place += element * step;
    step *= along.input;
  }
  return place;
}

template <class T>
struct Convolved {
  layers::Convolution request;
  std::vector<T> images;
  std::vector<T> weights;  // row after row
  std::vector<Sum<T>> bias;
};

template <class T>
Convolved<T> convolvedOf(Random& random, layers::Convolution request) {
  const Count taps = elements(request.axes, &WindowAxis::kernel);
  const Count rows = request.groups * request.outputChannels;
  return {.request = request,
          .images = wholeNumbers<T>(random, request.batch * request.groups * request.inputChannels *
                                                elements(request.axes, &WindowAxis::input)),
          .weights = wholeNumbers<T>(random, rows * request.inputChannels * taps),
          .bias = wholeNumbers<Sum<T>>(random, random.chance(50) ? rows : 0)};
}

template <class T>
std::vector<Sum<T>> expectedOf(const Convolved<T>& of) {
  const layers::Convolution& request = of.request;
  const Count inputs = elements(request.axes, &WindowAxis::input);
  const Count taps = elements(request.axes, &WindowAxis::kernel);
  std::vector<Sum<T>> results;
  for (Count image = 0; image < request.batch; ++image)
    for (Count row = 0; row < request.groups * request.outputChannels; ++row)
      forPositions(request.axes, &WindowAxis::output, [&](const Position& window) {
        const Count group = row / request.outputChannels;
        Sum<T> sum = of.bias.empty() ? 0 : of.bias[static_cast<std::size_t>(row)];
        // The positions of taps are computed once for all channels: without optimisation that is
        // slow.
        Count at = 0;
        forPositions(request.axes, &WindowAxis::kernel, [&](const Position& tap) {
          const Count element = elementOf(request.axes, window, tap);
          const Count weight = row * request.inputChannels * taps + at++;
          if (element < 0 || request.inputChannels == 0) return;
          const Count planes = (image * request.groups + group) * request.inputChannels;
          const T* images = of.images.data() + planes * inputs + element;
          const T* weights = of.weights.data() + weight;
          for (Count channel = 0; channel < request.inputChannels; ++channel)
            sum += Sum<T>{weights[channel * taps]} * images[channel * inputs];
        });
        results.push_back(sum);
      });
  return results;
}

template <class T>
void checkConvolution(const Convolved<T>& of) {
  LayerRun layer(of.request);
  REQUIRE(layer.possible());
  layer.input(of.images);
  layer.packed(of.weights);
  if (!of.bias.empty()) layer.input(of.bias);
  std::vector<Sum<T>> expected = expectedOf(of);
  layer.template output<Sum<T>>(static_cast<Count>(expected.size()));
  // Adds one to each element in place: each is reported once, and not written again.
  const auto addOne = [&](Count first, Count count) {
    for (Count i = first; i < first + count; ++i) {
      std::byte* at = layer.outputData() + i * Count{sizeof(Sum<T>)};
      simd::store(at, simd::load<Sum<T>>(at) + 1);
    }
  };
  const ApplyEpilogue epilogue(addOne);
  layer.setEpilogue(epilogue);
  for (Sum<T>& value : expected) value += 1;
  REQUIRE(layer.run() == layers::kDone);
  REQUIRE(layer.canariesLive());
  REQUIRE(layer.template values<Sum<T>>() == expected);
}

}  // namespace simdcast::test

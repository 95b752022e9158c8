#include "pooling.hpp"

namespace simdcast::onnx {
namespace {

using layers::Reduction;

// The node's windows over its first input. A result has checked dims.
PaddedWindows poolWindows(Call& call) {
  const Dims sizes = imageSizes(call);
  const PaddedWindows windows =
      windowsOf(call, sizes, kernelShape(call, sizes.size()), /*mayBeNone=*/true);
  if (call.failed()) return {};
  call.checkDims(graph::joined({graph::slice(call.input(0).dims, 0, 2), windows.outputs()}));
  return windows;
}

struct Pooled {
  layers::Pool request;
  Dims made;
};

Pooled pooled(const Value& images, const PaddedWindows& windows, bool largest) {
  return {.request = {.type = images.type,
                      .largest = largest,
                      .planes = sizeOf(images.dims, 0, 2),
                      .axes = windows.axes},
          .made = graph::joined({graph::slice(images.dims, 0, 2), windows.outputs()})};
}

Value windowSums(Call& call, const Value& images, const PaddedWindows& windows) {
  if (call.failed()) return {};
  const auto [request, made] = pooled(images, windows, false);
  return call.layer(request, {images}, {images.type, made});
}

// The taps of windows along an axis that are counted: those on the image, or on its padding too.
struct CountedTaps {
  WindowAxis axis;
  Count first;  // counted position
  Count end;

  // The number of taps of a window.
  [[nodiscard]] Count of(Count window) const {
    const Count start = window * axis.stride - axis.pad;
    const auto before = [&](Count position) {
      return std::clamp<Count>(ceilDivide(position - start, axis.dilation), 0, axis.kernel);
    };
    return before(end) - before(first);
  }
  [[nodiscard]] bool areEqual() const {
    for (Count window = 1; window < axis.output; ++window)
      if (of(window) != of(0)) return false;
    return true;
  }
};

// The number of taps that each window divides by, in a shape that broadcasts to the windows.
Value divisors(Call& call, DType type, const PaddedWindows& windows, bool withPads) {
  SmallVector<CountedTaps, 3> taps;
  Dims dims;
  for (int i = 0; i < windows.axes.size(); ++i) {
    const WindowAxis& axis = windows.axes[i];
    const Count padEnd = windows.padEnds[i];
    taps.push({axis, withPads ? -axis.pad : 0, axis.input + (withPads ? padEnd : 0)});
    dims.push(taps.back().areEqual() ? 1 : axis.output);
  }
  return call.table(type, dims, [&](Count position) {
    double product = 1;
    for (int i = dims.size() - 1; i >= 0; --i) {
      product *= static_cast<double>(taps[i].of(position % dims[i]));
      position /= dims[i];
    }
    return product;
  });
}

Value power(Call& call, const Value& value, double exponent) {
  if (exponent == 1) return value;
  return call.compute(OpId::pow, value, call.number(value.type, exponent));
}

// The p-norm: a sum of powers, and its root.
Value norm(Call& call, const Value& images, FunctionRef<Value(const Value& powers)> sum) {
  const double p = call.since() < 2 ? call.real("p", 2) : static_cast<double>(call.integer("p", 2));
  const Value powers = power(call, call.compute(OpId::abs, images), p);
  return power(call, sum(powers), 1 / p);
}

// Folds the axes of an image to one element each.
Value reduced(Call& call, const Value& images, Reduction reduction) {
  Dims axes;
  for (int axis = 2; axis < images.rank(); ++axis) axes.push(axis);
  return call.reduce(reduction, images, axes, true);
}

// The input, which may have any number of spatial axes.
Value wholeImages(Call& call) {
  const Value input = call.input(0);
  if (input.rank() < 3) imageSizes(call);
  return input;
}

Values maxPool(Call& call) {
  const PaddedWindows windows = poolWindows(call);
  const bool columnMajor = call.flag("storage_order");
  if (call.failed()) return {};
  Value positions;
  const Value largest = call.inFloats(call.input(0), [&](const Value& images) -> Value {
    auto [request, made] = pooled(images, windows, true);
    request.columnMajor = columnMajor;
    const Values results = call.layers(
        request, {images}, {{images.type, made}, {DType::int64, made}}, call.wants(1) ? 3 : 1);
    if (call.failed()) return {};
    positions = results[1];
    return results[0];
  });
  return {largest, positions};
}

Values averagePool(Call& call) {
  return {
      call.inFloats(call.input(0), [&](const Value& images) { return averaged(call, images); })};
}

Values lpPool(Call& call) {
  const PaddedWindows windows = poolWindows(call);
  return {call.inFloats(call.input(0), [&](const Value& images) {
    return norm(call, images,
                [&](const Value& powers) { return windowSums(call, powers, windows); });
  })};
}

Values globalAveragePool(Call& call) { return {reduced(call, wholeImages(call), Reduction::mean)}; }

Values globalMaxPool(Call& call) { return {reduced(call, wholeImages(call), Reduction::max)}; }

Values globalLpPool(Call& call) {
  return {call.inFloats(wholeImages(call), [&](const Value& images) {
    return norm(call, images,
                [&](const Value& powers) { return reduced(call, powers, Reduction::sum); });
  })};
}

constexpr Row kPoolingRows[] = {
    {.name = "MaxPool",
     .schema = "1(floats){auto_pad:string kernel_shape:ints pads:ints strides:ints} "
               "8{auto_pad:string kernel_shape:ints pads:ints storage_order:int strides:ints}->2 "
               "10,11{auto_pad:string ceil_mode:int dilations:ints kernel_shape:ints pads:ints "
               "storage_order:int strides:ints} "
               "12(floats|int8|uint8) 22(floats_bf|int8|uint8)",
     .lower = maxPool},
    {.name = "AveragePool",
     .schema =
         "1(floats){auto_pad:string kernel_shape:ints pads:ints strides:ints} "
         "7{auto_pad:string count_include_pad:int kernel_shape:ints pads:ints strides:ints} "
         "10,11{auto_pad:string ceil_mode:int count_include_pad:int kernel_shape:ints pads:ints "
         "strides:ints} "
         "19{auto_pad:string ceil_mode:int count_include_pad:int dilations:ints "
         "kernel_shape:ints pads:ints strides:ints} "
         "22(floats_bf)",
     .lower = averagePool},
    {.name = "LpPool",
     .schema = "1(floats){auto_pad:string kernel_shape:ints p:float pads:ints strides:ints} "
               "2,11{auto_pad:string kernel_shape:ints p:int pads:ints strides:ints} "
               "18{auto_pad:string ceil_mode:int dilations:ints kernel_shape:ints p:int pads:ints "
               "strides:ints} "
               "22(floats_bf)",
     .lower = lpPool},
    {.name = "GlobalAveragePool", .schema = "1(floats) 22(floats_bf)", .lower = globalAveragePool},
    {.name = "GlobalMaxPool", .schema = "1(floats) 22(floats_bf)", .lower = globalMaxPool},
    {.name = "GlobalLpPool",
     .schema = "1(floats){p:float} 2{p:int} 22(floats_bf)",
     .lower = globalLpPool},
    {.name = "MaxUnpool",
     .schema = "9,11[2..3](floats,int64,int64){kernel_shape:ints pads:ints strides:ints} "
               "22(floats_bf,int64,int64)",
     .lower = maxUnpool},
    {.name = "Col2Im",
     .schema = "18(numbers_bf,int64,int64){dilations:ints pads:ints strides:ints}",
     .lower = col2Im},
};

}  // namespace

Value maxima(Call& call, const Value& images) {
  const PaddedWindows windows = poolWindows(call);
  if (call.failed()) return {};
  const auto [request, made] = pooled(images, windows, true);
  return call.layers(request, {images}, {{images.type, made}, {DType::int64, made}}, 1)[0];
}

Value averaged(Call& call, const Value& images) {
  const PaddedWindows windows = poolWindows(call);
  const Value sums = windowSums(call, images, windows);
  if (call.failed() || sums.elements() == 0) return sums;
  const Value count = divisors(call, images.type, windows, call.flag("count_include_pad"));
  return call.compute(OpId::div, sums, count);
}

const std::span<const Row> rows::kPooling = kPoolingRows;

}  // namespace simdcast::onnx

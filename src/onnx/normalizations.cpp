// Normalisations as chains of elementwise operators, which run as one pass, and reductions.
#include "call.hpp"
#include "normalizing.hpp"

namespace simdcast::onnx {
namespace {

// Avoids division by a standard deviation of 0, by adding the same number as ONNX's function body.
constexpr double kLeastDeviation = 1e-9;

Value meanOf(Call& call, const Value& value, const Dims& axes) {
  return call.reduce(layers::Reduction::mean, value, axes, true);
}

// The first input as [batch, channels, rest].
struct ImageChannels {
  Count batch = 0;
  Count channels = 0;
  Count rest = 0;
};

ImageChannels imageChannelsOf(Call& call) {
  const Dims dims = call.input(0).dims;
  if (dims.size() < 3) return call.fail(faults::imageRank(call.label(), 0, dims.size()));
  return {dims[0], dims[1], graph::innerOf(dims, 1)};
}

// One number per channel, shaped to broadcast with the second axis of images.
Value ofChannels(Call& call, int at, int rank, Count channels) {
  if (!call.checkShape(at, {channels})) return {};
  return Call::alias(call.widened(call.input(at)),
                     graph::joined({{channels}, graph::ones(rank - 2)}));
}

// The scale, then the bias.
Value scaled(Call& call, const Value& value, const Value& scale, const Value& bias) {
  return call.compute(OpId::add, call.compute(OpId::mul, value, scale), bias);
}

// The elements as rows, each minus its mean and divided by its standard deviation.
Value standardized(Call& call, const Value& value, Count count, Count size, DType stash) {
  if (value.elements() == 0) return value;
  const Value scale = call.table(value.type, {size}, [](Count) { return 1.0; });
  const Value rows = normalizedRows(
      call, Call::alias(value, {count, size}),
      {.axis = 1, .epsilon = call.real("epsilon", 1e-5), .scale = scale, .stash = stash});
  return Call::alias(rows, value.dims);
}

Values instanceNormalization(Call& call) {
  const ImageChannels image = imageChannelsOf(call);
  if (call.failed()) return {};
  const Value input = call.input(0);
  const Value scale = ofChannels(call, 1, input.rank(), image.channels);
  const Value bias = ofChannels(call, 2, input.rank(), image.channels);
  return {call.inFloats(input, [&](const Value& images) {
    const Count count = image.batch * image.channels;
    return scaled(call, standardized(call, images, count, image.rest, images.type), scale, bias);
  })};
}

// Up to opset 20, scale and bias are per group; since opset 21, per channel.
Values groupNormalization(Call& call) {
  const ImageChannels image = imageChannelsOf(call);
  const Count groups = call.neededInteger("num_groups");
  if (call.failed()) return {};
  if (groups < 1 || image.channels % groups != 0)
    return call.fail(
        faults::allowed(call.label(), "num_groups", groups,
                        "a divisor of " + std::to_string(image.channels) + " channels"));
  const Value input = call.input(0);
  const bool ofGroups = call.since() < 21;
  const DType asked = call.elementType("stash_type", DType::float32, kStashes);
  const int rank = ofGroups ? 3 : input.rank();
  const Count scales = ofGroups ? groups : image.channels;
  const Value scale = ofChannels(call, 1, rank, scales);
  const Value bias = ofChannels(call, 2, rank, scales);
  return {call.inFloats(input, [&](const Value& images) {
    const Count count = graph::sizeOf({image.batch, groups});
    const Count size = graph::sizeOf({image.channels / groups, image.rest});
    const DType stash = asked == DType::bfloat16 ? asked : images.type;
    const Value rows = standardized(call, images, count, size, stash);
    if (!ofGroups) return scaled(call, rows, scale, bias);
    const Value grouped = Call::alias(rows, {image.batch, groups, size});
    return Call::alias(scaled(call, grouped, scale, bias), input.dims);
  })};
}

// The sums of the squares of each element and its neighbours across channels.
Value sumsAcross(Call& call, const Value& images, const ImageChannels& image, Count size) {
  const Dims planes = {image.batch, image.channels, image.rest};
  const Value squares = Call::alias(call.compute(OpId::mul, images, images), planes);
  const WindowAxis across{
      .input = image.channels, .output = image.channels, .kernel = size, .pad = (size - 1) / 2};
  const WindowAxis along{.input = image.rest, .output = image.rest};
  const Value sums =
      call.layer(layers::Pool{.type = images.type, .planes = image.batch, .axes = {across, along}},
                 {squares}, {images.type, planes});
  return Call::alias(sums, images.dims);
}

Values localResponseNormalization(Call& call) {
  const Count size = call.neededInteger("size");
  if (call.failed()) return {};
  if (size < 1 || size > INT32_MAX)
    return call.fail(faults::windowSize(call.label(), "size", size));
  const ImageChannels image = imageChannelsOf(call);
  if (call.failed()) return {};
  return {call.inFloats(call.input(0), [&](const Value& images) {
    const auto number = [&](double value) { return call.number(images.type, value); };
    const Value sums = sumsAcross(call, images, image, size);
    const double alpha = call.real("alpha", 1e-4) / static_cast<double>(size);
    const Value base = scaled(call, sums, number(alpha), number(call.real("bias", 1)));
    const Value power = call.compute(OpId::pow, base, number(call.real("beta", 0.75)));
    return call.compute(OpId::div, images, power);
  })};
}

// Experimental before opset 9, with attributes for a mean across channels and for the division.
Values meanVarianceNormalization(Call& call) {
  const Value input = call.input(0);
  const Dims standard = call.flag("across_channels") ? Dims{0, 1, 2, 3} : Dims{0, 2, 3};
  const Dims axes = call.axes(call.integers("axes").value_or(standard), input.rank());
  const bool divides = call.flag("normalize_variance", true);
  if (call.failed()) return {};
  return {call.inFloats(input, [&](const Value& values) {
    const Value deviations = call.compute(OpId::sub, values, meanOf(call, values, axes));
    if (!divides) return deviations;
    const Value variance = meanOf(call, call.compute(OpId::mul, deviations, deviations), axes);
    const Value least = call.number(values.type, kLeastDeviation);
    const Value divisor = call.compute(OpId::add, call.compute(OpId::sqrt, variance), least);
    return call.compute(OpId::div, deviations, divisor);
  })};
}

// Divided by the sum of magnitudes, or by the root of the sum of squares. Zeros stay zeros.
Values lpNormalization(Call& call) {
  const Value input = call.input(0);
  const int axis = call.ownAxis(-1, input.rank());
  const Count p = call.integer("p", 2);
  if (call.failed()) return {};
  if (p != 1 && p != 2) return call.fail(faults::allowed(call.label(), "p", p, "1 or 2"));
  return {call.inFloats(input, [&](const Value& values) {
    const Value parts =
        p == 1 ? call.compute(OpId::abs, values) : call.compute(OpId::mul, values, values);
    const Value sum = call.reduce(layers::Reduction::sum, parts, {axis}, true);
    const Value length = p == 1 ? sum : call.compute(OpId::sqrt, sum);
    return call.compute(OpId::div, values, call.divisor(length));
  })};
}

Values rmsNormalization(Call& call) {
  const Value input = call.input(0);
  const Value scale = call.input(1);
  const int axis = call.ownAxis(-1, input.rank());
  const DType stash = call.elementType("stash_type", DType::float32, kStashes);
  if (call.failed() || !call.checkStretch(1)) return {};
  const Dims axes = graph::slice(graph::allAxes(input.rank()), axis);
  const double epsilon = call.real("epsilon", 1e-5);
  const Value rows = rootMeanSquare(call, call.cast(input, stash), axes, epsilon).normalized;
  return {call.compute(OpId::mul, call.cast(rows, scale.type), scale)};
}

constexpr Row kNormalizationsRows[] = {
    {"LayerNormalization", "17[2..3](floats_bf){axis:int epsilon:float stash_type:type}->3",
     layerNormalization},
    {"InstanceNormalization",
     "1[3..3](floats){epsilon:float consumed_inputs:ints} 6{epsilon:float} 22(floats_bf)",
     instanceNormalization},
    {"GroupNormalization",
     "18[3..3](floats_bf){epsilon:float num_groups:int} "
     "21{epsilon:float num_groups:int stash_type:type}",
     groupNormalization},
    {"LRN", "1(floats){alpha:float beta:float bias:float size:int} 13(floats_bf)",
     localResponseNormalization},
    {"MeanVarianceNormalization",
     "1(floats){across_channels:int normalize_variance:int} 9{axes:ints} 13(floats_bf)",
     meanVarianceNormalization},
    {"LpNormalization", "1(floats){axis:int p:int} 22(floats_bf)", lpNormalization},
    {"RMSNormalization", "23(floats_bf,floats_bf){axis:int epsilon:float stash_type:type}",
     rmsNormalization},
};

}  // namespace

const std::span<const Row> rows::kNormalizations = kNormalizationsRows;

}  // namespace simdcast::onnx

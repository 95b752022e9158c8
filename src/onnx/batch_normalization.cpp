// BatchNormalization with given statistics, or with the batch's own, which update the given ones.
#include "call.hpp"

namespace simdcast::onnx {
namespace {

enum Input : int { kImages, kScale, kBias, kMean, kVariance };

// The mean and the variance of each channel, shaped to broadcast with the images.
struct Statistics {
  Value mean;
  Value variance;
};

// How inputs with one element per channel broadcast with the images.
struct Channels {
  DType type{};  // to compute in
  Dims given;    // the shape of the inputs
  Dims aligned;  // the shape in which they broadcast
};

Channels channelsOf(Call& call) {
  const Value images = call.input(kImages);
  const int rank = images.rank();
  if (rank == 0) return call.fail(faults::axis(call.label(), 1, 0));
  Channels channels{.type = images.type == DType::float64 ? images.type : DType::float32};
  if (rank == 1) {
    channels.given = channels.aligned = {1};
    return channels;
  }
  const Dims perChannel = {images.dims[1]};
  // Exporters of MXNet write 0 although the statistics are per channel.
  const bool isSpatial = call.integer("spatial", 1) != 0 || call.input(kScale).dims == perChannel;
  channels.given = isSpatial ? perChannel : graph::slice(images.dims, 1);
  channels.aligned =
      isSpatial ? graph::joined({perChannel, graph::ones(rank - 2)}) : channels.given;
  return channels;
}

Value ofChannels(Call& call, int at, const Channels& channels) {
  const Value value = call.input(at);
  if (call.failed()) return {};
  if (value.dims != channels.given) return call.wrongShape(at, channels.given);
  return Call::alias(call.cast(value, channels.type), channels.aligned);
}

Value normalized(Call& call, const Channels& channels, const Statistics& statistics) {
  const Value scale = ofChannels(call, kScale, channels);
  const Value bias = ofChannels(call, kBias, channels);
  const Value epsilon = call.number(channels.type, call.real("epsilon", 1e-5));
  const Value variance = call.compute(OpId::add, statistics.variance, epsilon);
  const Value slope = call.compute(OpId::div, scale, call.compute(OpId::sqrt, variance));
  const Value offset =
      call.compute(OpId::sub, bias, call.compute(OpId::mul, statistics.mean, slope));
  return call.inFloats(call.input(kImages), [&](const Value& images) {
    return call.compute(OpId::add, call.compute(OpId::mul, images, slope), offset);
  });
}

// The batch's own statistics. The variance is divided by the number of elements.
Statistics statisticsOf(Call& call, const Channels& channels) {
  const Value images = call.cast(call.input(kImages), channels.type);
  Dims axes;
  for (const Count axis : graph::allAxes(images.rank()))
    if (axis != 1) axes.push(axis);
  const auto meanOf = [&](const Value& value) {
    return call.reduce(layers::Reduction::mean, value, axes, true);
  };
  const Value mean = meanOf(images);
  const Value deviations = call.compute(OpId::sub, images, mean);
  const Value variance = meanOf(call.compute(OpId::mul, deviations, deviations));
  return {Call::alias(mean, channels.aligned), Call::alias(variance, channels.aligned)};
}

// Moves an input towards the batch's value: given * momentum + found * (1 - momentum).
Value moved(Call& call, int at, const Value& found, const Channels& channels) {
  const double momentum = call.real("momentum", 0.9);
  const Value kept = call.number(channels.type, momentum);
  const Value added = call.number(channels.type, 1 - momentum);
  const Value given = call.compute(OpId::mul, ofChannels(call, at, channels), kept);
  const Value sum = call.compute(OpId::add, given, call.compute(OpId::mul, found, added));
  return call.cast(Call::alias(sum, channels.given), call.input(at).type);
}

Values batchNormalization(Call& call) {
  const Channels channels = channelsOf(call);
  if (call.failed()) return {};
  if (call.flag("training_mode")) {
    const Statistics found = statisticsOf(call, channels);
    const Value made = normalized(call, channels, found);
    const Value mean = moved(call, kMean, found.mean, channels);
    return {made, mean, moved(call, kVariance, found.variance, channels)};
  }
  for (int output = 1; output < call.outputCount(); ++output)
    if (call.wants(output)) return call.fail(faults::training(call.label()));
  const Value mean = ofChannels(call, kMean, channels);
  const Value variance = ofChannels(call, kVariance, channels);
  return {normalized(call, channels, {mean, variance})};
}

// Before opset 9, `spatial` may request statistics per element; before 14, training is not
// supported.
constexpr Row kBatchNormalizationRows[] = {
    {"BatchNormalization",
     "1,6[5..5](floats){epsilon:float momentum:float consumed_inputs:ints is_test:int spatial:int}"
     "->5 "
     "7{epsilon:float momentum:float spatial:int} "
     "9(floats_bf){epsilon:float momentum:float} "
     "14,15(floats_bf,floats_bf,floats_bf,floats_bf,floats_bf)"
     "{epsilon:float momentum:float training_mode:int}->3",
     batchNormalization},
};

}  // namespace

const std::span<const Row> rows::kBatchNormalization = kBatchNormalizationRows;

}  // namespace simdcast::onnx

// RoiAlign: regions of images, each divided into bins of samples between the pixels.
#include "sampling.hpp"

namespace simdcast::onnx {
namespace {

using layers::RegionAlign;

// The request from the attributes.
RegionAlign requestOf(Call& call) {
  RegionAlign request{.largest = call.word("mode", {"avg", "max"}) == 1};
  request.halfPixel = call.since() >= 16 && call.word("coordinate_transformation_mode",
                                                      {"half_pixel", "output_half_pixel"}) == 0;
  request.rows = call.integer("output_height", 1);
  request.columns = call.integer("output_width", 1);
  // More samples than these along one axis of a bin are too many in any region.
  request.samples =
      std::clamp<Count>(call.integer("sampling_ratio", 0), 0, RegionAlign::kMostSamples);
  request.scale = call.real("spatial_scale", 1);
  return request;
}

// The fault of an index of an image, or of a region with too many samples.
IndexFault faultOf(Count regions, Count batch) {
  return [regions, batch](std::string_view label, Count position, const std::byte* const* inputs) {
    if (position >= regions) return faults::region(label, position - regions);
    const auto* images = reinterpret_cast<const std::int64_t*>(inputs[2]);
    return faults::index(label, images[position], batch);
  };
}

}  // namespace

Values regionAlign(Call& call) {
  const Value input = call.input(0);
  const Value regions = call.input(1);
  const Value images = call.input(2);
  if (call.failed()) return {};
  const Count count = regions.rank() > 0 ? regions.dims[0] : 0;
  if (input.rank() != 4) return call.fail(faults::imageRank(call.label(), 0, input.rank()));
  if (regions.dims != Dims{count, 4})
    return call.fail(faults::operandShape(call.label(), 1, regions.dims, {"regions", 4}));
  if (!call.checkShape(2, {count})) return {};
  RegionAlign request = requestOf(call);
  const Dims made{count, input.dims[1], request.rows, request.columns};
  if (!call.checkDims(made)) return {};
  if (sizeOf(made) == 0) return {call.builder().make(input.type, made, false)};
  request.batch = input.dims[0];
  request.channels = input.dims[1];
  request.height = input.dims[2];
  request.width = input.dims[3];
  request.regions = count;
  const Value corners = call.widened(regions);
  request.regionType = corners.type;
  return {call.inFloats(input, [&](const Value& value) {
    request.type = value.type;
    return call.layer(request, {value, corners, images}, {value.type, made},
                      faultOf(count, request.batch));
  })};
}

}  // namespace simdcast::onnx

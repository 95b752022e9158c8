// NonMaxSuppression: the number of results depends on the boxes, so they must be constant.
#include "sampling.hpp"

namespace simdcast::onnx {

Values nonMaxSuppression(Call& call) {
  const Value boxes = call.input(0);
  const Value scores = call.input(1);
  if (call.failed()) return {};
  const bool fits = boxes.rank() == 3 && scores.rank() == 3 && boxes.dims[2] == 4 &&
                    scores.dims[0] == boxes.dims[0] && scores.dims[2] == boxes.dims[1];
  const auto sizeAt = [&](int axis) { return axis < boxes.rank() ? boxes.dims[axis] : 0; };
  if (!fits)
    return call.fail(
        faults::operandShape(call.label(), 1, scores.dims, {sizeAt(0), "classes", sizeAt(1)}));
  for (int at = 0; at < 2; ++at)
    if (!call.input(at).isConstant())
      return call.builder().need(call.input(at), faults::dynamic(call.label(), at));
  layers::NonMaxSuppression request{.type = boxes.type,
                                    .images = boxes.dims[0],
                                    .classes = scores.dims[1],
                                    .boxes = boxes.dims[1]};
  if (call.has(2)) request.limit = std::clamp<Count>(call.scalar(2), 0, request.boxes);
  request.centred = call.flag("center_point_box");
  if (call.has(3)) request.overlap = call.item(3);
  if (call.has(4)) request.score = call.item(4);
  const Count most = sizeOf({request.images, request.classes, request.limit});
  const Values found =
      call.layers(request, {boxes, scores}, {{DType::int64, {most, 3}}, {DType::int64, {}}}, 3);
  if (call.failed()) return {};
  const Count rows = static_cast<Count>(call.item(0, found[1]));
  return {call.partOf(found[0], 0, 0, rows)};
}

}  // namespace simdcast::onnx

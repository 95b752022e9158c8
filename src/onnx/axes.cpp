#include "axes.hpp"

namespace simdcast::onnx {

std::optional<Dims> axesOf(Call& call) {
  const bool isInput = call.version().find("noop_with_empty_axes") != nullptr;
  const Dims asked = isInput ? call.numbers(1) : call.integers("axes").value_or(Dims{});
  if (call.failed()) return std::nullopt;
  const int rank = call.input(0).rank();
  if (!asked.empty()) return call.axes(asked, rank);
  if (call.flag("noop_with_empty_axes")) return std::nullopt;
  return graph::allAxes(rank);
}

Blocks softmaxBlocks(Call& call, int opset) {
  const Dims given = call.input(0).dims;
  const Dims dims = given.empty() ? graph::ones(1) : given;
  const bool coerces = opset < 13;
  const int axis = call.ownAxis(coerces ? 1 : -1, dims.size(), coerces);
  if (call.failed()) return {};
  if (coerces)
    return {.outer = graph::outerOf(dims, axis), .size = graph::sizeOf(dims, axis, dims.size())};
  return {graph::outerOf(dims, axis), dims[axis], graph::innerOf(dims, axis)};
}

}  // namespace simdcast::onnx

// GridSample, which samples images between their pixels, and AffineGrid, which computes the
// sampling grid.
#include "sampling.hpp"

namespace simdcast::onnx {
namespace {

// The mode, by the names that its opset uses.
layers::Interpolation interpolationOf(Call& call) {
  constexpr int kLinear = 1;
  const int mode = call.since() < 20
                       ? call.word("mode", {"nearest", "bilinear", "bicubic"}, kLinear)
                       : call.word("mode", {"nearest", "linear", "cubic"}, kLinear);
  return static_cast<layers::Interpolation>(mode);
}

// The shape of a grid with a point of `axes` coordinates for each of `places`.
bool isGrid(const Dims& grid, Count batch, const Dims& places, int axes) {
  return grid == graph::joined({{batch}, places, {axes}});
}

Failed failForGrid(Call& call, Count batch, int axes) {
  std::vector<Said> wanted(static_cast<std::size_t>(axes) + 2, "size");
  wanted.front() = batch;
  wanted.back() = axes;
  return call.fail(faults::operandShape(call.label(), 1, call.input(1).dims, wanted));
}

// The coordinate of an element of an axis, from -1 to 1.
double coordinate(Count at, Count size, bool alignCorners) {
  const auto place = static_cast<double>(at);
  const auto length = static_cast<double>(size);
  if (alignCorners) return size > 1 ? 2 * place / (length - 1) - 1 : 0;
  return (2 * place + 1) / length - 1;
}

// A row for each point: its coordinates, innermost first, and a 1 for the offset.
Value pointsOf(Call& call, const Dims& sizes, bool alignCorners) {
  const int rank = sizes.size();
  return call.table(DType::float64, {sizeOf(sizes), rank + 1}, [&](Count position) -> double {
    const int axis = rank - 1 - static_cast<int>(position % (rank + 1));
    if (axis < 0) return 1;
    const Count point = position / (rank + 1);
    return coordinate(point / innerOf(sizes, axis) % sizes[axis], sizes[axis], alignCorners);
  });
}

}  // namespace

Values gridSample(Call& call) {
  const Value input = call.input(0);
  const Value grid = call.input(1);
  layers::Sample request{.interpolation = interpolationOf(call)};
  request.padding =
      static_cast<layers::Padding>(call.word("padding_mode", {"zeros", "border", "reflection"}));
  request.alignCorners = call.flag("align_corners");
  if (call.failed()) return {};
  const int rank = std::max(0, input.rank() - 2);
  const Dims places = slice(grid.dims, 1, std::max(1, grid.rank() - 1));
  request.batch = input.rank() > 0 ? input.dims[0] : 0;
  if (rank < 1 || places.size() != rank || !isGrid(grid.dims, request.batch, places, rank))
    return failForGrid(call, request.batch, rank);
  request.channels = input.dims[1];
  const Dims made = graph::joined({slice(input.dims, 0, 2), places});
  if (!call.checkDims(made)) return {};
  if (sizeOf(made) == 0) return {call.builder().make(input.type, made, false)};
  for (int axis = 0; axis < rank; ++axis)
    request.axes.push({.size = input.dims[axis + 2], .points = places[axis]});
  const Value points = call.widened(grid);
  request.pointType = points.type;
  return {call.inFloats(input, [&](const Value& images) {
    request.type = images.type;
    return call.layer(request, {images, points}, {images.type, made});
  })};
}

Values affineGrid(Call& call) {
  const Value theta = call.input(0);
  const Dims size = call.numbers(1);
  if (call.failed()) return {};
  const Count batch = size.empty() ? 0 : size[0];
  const Dims sizes = slice(size, std::min(2, size.size()));
  const int rank = sizes.size();
  if ((rank != 2 && rank != 3) || theta.dims != Dims{batch, rank, rank + 1})
    return call.wrongShape(0, {batch, rank, rank + 1});
  const Dims made = graph::joined({{batch}, sizes, {rank}});
  if (!call.checkDims(made)) return {};
  const bool alignCorners = call.flag("align_corners");
  return {call.inFloats(theta, [&](const Value& matrix) {
    const Value points = call.cast(pointsOf(call, sizes, alignCorners), matrix.type);
    const Value turned = call.permuted(matrix, {0, 2, 1});
    return call.alias(call.matMul(points, turned), made);
  })};
}

}  // namespace simdcast::onnx

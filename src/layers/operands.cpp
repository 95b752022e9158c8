// The tensors of each kind of layer.
#include <array>

#include "../base/rounding.hpp"
#include "fourier.hpp"
#include "layer.hpp"

namespace simdcast::layers {
namespace {

// A tensor of sizes that `fits` has checked.
TensorType tensor(DType type, std::initializer_list<Count> sizes) {
  Shape shape;
  for (const Count size : sizes) shape.push(static_cast<Size>(size));
  return tensorOf(type, shape);
}

template <class Along>
TensorType along(const Along& request) {
  return tensor(request.type, {request.outer, request.size, request.inner});
}

TensorType images(DType type, std::initializer_list<Count> outside, const WindowAxes& axes,
                  Count WindowAxis::*size) {
  Shape shape = tensor(type, outside).shape;
  for (const WindowAxis& axis : axes) shape.push(static_cast<Size>(axis.*size));
  return tensorOf(type, shape);
}

// A Copy counts the elements of its tensors, which contain the box.
Operands of(const Copy& request) {
  Shape box;
  for (const Copy::Axis& axis : request.axes) box.push(static_cast<Size>(axis.size));
  const auto whole = [&](Count elements) {
    return TensorType{request.type, box, elements * width(request.type)};
  };
  return {.inputs = {whole(request.inputElements)}, .outputs = {whole(request.outputElements)}};
}

Operands of(const Gather& request) {
  return {.inputs = {along(request), tensor(request.indexType, {request.indices})},
          .outputs = {tensor(request.type, {request.outer, request.indices, request.inner})}};
}

Operands of(const Reduce& request) {
  Shape from;
  Shape to;
  for (const Reduce::Axis& axis : request.axes) {
    from.push(static_cast<Size>(axis.size));
    if (!axis.reduced) to.push(static_cast<Size>(axis.size));
  }
  return {.inputs = {tensorOf(request.type, from)}, .outputs = {tensorOf(request.type, to)}};
}

Operands of(const ArgMax& request) {
  return {.inputs = {along(request)},
          .outputs = {tensor(DType::int64, {request.outer, request.inner})}};
}

Operands of(const Softmax& request) {
  return {.inputs = {along(request)}, .outputs = {along(request)}};
}

Operands of(const LayerNormalization& request) {
  const TensorType rows = tensor(request.type, {request.rows, request.size});
  const TensorType statistics = tensor(request.stashType, {request.rows, 1});
  return {.inputs = {rows, tensor(request.type, {request.scaleRows, request.size}),
                     tensor(request.type, {request.biasRows, request.size})},
          .outputs = {rows, statistics, statistics},
          .optional = 1};
}

Operands of(const Range& request) {
  const TensorType number = tensor(request.type, {});
  return {.inputs = {number, number}, .outputs = {tensor(request.type, {request.elements})}};
}

Operands of(const Convolution& request) {
  const DType sums = request.type == DType::int16 ? DType::int32 : request.type;
  const Count channels = request.groups * request.outputChannels;
  return {.inputs = {images(request.type, {request.batch, request.groups * request.inputChannels},
                            request.axes, &WindowAxis::input),
                     images(request.type, {channels, request.inputChannels}, request.axes,
                            &WindowAxis::kernel),
                     tensor(sums, {channels})},
          .outputs = {images(sums, {request.batch, channels}, request.axes, &WindowAxis::output)},
          .optional = 1,
          .tellsFinished = true};
}

Operands of(const Pool& request) {
  const auto result = [&](DType type) {
    return images(type, {request.planes}, request.axes, &WindowAxis::output);
  };
  Operands operands{
      .inputs = {images(request.type, {request.planes}, request.axes, &WindowAxis::input)},
      .outputs = {result(request.type)}};
  if (request.largest) operands.outputs.push(result(DType::int64));
  return operands;
}

Operands of(const CumulativeSum& request) {
  return {.inputs = {along(request)}, .outputs = {along(request)}};
}

Operands of(const Scatter& request) {
  const TensorType data = tensor(request.type, {request.rows, request.inner});
  return {.inputs = {data, tensor(DType::int64, {request.indices}),
                     tensor(request.type, {request.indices, request.inner})},
          .outputs = {data}};
}

Operands of(const TopK& request) {
  const auto result = [&](DType type) {
    return tensor(type, {request.outer, request.count, request.inner});
  };
  return {.inputs = {along(request)},
          .outputs = {result(request.type), result(DType::int64)},
          .requiresOutput = false};
}

Operands of(const Trees& request) {
  return {.inputs = {tensor(request.type, {request.rows, request.features}),
                     tensor(request.type, {request.targets})},
          .outputs = {tensor(request.type, {request.rows, request.targets}),
                      tensor(DType::int64, {request.rows})},
          .optional = 1};
}

Operands of(const Recurrence& request) {
  const auto [gates, further] = request.cell == Cell::rnn   ? std::pair{1, 1}
                                : request.cell == Cell::gru ? std::pair{3, 1}
                                                            : std::pair{4, 3};
  const DType type = request.type;
  const Count directions = request.directions;
  const Count hidden = request.hidden;
  const TensorType state = tensor(type, {directions, request.batch, hidden});
  Operands operands{
      .inputs = {tensor(type, {request.steps, request.batch, directions, gates, hidden}),
                 tensor(type, {directions, gates, hidden, hidden}), state, state,
                 tensor(type, {directions, further, hidden}),
                 tensor(DType::int32, {request.batch})},
      .outputs = {tensor(type, {request.steps, directions, request.batch, hidden}), state},
      .optional = 4};
  if (request.cell == Cell::lstm) operands.outputs.push(state);
  return operands;
}

Operands of(const PackedProduct& request) {
  return {.inputs = {tensor(request.type, {request.rows, request.depth}),
                     request.transposed ? tensor(request.type, {request.columns, request.depth})
                                        : tensor(request.type, {request.depth, request.columns}),
                     tensor(request.type, {request.columns})},
          .outputs = {tensor(request.type, {request.rows, request.columns})},
          .optional = 1,
          .tellsFinished = true};
}

Operands of(const BlockProduct& request) {
  const Count blocks = divideUp(request.depth, request.block);
  const TensorType scales = tensor(request.type, {request.columns, blocks});
  return {
      .inputs = {tensor(request.type, {request.rows, request.depth}),
                 tensor(DType::uint8, {request.columns, blocks, request.block * request.bits / 8}),
                 scales, scales},
      .outputs = {tensor(request.type, {request.rows, request.columns})},
      .optional = 1};
}

Operands of(const IntegerProduct& request) {
  const auto [type, matrixType, matrices, rows, depth, columns, transposed, ofRows, ofColumns] =
      request;
  const auto zeros = [&](DType of, bool each, Count positions) {
    return each ? tensor(of, {request.matrices, positions}) : tensor(of, {});
  };
  return {.inputs = {tensor(type, {matrices, rows, depth}),
                     transposed ? tensor(matrixType, {matrices, columns, depth})
                                : tensor(matrixType, {matrices, depth, columns}),
                     zeros(type, ofRows, rows), zeros(matrixType, ofColumns, columns)},
          .outputs = {tensor(DType::int32, {matrices, rows, columns})},
          .optional = 2,
          .tellsFinished = true};
}

Operands of(const DynamicQuantization& request) {
  return {.inputs = {tensor(request.type, {request.elements})},
          .outputs = {tensor(DType::uint8, {request.elements}), tensor(request.type, {}),
                      tensor(DType::uint8, {})}};
}

Operands of(const FourierTable& request) {
  return {.outputs = {tensor(request.type, {tablePairs(request), 2})}};
}

Operands of(const Fourier& request) {
  const auto numbers = [&](std::initializer_list<Count> sizes) {
    return tensor(request.type, sizes);
  };
  const TensorType table = of(tableOf(request)).outputs[0];
  return {.inputs = {numbers({request.outer, request.size, request.inner, request.complex ? 2 : 1}),
                     table, numbers({request.length})},
          .outputs = {numbers({request.outer, request.frames, binsOf(request), request.inner, 2})},
          .optional = 1};
}

Operands of(const Sample& request) {
  Shape images = tensor(request.type, {request.batch, request.channels}).shape;
  Shape points = tensor(request.type, {request.batch}).shape;
  Shape results = images;
  for (const Sample::Axis& axis : request.axes) {
    images.push(static_cast<Size>(axis.size));
    points.push(static_cast<Size>(axis.points));
    results.push(static_cast<Size>(axis.points));
  }
  points.push(request.axes.size());
  return {.inputs = {tensorOf(request.type, images), tensorOf(request.pointType, points)},
          .outputs = {tensorOf(request.type, results)}};
}

Operands of(const RegionAlign& request) {
  return {.inputs = {tensor(request.type,
                            {request.batch, request.channels, request.height, request.width}),
                     tensor(request.regionType, {request.regions, 4}),
                     tensor(DType::int64, {request.regions})},
          .outputs = {tensor(request.type,
                             {request.regions, request.channels, request.rows, request.columns})}};
}

Operands of(const DeformedWindows& request) {
  const Count taps = request.axes[0].kernel * request.axes[1].kernel;
  const auto windows = [&](DType type, std::initializer_list<Count> outside) {
    return images(type, outside, request.axes, &WindowAxis::output);
  };
  const Count channels = request.groups * request.channels;
  return {
      .inputs = {images(request.type, {request.batch, channels}, request.axes, &WindowAxis::input),
                 windows(request.offsetType, {request.batch, request.groups, taps, 2}),
                 windows(request.type, {request.batch, request.groups, taps})},
      .outputs = {windows(request.type, {request.batch, channels, taps})},
      .optional = 1};
}

Operands of(const UpdateRows& request) {
  const auto rows = [&](Count count) {
    return tensor(request.type, {request.outer, request.middle, count, request.inner});
  };
  return {.inputs = {rows(request.count), rows(request.kept),
                     tensor(request.startType, {request.outer})},
          .outputs = {rows(request.size)},
          .optional = 2};
}

Operands of(const ReverseSequence& request) {
  const auto [type, batch, steps, inner, timeMajor] = request;
  const TensorType data =
      timeMajor ? tensor(type, {steps, batch, inner}) : tensor(type, {batch, steps, inner});
  return {.inputs = {data, tensor(DType::int64, {batch})}, .outputs = {data}};
}

Operands of(const Unpool& request) {
  Shape windows;
  Shape sizes;
  for (const Unpool::Axis& axis : request.axes) {
    windows.push(static_cast<Size>(axis.windows));
    sizes.push(static_cast<Size>(axis.size));
  }
  return {.inputs = {tensorOf(request.type, windows), tensorOf(DType::int64, windows)},
          .outputs = {tensorOf(request.type, sizes)}};
}

Operands of(const Col2Im& request) {
  Shape taps = images(request.type, {request.planes}, request.axes, &WindowAxis::kernel).shape;
  for (const WindowAxis& axis : request.axes) taps.push(static_cast<Size>(axis.output));
  return {.inputs = {tensorOf(request.type, taps)},
          .outputs = {images(request.type, {request.planes}, request.axes, &WindowAxis::input)}};
}

Operands of(const NonZero& request) {
  return {.inputs = {tensorOf(request.type, request.sizes)},
          .outputs = {tensor(DType::int64, {request.sizes.size(), request.count}),
                      tensor(DType::int64, {})},
          .requiresOutput = false};
}

Operands of(const Unique& request) {
  const TensorType each = tensor(DType::int64, {request.size});
  return {.inputs = {along(request)}, .outputs = {each, each, each}};
}

Operands of(const NonMaxSuppression& request) {
  const auto [type, images, classes, boxes, limit, centred, overlap, score] = request;
  return {.inputs = {tensor(type, {images, boxes, 4}), tensor(type, {images, classes, boxes})},
          .outputs = {tensor(DType::int64, {images, classes, limit, 3}), tensor(DType::int64, {})}};
}

Operands of(const Attention& request) {
  const auto [batch, heads, queries, keys] =
      std::array{request.batch, request.heads, request.queries, request.keys};
  const auto rows = [&](Count ofHeads, Count count, Count size) {
    return tensor(request.type, {request.batch, ofHeads, count, size});
  };
  Shape bias;
  const Count scores[] = {batch, heads, queries, keys};
  for (std::size_t axis = 0; axis < request.bias.size(); ++axis)
    bias.push(request.bias[axis] ? static_cast<Size>(scores[axis]) : 1);
  return {.inputs = {rows(heads, queries, request.size), rows(request.shared, keys, request.size),
                     rows(request.shared, keys, request.width), tensor(request.endType, {batch}),
                     tensorOf(DType::float32, bias), tensor(DType::float32, {heads})},
          .outputs = {request.merges ? rows(queries, heads, request.width)
                                     : rows(heads, queries, request.width)},
          .optional = 3};
}

Operands of(const Rotation& request) {
  const auto [batch, heads, length, size] =
      std::array{request.batch, request.heads, request.length, request.size};
  const TensorType table = tensor(request.tableType, {request.rows, request.rowSize});
  const TensorType byHeads = tensor(request.type, {batch, heads, length, size});
  return {.inputs = {request.readsTokens ? tensor(request.type, {batch, length, request.tokenSize})
                                         : byHeads,
                     table, table,
                     tensor(request.positionType, {request.sharesPositions ? 1 : batch,
                                                   request.countsPositions ? 1 : length})},
          .outputs = {request.writesTokens ? tensor(request.type, {batch, length, heads, size})
                                           : byHeads},
          .optional = 1};
}

}  // namespace

Operands operandsOf(const LayerRequest& request) {
  return std::visit([](const auto& kind) { return of(kind); }, request);
}

}  // namespace simdcast::layers

#include "layer_sizes.hpp"

#include <algorithm>
#include <limits>

#include "engine/task.hpp"

namespace simdcast::test {
namespace {

constexpr Count kMost = std::numeric_limits<Count>::max();

std::optional<Count> bytesOf(DType type, std::initializer_list<Count> sizes) {
  constexpr Count kHeld = 1 << 16;
  Count bytes = width(type);
  for (Count size : sizes) {
    if (size > kHeld || bytes * size > kHeld) return std::nullopt;
    bytes *= size;
  }
  return bytes;
}

LayerSizes sizesOf(const layers::Copy& of) {
  Count moved = 1;
  for (const auto& axis : of.axes) {
    if (axis.size == 0)
      return {{bytesOf(of.type, {of.inputElements})}, {bytesOf(of.type, {of.outputElements})}};
    moved = std::min(moved, kMost / axis.size) * axis.size;
  }
  // The same element may be moved any number of times.
  const bool isShort = bytesOf(of.type, {moved}).has_value();
  return {{isShort ? bytesOf(of.type, {of.inputElements}) : std::nullopt},
          {bytesOf(of.type, {of.outputElements})}};
}
LayerSizes sizesOf(const layers::Gather& of) {
  return {{bytesOf(of.type, {of.outer, of.size, of.inner}), bytesOf(of.indexType, {of.indices})},
          {bytesOf(of.type, {of.outer, of.indices, of.inner})}};
}
LayerSizes sizesOf(const layers::Reduce& of) {
  std::optional<Count> from = width(of.type);
  std::optional<Count> to = from;
  for (const auto& axis : of.axes) {
    if (from) from = bytesOf(DType::int8, {*from, axis.size});
    if (to && !axis.reduced) to = bytesOf(DType::int8, {*to, axis.size});
  }
  return {{from}, {to}};
}
LayerSizes sizesOf(const layers::ArgMax& of) {
  return {{bytesOf(of.type, {of.outer, of.size, of.inner})},
          {bytesOf(DType::int64, {of.outer, of.inner})}};
}
LayerSizes sizesOf(const layers::Softmax& of) {
  const std::optional<Count> bytes = bytesOf(of.type, {of.outer, of.size, of.inner});
  return {{bytes}, {bytes}};
}
LayerSizes sizesOf(const layers::LayerNormalization& of) {
  const std::optional<Count> bytes = bytesOf(of.type, {of.rows, of.size});
  const std::optional<Count> statistics = bytesOf(of.stashType, {of.rows});
  return {
      {bytes, bytesOf(of.type, {of.scaleRows, of.size}), bytesOf(of.type, {of.biasRows, of.size})},
      {bytes, statistics, statistics}};
}
LayerSizes sizesOf(const layers::Range& of) {
  return {{width(of.type), width(of.type)}, {bytesOf(of.type, {of.elements})}};
}

std::optional<Count> bytesOf(DType type, Count images, const WindowAxes& axes,
                             Count WindowAxis::*size) {
  std::optional<Count> bytes = bytesOf(type, {images});
  for (const auto& axis : axes)
    if (bytes) bytes = bytesOf(DType::int8, {*bytes, axis.*size});
  return bytes;
}
LayerSizes sizesOf(const layers::Convolution& of) {
  using Axis = WindowAxis;
  const auto product = [&](std::initializer_list<Count> sizes) {
    return bytesOf(DType::int8, sizes).value_or(kMost);
  };
  const Count outputs = product({of.groups, of.outputChannels});
  // int16 is added up in 32 bits.
  const DType sums = of.type == DType::int16 ? DType::int32 : of.type;
  const Count taps = bytesOf(DType::int8, of.inputChannels, of.axes, &Axis::kernel).value_or(kMost);
  return {
      {bytesOf(of.type, product({of.batch, of.groups, of.inputChannels}), of.axes, &Axis::input),
       bytesOf(of.type, {outputs, taps}), bytesOf(sums, {outputs})},
      {bytesOf(sums, product({of.batch, outputs}), of.axes, &Axis::output)}};
}
LayerSizes sizesOf(const layers::Pool& of) {
  using Axis = WindowAxis;
  LayerSizes sizes{{bytesOf(of.type, of.planes, of.axes, &Axis::input)},
                   {bytesOf(of.type, of.planes, of.axes, &Axis::output)}};
  // A sum has no position.
  if (of.largest) sizes.outputs.push_back(bytesOf(DType::int64, of.planes, of.axes, &Axis::output));
  return sizes;
}

LayerSizes sizesOf(const layers::CumulativeSum& of) {
  const std::optional<Count> bytes = bytesOf(of.type, {of.outer, of.size, of.inner});
  return {{bytes}, {bytes}};
}
LayerSizes sizesOf(const layers::Scatter& of) {
  const std::optional<Count> data = bytesOf(of.type, {of.rows, of.inner});
  return {{data, bytesOf(DType::int64, {of.indices}), bytesOf(of.type, {of.indices, of.inner})},
          {data}};
}
LayerSizes sizesOf(const layers::TopK& of) {
  return {{bytesOf(of.type, {of.outer, of.size, of.inner})},
          {bytesOf(of.type, {of.outer, of.count, of.inner}),
           bytesOf(DType::int64, {of.outer, of.count, of.inner})}};
}
LayerSizes sizesOf(const layers::Trees& of) {
  return {{bytesOf(of.type, {of.rows, of.features}), bytesOf(of.type, {of.targets})},
          {bytesOf(of.type, {of.rows, of.targets}), bytesOf(DType::int64, {of.rows})}};
}
LayerSizes sizesOf(const layers::Recurrence& of) {
  const Count gates = of.cell == layers::Cell::rnn ? 1 : of.cell == layers::Cell::gru ? 3 : 4;
  const std::optional<Count> states = bytesOf(of.type, {of.directions, of.batch, of.hidden});
  const Count further = of.cell == layers::Cell::lstm ? 3 : 1;
  return {
      {bytesOf(of.type, {of.steps, of.batch, of.directions, gates, of.hidden}),
       bytesOf(of.type, {of.directions, gates, of.hidden, of.hidden}), states, states,
       bytesOf(of.type, {of.directions, further, of.hidden}), bytesOf(DType::int32, {of.batch})},
      {bytesOf(of.type, {of.steps, of.directions, of.batch, of.hidden}), states, states}};
}
LayerSizes sizesOf(const layers::PackedProduct& of) {
  return {{bytesOf(of.type, {of.rows, of.depth}), bytesOf(of.type, {of.depth, of.columns}),
           bytesOf(of.type, {of.columns})},
          {bytesOf(of.type, {of.rows, of.columns})}};
}

LayerSizes sizesOf(const layers::BlockProduct& of) {
  const Count blocks = (of.depth + of.block - 1) / of.block;
  const std::optional<Count> scales = bytesOf(of.type, {of.columns, blocks});
  return {{bytesOf(of.type, {of.rows, of.depth}),
           bytesOf(DType::uint8, {of.columns, blocks, of.block * of.bits / 8}), scales, scales},
          {bytesOf(of.type, {of.rows, of.columns})}};
}

LayerSizes sizesOf(const layers::IntegerProduct& of) {
  const auto zeros = [&](DType type, bool each, Count positions) {
    return each ? bytesOf(type, {of.matrices, positions}) : width(type);
  };
  return {{bytesOf(of.type, {of.matrices, of.rows, of.depth}),
           bytesOf(of.matrixType, {of.matrices, of.depth, of.columns}),
           zeros(of.type, of.zeroOfEachRow, of.rows),
           zeros(of.matrixType, of.zeroOfEachColumn, of.columns)},
          {bytesOf(DType::int32, {of.matrices, of.rows, of.columns})}};
}
LayerSizes sizesOf(const layers::DynamicQuantization& of) {
  return {{bytesOf(of.type, {of.elements})},
          {bytesOf(DType::uint8, {of.elements}), width(of.type), width(DType::uint8)}};
}
LayerSizes sizesOf(const layers::Sample& of) {
  std::optional<Count> images = bytesOf(of.type, {of.batch, of.channels});
  std::optional<Count> results = images;
  std::optional<Count> points =
      bytesOf(of.pointType, {of.batch, static_cast<Count>(of.axes.size())});
  for (const auto& axis : of.axes) {
    if (images) images = bytesOf(DType::int8, {*images, axis.size});
    if (points) points = bytesOf(DType::int8, {*points, axis.points});
    if (results) results = bytesOf(DType::int8, {*results, axis.points});
  }
  return {{images, points}, {results}};
}
LayerSizes sizesOf(const layers::RegionAlign& of) {
  return {{bytesOf(of.type, {of.batch, of.channels, of.height, of.width}),
           bytesOf(of.regionType, {of.regions, 4}), bytesOf(DType::int64, {of.regions})},
          {bytesOf(of.type, {of.regions, of.channels, of.rows, of.columns})}};
}
LayerSizes sizesOf(const layers::DeformedWindows& of) {
  const WindowAxis& down = of.axes[0];
  const WindowAxis& across = of.axes[1];
  const auto windows = [&](DType type, std::initializer_list<Count> outside) {
    const std::optional<Count> bytes = bytesOf(type, outside);
    return bytes ? bytesOf(DType::int8,
                           {*bytes, down.kernel, across.kernel, down.output, across.output})
                 : bytes;
  };
  return {
      {bytesOf(of.type, {of.batch, of.groups, of.channels, down.input, across.input}),
       windows(of.offsetType, {of.batch, of.groups, 2}), windows(of.type, {of.batch, of.groups})},
      {windows(of.type, {of.batch, of.groups, of.channels})}};
}

// Only the layer knows the length of a table.
std::optional<Count> tableBytesOf(const layers::FourierTable& of) {
  constexpr Count kHeld = 1 << 12;
  if (of.length > kHeld) return std::nullopt;
  const auto made = Task::make(of);
  return std::get<Task>(made).outputs()[0].bytes;
}
LayerSizes sizesOf(const layers::FourierTable& of) { return {{}, {tableBytesOf(of)}}; }
LayerSizes sizesOf(const layers::Fourier& of) {
  const Count bins = of.oneSided ? of.length / 2 + 1 : of.length;
  const layers::FourierTable table{.length = of.length, .complex = of.complex};
  return {{bytesOf(of.type, {of.outer, of.size, of.inner, of.complex ? 2 : 1}), tableBytesOf(table),
           bytesOf(of.type, {of.length})},
          {bytesOf(of.type, {of.outer, of.frames, bins, of.inner, 2})}};
}
LayerSizes sizesOf(const layers::UpdateRows& of) {
  const auto rows = [&](Count count) {
    return bytesOf(of.type, {of.outer, of.middle, count, of.inner});
  };
  return {{rows(of.count), rows(of.kept), bytesOf(of.startType, {of.outer})}, {rows(of.size)}};
}
LayerSizes sizesOf(const layers::ReverseSequence& of) {
  const std::optional<Count> bytes = bytesOf(of.type, {of.batch, of.steps, of.inner});
  return {{bytes, bytesOf(DType::int64, {of.batch})}, {bytes}};
}
LayerSizes sizesOf(const layers::Unpool& of) {
  using Axis = layers::Unpool::Axis;
  const auto bytes = [&](DType type, Count Axis::*size) {
    std::optional<Count> product = width(type);
    for (const Axis& axis : of.axes)
      if (product) product = bytesOf(DType::int8, {*product, axis.*size});
    return product;
  };
  return {{bytes(of.type, &Axis::windows), bytes(DType::int64, &Axis::windows)},
          {bytes(of.type, &Axis::size)}};
}
LayerSizes sizesOf(const layers::Col2Im& of) {
  using Axis = WindowAxis;
  const std::optional<Count> taps = bytesOf(of.type, of.planes, of.axes, &Axis::kernel);
  return {{taps ? bytesOf(DType::int8, *taps, of.axes, &Axis::output) : std::nullopt},
          {bytesOf(of.type, of.planes, of.axes, &Axis::input)}};
}
LayerSizes sizesOf(const layers::NonZero& of) {
  std::optional<Count> mask = width(of.type);
  for (const Size size : of.sizes)
    if (mask) mask = bytesOf(DType::int8, {*mask, size});
  return {{mask}, {bytesOf(DType::int64, {of.sizes.size(), of.count}), width(DType::int64)}};
}
LayerSizes sizesOf(const layers::Unique& of) {
  const std::optional<Count> each = bytesOf(DType::int64, {of.size});
  return {{bytesOf(of.type, {of.outer, of.size, of.inner})}, {each, each, each}};
}
LayerSizes sizesOf(const layers::NonMaxSuppression& of) {
  return {{bytesOf(of.type, {of.images, of.boxes, 4}),
           bytesOf(of.type, {of.images, of.classes, of.boxes})},
          {bytesOf(DType::int64, {of.images, of.classes, of.limit, 3}), width(DType::int64)}};
}
LayerSizes sizesOf(const layers::Attention& of) {
  const Count scores[] = {of.batch, of.heads, of.queries, of.keys};
  const auto biased = [&](std::size_t axis) { return of.bias[axis] ? scores[axis] : 1; };
  return {
      {bytesOf(of.type, {of.batch, of.heads, of.queries, of.size}),
       bytesOf(of.type, {of.batch, of.shared, of.keys, of.size}),
       bytesOf(of.type, {of.batch, of.shared, of.keys, of.width}), bytesOf(of.endType, {of.batch}),
       bytesOf(DType::float32, {biased(0), biased(1), biased(2), biased(3)}),
       bytesOf(DType::float32, {of.heads})},
      {bytesOf(of.type, {of.batch, of.heads, of.queries, of.width})}};
}
LayerSizes sizesOf(const layers::Rotation& of) {
  const std::optional<Count> heads = bytesOf(of.type, {of.batch, of.heads, of.length, of.size});
  const std::optional<Count> table = bytesOf(of.tableType, {of.rows, of.rowSize});
  return {
      {of.readsTokens ? bytesOf(of.type, {of.batch, of.length, of.tokenSize}) : heads, table, table,
       bytesOf(of.positionType,
               {of.sharesPositions ? 1 : of.batch, of.countsPositions ? 1 : of.length})},
      {heads}};
}

}  // namespace

bool LayerSizes::areHeld() const {
  for (const auto* list : {&inputs, &outputs})
    for (const auto& bytes : *list)
      if (!bytes.has_value()) return false;
  return true;
}

LayerSizes sizesOf(const layers::LayerRequest& request) {
  return std::visit([](const auto& kind) { return sizesOf(kind); }, request);
}

bool isLong(const layers::LayerRequest& request) {
  constexpr Count kTurns = 1 << 16;
  if (const auto* gather = std::get_if<layers::Gather>(&request)) return gather->outer > kTurns;
  if (const auto* argMax = std::get_if<layers::ArgMax>(&request)) return argMax->outer > kTurns;
  // Images are traversed even without elements or weights.
  if (const auto* of = std::get_if<layers::Convolution>(&request))
    return of->batch > kTurns || of->groups > kTurns || of->outputChannels > kTurns;
  if (const auto* pool = std::get_if<layers::Pool>(&request)) return pool->planes > kTurns;
  if (const auto* sum = std::get_if<layers::CumulativeSum>(&request)) return sum->outer > kTurns;
  if (const auto* top = std::get_if<layers::TopK>(&request))
    return top->outer > kTurns || top->inner > kTurns;
  if (const auto* of = std::get_if<layers::Recurrence>(&request))
    return of->steps > kTurns || of->batch > kTurns;
  if (const auto* of = std::get_if<layers::BlockProduct>(&request))
    return of->rows > kTurns || of->columns > kTurns;
  if (const auto* of = std::get_if<layers::IntegerProduct>(&request))
    return of->matrices > kTurns || of->rows > kTurns || of->columns > kTurns;
  return false;
}

}  // namespace simdcast::test

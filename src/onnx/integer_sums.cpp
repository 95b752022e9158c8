// Sums of products of bytes minus their zero points.
#include <optional>

#include "convolving.hpp"
#include "quantizing.hpp"

namespace simdcast::onnx {
namespace {

using graph::last;
using graph::sizeOf;
using graph::slice;
using graph::withSize;

// Output channels of a group up to which floats are faster than pairs of int16.
constexpr Count kFewChannels = 2;

// Maximum number of products of bytes minus zero points whose sum float32 represents exactly.
constexpr Count kMostInFloat32 = (1 << 24) / (255 * 255);

// Zero points: a single one, or one for each position of all axes but one.
struct Zeros {
  Value value;
  bool isEach = false;
};

// The zero points of a matrix if they are the same along one of its last two axes.
std::optional<Zeros> zerosAcross(Call& call, const Quantized& matrix, int axis) {
  const auto& [value, zero, at] = matrix;
  if (!zero) return Zeros{};
  call.stretching(at, zero, value.dims);
  if (call.failed()) return std::nullopt;
  const int own = axis - value.rank() + zero.rank();
  if (zero.type != value.type || (own >= 0 && zero.dims[own] != 1)) return std::nullopt;
  if (sizeOf(zero.dims) == 1) return Zeros{zero};
  const Dims dims = withSize(value.dims, axis, 1);
  return Zeros{zero.dims == dims ? zero : call.expand(zero, dims), true};
}

Dims matricesOf(const Value& value) { return slice(value.dims, 0, value.rank() - 2); }

// Like ofAll, or one for each output channel of the weights, shaped for results with this many axes
// from the channels on.
Value ofChannels(Call& call, int at, const Value& weights, int axes) {
  const Value value = call.optional(at);
  if (!value || sizeOf(value.dims) == 1) return ofAll(call, at);
  const Dims channels = slice(weights.dims, 0, std::min(weights.rank(), 1));
  if (!call.checkShape(at, channels)) return {};
  return call.alias(value, graph::joined({channels, graph::ones(std::max(axes - 1, 0))}));
}

// Convolves bytes minus their zero points in int32: two taps at a time, or in exact floats if every
// channel is separate.
Value sums(Call& call, const Quantized& image, const Quantized& kernels, const Value& bias) {
  const Value& weights = kernels.value;
  const Dims sizes = imageSizes(call);
  const Count groups = groupsOf(call, sizes, weights, bias);
  if (call.failed()) return {};
  const WindowAxes axes = windowsOf(call, sizes, slice(weights.dims, 2)).axes;
  const DType floats =
      sizeOf(slice(weights.dims, 1)) <= kMostInFloat32 ? DType::float32 : DType::float64;
  const DType type = weights.dims[0] / groups <= kFewChannels ? floats : DType::int16;
  const Value wide = centred(call, image, type);
  const Value factors = centred(call, kernels, type);
  if (type == DType::int16) return convolved(call, wide, factors, bias, groups, axes);
  const Value made = call.cast(convolved(call, wide, factors, {}, groups, axes), DType::int32);
  if (!bias) return made;
  const Dims channels = graph::joined({bias.dims, graph::ones(sizes.size())});
  return call.compute(OpId::add, made, call.alias(bias, channels));
}

}  // namespace

Value integerProduct(Call& call, const Quantized& first, const Quantized& second, bool transposed) {
  if (call.failed()) return {};
  const Value& a = first.value;
  const Value& b = second.value;
  const auto apart = [&] {
    return call.matMul(centred(call, first, DType::int32), centred(call, second, DType::int32));
  };
  if (a.rank() < 2 || b.rank() < 2) return apart();
  const int depth = b.rank() - (transposed ? 1 : 2);
  const int columns = b.rank() - (transposed ? 2 : 1);
  const Dims matrices = matricesOf(b);
  const bool isShared = sizeOf(matrices) == 1 ? b.rank() <= a.rank() : matrices == matricesOf(a);
  if (last(a.dims) != b.dims[depth] || !isShared) return apart();
  const std::optional<Zeros> rowZeros = zerosAcross(call, first, a.rank() - 1);
  if (!rowZeros) return apart();
  const std::optional<Zeros> columnZeros = zerosAcross(call, second, depth);
  if (!columnZeros) return apart();
  const Dims made = withSize(a.dims, a.rank() - 1, b.dims[columns]);
  if (!call.checkDims(made)) return {};
  const Count count = sizeOf(matrices);
  const layers::IntegerProduct request{
      .type = a.type,
      .matrixType = b.type,
      .matrices = count,
      .rows = count == 0 ? 0 : graph::outerOf(a.dims, a.rank() - 1) / count,
      .depth = b.dims[depth],
      .columns = b.dims[columns],
      .transposed = transposed,
      .zeroOfEachRow = rowZeros->isEach,
      .zeroOfEachColumn = columnZeros->isEach};
  const Value packed =
      call.packed(request, b, transposed ? "in pairs of rows" : "in pairs of columns");
  return call.layer(request, {a, packed, rowZeros->value, columnZeros->value},
                    {DType::int32, made});
}

Value integerConvolved(Call& call) {
  const Value weights = call.input(1);
  const Value zero = ofChannels(call, 3, weights, weights.rank());
  return sums(call, {call.input(0), ofAll(call, 2), 2}, {weights, zero, 3}, {});
}

Value quantizedConvolved(Call& call) {
  const Value weights = call.input(3);
  const int rank = weights.rank();
  const Quantized image{call.input(0), ofAll(call, 2), 2};
  const Quantized kernels{weights, ofChannels(call, 5, weights, rank), 5};
  const Value whole = call.cast(sums(call, image, kernels, call.optional(8)), DType::float32);
  const Value scales = ofChannels(call, 4, weights, rank - 1);
  const Value products = call.compute(OpId::mul, ofAll(call, 1), scales);
  const Value factor = call.compute(OpId::div, products, ofAll(call, 6));
  return quantized(call, call.compute(OpId::mul, whole, factor), ofAll(call, 7),
                   call.input(7).type);
}

}  // namespace simdcast::onnx

#include "quantizing.hpp"

#include <array>
#include <string>

#include "window_axes.hpp"

namespace simdcast::onnx {
namespace {

using graph::sizeOf;
using graph::withSize;

// The range of an integer type that values are quantised to.
struct Range {
  DType type{};
  double low = 0;
  double high = 0;
};
constexpr Range kRanges[] = {
    {DType::int8, -128, 127},  {DType::uint8, 0, 255}, {DType::int16, -32768, 32767},
    {DType::uint16, 0, 65535}, {DType::int4, -8, 7},   {DType::uint4, 0, 15},
    {DType::int2, -2, 1},      {DType::uint2, 0, 3},
};

constexpr TypeSet kScales{DType::float32, DType::float16, DType::bfloat16};
// The types in which QuantizeLinear may divide.
constexpr TypeSet kPrecisions = kScales | TypeSet{DType::float64};

// A scale or a zero point, shaped to broadcast with the elements of the first input: a single one,
// one for each position of an axis, or one for each block.
Value fitted(Call& call, int at, const Value& value) {
  const Dims dims = call.input(0).dims;
  if (sizeOf(value.dims) == 1 && value.rank() <= 1) return call.alias(value, {});
  const int axis = call.ownAxis(1, dims.size());
  const Count block = call.integer("block_size", 0);
  if (call.failed()) return {};
  const Count size = dims[axis];
  const bool isBlocked = block > 0 && value.rank() == dims.size();
  const Dims wanted = isBlocked ? withSize(dims, axis, ceilDivide(size, block)) : Dims{size};
  if (value.dims != wanted) return call.wrongShape(at, wanted);
  if (!isBlocked)
    return call.alias(value, graph::joined({{size}, graph::ones(dims.size() - axis - 1)}));
  const Value blocks = call.table(
      DType::int32, {size}, [&](Count position) { return static_cast<double>(position / block); });
  return call.gathered(value, blocks, axis);
}

Value inFloat32(Call& call, const Value& value) { return call.cast(value, DType::float32); }

// Adds the zero point, and rounds once.
Value quantizedFloat(Call& call, const Value& quotient, const Value& zero, DType to) {
  const Value moved = zero ? call.compute(OpId::add, quotient, inFloat32(call, zero)) : quotient;
  AttributeValues choices;
  choices.set(Attribute::saturate, call.flag("saturate", true) ? 1 : 0);
  return call.cast(moved, to, choices);
}

// Tells constant zero points apart.
std::string nameOf(Call& call, const Value& zero) {
  if (!zero) return {};
  std::string text(name(zero.type));
  for (const Count size : zero.dims) text.append(",").append(std::to_string(size));
  for (const std::byte byte : call.builder().known(zero)) text.push_back(static_cast<char>(byte));
  return text;
}

}  // namespace

Value ofAll(Call& call, int at) {
  const Value value = call.optional(at);
  if (!value || sizeOf(value.dims) == 1) return call.alias(value, {});
  return call.fail(faults::scalar(call.label(), at));
}

Value ofMatrix(Call& call, int at, bool rows) {
  const Value value = call.optional(at);
  if (!value) return {};
  if (sizeOf(value.dims) == 1) return call.alias(value, {});
  if (value.rank() > 1 || !rows) return value;
  return call.alias(value, {value.dims[0], 1});
}

Quantized matrixOf(Call& call, int elements, int at, bool rows) {
  return {call.input(elements), ofMatrix(call, at, rows), at};
}

Value quantized(Call& call, const Value& quotient, const Value& zero, DType to) {
  const Range* range = std::ranges::find(kRanges, to, &Range::type);
  if (range == std::end(kRanges)) return quantizedFloat(call, quotient, zero, to);
  const Value rounded = call.compute(OpId::round, quotient);
  const Value moved = zero ? call.compute(OpId::add, rounded, inFloat32(call, zero)) : rounded;
  const Value low = call.number(DType::float32, range->low);
  const Value high = call.number(DType::float32, range->high);
  return call.cast(call.compute(OpId::clip, moved, low, high), to);
}

Value centred(Call& call, const Quantized& quantized, DType to) {
  const Value& value = quantized.value;
  const Value& zero = quantized.zero;
  const auto less = [&] {
    const Value wide = call.cast(value, to);
    if (!zero) return wide;
    const Value subtracted = call.cast(call.stretching(quantized.at, zero, value.dims), to);
    return call.compute(OpId::sub, wide, subtracted);
  };
  if (!Builder::areConstant(std::array{value, zero})) return less();
  return call.builder().derived(
      value, std::string(name(to)).append(" less ").append(nameOf(call, zero)), less);
}

Value quantizedLinearly(Call& call) {
  const Value zero = call.optional(2);
  const DType to =
      zero ? zero.type : call.elementType("output_dtype", DType::uint8, call.version().typesAt(2));
  const DType type = call.elementType("precision", DType::float32, kPrecisions);
  const Value scale = fitted(call, 1, call.cast(call.input(1), type));
  const Value quotient = call.compute(OpId::div, call.cast(call.input(0), type), scale);
  const Value fit = zero ? fitted(call, 2, zero) : Value{};
  return quantized(call, inFloat32(call, quotient), fit, to);
}

Value dequantizedLinearly(Call& call) {
  const Value input = call.input(0);
  const Value scale = call.input(1);
  const Value zero = call.optional(2);
  const DType to = call.elementType("output_dtype", scale.type, kScales);
  const Value fit = zero ? fitted(call, 2, zero) : Value{};
  const DType wide = isFloat(input.type) ? DType::float32 : DType::int32;
  const Value whole = centred(call, {input, fit, 2}, wide);
  const Value factor = fitted(call, 1, inFloat32(call, scale));
  return call.cast(call.compute(OpId::mul, inFloat32(call, whole), factor), to);
}

DynamicallyQuantized dynamicallyQuantized(Call& call, const Value& input) {
  const Values made =
      call.layers(layers::DynamicQuantization{.type = input.type, .elements = input.elements()},
                  {input}, {{DType::uint8, input.dims}, {input.type, {}}, {DType::uint8, {}}}, 7);
  if (call.failed()) return {};
  return {made[0], made[1], made[2]};
}

}  // namespace simdcast::onnx

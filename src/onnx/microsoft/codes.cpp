#include "codes.hpp"

#include <array>
#include <bit>

#include "../window_axes.hpp"
#include "shapes.hpp"

namespace simdcast::onnx {
namespace {

constexpr Count kLeastBlock = 16;

// The first opset that has BitwiseAnd.
constexpr int kBitwiseOpset = 18;

Value bytesOf(Call& call, const std::vector<std::uint8_t>& numbers) {
  return call.builder().constantOf<std::uint8_t>(DType::uint8, {static_cast<Count>(numbers.size())},
                                                 numbers);
}

// Bytes shifted right by numbers of bits.
Value shifted(Call& call, const Value& bytes, const Value& shifts) {
  AttributeValues attributes;
  attributes.set(Attribute::direction, 1);  // RIGHT
  return call.compute(OpId::bitShift, std::array{bytes, shifts}, attributes, kBitwiseOpset);
}

}  // namespace

Coding codingOf(Call& call, std::optional<Count> absentBlock) {
  const Count bits = call.integer("bits", 4);
  if (bits != 2 && bits != 4 && bits != 8)
    return call.fail(faults::allowed(call.label(), "bits", bits, "2, 4 or 8"));
  const Count block =
      absentBlock ? call.integer("block_size", *absentBlock) : call.neededInteger("block_size");
  if (call.failed()) return {};
  if (block < kLeastBlock || block > INT32_MAX || !std::has_single_bit(size(block)))
    return call.fail(
        faults::allowed(call.label(), "block_size", block, "a power of two from 16 on"));
  return {.bits = bits, .block = block};
}

Count bytesOfCodes(Count codes, const Coding& coding) { return ceilDivide(codes * coding.bits, 8); }

Value unpacked(Call& call, const Value& bytes, const Coding& coding, Count count) {
  if (call.failed()) return {};
  const int axis = bytes.rank() - 1;
  const Count each = 8 / coding.bits;
  if (each == 1) return call.partOf(bytes, axis, 0, count);
  std::vector<std::uint8_t> shifts;
  for (Count bit = 0; bit < 8; bit += coding.bits) shifts.push_back(static_cast<std::uint8_t>(bit));
  const std::uint8_t mask = static_cast<std::uint8_t>((1 << coding.bits) - 1);
  const Dims made = withSize(bytes.dims, axis, bytes.dims[axis] * each);
  if (!call.checkDims({bytes.elements()}) || !call.checkDims(made)) return {};
  const Value column = call.alias(bytes, {bytes.elements(), 1});
  const Value moved = shifted(call, column, bytesOf(call, shifts));
  const Value codes =
      call.compute(OpId::bitwiseAnd, std::array{moved, bytesOf(call, {mask})}, {}, kBitwiseOpset);
  return call.partOf(call.alias(codes, made), axis, 0, count);
}

Value ofBlocks(Call& call, const Value& value, int axis, Count size, const Coding& coding) {
  const Value blocks = call.table(DType::int32, {size},
                                  [&](Count at) { return static_cast<double>(at / coding.block); });
  return call.gathered(value, blocks, axis);
}

Value dequantized(Call& call, const Value& codes, const Value& scale, const Value& zero) {
  const Value whole =
      call.compute(OpId::sub, call.cast(codes, DType::float32), call.cast(zero, DType::float32));
  return call.compute(OpId::mul, whole, call.cast(scale, DType::float32));
}

Value middleOf(Call& call, const Coding& coding) {
  return call.number(DType::float32, static_cast<double>(Count{1} << (coding.bits - 1)));
}

}  // namespace simdcast::onnx

// GatherBlockQuantized: gathers quantised values and dequantises them.
#include "../window_axes.hpp"
#include "codes.hpp"
#include "operators.hpp"

namespace simdcast::onnx {
namespace {

// Quantised values, with scales and zero points along the axis that has blocks.
struct Coded {
  Coding coding;
  Value codes;
  Value scales;
  Value zeros;  // may be absent
  int axis = 0;
  Count size = 0;  // number of quantised values along the axis

  // Whether several values share a byte, or may.
  [[nodiscard]] bool isPacked() const { return codes.type == DType::uint8; }
};

// Fails because the type of the data does not allow the value of an attribute.
Failed refuse(Call& call, std::string_view attribute, Count got, std::string_view allowed) {
  const std::string reason = std::string(allowed) + ", as the data is ";
  return call.fail(faults::allowed(call.label(), attribute, got,
                                   reason + std::string(name(call.input(0).type))));
}

// The inputs, after checks.
Coded codedOf(Call& call) {
  Coded made{.coding = codingOf(call, 128),
             .codes = call.input(0),
             .scales = call.input(2),
             .zeros = call.optional(3)};
  if (call.failed()) return {};
  const auto& [bits, block] = made.coding;
  const Dims& dims = made.codes.dims;
  if (!made.isPacked() && bits != 4) return refuse(call, "bits", bits, "4");
  made.axis = call.axis(call.integer("quantize_axis", 1), dims.size());
  if (call.failed()) return {};
  if (made.isPacked() && made.axis != dims.size() - 1)
    return refuse(call, "quantize_axis", made.axis, "the last axis");
  const Count width = dims[made.axis];
  made.size = made.isPacked() ? width * 8 / bits : width;
  const Count blocks = ceilDivide(made.size, block);
  call.checkShape(2, withSize(dims, made.axis, blocks));
  if (made.zeros && made.zeros.type != made.codes.type)
    return call.fail(faults::typesDiffer(call.label(), made.codes.type, made.zeros.type));
  const Count zeros = made.isPacked() ? bytesOfCodes(blocks, made.coding) : blocks;
  call.checkShape(3, withSize(dims, made.axis, zeros));
  return made;
}

// The zero points, one for each scale.
Value pointsOf(Call& call, const Coded& coded) {
  if (!coded.isPacked()) return coded.zeros;
  return unpacked(call, coded.zeros, coded.coding, coded.scales.dims[coded.axis]);
}

Value valuesOf(Call& call, const Coded& coded) {
  if (call.failed()) return {};
  const auto stretched = [&](const Value& value) {
    return ofBlocks(call, value, coded.axis, coded.size, coded.coding);
  };
  const Value codes =
      coded.isPacked() ? unpacked(call, coded.codes, coded.coding, coded.size) : coded.codes;
  const Value factors = stretched(coded.scales);
  if (coded.zeros) return dequantized(call, codes, factors, stretched(pointsOf(call, coded)));
  const Value point =
      coded.isPacked() ? middleOf(call, coded.coding) : call.number(DType::float32, 0);
  return dequantized(call, codes, factors, point);
}

}  // namespace

Values gatherBlockQuantized(Call& call) {
  const Value data = call.input(0);
  const Value indices = call.input(1);
  const DType type = call.input(2).type;
  const int axis = call.axis(call.integer("gather_axis", 0), data.rank());
  Coded coded = codedOf(call);
  if (call.failed()) return {};
  const Dims made =
      graph::joined({slice(data.dims, 0, axis), indices.dims, slice(data.dims, axis + 1)});
  if (!call.checkDims(made)) return {};
  if (axis == coded.axis)
    return {call.cast(call.gathered(valuesOf(call, coded), indices, axis), type)};
  // Only the gathered values are unpacked.
  coded.codes = call.gathered(coded.codes, indices, axis);
  coded.scales = call.gathered(coded.scales, indices, axis);
  if (coded.zeros) coded.zeros = call.gathered(coded.zeros, indices, axis);
  if (coded.axis > axis) coded.axis += indices.rank() - 1;
  return {call.cast(valuesOf(call, coded), type)};
}

}  // namespace simdcast::onnx

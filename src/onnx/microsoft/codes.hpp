// Quantised values of 2, 4 and 8 bits that share bytes, in blocks that share a scale.
#pragma once

#include "../call.hpp"

namespace simdcast::onnx {

// How quantised values are packed into bytes, and which of them share a scale.
struct Coding {
  Count bits = 4;
  Count block = 16;  // quantised values along an axis that share a scale
};

// The coding in the attributes. The size of a block is required if there is no default.
[[nodiscard]] Coding codingOf(Call& call, std::optional<Count> absentBlock = {});

// The number of bytes of packed values.
[[nodiscard]] Count bytesOfCodes(Count codes, const Coding& coding);

// Unpacks the first `count` quantised values of each row of bytes, lowest bits first: a byte for
// each value.
[[nodiscard]] Value unpacked(Call& call, const Value& bytes, const Coding& coding, Count count);

// For each quantised value along an axis, the element of its block.
[[nodiscard]] Value ofBlocks(Call& call, const Value& value, int axis, Count size,
                             const Coding& coding);

// Dequantises in float32: subtracts zero points and multiplies by scales.
[[nodiscard]] Value dequantized(Call& call, const Value& codes, const Value& scale,
                                const Value& zero);

// The default zero point: the middle of the range.
[[nodiscard]] Value middleOf(Call& call, const Coding& coding);

}  // namespace simdcast::onnx

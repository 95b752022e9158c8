// Tensors of strings: handles of the session's pool.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../strings/pool.hpp"
#include "call.hpp"

namespace simdcast::onnx {

[[nodiscard]] inline std::span<const strings::Handle> handlesAt(const std::byte* from,
                                                                Count elements) {
  return {reinterpret_cast<const strings::Handle*>(from), static_cast<std::size_t>(elements)};
}
[[nodiscard]] inline std::span<strings::Handle> handlesAt(std::byte* to, Count elements) {
  return {reinterpret_cast<strings::Handle*>(to), static_cast<std::size_t>(elements)};
}

// The handle of a string; a failure if memory is short.
strings::Handle handleOf(Call& call, std::string_view text);

// The strings of an input that determine sizes. Like Call::numbers, fails if they are unknown.
std::vector<std::string_view> textsOf(Call& call, int at);

Value textConstant(Call& call, const Dims& dims, std::span<const std::string> texts);

// A tensor of rows of strings, each padded to the length of the longest. The rows are the last
// axis, after those of `dims`.
Value paddedRows(Call& call, const Dims& dims, std::span<const std::vector<std::string_view>> rows,
                 std::string_view padding);

// A tensor of an attribute, which may have strings.
Value tensorConstant(Call& call, const TensorData& tensor, const Dims& dims);

}  // namespace simdcast::onnx

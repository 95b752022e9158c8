// The equation of Einsum.
#pragma once

#include <vector>

#include "call.hpp"

namespace simdcast::onnx {

// A label for each axis: a letter, or for the axes of an ellipsis -1, -2 and so on, from the right.
using Labels = Dims;

struct Equation {
  std::vector<Labels> terms;
  Labels output;
};

// Reads an equation for the inputs of the call. Fails if it does not fit them.
[[nodiscard]] Equation equationOf(Call& call, std::string_view text);

// The labels in their order, each once.
[[nodiscard]] Labels distinct(const Labels& labels);

template <class Keep>
[[nodiscard]] Labels filtered(const Labels& labels, const Keep& keep) {
  Labels kept;
  for (const Count label : labels)
    if (keep(label)) kept.push(label);
  return kept;
}

}  // namespace simdcast::onnx

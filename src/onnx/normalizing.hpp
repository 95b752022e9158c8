// Normalisation of rows, by their mean and deviation or by their root mean square.
#pragma once

#include "call.hpp"

namespace simdcast::onnx {

// The types in which LayerNormalization and RMSNormalization may compute.
inline constexpr TypeSet kStashes{DType::float32, DType::bfloat16};

struct RowNormalization {
  int axis = 0;  // the first axis of a row
  double epsilon = 1e-5;
  Value scale;    // for a row or for each one, in the type of the rows
  Value bias{};   // the same, or absent
  DType stash{};  // the type to compute in
};

// Rows, each minus its mean and divided by its standard deviation, then scaled; the means; and the
// reciprocals of the deviations.
[[nodiscard]] Values normalizedRows(Call& call, const Value& rows, const RowNormalization& how,
                                    OutputMask wanted);
[[nodiscard]] inline Value normalizedRows(Call& call, const Value& rows,
                                          const RowNormalization& how) {
  const Values made = normalizedRows(call, rows, how, 1);
  return made.empty() ? Value{} : made[0];
}

// ONNX LayerNormalization, which onnxruntime accepts since opset 1.
[[nodiscard]] Values layerNormalization(Call& call);

// Values divided by the root mean square over these axes, and the reciprocal of that root.
struct RootMeanSquare {
  Value normalized;
  Value inverse;
};
[[nodiscard]] RootMeanSquare rootMeanSquare(Call& call, const Value& values, const Dims& axes,
                                            double epsilon);

}  // namespace simdcast::onnx

#include "input_names.hpp"

namespace simdcast::onnx {
namespace {

// The first inputs of each operator, in order.
struct InputNames {
  std::string_view op;
  std::string_view names[3];
};

constexpr InputNames kInputNames[] = {
    {"Compress", {"input", "condition"}},
    {"ConstantOfShape", {"input"}},
    {"CumProd", {"x", "axis"}},
    {"CumSum", {"x", "axis"}},
    {"DFT", {"input"}},
    {"DequantizeLinear", {"x", "x_scale"}},
    {"Expand", {"input", "shape"}},
    {"Gather", {"data", "indices"}},
    {"GatherElements", {"data", "indices"}},
    {"GatherND", {"data", "indices"}},
    {"GridSample", {"X", "grid"}},
    {"OneHot", {"indices", "depth", "values"}},
    {"Pad", {"data", "pads"}},
    {"QuantizeLinear", {"x", "y_scale"}},
    {"Range", {"start", "limit", "delta"}},
    {"Reshape", {"data", "shape"}},
    {"ReverseSequence", {"input", "sequence_lens"}},
    {"RoiAlign", {"X", "rois", "batch_indices"}},
    {"STFT", {"signal", "frame_step"}},
    {"ScatterElements", {"data", "indices", "updates"}},
    {"ScatterND", {"data", "indices", "updates"}},
    {"Slice", {"data", "starts", "ends"}},
    {"Tile", {"input", "repeats"}},
    {"TopK", {"X", "K"}},
    {"Unsqueeze", {"data", "axes"}},
};

}  // namespace

std::string_view inputName(std::string_view op, int at) noexcept {
  if (at < 0 || at >= 3) return {};
  for (const InputNames& row : kInputNames)
    if (row.op == op) return row.names[at];
  return {};
}

}  // namespace simdcast::onnx

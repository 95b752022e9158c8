// Operators with subgraphs, which only models run.
#include "call.hpp"

namespace simdcast::onnx {
namespace {

Values branch(Call& call) { return call.fail(faults::graph(call.label())); }

constexpr Row kBranchingRows[] = {
    {"If", "1,11,13,16,19,21,23,24,25[1..1](){then_branch:graph else_branch:graph}->*", branch},
    // The inputs are a trip count, a condition, and the loop-carried values.
    {"Loop", "1,11,13,16,19,21,23,24,25[0..*](){body:graph}->*", branch},
    {"Scan",
     "8[1..*](){body:graph num_scan_inputs:int directions:ints}->* "
     "9,11,13,16,19,21,23,24,25{body:graph num_scan_inputs:int scan_input_axes:ints "
     "scan_input_directions:ints scan_output_axes:ints scan_output_directions:ints}",
     branch},
};

}  // namespace

const std::span<const Row> rows::kBranching = kBranchingRows;

}  // namespace simdcast::onnx

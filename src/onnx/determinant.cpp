// Det.
#include "sampling.hpp"

namespace simdcast::onnx {
namespace {

// Gaussian elimination with partial pivoting, in place.
double eliminated(double* matrix, Count size) {
  double product = 1;
  for (Count column = 0; column < size; ++column) {
    double* top = matrix + column * size;
    double* pivot = top;
    for (double* row = top + size; row < matrix + size * size; row += size)
      if (std::abs(row[column]) > std::abs(pivot[column])) pivot = row;
    if (pivot != top) {
      std::swap_ranges(top, top + size, pivot);
      product = -product;
    }
    const double first = top[column];
    product *= first;
    if (first == 0) return product;
    for (double* row = top + size; row < matrix + size * size; row += size) {
      const double factor = row[column] / first;
      for (Count at = column; at < size; ++at) row[at] -= factor * top[at];
    }
  }
  return product;
}

// The second output is working memory for a matrix.
template <class Float>
HostWork work(Count matrices, Count size) {
  return [matrices, size](std::byte* const* outputs, const std::byte* const* inputs) {
    auto* results = reinterpret_cast<Float*>(outputs[0]);
    auto* room = reinterpret_cast<double*>(outputs[1]);
    const auto* from = reinterpret_cast<const Float*>(inputs[0]);
    for (Count at = 0; at < matrices; ++at, from += size * size) {
      std::copy_n(from, size * size, room);
      results[at] = static_cast<Float>(eliminated(room, size));
    }
    return std::optional<Fault>();
  };
}

}  // namespace

Values determinant(Call& call) {
  const Value input = call.input(0);
  if (call.failed()) return {};
  const int rank = input.rank();
  const Count size = rank > 0 ? last(input.dims) : 0;
  if (rank < 2 || input.dims[rank - 2] != size)
    return call.fail(faults::operandShape(call.label(), 0, input.dims, {"…", "n", "n"}));
  const Dims made = slice(input.dims, 0, rank - 2);
  return {call.inFloats(input, [&](const Value& value) -> Value {
    const bool isDouble = value.type == DType::float64;
    const Count matrices = sizeOf(made);
    const Count side = matrices > 0 ? size : 0;
    const Form forms[] = {{value.type, made}, {DType::float64, {side, side}}};
    const Values results =
        call.builder().host(forms, {&value, 1}, 3,
                            isDouble ? work<double>(matrices, size) : work<float>(matrices, size));
    return results.empty() ? Value{} : results[0];
  })};
}

}  // namespace simdcast::onnx

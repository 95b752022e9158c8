// Products with the transpositions and the factor that onnxruntime's optimiser fuses into them.
#include "operators.hpp"
#include "shapes.hpp"

namespace simdcast::onnx {
namespace {

// An input in the form that its product takes. `transBatch` moves the first axis before the last
// two, which `trans` then swaps; vectors are unchanged.
Value turned(Call& call, int at, std::string_view letter) {
  const Value value = call.input(at);
  const int rank = value.rank();
  const bool moves = call.flag(std::string("transBatch").append(letter));
  if (moves && rank < 3) return call.wrongShape(at, {"rows", "batch", "columns"});
  Dims perm = allAxes(rank);
  if (moves) std::rotate(perm.begin(), perm.begin() + 1, perm.end() - 1);
  if (call.flag(std::string("trans").append(letter)) && rank > 1)
    std::swap(perm[rank - 2], perm[rank - 1]);
  return call.permuted(value, perm);
}

}  // namespace

Values fusedMatMul(Call& call) {
  const Value a = turned(call, 0, "A");
  const Value b = turned(call, 1, "B");
  const double alpha = call.real("alpha", 1);
  const Value product = call.matMul(a, b);
  if (alpha == 1) return {product};
  return {call.inFloats(product, [&](const Value& x) {
    return call.compute(OpId::mul, x, call.number(x.type, alpha));
  })};
}

}  // namespace simdcast::onnx

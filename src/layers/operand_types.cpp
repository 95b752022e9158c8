#include "operand_types.hpp"

namespace simdcast::layers {

TensorType tensor(DType type, std::initializer_list<Count> sizes) {
  Shape shape;
  for (const Count size : sizes) shape.push(static_cast<Size>(size));
  return tensorOf(type, shape);
}

TensorType images(DType type, std::initializer_list<Count> outside, const WindowAxes& axes,
                  Count WindowAxis::*size) {
  Shape shape = tensor(type, outside).shape;
  for (const WindowAxis& axis : axes) shape.push(static_cast<Size>(axis.*size));
  return tensorOf(type, shape);
}

}  // namespace simdcast::layers

#include "coalesce.hpp"

namespace simdcast {
namespace {

// Whether stride == inner * size, without the product, which may overflow.
bool isTimes(Count stride, Count inner, Count size) {
  if (size == 0) return stride == 0;
  return stride % size == 0 && stride / size == inner;
}

// Whether the axis can be merged with its inner neighbour.
bool goesOn(const StridedAxes& axes, int outer, Count longest) {
  const Count size = axes.sizes[outer + 1];
  if (axes.sizes[outer] > longest / std::max<Count>(1, size)) return false;
  for (const Strides& strides : axes.strides)
    if (!isTimes(strides[outer], strides[outer + 1], size)) return false;
  return true;
}

void erase(StridedAxes& axes, int axis) {
  axes.sizes.erase(axis);
  for (Strides& strides : axes.strides) strides.erase(axis);
}

}  // namespace

StridedAxes coalesce(StridedAxes axes, Count longest) {
  for (int axis = axes.sizes.size() - 1; axis >= 0; --axis) {
    const Count size = axes.sizes[axis];
    const bool isOuter = axis + 1 < axes.sizes.size();
    if (size != 1 && !(isOuter && goesOn(axes, axis, longest))) continue;
    if (size != 1) axes.sizes[axis + 1] *= size;
    erase(axes, axis);
  }
  return axes;
}

}  // namespace simdcast

#include "function_faults.hpp"

namespace simdcast::faults {

Fault perAxis(std::string_view name, int axes, Count given) {
  return {"invalid_integers",
          say("'{}' must have a number for each of the {} axes, but has {}. To resize only some, "
              "pass axes: { {}: […], axes: […] }.",
              {name, axes, given, name})};
}

Fault stack(std::span<const Count> a, std::span<const Count> b) {
  return {"invalid_shape", say("The tensors of stack must have the same shape, but have {} and {}.",
                               {Shown(a), Shown(b)})};
}

Fault maskType(DType type) {
  return {"wrong_type", say("The condition of mask must be bool, but is {}. Compare it first: "
                            "x.mask(x.greater(0)).",
                            {type})};
}

Fault maskAxis(Count axis, std::span<const Count> dims) {
  const auto rank = static_cast<Count>(dims.size());
  return {"invalid_axis",
          say("The axis of mask must be from {} to {}, since x has shape {}, but is {}.",
              {-rank, rank, Shown(dims), axis})};
}

Fault mask(std::span<const Count> mask, std::span<const Count> dims, Count axis) {
  const auto rank = static_cast<Count>(dims.size());
  const Count at = axis < 0 ? axis + rank : axis;
  const Count along = at < rank ? dims[static_cast<std::size_t>(at)] : rank;
  return {
      "invalid_shape",
      say("The condition of mask must have the sizes of x starting at axis {}, but has shape {}, "
          "and x has {}. Pass a condition of shape ({}) for one axis, or {} for single "
          "elements.",
          {axis, Shown(mask), Shown(dims), along, Shown(dims)})};
}

}  // namespace simdcast::faults

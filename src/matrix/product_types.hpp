// The kernels for products of each type.
#pragma once

#include "../base/dtype.hpp"
#include "micro_kernel.hpp"
#include "narrow_kernel.hpp"
#include "packing.hpp"
#include "scale.hpp"
#include "vector_kernels.hpp"

namespace simdcast {

struct ProductType {
  DType type;
  int laneBytes;
  int columns;  // of a panel
  Multiply MicroKernels::*multiply;
  Interleave interleave;        // of lanes
  Interleave interleaveStored;  // of elements as stored; null: no panels are packed before runs
  Scale scale;
  AddRows addRows;  // of elements as stored; null: vectors are multiplied as matrices
  DotRows dotRows;
  SumPanels sumPanels;            // of elements as stored
  MultiplyNarrow multiplyNarrow;  // null: few columns are multiplied like many
};

// Null for a type that has no products.
[[nodiscard]] const ProductType* findProductType(DType type) noexcept;

}  // namespace simdcast

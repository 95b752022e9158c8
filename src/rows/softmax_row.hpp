// Softmax and LogSoftmax of a row, and of adjacent rows as columns.
#pragma once

#include <cstdint>

#include "../base/dtype.hpp"
#include "../base/shape.hpp"

namespace simdcast {

// The result for each element: its probability, 0 if that is subnormal, or its logarithm.
enum class SoftmaxForm : std::uint8_t { exact, flushed, logarithm };

// For n >= 1 elements of a float lane; `to` may be `from`. NaN throughout if one element is NaN or
// infinity, or all are -infinity. In the float32 lane, rows of up to kShortSoftmaxRow elements are
// bit-identical to softmaxColumns.
inline constexpr Count kShortSoftmaxRow = 48;
void softmaxRow(Lane lane, Count n, SoftmaxForm form, std::byte* to, const std::byte* from);

// For `columns` columns, a multiple of kSoftmaxUnit, of n >= 1 elements of the float32 lane each,
// in place. `values` has n rows with an element per column, followed by the same space for the
// exponentials.
inline constexpr Count kSoftmaxUnit = 16;
void softmaxColumns(Count n, Count columns, SoftmaxForm form, std::byte* values);

}  // namespace simdcast

// Softmax and LogSoftmax of a row, and of rows that lie side by side as columns.
#pragma once

#include <cstdint>

#include "../base/dtype.hpp"
#include "../base/shape.hpp"

namespace simdcast::layers {

// What is made of each element: its share, or 0 where that is subnormal, or the share's logarithm.
enum class SoftmaxForm : std::uint8_t { exact, flushed, logarithm };

// Of n >= 1 elements of a float lane; `to` may be `from`. NaN throughout where one element is NaN
// or infinity, or all are -infinity.
// In the float32 lane, rows of up to kShortSoftmaxRow elements have the bits of softmaxColumns.
inline constexpr Count kShortSoftmaxRow = 48;
void softmaxRow(Lane lane, Count n, SoftmaxForm form, std::byte* to, const std::byte* from);

// Of `columns` columns of n >= 1 elements of the float32 lane each, a multiple of kSoftmaxUnit, in
// place. `values` has n rows, of an element of each column, and behind them as much for the powers.
inline constexpr Count kSoftmaxUnit = 16;
void softmaxColumns(Count n, Count columns, SoftmaxForm form, std::byte* values);

}  // namespace simdcast::layers

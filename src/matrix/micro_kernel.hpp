// The product of a packed block of rows and a packed panel of columns, kept in registers
// throughout.
#pragma once

#include "../execute/simd.hpp"
#include "../shape.hpp"

namespace simdcast {

inline constexpr int kRows = 4;
inline constexpr int kVectors = 3;  // of columns

template <class Lane>
inline constexpr int kColumns = kVectors* simd::kLanes<Lane>;

// block[i][j] = the sum over p < k of rows[p][i] * panel[p][j], for kRows rows and kColumns
// columns. For lanes float, double, uint32 and uint64.
template <class Lane>
void multiply(const Lane* rows, const Lane* panel, Count k, Lane* block);

}  // namespace simdcast

// Long rows, cut into runs that a kernel can count.
#pragma once

#include <algorithm>

#include "../base/shape.hpp"

namespace simdcast {

// In elements. Kernels count bytes in a ptrdiff_t, which has 32 bits in wasm; for elements of 8
// bytes this is 2^30 bytes.
inline constexpr Count kLongestRun = Count{1} << 27;

// each(at, n) for every run of the `n` elements.
template <class Each>
void forRuns(Count n, const Each& each, Count longest = kLongestRun) {
  for (Count at = 0; at < n; at += longest)
    each(at, static_cast<std::ptrdiff_t>(std::min(longest, n - at)));
}

}  // namespace simdcast

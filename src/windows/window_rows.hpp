// Adjacent windows in vectors: each lane goes through the taps of its own window.
#pragma once

#include "../matrix/packing.hpp"
#include "../simd/simd.hpp"
#include "window_geometry.hpp"

namespace simdcast {

struct Taps {
  const std::byte* offsets;  // from WindowGeometry::writeTapOffsets
  Count count;
};

// Bytes between the results of adjacent rows of windows, and between their first elements.
struct RowSteps {
  std::size_t to;
  std::size_t from;
};

// to[i] = first, then each(result, weight, element) for every tap, for `n` windows in each of kRows
// rows; `n` is at most the lanes of the vectors, and the first row begins at `from`. Reads enough
// elements to fill the vectors.
template <class Lane, int kRows, int kVectors, class Each>
void foldBlock(std::byte* to, const std::byte* from, const RowSteps& steps, Count n,
               const Taps& taps, Lane first, const Each& each) {
  using V = simd::Vec<Lane>;
  constexpr Count kLanes = simd::kLanes<Lane>;
  V results[kRows][kVectors];
  for (auto& row : results)
    for (V& result : row) result = first;
  const std::byte* offset = taps.offsets;
  for (Count tap = 0; tap < taps.count; ++tap, offset += sizeof(std::size_t)) {
    const std::byte* at = from + simd::load<std::size_t>(offset);
    const V weight = each.weight(tap);
#pragma GCC unroll 4
    for (auto& row : results) {
#pragma GCC unroll 4
      for (int i = 0; i < kVectors; ++i)
        row[i] = each(row[i], weight, simd::load<V>(at + i * Count{sizeof(V)}));
      at += steps.from;
    }
  }
  for (const auto& row : results) {
    for (int i = 0; i < kVectors; ++i) {
      const Count left = n - i * kLanes;
      std::byte* const end = to + i * Count{sizeof(V)};
      if (left >= kLanes) {
        simd::store(end, row[i]);
      } else if (left > 0) {
        std::byte stored[sizeof(V)];
        simd::store(stored, row[i]);
        copyLanes(end, stored, static_cast<std::size_t>(left) * sizeof(Lane));
      }
    }
    to += steps.to;
  }
}

// kRows rows of `n` windows each. If they are longer than a block, the last block repeats some
// windows of the one before it.
template <class Lane, int kRows, int kVectors, class Each>
void foldRow(std::byte* to, const std::byte* from, const RowSteps& steps, Count n, const Taps& taps,
             Lane first, const Each& each) {
  constexpr Count kBytes = sizeof(Lane);
  constexpr Count kBlock = kVectors * simd::kLanes<Lane>;
  for (Count i = 0; i < n; i += kBlock) {
    if (i + kBlock > n && n > kBlock) i = n - kBlock;
    foldBlock<Lane, kRows, kVectors>(to + i * kBytes, from + i * kBytes, steps, n - i, taps, first,
                                     each);
  }
}

template <class Lane, int kRows, int kVectors, class Each>
void foldRows(std::byte* to, const std::byte* from, const RowSteps& steps, Count rows, Count n,
              const Taps& taps, Lane first, const Each& each) {
  for (Count y = 0; y < rows; y += kRows) {
    if (y + kRows > rows) y = rows - kRows;
    foldRow<Lane, kRows, kVectors>(to + static_cast<std::size_t>(y) * steps.to,
                                   from + static_cast<std::size_t>(y) * steps.from, steps, n, taps,
                                   first, each);
  }
}

// All windows of an image, for any number of taps. A block of eight vectors hides the latency of
// each sum.
template <class Lane, class Each>
void foldImage(std::byte* to, const std::byte* from, const WindowGeometry& windows,
               const Taps& taps, Lane first, const Each& each) {
  constexpr Count kLanes = simd::kLanes<Lane>;
  const Count n = windows.axis(2).output;
  const Count rows = windows.axis(1).output;
  const RowSteps steps{static_cast<std::size_t>(n) * sizeof(Lane), windows.rowOffset(0, 1, true)};
  for (Count z = 0; z < windows.axis(0).output;
       ++z, to += static_cast<std::size_t>(rows) * steps.to) {
    const std::byte* at = from + windows.rowOffset(z, 0, true);
    if (rows < 3)
      foldRows<Lane, 1, 4>(to, at, steps, rows, n, taps, first, each);
    else if (n > kLanes)
      foldRows<Lane, 3, 2>(to, at, steps, rows, n, taps, first, each);
    else
      foldRows<Lane, 3, 1>(to, at, steps, rows, n, taps, first, each);
  }
}

}  // namespace simdcast

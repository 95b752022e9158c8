// Windows side by side, in vectors: each lane goes through the taps of a window of its own.
#pragma once

#include "../matrix/packing.hpp"
#include "../simd/simd.hpp"
#include "windows.hpp"

namespace simdcast::layers {

struct Taps {
  const std::byte* offsets;  // as Windows::writeTapOffsets has them
  Count count;
};

// to[i] = first, and then each(result, weight, element) for every tap, of `n` windows of which the
// first starts at `from`. As many elements as fill the vectors are read.
template <class Lane, int kVectors, class Each>
void foldWindows(std::byte* to, const std::byte* from, Count n, const Taps& taps, Lane first,
                 const Each& each) {
  using V = simd::Vec<Lane>;
  constexpr Count kLanes = simd::kLanes<Lane>;
  V results[kVectors];
  for (V& result : results) result = first;
  const std::byte* offset = taps.offsets;
  for (Count tap = 0; tap < taps.count; ++tap, offset += sizeof(std::size_t)) {
    const std::byte* at = from + simd::load<std::size_t>(offset);
    const V weight = each.weight(tap);
#pragma GCC unroll 4
    for (int i = 0; i < kVectors; ++i)
      results[i] = each(results[i], weight, simd::load<V>(at + i * Count{sizeof(V)}));
  }
  for (int i = 0; i < kVectors; ++i, n -= kLanes, to += sizeof(V)) {
    if (n >= kLanes) {
      simd::store(to, results[i]);
    } else if (n > 0) {
      std::byte stored[sizeof(V)];
      simd::store(stored, results[i]);
      copyLanes(to, stored, static_cast<std::size_t>(n) * sizeof(Lane));
    }
  }
}

// A row of `n` windows. Of one that is longer than a turn, the last turn repeats some windows of
// the one before it.
template <class Lane, class Each>
void foldRow(std::byte* to, const std::byte* from, Count n, const Taps& taps, Lane first,
             const Each& each) {
  constexpr Count kBytes = sizeof(Lane);
  constexpr Count kLanes = simd::kLanes<Lane>;
  constexpr Count kTurn = 4 * kLanes;
  if (n <= kLanes) return foldWindows<Lane, 1>(to, from, n, taps, first, each);
  if (n <= 2 * kLanes) return foldWindows<Lane, 2>(to, from, n, taps, first, each);
  if (n < kTurn) return foldWindows<Lane, 4>(to, from, n, taps, first, each);
  for (Count i = 0; i < n; i += kTurn) {
    if (i + kTurn > n) i = n - kTurn;
    foldWindows<Lane, 4>(to + i * kBytes, from + i * kBytes, kTurn, taps, first, each);
  }
}

// All windows of an image, or of as many as the taps have.
template <class Lane, class Each>
void foldImage(std::byte* to, const std::byte* from, const Windows& windows, const Taps& taps,
               Lane first, const Each& each) {
  constexpr Count kBytes = sizeof(Lane);
  const Count row = windows.axis(2).output;
  for (Count z = 0; z < windows.axis(0).output; ++z)
    for (Count y = 0; y < windows.axis(1).output; ++y, to += row * kBytes)
      foldRow(to, from + windows.rowOffset(z, y, true), row, taps, first, each);
}

}  // namespace simdcast::layers

// Windows side by side, in vectors: each lane goes through the taps of a window of its own.
#pragma once

#include <algorithm>

#include "../matrix/packing.hpp"
#include "../simd/simd.hpp"
#include "windows.hpp"

namespace simdcast::layers {

// The taps of images that lie one after the other.
struct Taps {
  const std::byte* offsets;  // a Count for each tap
  Count count;
  Count planes;
  Count planeStep;
};

// to[i] = first, and then each(result, tap, element) for every tap of every image, of `n` windows
// of which the first starts at `from`. As many elements as fill the vectors of a row are read.
template <class Lane, int kVectors, class Each>
void foldWindows(std::byte* to, const std::byte* from, Count n, const Taps& taps, Lane first,
                 const Each& each) {
  using V = simd::Vec<Lane>;
  constexpr Count kBytes = sizeof(Lane);
  V results[kVectors];
  for (V& result : results) result = first;
  Count tap = 0;
  for (Count plane = 0; plane < taps.planes; ++plane, from += taps.planeStep * kBytes)
    for (Count t = 0; t < taps.count; ++t, ++tap) {
      const std::byte* at =
          from + simd::load<Count>(taps.offsets + t * Count{sizeof(Count)}) * kBytes;
      const V weight = each.weight(tap);
#pragma GCC unroll 4
      for (int i = 0; i < kVectors; ++i)
        results[i] = each(results[i], weight, simd::load<V>(at + i * Count{sizeof(V)}));
    }
  if (n == kVectors * simd::kLanes<Lane>) {
    for (int i = 0; i < kVectors; ++i) simd::store(to + i * Count{sizeof(V)}, results[i]);
    return;
  }
  std::byte tile[sizeof results];
  std::memcpy(tile, results, sizeof results);
  copyLanes(to, tile, static_cast<std::size_t>(n * kBytes));
}

// A row of `n` windows.
template <class Lane, class Each>
void foldRow(std::byte* to, const std::byte* from, Count n, const Taps& taps, Lane first,
             const Each& each) {
  constexpr Count kLanes = simd::kLanes<Lane>;
  while (n > 0) {
    const auto fold = n > 2 * kLanes ? foldWindows<Lane, 4, Each>
                      : n > kLanes   ? foldWindows<Lane, 2, Each>
                                     : foldWindows<Lane, 1, Each>;
    const Count most = n > 2 * kLanes ? 4 * kLanes : n > kLanes ? 2 * kLanes : kLanes;
    const Count few = std::min(n, most);
    fold(to, from, few, taps, first, each);
    to += few * Count{sizeof(Lane)};
    from += few * Count{sizeof(Lane)};
    n -= few;
  }
}

// All windows of an image, or of as many as the taps have.
template <class Lane, class Each>
void foldImage(std::byte* to, const std::byte* from, const Windows& windows, bool copied,
               const Taps& taps, Lane first, const Each& each) {
  constexpr Count kBytes = sizeof(Lane);
  const Count row = windows.axis(2).output;
  for (Count z = 0; z < windows.axis(0).output; ++z)
    for (Count y = 0; y < windows.axis(1).output; ++y, to += row * kBytes)
      foldRow(to, from + windows.windowOffset(z, y, copied) * kBytes, row, taps, first, each);
}

}  // namespace simdcast::layers

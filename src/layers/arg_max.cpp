#include <algorithm>

#include "../simd/simd.hpp"
#include "compute_lane.hpp"
#include "share.hpp"

namespace simdcast::layers {
namespace {

using simd::Mask;
using simd::Vec;

template <class T>
constexpr Count kLanes = simd::kLanes<T>;

// Elements along the axis, `stride` apart; those of the neighbouring columns lie beside them.
template <class T>
struct Lines {
  const std::byte* from;
  Count count;
  Count stride;

  template <class V>
  [[nodiscard]] V load(Count element, Count column = 0) const {
    return simd::load<V>(from + (element * stride + column) * static_cast<Count>(sizeof(T)));
  }
};

// Of single values or of vectors; false for NaN.
template <bool kSmallest, class V>
auto isBefore(V a, V b) {
  if constexpr (kSmallest)
    return a < b;
  else
    return a > b;
}

// Whether a later value takes the place of the best so far. NaN is before every number.
template <bool kSmallest, class T>
bool isBetter(T value, T best, bool last) {
  if (value != value) return last || best == best;
  return isBefore<kSmallest>(value, best) || (last && value == best);
}

// The same of lanes, where `last` has all bits or none.
template <bool kSmallest, class T>
Mask<T> isBetter(Vec<T> value, Vec<T> best, Mask<T> last) {
  const Mask<T> later = isBefore<kSmallest>(value, best) | ((value == best) & last);
  if constexpr (std::is_integral_v<T>) return later;
  return later | ((value != value) & ((best == best) | last));
}

template <bool kSmallest, class T>
Count indexInColumn(const Lines<T>& lines, Count column, bool last) {
  Count index = 0;
  T best = lines.template load<T>(0, column);
  for (Count i = 1; i < lines.count; ++i) {
    const T value = lines.template load<T>(i, column);
    if (!isBetter<kSmallest>(value, best, last)) continue;
    best = value;
    index = i;
  }
  return index;
}

// Columns side by side are searched row by row, so that memory is read in order; as many at once as
// L1 has room for.
constexpr int kMostVectors = 128;

template <bool kSmallest, class T>
void indicesInColumns(const Lines<T>& lines, Count column, int vectors, bool last, std::byte* to) {
  using Index = simd::SignedOf<sizeof(T)>;
  const Mask<T> lastMask = static_cast<Index>(last ? -1 : 0);
  Vec<T> best[kMostVectors];
  Mask<T> index[kMostVectors];
  for (int k = 0; k < vectors; ++k) {
    best[k] = lines.template load<Vec<T>>(0, column + k * kLanes<T>);
    index[k] = Index{0};
  }
  for (Count i = 1; i < lines.count; ++i) {
    for (int k = 0; k < vectors; ++k) {
      const Vec<T> value = lines.template load<Vec<T>>(i, column + k * kLanes<T>);
      const Mask<T> better = isBetter<kSmallest>(value, best[k], lastMask);
      if (!simd::any(better)) continue;
      best[k] = select(better, value, best[k]);
      index[k] = select(better, Mask<T>(static_cast<Index>(i)), index[k]);
    }
  }
  for (int k = 0; k < vectors; ++k)
    for (int lane = 0; lane < kLanes<T>; ++lane, to += sizeof(Count))
      simd::store(to, static_cast<Count>(index[k].raw[lane]));
}

// What a row is searched for: its best value, or NaN.
template <class T>
struct Sought {
  T value;
  bool isNan;

  [[nodiscard]] bool is(T x) const { return isNan ? x != x : x == value; }
  [[nodiscard]] Mask<T> in(Vec<T> x) const {
    if constexpr (std::is_integral_v<T>) return x == Vec<T>(value);
    return isNan ? x != x : x == Vec<T>(value);
  }
};

// Of at least one vector. The last one overlaps the one before.
template <bool kSmallest, class T>
Sought<T> bestInRow(const Lines<T>& row) {
  constexpr Count kTurn = simd::kUnroll * kLanes<T>;
  Vec<T> best[simd::kUnroll];
  Mask<T> nans = simd::SignedOf<sizeof(T)>{0};
  for (Vec<T>& each : best) each = row.template load<Vec<T>>(0);
  const auto take = [&](int k, Count at) {
    const Vec<T> x = row.template load<Vec<T>>(at);
    if constexpr (std::is_floating_point_v<T>) {
      best[k] = kSmallest ? simd::pmin(best[k], x) : simd::pmax(best[k], x);
      nans = nans | (x != x);
    } else {
      best[k] = kSmallest ? simd::min(best[k], x) : simd::max(best[k], x);
    }
  };
  Count at = 0;
  for (; at + kTurn <= row.count; at += kTurn)
    for (int k = 0; k < simd::kUnroll; ++k) take(k, at + k * kLanes<T>);
  for (; at + kLanes<T> <= row.count; at += kLanes<T>) take(0, at);
  take(0, row.count - kLanes<T>);
  T value = best[0].raw[0];
  for (const Vec<T>& each : best)
    for (int lane = 0; lane < kLanes<T>; ++lane)
      if (isBefore<kSmallest>(T{each.raw[lane]}, value)) value = each.raw[lane];
  return {value, simd::any(nans)};
}

template <class T>
Count firstIn(const Lines<T>& row, const Sought<T>& sought) {
  Count at = 0;
  while (at + kLanes<T> <= row.count && !simd::any(sought.in(row.template load<Vec<T>>(at))))
    at += kLanes<T>;
  while (!sought.is(row.template load<T>(at))) ++at;
  return at;
}

template <class T>
Count lastIn(const Lines<T>& row, const Sought<T>& sought) {
  Count end = row.count;
  while (end >= kLanes<T> && !simd::any(sought.in(row.template load<Vec<T>>(end - kLanes<T>))))
    end -= kLanes<T>;
  while (!sought.is(row.template load<T>(end - 1))) --end;
  return end - 1;
}

// The best value first, then where it is: each pass is a few instructions, and no index is too
// large for a lane.
template <bool kSmallest, class T>
Count indexInRow(const Lines<T>& row, bool last) {
  if (row.count < kLanes<T>) return indexInColumn<kSmallest>(row, 0, last);
  const Sought<T> sought = bestInRow<kSmallest>(row);
  return last ? lastIn(row, sought) : firstIn(row, sought);
}

// The indices of some columns of [count, stride].
template <bool kSmallest, class T>
void indices(const std::byte* from, Count count, Count stride, Count columns, bool last,
             std::byte* to) {
  const Lines<T> lines{from, count, stride};
  if (stride == 1) return simd::store(to, indexInRow<kSmallest>(lines, last));
  const auto place = [&](Count column) { return to + column * static_cast<Count>(sizeof(Count)); };
  Count column = 0;
  while (column + kLanes<T> <= columns) {
    const auto vectors = std::min<Count>(kMostVectors, (columns - column) / kLanes<T>);
    indicesInColumns<kSmallest>(lines, column, static_cast<int>(vectors), last, place(column));
    column += vectors * kLanes<T>;
  }
  for (; column < columns; ++column)
    simd::store(place(column), indexInColumn<kSmallest>(lines, column, last));
}

using Indices = void (*)(const std::byte* from, Count count, Count stride, Count columns, bool last,
                         std::byte* to);

template <bool kSmallest>
Indices findIndices(Lane lane) {
  if (lane == Lane::f32) return indices<kSmallest, float>;
  if (lane == Lane::f64) return indices<kSmallest, double>;
  return lane == Lane::u64 ? indices<kSmallest, std::uint64_t> : indices<kSmallest, std::int64_t>;
}

Indices findIndices(const ArgMax& request, const ComputeLane& compute) {
  return request.smallest ? findIndices<true>(compute.lane) : findIndices<false>(compute.lane);
}

}  // namespace

bool fits(const ArgMax& request) {
  const bool hasResult = request.outer > 0 && request.inner > 0;
  return lane(request.type) != Lane::none && (request.size > 0 || !hasResult) &&
         areSizes({request.outer, request.size, request.inner});
}

Count workspaceOf(const ArgMax& request) {
  const ComputeLane compute = computeLaneOf(request.type);
  return compute.converts() ? padded(request.size * request.inner * compute.width) : 0;
}

Count run(const ArgMax& request, const Buffers& buffers) {
  const ComputeLane compute = computeLaneOf(request.type);
  const Indices find = findIndices(request, compute);
  const Count slice = request.size * request.inner;
  if (slice == 0) return Layer::kDone;
  const std::byte* from = buffers.inputs[0];
  std::byte* to = buffers.outputs[0];
  for (Count i = 0; i < request.outer; ++i, from += slice * compute.storedWidth) {
    const std::byte* values = compute.bring(slice, from, buffers.workspace);
    find(values, request.size, request.inner, request.inner, request.last, to);
    to += request.inner * static_cast<Count>(sizeof(Count));
  }
  return Layer::kDone;
}

void runColumns(const ArgMax& request, const Buffers& buffers, Count count) {
  const ComputeLane compute = computeLaneOf(request.type);
  const Indices find = findIndices(request, compute);
  const Count row = request.inner * compute.storedWidth;
  const Count stride = compute.converts() ? count : request.inner;
  const std::byte* from = buffers.inputs[0];
  std::byte* to = buffers.outputs[0];
  for (Count i = 0; i < request.outer; ++i, from += request.size * row) {
    const std::byte* values =
        compute.bringColumns(request.size, row, count, from, buffers.workspace);
    find(values, request.size, stride, count, request.last, to);
    to += request.inner * static_cast<Count>(sizeof(Count));
  }
}

}  // namespace simdcast::layers

#include <algorithm>
#include <limits>
#include <type_traits>

#include "../base/costs.hpp"
#include "../rows/compute_lane.hpp"
#include "../simd/simd.hpp"
#include "kind.hpp"

namespace simdcast::layers {
namespace {

using simd::Mask;
using simd::Vec;

template <class T>
constexpr Count kLanes = simd::kLanes<T>;

// A mask for integers whose exclusive or maps the best one to the largest signed one: it flips the
// highest bit of unsigned integers, and reverses the order for the smallest. Floats are unchanged,
// and `kSmallest` reverses their order.
template <class T>
T flipOf(Lane lane, bool smallest) {
  if constexpr (std::is_floating_point_v<T>) {
    return 0;
  } else {
    const T sign = isSigned(lane) ? T{0} : std::numeric_limits<T>::min();
    return smallest ? static_cast<T>(~sign) : sign;
  }
}

// Elements along the axis, `stride` apart; those of neighbouring columns are adjacent.
template <class T>
struct Lines {
  const std::byte* from;
  Count count;
  Count stride;
  T flip;

  [[nodiscard]] const std::byte* at(Count element, Count column) const {
    return from + (element * stride + column) * static_cast<Count>(sizeof(T));
  }
  [[nodiscard]] T one(Count element, Count column = 0) const {
    const T value = simd::load<T>(at(element, column));
    if constexpr (std::is_floating_point_v<T>)
      return value;
    else
      return static_cast<T>(value ^ flip);
  }
  [[nodiscard]] Vec<T> vector(Count element, Count column = 0) const {
    const auto values = simd::load<Vec<T>>(at(element, column));
    if constexpr (std::is_floating_point_v<T>)
      return values;
    else
      return values ^ Vec<T>(flip);
  }
};

// Compares single values or vectors; false for NaN.
template <bool kSmallest, class V>
auto isBefore(V a, V b) {
  if constexpr (kSmallest)
    return a < b;
  else
    return a > b;
}

// Whether a later value replaces the best so far. NaN precedes every number.
template <bool kSmallest, class T>
bool isBetter(T value, T best, bool last) {
  if (value != value) return last || best == best;
  return isBefore<kSmallest>(value, best) || (last && value == best);
}

// The same for vectors; `last` has all bits set or none.
template <bool kSmallest, class T>
Mask<T> isBetter(Vec<T> value, Vec<T> best, Mask<T> last) {
  const Mask<T> later = isBefore<kSmallest>(value, best) | ((value == best) & last);
  if constexpr (std::is_integral_v<T>) return later;
  return later | ((value != value) & ((best == best) | last));
}

// Adjacent columns are searched row by row, to read memory in order. This number of vectors fits
// into L1.
constexpr int kMostVectors = 128;

// Searches a group of columns. Takes the lines in order, a few at a time.
template <bool kSmallest, class T>
class ColumnSearch {
 public:
  // Writes the indices to `to`, which always contains those of the best elements so far.
  ColumnSearch(Count columns, bool last, std::byte* to)
      : vectors_(static_cast<int>(columns / kLanes<T>)), columns_(columns), last_(last), to_(to) {}

  void take(const Lines<T>& lines) {
    if (done_ == 0) begin(lines);
    for (Count first = 0; first < lines.count; first += kMostLines)
      takeVectors(lines, first, std::min(kMostLines, lines.count - first));
    for (Count column = vectors_ * kLanes<T>; column < columns_; ++column)
      for (Count i = 0; i < lines.count; ++i) takeOne(lines.one(i, column), column, done_ + i);
    done_ += lines.count;
  }

 private:
  using Index = simd::SignedOf<sizeof(T)>;
  // The number of lines that the indices of a lane can count.
  static constexpr Count kMostLines =
      std::min<Count>(std::numeric_limits<Index>::max(), Count{1} << 30);

  void begin(const Lines<T>& lines) {
    for (int k = 0; k < vectors_; ++k) best_[k] = lines.vector(0, k * kLanes<T>);
    for (Count column = vectors_ * kLanes<T>; column < columns_; ++column)
      rest_[column - vectors_ * kLanes<T>] = lines.one(0, column);
    for (Count column = 0; column < columns_; ++column) put(column, 0);
  }

  void takeVectors(const Lines<T>& lines, Count first, Count count) {
    const Mask<T> last = static_cast<Index>(last_ ? -1 : 0);
    constexpr Index kNone = -1;
    for (int k = 0; k < vectors_; ++k) index_[k] = kNone;
    for (Count i = 0; i < count; ++i) {
      for (int k = 0; k < vectors_; ++k) {
        const Vec<T> value = lines.vector(first + i, k * kLanes<T>);
        const Mask<T> better = isBetter<kSmallest>(value, best_[k], last);
        if (!simd::any(better)) continue;
        best_[k] = select(better, value, best_[k]);
        index_[k] = select(better, Mask<T>(static_cast<Index>(i)), index_[k]);
      }
    }
    for (int k = 0; k < vectors_; ++k)
      for (int lane = 0; lane < kLanes<T>; ++lane)
        if (const Index index = index_[k].raw[lane]; index != kNone)
          put(k * kLanes<T> + lane, done_ + first + index);
  }

  void takeOne(T value, Count column, Count index) {
    T& best = rest_[column - vectors_ * kLanes<T>];
    if (index == 0 || !isBetter<kSmallest>(value, best, last_)) return;
    best = value;
    put(column, index);
  }

  void put(Count column, Count index) const {
    simd::store(to_ + column * static_cast<Count>(sizeof(Count)), index);
  }

  int vectors_;
  Count columns_;
  bool last_;
  std::byte* to_;
  Count done_ = 0;  // lines
  Vec<T> best_[kMostVectors];
  Mask<T> index_[kMostVectors];
  T rest_[kLanes<T>];  // the best of the columns after the last whole vector
};

// The target of a search in a row: its best value, or NaN.
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

// Requires at least one vector. The last one overlaps the one before.
template <bool kSmallest, class T>
Sought<T> bestInRow(const Lines<T>& row) {
  constexpr Count kTurn = simd::kUnroll * kLanes<T>;
  Vec<T> best[simd::kUnroll];
  Mask<T> nans = simd::SignedOf<sizeof(T)>{0};
  for (Vec<T>& each : best) each = row.vector(0);
  const auto take = [&](int k, Count at) {
    const Vec<T> x = row.vector(at);
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
  while (at + kLanes<T> <= row.count && !simd::any(sought.in(row.vector(at)))) at += kLanes<T>;
  while (!sought.is(row.one(at))) ++at;
  return at;
}

template <class T>
Count lastIn(const Lines<T>& row, const Sought<T>& sought) {
  Count end = row.count;
  while (end >= kLanes<T> && !simd::any(sought.in(row.vector(end - kLanes<T>)))) end -= kLanes<T>;
  while (!sought.is(row.one(end - 1))) --end;
  return end - 1;
}

template <bool kSmallest, class T>
Count indexInShortRow(const Lines<T>& row, bool last) {
  Count index = 0;
  for (Count i = 1; i < row.count; ++i)
    if (isBetter<kSmallest>(row.one(i), row.one(index), last)) index = i;
  return index;
}

// The best value first, then its position: each pass is a few instructions, and every index fits
// into a lane.
template <bool kSmallest, class T>
Count indexInRow(const Lines<T>& row, bool last) {
  if (row.count < kLanes<T>) return indexInShortRow<kSmallest>(row, last);
  const Sought<T> sought = bestInRow<kSmallest>(row);
  return last ? lastIn(row, sought) : firstIn(row, sought);
}

// Elements that are converted to the lane at a time.
constexpr Count kTile = 16384;

// A request's slices of [size, inner].
struct Search {
  const ArgMax& request;
  ComputeLane compute;
  std::byte* tile;

  // Lines starting at `first`: in place, or in the tile.
  template <class T>
  [[nodiscard]] Lines<T> widened(const std::byte* slice, Count first, Count count, Count column,
                                 Count columns) const {
    const Count row = request.inner * compute.storedWidth;
    const std::byte* from = slice + first * row + column * compute.storedWidth;
    return {compute.widenedColumns(count, row, columns, from, tile), count,
            compute.converts() ? columns : request.inner,
            flipOf<T>(compute.lane, request.smallest)};
  }
};

// The index in a whole slice that is one row, some elements at a time.
template <bool kSmallest, class T>
void searchRow(const Search& search, const std::byte* slice, std::byte* to) {
  const auto& [request, compute, tile] = search;
  const Count most = compute.converts() ? kTile : request.size;
  Count found = 0;
  T best{};
  for (Count first = 0; first < request.size; first += most) {
    const Lines<T> row =
        search.widened<T>(slice, first, std::min(most, request.size - first), 0, 1);
    const Count index = indexInRow<kSmallest>(row, request.last);
    const T value = row.one(index);
    if (first > 0 && !isBetter<kSmallest>(value, best, request.last)) continue;
    best = value;
    found = first + index;
  }
  simd::store(to, found);
}

// The indices in some columns of each slice.
template <bool kSmallest, class T>
void searchColumns(const Search& search, const std::byte* slice, Count columns, std::byte* to) {
  const auto& [request, compute, tile] = search;
  for (Count column = 0; column < columns; column += kMostVectors * kLanes<T>) {
    const Count few = std::min(kMostVectors * kLanes<T>, columns - column);
    const Count most = compute.converts() ? kTile / few : request.size;
    ColumnSearch<kSmallest, T> group(few, request.last,
                                     to + column * static_cast<Count>(sizeof(Count)));
    for (Count first = 0; first < request.size; first += most)
      group.take(
          search.widened<T>(slice, first, std::min(most, request.size - first), column, few));
  }
}

template <bool kSmallest, class T>
void searchSlice(const Search& search, const std::byte* slice, Count columns, std::byte* to) {
  if (search.request.inner == 1)
    searchRow<kSmallest, T>(search, slice, to);
  else
    searchColumns<kSmallest, T>(search, slice, columns, to);
}

using SearchSlice = void (*)(const Search& search, const std::byte* slice, Count columns,
                             std::byte* to);

SearchSlice findSearch(Lane lane, bool smallest) {
  if (lane == Lane::f32) return smallest ? searchSlice<true, float> : searchSlice<false, float>;
  if (lane == Lane::f64) return smallest ? searchSlice<true, double> : searchSlice<false, double>;
  if (width(lane) == 1) return searchSlice<false, std::int8_t>;
  if (width(lane) == 2) return searchSlice<false, std::int16_t>;
  return width(lane) == 4 ? searchSlice<false, std::int32_t> : searchSlice<false, std::int64_t>;
}

void search(const ArgMax& request, const Buffers& buffers, Count columns) {
  const Search search{request, wrappingLaneOf(request.type), buffers.workspace};
  const SearchSlice searchSlice = findSearch(search.compute.lane, request.smallest);
  const Count slice = request.size * request.inner * search.compute.storedWidth;
  if (slice == 0) return;
  const std::byte* from = buffers.inputs[0];
  std::byte* to = buffers.outputs[0];
  for (Count i = 0; i < request.outer; ++i, from += slice) {
    searchSlice(search, from, columns, to);
    to += request.inner * static_cast<Count>(sizeof(Count));
  }
}

}  // namespace

template <>
struct Kind<ArgMax> : Defaults<ArgMax> {
  static constexpr std::string_view name = "ArgMax";

  [[gnu::cold]] static Operands operands(const ArgMax& request) {
    return {.inputs = {along(request)},
            .outputs = {tensor(DType::int64, {request.outer, request.inner})}};
  }

  static bool fits(const ArgMax& request) {
    const bool hasResult = request.outer > 0 && request.inner > 0;
    return lane(request.type) != Lane::none && (request.size > 0 || !hasResult) &&
           areSizes({request.outer, request.size, request.inner});
  }

  static Count workspace(const ArgMax& request) {
    const ComputeLane compute = wrappingLaneOf(request.type);
    const Count most = std::min(kTile, request.size * request.inner);
    return compute.converts() ? padded(most * compute.width) : 0;
  }

  static Count run(const ArgMax& request, const Buffers& buffers) {
    search(request, buffers, request.inner);
    return kDone;
  }

  static Positions positions(const ArgMax& request) {
    if (areColumnsBetter(request.outer, request.inner))
      return columnsOf(request.type, request.inner, nanosecondsAlong(request, costs::kSearched),
                       DType::int64);
    return slicesOf(request, costs::kSearched, request.inner, DType::int64);
  }

  static void runColumns(const ArgMax& request, const Buffers& buffers, Count count) {
    search(request, buffers, count);
  }
};
template const Functions& functionsOf<ArgMax>();
template const Sharing& sharingOf<ArgMax>();

}  // namespace simdcast::layers

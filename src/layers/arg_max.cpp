#include "../simd/simd.hpp"
#include "compute_lane.hpp"
#include "kinds.hpp"

namespace simdcast::layers {
namespace {

// Whether a later value takes the place of the best so far. NaN is before every number.
template <bool kSmallest, class T>
bool isBetter(T value, T best, bool last) {
  if (value != value) return last || best == best;
  return (kSmallest ? value < best : value > best) || (last && value == best);
}

template <bool kSmallest, class T>
Count indexOfBest(const std::byte* from, Count count, Count stride, bool last) {
  Count index = 0;
  const auto at = [&](Count i) {
    return simd::load<T>(from + i * stride * static_cast<Count>(sizeof(T)));
  };
  T best = at(0);
  for (Count i = 1; i < count; ++i) {
    const T value = at(i);
    if (!isBetter<kSmallest>(value, best, last)) continue;
    best = value;
    index = i;
  }
  return index;
}

using IndexOfBest = Count (*)(const std::byte* from, Count count, Count stride, bool last);

template <bool kSmallest>
IndexOfBest findIndexOfBest(Lane lane) {
  if (lane == Lane::f32) return indexOfBest<kSmallest, float>;
  if (lane == Lane::f64) return indexOfBest<kSmallest, double>;
  return lane == Lane::u64 ? indexOfBest<kSmallest, std::uint64_t>
                           : indexOfBest<kSmallest, std::int64_t>;
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
  const IndexOfBest find =
      request.smallest ? findIndexOfBest<true>(compute.lane) : findIndexOfBest<false>(compute.lane);
  const Count slab = request.size * request.inner;
  const std::byte* from = buffers.inputs[0];
  std::byte* to = buffers.outputs[0];
  for (Count i = 0; i < request.outer; ++i, from += slab * compute.storedWidth) {
    const std::byte* values = compute.bring(slab, from, buffers.workspace);
    for (Count j = 0; j < request.inner; ++j, to += sizeof(Count))
      simd::store(to, find(values + j * compute.width, request.size, request.inner, request.last));
  }
  return Layer::kDone;
}

}  // namespace simdcast::layers

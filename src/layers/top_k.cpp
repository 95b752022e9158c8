#include <algorithm>
#include <cstring>

#include "../base/costs.hpp"
#include "../base/rounding.hpp"
#include "../rows/candidates.hpp"
#include "../simd/simd.hpp"
#include "kind.hpp"

namespace simdcast::layers {
namespace {

// Sorting all candidates is faster than a heap of the best if these are more than one in eight: 0.1
// to 0.5 of the time for 2^20. Selecting the best in linear time would be faster still, but
// libc++'s `nth_element` takes quadratic time on some inputs.
constexpr Count kHeapShare = 8;

// Brings the best `count` of `size` candidates to the front, in order.
void sortBest(Candidate* candidates, Count count, Count size) {
  if (count * kHeapShare <= size)
    std::partial_sort(candidates, candidates + count, candidates + size);
  else
    std::sort(candidates, candidates + size);
}

}  // namespace

template <>
struct Kind<TopK> : Defaults<TopK> {
  static constexpr std::string_view name = "TopK";

  [[gnu::cold]] static Operands operands(const TopK& request) {
    const auto result = [&](DType type) {
      return tensor(type, {request.outer, request.count, request.inner});
    };
    return {.inputs = {along(request)},
            .outputs = {result(request.type), result(DType::int64)},
            .requiresOutput = false};
  }

  static bool fits(const TopK& request) {
    return lane(request.type) != Lane::none && request.count <= request.size &&
           areSizes({request.outer, request.size, request.inner, Count{sizeof(Candidate)}}) &&
           request.count >= 0;
  }

  static Count workspace(const TopK& request) { return candidateBytes(request.size); }

  static Count run(const TopK& request, const Buffers& buffers) {
    const ComputeLane compute = computeLaneOf(request.type);
    const Count width = compute.storedWidth;
    Candidate* candidates = candidatesIn(buffers.workspace);
    if (request.count == 0) return kDone;
    for (Count row = 0; row < request.outer; ++row)
      for (Count column = 0; column < request.inner; ++column) {
        const std::byte* from =
            buffers.inputs[0] + (row * request.size * request.inner + column) * width;
        for (Count i = 0; i < request.size; ++i) {
          const std::uint64_t order = orderOf(compute, from + i * request.inner * width);
          candidates[i] = {request.smallest ? order : ~order, i};
        }
        sortBest(candidates, request.count, request.size);
        for (Count i = 0; i < request.count; ++i) {
          const Count at = (row * request.count + i) * request.inner + column;
          const Count index = candidates[i].index;
          if (buffers.outputs[0] != nullptr)
            std::memcpy(buffers.outputs[0] + at * width, from + index * request.inner * width,
                        size(width));
          if (buffers.outputs[1] != nullptr)
            simd::store(buffers.outputs[1] + at * Count{sizeof(Count)}, index);
        }
      }
    return kDone;
  }

  static Positions positions(const TopK& request) {
    const Count kept = request.count * request.inner;
    Positions positions = slicesOf(request, costs::kSorted, kept, request.type);
    positions.outputs[1] = bytesOf(DType::int64, kept);
    return positions;
  }
};
template const Functions& functionsOf<TopK>();
template const Sharing& sharingOf<TopK>();

}  // namespace simdcast::layers

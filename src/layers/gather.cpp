#include <cstdint>
#include <cstring>

#include "../base/costs.hpp"
#include "../base/rounding.hpp"
#include "../rows/indices.hpp"
#include "kind.hpp"

namespace simdcast::layers {
namespace {

// The index at a position, counted from the start of the axis.
template <class Index>
Count indexAt(const Gather& request, const std::byte* from, Count position) {
  const Count index = simd::load<Index>(from + position * Count{sizeof(Index)});
  return index < 0 ? index + request.size : index;
}

template <class Index>
Count firstOutOfRange(const Gather& request, const std::byte* from) {
  for (Count i = 0; i < request.indices; ++i) {
    const Count index = indexAt<Index>(request, from, i);
    if (index < 0 || index >= request.size) return i;
  }
  return kDone;
}

// Slices that are one element: a call for each would take longer than the element.
template <class Index, class Word>
void gatherWords(const Gather& request, std::byte* to, const std::byte* from,
                 const std::byte* indices) {
  constexpr Count kBytes = sizeof(Word);
  for (Count j = 0; j < request.indices; ++j)
    simd::store(to + j * kBytes,
                simd::load<Word>(from + indexAt<Index>(request, indices, j) * kBytes));
}

template <class Index>
void gatherSlices(const Gather& request, std::byte* to, const std::byte* from,
                  const std::byte* indices) {
  const Count bytes = request.inner * width(request.type);
  if (bytes == 1) return gatherWords<Index, std::uint8_t>(request, to, from, indices);
  if (bytes == 2) return gatherWords<Index, std::uint16_t>(request, to, from, indices);
  if (bytes == 4) return gatherWords<Index, std::uint32_t>(request, to, from, indices);
  if (bytes == 8) return gatherWords<Index, std::uint64_t>(request, to, from, indices);
  for (Count j = 0; j < request.indices; ++j, to += bytes)
    std::memcpy(to, from + indexAt<Index>(request, indices, j) * bytes, size(bytes));
}

template <class Index>
Count gather(const Gather& request, const Buffers& buffers) {
  const std::byte* indices = buffers.inputs[1];
  const Count wrong = firstOutOfRange<Index>(request, indices);
  const Count bytes = request.inner * width(request.type);
  if (wrong != kDone || bytes == 0) return wrong;
  const std::byte* from = buffers.inputs[0];
  std::byte* to = buffers.outputs[0];
  for (Count i = 0; i < request.outer; ++i) {
    gatherSlices<Index>(request, to, from, indices);
    from += bytes * request.size;
    to += bytes * request.indices;
  }
  return kDone;
}

}  // namespace

template <>
struct Kind<Gather> : Defaults<Gather> {
  static constexpr std::string_view name = "Gather";

  [[gnu::cold]] static Operands operands(const Gather& request) {
    return {.inputs = {along(request), tensor(request.indexType, {request.indices})},
            .outputs = {tensor(request.type, {request.outer, request.indices, request.inner})}};
  }

  static bool fits(const Gather& request) {
    return isIndexType(request.indexType) &&
           areSizes({request.outer, request.size, request.inner, request.indices});
  }

  static Count run(const Gather& request, const Buffers& buffers) {
    return (request.indexType == DType::int64 ? gather<std::int64_t>
                                              : gather<std::int32_t>)(request, buffers);
  }

  // Every part looks through all the indices before it writes.
  static Positions positions(const Gather& request) {
    const Count taken = request.indices * request.inner;
    return {.count = request.outer,
            .nanoseconds = static_cast<double>(request.outer * taken) * costs::kMoved,
            .inputs = {bytesOf(request.type, request.size * request.inner)},
            .outputs = {bytesOf(request.type, taken)}};
  }
};
template const Functions& functionsOf<Gather>();
template const Sharing& sharingOf<Gather>();

}  // namespace simdcast::layers

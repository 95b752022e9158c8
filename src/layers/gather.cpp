#include <cstring>

#include "../simd/simd.hpp"
#include "kinds.hpp"

namespace simdcast::layers {
namespace {

// The index at a position, counted from the start of the axis.
Count indexAt(const Gather& request, const std::byte* from, Count position) {
  const Count index = request.indexType == DType::int64
                          ? simd::load<std::int64_t>(from + position * 8)
                          : simd::load<std::int32_t>(from + position * 4);
  return index < 0 ? index + request.size : index;
}

Count firstOutOfRange(const Gather& request, const std::byte* from) {
  for (Count i = 0; i < request.indices; ++i) {
    const Count index = indexAt(request, from, i);
    if (index < 0 || index >= request.size) return i;
  }
  return Layer::kDone;
}

}  // namespace

bool fits(const Gather& request) {
  const bool takesIndices = request.indexType == DType::int32 || request.indexType == DType::int64;
  return takesIndices && areSizes({request.outer, request.size, request.inner, request.indices});
}

Count run(const Gather& request, const Buffers& buffers) {
  const std::byte* indices = buffers.inputs[1];
  const Count wrong = firstOutOfRange(request, indices);
  const Count bytes = request.inner * width(request.type);
  if (wrong != Layer::kDone || bytes == 0) return wrong;
  const std::byte* from = buffers.inputs[0];
  std::byte* to = buffers.outputs[0];
  for (Count i = 0; i < request.outer; ++i, from += bytes * request.size)
    for (Count j = 0; j < request.indices; ++j, to += bytes)
      std::memcpy(to, from + indexAt(request, indices, j) * bytes, static_cast<std::size_t>(bytes));
  return Layer::kDone;
}

}  // namespace simdcast::layers

#include <type_traits>

#include "../simd/simd.hpp"
#include "kind.hpp"

namespace simdcast::layers {
namespace {

// Integers wrap.
template <class T>
void fill(Count n, std::byte* to, const std::byte* startAt, const std::byte* deltaAt) {
  using Wide = std::conditional_t<std::is_floating_point_v<T>, T, std::uint64_t>;
  const auto start = static_cast<Wide>(simd::load<T>(startAt));
  const auto delta = static_cast<Wide>(simd::load<T>(deltaAt));
  for (Count i = 0; i < n; ++i, to += sizeof(T))
    simd::store(to, static_cast<T>(start + static_cast<Wide>(i) * delta));
}

struct RangeType {
  DType type;
  void (*fill)(Count n, std::byte* to, const std::byte* startAt, const std::byte* deltaAt);
};

constexpr RangeType kTypes[] = {
    {DType::float32, fill<float>},      {DType::float64, fill<double>},
    {DType::int16, fill<std::int16_t>}, {DType::int32, fill<std::int32_t>},
    {DType::int64, fill<std::int64_t>},
};

const RangeType* findType(DType type) {
  for (const RangeType& row : kTypes)
    if (row.type == type) return &row;
  return nullptr;
}

}  // namespace

template <>
struct Kind<Range> : Defaults<Range> {
  static constexpr std::string_view name = "Range";

  [[gnu::cold]] static Operands operands(const Range& request) {
    const TensorType number = tensor(request.type, {});
    return {.inputs = {number, number}, .outputs = {tensor(request.type, {request.elements})}};
  }

  static bool fits(const Range& request) {
    return findType(request.type) != nullptr && areSizes({request.elements});
  }

  static Count run(const Range& request, const Buffers& buffers) {
    findType(request.type)
        ->fill(request.elements, buffers.outputs[0], buffers.inputs[0], buffers.inputs[1]);
    return kDone;
  }
};
template const Functions& functionsOf<Range>();
template const Sharing& sharingOf<Range>();

}  // namespace simdcast::layers

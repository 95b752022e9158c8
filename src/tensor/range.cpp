#include <type_traits>

#include "../execute/simd.hpp"
#include "tasks.hpp"

namespace simdcast::tensor {
namespace {

enum Number { elements, numbers };

// Integers wrap.
template <class T>
Count run(const Task& task, const Buffers& buffers) {
  using Wide = std::conditional_t<std::is_floating_point_v<T>, T, std::uint64_t>;
  const auto start = static_cast<Wide>(simd::load<T>(buffers.inputs[0]));
  const auto delta = static_cast<Wide>(simd::load<T>(buffers.inputs[1]));
  std::byte* to = buffers.outputs[0];
  for (Count i = 0; i < task.request.numbers[elements]; ++i, to += sizeof(T))
    simd::store(to, static_cast<T>(start + static_cast<Wide>(i) * delta));
  return kDone;
}

struct Row {
  DType type;
  Run run;
};

constexpr Row kTypes[] = {
    {DType::float32, run<float>},      {DType::float64, run<double>},
    {DType::int16, run<std::int16_t>}, {DType::int32, run<std::int32_t>},
    {DType::int64, run<std::int64_t>},
};

}  // namespace

bool prepareRange(Task& task) {
  for (const Row& row : kTypes)
    if (row.type == task.request.type) task.run = row.run;
  return task.request.numbers.size() == numbers && task.run != nullptr;
}

}  // namespace simdcast::tensor

#include <cstring>

#include "../execute/simd.hpp"
#include "tasks.hpp"

namespace simdcast::tensor {
namespace {

enum Number { outer, size, inner, indices, numbers };

// The index at a position, counted from the start of the axis.
Count indexAt(const TaskRequest& request, const std::byte* from, Count position) {
  const Count index = request.secondary == DType::int64
                          ? simd::load<std::int64_t>(from + position * 8)
                          : simd::load<std::int32_t>(from + position * 4);
  return index < 0 ? index + request.numbers[size] : index;
}

Count firstOutOfRange(const TaskRequest& request, const std::byte* from) {
  for (Count i = 0; i < request.numbers[indices]; ++i) {
    const Count index = indexAt(request, from, i);
    if (index < 0 || index >= request.numbers[size]) return i;
  }
  return kDone;
}

Count run(const Task& task, const Buffers& buffers) {
  const TaskRequest& request = task.request;
  const Count wrong = firstOutOfRange(request, buffers.inputs[1]);
  if (wrong != kDone) return wrong;
  const Count bytes = request.numbers[inner] * width(request.type);
  const std::byte* from = buffers.inputs[0];
  std::byte* to = buffers.outputs[0];
  for (Count i = 0; i < request.numbers[outer]; ++i, from += bytes * request.numbers[size])
    for (Count j = 0; j < request.numbers[indices]; ++j, to += bytes)
      std::memcpy(to, from + indexAt(request, buffers.inputs[1], j) * bytes,
                  static_cast<std::size_t>(bytes));
  return kDone;
}

}  // namespace

bool prepareGather(Task& task) {
  const DType type = task.request.secondary;
  task.run = run;
  return task.request.numbers.size() == numbers && (type == DType::int32 || type == DType::int64);
}

}  // namespace simdcast::tensor

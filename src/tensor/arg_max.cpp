#include "../execute/simd.hpp"
#include "lanes.hpp"
#include "tasks.hpp"

namespace simdcast::tensor {
namespace {

enum Number { outer, size, inner, numbers };

// Whether a later value takes the place of the best so far. NaN is above every number.
template <class T>
bool isBetter(T value, T best, bool last) {
  if (value != value) return last || best == best;
  return value > best || (last && value == best);
}

template <class T>
Count indexOfMax(const std::byte* from, Count count, Count stride, bool last) {
  Count index = 0;
  const auto at = [&](Count i) {
    return simd::load<T>(from + i * stride * static_cast<Count>(sizeof(T)));
  };
  T best = at(0);
  for (Count i = 1; i < count; ++i) {
    const T value = at(i);
    if (!isBetter(value, best, last)) continue;
    best = value;
    index = i;
  }
  return index;
}

using IndexOfMax = Count (*)(const std::byte* from, Count count, Count stride, bool last);

IndexOfMax findIndexOfMax(Lane lane) {
  if (lane == Lane::f32) return indexOfMax<float>;
  if (lane == Lane::f64) return indexOfMax<double>;
  return lane == Lane::u64 ? indexOfMax<std::uint64_t> : indexOfMax<std::int64_t>;
}

Count run(const Task& task, const Buffers& buffers) {
  const TaskRequest& request = task.request;
  const Lanes lanes = lanesOf(request.type);
  const IndexOfMax find = findIndexOfMax(lanes.lane);
  const Count slab = request.numbers[size] * request.numbers[inner];
  const std::byte* from = buffers.inputs[0];
  std::byte* to = buffers.outputs[0];
  for (Count i = 0; i < request.numbers[outer]; ++i, from += slab * width(request.type)) {
    const std::byte* values = lanes.bring(slab, from, buffers.workspace);
    for (Count j = 0; j < request.numbers[inner]; ++j, to += sizeof(Count)) {
      simd::store(to, find(values + j * lanes.width, request.numbers[size], request.numbers[inner],
                           request.option != 0));
    }
  }
  return kDone;
}

}  // namespace

bool prepareArgMax(Task& task) {
  const TaskRequest& request = task.request;
  const Lanes lanes = lanesOf(request.type);
  if (request.numbers.size() != numbers || lanes.lane == Lane::none) return false;
  task.run = run;
  if (lanes.converts())
    task.workspace = aligned(request.numbers[size] * request.numbers[inner] * lanes.width);
  const bool hasResult = request.numbers[outer] > 0 && request.numbers[inner] > 0;
  return request.numbers[size] > 0 || !hasResult;
}

}  // namespace simdcast::tensor

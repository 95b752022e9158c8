#include <cstdlib>
#include <cstring>

#include "../execute/simd.hpp"
#include "tasks.hpp"

namespace simdcast::tensor {
namespace {

enum Number { inputSize, outputSize, inputOffset, outputOffset, rank, firstSize };

struct Axis {
  Count size = 0;
  Count from = 0;  // strides in bytes
  Count to = 0;
};

using Axes = InlineVector<Axis, kMaxRank>;

// A box within the tensor: the lowest and the highest element that it reaches are inside.
bool isWithin(Count elements, Count offset, const TaskRequest& request, int firstStride) {
  if (offset < 0 || offset > kMaxCount) return false;
  Count low = offset;
  Count high = offset;
  for (int axis = 0; axis < request.numbers[rank]; ++axis) {
    const Count size = request.numbers[firstSize + axis];
    const Count stride = request.numbers[firstStride + axis];
    if (size < 0 || size > INT32_MAX || stride > kMaxCount || stride < -kMaxCount) return false;
    if (size == 0) return true;
    if (stride != 0 && size - 1 > kMaxCount / std::abs(stride)) return false;
    const Count reach = (size - 1) * stride;
    (reach < 0 ? low : high) += reach;
  }
  return low >= 0 && high < elements;
}

Axes axesOf(const TaskRequest& request) {
  const int width = simdcast::width(request.type);
  const int count = static_cast<int>(request.numbers[rank]);
  Axes axes;
  for (int axis = 0; axis < count; ++axis) {
    const Axis next{.size = request.numbers[firstSize + axis],
                    .from = request.numbers[firstSize + count + axis] * width,
                    .to = request.numbers[firstSize + 2 * count + axis] * width};
    if (next.size == 1) continue;
    const bool goesOn = !axes.empty() && axes.back().from == next.from * next.size &&
                        axes.back().to == next.to * next.size;
    if (!goesOn) {
      axes.push(next);
      continue;
    }
    axes.back() = {axes.back().size * next.size, next.from, next.to};
  }
  return axes;
}

struct Element16 {
  std::uint64_t words[2];
};

template <class T>
void moveRow(std::byte* to, const std::byte* from, const Axis& axis) {
  for (Count i = 0; i < axis.size; ++i, to += axis.to, from += axis.from)
    simd::store(to, simd::load<T>(from));
}

// A plane whose rows lie side by side in the result and its columns in the source, in blocks that
// use every cache line that they touch.
template <class T>
void moveBlocks(std::byte* to, const std::byte* from, const Axis& outer, const Axis& inner) {
  constexpr Count kSide = 16;
  for (Count j = 0; j < inner.size; j += kSide) {
    const Count columns = std::min(kSide, inner.size - j);
    for (Count i = 0; i < outer.size; ++i)
      moveRow<T>(to + i * outer.to + j * inner.to, from + i * outer.from + j * inner.from,
                 {columns, inner.from, inner.to});
  }
}

template <class T>
void movePlane(std::byte* to, const std::byte* from, const Axis& outer, const Axis& inner) {
  constexpr Count kWidth = sizeof(T);
  if (inner.from == kWidth && inner.to == kWidth) {
    for (Count i = 0; i < outer.size; ++i, to += outer.to, from += outer.from)
      std::memcpy(to, from, static_cast<std::size_t>(inner.size * kWidth));
    return;
  }
  moveBlocks<T>(to, from, outer, inner);
}

using MovePlane = void (*)(std::byte* to, const std::byte* from, const Axis& outer,
                           const Axis& inner);

struct Move {
  int width;
  MovePlane move;
};

constexpr Move kMoves[] = {
    {1, movePlane<std::uint8_t>},  {2, movePlane<std::uint16_t>}, {4, movePlane<std::uint32_t>},
    {8, movePlane<std::uint64_t>}, {16, movePlane<Element16>},
};

MovePlane findMove(int width) {
  for (const Move& row : kMoves)
    if (row.width == width) return row.move;
  return nullptr;
}

void moveBox(std::byte* to, const std::byte* from, const Axes& axes, int axis, MovePlane move) {
  if (axis + 2 == axes.size()) return move(to, from, axes[axis], axes[axis + 1]);
  for (Count i = 0; i < axes[axis].size; ++i, to += axes[axis].to, from += axes[axis].from)
    moveBox(to, from, axes, axis + 1, move);
}

Count run(const Task& task, const Buffers& buffers) {
  const TaskRequest& request = task.request;
  const int width = simdcast::width(request.type);
  Axes axes = axesOf(request);
  for (const Axis& axis : axes)
    if (axis.size == 0) return kDone;
  while (axes.size() < 2) axes.insert(0, Axis{1, 0, 0});
  // The axis along which the source runs, next to the innermost, makes a plane to turn over.
  if (axes.back().from != width) {
    const int last = axes.size() - 1;
    for (int axis = 0; axis < last - 1; ++axis)
      if (axes[axis].from == width) std::swap(axes[axis], axes[last - 1]);
  }
  moveBox(buffers.outputs[0] + request.numbers[outputOffset] * width,
          buffers.inputs[0] + request.numbers[inputOffset] * width, axes, 0, findMove(width));
  return kDone;
}

}  // namespace

bool prepareCopy(Task& task) {
  const TaskRequest& request = task.request;
  if (request.numbers.size() < firstSize) return false;
  const Count axes = request.numbers[rank];
  if (axes < 0 || axes > kMaxRank || request.numbers.size() != firstSize + 3 * axes) return false;
  const int strides = firstSize + static_cast<int>(axes);
  task.run = run;
  return isWithin(request.numbers[inputSize], request.numbers[inputOffset], request, strides) &&
         isWithin(request.numbers[outputSize], request.numbers[outputOffset], request,
                  strides + static_cast<int>(axes));
}

}  // namespace simdcast::tensor

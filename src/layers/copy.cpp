#include "copy.hpp"

#include <cstdlib>
#include <cstring>
#include <utility>

#include "../base/costs.hpp"
#include "../base/odometer.hpp"
#include "../base/rounding.hpp"
#include "../plan/coalesce.hpp"
#include "../simd/simd.hpp"
#include "kind.hpp"

namespace simdcast::layers {
namespace {

using Axis = Copy::Axis;
using Axes = decltype(Copy::axes);

bool isStride(Count stride) { return stride >= -kMaxCount && stride <= kMaxCount; }
bool isCount(Count count) { return count >= 0 && count <= kMaxCount; }

bool isEmpty(const Axes& axes) {
  for (const Axis& axis : axes)
    if (axis.size == 0) return true;
  return false;
}

// Whether the lowest and the highest element that a box reaches are inside of the tensor.
bool isWithin(Count elements, Count offset, const Axes& axes, Count Axis::*stride) {
  Count low = offset;
  Count high = offset;
  for (const Axis& axis : axes) {
    const Count apart = axis.*stride;
    if (apart != 0 && axis.size - 1 > kMaxCount / std::abs(apart)) return false;
    const Count reach = (axis.size - 1) * apart;
    (reach < 0 ? low : high) += reach;
  }
  return low >= 0 && high < elements;
}

Axes coalesced(const Axes& axes) {
  StridedAxes strided{.strides = {Strides(), Strides()}};
  for (const Axis& axis : axes) {
    strided.sizes.push(axis.size);
    strided.strides[0].push(axis.inputStride);
    strided.strides[1].push(axis.outputStride);
  }
  strided = coalesce(std::move(strided));
  Axes result;
  for (int i = 0; i < strided.sizes.size(); ++i)
    result.push({strided.sizes[i], strided.strides[0][i], strided.strides[1][i]});
  return result;
}

// Puts two axes innermost that movePlane handles well: if the source is not contiguous along the
// innermost axis, the axis along which it is comes second, and the plane is transposed.
Axes withPlane(const Axes& axes) {
  Axes result;
  for (int missing = axes.size(); missing < 2; ++missing) result.push({});
  for (const Axis& axis : axes) result.push(axis);
  const int last = result.size() - 1;
  if (result[last].inputStride == 1) return result;
  for (int axis = 0; axis < last - 1; ++axis)
    if (result[axis].inputStride == 1) std::swap(result[axis], result[last - 1]);
  return result;
}

struct Element16 {
  std::uint64_t words[2];
};

template <class T>
constexpr Count kWidth = sizeof(T);

template <class T>
void moveRow(std::byte* to, const std::byte* from, const Axis& axis) {
  const Count strideTo = axis.outputStride * kWidth<T>;
  const Count strideFrom = axis.inputStride * kWidth<T>;
  for (Count i = 0; i < axis.size; ++i, to += strideTo, from += strideFrom)
    simd::store(to, simd::load<T>(from));
}

template <class T>
std::byte* outputAt(std::byte* to, const Axis& axis, Count i) {
  return to + i * axis.outputStride * kWidth<T>;
}
template <class T>
const std::byte* inputAt(const std::byte* from, const Axis& axis, Count i) {
  return from + i * axis.inputStride * kWidth<T>;
}

// Columns of a block: enough to use all of a cache line while it is in L1.
constexpr Count kSide = 16;

// Cache blocking of a transpose: block(columns, to, from) for every kSide columns. Whole rows would
// touch a cache line for each element, and lose it before its next element is read.
template <class T, class Block>
void forBlocks(std::byte* to, const std::byte* from, const Axis& inner, const Block& block) {
  for (Count j = 0; j < inner.size; j += kSide) {
    const Axis columns{std::min(kSide, inner.size - j), inner.inputStride, inner.outputStride};
    block(columns, outputAt<T>(to, inner, j), inputAt<T>(from, inner, j));
  }
}

template <class T>
void moveBlocks(std::byte* to, const std::byte* from, const Axis& outer, const Axis& inner) {
  forBlocks<T>(to, from, inner,
               [&](const Axis& columns, std::byte* block, const std::byte* source) {
                 for (Count i = 0; i < outer.size; ++i)
                   moveRow<T>(outputAt<T>(block, outer, i), inputAt<T>(source, outer, i), columns);
               });
}

// Transposes as many vectors as a vector has lanes.
template <class T>
void transposeVectors(std::byte* to, const std::byte* from, const Axis& outer, const Axis& inner) {
  simd::Vec<T> vectors[simd::kLanes<T>];
  for (int k = 0; k < simd::kLanes<T>; ++k)
    vectors[k] = simd::load<simd::Vec<T>>(inputAt<T>(from, inner, k));
  simd::transpose(vectors);
  for (int k = 0; k < simd::kLanes<T>; ++k) simd::store(outputAt<T>(to, outer, k), vectors[k]);
}

// Transposes a plane: vectors by vectors in registers, the remaining rows and columns element by
// element.
template <class T>
void transposePlane(std::byte* to, const std::byte* from, const Axis& outer, const Axis& inner) {
  constexpr Count kLanes = simd::kLanes<T>;
  const Count rows = outer.size / kLanes * kLanes;
  const Axis whole{inner.size / kLanes * kLanes, inner.inputStride, 1};
  forBlocks<T>(
      to, from, whole, [&](const Axis& columns, std::byte* block, const std::byte* source) {
        for (Count i = 0; i < rows; i += kLanes)
          for (Count j = 0; j < columns.size; j += kLanes)
            transposeVectors<T>(outputAt<T>(outputAt<T>(block, outer, i), inner, j),
                                inputAt<T>(inputAt<T>(source, outer, i), inner, j), outer, inner);
      });
  const Axis otherRows{outer.size - rows, 1, outer.outputStride};
  const Axis otherColumns{inner.size - whole.size, inner.inputStride, 1};
  moveBlocks<T>(outputAt<T>(to, outer, rows), inputAt<T>(from, outer, rows), otherRows, whole);
  moveBlocks<T>(outputAt<T>(to, inner, whole.size), inputAt<T>(from, inner, whole.size), outer,
                otherColumns);
}

template <class T>
void movePlane(std::byte* to, const std::byte* from, const Axis& outer, const Axis& inner) {
  if constexpr (sizeof(T) == 4 || sizeof(T) == 8)
    if (outer.inputStride == 1 && inner.outputStride == 1 && inner.inputStride != 1)
      return transposePlane<T>(to, from, outer, inner);
  if (inner.inputStride != 1 || inner.outputStride != 1)
    return moveBlocks<T>(to, from, outer, inner);
  for (Count i = 0; i < outer.size; ++i)
    std::memcpy(outputAt<T>(to, outer, i), inputAt<T>(from, outer, i),
                size(inner.size * kWidth<T>));
}

template <class T>
void moveBox(std::byte* to, const std::byte* from, const Axes& axes) {
  const int last = axes.size() - 1;
  Odometer<2> planes;
  for (int axis = 0; axis < last - 1; ++axis) {
    const auto& [size, inputStride, outputStride] = axes[axis];
    planes.push(size, {inputStride * kWidth<T>, outputStride * kWidth<T>});
  }
  do {
    movePlane<T>(to + planes.offset(1), from + planes.offset(0), axes[last - 1], axes[last]);
  } while (planes.next());
}

using Move = void (*)(std::byte* to, const std::byte* from, const Axes& axes);

Move findMove(int width) {
  if (width == 1) return moveBox<std::uint8_t>;
  if (width == 2) return moveBox<std::uint16_t>;
  if (width == 4) return moveBox<std::uint32_t>;
  return width == 8 ? moveBox<std::uint64_t> : moveBox<Element16>;
}

// The outermost axis with enough positions, or else the longest; planes are transposed in pieces of
// 16.
int axisOf(const Copy& request) {
  constexpr Count kEnough = 32;
  int longest = 0;
  for (int axis = 0; axis < request.axes.size(); ++axis) {
    if (request.axes[axis].size > request.axes[longest].size) longest = axis;
    if (request.axes[longest].size >= kEnough) break;
  }
  return longest;
}

}  // namespace

void copyBox(const Copy& request, std::byte* to, const std::byte* from) {
  if (isEmpty(request.axes)) return;
  const int width = simdcast::width(request.type);
  findMove(width)(to + request.outputOffset * width, from + request.inputOffset * width,
                  request.axes);
}

template <>
struct Kind<Copy> : Defaults<Copy> {
  static constexpr std::string_view name = "Copy";

  // A Copy counts the elements of its tensors, which contain the box.
  [[gnu::cold]] static Operands operands(const Copy& request) {
    Shape box;
    for (const Copy::Axis& axis : request.axes) box.push(static_cast<Size>(axis.size));
    const auto whole = [&](Count elements) {
      return TensorType{request.type, box, elements * width(request.type)};
    };
    return {.inputs = {whole(request.inputElements)}, .outputs = {whole(request.outputElements)}};
  }

  static bool fits(const Copy& request) {
    for (Count count :
         {request.inputElements, request.outputElements, request.inputOffset, request.outputOffset})
      if (!isCount(count)) return false;
    if (request.axes.size() > kMaxRank) return false;
    Count moved = 1;
    for (const Axis& axis : request.axes)
      if (!multiply(moved, axis.size) || !isStride(axis.inputStride) ||
          !isStride(axis.outputStride))
        return false;
    // An empty box moves nothing, wherever it is.
    return isEmpty(request.axes) || (isWithin(request.inputElements, request.inputOffset,
                                              request.axes, &Axis::inputStride) &&
                                     isWithin(request.outputElements, request.outputOffset,
                                              request.axes, &Axis::outputStride));
  }

  [[gnu::cold]] static void simplify(Copy& request) {
    if (!isEmpty(request.axes)) request.axes = withPlane(coalesced(request.axes));
  }

  static Count run(const Copy& request, const Buffers& buffers) {
    copyBox(request, buffers.outputs[0], buffers.inputs[0]);
    return kDone;
  }

  static Positions positions(const Copy& request) {
    if (request.axes.empty()) return {};
    const int axis = axisOf(request);
    double moved = 1;
    for (const Copy::Axis& each : request.axes) moved *= static_cast<double>(each.size);
    const bool isOfPlane = axis >= request.axes.size() - 2;
    return {.count = request.axes[axis].size,
            .unit = isOfPlane ? 16 : 1,
            .nanoseconds = moved * costs::kMoved,
            .firstInput = bytesOf(request.type, request.inputOffset),
            .firstOutput = bytesOf(request.type, request.outputOffset),
            .inputs = {bytesOf(request.type, request.axes[axis].inputStride)},
            .outputs = {bytesOf(request.type, request.axes[axis].outputStride)}};
  }

  static void cut(Copy& request, Count count) {
    request.inputOffset = 0;
    request.outputOffset = 0;
    request.axes[axisOf(request)].size = count;
  }
};
template const Functions& functionsOf<Copy>();
template const Sharing& sharingOf<Copy>();

}  // namespace simdcast::layers

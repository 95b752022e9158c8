#include <cstring>

#include "../base/rounding.hpp"
#include "../simd/simd.hpp"
#include "kind.hpp"

namespace simdcast::layers {
namespace {

Count product(const Unpool& request, Count Unpool::Axis::*size) {
  Count elements = 1;
  for (const Unpool::Axis& axis : request.axes) elements *= axis.*size;
  return elements;
}

Count indexAt(const std::byte* indices, Count position) {
  return simd::load<std::int64_t>(indices + position * Count{sizeof(std::int64_t)});
}

// Whether an index into the output is in the window of its value, as MaxPool's own are.
bool isInWindow(const Unpool& request, Count index, Count window) {
  for (int i = request.axes.size() - 1; i >= 0; --i) {
    const Unpool::Axis& axis = request.axes[i];
    const Count start = window % axis.windows * axis.stride - axis.pad;
    const Count place = index % axis.size;
    if (place < start || place >= start + axis.kernel) return false;
    index /= axis.size;
    window /= axis.windows;
  }
  return index == 0;
}

// An index into a tensor of the inferred sizes as one into the output.
Count inOutput(const Unpool& request, Count index) {
  Count result = 0;
  Count stride = 1;
  for (int i = request.axes.size() - 1; i >= 0; --i) {
    const Unpool::Axis& axis = request.axes[i];
    result += index % axis.inferred * stride;
    index /= axis.inferred;
    stride *= axis.size;
  }
  return result;
}

// Whether the indices count the elements of a tensor of the inferred sizes.
bool areInferred(const Unpool& request, const std::byte* indices, Count count) {
  bool isOther = false;
  for (const Unpool::Axis& axis : request.axes) {
    if (axis.size < axis.inferred) return false;
    isOther = isOther || axis.size != axis.inferred;
  }
  if (!isOther) return false;
  const Count inferred = product(request, &Unpool::Axis::inferred);
  bool areInWindows = true;
  for (Count i = 0; i < count; ++i) {
    const Count index = indexAt(indices, i);
    if (index < 0 || index >= inferred) return false;
    areInWindows = areInWindows && isInWindow(request, index, i);
  }
  return !areInWindows;
}

template <class Word>
void store(const Unpool& request, const Buffers& buffers, Count count) {
  constexpr Count kBytes = sizeof(Word);
  const std::byte* indices = buffers.inputs[1];
  const bool converts = areInferred(request, indices, count);
  for (Count i = 0; i < count; ++i) {
    const Count index = indexAt(indices, i);
    simd::store(buffers.outputs[0] + (converts ? inOutput(request, index) : index) * kBytes,
                simd::load<Word>(buffers.inputs[0] + i * kBytes));
  }
}

}  // namespace

template <>
struct Kind<Unpool> : Defaults<Unpool> {
  static constexpr std::string_view name = "Unpool";

  [[gnu::cold]] static Operands operands(const Unpool& request) {
    Shape windows;
    Shape sizes;
    for (const Unpool::Axis& axis : request.axes) {
      windows.push(static_cast<Size>(axis.windows));
      sizes.push(static_cast<Size>(axis.size));
    }
    return {.inputs = {tensorOf(request.type, windows), tensorOf(DType::int64, windows)},
            .outputs = {tensorOf(request.type, sizes)}};
  }

  static bool fits(const Unpool& request) {
    if (request.axes.size() > kMaxRank || width(request.type) > Count{sizeof(std::uint64_t)})
      return false;
    Count products[] = {sizeof(std::int64_t), sizeof(std::int64_t), sizeof(std::int64_t)};
    for (const Unpool::Axis& axis : request.axes) {
      if (!multiply(products[0], axis.windows) || !multiply(products[1], axis.size) ||
          !multiply(products[2], axis.inferred))
        return false;
      if (!areSizes({axis.kernel}) || !areSizes({axis.stride}) || !areSizes({axis.pad}))
        return false;
    }
    return true;
  }

  static Count run(const Unpool& request, const Buffers& buffers) {
    const Count count = product(request, &Unpool::Axis::windows);
    const Count elements = product(request, &Unpool::Axis::size);
    for (Count i = 0; i < count; ++i)
      if (const Count index = indexAt(buffers.inputs[1], i); index < 0 || index >= elements)
        return i;
    if (elements == 0) return kDone;
    const int bytes = width(request.type);
    std::memset(buffers.outputs[0], 0, size(elements * bytes));
    if (bytes == 1) store<std::uint8_t>(request, buffers, count);
    if (bytes == 2) store<std::uint16_t>(request, buffers, count);
    if (bytes == 4) store<std::uint32_t>(request, buffers, count);
    if (bytes == 8) store<std::uint64_t>(request, buffers, count);
    return kDone;
  }
};
template const Functions& functionsOf<Unpool>();
template const Sharing& sharingOf<Unpool>();

}  // namespace simdcast::layers

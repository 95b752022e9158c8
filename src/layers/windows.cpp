#include "windows.hpp"

#include <algorithm>
#include <cstring>

#include "../simd/fill.hpp"
#include "../simd/shuffle.hpp"
#include "../simd/simd.hpp"
#include "compute_lane.hpp"
#include "kinds.hpp"

namespace simdcast::layers {
namespace {

// Elements from the first that a window reaches to the last.
Count reach(const WindowAxis& axis) { return (axis.kernel - 1) * axis.dilation + 1; }

Count extent(const WindowAxis& axis) {
  return axis.output == 0 ? 0 : (axis.output - 1) * axis.stride + reach(axis);
}

bool isSize(Count size) { return size >= 0 && size <= INT32_MAX; }

bool isAxis(const WindowAxis& axis) {
  for (const Count size : {axis.kernel, axis.stride, axis.dilation})
    if (!isSize(size) || size == 0) return false;
  return isSize(axis.input) && isSize(axis.output) && axis.pad >= -INT32_MAX &&
         axis.pad <= INT32_MAX && reach(axis) <= INT32_MAX &&
         (axis.output == 0 || axis.output - 1 <= INT32_MAX / axis.stride) &&
         extent(axis) <= INT32_MAX;
}

bool isTrivial(const WindowAxis& axis) {
  return axis.input == 1 && axis.output == 1 && axis.kernel == 1 && axis.pad == 0;
}

// The even and the odd ones of `n` pairs.
void splitPairs(std::byte* even, std::byte* odd, const std::byte* from, Count n) {
  using V = simd::Vec<float>;
  Count i = 0;
  for (; i + simd::kLanes<float> <= n; i += simd::kLanes<float>) {
    const std::byte* pairs = from + 2 * i * Count{sizeof(float)};
    const V low = simd::load<V>(pairs);
    const V high = simd::load<V>(pairs + sizeof(V));
    simd::store(even + i * Count{sizeof(float)}, simd::evenLanes(low, high));
    simd::store(odd + i * Count{sizeof(float)}, simd::oddLanes(low, high));
  }
  for (; i < n; ++i)
    for (const int side : {0, 1})
      std::memcpy((side == 0 ? even : odd) + i * Count{sizeof(float)},
                  from + (2 * i + side) * Count{sizeof(float)}, sizeof(float));
}

template <class Word>
void copyEach(std::byte* to, const std::byte* from, Count step, Count n) {
  for (; n > 0; --n, to += sizeof(Word), from += step * Count{sizeof(Word)})
    std::memcpy(to, from, sizeof(Word));
}

}  // namespace

bool areWindows(const WindowAxes& axes) {
  if (axes.empty() || axes.size() > kImageRank) return false;
  Count products[] = {1, 1, 1, 1};
  for (const WindowAxis& axis : axes) {
    if (!isAxis(axis)) return false;
    const Count sizes[] = {axis.input, axis.output, axis.kernel, extent(axis)};
    for (int i = 0; i < 4; ++i)
      if (!multiply(products[i], sizes[i])) return false;
  }
  return true;
}

WindowAxes imageAxes(const WindowAxes& axes) {
  WindowAxes result;
  for (const WindowAxis& axis : axes)
    if (!isTrivial(axis)) result.push(axis);
  while (result.size() < kImageRank) result.insert(0, {});
  return result;
}

Windows::Windows(const WindowAxes& axes, DType type) : axes_(axes), type_(type) {
  for (int i = 0; i < kImageRank; ++i) {
    extents_[i] = extent(axes[i]);
    inputs_ *= axes[i].input;
    outputs_ *= axes[i].output;
    taps_ *= axes[i].kernel;
  }
  const WindowAxis& inner = axes[2];
  phases_ = std::min(inner.stride, reach(inner));
  phase_ = (extents_[2] + inner.stride - 1) / inner.stride;
  const Count row = phases_ * phase_;
  copy_ = {extents_[0] * extents_[1] * row, extents_[1] * row, row, phase_};
  inPlaceSteps_ = {inputs_, axes[1].input * inner.input, inner.input, 0};
  inPlace_ = inner.stride == 1;
  for (int i = 0; i < kImageRank; ++i)
    inPlace_ = inPlace_ && axes[i].pad == 0 && extents_[i] <= axes[i].input;
}

Count Windows::copyBytes(Count planes) const {
  Count bytes = width(type_);
  for (const Count size : {extents_[0], extents_[1], phases_, phase_, planes})
    if (!multiply(bytes, size)) return kMaxCount + 1;
  return bytes + kSlack;
}

// The part of a row that the image has, in its phases.
void Windows::copyRow(std::byte* to, const std::byte* from) const {
  const WindowAxis& inner = axes_[2];
  const Count bytes = width(type_);
  const Count stride = inner.stride;
  const Count first = std::max<Count>(0, inner.pad);
  const Count last = std::min(extents_[2], inner.pad + inner.input);
  if (first >= last) return;
  const std::byte* source = from + (first - inner.pad) * bytes;
  if (stride == 1) {
    std::memcpy(to + first * bytes, source, static_cast<std::size_t>((last - first) * bytes));
    return;
  }
  if (stride == 2 && phases_ == 2 && bytes == sizeof(float)) {
    const Count pairs = (last - first) / 2;
    const auto at = [&](Count x) { return to + (x % 2 * phase_ + x / 2) * bytes; };
    splitPairs(at(first), at(first + 1), source, pairs);
    if (first + 2 * pairs < last)
      std::memcpy(at(last - 1), source + 2 * pairs * bytes, sizeof(float));
    return;
  }
  for (Count phase = 0; phase < phases_; ++phase) {
    const Count from0 = std::max<Count>(0, (first - phase + stride - 1) / stride);
    const Count x = from0 * stride + phase;
    if (x >= last) continue;
    const Count n = (last - x + stride - 1) / stride;
    std::byte* row = to + (phase * phase_ + from0) * bytes;
    const auto copyEachOf = bytes == 4 ? copyEach<std::uint32_t> : copyEach<std::uint64_t>;
    copyEachOf(row, source + (x - first) * bytes, stride, n);
  }
}

void Windows::fillAround(Count planes, std::byte* to, double outside) const {
  std::byte element[kWidestElement];
  writeNumber(element, lane(type_), outside);
  const Count bytes = planes * copy_.plane * width(type_);
  simd::fill(to, element, width(type_), static_cast<std::ptrdiff_t>(bytes));
}

void Windows::copy(Count planes, std::byte* to, const std::byte* from) const {
  const Count bytes = width(type_);
  for (Count plane = 0; plane < planes; ++plane)
    for (Count z = 0; z < extents_[0]; ++z) {
      const Count fromZ = z - axes_[0].pad;
      if (fromZ < 0 || fromZ >= axes_[0].input) continue;
      for (Count y = 0; y < extents_[1]; ++y) {
        const Count fromY = y - axes_[1].pad;
        if (fromY < 0 || fromY >= axes_[1].input) continue;
        copyRow(
            to + (plane * copy_.plane + z * copy_.z + y * copy_.y) * bytes,
            from + (plane * inputs_ + fromZ * inPlaceSteps_.z + fromY * inPlaceSteps_.y) * bytes);
      }
    }
}

void Windows::writeTapOffsets(std::byte* to, bool copied) const {
  const auto& [plane, stepZ, stepY, phase] = steps(copied);
  const WindowAxis& outer = axes_[0];
  const WindowAxis& middle = axes_[1];
  const WindowAxis& inner = axes_[2];
  for (Count z = 0; z < outer.kernel; ++z)
    for (Count y = 0; y < middle.kernel; ++y)
      for (Count x = 0; x < inner.kernel; ++x, to += sizeof(Count)) {
        const Count across = x * inner.dilation;
        const Count along = across % inner.stride * phase + across / inner.stride;
        simd::store(to, z * outer.dilation * stepZ + y * middle.dilation * stepY + along);
      }
}

Count Windows::windowOffset(Count z, Count y, bool copied) const {
  const Steps& step = steps(copied);
  return z * axes_[0].stride * step.z + y * axes_[1].stride * step.y;
}

}  // namespace simdcast::layers

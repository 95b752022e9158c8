#include "window_geometry.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "../base/sizes.hpp"
#include "../rows/compute_lane.hpp"
#include "../simd/fill.hpp"
#include "../simd/shuffle.hpp"
#include "../simd/simd.hpp"

namespace simdcast {
namespace {

// Elements from the first to the last that a window reaches.
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

// Rows of `n` elements, at distances in bytes.
struct Rows {
  std::byte* to;
  std::size_t toStride;
  const std::byte* from;
  std::size_t fromStride;
  Count count;
  Count n;

  void next() {
    to += toStride;
    from += fromStride;
  }
};

template <class Word>
void copyRows(Rows rows) {
  constexpr Count kLanes = simd::kLanes<Word>;
  constexpr Count kBytes = sizeof(Word);
  for (; rows.count > 0; --rows.count, rows.next()) {
    // The last vector repeats some elements of the one before it.
    for (Count i = 0; rows.n >= kLanes && i < rows.n; i += kLanes) {
      i = std::min(i, rows.n - kLanes);
      std::memcpy(rows.to + i * kBytes, rows.from + i * kBytes, simd::kVectorBytes);
    }
    for (Count i = 0; rows.n < kLanes && i < rows.n; ++i)
      std::memcpy(rows.to + i * kBytes, rows.from + i * kBytes, sizeof(Word));
  }
}

// Every other lane of two vectors: those with even numbers, and those with odd ones.
simd::Vec<float> evenOf(simd::Vec<float> low, simd::Vec<float> high) {
  return simd::evenLanes(low, high);
}
simd::Vec<float> oddOf(simd::Vec<float> low, simd::Vec<float> high) {
  return simd::oddLanes(low, high);
}
using Halves = simd::Vec<std::uint16_t>;
Halves evenOf(Halves low, Halves high) {
  return simd::narrowWrapping(low.bitCast<std::uint32_t>(), high.bitCast<std::uint32_t>());
}
Halves oddOf(Halves low, Halves high) {
  return simd::upperHalves(low.bitCast<std::uint32_t>(), high.bitCast<std::uint32_t>());
}

// The even elements of each row, and `phase` bytes after them the odd ones, or the other way round.
template <class Lane>
void splitRows(Rows rows, Count phase) {
  using V = simd::Vec<Lane>;
  constexpr Count kLanes = simd::kLanes<Lane>;
  constexpr Count kBytes = sizeof(Lane);
  const Count pairs = rows.n / 2;
  for (; rows.count > 0; --rows.count, rows.next()) {
    std::byte* even = rows.to;
    std::byte* odd = rows.to + phase;
    const auto copyOne = [&](std::byte* to, Count i) {
      std::memcpy(to, rows.from + i * kBytes, sizeof(Lane));
    };
    for (Count i = 0; pairs >= kLanes && i < pairs; i += kLanes) {
      i = std::min(i, pairs - kLanes);
      const V low = simd::load<V>(rows.from + 2 * i * kBytes);
      const V high = simd::load<V>(rows.from + 2 * i * kBytes + sizeof(V));
      simd::store(even + i * kBytes, evenOf(low, high));
      simd::store(odd + i * kBytes, oddOf(low, high));
    }
    for (Count i = 0; pairs < kLanes && i < pairs; ++i) {
      copyOne(even + i * kBytes, 2 * i);
      copyOne(odd + i * kBytes, 2 * i + 1);
    }
    if (rows.n % 2 == 1) copyOne(even + pairs * kBytes, rows.n - 1);
  }
}

template <class Word>
void copyEach(std::byte* to, const std::byte* from, Count stride, Count n) {
  for (; n > 0; --n, to += sizeof(Word), from += stride * Count{sizeof(Word)})
    std::memcpy(to, from, sizeof(Word));
}

// Copy functions by the bytes of an element; null if rows are not split in vectors.
struct Copies {
  Count bytes;
  void (*rows)(Rows rows);
  void (*split)(Rows rows, Count phase);
  void (*each)(std::byte* to, const std::byte* from, Count stride, Count n);
};

constexpr Copies kCopies[] = {
    {2, copyRows<std::uint16_t>, splitRows<std::uint16_t>, copyEach<std::uint16_t>},
    {4, copyRows<std::uint32_t>, splitRows<float>, copyEach<std::uint32_t>},
    {8, copyRows<std::uint64_t>, nullptr, copyEach<std::uint64_t>},
};

const Copies& copiesOf(Count bytes) {
  return *std::find_if(std::begin(kCopies), std::end(kCopies) - 1,
                       [&](const Copies& copies) { return copies.bytes == bytes; });
}

}  // namespace

bool areWindows(const WindowAxes& axes, int mostAxes) {
  if (axes.empty() || axes.size() > mostAxes) return false;
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

WindowGeometry::WindowGeometry(const WindowAxes& axes, DType type)
    : axes_(axes), type_(type), bytes_(width(type)) {
  for (int i = 0; i < kImageRank; ++i) {
    extents_[i] = extent(axes[i]);
    inputs_ *= axes[i].input;
    outputs_ *= axes[i].output;
    taps_ *= axes[i].kernel;
  }
  const WindowAxis& inner = axes[2];
  firstX_ = std::max<Count>(0, inner.pad);
  lastX_ = std::min(extents_[2], inner.pad + inner.input);
  phases_ = std::min(inner.stride, reach(inner));
  phase_ = (extents_[2] + inner.stride - 1) / inner.stride;
  const Count row = phases_ * phase_;
  copy_ = {extents_[0] * extents_[1] * row, extents_[1] * row, row, phase_};
  inPlaceStrides_ = {inputs_, axes[1].input * inner.input, inner.input, 0};
  inPlace_ = inner.stride == 1;
  for (int i = 0; i < kImageRank; ++i)
    inPlace_ = inPlace_ && axes[i].pad == 0 && extents_[i] <= axes[i].input;
}

Count WindowGeometry::copyBytes(Count planes) const {
  Count bytes = bytes_;
  for (const Count size : {extents_[0], extents_[1], phases_, phase_, planes})
    if (!multiply(bytes, size)) return kMaxCount + 1;
  return bytes + kSlack;
}

// Copies the image's part of rows of a copy, split into phases.
void WindowGeometry::copyParts(std::byte* to, const std::byte* from, Count count) const {
  const Count stride = axes_[2].stride;
  const auto at = [&](Count x) { return (x % stride * phase_ + x / stride) * bytes_; };
  Rows rows{to + at(firstX_), size(copy_.y * bytes_), from, size(inPlaceStrides_.y * bytes_), count,
            lastX_ - firstX_};
  const Copies& copies = copiesOf(bytes_);
  if (stride == 1) return copies.rows(rows);
  if (stride == 2 && phases_ == 2 && copies.split != nullptr)
    return copies.split(rows, at(firstX_ + 1) - at(firstX_));
  for (; rows.count > 0; --rows.count, to += rows.toStride, rows.next())
    for (Count phase = 0; phase < phases_; ++phase) {
      const Count skipped = std::max<Count>(0, (firstX_ - phase + stride - 1) / stride);
      const Count x = skipped * stride + phase;
      if (x < lastX_)
        copies.each(to + at(x), rows.from + (x - firstX_) * bytes_, stride,
                    (lastX_ - x + stride - 1) / stride);
    }
}

void WindowGeometry::fillAround(Stretch planes, std::byte* to, double outside) const {
  std::byte element[kWidestElement];
  writeNumber(element, lane(type_), outside);
  const Count plane = copy_.plane * bytes_;
  simd::fill(to + planes.first * plane, element, static_cast<int>(bytes_), planes.count * plane);
}

void WindowGeometry::copy(Stretch planes, std::byte* to, const std::byte* from) const {
  if (firstX_ >= lastX_) return;
  // The planes and rows of an image that windows reach.
  const auto reached = [&](int axis) {
    const Count pad = axes_[axis].pad;
    return std::pair(std::max<Count>(0, -pad), std::min(axes_[axis].input, extents_[axis] - pad));
  };
  const auto [firstZ, lastZ] = reached(0);
  const auto [firstY, lastY] = reached(1);
  const Count firstElement = firstX_ - axes_[2].pad;
  for (Count plane = planes.first; plane < planes.first + planes.count; ++plane)
    for (Count z = firstZ; z < lastZ; ++z) {
      const Count row = plane * copy_.plane + (z + axes_[0].pad) * copy_.z + axes_[1].pad * copy_.y;
      const Count image = plane * inputs_ + z * inPlaceStrides_.z + firstElement;
      if (firstY < lastY)
        copyParts(to + (row + firstY * copy_.y) * bytes_,
                  from + (image + firstY * inPlaceStrides_.y) * bytes_, lastY - firstY);
    }
}

void WindowGeometry::writeTapOffsets(std::byte* to, Count planes, bool copied) const {
  if (planes == 0) return;
  const auto& [strideOfPlane, strideZ, strideY, phase] = strides(copied);
  const WindowAxis& outer = axes_[0];
  const WindowAxis& middle = axes_[1];
  const WindowAxis& inner = axes_[2];
  const std::byte* before = to;  // the offsets of the previous plane
  for (Count z = 0; z < outer.kernel; ++z)
    for (Count y = 0; y < middle.kernel; ++y)
      for (Count x = 0; x < inner.kernel; ++x, to += sizeof(std::size_t)) {
        const Count across = x * inner.dilation;
        const Count along = across % inner.stride * phase + across / inner.stride;
        const Count elements = z * outer.dilation * strideZ + y * middle.dilation * strideY + along;
        simd::store(to, size(elements * bytes_));
      }
  const std::size_t further = size(strideOfPlane * bytes_);
  for (Count i = taps_; i < planes * taps_; ++i, to += sizeof further, before += sizeof further)
    simd::store(to, simd::load<std::size_t>(before) + further);
}

std::size_t WindowGeometry::rowOffset(Count z, Count y, bool copied) const {
  const ImageStrides& image = strides(copied);
  const Count elements = z * axes_[0].stride * image.z + y * axes_[1].stride * image.y;
  return size(elements * bytes_);
}

}  // namespace simdcast

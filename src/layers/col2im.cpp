#include <algorithm>
#include <cstring>
#include <type_traits>

#include "../base/costs.hpp"
#include "../base/odometer.hpp"
#include "../simd/simd.hpp"
#include "../windows/window_geometry.hpp"
#include "kind.hpp"

namespace simdcast::layers {
namespace {

// Integers wrap as unsigned ones.
bool isSummed(DType type) {
  constexpr TypeSet kTypes{DType::float32, DType::float64, DType::int8,  DType::int16,
                           DType::int32,   DType::int64,   DType::uint8, DType::uint16,
                           DType::uint32,  DType::uint64};
  return kTypes.has(type);
}

template <class T>
void addRow(std::byte* to, Count stride, const std::byte* from, Count n) {
  constexpr Count kBytes = sizeof(T);
  const auto addTo = [&](std::byte* element, Count i) {
    simd::store(element, static_cast<T>(simd::load<T>(element) + simd::load<T>(from + i * kBytes)));
  };
  Count i = 0;
  if (stride == 1) {
    using V = simd::Vec<T>;
    for (; i + simd::kLanes<T> <= n; i += simd::kLanes<T>)
      simd::store(to + i * kBytes,
                  simd::load<V>(to + i * kBytes) + simd::load<V>(from + i * kBytes));
  }
  for (; i < n; ++i) addTo(to + i * stride * kBytes, i);
}

// The windows along an axis whose tap is in the image.
Stretch windowsInside(const WindowAxis& axis, Count tap) {
  const Count start = tap * axis.dilation - axis.pad;
  const Count first = start >= 0 ? 0 : divideUp(-start, axis.stride);
  const Count end = start >= axis.input ? 0 : divideUp(axis.input - start, axis.stride);
  return {first, std::min(end, axis.output) - first};
}

// Adds the elements of one tap, which `taps` points to.
template <class T, class Taps>
void addTap(const Col2Im& request, const Taps& taps, std::byte* to, const std::byte* from) {
  constexpr Count kBytes = sizeof(T);
  const int last = request.axes.size() - 1;
  Odometer<2> rows;
  Count strideTo = kBytes;
  Count strideFrom = kBytes;
  Odometer<2>::Strides strides[kMaxRank];
  Stretch inside[kMaxRank];
  for (int i = last; i >= 0; --i) {
    const WindowAxis& axis = request.axes[i];
    inside[i] = windowsInside(axis, taps.index(i));
    if (inside[i].count <= 0) return;
    strides[i] = {axis.stride * strideTo, strideFrom};
    to += (inside[i].first * axis.stride + taps.index(i) * axis.dilation - axis.pad) * strideTo;
    from += inside[i].first * strideFrom;
    strideTo *= axis.input;
    strideFrom *= axis.output;
  }
  for (int i = 0; i < last; ++i) rows.push(inside[i].count, strides[i]);
  do {
    addRow<T>(to + rows.offset(0), request.axes[last].stride, from + rows.offset(1),
              inside[last].count);
  } while (rows.next());
}

template <class T>
void addImages(const Col2Im& request, const Buffers& buffers, Count image, Count windows) {
  constexpr Count kBytes = sizeof(T);
  std::byte* to = buffers.outputs[0];
  const std::byte* from = buffers.inputs[0];
  std::memset(to, 0, size(request.planes * image * kBytes));
  if (windows == 0) return;
  for (Count plane = 0; plane < request.planes; ++plane, to += image * kBytes) {
    Odometer<1> taps;
    for (const WindowAxis& axis : request.axes) taps.push(axis.kernel, {0});
    do {
      addTap<T>(request, taps, to, from);
      from += windows * kBytes;
    } while (taps.next());
  }
}

}  // namespace

template <>
struct Kind<Col2Im> : Defaults<Col2Im> {
  static constexpr std::string_view name = "Col2Im";

  [[gnu::cold]] static Operands operands(const Col2Im& request) {
    Shape taps = images(request.type, {request.planes}, request.axes, &WindowAxis::kernel).shape;
    for (const WindowAxis& axis : request.axes) taps.push(static_cast<Size>(axis.output));
    return {.inputs = {tensorOf(request.type, taps)},
            .outputs = {images(request.type, {request.planes}, request.axes, &WindowAxis::input)}};
  }

  static bool fits(const Col2Im& request) {
    constexpr int kMostAxes = kMaxRank - 1;
    if (!isSummed(request.type) || !areWindows(request.axes, kMostAxes)) return false;
    Count read = width(request.type);
    Count made = read;
    if (!multiply(read, request.planes) || !multiply(made, request.planes)) return false;
    for (const WindowAxis& axis : request.axes)
      if (!multiply(read, axis.kernel) || !multiply(read, axis.output) ||
          !multiply(made, axis.input))
        return false;
    return true;
  }

  static Count run(const Col2Im& request, const Buffers& buffers) {
    Count image = 1;
    Count windows = 1;
    for (const WindowAxis& axis : request.axes) {
      image *= axis.input;
      windows *= axis.output;
    }
    if (request.planes * image == 0) return kDone;
    const auto add = [&](auto zero) {
      addImages<decltype(zero)>(request, buffers, image, windows);
    };
    if (request.type == DType::float32)
      add(float{});
    else if (request.type == DType::float64)
      add(double{});
    else if (width(request.type) == 1)
      add(std::uint8_t{});
    else if (width(request.type) == 2)
      add(std::uint16_t{});
    else if (width(request.type) == 4)
      add(std::uint32_t{});
    else
      add(std::uint64_t{});
    return kDone;
  }

  static Positions positions(const Col2Im& request) {
    Count image = 1;
    Count terms = 1;
    for (const WindowAxis& axis : request.axes) {
      image *= axis.input;
      terms *= axis.kernel * axis.output;
    }
    return {.count = request.planes,
            .nanoseconds = static_cast<double>(request.planes * terms) * costs::kScattered,
            .inputs = {bytesOf(request.type, terms)},
            .outputs = {bytesOf(request.type, image)}};
  }

  static void cut(Col2Im& request, Count count) { request.planes = count; }
};
template const Functions& functionsOf<Col2Im>();
template const Sharing& sharingOf<Col2Im>();

}  // namespace simdcast::layers

#include "winograd.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "../base/rounding.hpp"
#include "../matrix/packing.hpp"
#include "../simd/shuffle.hpp"

namespace simdcast {
namespace {

using V = simd::Vec<float>;
constexpr Count kLanes = simd::kLanes<float>;
constexpr int kBytes = sizeof(float);
constexpr Count kUnit = kVectors * kLanes;  // quads of a panel

constexpr int kTaps = 3;   // of an axis
constexpr int kQuad = 2;   // results
constexpr int kPatch = 4;  // elements that a quad is computed from
constexpr int kPlaces = kPatch * kPatch;

// Elements that vectors reach past the last quad.
constexpr Count kPast = 2 * kLanes;
// Quads of a block: the more, the fewer times weights are transformed.
constexpr Count kMostQuads = 192;
// The factors of a block stay in L2, or near it.
constexpr Count kMostFactors = Count{3} << 19;
// Bytes added to each transform plane: planes a power of two apart would share sets of L1.
constexpr Count kShift = 64;
// Stripes for which the factors are read once.
constexpr Count kStripes = 4;

constexpr Count kLeastQuads = 16;

Count quadsOf(const WindowAxis& axis) { return divideUp(axis.output, Count{kQuad}); }

V loadAt(const std::byte* from, std::size_t element) {
  return simd::load<V>(from + element * kBytes);
}

// Along an axis: four sums of elements, or of weights, and two results from sums of products.
struct Four {
  V at[kPatch];
};
Four ofElements(V d0, V d1, V d2, V d3) { return {{d0 - d2, d1 + d2, d2 - d1, d1 - d3}}; }
Four ofWeights(V g0, V g1, V g2) {
  const V half = 0.5F;
  const V outer = g0 + g2;
  return {{g0, half * (outer + g1), half * (outer - g1), g2}};
}
struct Two {
  V first, second;
};
Two ofSums(V m0, V m1, V m2, V m3) { return {m0 + m1 + m2, m1 - m2 - m3}; }

bool isThree(const WindowAxis& axis) {
  return axis.kernel == kTaps && axis.stride == 1 && axis.dilation == 1;
}

// The sums of some quads in the first transform plane, and the bytes to the next plane.
struct Sums {
  const std::byte* line;
  std::size_t apart;
};

// The results of four quads: two vectors for each row.
struct Results {
  V rows[kQuad][kQuad];
};

Results resultsOf(const Sums& sums, std::size_t quad, V bias) {
  Two columns[kPatch];
#pragma GCC unroll 4
  for (std::size_t i = 0; i < kPatch; ++i) {
    const auto sum = [&](std::size_t row) {
      return loadAt(sums.line + (row * kPatch + i) * sums.apart, quad);
    };
    columns[i] = ofSums(sum(0), sum(1), sum(2), sum(3));
  }
  Results results;
#pragma GCC unroll 2
  for (int row = 0; row < kQuad; ++row) {
    const auto column = [&](int i) { return row == 0 ? columns[i].first : columns[i].second; };
    const auto [even, odd] = ofSums(column(0), column(1), column(2), column(3));
    results.rows[row][0] = simd::interleaveLow(even, odd) + bias;
    results.rows[row][1] = simd::interleaveHigh(even, odd) + bias;
  }
  return results;
}

void storeFew(std::byte* to, const V (&row)[kQuad], Count count) {
  std::byte few[sizeof row];
  const bool isWhole = count == kQuad * kLanes;
  std::byte* const both = isWhole ? to : few;
  for (int i = 0; i < kQuad; ++i) simd::store(both + i * sizeof(V), row[i]);
  if (!isWhole) copyLanes(to, few, size(count * kBytes));
}

// False for infinities and NaN, which infinite elements and sums past the range lead to.
bool areFinite(V x) { return !simd::any((x - x) != V(0)); }

}  // namespace

bool areQuads(const WindowGeometry& windows) {
  const WindowAxis& y = windows.axis(1);
  const WindowAxis& x = windows.axis(2);
  return isTrivial(windows.axis(0)) && isThree(y) && isThree(x) &&
         quadsOf(y) * quadsOf(x) >= kLeastQuads;
}

Winograd::Sizes::Sizes(const WindowGeometry& windows, Count channels) {
  const Count quad = kPlaces * channels * kBytes;
  const Count most = std::clamp(kMostFactors / quad / kUnit * kUnit, 2 * kUnit, kMostQuads);
  const Count allRows = quadsOf(windows.axis(1));
  const Count allColumns = quadsOf(windows.axis(2));
  across = divideUp(allColumns, most);
  width = divideUp(allColumns, across);
  down = divideUp(allRows, std::max<Count>(1, most / width));
  rows = divideUp(allRows, down);
  quads = roundUp(rows * width, kUnit);
  line = (quads + kPast) * kBytes;
  panels = quads * channels * kBytes + kShift;
  stripe = channels * kRows * kBytes;
  stripes = kStripes * stripe + kShift;
  zeros = padded((kQuad * width + kQuad + 2 * kPast) * kBytes);
  elements = 2 * zeros;
  factors = elements + padded(kPlaces * line);
  weights = factors + padded(kPlaces * panels);
  sums = weights + padded(kPlaces * stripes);
  all = sums + padded(kPlaces * kStripes * kRows * line);
}

Winograd::Winograd(const WindowGeometry& windows, Count channels, Multiply multiply,
                   std::byte* workspace)
    : windows_(windows),
      channels_(channels),
      multiply_(multiply),
      sizes_(windows, channels),
      row_(workspace),
      zeros_(workspace + sizes_.zeros),
      elements_(workspace + sizes_.elements),
      factors_(workspace + sizes_.factors),
      weights_(workspace + sizes_.weights),
      sums_(workspace + sizes_.sums) {}

Count Winograd::bytesOf(const WindowGeometry& windows, Count channels) {
  return Sizes(windows, channels).all;
}

Count Winograd::blocksOf(const WindowGeometry& windows, Count channels) {
  const Sizes sizes(windows, channels);
  return sizes.down * sizes.across;
}

Winograd::Block Winograd::blockAt(Count block) const {
  const Count top = block / sizes_.across * sizes_.rows;
  const Count left = block % sizes_.across * sizes_.width;
  return {top, left, std::min(sizes_.rows, quadsOf(windows_.axis(1)) - top),
          std::min(sizes_.width, quadsOf(windows_.axis(2)) - left)};
}

Winograd::Extent Winograd::rows() const {
  return {kQuad * block_.top, std::min(kQuad * (block_.top + block_.rows), height())};
}
Winograd::Extent Winograd::columns() const {
  return {kQuad * block_.left, std::min(kQuad * (block_.left + block_.width), width())};
}
std::byte* Winograd::at(const Product& product, Count channel, Count y, Count x) const {
  return product.out + (channel * windows_.outputs() + y * width() + x) * kBytes;
}

void Winograd::run(Count block, const Product& product) {
  block_ = blockAt(block);
  transformImage(product.image);
  const Count stripes = divideUp(product.rows, Count{kRows});
  const Count depth = channels_ * kTaps * kTaps;
  for (Count first = 0; first < stripes; first += kStripes) {
    const Count some = std::min(kStripes, stripes - first);
    for (Count i = 0; i < some; ++i)
      transformStripe(product.weights + (first + i) * kRows * depth * kBytes, i);
    multiplyStripes(some);
    const Count channel = first * kRows;
    const Count rows = std::min(some * kRows, product.rows - channel);
    for (Count i = 0; i < rows; ++i) {
      transformSums(product, channel + i, i);
      if (product.epilogue != nullptr) applyEpilogue(product, channel + i);
    }
  }
}

void Winograd::transformImage(const std::byte* image) {
  const Count plane = windows_.inputs() * kBytes;
  const WindowAxis& down = windows_.axis(1);
  clearAround();
  for (Count channel = 0; channel < channels_; ++channel, image += plane) {
    for (Count i = 0; i < block_.rows; ++i)
      for (int row = 0; row < kPatch; ++row) {
        const Count y = kQuad * (block_.top + i) - down.pad + row;
        const bool isInside = y >= 0 && y < down.input;
        transformRow(isInside ? read(image, y) : zeros_, row, i * block_.width);
      }
    transformColumns(channel);
  }
}

// Clears the margins of the image's rows, and the quads past the last of a block: they are the same
// for all channels.
void Winograd::clearAround() {
  std::memset(row_, 0, size(sizes_.zeros));
  std::memset(zeros_, 0, size(sizes_.zeros));
  const Count quads = block_.rows * block_.width;
  for (int place = 0; place < kPlaces; ++place)
    std::memset(elements_ + place * sizes_.line + quads * kBytes, 0,
                size((sizes_.quads - quads) * kBytes));
}

// Copies the part of a row of the image that the quads of a row read, between zeros.
const std::byte* Winograd::read(const std::byte* plane, Count y) {
  const WindowAxis& axis = windows_.axis(2);
  const Count begin = kQuad * block_.left - axis.pad;
  const Count end = std::min(begin + kQuad * block_.width + kQuad, axis.input);
  const Count first = std::max<Count>(begin, 0);
  if (first < end)
    copyLanes(row_ + (first - begin) * kBytes, plane + (y * axis.input + first) * kBytes,
              size((end - first) * kBytes));
  return row_;
}

// Transforms one row, for the quads from `quad` on. The overhang past them is overwritten by the
// next call.
void Winograd::transformRow(const std::byte* from, int row, Count quad) {
  const std::size_t line = size(sizes_.line);
  std::byte* to = elements_ + size(row * kPatch * sizes_.line + quad * kBytes);
  const std::byte* end = from + size(block_.width) * kQuad * kBytes;
  for (; from < end; from += kQuad * sizeof(V), to += sizeof(V)) {
    const V low = loadAt(from, 0);
    const V high = loadAt(from, kLanes);
    const V nextLow = loadAt(from, 2);
    const V nextHigh = loadAt(from, kLanes + 2);
    const Four sums =
        ofElements(simd::evenLanes(low, high), simd::oddLanes(low, high),
                   simd::evenLanes(nextLow, nextHigh), simd::oddLanes(nextLow, nextHigh));
#pragma GCC unroll 4
    for (std::size_t i = 0; i < kPatch; ++i) simd::store(to + i * line, sums.at[i]);
  }
}

// Transforms the columns, from the transforms of all rows to a row in the panels of each plane.
void Winograd::transformColumns(Count channel) {
  const std::size_t line = size(sizes_.line);
  const std::size_t panels = size(sizes_.panels);
  const std::size_t panel = size(channels_) * kPanelStride;
  std::byte* row = factors_ + size(channel) * kPanelStride;
  const std::byte* from = elements_;
  const std::byte* end = elements_ + size(sizes_.quads) * kBytes;
  for (; from != end; row += panel) {
    for (std::byte* to = row; to != row + kPanelStride; to += sizeof(V), from += sizeof(V))
#pragma GCC unroll 4
      for (std::size_t column = 0; column < kPatch; ++column) {
        const auto element = [&](std::size_t i) {
          return simd::load<V>(from + (i * kPatch + column) * line);
        };
        const Four sums = ofElements(element(0), element(1), element(2), element(3));
#pragma GCC unroll 4
        for (std::size_t i = 0; i < kPatch; ++i)
          simd::store(to + (i * kPatch + column) * panels, sums.at[i]);
      }
  }
}

// Transforms the contiguous weights of kRows output channels.
void Winograd::transformStripe(const std::byte* weights, Count stripe) {
  static_assert(kRows == kLanes);
  const std::size_t apart = size(sizes_.stripes);
  std::byte* to = weights_ + size(stripe * sizes_.stripe);
  const std::byte* end = to + size(sizes_.stripe);
  for (; to != end; to += sizeof(V), weights += kTaps * kTaps * sizeof(V)) {
    Four columns[kTaps];
#pragma GCC unroll 3
    for (std::size_t i = 0; i < kTaps; ++i) {
      const auto weight = [&](std::size_t row) {
        return simd::load<V>(weights + (row * kTaps + i) * sizeof(V));
      };
      columns[i] = ofWeights(weight(0), weight(1), weight(2));
    }
#pragma GCC unroll 4
    for (std::size_t row = 0; row < kPatch; ++row) {
      const Four sums = ofWeights(columns[0].at[row], columns[1].at[row], columns[2].at[row]);
#pragma GCC unroll 4
      for (std::size_t i = 0; i < kPatch; ++i)
        simd::store(to + (row * kPatch + i) * apart, sums.at[i]);
    }
  }
}

void Winograd::multiplyStripes(Count stripes) {
  const Count panels = divideUp(block_.rows * block_.width, kUnit);
  for (int place = 0; place < kPlaces; ++place)
    for (Count i = 0; i < stripes; ++i)
      multiply_({.stripe = weights_ + place * sizes_.stripes + i * sizes_.stripe,
                 .panel = factors_ + place * sizes_.panels,
                 .panelStride = kPanelStride,
                 .panelNext = size(channels_) * kPanelStride,
                 .k = size(channels_),
                 .start = kZeros,
                 .startStride = 0,
                 .startNext = 0,
                 .out = sums_ + (place * kStripes + i) * kRows * sizes_.line,
                 .outStride = size(sizes_.line),
                 .panels = size(panels)});
}

// Computes the results of a channel, from the sums in the lines from this row on.
void Winograd::transformSums(const Product& product, Count channel, Count row) const {
  const V bias =
      product.bias == nullptr ? 0.0F : simd::load<float>(product.bias + channel * kBytes);
  const Sums sums{sums_ + row * sizes_.line, size(kStripes * kRows * sizes_.line)};
  bool finite = true;
  for (Count i = 0; i < block_.rows; ++i)
    for (Count j = 0; j < block_.width; j += kLanes) {
      const Results results = resultsOf(sums, size(i * block_.width + j), bias);
      const Count y = kQuad * (block_.top + i);
      const Count x = kQuad * (block_.left + j);
      const Count count = std::min(kQuad * std::min(kLanes, block_.width - j), width() - x);
      for (int k = 0; k < kQuad && y + k < height(); ++k) {
        finite = finite && areFinite(results.rows[k][0]) && areFinite(results.rows[k][1]);
        storeFew(at(product, channel, y + k, x), results.rows[k], count);
      }
    }
  if (!finite) recompute(product, channel);
}

// Recomputes results that are not finite from their own products, which may have another sum.
void Winograd::recompute(const Product& product, Count channel) const {
  const auto [top, bottom] = rows();
  const auto [left, right] = columns();
  for (Count y = top; y < bottom; ++y)
    for (Count x = left; x < right; ++x) {
      std::byte* const to = at(product, channel, y, x);
      if (!std::isfinite(simd::load<float>(to))) simd::store(to, sumOf(product, channel, y, x));
    }
}

float Winograd::sumOf(const Product& product, Count channel, Count y, Count x) const {
  const Count depth = channels_ * kTaps * kTaps;
  const std::byte* weights =
      product.weights + (channel / kRows * kRows * depth + channel % kRows) * kBytes;
  float sum = product.bias == nullptr ? 0 : simd::load<float>(product.bias + channel * kBytes);
  for (Count tap = 0; tap < depth; ++tap) {
    const Count row = y - windows_.axis(1).pad + tap / kTaps % kTaps;
    const Count column = x - windows_.axis(2).pad + tap % kTaps;
    if (row < 0 || row >= windows_.axis(1).input || column < 0 || column >= windows_.axis(2).input)
      continue;
    const Count plane = tap / (kTaps * kTaps) * windows_.inputs();
    sum +=
        simd::load<float>(weights + tap * kRows * kBytes) *
        simd::load<float>(product.image + (plane + row * windows_.axis(2).input + column) * kBytes);
  }
  return sum;
}

// In a block of whole rows, the results of a channel are contiguous.
void Winograd::applyEpilogue(const Product& product, Count channel) const {
  const auto [top, bottom] = rows();
  const auto [left, right] = columns();
  const Count step = right - left == width() ? bottom - top : 1;
  for (Count y = top; y < bottom; y += step)
    (*product.epilogue)(product.first + channel * windows_.outputs() + y * width() + left,
                        step * (right - left));
}

}  // namespace simdcast

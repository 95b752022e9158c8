#include "window_product.hpp"

#include <algorithm>
#include <cstring>

#include "../base/rounding.hpp"
#include "../matrix/packing.hpp"
#include "../simd/fill.hpp"

namespace simdcast {
namespace {

// A panel and a stripe of this depth stay in L1.
constexpr Count kDepth = 512;
// Taps that are packed for all panels before the next ones, so the memory that is read and the
// memory that is written both stay in L1.
constexpr Count kPackedTaps = 16;

Count unitOf(Count bytes) { return kVectors * simd::kVectorBytes / bytes; }

// At most kDepth taps at a time, and about equally many each time, so no pass is short.
Count depthAtOnce(Count depth) {
  const Count passes = std::max<Count>(1, divideUp(depth, kDepth));
  return divideUp(depth, passes);
}

// Ways to pack taps of the windows of a panel, which start at `starts`, from `offset` to `end`.
using Pack = void (*)(std::byte* to, const std::byte* image, const std::size_t* starts,
                      const std::byte* offset, const std::byte* end);

// For windows that are neighbours in one row: each tap reads contiguous elements.
void packRun(std::byte* to, const std::byte* image, const std::size_t* starts,
             const std::byte* offset, const std::byte* end) {
  const std::byte* from = image + starts[0];
  for (; offset != end; offset += sizeof(std::size_t), to += kPanelStride)
    std::memcpy(to, from + simd::load<std::size_t>(offset), kPanelStride);
}

// For windows that end one row and begin the next: both stretches are read for all lanes, and a
// mask selects. Nothing before the first required element or after the last is read.
template <class Word>
void packTwoRuns(std::byte* to, const std::byte* image, const std::size_t* starts,
                 const std::byte* offset, const std::byte* end) {
  using V = simd::Vec<Word>;
  constexpr Count kLanes = simd::kLanes<Word>;
  Count ends = 1;
  while (starts[ends] == starts[ends - 1] + sizeof(Word)) ++ends;
  V isFirst[kVectors];
  for (Count i = 0; i < kVectors * kLanes; ++i)
    isFirst[i / kLanes].raw[i % kLanes] = i < ends ? ~Word{} : Word{};
  const std::byte* first = image + starts[0];
  const std::byte* second = image + starts[ends] - size(ends) * sizeof(Word);
  for (; offset != end; offset += sizeof(std::size_t), to += kPanelStride) {
    const auto at = simd::load<std::size_t>(offset);
#pragma GCC unroll 2
    for (std::size_t i = 0; i < kVectors; ++i) {
      const V a = simd::load<V>(first + at + i * sizeof(V));
      const V b = simd::load<V>(second + at + i * sizeof(V));
      simd::store(to + i * sizeof(V), (a & isFirst[i]) | (b & ~isFirst[i]));
    }
  }
}

template <class Word>
void packEach(std::byte* to, const std::byte* image, const std::size_t* starts,
              const std::byte* offset, const std::byte* end) {
  constexpr int kUnit = kVectors * simd::kLanes<Word>;
  for (; offset != end; offset += sizeof(std::size_t), to += kPanelStride) {
    const std::byte* from = image + simd::load<std::size_t>(offset);
    for (int i = 0; i < kUnit; ++i)
      simd::store(to + i * sizeof(Word), simd::load<Word>(from + starts[i]));
  }
}

using Halves = simd::Vec<std::uint16_t>;

// Packs two taps at a time; `read` returns the elements of the windows at the offset of a tap.
template <class Read>
void packPairs(std::byte* to, const std::byte* offset, const std::byte* end, const Read& read) {
  constexpr Count kNext = sizeof(std::size_t);
  for (; offset != end; offset += 2 * kNext, to += kPanelStride) {
    const Halves first = read(simd::load<std::size_t>(offset));
    const Halves second = read(simd::load<std::size_t>(offset + kNext));
    simd::store(to, simd::interleaveLow(first, second));
    simd::store(to + sizeof(Halves), simd::interleaveHigh(first, second));
  }
}

void packPairsOfRun(std::byte* to, const std::byte* image, const std::size_t* starts,
                    const std::byte* offset, const std::byte* end) {
  const std::byte* from = image + starts[0];
  packPairs(to, offset, end, [&](std::size_t at) { return simd::load<Halves>(from + at); });
}

void packPairsOfTwoRuns(std::byte* to, const std::byte* image, const std::size_t* starts,
                        const std::byte* offset, const std::byte* end) {
  constexpr Count kBytes = sizeof(std::uint16_t);
  Count ends = 1;
  while (starts[ends] == starts[ends - 1] + kBytes) ++ends;
  Halves isFirst;
  for (Count i = 0; i < simd::kLanes<std::uint16_t>; ++i) isFirst.raw[i] = i < ends ? 0xFFFF : 0;
  const std::byte* first = image + starts[0];
  const std::byte* second = image + starts[ends] - size(ends) * kBytes;
  packPairs(to, offset, end, [&](std::size_t at) {
    return (simd::load<Halves>(first + at) & isFirst) |
           (simd::load<Halves>(second + at) & ~isFirst);
  });
}

void packPairsOfEach(std::byte* to, const std::byte* image, const std::size_t* starts,
                     const std::byte* offset, const std::byte* end) {
  packPairs(to, offset, end, [&](std::size_t at) {
    Halves elements;
    for (Count i = 0; i < simd::kLanes<std::uint16_t>; ++i)
      elements.raw[i] = simd::load<std::uint16_t>(image + starts[i] + at);
    return elements;
  });
}

// Packing functions for elements of `element` bytes: for windows in one run, two, or more.
struct Packs {
  Count element;
  Pack ways[3];
};

constexpr Packs kPacks[] = {
    {2, {packPairsOfRun, packPairsOfTwoRuns, packPairsOfEach}},
    {4, {packRun, packTwoRuns<std::uint32_t>, packEach<std::uint32_t>}},
    {8, {packRun, packTwoRuns<std::uint64_t>, packEach<std::uint64_t>}},
};

// `count` windows fill a panel of `unit`; if they are fewer, the last one is repeated.
Pack packOf(const std::size_t* starts, Count count, Count unit, Count element) {
  int runs = 1;
  for (Count i = 1; i < unit; ++i)
    if (starts[i] != starts[i - 1] + size(element)) ++runs;
  const int way = count < unit ? 3 : std::min(runs, 3);
  for (const auto& [bytes, ways] : kPacks)
    if (bytes == element) return ways[way - 1];
  return nullptr;
}

}  // namespace

WindowProduct::WindowProduct(const Columns& columns, Multiply multiply, std::byte* panels)
    : columns_(columns), multiply_(multiply), panels_(panels), unit_(unitOf(columns.bytes)) {}

Count WindowProduct::bytesOfPanels(Count columns, Count depth, Count bytes) {
  return std::min(kMostColumns, roundUp(columns, unitOf(bytes))) * depthAtOnce(depth) * bytes;
}

Count WindowProduct::blocks() const { return divideUp(columns_.count, kMostColumns); }

void WindowProduct::run(Count block, const Product& product) {
  const Count first = block * kMostColumns;
  runBlock(first, std::min(kMostColumns, columns_.count - first), product);
}

void WindowProduct::run(Count first, Count end, const Product& product) {
  for (; first < end; first += kMostColumns)
    runBlock(first, std::min(kMostColumns, end - first), product);
}

void WindowProduct::runBlock(Count first, Count width, const Product& product) {
  first_ = first;
  width_ = width;
  locate();
  const Count most = depthAtOnce(columns_.depth);
  Count top = 0;
  do {
    const Count deep = std::min(most, columns_.depth - top);
    pack(product.image, top, deep);
    for (Count row = 0; row < product.rows; row += kRows) multiplyStripe(product, row, top, deep);
    top += deep;
  } while (top < columns_.depth);
}

// Columns past the last repeat it.
void WindowProduct::locate() {
  const WindowGeometry& windows = columns_.windows;
  const Count rows = windows.axis(1).output;
  const Count width = windows.axis(2).output;
  Count x = first_ % width;
  Count y = first_ / width % rows;
  Count z = first_ / width / rows;
  std::size_t start = windows.rowOffset(z, y, columns_.copied) + size(x * columns_.element);
  for (Count i = 0; i < width_; ++i) {
    starts_[i] = start;
    start += size(columns_.element);
    if (++x < width) continue;
    x = 0;
    if (++y == rows) {
      y = 0;
      ++z;
    }
    start = windows.rowOffset(z, y, columns_.copied);
  }
  for (Count i = width_; i < roundUp(width_, unit_); ++i) starts_[i] = starts_[width_ - 1];
}

void WindowProduct::pack(const std::byte* image, Count top, Count deep) {
  const Count panel = unit_ * columns_.bytes;
  for (Count tap = 0; tap < deep; tap += kPackedTaps)
    for (Count column = 0; column < width_; column += unit_)
      packPanel(panels_ + column * deep * columns_.bytes + tap * panel, image, column, top + tap,
                std::min(kPackedTaps, deep - tap));
}

void WindowProduct::packPanel(std::byte* to, const std::byte* image, Count column, Count top,
                              Count deep) const {
  const std::size_t* starts = starts_ + column;
  const Count lane = taps() * Count{sizeof(std::size_t)};
  const std::byte* offset = columns_.offsets + top * lane;
  const Pack pack = packOf(starts, width_ - column, unit_, columns_.element);
  pack(to, image, starts, offset, offset + deep * lane);
}

void WindowProduct::multiplyStripe(const Product& product, Count row, Count top, Count deep) const {
  const Count bytes = columns_.bytes;
  const Count rows = std::min<Count>(kRows, product.rows - row);
  const std::byte* stripe = product.weights + (row * columns_.depth + top * kRows) * bytes;
  std::byte* sums = product.out + (row * columns_.count + first_) * bytes;
  const std::size_t rowStride = size(columns_.count * bytes);
  const bool begins = top == 0;
  std::byte biases[kRows * kPanelStride]{};
  if (begins && product.bias != nullptr) fillBiases(biases, product.bias + row * bytes, rows);
  const Count whole = rows == kRows ? width_ / unit_ : 0;
  const StripeProduct panels{.stripe = stripe,
                             .panel = panels_,
                             .panelStride = kPanelStride,
                             .panelNext = size(deep) * kPanelStride,
                             .k = size(deep),
                             .start = begins ? biases : sums,
                             .startStride = begins ? kPanelStride : rowStride,
                             .startNext = begins ? 0 : kPanelStride,
                             .out = sums,
                             .outStride = rowStride,
                             .panels = size(whole)};
  if (whole > 0) multiply_(panels);
  multiplyEdges(panels, rows, begins);
  if (product.epilogue == nullptr || top + deep < columns_.depth) return;
  for (Count i = 0; i < rows; ++i)
    (*product.epilogue)(product.first + (row + i) * columns_.count + first_, width_);
}

void WindowProduct::fillBiases(std::byte* to, const std::byte* from, Count rows) const {
  for (Count i = 0; i < rows; ++i)
    simd::fill(to + i * kPanelStride, from + i * columns_.bytes, static_cast<int>(columns_.bytes),
               kPanelStride);
}

// After the whole panels of a stripe, fewer elements are stored than the micro-kernel computes:
// they go through a buffer.
void WindowProduct::multiplyEdges(StripeProduct product, Count rows, bool begins) const {
  std::byte* const sums = product.out;
  const std::size_t rowStride = product.outStride;
  Count column = static_cast<Count>(product.panels) * unit_;
  std::byte edge[kRows * kPanelStride];
  product.panels = 1;
  product.out = edge;
  product.outStride = kPanelStride;
  if (!begins) {
    product.start = edge;
    product.startStride = kPanelStride;
  }
  for (; column < width_; column += unit_) {
    std::byte* to = sums + column * columns_.bytes;
    const std::size_t few = size(std::min(unit_, width_ - column) * columns_.bytes);
    if (!begins)
      for (Count i = 0; i < rows; ++i) copyLanes(edge + i * kPanelStride, to + i * rowStride, few);
    product.panel = panels_ + size(column / unit_) * product.panelNext;
    multiply_(product);
    for (Count i = 0; i < rows; ++i) copyLanes(to + i * rowStride, edge + i * kPanelStride, few);
  }
}

}  // namespace simdcast

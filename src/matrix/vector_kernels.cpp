#include "vector_kernels.hpp"

#include <array>

#include "../convert/half_lanes.hpp"
#include "../simd/simd.hpp"
#include "micro_kernel.hpp"

namespace simdcast {
namespace {

// Rows that one pass adds to the sums, and rows that one pass over the factors sums up.
constexpr int kAddedRows = 6;
constexpr int kDottedRows = 4;
// Bytes of a matrix whose rows are read several together. Those of a larger one, which does not
// stay in L2, are read in one stream.
constexpr std::size_t kMostTogether = 512 * 1024;
// Panels of a near matrix that are summed at once: each alone would wait for its own additions.
constexpr int kNearPanels = 4;
// Rows of a panel that are widened at a time.
constexpr int kWidenedRows = 4;

// Partial sums of a dot product, whatever the width of a vector.
template <class Lane>
constexpr int kPartials = 32 / sizeof(Lane);

template <std::floating_point Lane, int kCount>
void addSome(std::byte* sums, const std::byte* factors, const std::byte* matrix,
             std::size_t rowStride, std::size_t width) {
  using V = simd::Vec<Lane>;
  constexpr std::size_t kLanes = simd::kLanes<Lane>;
  V factor[kCount];
#pragma GCC unroll 16
  for (int p = 0; p < kCount; ++p) factor[p] = simd::load<Lane>(factors + p * sizeof(Lane));
  for (; width >= kLanes; width -= kLanes, sums += sizeof(V), matrix += sizeof(V)) {
    V sum = simd::load<V>(sums);
#pragma GCC unroll 16
    for (int p = 0; p < kCount; ++p) sum = sum + factor[p] * simd::load<V>(matrix + p * rowStride);
    simd::store(sums, sum);
  }
  for (; width > 0; --width, sums += sizeof(Lane), matrix += sizeof(Lane)) {
    Lane sum = simd::load<Lane>(sums);
    for (int p = 0; p < kCount; ++p)
      sum +=
          simd::load<Lane>(factors + p * sizeof(Lane)) * simd::load<Lane>(matrix + p * rowStride);
    simd::store(sums, sum);
  }
}

// The partial sums are added in halves: the upper to the lower, until one is left.
template <class Lane>
Lane addUp(Lane* partials) {
  for (int half = kPartials<Lane> / 2; half > 0; half /= 2)
    for (int i = 0; i < half; ++i) partials[i] += partials[i + half];
  return partials[0];
}

template <std::floating_point Lane, int kCount>
void dotSome(std::byte* sums, const std::byte* factors, const std::byte* matrix,
             std::size_t rowStride, std::size_t width) {
  using V = simd::Vec<Lane>;
  constexpr int kParts = kPartials<Lane> / simd::kLanes<Lane>;
  V parts[kCount][kParts]{};
  for (; width >= kPartials<Lane>; width -= kPartials<Lane>) {
#pragma GCC unroll 16
    for (int part = 0; part < kParts; ++part, factors += sizeof(V), matrix += sizeof(V)) {
      const V factor = simd::load<V>(factors);
#pragma GCC unroll 16
      for (int i = 0; i < kCount; ++i)
        parts[i][part] = parts[i][part] + factor * simd::load<V>(matrix + i * rowStride);
    }
  }
  Lane partials[kCount][kPartials<Lane>];
  std::memcpy(partials, parts, sizeof partials);
  for (int i = 0; i < kCount; ++i, matrix += rowStride, sums += sizeof(Lane)) {
    Lane sum = addUp(partials[i]);
    for (std::size_t p = 0; p < width; ++p)
      sum += simd::load<Lane>(factors + p * sizeof(Lane)) *
             simd::load<Lane>(matrix + p * sizeof(Lane));
    simd::store(sums, sum);
  }
}

template <class Lane, int kCount>
void sumSome(std::byte* sums, const std::byte* factors, const std::byte* panels,
             std::size_t depth) {
  using V = simd::Vec<Lane>;
  const std::size_t next = depth * kPanelStride;
  V parts[kCount][kVectors]{};
  for (; depth > 0; --depth, factors += sizeof(Lane), panels += kPanelStride) {
    const V factor = simd::load<Lane>(factors);
#pragma GCC unroll 16
    for (int i = 0; i < kCount; ++i)
#pragma GCC unroll 16
      for (int v = 0; v < kVectors; ++v)
        parts[i][v] =
            parts[i][v] + factor * simd::load<V>(panels + i * next + v * simd::kVectorBytes);
  }
  std::memcpy(sums, parts, sizeof parts);
}

using Floats = simd::Vec<float>;

// 16-bit elements of a row that are widened at a time, the lanes of one vector.
constexpr std::size_t kOctet = simd::kLanes<std::uint16_t>;

// How eight elements of several rows become floats.
enum class Octets { moved, finite, any };

template <class Element>
struct Widening;

template <>
struct Widening<Half> {
  FiniteHalves finite;
  MovedHalves moved;
  Halves least = 0x0800;
  Halves leastNormal = 0x1000;

  // The shift drops the sign. After the addition, which wraps, infinities and NaN are below 0x800,
  // and zeros and subnormals below 0x1000. Processors are 40 times slower on subnormals, so
  // `finite` converts them, and zeros too.
  template <int kCount>
  [[nodiscard]] Octets of(const Halves (&rows)[kCount]) const {
    Halves lowest = (rows[0] << 1) + least;
#pragma GCC unroll 16
    for (int p = 1; p < kCount; ++p) lowest = simd::min(lowest, (rows[p] << 1) + least);
    if (!simd::any(lowest < leastNormal)) return Octets::moved;
    return simd::any(lowest < least) ? Octets::any : Octets::finite;
  }
  // The factors are scaled in return. No float16 overflows.
  static constexpr float kUp = MovedHalves::kUp;
};

template <>
struct Widening<BFloat> {
  BFloats finite;
  BFloats moved;

  template <int kCount>
  [[nodiscard]] static Octets of(const Halves (&/*rows*/)[kCount]) {
    return Octets::moved;
  }
  static constexpr float kUp = 1;
};

// Elements of any value, converted in memory.
template <class Element>
struct AnyElements {
  [[nodiscard]] Floats low(Halves x) const { return simd::load<Floats>(converted(x).data()); }
  [[nodiscard]] Floats high(Halves x) const {
    return simd::load<Floats>(converted(x).data() + sizeof(Floats));
  }

 private:
  using Converted = std::array<std::byte, 2 * sizeof(Floats)>;
  [[nodiscard]] static Converted converted(Halves x) {
    std::byte stored[sizeof x];
    simd::store(stored, x);
    Converted floats;
    widenAll<Element>(kOctet, floats.data(), stored);
    return floats;
  }
};

// Eight elements of each row.
template <int kCount>
void loadRows(Halves (&rows)[kCount], const std::byte* matrix, std::size_t rowStride) {
#pragma GCC unroll 16
  for (int p = 0; p < kCount; ++p) rows[p] = simd::load<Halves>(matrix + p * rowStride);
}

// Adds fewer than eight elements of each row.
template <class Element, int kCount>
void addRest(std::byte* sums, const std::byte* factors, const std::byte* matrix,
             std::size_t rowStride, std::size_t width) {
  float wide[kCount][kOctet];
  const auto row = [&](int p) { return reinterpret_cast<std::byte*>(wide[p]); };
  for (int p = 0; p < kCount; ++p)
    widenAll<Element>(static_cast<std::ptrdiff_t>(width), row(p),
                      matrix + static_cast<std::size_t>(p) * rowStride);
  addSome<float, kCount>(sums, factors, row(0), sizeof wide[0], width);
}

template <class Lanes, int kCount>
void addOctet(std::byte* sums, const Floats (&factors)[kCount], const Halves (&rows)[kCount],
              const Lanes& lanes) {
  auto low = simd::load<Floats>(sums);
  auto high = simd::load<Floats>(sums + sizeof(Floats));
#pragma GCC unroll 16
  for (int p = 0; p < kCount; ++p) {
    low = low + factors[p] * lanes.low(rows[p]);
    high = high + factors[p] * lanes.high(rows[p]);
  }
  simd::store(sums, low);
  simd::store(sums + sizeof(Floats), high);
}

template <int kCount>
void loadFactors(Floats (&to)[kCount], const std::byte* factors, float scale) {
#pragma GCC unroll 16
  for (int p = 0; p < kCount; ++p) to[p] = simd::load<float>(factors + p * sizeof(float)) * scale;
}

template <SmallFloat Element, int kCount>
void addSome(std::byte* sums, const std::byte* factors, const std::byte* matrix,
             std::size_t rowStride, std::size_t width) {
  const Widening<Element> widening;
  Floats moved[kCount];
  loadFactors(moved, factors, Widening<Element>::kUp);
  for (; width >= kOctet; width -= kOctet, sums += 2 * sizeof(Floats), matrix += sizeof(Halves)) {
    Halves rows[kCount];
    loadRows(rows, matrix, rowStride);
    const Octets octets = widening.of(rows);
    if (octets == Octets::moved) {
      addOctet(sums, moved, rows, widening.moved);
      continue;
    }
    Floats plain[kCount];
    loadFactors(plain, factors, 1);
    if (octets == Octets::finite)
      addOctet(sums, plain, rows, widening.finite);
    else
      addOctet(sums, plain, rows, AnyElements<Element>{});
  }
  if (width > 0) addRest<Element, kCount>(sums, factors, matrix, rowStride, width);
}

// Eight partial sums for each row.
template <int kCount>
struct Dots {
  Floats low[kCount]{};
  Floats high[kCount]{};

  template <class Lanes>
  void add(Floats factorsLow, Floats factorsHigh, const Halves (&rows)[kCount],
           const Lanes& lanes) {
#pragma GCC unroll 16
    for (int i = 0; i < kCount; ++i) {
      low[i] = low[i] + factorsLow * lanes.low(rows[i]);
      high[i] = high[i] + factorsHigh * lanes.high(rows[i]);
    }
  }
};

template <SmallFloat Element, int kCount>
void dotSome(std::byte* sums, const std::byte* factors, const std::byte* matrix,
             std::size_t rowStride, std::size_t width) {
  static_assert(kOctet == kPartials<float>);
  const Widening<Element> widening;
  const Floats up = Widening<Element>::kUp;
  Dots<kCount> dots;
  for (; width >= kOctet;
       width -= kOctet, factors += 2 * sizeof(Floats), matrix += sizeof(Halves)) {
    const auto low = simd::load<Floats>(factors);
    const auto high = simd::load<Floats>(factors + sizeof(Floats));
    Halves rows[kCount];
    loadRows(rows, matrix, rowStride);
    const Octets octets = widening.of(rows);
    if (octets == Octets::moved)
      dots.add(low * up, high * up, rows, widening.moved);
    else if (octets == Octets::finite)
      dots.add(low, high, rows, widening.finite);
    else
      dots.add(low, high, rows, AnyElements<Element>{});
  }
  for (int i = 0; i < kCount; ++i, matrix += rowStride, sums += sizeof(float)) {
    const Floats parts[] = {dots.low[i], dots.high[i]};
    float partials[kOctet];
    std::memcpy(partials, parts, sizeof partials);
    float sum = addUp(partials);
    for (std::size_t p = 0; p < width; ++p)
      sum += simd::load<float>(factors + p * sizeof(float)) *
             widen(simd::load<Element>(matrix + p * sizeof(Element)));
    simd::store(sums, sum);
  }
}

// Adds rows of a panel, one after the other.
template <class Lanes, int kCount>
void addOctets(Floats& low, Floats& high, const std::byte* factors, float scale,
               const Halves (&rows)[kCount], const Lanes& lanes) {
#pragma GCC unroll 16
  for (int p = 0; p < kCount; ++p) {
    const Floats factor = simd::load<float>(factors + p * sizeof(float)) * scale;
    low = low + factor * lanes.low(rows[p]);
    high = high + factor * lanes.high(rows[p]);
  }
}

template <class Element, int kCount>
void addPanelRows(Floats& low, Floats& high, const std::byte* factors, const std::byte* panel,
                  const Widening<Element>& widening) {
  Halves rows[kCount];
  loadRows(rows, panel, sizeof(Halves));
  const Octets octets = widening.of(rows);
  if (octets == Octets::moved)
    addOctets(low, high, factors, Widening<Element>::kUp, rows, widening.moved);
  else if (octets == Octets::finite)
    addOctets(low, high, factors, 1, rows, widening.finite);
  else
    addOctets(low, high, factors, 1, rows, AnyElements<Element>{});
}

template <SmallFloat Element>
void sumPanel(std::byte* sums, const std::byte* factors, const std::byte* panel,
              std::size_t depth) {
  const Widening<Element> widening;
  Floats low{};
  Floats high{};
  for (; depth >= kWidenedRows; depth -= kWidenedRows) {
    addPanelRows<Element, kWidenedRows>(low, high, factors, panel, widening);
    factors += kWidenedRows * sizeof(float);
    panel += kWidenedRows * sizeof(Halves);
  }
  for (; depth > 0; --depth, factors += sizeof(float), panel += sizeof(Halves))
    addPanelRows<Element, 1>(low, high, factors, panel, widening);
  simd::store(sums, low);
  simd::store(sums + sizeof(Floats), high);
}

// The type of factors and sums.
template <class Element>
using Sum = std::conditional_t<sizeof(Element) == 2, float, Element>;

}  // namespace

template <class Element>
void addRows(std::byte* sums, const std::byte* factors, const std::byte* matrix,
             std::size_t rowStride, std::size_t rows, std::size_t width) {
  constexpr std::size_t kFactor = sizeof(Sum<Element>);
  const bool isStream = rowStride == width * sizeof(Element) && rows * rowStride > kMostTogether;
  for (; rows >= kAddedRows && !isStream; rows -= kAddedRows) {
    addSome<Element, kAddedRows>(sums, factors, matrix, rowStride, width);
    factors += kAddedRows * kFactor;
    matrix += kAddedRows * rowStride;
  }
  for (; rows > 0; --rows, factors += kFactor, matrix += rowStride)
    addSome<Element, 1>(sums, factors, matrix, rowStride, width);
}

template <class Element>
void dotRows(std::byte* sums, const std::byte* factors, const std::byte* matrix,
             std::size_t rowStride, std::size_t rows, std::size_t width) {
  constexpr std::size_t kSum = sizeof(Sum<Element>);
  for (; rows >= kDottedRows; rows -= kDottedRows) {
    dotSome<Element, kDottedRows>(sums, factors, matrix, rowStride, width);
    sums += kDottedRows * kSum;
    matrix += kDottedRows * rowStride;
  }
  for (; rows > 0; --rows, sums += kSum, matrix += rowStride)
    dotSome<Element, 1>(sums, factors, matrix, rowStride, width);
}

template <class Element>
void sumPanels(std::byte* sums, const std::byte* factors, const std::byte* panels,
               std::size_t depth, std::size_t width, bool isNear) {
  const std::size_t panel = depth * kColumns<Sum<Element>> * sizeof(Element);
  std::size_t bytes = width * sizeof(Sum<Element>);
  const auto sum = [&](auto some, std::size_t count) {
    for (; bytes >= count * kPanelStride; bytes -= count * kPanelStride) {
      some(sums, factors, panels, depth);
      sums += count * kPanelStride;
      panels += count * panel;
    }
  };
  constexpr auto one = [] {
    if constexpr (SmallFloat<Element>)
      return sumPanel<Element>;
    else
      return sumSome<Element, 1>;
  }();
  if constexpr (!SmallFloat<Element>)
    if (isNear) sum(sumSome<Element, kNearPanels>, kNearPanels);
  sum(one, 1);
  if (bytes == 0) return;
  std::byte edge[kPanelStride];
  one(edge, factors, panels, depth);
  std::memcpy(sums, edge, bytes);
}

template void sumPanels<float>(std::byte*, const std::byte*, const std::byte*, std::size_t,
                               std::size_t, bool);
template void sumPanels<double>(std::byte*, const std::byte*, const std::byte*, std::size_t,
                                std::size_t, bool);
template void sumPanels<Half>(std::byte*, const std::byte*, const std::byte*, std::size_t,
                              std::size_t, bool);
template void sumPanels<BFloat>(std::byte*, const std::byte*, const std::byte*, std::size_t,
                                std::size_t, bool);
template void addRows<float>(std::byte*, const std::byte*, const std::byte*, std::size_t,
                             std::size_t, std::size_t);
template void dotRows<float>(std::byte*, const std::byte*, const std::byte*, std::size_t,
                             std::size_t, std::size_t);
template void addRows<double>(std::byte*, const std::byte*, const std::byte*, std::size_t,
                              std::size_t, std::size_t);
template void dotRows<double>(std::byte*, const std::byte*, const std::byte*, std::size_t,
                              std::size_t, std::size_t);
template void addRows<Half>(std::byte*, const std::byte*, const std::byte*, std::size_t,
                            std::size_t, std::size_t);
template void dotRows<Half>(std::byte*, const std::byte*, const std::byte*, std::size_t,
                            std::size_t, std::size_t);
template void addRows<BFloat>(std::byte*, const std::byte*, const std::byte*, std::size_t,
                              std::size_t, std::size_t);
template void dotRows<BFloat>(std::byte*, const std::byte*, const std::byte*, std::size_t,
                              std::size_t, std::size_t);

}  // namespace simdcast

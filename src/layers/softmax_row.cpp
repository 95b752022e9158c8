#include "softmax_row.hpp"

#include <algorithm>
#include <limits>

#include "../math/exp.hpp"
#include "../math/log.hpp"
#include "../simd/simd.hpp"

namespace simdcast::layers {
namespace {

using simd::Vec;

constexpr int kVectors = simd::kUnroll;
constexpr Count kTurn = kVectors * simd::kVectorBytes;

// Bytes that are added up before their sum goes into the total, which keeps the rounding errors of
// long rows small.
constexpr Count kBlock = 16 * kTurn;

template <class T>
struct Turn {
  Vec<T> vectors[kVectors];

  static Turn of(T element) {
    Turn turn;
    for (Vec<T>& each : turn.vectors) each = element;
    return turn;
  }
  static Turn load(const std::byte* from) {
    Turn turn;
#pragma GCC unroll 4
    for (int k = 0; k < kVectors; ++k)
      turn.vectors[k] = simd::load<Vec<T>>(from + k * simd::kVectorBytes);
    return turn;
  }
  // The last few elements, and -infinity, which is no maximum, and whose power is 0.
  static Turn loadFew(const std::byte* from, Count bytes) {
    Turn turn = of(-std::numeric_limits<T>::infinity());
    std::byte padded[kTurn];
    turn.store(padded);
    simd::copyFew(padded, from, static_cast<std::ptrdiff_t>(bytes));
    return load(padded);
  }
  void store(std::byte* to) const {
#pragma GCC unroll 4
    for (int k = 0; k < kVectors; ++k) simd::store(to + k * simd::kVectorBytes, vectors[k]);
  }
  void storeFew(std::byte* to, Count bytes) const {
    std::byte padded[kTurn];
    store(padded);
    simd::copyFew(to, padded, static_cast<std::ptrdiff_t>(bytes));
  }

  // Vector by vector, of the turns in their order.
  template <class Function, class... Turns>
  static Turn map(const Function& function, const Turns&... turns) {
    Turn turn;
#pragma GCC unroll 4
    for (int k = 0; k < kVectors; ++k) turn.vectors[k] = function(turns.vectors[k]...);
    return turn;
  }
  template <class Function>
  [[nodiscard]] Vec<T> fold(const Function& function) const {
    return function(function(vectors[0], vectors[1]), function(vectors[2], vectors[3]));
  }
};

constexpr auto kAdd = [](auto a, auto b) { return a + b; };
constexpr auto kLarger = [](auto a, auto b) { return simd::pmax(a, b); };

// Anything where an element is NaN.
template <class T>
T largest(Count bytes, const std::byte* from) {
  Turn<T> best = Turn<T>::of(-std::numeric_limits<T>::infinity());
  Count at = 0;
  for (; at + kTurn <= bytes; at += kTurn)
    best = Turn<T>::map(kLarger, best, Turn<T>::load(from + at));
  if (at < bytes) best = Turn<T>::map(kLarger, best, Turn<T>::loadFew(from + at, bytes - at));
  const Vec<T> lanes = best.fold(kLarger);
  T value = lanes.raw[0];
  for (int lane = 1; lane < simd::kLanes<T>; ++lane) value = std::max(value, T{lanes.raw[lane]});
  return value;
}

// What is made of a row first: the powers of its elements less the maximum, or for the logarithm
// those differences; and the sums of the powers.
template <class T>
struct Powers {
  Vec<T> maximum;
  bool logarithm;

  // Whole turns up to the first whose powers are not all normal numbers, for which one power of two
  // does; gives how many bytes they are. Without a call inside, so that engines keep vectors in
  // registers.
  [[gnu::noinline]] Count normalTurns(Count bytes, std::byte* to, const std::byte* from,
                                      Turn<T>& sums) const {
    const Vec<T> leastNormal = T{sizeof(T) == sizeof(float) ? -87 : -708};
    const Vec<T> most = maximum;
    Turn<T> inner = sums;
    Count at = 0;
    for (; at + kTurn <= bytes; at += kTurn) {
      const auto x = Turn<T>::map([&](Vec<T> a) { return a - most; }, Turn<T>::load(from + at));
      const Vec<T> least = x.fold([](Vec<T> a, Vec<T> b) { return simd::pmin(a, b); });
      // A NaN may hide an element here, and makes all results NaN.
      if (simd::any(least < leastNormal)) break;
      const auto powers = Turn<T>::map([](Vec<T> a) { return math::normalExp(a); }, x);
      (logarithm ? x : powers).store(to + at);
      inner = Turn<T>::map(kAdd, inner, powers);
    }
    sums = inner;
    return at;
  }

  // Whole turns of any elements.
  [[gnu::noinline]] Count anyTurns(Count bytes, std::byte* to, const std::byte* from,
                                   Turn<T>& sums) const {
    Turn<T> inner = sums;
    Count at = 0;
    for (; at + kTurn <= bytes; at += kTurn) add(Turn<T>::load(from + at), inner).store(to + at);
    sums = inner;
    return at;
  }

  // Fewer elements than a turn.
  [[gnu::noinline]] void lastTurn(Count bytes, std::byte* to, const std::byte* from,
                                  Turn<T>& sums) const {
    add(Turn<T>::loadFew(from, bytes), sums).storeFew(to, bytes);
  }

  // 0 where a mask has -infinity or the like, without the subnormal products on the way there,
  // which take processors many times as long.
  static Vec<T> power(Vec<T> x) {
    const simd::Mask<T> vanishes = x < Vec<T>(math::ExpCoefficients<T>::kLowest);
    return select(vanishes, Vec<T>(0), math::exp(select(vanishes, Vec<T>(0), x)));
  }

  // Adds the powers of a turn to the sums; gives what is stored of it.
  Turn<T> add(const Turn<T>& turn, Turn<T>& sums) const {
    const auto x = Turn<T>::map([&](Vec<T> a) { return a - maximum; }, turn);
    const auto powers = Turn<T>::map(power, x);
    sums = Turn<T>::map(kAdd, sums, powers);
    return logarithm ? x : powers;
  }

  T run(Count bytes, std::byte* to, const std::byte* from) const {
    Vec<T> total = T{0};
    for (Count at = 0; at < bytes;) {
      Turn<T> sums = Turn<T>::of(0);
      const Count end = std::min(bytes, at + kBlock);
      // After a turn with other elements, more of them follow: a mask, or a wide range.
      at += normalTurns(end - at, to + at, from + at, sums);
      at += anyTurns(end - at, to + at, from + at, sums);
      if (at < end) lastTurn(end - at, to + at, from + at, sums);
      at = end;
      total = total + sums.fold(kAdd);
    }
    T sum = 0;
    for (int lane = 0; lane < simd::kLanes<T>; ++lane) sum += total.raw[lane];
    return sum;
  }
};

template <class T, class Function>
void forEach(Count bytes, std::byte* row, const Function& function) {
  Count at = 0;
  for (; at + kTurn <= bytes; at += kTurn)
    Turn<T>::map(function, Turn<T>::load(row + at)).store(row + at);
  if (at == bytes) return;
  const Count few = bytes - at;
  Turn<T>::map(function, Turn<T>::loadFew(row + at, few)).storeFew(row + at, few);
}

template <class T>
void run(Count n, bool logarithm, std::byte* to, const std::byte* from) {
  const Count bytes = n * static_cast<Count>(sizeof(T));
  const Powers<T> powers{largest<T>(bytes, from), logarithm};
  const Vec<T> sum = powers.run(bytes, to, from);
  if (!logarithm) return forEach<T>(bytes, to, [&](Vec<T> x) { return x / sum; });
  const Vec<T> subtrahend = math::log(sum);
  forEach<T>(bytes, to, [&](Vec<T> x) { return x - subtrahend; });
}

}  // namespace

void softmaxRow(Lane lane, Count n, bool logarithm, std::byte* to, const std::byte* from) {
  if (lane == Lane::f32)
    run<float>(n, logarithm, to, from);
  else
    run<double>(n, logarithm, to, from);
}

}  // namespace simdcast::layers

#include "softmax_row.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "../math/exp.hpp"
#include "../math/log.hpp"
#include "../simd/simd.hpp"

namespace simdcast {
namespace {

using simd::Vec;

constexpr int kVectors = simd::kUnroll;
constexpr Count kTurn = kVectors * simd::kVectorBytes;

// Bytes that are summed before their sum is added to the total, which keeps the rounding errors of
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
  // The end of a row; a row shorter than an iteration is preceded by -infinity, which is never the
  // maximum, and whose exponential is 0.
  static Turn loadEnd(Count bytes, const std::byte* row) {
    if (bytes >= kTurn) return load(row + bytes - kTurn);
    std::byte padded[kTurn];
    of(-std::numeric_limits<T>::infinity()).store(padded);
    simd::copyFew(padded + kTurn - bytes, row, static_cast<std::ptrdiff_t>(bytes));
    return load(padded);
  }
  void store(std::byte* to) const {
#pragma GCC unroll 4
    for (int k = 0; k < kVectors; ++k) simd::store(to + k * simd::kVectorBytes, vectors[k]);
  }
  void storeEnd(Count bytes, std::byte* row) const {
    if (bytes >= kTurn) return store(row + bytes - kTurn);
    std::byte padded[kTurn];
    store(padded);
    simd::copyFew(row, padded + kTurn - bytes, static_cast<std::ptrdiff_t>(bytes));
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
constexpr auto kSubtract = [](auto a, auto b) { return a - b; };
constexpr auto kMultiply = [](auto a, auto b) { return a * b; };
constexpr auto kLarger = [](auto a, auto b) { return simd::pmax(a, b); };

// Unspecified if an element is NaN.
template <class T>
T largest(Count bytes, const std::byte* from) {
  Turn<T> best = Turn<T>::of(-std::numeric_limits<T>::infinity());
  for (Count at = 0; at + kTurn <= bytes; at += kTurn)
    best = Turn<T>::map(kLarger, best, Turn<T>::load(from + at));
  if (bytes % kTurn != 0) best = Turn<T>::map(kLarger, best, Turn<T>::loadEnd(bytes, from));
  const Vec<T> lanes = best.fold(kLarger);
  T value = lanes.raw[0];
  for (int lane = 1; lane < simd::kLanes<T>; ++lane) value = std::max(value, T{lanes.raw[lane]});
  return value;
}

// Short rows are summed like columns, so their bits do not depend on the number of rows.
template <class T>
bool isShort(Count bytes) {
  return sizeof(T) == sizeof(float) && bytes <= kShortSoftmaxRow * Count{sizeof(float)};
}
template <class T>
T sumInOrder(Count bytes, const std::byte* from) {
  T sum = 0;
  for (const std::byte* end = from + bytes; from != end; from += sizeof(T)) {
    T element;
    std::memcpy(&element, from, sizeof(T));
    sum += element;
  }
  return sum;
}

// The exponentials of a row's elements minus its maximum, as raisedExp computes them, and their
// sum.
template <class T>
struct Powers {
  Vec<T> maximum;
  Count step;  // bytes between the powers of two turns; 0 if none are kept

  // The sums of whole iterations. An iteration is added to one vector: V8 orders instructions by
  // the results that need them, and would compute the vectors in sequence for separate sums, which
  // is a third slower. There is no call inside, so engines keep constants in registers.
  [[gnu::noinline]] Vec<T> ofTurns(Count bytes, std::byte* to, const std::byte* from) const {
    const Vec<T> most = maximum;
    const Count apart = step;
    const auto power = [most](Vec<T> x) { return math::raisedExp(x - most); };
    Vec<T> sums = T{0};
    for (Count at = 0; at < bytes; at += kTurn, to += apart) {
      const Turn<T> powers = Turn<T>::map(power, Turn<T>::load(from + at));
      powers.store(to);
      sums = sums + powers.fold(kAdd);
    }
    return sums;
  }

  // The elements after the last whole iteration are computed with those before them, in an
  // iteration that ends the row. Elements that are stored twice have the same bits.
  T sum(Count bytes, std::byte* to, const std::byte* from) const {
    // The powers, then zeros: an iteration that begins at the remaining ones ends with zeros.
    std::byte end[2 * kTurn];
    if (bytes % kTurn != 0) Turn<T>::loadEnd(bytes, from).store(end);
    std::byte* const row = to;
    Vec<T> sums = T{0};
    Count left = bytes;
    while (left >= kTurn) {
      const Count block = std::min(kBlock, left / kTurn * kTurn);
      sums = sums + ofTurns(block, to, from);
      to += block / kTurn * step;
      from += block;
      left -= block;
    }
    if (left > 0) {
      static_cast<void>(ofTurns(kTurn, end, end));
      Turn<T>::of(0).store(end + kTurn);
      sums = sums + Turn<T>::load(end + kTurn - left).fold(kAdd);
      if (step != 0) Turn<T>::load(end).storeEnd(bytes, row);
    }
    if (isShort<T>(bytes)) return sumInOrder<T>(bytes, row);
    T sum = 0;
    for (int lane = 0; lane < simd::kLanes<T>; ++lane) sum += sums.raw[lane];
    return sum;
  }
};

template <class T, class Function>
void forEach(Count bytes, std::byte* to, const std::byte* from, const Function& function) {
  const bool isCut = bytes % kTurn != 0;
  Turn<T> end;  // before it is overwritten
  if (isCut) end = Turn<T>::map(function, Turn<T>::loadEnd(bytes, from));
  for (Count at = 0; at + kTurn <= bytes; at += kTurn)
    Turn<T>::map(function, Turn<T>::load(from + at)).store(to + at);
  if (isCut) end.storeEnd(bytes, to);
}

template <class T>
Vec<T> inverseOf(Vec<T> sum) {
  return Vec<T>(1) / sum;
}
// The smallest exponential whose quotient by the sum is a normal number.
template <class T>
Vec<T> leastOf(Vec<T> sum) {
  return sum * Vec<T>(std::numeric_limits<T>::min());
}
constexpr auto kFlush = [](auto power, auto least) {
  return simd::select(power < least, decltype(power){}, power);
};
// For a sum of raised exponentials. Out of line, for size.
template <class T>
[[gnu::noinline]] Vec<T> logarithmOf(Vec<T> sum) {
  return math::log(sum * Vec<T>(1 / math::kRaise<T>));
}

template <class T>
void softmax(Count bytes, bool flush, std::byte* to, const std::byte* from) {
  const Powers<T> powers{.maximum = largest<T>(bytes, from), .step = kTurn};
  const Vec<T> sum = powers.sum(bytes, to, from);
  const Vec<T> inverse = inverseOf(sum);
  const Vec<T> least = leastOf(sum);
  if (flush)
    forEach<T>(bytes, to, to, [=](Vec<T> x) { return kFlush(x, least) * inverse; });
  else
    forEach<T>(bytes, to, to, [inverse](Vec<T> x) { return x * inverse; });
}

template <class T>
void logSoftmax(Count bytes, std::byte* to, const std::byte* from) {
  const Vec<T> maximum = largest<T>(bytes, from);
  std::byte powers[kShortSoftmaxRow * sizeof(float)];
  const Count step = isShort<T>(bytes) ? kTurn : 0;
  const Vec<T> sum = Powers<T>{.maximum = maximum, .step = step}.sum(bytes, powers, from);
  const Vec<T> logarithm = logarithmOf(sum);
  forEach<T>(bytes, to, from, [=](Vec<T> x) { return (x - maximum) - logarithm; });
}

// Calls function(turn) for each row, on as many columns as a turn has lanes.
template <class T, class Function>
void forRows(Count n, Count stride, const std::byte* from, const Function& function) {
  for (const std::byte* end = from + n * stride; from != end; from += stride)
    function(Turn<T>::load(from));
}

// to = function(turn, columns) for each row.
template <class T, class Function>
void forRows(Count n, Count stride, std::byte* to, const std::byte* from, const Turn<T>& columns,
             const Function& function) {
  forRows<T>(n, stride, from, [&](const Turn<T>& turn) {
    Turn<T>::map(function, turn, columns).store(to);
    to += stride;
  });
}

template <class T>
void runColumns(Count n, Count stride, SoftmaxForm form, std::byte* values) {
  const auto folded = [&](const std::byte* from, T first, const auto& function) {
    Turn<T> result = Turn<T>::of(first);
    forRows<T>(n, stride, from,
               [&](const Turn<T>& turn) { result = Turn<T>::map(function, result, turn); });
    return result;
  };
  for (std::byte* at = values; at != values + stride; at += kTurn)
    forRows<T>(n, stride, at, at, folded(at, -std::numeric_limits<T>::infinity(), kLarger),
               kSubtract);
  std::byte* const allPowers = values + n * stride;
  const Powers<T> ofDifferences{.maximum = T{0}, .step = kTurn};
  static_cast<void>(ofDifferences.ofTurns(n * stride, allPowers, values));
  for (std::byte* at = values; at != values + stride; at += kTurn) {
    std::byte* const powers = at + n * stride;
    const Turn<T> sums = folded(powers, 0, kAdd);
    if (form == SoftmaxForm::logarithm) {
      forRows<T>(n, stride, at, at, Turn<T>::map(logarithmOf<T>, sums), kSubtract);
      continue;
    }
    if (form == SoftmaxForm::flushed)
      forRows<T>(n, stride, powers, powers, Turn<T>::map(leastOf<T>, sums), kFlush);
    forRows<T>(n, stride, at, powers, Turn<T>::map(inverseOf<T>, sums), kMultiply);
  }
}

template <class T>
void run(Count n, SoftmaxForm form, std::byte* to, const std::byte* from) {
  const Count bytes = n * static_cast<Count>(sizeof(T));
  if (form == SoftmaxForm::logarithm)
    logSoftmax<T>(bytes, to, from);
  else
    softmax<T>(bytes, form == SoftmaxForm::flushed, to, from);
}

}  // namespace

void softmaxRow(Lane lane, Count n, SoftmaxForm form, std::byte* to, const std::byte* from) {
  if (lane == Lane::f32)
    run<float>(n, form, to, from);
  else
    run<double>(n, form, to, from);
}

void softmaxColumns(Count n, Count columns, SoftmaxForm form, std::byte* values) {
  runColumns<float>(n, columns * Count{sizeof(float)}, form, values);
}

}  // namespace simdcast

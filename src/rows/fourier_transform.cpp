#include "fourier_transform.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "../base/rounding.hpp"
#include "../math/sin_cos.hpp"
#include "../simd/simd.hpp"

namespace simdcast {
namespace {

using Pair = simd::Vec<double>;
constexpr Count kDouble = sizeof(double);

constexpr int kRadices[] = {4, 2, 3, 5, 7};

// The remaining factor after division by the radices.
constexpr Count withoutRadices(Count n) {
  for (const int radix : kRadices)
    while (n % radix == 0) n /= radix;
  return n;
}

// The shortest length of few passes that is at least `n`.
Count roundUpToPasses(Count n) {
  Count best = static_cast<Count>(std::bit_ceil(static_cast<std::uint64_t>(n)));
  for (const Count odd : {3, 5, 9, 15}) {
    const auto rest = static_cast<std::uint64_t>(divideUp(n, odd));
    best = std::min(best, odd * static_cast<Count>(std::bit_ceil(rest)));
  }
  return best;
}

// cos(2 pi j / radix) and sin(2 pi j / radix) for j from 1.
template <int kRadix>
struct Circle;
template <>
struct Circle<3> {
  static constexpr double kCos[] = {-0.5};
  static constexpr double kSin[] = {0.86602540378443864676};
};
template <>
struct Circle<5> {
  static constexpr double kCos[] = {0.30901699437494742410, -0.80901699437494742410};
  static constexpr double kSin[] = {0.95105651629515357212, 0.58778525229247312917};
};
template <>
struct Circle<7> {
  static constexpr double kCos[] = {0.62348980185873353053, -0.22252093395631440429,
                                    -0.90096886790241912624};
  static constexpr double kSin[] = {0.78183148246802980871, 0.97492791218182360702,
                                    0.43388373911755812048};
};

struct Vectors {
  Pair real;
  Pair imaginary;

  friend Vectors operator+(Vectors a, Vectors b) {
    return {a.real + b.real, a.imaginary + b.imaginary};
  }
  friend Vectors operator-(Vectors a, Vectors b) {
    return {a.real - b.real, a.imaginary - b.imaginary};
  }
  friend Vectors operator*(Vectors a, Vectors b) {
    return {a.real * b.real - a.imaginary * b.imaginary,
            a.real * b.imaginary + a.imaginary * b.real};
  }
  [[nodiscard]] Vectors timesI() const { return {-imaginary, real}; }
};

Vectors load(Numbers from) {
  return {simd::load<Pair>(from.real), simd::load<Pair>(from.imaginary)};
}
void store(Numbers to, Vectors x) {
  simd::store(to.real, x.real);
  simd::store(to.imaginary, x.imaginary);
}
void storeLane(Numbers to, Vectors x, int lane) {
  simd::store<double>(to.real, x.real.raw[lane]);
  simd::store<double>(to.imaginary, x.imaginary.raw[lane]);
}
Vectors splat(Numbers from) {
  return {simd::load<double>(from.real), simd::load<double>(from.imaginary)};
}

// The transform of `kRadix` numbers, in place. For an odd radix, numbers at the same distance from
// both ends share their products.
template <int kRadix>
void transform(Vectors* x) {
  constexpr int kHalf = kRadix / 2;
  Vectors sums[kHalf];
  Vectors differences[kHalf];
  for (int j = 1; j <= kHalf; ++j) {
    sums[j - 1] = x[j] + x[kRadix - j];
    differences[j - 1] = x[j] - x[kRadix - j];
  }
  const Vectors first = x[0];
  for (const Vectors& sum : sums) x[0] = x[0] + sum;
  for (int k = 1; k <= kHalf; ++k) {
    Vectors even = first;
    Vectors odd{0.0, 0.0};
    for (int j = 1; j <= kHalf; ++j) {
      const int turn = j * k % kRadix;
      const int near = std::min(turn, kRadix - turn) - 1;
      const double sin = turn > kHalf ? -Circle<kRadix>::kSin[near] : Circle<kRadix>::kSin[near];
      const Pair cos = Circle<kRadix>::kCos[near];
      const Vectors& sum = sums[j - 1];
      const Vectors& difference = differences[j - 1];
      even = even + Vectors{cos * sum.real, cos * sum.imaginary};
      odd = odd + Vectors{Pair(sin) * difference.real, Pair(sin) * difference.imaginary};
    }
    x[k] = even - odd.timesI();
    x[kRadix - k] = even + odd.timesI();
  }
}
template <>
void transform<2>(Vectors* x) {
  const Vectors first = x[0];
  x[0] = first + x[1];
  x[1] = first - x[1];
}
template <>
void transform<4>(Vectors* x) {
  const Vectors evenSum = x[0] + x[2];
  const Vectors evenDifference = x[0] - x[2];
  const Vectors oddSum = x[1] + x[3];
  const Vectors oddDifference = (x[1] - x[3]).timesI();
  x[0] = evenSum + oddSum;
  x[1] = evenDifference - oddDifference;
  x[2] = evenSum - oddSum;
  x[3] = evenDifference + oddDifference;
}

template <int kRadix>
void loadAndTransform(Vectors* x, Numbers from, Count apart) {
  for (int k = 0; k < kRadix; ++k) x[k] = load(from.at(k * apart));
  transform<kRadix>(x);
}

// The first of two positions that a vector covers: the last vector overlaps the one before.
Count pairAt(Count position, Count count) {
  return std::max<Count>(0, std::min(position, count - 2));
}

// The first pass of several: vectors hold neighbouring groups, whose factors are neighbours too.
template <int kRadix>
void runAcrossGroups(Count groups, Numbers factors, Numbers to, Numbers from) {
  Vectors x[kRadix];
  for (Count next = 0; next < groups; next += 2) {
    const Count group = pairAt(next, groups);
    loadAndTransform<kRadix>(x, from.at(group), groups);
    for (int j = 1; j < kRadix; ++j) x[j] = x[j] * load(factors.at((j - 1) * groups + group));
    for (int lane = 0; lane < 2; ++lane)
      for (int j = 0; j < kRadix; ++j) storeLane(to.at((group + lane) * kRadix + j), x[j], lane);
  }
}

// A pass whose vectors hold neighbours of one group. A single neighbour has an idle lane, which
// writes the next number before the number itself is written.
template <int kRadix>
void runWithinGroups(Count groups, Count stride, Numbers factors, Numbers to, Numbers from) {
  Vectors x[kRadix];
  Vectors factor[kRadix];
  for (Count group = 0; group < groups; ++group) {
    for (int j = 1; j < kRadix; ++j) factor[j] = splat(factors.at((j - 1) * groups + group));
    const Numbers source = from.at(group * stride);
    const Numbers target = to.at(group * stride * kRadix);
    for (Count next = 0; next < stride; next += 2) {
      const Count at = pairAt(next, stride);
      loadAndTransform<kRadix>(x, source.at(at), groups * stride);
      store(target.at(at), x[0]);
      for (int j = 1; j < kRadix; ++j)
        store(target.at(at + j * stride), group == 0 ? x[j] : x[j] * factor[j]);
    }
  }
}

template <int kRadix>
void runPass(Count groups, Count stride, Numbers factors, Numbers to, Numbers from) {
  if (stride == 1 && groups > 1)
    runAcrossGroups<kRadix>(groups, factors, to, from);
  else
    runWithinGroups<kRadix>(groups, stride, factors, to, from);
}

using RunPass = void (*)(Count groups, Count stride, Numbers factors, Numbers to, Numbers from);
constexpr RunPass kPasses[] = {nullptr,    nullptr,    runPass<2>, runPass<3>,
                               runPass<4>, runPass<5>, nullptr,    runPass<7>};

void put(Numbers to, Root root) {
  simd::store(to.real, root.real);
  simd::store(to.imaginary, root.imaginary);
}

// Each number is multiplied by a factor of its own. Both rows have a number more than `count`.
void multiply(Count count, Numbers numbers, Numbers factors) {
  for (Count at = 0; at < count; at += 2)
    store(numbers.at(at), load(numbers.at(at)) * load(factors.at(at)));
}

void clear(Count from, Count to, Numbers numbers) {
  for (std::byte* row : {numbers.real, numbers.imaginary})
    std::memset(row + from * kDouble, 0, size((to - from) * kDouble));
}

}  // namespace

// The angle is taken from the nearest axis or diagonal, so roots are symmetrical to the last bit.
Root rootOf(Count k, Count n) {
  const Count eighth = 8 * k / n;
  const Count past = 8 * k - eighth * n;
  const Count steps = eighth % 2 == 0 ? past : n - past;
  constexpr double kEighth = 0.78539816339744830962;
  const double angle = kEighth * (static_cast<double>(steps) / static_cast<double>(n));
  double cos = math::cos(Pair(angle)).raw[0];
  double sin = math::sin(Pair(angle)).raw[0];
  if ((eighth + 1) / 2 % 2 == 1) std::swap(cos, sin);
  return {eighth >= 2 && eighth < 6 ? -cos : cos, eighth < 4 ? -sin : sin};
}

FourierTransform::FourierTransform(Count length)
    : length_(length),
      padded_(withoutRadices(length) == 1 ? length : roundUpToPasses(2 * length - 1)) {
  Count rest = padded_;
  for (const int radix : kRadices)
    for (; rest % radix == 0; rest /= radix)
      passes_.push({.radix = radix, .groups = rest / radix, .stride = padded_ / rest});
}

Count FourierTransform::tableNumbers() const noexcept {
  Count factors = 0;
  for (const Pass& pass : passes_) factors += (pass.radix - 1) * pass.groups;
  return factors + (isDirect() ? 0 : length_ + padded_) + 1;
}

Numbers FourierTransform::chirpOf(Numbers table) const noexcept {
  return table.at(tableNumbers() - 1 - length_ - padded_);
}

Numbers FourierTransform::runPasses(Numbers table, Numbers buffer, Numbers other) const {
  for (const Pass& pass : passes_) {
    kPasses[pass.radix](pass.groups, pass.stride, table, other, buffer);
    table = table.at((pass.radix - 1) * pass.groups);
    std::swap(buffer, other);
  }
  return buffer;
}

void FourierTransform::fillTable(Numbers table, Numbers buffer, Numbers other) const {
  Numbers next = table;
  for (const Pass& pass : passes_)
    for (int j = 1; j < pass.radix; ++j)
      for (Count group = 0; group < pass.groups; ++group, next = next.at(1))
        put(next, rootOf(j * group, pass.radix * pass.groups));
  put(table.at(tableNumbers() - 1), {0, 0});
  if (isDirect()) return;
  // The chirp, and the transform of its reciprocal around 0, divided by the length.
  const Numbers chirp = chirpOf(table);
  clear(0, padded_, buffer);
  const auto scale = static_cast<double>(padded_);
  for (Count i = 0; i < length_; ++i) {
    const Root root = rootOf(i * i % (2 * length_), 2 * length_);
    put(chirp.at(i), root);
    const Root reciprocal{root.real / scale, -root.imaginary / scale};
    put(buffer.at(i), reciprocal);
    if (i > 0) put(buffer.at(padded_ - i), reciprocal);
  }
  const Numbers made = runPasses(table, buffer, other);
  const Numbers spectrum = chirp.at(length_);
  std::memcpy(spectrum.real, made.real, size(padded_ * kDouble));
  std::memcpy(spectrum.imaginary, made.imaginary, size(padded_ * kDouble));
}

Numbers FourierTransform::run(Numbers table, Numbers buffer, Numbers other) const {
  if (isDirect()) return runPasses(table, buffer, other);
  const Numbers chirp = chirpOf(table);
  multiply(length_, buffer, chirp);
  clear(length_, padded_, buffer);
  Numbers made = runPasses(table, buffer, other);
  multiply(padded_, made, chirp.at(length_));
  const Numbers free = made.real == buffer.real ? other : buffer;
  made = runPasses(table, made.swapped(), free.swapped()).swapped();
  multiply(length_, made, chirp);
  return made;
}

}  // namespace simdcast

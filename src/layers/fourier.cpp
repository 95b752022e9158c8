#include "fourier.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "../base/costs.hpp"
#include "../rows/fourier_transform.hpp"
#include "../simd/simd.hpp"
#include "kind.hpp"

namespace simdcast::layers {
namespace {

constexpr Count kDouble = sizeof(double);
constexpr Count kLongest = Count{1} << 28;

bool isLength(Count length) { return length >= 1 && length < kLongest; }

// The transform for a length. A real signal of even length is transformed as complex numbers of
// half the length, whose parts are neighbours; roots of unity then unfold the result.
struct Form {
  explicit Form(const FourierTable& request)
      : isHalved(!request.complex && request.length % 2 == 0),
        points(isHalved ? request.length / 2 : request.length),
        transform(points) {}

  [[nodiscard]] Count roots() const { return isHalved ? points / 2 + 1 : 0; }
  [[nodiscard]] Count tableNumbers() const { return roots() + transform.tableNumbers(); }
  // Two buffers for the transform.
  [[nodiscard]] Count workspace() const { return 4 * transform.bufferNumbers() * kDouble; }

  bool isHalved;
  Count points;
  FourierTransform transform;
};

// One of several rows of complex numbers that are contiguous.
Numbers rowOf(std::byte* first, Count numbers, int row) {
  std::byte* real = first + 2 * row * numbers * kDouble;
  return {real, real + numbers * kDouble};
}

using Pair = simd::Vec<double>;

// A complex number of doubles, or two of vectors.
template <class V>
struct Complex {
  V real;
  V imaginary;
};

template <class V>
Complex<V> load(Numbers from) {
  return {simd::load<V>(from.real), simd::load<V>(from.imaginary)};
}
template <class V>
void store(Numbers to, Complex<V> x) {
  simd::store(to.real, x.real);
  simd::store(to.imaginary, x.imaginary);
}

constexpr Count lanesOf(double /*x*/) { return 1; }
constexpr Count lanesOf(Pair /*x*/) { return 2; }

double reversed(double x) { return x; }
Pair reversed(Pair x) { return simd::interleaveLow(simd::interleaveHigh(x, x), x); }

// Numbers k of the transform of a real signal, and those as far from the middle. The transform of
// the halved signal is that of the even elements, plus i times that of the odd ones.
template <class V>
void unfoldAt(Count k, Count points, Numbers roots, Numbers to, Numbers from) {
  const Complex<V> low = load<V>(from.at(k));
  const Count mirrored = points - k + 1 - lanesOf(low.real);
  const Complex<V> high = load<V>(from.at(mirrored));
  const Complex<V> root = load<V>(roots.at(k));
  const V half = 0.5;
  const V highReal = reversed(high.real);
  const V highImaginary = reversed(high.imaginary);
  const Complex<V> even{half * (low.real + highReal), half * (low.imaginary - highImaginary)};
  const Complex<V> odd{half * (low.imaginary + highImaginary), half * (highReal - low.real)};
  const Complex<V> turned{odd.real * root.real - odd.imaginary * root.imaginary,
                          odd.real * root.imaginary + odd.imaginary * root.real};
  store(to.at(mirrored),
        Complex<V>{reversed(even.real - turned.real), reversed(turned.imaginary - even.imaginary)});
  store(to.at(k), Complex<V>{even.real + turned.real, even.imaginary + turned.imaginary});
}

// The first half of the transform of a real signal, and the number after it.
void unfold(Count points, Numbers roots, Numbers to, Numbers from) {
  // Transforms are periodic.
  store(from.at(points), load<double>(from));
  Count k = 0;
  for (; k + 1 <= points / 2; k += 2) unfoldAt<Pair>(k, points, roots, to, from);
  if (k <= points / 2) unfoldAt<double>(k, points, roots, to, from);
}

// The transforms of single frames.
template <class T>
class Frames {
 public:
  Frames(const Fourier& request, const Buffers& buffers)
      : of_(request),
        form_(tableOf(request)),
        parts_(request.complex ? 2 : 1),
        bins_(binsOf(request)),
        input_(buffers.inputs[0]),
        table_(tableFrom(buffers.inputs[1])),
        window_(buffers.inputs[2]),
        output_(buffers.outputs[0]),
        buffer_(rowOf(buffers.workspace, form_.transform.bufferNumbers(), 0)),
        other_(rowOf(buffers.workspace, form_.transform.bufferNumbers(), 1)) {}

  void run(Stretch frames) const {
    for (Count i = 0; i < frames.count; ++i) run(frames.first + i);
  }

 private:
  // Runs only read the table.
  Numbers tableFrom(const std::byte* table) const {
    return rowOf(const_cast<std::byte*>(table), form_.tableNumbers(), 0);
  }

  void run(Count frame) const {
    const Count inner = frame % of_.inner;
    const Count outer = frame / of_.inner;
    const Count start = std::min(of_.size, outer % of_.frames * of_.step);
    const Count first = (outer / of_.frames * of_.size + start) * of_.inner + inner;
    read(std::min(of_.length, of_.size - start), input_ + first * parts_ * kElement);
    Numbers made = form_.transform.run(table_.at(form_.roots()), buffer_, other_);
    if (form_.isHalved) {
      const Numbers free = made.real == buffer_.real ? other_ : buffer_;
      unfold(form_.points, table_, free, made);
      made = free;
    }
    write(output_ + (outer * bins_ * of_.inner + inner) * 2 * kElement,
          isSwapped() ? made.swapped() : made);
  }

  // The inverse swaps complex numbers before and after, and negates the imaginary parts otherwise.
  [[nodiscard]] bool isSwapped() const { return of_.inverse && of_.complex; }

  // Reads elements, and zeros after them, into the buffer.
  void read(Count count, const std::byte* from) const {
    if (count < of_.length) clear(buffer_.real);
    if (count < of_.length || !isPaired()) clear(buffer_.imaginary);
    const Numbers to = isSwapped() ? buffer_.swapped() : buffer_;
    Count t = 0;
    if (isPaired() && of_.inner == 1) t = readPairs(count, to, from);
    for (; t < count; ++t) {
      const std::byte* element = from + t * of_.inner * parts_ * kElement;
      const double factor = window_ == nullptr ? 1 : number(window_ + t * kElement);
      const double real = factor * number(element);
      if (form_.isHalved)
        simd::store((t % 2 == 0 ? to.real : to.imaginary) + t / 2 * kDouble, real);
      else
        simd::store(to.at(t).real, real);
      if (of_.complex) simd::store(to.at(t).imaginary, factor * number(element + kElement));
    }
  }

  // Reads vectors of neighbours. Returns how many elements along the axis these are.
  Count readPairs(Count count, Numbers to, const std::byte* from) const {
    const Count step = 4 / parts_;
    Count t = 0;
    for (; t + step <= count; t += step, to = to.at(2)) {
      Complex<Pair> x = neighbours(from + t * parts_ * kElement);
      if (window_ != nullptr) {
        const Complex<Pair> factors =
            of_.complex ? sameFactors(window_ + t * kElement) : neighbours(window_ + t * kElement);
        x = {x.real * factors.real, x.imaginary * factors.imaginary};
      }
      store(to, x);
    }
    return t;
  }

  // Two complex numbers whose parts are neighbours.
  static Complex<Pair> neighbours(const std::byte* from) {
    if constexpr (std::is_same_v<T, float>) {
      const simd::Vec<float> x = simd::load<simd::Vec<float>>(from);
      return {simd::widenLow(simd::evenLanes(x, x)), simd::widenLow(simd::oddLanes(x, x))};
    } else {
      const Pair first = simd::load<Pair>(from);
      const Pair second = simd::load<Pair>(from + simd::kVectorBytes);
      return {simd::interleaveLow(first, second), simd::interleaveHigh(first, second)};
    }
  }
  static void storeNeighbours(std::byte* to, Complex<Pair> x) {
    const Pair first = simd::interleaveLow(x.real, x.imaginary);
    const Pair second = simd::interleaveHigh(x.real, x.imaginary);
    if constexpr (std::is_same_v<T, float>) {
      simd::store(to, simd::demote(first, second));
    } else {
      simd::store(to, first);
      simd::store(to + simd::kVectorBytes, second);
    }
  }
  static Complex<Pair> sameFactors(const std::byte* from) {
    Pair factors;
    for (int lane = 0; lane < 2; ++lane) factors.raw[lane] = number(from + lane * kElement);
    return {factors, factors};
  }

  void write(std::byte* to, Numbers from) const {
    const Count stored = form_.isHalved ? form_.points + 1 : of_.length;
    const Count next = of_.inner * 2 * kElement;
    Count k = 0;
    if (of_.inner == 1)
      for (; k + 2 <= std::min(bins_, stored); k += 2)
        storeNeighbours(to + k * next, epilogue(load<Pair>(from.at(k)), false));
    for (; k < bins_; ++k) {
      const bool isMirrored = k >= stored;
      const auto x = epilogue(load<double>(from.at(isMirrored ? of_.length - k : k)), isMirrored);
      simd::store(to + k * next, static_cast<T>(x.real));
      simd::store(to + k * next + kElement, static_cast<T>(x.imaginary));
    }
  }

  template <class V>
  Complex<V> epilogue(Complex<V> x, bool isMirrored) const {
    if (isMirrored != (of_.inverse && !of_.complex)) x.imaginary = -x.imaginary;
    if (!of_.inverse) return x;
    const V divisor = static_cast<double>(of_.length);
    return {x.real / divisor, x.imaginary / divisor};
  }

  // Whether neighbouring elements become the parts of a number.
  [[nodiscard]] bool isPaired() const { return of_.complex || form_.isHalved; }

  void clear(std::byte* row) const { std::memset(row, 0, size(form_.points * kDouble)); }
  static double number(const std::byte* from) { return double{simd::load<T>(from)}; }

  static constexpr Count kElement = sizeof(T);
  const Fourier& of_;
  Form form_;
  Count parts_;
  Count bins_;
  const std::byte* input_;
  Numbers table_;
  const std::byte* window_;
  std::byte* output_;
  Numbers buffer_;
  Numbers other_;
};

Count framesOf(const Fourier& request) { return request.outer * request.frames * request.inner; }

void transform(const Fourier& request, const Buffers& buffers, Stretch frames) {
  if (frames.count == 0) return;
  if (request.type == DType::float32)
    Frames<float>(request, buffers).run(frames);
  else
    Frames<double>(request, buffers).run(frames);
}

}  // namespace

Count tablePairs(const FourierTable& request) { return Form(request).tableNumbers(); }

template <>
struct Kind<FourierTable> : Defaults<FourierTable> {
  static constexpr std::string_view name = "FourierTable";

  [[gnu::cold]] static Operands operands(const FourierTable& request) {
    return {.outputs = {tensor(request.type, {tablePairs(request), 2})}};
  }

  static bool fits(const FourierTable& request) {
    return request.type == DType::float64 && isLength(request.length);
  }

  static Count workspace(const FourierTable& request) { return Form(request).workspace(); }

  static Count run(const FourierTable& request, const Buffers& buffers) {
    const Form form(request);
    const Numbers table = rowOf(buffers.outputs[0], form.tableNumbers(), 0);
    for (Count k = 0; k < form.roots(); ++k) {
      const Root root = rootOf(k, request.length);
      store(table.at(k), Complex<double>{root.real, root.imaginary});
    }
    const Count numbers = form.transform.bufferNumbers();
    form.transform.fillTable(table.at(form.roots()), rowOf(buffers.workspace, numbers, 0),
                             rowOf(buffers.workspace, numbers, 1));
    return kDone;
  }
};
template const Functions& functionsOf<FourierTable>();
template const Sharing& sharingOf<FourierTable>();

template <>
struct Kind<Fourier> : Defaults<Fourier> {
  static constexpr std::string_view name = "Fourier";

  [[gnu::cold]] static Operands operands(const Fourier& request) {
    const auto numbers = [&](std::initializer_list<Count> sizes) {
      return tensor(request.type, sizes);
    };
    const TensorType table = Kind<FourierTable>::operands(tableOf(request)).outputs[0];
    return {
        .inputs = {numbers({request.outer, request.size, request.inner, request.complex ? 2 : 1}),
                   table, numbers({request.length})},
        .outputs = {numbers({request.outer, request.frames, binsOf(request), request.inner, 2})},
        .optional = 1};
  }

  static bool fits(const Fourier& request) {
    const bool isFloat = request.type == DType::float32 || request.type == DType::float64;
    return isFloat && isLength(request.length) && areSizes({request.step}) &&
           areSizes({request.outer, request.size, request.inner, 2}) &&
           areSizes({request.outer, request.frames, request.inner, binsOf(request), 2});
  }

  static Count workspace(const Fourier& request) { return Form(tableOf(request)).workspace(); }

  static Count run(const Fourier& request, const Buffers& buffers) {
    transform(request, buffers, {0, framesOf(request)});
    return kDone;
  }

  // Cut into frames, which may overlap in the input.
  static double nanoseconds(const Fourier& request) {
    const auto length = static_cast<double>(request.length);
    return framesOf(request) > 1 ? static_cast<double>(framesOf(request)) * length *
                                       (std::log2(length) + 1) * costs::kTransformed
                                 : 0;
  }

  static Count share(const Fourier& request, const Buffers& buffers, Team& team) {
    shareStretches(framesOf(request), 1, nanoseconds(request), workspace(request),
                   buffers.workspace, team, [&](Stretch frames, std::byte* workspace) {
                     Buffers own = buffers;
                     own.workspace = workspace;
                     transform(request, own, frames);
                   });
    return kDone;
  }
};
template const Functions& functionsOf<Fourier>();
template const Sharing& sharingOf<Fourier>();

}  // namespace simdcast::layers

// The contract of every elementwise kernel: out[i] = op(in[0][i], in[1][i], …) for i < n, where an
// input either runs on or repeats one element. The output may be one of the inputs, but must not
// overlap one otherwise. No alignment is asked of any pointer.
#pragma once

#include <cstddef>
#include <iterator>
#include <utility>

#include "../simd/simd.hpp"

namespace simdcast {

// Kernels read an input in stretches of four vectors, or of sixteen elements. A repeated input
// points at a block that is filled with its one element for as long as that.
inline constexpr std::ptrdiff_t kBlock = 16;
inline constexpr int kSplatBytes = 256;

[[nodiscard]] constexpr int splatBytes(int width) {
  return width < 4 ? 4 * simd::kVectorBytes : static_cast<int>(kBlock) * width;
}

struct Input {
  const std::byte* data = nullptr;
  bool repeat = false;
};

using Kernel = void (*)(std::ptrdiff_t n, std::byte* out, const Input* in);

// Operators that say of themselves that the order of their inputs does not matter.
template <class Op>
inline constexpr bool kCommutes = requires {
  requires Op::kCommutes;
};

// Operators of one input that say of themselves that they are many instructions.
template <class Op>
inline constexpr bool kIsLong = requires {
  requires Op::kIsLong;
};

// The operator on vectors beside `y`, which is the same for all of them: what depends on `y` alone
// is found once.
template <class Op, class T>
auto holding(simd::Vec<T> y) {
  if constexpr (requires { Op::template holding<T>(y); })
    return Op::template holding<T>(y);
  else
    return [y](simd::Vec<T> x) { return Op::template apply<T>(x, y); };
}

// The loop of every operator of two inputs whose result has their type. `Op::apply` takes and gives
// vectors; the lanes past the end of a tail hold zeros and are dropped. Whole turns read a repeated
// input once: another load for each vector takes as long as the store.
template <class Op, class T>
void binaryKernel(std::ptrdiff_t n, std::byte* out, const Input* in) {
  using V = simd::Vec<T>;
  constexpr std::ptrdiff_t kVector = sizeof(V);
  constexpr std::ptrdiff_t kTurn = kVector * simd::kUnroll;
  const std::byte* a = in[0].data;
  const std::byte* b = in[1].data;
  std::ptrdiff_t stepA = in[0].repeat ? 0 : kVector;
  std::ptrdiff_t stepB = in[1].repeat ? 0 : kVector;
  std::ptrdiff_t left = n * static_cast<std::ptrdiff_t>(sizeof(T));
  const auto advance = [&](std::ptrdiff_t bytes, std::ptrdiff_t bytesA, std::ptrdiff_t bytesB) {
    a += bytesA;
    b += bytesB;
    out += bytes;
    left -= bytes;
  };
  const auto at = [&](std::ptrdiff_t offset) {
    simd::store(out + offset,
                Op::template apply<T>(simd::load<V>(a + offset), simd::load<V>(b + offset)));
  };
  if constexpr (kCommutes<Op>) {
    if (stepA == 0) {
      std::swap(a, b);
      std::swap(stepA, stepB);
    }
  }
  const auto turns = [&](std::ptrdiff_t bytesA, std::ptrdiff_t bytesB, const auto& each) {
    do {
      for (int i = 0; i < simd::kUnroll; ++i) each(kVector * i);
      advance(kTurn, bytesA, bytesB);
    } while (left >= kTurn);
  };
  if (simd::kUnroll > 1 && left >= kTurn) {
    if (stepA != 0 && stepB != 0) {
      turns(kTurn, kTurn, at);
    } else if (stepA != 0) {
      const auto apply = holding<Op, T>(simd::load<V>(b));
      turns(kTurn, 0, [&](std::ptrdiff_t offset) {
        simd::store(out + offset, apply(simd::load<V>(a + offset)));
      });
    } else if (stepB != 0 && !kCommutes<Op>) {
      const V x = simd::load<V>(a);
      turns(0, kTurn, [&](std::ptrdiff_t offset) {
        simd::store(out + offset, Op::template apply<T>(x, simd::load<V>(b + offset)));
      });
    }
  }
#pragma GCC unroll 1
  while (left >= kVector) {
    at(0);
    advance(kVector, stepA, stepB);
  }
  if (simd::kOneLane || left == 0) return;
  const auto few = static_cast<std::size_t>(left);
  const V result = Op::template apply<T>(simd::loadPart<V>(a, few), simd::loadPart<V>(b, few));
  simd::storePart(out, result, few);
}

// As binaryKernel, for operators whose vectors cost so much that unrolling gains nothing; a tail is
// copied into a vector of its own, so that there is one copy of the operator.
template <class Op, class T>
void slowKernel(std::ptrdiff_t n, std::byte* out, const Input* in) {
  using V = simd::Vec<T>;
  constexpr std::ptrdiff_t kVector = sizeof(V);
  const std::ptrdiff_t stepA = in[0].repeat ? 0 : kVector;
  const std::ptrdiff_t stepB = in[1].repeat ? 0 : kVector;
  const std::byte* a = in[0].data;
  const std::byte* b = in[1].data;
  std::ptrdiff_t left = n * static_cast<std::ptrdiff_t>(sizeof(T));
  std::byte* to = out;
  std::byte tail[3][kVector];
  while (left > 0) {
    if (!simd::kOneLane && left < kVector) {
      const auto few = static_cast<std::size_t>(left);
      simd::store(tail[0], simd::loadPart<V>(a, few));
      simd::store(tail[1], simd::loadPart<V>(b, few));
      a = tail[0];
      b = tail[1];
      to = tail[2];
    }
    do {
      simd::store(to, Op::template apply<T>(simd::load<V>(a), simd::load<V>(b)));
      a += stepA;
      b += stepB;
      to += kVector;
      left -= kVector;
    } while (left >= kVector);
  }
  if (!simd::kOneLane && left < 0)
    simd::storePart(out + n * static_cast<std::ptrdiff_t>(sizeof(T)) - (kVector + left),
                    simd::load<V>(tail[2]), static_cast<std::size_t>(kVector + left));
}

// The loop of every operator of one input whose result has its type. A tail of a long operator goes
// through the loop as a vector of its own, so that there is one copy of the operator.
template <class Op, class T>
void unaryKernel(std::ptrdiff_t n, std::byte* out, const Input* in) {
  using V = simd::Vec<T>;
  constexpr std::ptrdiff_t kVector = sizeof(V);
  const std::byte* from = in[0].data;
  const std::ptrdiff_t step = in[0].repeat ? 0 : kVector;
  std::ptrdiff_t left = n * static_cast<std::ptrdiff_t>(sizeof(T));
  for (; left >= kVector; left -= kVector, out += kVector, from += step)
    simd::store(out, Op::template apply<T>(simd::load<V>(from)));
  if (simd::kOneLane || left == 0) return;
  const auto few = static_cast<std::size_t>(left);
  V last = simd::loadPart<V>(from, few);
  if constexpr (kIsLong<Op>) {
    std::byte tail[kVector];
    simd::store(tail, last);
    const Input whole{tail};
    unaryKernel<Op, T>(simd::kLanes<T>, tail, &whole);
    last = simd::load<V>(tail);
  } else {
    last = Op::template apply<T>(last);
  }
  simd::storePart(out, last, few);
}

// The last step of a mean: (in[0] + in[1]) / in[2], which is repeated.
template <class T>
void meanKernel(std::ptrdiff_t n, std::byte* out, const Input* in) {
  using V = simd::Vec<T>;
  constexpr std::ptrdiff_t kVector = sizeof(V);
  const std::byte* a = in[0].data;
  const std::byte* b = in[1].data;
  const std::ptrdiff_t stepA = in[0].repeat ? 0 : kVector;
  const std::ptrdiff_t stepB = in[1].repeat ? 0 : kVector;
  const V count = simd::load<V>(in[2].data);
  std::ptrdiff_t left = n * static_cast<std::ptrdiff_t>(sizeof(T));
#pragma GCC unroll 1
  for (; left >= kVector; left -= kVector, out += kVector, a += stepA, b += stepB)
    simd::store(out, (simd::load<V>(a) + simd::load<V>(b)) / count);
  if (simd::kOneLane || left == 0) return;
  const auto few = static_cast<std::size_t>(left);
  simd::storePart(out, (simd::loadPart<V>(a, few) + simd::loadPart<V>(b, few)) / count, few);
}

// The loop of operators that mix element widths: sixteen elements at a time. `Body` names the
// widths and works on one full block; a tail is copied into one.
template <class Body>
void blockKernel(std::ptrdiff_t n, std::byte* out, const Input* in) {
  constexpr int kInputs = std::size(Body::kWidths);
  const std::byte* from[kInputs];
  std::ptrdiff_t step[kInputs];
  for (int i = 0; i < kInputs; ++i) {
    from[i] = in[i].data;
    step[i] = in[i].repeat ? 0 : kBlock * Body::kWidths[i];
  }
  for (; n >= kBlock; n -= kBlock) {
    Body::apply(out, from);
    out += kBlock * Body::kOutWidth;
    for (int i = 0; i < kInputs; ++i) from[i] += step[i];
  }
  if (n == 0) return;
  std::byte rest[kInputs][kBlock * simd::kVectorBytes]{};
  for (int i = 0; i < kInputs; ++i) {
    if (in[i].repeat) continue;
    std::memcpy(rest[i], from[i], static_cast<std::size_t>(n * Body::kWidths[i]));
    from[i] = rest[i];
  }
  std::byte result[kBlock * Body::kOutWidth];
  Body::apply(result, from);
  std::memcpy(out, result, static_cast<std::size_t>(n * Body::kOutWidth));
}

}  // namespace simdcast

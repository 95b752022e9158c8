// The loops of kernels: binaryKernel is unrolled, for operators that are cheaper than their loads;
// vectorKernel takes one vector per iteration, for all other operators in one lane; boundedKernel
// is unrolled for Clip with scalar bounds, and leaves the rest to vectorKernel; blockKernel mixes
// widths. A tail is padded to a whole iteration, which runs through the same loop (tail.hpp): each
// operator is compiled once.
#pragma once

#include <iterator>
#include <utility>

#include "../simd/simd.hpp"
#include "tail.hpp"

namespace simdcast {

// Whether an operator declares that it is commutative.
template <class Op>
inline constexpr bool kCommutes = requires {
  requires Op::kCommutes;
};

// The operator with a right input that is the same for all elements. Operators with their
// own bindRight() compute terms that depend only on that input before the loop.
template <class Op, class T>
auto bindRight(simd::Vec<T> y) {
  if constexpr (requires { Op::template bindRight<T>(y); })
    return Op::template bindRight<T>(y);
  else
    return [y](simd::Vec<T> x) { return Op::template apply<T>(x, y); };
}

// A vector in memory. Not a member of Vectors: if a pointer could point into its own object,
// compilers would not keep it in a register.
using Splat = std::byte[simd::kVectorBytes];

// An input as vectors: its elements, or a splat of the one that it repeats.
template <class T>
struct Vectors {
  Vectors(const Input& input, Splat& splat)
      : at(input.data), stride(input.stride == 0 ? 0 : simd::kVectorBytes) {
    if (stride != 0) return;
    simd::store(splat, simd::Vec<T>(simd::load<T>(input.data)));
    at = splat;
  }

  [[nodiscard]] simd::Vec<T> load(std::ptrdiff_t offset = 0) const {
    return simd::load<simd::Vec<T>>(at + offset);
  }
  // The input starting at this position.
  [[nodiscard]] Input rest() const { return {at, stride == 0 ? 0 : std::ptrdiff_t{sizeof(T)}}; }

  const std::byte* at;
  std::ptrdiff_t stride;  // bytes from a vector to the next
};

template <class T>
constexpr Turn vectorTurn(int inputs) {
  constexpr int kWidth = sizeof(T);
  return {simd::kLanes<T>, kWidth, {kWidth, kWidth, kWidth}, inputs};
}

// Binary operators whose result has the type of their inputs. The unrolled loop keeps a repeated
// input in a register: loading it for each vector would cost as much as the store.
template <class Op, class T>
void binaryKernel(std::ptrdiff_t n, std::byte* out, const Input* in) {
  using V = simd::Vec<T>;
  constexpr std::ptrdiff_t kVector = sizeof(V);
  constexpr std::ptrdiff_t kTurn = kVector * simd::kUnroll;
  const bool swapped = kCommutes<Op> && in[0].stride == 0;
  Splat splats[2];
  Vectors<T> a(in[swapped ? 1 : 0], splats[0]);
  Vectors<T> b(in[swapped ? 0 : 1], splats[1]);
  std::ptrdiff_t left = n * static_cast<std::ptrdiff_t>(sizeof(T));
  const auto advance = [&](std::ptrdiff_t bytes, std::ptrdiff_t bytesA, std::ptrdiff_t bytesB) {
    a.at += bytesA;
    b.at += bytesB;
    out += bytes;
    left -= bytes;
  };
  const auto turns = [&](std::ptrdiff_t bytesA, std::ptrdiff_t bytesB, const auto& resultAt) {
    do {
      for (int i = 0; i < simd::kUnroll; ++i) simd::store(out + kVector * i, resultAt(kVector * i));
      advance(kTurn, bytesA, bytesB);
    } while (left >= kTurn);
  };
  const auto both = [&](std::ptrdiff_t offset) {
    return Op::template apply<T>(a.load(offset), b.load(offset));
  };
  if (left >= kTurn) {
    if (a.stride != 0 && b.stride != 0) {
      turns(kTurn, kTurn, both);
    } else if (a.stride != 0) {
      const auto apply = bindRight<Op, T>(b.load());
      turns(kTurn, 0, [&](std::ptrdiff_t offset) { return apply(a.load(offset)); });
    } else if (b.stride != 0 && !kCommutes<Op>) {
      const V x = a.load();
      turns(0, kTurn,
            [&](std::ptrdiff_t offset) { return Op::template apply<T>(x, b.load(offset)); });
    }
  }
#pragma GCC unroll 1
  while (left >= kVector) {
    simd::store(out, both(0));
    advance(kVector, a.stride, b.stride);
  }
  if (left == 0) return;
  static constexpr Turn kOneVector = vectorTurn<T>(2);
  const Input rest[] = {a.rest(), b.rest()};
  computeTail(binaryKernel<Op, T>, kOneVector, left / static_cast<std::ptrdiff_t>(sizeof(T)), out,
              rest);
}

// Operators of `kInputs` inputs whose result has their type.
template <class Op, class T, class Indices>
struct VectorLoop;
template <class Op, class T, std::size_t... kIndex>
struct VectorLoop<Op, T, std::index_sequence<kIndex...>> {
  static void run(std::ptrdiff_t n, std::byte* out, const Input* in) {
    Splat splats[sizeof...(kIndex)];
    Vectors<T> inputs[] = {Vectors<T>(in[kIndex], splats[kIndex])...};
    std::ptrdiff_t left = n;
#pragma GCC unroll 1
    for (; left >= simd::kLanes<T>; left -= simd::kLanes<T>, out += simd::kVectorBytes) {
      simd::store(out, Op::template apply<T>(inputs[kIndex].load()...));
      ((inputs[kIndex].at += inputs[kIndex].stride), ...);
    }
    if (left == 0) return;
    static constexpr Turn kOneVector = vectorTurn<T>(sizeof...(kIndex));
    const Input rest[] = {inputs[kIndex].rest()...};
    computeTail(run, kOneVector, left, out, rest);
  }
};
template <class Op, class T, int kInputs>
void vectorKernel(std::ptrdiff_t n, std::byte* out, const Input* in) {
  VectorLoop<Op, T, std::make_index_sequence<kInputs>>::run(n, out, in);
}

// Operators with an input and two bounds, each usually a single element: Clip.
template <class Op, class T>
void boundedKernel(std::ptrdiff_t n, std::byte* out, const Input* in) {
  using V = simd::Vec<T>;
  constexpr std::ptrdiff_t kVector = sizeof(V);
  constexpr std::ptrdiff_t kTurn = kVector * simd::kUnroll;
  const std::byte* from = in[0].data;
  std::ptrdiff_t left = n * static_cast<std::ptrdiff_t>(sizeof(T));
  if (in[0].stride != 0 && in[1].stride == 0 && in[2].stride == 0) {
    const auto apply =
        Op::template bindRight<T>(simd::load<T>(in[1].data), simd::load<T>(in[2].data));
    for (; left >= kTurn; left -= kTurn, out += kTurn, from += kTurn)
      for (int i = 0; i < simd::kUnroll; ++i)
        simd::store(out + kVector * i, apply(simd::load<V>(from + kVector * i)));
  }
  const Input rest[] = {{from, in[0].stride}, in[1], in[2]};
  vectorKernel<Op, T, 3>(left / static_cast<std::ptrdiff_t>(sizeof(T)), out, rest);
}

// Elements of a block: the number of bytes of a vector.
inline constexpr std::ptrdiff_t kBlock = simd::kVectorBytes;

template <class Body>
constexpr Turn blockTurn() {
  Turn turn{kBlock, Body::kOutWidth, {}, std::size(Body::kWidths)};
  for (int i = 0; i < turn.inputs; ++i) turn.widths[i] = Body::kWidths[i];
  return turn;
}

// Operators that read or write other widths than they compute in. `Body` defines the widths, and
// computes one block; a repeated input is first copied to its own block.
template <class Body>
void blockKernel(std::ptrdiff_t n, std::byte* out, const Input* in) {
  constexpr int kInputs = std::size(Body::kWidths);
  constexpr std::ptrdiff_t kWidest = simd::kVectorBytes;
  std::byte repeated[kInputs][kBlock * kWidest];
  const std::byte* from[kInputs];
  std::ptrdiff_t strides[kInputs];
  for (int i = 0; i < kInputs; ++i) {
    from[i] = in[i].data;
    strides[i] = kBlock * in[i].stride;
    if (strides[i] != 0) continue;
    simd::fill(repeated[i], in[i].data, Body::kWidths[i], kBlock * Body::kWidths[i]);
    from[i] = repeated[i];
  }
  for (; n >= kBlock; n -= kBlock) {
    Body::apply(out, from);
    out += kBlock * Body::kOutWidth;
    for (int i = 0; i < kInputs; ++i) from[i] += strides[i];
  }
  if (n == 0) return;
  static constexpr Turn kOneBlock = blockTurn<Body>();
  Input rest[kInputs];
  for (int i = 0; i < kInputs; ++i) rest[i] = {from[i], in[i].stride};
  computeTail(blockKernel<Body>, kOneBlock, n, out, rest);
}

}  // namespace simdcast

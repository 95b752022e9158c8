// Random numbers, drawn again in every run. A node with a seed draws the same ones each time. ONNX
// does not specify which; these are those of its reference implementation, which uses NumPy's
// RandomState.
#pragma once

#include <optional>
#include <random>
#include <span>

#include "../base/rounding.hpp"
#include "../math/random_state.hpp"
#include "call.hpp"

namespace simdcast::onnx {

// A seed as NumPy takes it: the integer part, modulo 2^32.
[[nodiscard]] std::uint32_t wordOf(double seed);

// The attribute `seed`, a float.
[[nodiscard]] std::optional<double> seedOf(Call& call);

// A generator that starts from a seed, or anywhere.
[[nodiscard]] inline math::RandomState randomState(std::optional<double> seed) {
  return math::RandomState(seed ? wordOf(*seed) : std::random_device()());
}

namespace detail {

// Elements of T: float or double.
template <class T, class Fill>
Value drawnAs(Call& call, const Form& made, std::optional<double> seed, const Value& source,
              const Fill& fill) {
  const std::size_t given = size(source.elements());
  const std::size_t count = size(graph::sizeOf(made.dims));
  return call.host(
      made, {source},
      [=](std::byte* const* outputs, const std::byte* const* inputs) -> std::optional<Fault> {
        math::RandomState draw = randomState(seed);
        fill(std::span(reinterpret_cast<T*>(outputs[0]), count), draw,
             std::span(reinterpret_cast<const T*>(inputs[0]), source ? given : 0));
        return std::nullopt;
      },
      true);
}

}  // namespace detail

// Elements that are computed in every run, in float32 or float64, and then cast to their type:
// `fill` takes a span to fill, a RandomState, and a span of the elements of the source. The source
// may be absent; otherwise it has the type in which the elements are computed.
template <class Fill>
Value drawn(Call& call, const Form& made, std::optional<double> seed, const Value& source,
            const Fill& fill) {
  if (!call.checkDims(made.dims)) return {};
  const Value value =
      made.type == DType::float64
          ? detail::drawnAs<double>(call, made, seed, source, fill)
          : detail::drawnAs<float>(call, {DType::float32, made.dims}, seed, source, fill);
  return call.cast(value, made.type);
}

}  // namespace simdcast::onnx

#include "cumulation.hpp"

#include "axes.hpp"

namespace simdcast::onnx {
namespace {

// The request of both operators.
struct Cumulation {
  Blocks blocks;
  bool exclusive = false;  // without the element itself
  bool reverse = false;    // from the last to the first
};

Cumulation cumulationOf(Call& call) {
  const Dims dims = call.input(0).dims;
  const Count asked = call.scalar(1);
  if (call.failed()) return {};
  const int axis = call.axis(asked, dims.size());
  if (call.failed()) return {};
  return {{graph::outerOf(dims, axis), dims[axis], graph::innerOf(dims, axis)},
          call.flag("exclusive"),
          call.flag("reverse")};
}

// T is a float or an unsigned integer, whose products wrap like those of signed ones.
template <class T>
HostWork products(const Cumulation& how) {
  return [how](std::byte* const* outputs, const std::byte* const* inputs) -> std::optional<Fault> {
    const auto [outer, size, inner] = how.blocks;
    const auto* source = reinterpret_cast<const T*>(inputs[0]);
    auto* target = reinterpret_cast<T*>(outputs[0]);
    const Count step = how.reverse ? -inner : inner;
    for (Count block = 0; block < outer; ++block) {
      Count row = block * size * inner + (how.reverse ? (size - 1) * inner : 0);
      for (Count along = 0; along < size; ++along, row += step)
        for (Count at = row; at < row + inner; ++at) {
          const Count before = at - step;
          const Count factor = how.exclusive ? before : at;
          if (along > 0)
            target[at] = target[before] * source[factor];
          else
            target[at] = how.exclusive ? T{1} : source[at];
        }
    }
    return std::nullopt;
  };
}

}  // namespace

Values cumulativeSum(Call& call) {
  const Value input = call.input(0);
  const Cumulation how = cumulationOf(call);
  return {call.layer(layers::CumulativeSum{.type = input.type,
                                           .outer = how.blocks.outer,
                                           .size = how.blocks.size,
                                           .inner = how.blocks.inner,
                                           .exclusive = how.exclusive,
                                           .reverse = how.reverse},
                     {input}, input)};
}

Values cumulativeProduct(Call& call) {
  const Value input = call.input(0);
  const Cumulation how = cumulationOf(call);
  if (call.failed()) return {};
  if (!isFloat(input.type)) {
    const bool isWide = width(input.type) == sizeof(std::uint64_t);
    return {call.host(input, {input},
                      isWide ? products<std::uint64_t>(how) : products<std::uint32_t>(how))};
  }
  return {call.inFloats(input, [&](const Value& x) {
    const bool isWide = x.type == DType::float64;
    return call.host(x, {x}, isWide ? products<double>(how) : products<float>(how));
  })};
}

}  // namespace simdcast::onnx

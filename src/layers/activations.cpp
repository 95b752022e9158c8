#include "activations.hpp"

#include "../base/enum_table.hpp"
#include "../kernels/registry.hpp"
#include "../math/exp.hpp"
#include "../rows/float_vectors.hpp"
#include "../rows/runs.hpp"

namespace simdcast::layers {
namespace {

using simd::Vec;

// ONNX's functions, in the order of their terms.
struct Affine {
  template <class T>
  static Vec<T> of(Vec<T> x, Vec<T> alpha, Vec<T> beta) {
    return alpha * x + beta;
  }
};
struct Elu {
  template <class T>
  static Vec<T> of(Vec<T> x, Vec<T> alpha, Vec<T> /*beta*/) {
    return simd::select(x < Vec<T>(0), alpha * (math::exp(x) - Vec<T>(1)), x);
  }
};
struct HardSigmoid {
  template <class T>
  static Vec<T> of(Vec<T> x, Vec<T> alpha, Vec<T> beta) {
    return simd::min(simd::max(alpha * x + beta, Vec<T>(0)), Vec<T>(1));
  }
};
struct LeakyRelu {
  template <class T>
  static Vec<T> of(Vec<T> x, Vec<T> alpha, Vec<T> /*beta*/) {
    return simd::select(x < Vec<T>(0), alpha * x, x);
  }
};
struct Relu {
  template <class T>
  static Vec<T> of(Vec<T> x, Vec<T> /*alpha*/, Vec<T> /*beta*/) {
    return simd::max(x, Vec<T>(0));
  }
};
struct Softsign {
  template <class T>
  static Vec<T> of(Vec<T> x, Vec<T> /*alpha*/, Vec<T> /*beta*/) {
    return x / (Vec<T>(1) + math::abs(x));
  }
};
struct ThresholdedRelu {
  template <class T>
  static Vec<T> of(Vec<T> x, Vec<T> alpha, Vec<T> /*beta*/) {
    return simd::select(x > alpha, x, Vec<T>(0));
  }
};

using Activate = void (*)(const Activation& activation, Count n, std::byte* row);

template <class T, class Function>
void activateBy(const Activation& activation, Count n, std::byte* row) {
  const Vec<T> alpha = static_cast<T>(activation.alpha);
  const Vec<T> beta = static_cast<T>(activation.beta);
  eachVector<T>(
      n, row, [&](Vec<T> x) { return Function::of(x, alpha, beta); }, row);
}

// Longer functions are those of elementwise operators, which have a kernel.
template <class T, KernelOp kOp>
void activateByKernel(const Activation& /*activation*/, Count n, std::byte* row) {
  const Kernel kernel = findKernel(kOp, sizeof(T) == sizeof(float) ? Lane::f32 : Lane::f64);
  forRuns(n, [&](Count at, std::ptrdiff_t run) {
    const Input input{row + at * Count{sizeof(T)}, sizeof(T)};
    kernel(run, row + at * Count{sizeof(T)}, &input);
  });
}

// alpha * tanh(beta * x)
template <class T>
void scaleTanh(const Activation& activation, Count n, std::byte* row) {
  activateBy<T, Affine>({.alpha = activation.beta}, n, row);
  activateByKernel<T, KernelOp::tanh>(activation, n, row);
  activateBy<T, Affine>({.alpha = activation.alpha}, n, row);
}

struct Row {
  ActivationId key;
  std::string_view name;
  Activate float32;
  Activate float64;
};

template <class Function>
constexpr Row row(ActivationId id, std::string_view name) {
  return {id, name, activateBy<float, Function>, activateBy<double, Function>};
}
template <KernelOp kOp>
constexpr Row row(ActivationId id, std::string_view name) {
  return {id, name, activateByKernel<float, kOp>, activateByKernel<double, kOp>};
}

constexpr EnumTable<ActivationId, Row> kActivations({
    row<Affine>(ActivationId::affine, "Affine"),
    row<Elu>(ActivationId::elu, "Elu"),
    row<HardSigmoid>(ActivationId::hardSigmoid, "HardSigmoid"),
    row<LeakyRelu>(ActivationId::leakyRelu, "LeakyRelu"),
    row<Relu>(ActivationId::relu, "Relu"),
    Row{ActivationId::scaledTanh, "ScaledTanh", scaleTanh<float>, scaleTanh<double>},
    row<KernelOp::sigmoid>(ActivationId::sigmoid, "Sigmoid"),
    row<KernelOp::softplus>(ActivationId::softplus, "Softplus"),
    row<Softsign>(ActivationId::softsign, "Softsign"),
    row<KernelOp::tanh>(ActivationId::tanh, "Tanh"),
    row<ThresholdedRelu>(ActivationId::thresholdedRelu, "ThresholdedRelu"),
});

}  // namespace

std::string_view name(ActivationId id) noexcept { return kActivations[id].name; }

template <>
void activate<float>(const Activation& activation, Count n, std::byte* row) {
  kActivations[activation.id].float32(activation, n, row);
}
template <>
void activate<double>(const Activation& activation, Count n, std::byte* row) {
  kActivations[activation.id].float64(activation, n, row);
}

}  // namespace simdcast::layers

#include "cost.hpp"

#include "../base/enum_table.hpp"
#include "registry.hpp"

namespace simdcast {
namespace {

constexpr double kSimple = 0.02;

struct SlowKernel {
  KernelOp op;
  double nanoseconds;  // for float32; lanes of twice the width take twice as long
};

constexpr SlowKernel kSlowKernels[] = {
    {KernelOp::mod, 0.4},       {KernelOp::fmod, 0.4},    {KernelOp::floorDivide, 0.4},
    {KernelOp::remainder, 0.4}, {KernelOp::pow, 4},       {KernelOp::powUnsigned, 4},
    {KernelOp::atan2, 2},       {KernelOp::logAddExp, 1}, {KernelOp::exp, 0.2},
    {KernelOp::log, 0.2},       {KernelOp::sigmoid, 0.3}, {KernelOp::tanh, 0.3},
    {KernelOp::erf, 0.3},       {KernelOp::gelu, 0.4},    {KernelOp::geluTanh, 0.4},
    {KernelOp::softplus, 0.4},  {KernelOp::sin, 0.4},     {KernelOp::cos, 0.4},
    {KernelOp::tan, 0.6},       {KernelOp::acos, 1.5},    {KernelOp::asin, 1.5},
    {KernelOp::atan, 1.2},      {KernelOp::sinh, 1},      {KernelOp::cosh, 0.8},
    {KernelOp::asinh, 2},       {KernelOp::acosh, 2},     {KernelOp::atanh, 1.5},
};

}  // namespace

double nanosecondsOf(Kernel kernel) noexcept {
  for (const auto& [op, nanoseconds] : kSlowKernels)
    for (int i = 0; i < static_cast<int>(kCountOf<Lane>); ++i) {
      const auto lane = static_cast<Lane>(i);
      if (kernel != nullptr && findKernel(op, lane) == kernel)
        return nanoseconds * (width(lane) == 8 ? 2 : 1);
    }
  return kSimple;
}

}  // namespace simdcast

// The table of kernels, instead of src/kernels/registry.cpp.
#include <algorithm>

#include "../../src/kernels/kernel_rows.hpp"
#include "../../src/kernels/ops/arithmetic.hpp"
#include "../../src/kernels/ops/bitwise.hpp"
#include "../../src/kernels/ops/comparison.hpp"
#include "../../src/kernels/ops/integer_division.hpp"
#include "../../src/kernels/ops/integer_pow.hpp"
#include "../../src/kernels/registry.hpp"
#include "../../src/math/math.hpp"

namespace simdcast {
namespace {

using namespace rows;

constexpr TypeList<std::int32_t> kInt32;
constexpr auto kWhole = kInt32 | TypeList<std::uint8_t>{};
constexpr auto kFigures = kFloats | kWhole;

constexpr OpRow kKernels[] = {
    {KernelOp::add, binary<ops::Add>(kFigures)},
    {KernelOp::sub, binary<ops::Sub>(kFigures)},
    {KernelOp::mul, binary<ops::Mul>(kFigures)},
    {KernelOp::div, binary<ops::Div>(kFloats) | slow<ops::IntegerDiv>(kWhole)},
    {KernelOp::mean, vectors<ops::Mean, 3>(kFloats)},
    {KernelOp::mod, slow<ops::FlooredMod>(kWhole) |
                        functionOfTwo<[](auto x, auto y) { return math::floorMod(x, y); }>()},
    {KernelOp::prelu, binary<ops::PRelu>(kFloats | kInt32)},
    {KernelOp::max, binary<ops::Max>(kFigures)},
    {KernelOp::min, binary<ops::Min>(kFigures)},
    {KernelOp::equal, compare<ops::Equal>(kFigures)},
    {KernelOp::less, compare<ops::Less>(kFigures)},
    {KernelOp::logicalAnd, truth<ops::Logical<ops::BitAnd>>()},
    {KernelOp::logicalOr, truth<ops::Logical<ops::BitOr>>()},
    {KernelOp::logicalXor, truth<ops::Logical<ops::BitXor>>()},
    {KernelOp::pow, powers<Function<[](auto x, auto y) { return math::pow(x, y); }>>(kFloats) |
                        powers<ops::IntegerPow<true>>(kInt32)},
};

constexpr SelectRow kSelects[] = {select<1>(), select<4>(), select<8>()};

}  // namespace

Kernel findKernel(KernelOp op, Lane lane) noexcept {
  const auto* row = std::ranges::find(kKernels, op, &OpRow::key);
  return row == std::end(kKernels) ? nullptr : row->row.kernels[static_cast<std::size_t>(lane)];
}

Kernel findSelect(int width) noexcept { return kernelOf(kSelects, width); }

}  // namespace simdcast

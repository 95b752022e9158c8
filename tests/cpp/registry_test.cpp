#include "kernels/registry.hpp"

#include <catch2/catch_test_macros.hpp>
#include <set>

namespace simdcast::test::registry_test {
namespace {

constexpr KernelOp kArithmetic[] = {KernelOp::add, KernelOp::sub, KernelOp::mul, KernelOp::div};

TEST_CASE("registry: arithmetic has kernels of its own in every numeric lane", "[registry]") {
  std::set<Kernel> kernels;
  for (const KernelOp op : kArithmetic) {
    for (int lane = 0; lane < static_cast<int>(Lane::b8); ++lane) {
      const Kernel kernel = findKernel(op, static_cast<Lane>(lane));
      CHECK(kernel != nullptr);
      kernels.insert(kernel);
    }
  }
  // Signed and unsigned lanes may share a kernel if their bits agree: all except Div.
  CHECK(kernels.size() >= 4 * 6 + 4);
}

TEST_CASE("registry: there is no arithmetic on truth values", "[registry]") {
  for (const KernelOp op : kArithmetic) CHECK(findKernel(op, Lane::b8) == nullptr);
}

TEST_CASE("registry: types that are never computed with have no kernel", "[registry]") {
  for (int op = 0; op < static_cast<int>(KernelOp::count); ++op)
    CHECK(findKernel(static_cast<KernelOp>(op), Lane::none) == nullptr);
}

TEST_CASE("registry: there are no bits of floats", "[registry]") {
  for (const KernelOp op : {KernelOp::bitAnd, KernelOp::bitOr, KernelOp::bitXor,
                            KernelOp::shiftLeft, KernelOp::shiftRight})
    for (const Lane lane : {Lane::f32, Lane::f64}) CHECK(findKernel(op, lane) == nullptr);
}

}  // namespace
}  // namespace simdcast::test::registry_test

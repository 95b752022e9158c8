// A plan that is kept does what the operator that it was made of does, in far less memory.
#include "operators/ready.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <memory>

#include "execute/execute.hpp"
#include "support/buffers.hpp"
#include "support/notation.hpp"

namespace simdcast::test {
namespace {

struct Discard {
  void operator()(Ready* ready) const { Ready::discard(ready); }
};
using Kept = std::unique_ptr<Ready, Discard>;

Prepared prepared(OpId op, const Shapes& operands, DType type) {
  Prepared made;
  made.request.op = op;
  made.request.shapes = operands;
  for (int i = 0; i < operands.size(); ++i) made.request.types.push(type);
  prepare(made);
  REQUIRE(made.ok());
  return made;
}

template <class T>
std::vector<T> run(const PlanView& plan, const ProgramView& program,
                   const std::vector<std::vector<T>>& values, Count elements) {
  static Scratch scratch;
  std::vector<Source> sources;
  std::vector<const std::byte*> inputs;
  for (const auto& each : values) inputs.push_back(sources.emplace_back(each).data());
  Destination out(static_cast<std::size_t>(elements) * sizeof(T));
  execute(plan, program, out.data(), inputs.data(), scratch);
  REQUIRE(out.canariesLive());
  return out.values<T>();
}

TEST_CASE("ready: runs after what it was made of is gone", "[ready]") {
  // Folds, and a constant: the mean of three.
  const Shapes operands = shapes("(40,3) (3) (40,1)");
  std::vector<std::vector<float>> values;
  for (const Shape& shape : operands) {
    auto& each = values.emplace_back();
    for (Count i = 0; i < *elementCount(shape); ++i)
      each.push_back(static_cast<float>(i + 3 * shape.size()));
  }
  auto source = std::make_unique<Prepared>(prepared(OpId::mean, operands, DType::float32));
  const auto wanted = run<float>(source->plan, source->program, values, 120);
  const Kept kept(Ready::make(*source));
  REQUIRE(kept != nullptr);
  std::memset(static_cast<void*>(source.get()), 0xA5, sizeof *source);
  source = nullptr;
  CHECK(kept->walked.size() == 3);
  CHECK(kept->inputs == 3);
  CHECK(kept->gemmKernel == nullptr);
  CHECK(run<float>(kept->plan, kept->program, values, 120) == wanted);
  CHECK(wanted[4] == (4.0F + 6 + 3 + 1 + 6 + 1) / 3);
}

TEST_CASE("ready: a product has its matrices", "[ready]") {
  const Prepared made = prepared(OpId::matMul, shapes("(5,2,3) (3,4)"), DType::float32);
  const Kept kept(Ready::make(made));
  REQUIRE(kept != nullptr);
  REQUIRE(kept->gemm != nullptr);
  CHECK(kept->gemmKernel == made.gemmKernel);
  CHECK(kept->gemm->k == 3);
  CHECK(kept->gemm->n == 4);
  CHECK(kept->gemm->batch == made.gemm.batch);
  CHECK(kept->inputs == 2);
}

}  // namespace
}  // namespace simdcast::test

// Runs plans on data that is checked first. Tensors are dense, outermost axis first, in the
// machine's byte order, at any address; bool is one byte, any but 0 true, and complex numbers are
// two floats. A Runner holds the working memory, which grows to what its plans need; one thread at
// a time may use it.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>

#include "plan.hpp"

namespace simdcast {

class Runner {
 public:
  Runner() noexcept;
  ~Runner();
  Runner(Runner&&) noexcept;
  Runner& operator=(Runner&&) noexcept;

  using Bytes = std::span<const std::byte>;

  // Writes the result, or nothing where it gives a refusal. `output` has the plan's bytes(), and
  // each input the bytes of its shape; nothing is read of an absent input, or of Expand's shape.
  // The output may be an input of its own shape and element width, though not of Gemm or MatMul;
  // otherwise it must not overlap one.
  [[nodiscard]] std::optional<Refusal> run(const Plan& plan, std::span<std::byte> output,
                                           std::span<const Bytes> inputs);
  [[nodiscard]] std::optional<Refusal> run(const Plan& plan, std::span<std::byte> output,
                                           std::initializer_list<Bytes> inputs) {
    return run(plan, output, std::span<const Bytes>(inputs.begin(), inputs.size()));
  }

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace simdcast

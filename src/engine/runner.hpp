// Runs tasks on data that is checked first. Tensors are dense, outermost axis first, in the
// machine's byte order, at any address; a bool is one byte, true unless 0, and complex numbers are
// two floats. A Runner holds the working memory, which grows to the size that its tasks need; one
// thread at a time may use it.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>

#include "task.hpp"

namespace simdcast {

class Runner {
 public:
  Runner() noexcept;
  ~Runner();
  Runner(Runner&&) noexcept;
  Runner& operator=(Runner&&) noexcept;

  using Bytes = std::span<const std::byte>;
  using Room = std::span<std::byte>;

  // Writes the results, or nothing if it returns a refusal. Each output and input has the bytes of
  // its TensorType, or of Task::packedBytes. Unused outputs after the first and absent optional
  // inputs are empty; trailing ones may be omitted. An absent input of an operator, and Expand's
  // shape, may be anything. The first output may be an input if the task works in place, with that
  // input's shape and element width; no other output may overlap another tensor.
  [[nodiscard]] std::optional<Refusal> run(const Task& task, std::span<const Room> outputs,
                                           std::span<const Bytes> inputs);
  [[nodiscard]] std::optional<Refusal> run(const Task& task, Room output,
                                           std::span<const Bytes> inputs) {
    return run(task, std::span<const Room>(&output, 1), inputs);
  }
  [[nodiscard]] std::optional<Refusal> run(const Task& task, Room output,
                                           std::initializer_list<Bytes> inputs) {
    return run(task, output, std::span<const Bytes>(inputs.begin(), inputs.size()));
  }

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace simdcast

// An operator or a layer, compiled for the types and shapes of its inputs, that can run any number
// of times (runner.hpp). A task can be moved, and its runs change nothing that another run can see:
// threads may share one, each with its own Runner.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <variant>

#include "../base/tensor_type.hpp"
#include "../layers/requests.hpp"
#include "request.hpp"

namespace simdcast {

class Task {
 public:
  ~Task();
  Task(Task&&) noexcept;
  Task& operator=(Task&&) noexcept;

  // An operator, as https://onnx.ai/onnx/operators/ specifies the version at that opset; ncnn's as
  // its BinaryOp does.
  [[nodiscard]] static std::variant<Task, Refusal> make(const Request& request);
  // A layer. Trees keeps a pointer to its table, which must not change while the task lives.
  [[nodiscard]] static std::variant<Task, Refusal> make(const layers::LayerRequest& request);

  // The types and shapes of the results. Those after the first may be omitted from a run.
  [[nodiscard]] const TensorTypes& outputs() const noexcept;
  // The types and shapes of the inputs. An input that no run reads has no bytes: an absent one, or
  // Expand's shape.
  [[nodiscard]] const TensorTypes& inputs() const noexcept;
  [[nodiscard]] bool reads(int input) const noexcept;
  // Whether a run can omit it: layers have optional inputs at the end.
  [[nodiscard]] bool isOptional(int input) const noexcept;

  // The weights of a Convolution and the matrices of a PackedProduct and an IntegerProduct are
  // packed once, for use in runs. Returns the bytes of a packed input, and 0 for any other, which
  // runs use as a dense tensor. Tasks of the same kind share packed inputs of the same type, shape
  // and number of groups.
  [[nodiscard]] Count packedBytes(int input) const noexcept;
  // Packs a dense tensor into that many bytes. False, and nothing is written, if the lengths differ
  // from those of the input.
  [[nodiscard]] bool pack(int input, std::span<std::byte> packed,
                          std::span<const std::byte> tensor) const;
  // Restores the dense tensor, which therefore need not be kept.
  [[nodiscard]] bool unpack(int input, std::span<std::byte> tensor,
                            std::span<const std::byte> packed) const;

  // Bytes of memory that a run needs to work in.
  [[nodiscard]] Count workspace() const noexcept;
  // Whether the first output may be written over an input of its own shape and element width.
  [[nodiscard]] bool inPlace() const noexcept;
  // False for strings, whose shapes the engine aligns, and which JavaScript computes. Such a task
  // cannot be run.
  [[nodiscard]] bool computes() const noexcept;

  // For src/engine (state.hpp).
  struct State;
  [[nodiscard]] State& state() const noexcept { return *state_; }

 private:
  explicit Task(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace simdcast

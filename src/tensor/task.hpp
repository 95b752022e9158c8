// Tasks: work on whole tensors that is not elementwise, prepared once for given types and sizes and
// run any number of times. Callers have worked out the shapes; a task checks only what keeps it
// within its tensors.
#pragma once

#include "../dtype.hpp"
#include "../shape.hpp"

namespace simdcast::tensor {

enum class TaskKind : std::uint8_t {
  copy,
  gather,
  reduce,
  argMax,
  softmax,
  layerNormalization,
  range,
  count
};

// What the numbers are, each task says in its own file.
struct TaskRequest {
  static constexpr int kMostNumbers = 5 + 3 * kMaxRank;

  TaskKind kind{};
  DType type{};       // of the elements
  DType secondary{};  // of indices, or of statistics
  int option = 0;
  float real = 0;
  InlineVector<Count, kMostNumbers> numbers;
};

// Dense tensors of the sizes that the task was prepared for; a null output is not wanted, and a
// null input is absent. They must not overlap. The workspace is aligned to 16 bytes.
struct Buffers {
  std::byte* workspace = nullptr;
  std::byte* const* outputs = nullptr;
  const std::byte* const* inputs = nullptr;
};

struct Task;

// -1, or the position of the first index that is out of range; nothing is written then.
using Run = Count (*)(const Task& task, const Buffers& buffers);
inline constexpr Count kDone = -1;

struct Task {
  TaskRequest request;
  Run run = nullptr;
  Count workspace = 0;  // bytes
};

// Fills in everything after `request`. False where the numbers would lead out of the tensors, or
// where the task does not take the type.
[[nodiscard]] bool prepare(Task& task);

}  // namespace simdcast::tensor

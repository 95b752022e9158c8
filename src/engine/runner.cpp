#include "runner.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <new>

#include "refuse.hpp"
#include "state.hpp"

namespace simdcast {
namespace {

using Bytes = Runner::Bytes;
using Room = Runner::Room;

bool overlaps(Bytes a, Bytes b) {
  if (a.empty() || b.empty()) return false;
  const std::less<> before;
  return before(a.data(), b.data() + b.size()) && before(b.data(), a.data() + a.size());
}

// Whether element i of the output may overwrite element i of the input.
bool mayReplace(const Task& task, int input, Bytes output, Bytes bytes) {
  return task.inPlace() && output.data() == bytes.data() && output.size() == bytes.size() &&
         task.inputs()[input].shape == task.outputs()[0].shape;
}

// Nothing if the numbers of tensors are right.
std::optional<Refusal> checkCounts(const Task& task, std::span<const Room> outputs,
                                   std::span<const Bytes> inputs) {
  const auto given = static_cast<Count>(inputs.size());
  const Count most = task.inputs().size();
  if (given > most || (given < most && !task.isOptional(static_cast<int>(given))))
    return refuse(RefusalCode::inputCount, {.wanted = most, .given = given});
  const auto made = static_cast<Count>(outputs.size());
  if (made < 1 || made > task.outputs().size())
    return refuse(RefusalCode::outputCount, {.wanted = task.outputs().size(), .given = made});
  return std::nullopt;
}

std::optional<Refusal> checkInput(const Task& task, int input, Bytes bytes) {
  if (!task.reads(input) || (bytes.empty() && task.isOptional(input))) return std::nullopt;
  const Count packed = task.packedBytes(input);
  const Count wanted = packed > 0 ? packed : task.inputs()[input].bytes;
  const auto given = static_cast<Count>(bytes.size());
  if (given == wanted) return std::nullopt;
  return refuse(RefusalCode::inputLength, {.input = input, .wanted = wanted, .given = given});
}

std::optional<Refusal> checkOutput(const Task& task, int output, std::span<const Room> outputs,
                                   std::span<const Bytes> inputs) {
  const Room room = outputs[static_cast<std::size_t>(output)];
  const Count wanted = task.outputs()[output].bytes;
  const auto given = static_cast<Count>(room.size());
  if (given == 0 && output > 0) return std::nullopt;
  if (given != wanted)
    return refuse(RefusalCode::outputLength,
                  {.subject = std::to_string(output), .wanted = wanted, .given = given});
  for (int i = 0; i < static_cast<int>(inputs.size()); ++i) {
    const Bytes bytes = inputs[static_cast<std::size_t>(i)];
    const bool replaces = output == 0 && mayReplace(task, i, room, bytes);
    if (task.reads(i) && overlaps(room, bytes) && !replaces)
      return refuse(RefusalCode::outputOverlaps, {.input = i});
  }
  for (int other = 0; other < output; ++other)
    if (overlaps(room, outputs[static_cast<std::size_t>(other)]))
      return refuse(RefusalCode::outputsOverlap, {.wanted = other, .given = output});
  return std::nullopt;
}

std::optional<Refusal> check(const Task& task, std::span<const Room> outputs,
                             std::span<const Bytes> inputs) {
  if (!task.computes()) return refuse(RefusalCode::notComputed);
  std::optional<Refusal> refusal = checkCounts(task, outputs, inputs);
  for (int i = 0; !refusal && i < static_cast<int>(outputs.size()); ++i)
    refusal = checkOutput(task, i, outputs, inputs);
  for (int i = 0; !refusal && i < static_cast<int>(inputs.size()); ++i)
    refusal = checkInput(task, i, inputs[static_cast<std::size_t>(i)]);
  return refusal;
}

}  // namespace

struct Runner::Memory {
  Scratch scratch;
  std::unique_ptr<std::byte[]> workspace;
  Count workspaceBytes = 0;

  // A size_t of 32 bits would wrap around.
  static constexpr Count kMostBytes =
      std::min<Count>(kMaxCount, std::numeric_limits<std::ptrdiff_t>::max());

  bool reserve(Count bytes) {
    if (bytes <= workspaceBytes) return true;
    if (bytes > kMostBytes) return false;
    workspaceBytes = 0;
    workspace.reset(new (std::nothrow) std::byte[static_cast<std::size_t>(bytes)]);
    if (workspace == nullptr) return false;
    workspaceBytes = bytes;
    return true;
  }
};

Runner::Runner() noexcept = default;
Runner::~Runner() = default;
Runner::Runner(Runner&&) noexcept = default;
Runner& Runner::operator=(Runner&&) noexcept = default;

std::optional<Refusal> Runner::run(const Task& task, std::span<const Room> outputs,
                                   std::span<const Bytes> inputs) {
  std::optional<Refusal> refusal = check(task, outputs, inputs);
  if (refusal) return refusal;
  if (memory_ == nullptr) memory_.reset(new (std::nothrow) Memory);
  if (memory_ == nullptr || !memory_->reserve(task.workspace()))
    return Refusal{.code = RefusalCode::outOfMemory};
  const std::byte* from[kMaxOperands]{};
  std::byte* to[layers::kMaxOutputs]{};
  for (std::size_t i = 0; i < inputs.size(); ++i) from[i] = inputs[i].data();
  for (std::size_t i = 0; i < outputs.size(); ++i) to[i] = outputs[i].data();
  const Count end = task.state().run(
      {.workspace = memory_->workspace.get(), .outputs = to, .inputs = from}, memory_->scratch);
  if (end == layers::kDone) return std::nullopt;
  return refuse(RefusalCode::indexOutOfRange, {.given = end});
}

}  // namespace simdcast

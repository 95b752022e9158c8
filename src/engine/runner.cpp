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

bool overlaps(Bytes a, Bytes b) {
  if (a.empty() || b.empty()) return false;
  const std::less<> before;
  return before(a.data(), b.data() + b.size()) && before(b.data(), a.data() + a.size());
}

// Element i of the output may take the place of element i of the input.
bool mayReplace(const Plan& plan, int input, Bytes output, Bytes bytes) {
  return plan.inPlace() && output.data() == bytes.data() && output.size() == bytes.size() &&
         plan.inputShape(input) == plan.shape();
}

std::optional<Refusal> checkInput(const Plan& plan, int input, Bytes output, Bytes bytes) {
  const Count wanted = plan.inputBytes(input);
  const auto given = static_cast<Count>(bytes.size());
  if (given != wanted)
    return refuse(RefusalCode::inputLength, {.input = input, .wanted = wanted, .given = given});
  if (overlaps(output, bytes) && !mayReplace(plan, input, output, bytes))
    return refuse(RefusalCode::outputOverlaps, {.input = input});
  return std::nullopt;
}

std::optional<Refusal> check(const Plan& plan, Bytes output, std::span<const Bytes> inputs) {
  if (!plan.computes()) return refuse(RefusalCode::notComputed);
  const Count count = plan.inputs();
  const auto given = static_cast<Count>(inputs.size());
  if (given != count) return refuse(RefusalCode::inputCount, {.wanted = count, .given = given});
  const auto room = static_cast<Count>(output.size());
  if (room != plan.bytes())
    return refuse(RefusalCode::outputLength, {.wanted = plan.bytes(), .given = room});
  for (int i = 0; i < count; ++i) {
    if (!plan.reads(i)) continue;
    std::optional<Refusal> refusal =
        checkInput(plan, i, output, inputs[static_cast<std::size_t>(i)]);
    if (refusal) return refusal;
  }
  return std::nullopt;
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

std::optional<Refusal> Runner::run(const Plan& plan, std::span<std::byte> output,
                                   std::span<const Bytes> inputs) {
  std::optional<Refusal> refusal = check(plan, output, inputs);
  if (refusal) return refusal;
  if (memory_ == nullptr) memory_.reset(new (std::nothrow) Memory);
  if (memory_ == nullptr || !memory_->reserve(plan.workspace()))
    return Refusal{.code = RefusalCode::outOfMemory};
  const std::byte* pointers[kMaxOperands]{};
  for (std::size_t i = 0; i < inputs.size(); ++i) pointers[i] = inputs[i].data();
  plan.run(output.data(), pointers, memory_->workspace.get(), memory_->scratch);
  return std::nullopt;
}

}  // namespace simdcast

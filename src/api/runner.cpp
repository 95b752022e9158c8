#include "runner.hpp"

#include <functional>
#include <new>

#include "../execute/execute.hpp"
#include "../explain/failure_sentences.hpp"
#include "plan_state.hpp"

namespace simdcast {
namespace {

using Bytes = Runner::Bytes;

Failure failed(FailureCode code, const FailureFacts& facts = {}) {
  return {.code = code, .input = facts.input, .text = describe(code, facts)};
}

bool isMatrixProduct(const Prepared& prepared) { return prepared.gemmKernel != nullptr; }

// Whether the engine reads the input; Expand's shape is in the plan already.
bool isRead(const Prepared& prepared, int input) {
  if (prepared.request.types[input] == kAbsent) return false;
  if (isMatrixProduct(prepared)) return true;
  for (int walked : prepared.walked)
    if (walked == input) return true;
  return false;
}

Count bytesOf(DType type, const Shape& shape) {
  return elementCount(shape).value_or(0) * width(type);
}

bool overlaps(Bytes a, Bytes b) {
  if (a.empty() || b.empty()) return false;
  const std::less<> before;
  return before(a.data(), b.data() + b.size()) && before(b.data(), a.data() + a.size());
}

// Element i of the output may take the place of element i of the input.
bool mayReplace(const Prepared& prepared, int input, Bytes output, Bytes bytes) {
  return !isMatrixProduct(prepared) && output.data() == bytes.data() &&
         prepared.request.shapes[input] == prepared.outputShape &&
         width(prepared.request.types[input]) == width(prepared.outputType);
}

Failure checkInput(const Prepared& prepared, int input, Bytes output, Bytes bytes) {
  const Count wanted = bytesOf(prepared.request.types[input], prepared.request.shapes[input]);
  const auto given = static_cast<Count>(bytes.size());
  if (given != wanted)
    return failed(FailureCode::inputLength, {.input = input, .wanted = wanted, .given = given});
  if (overlaps(output, bytes) && !mayReplace(prepared, input, output, bytes))
    return failed(FailureCode::outputOverlaps, {.input = input});
  return {};
}

Failure check(const Prepared& prepared, Bytes output, std::span<const Bytes> inputs) {
  const Count count = prepared.request.types.size();
  const auto given = static_cast<Count>(inputs.size());
  if (given != count) return failed(FailureCode::inputCount, {.wanted = count, .given = given});
  const Count wanted = bytesOf(prepared.outputType, prepared.outputShape);
  const auto room = static_cast<Count>(output.size());
  if (room != wanted) return failed(FailureCode::outputLength, {.wanted = wanted, .given = room});
  for (int i = 0; i < count; ++i) {
    if (!isRead(prepared, i)) continue;
    Failure failure = checkInput(prepared, i, output, inputs[i]);
    if (!failure.ok()) return failure;
  }
  return {};
}

}  // namespace

struct Runner::Memory {
  Scratch scratch;
  std::unique_ptr<std::byte[]> workspace;
  Count workspaceBytes = 0;

  bool reserve(Count bytes) {
    if (bytes <= workspaceBytes) return true;
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

Failure Runner::run(const OperatorPlan& plan, std::span<std::byte> output,
                    std::span<const Bytes> inputs) {
  if (!plan.ok()) return failed(FailureCode::notPlanned);
  const Prepared& prepared = plan.state_->prepared;
  Failure failure = check(prepared, output, inputs);
  if (!failure.ok()) return failure;
  if (memory_ == nullptr) memory_.reset(new (std::nothrow) Memory);
  if (memory_ == nullptr || !memory_->reserve(prepared.workspace))
    return failed(FailureCode::outOfMemory);
  const std::byte* pointers[kMaxOperands]{};
  if (isMatrixProduct(prepared)) {
    for (std::size_t i = 0; i < inputs.size(); ++i) pointers[i] = inputs[i].data();
    prepared.gemmKernel(prepared.gemm, output.data(), pointers, memory_->workspace.get());
    return {};
  }
  for (int i = 0; i < prepared.walked.size(); ++i) pointers[i] = inputs[prepared.walked[i]].data();
  execute(prepared.plan, prepared.program, output.data(), pointers, memory_->scratch);
  return {};
}

}  // namespace simdcast

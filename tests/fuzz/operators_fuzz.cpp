// Any operator, opset, attributes, types and shapes: a node that cannot run has a reason in words,
// and one that can stays within tensors that end where their elements end.
#include <memory>
#include <vector>

#include "bindings/convert.hpp"
#include "check.hpp"
#include "cpp/support/buffers.hpp"
#include "execute/execute.hpp"
#include "request.hpp"
#include "show.hpp"

namespace simdcast::fuzz {
namespace {

constexpr Count kMostElements = 20'000;
constexpr Count kMostProducts = 1'000'000;
constexpr Count kMostWorkspace = 4'000'000;

struct Tensors {
  std::vector<test::Source> inputs;
  Count outputBytes = 0;
};

Count elements(const Shape& shape) { return elementCount(shape).value_or(kMaxCount); }

bool isSmall(const Prepared& prepared) {
  if (elements(prepared.outputShape) > kMostElements) return false;
  for (const Shape& shape : prepared.request.shapes)
    if (elements(shape) > kMostElements) return false;
  if (prepared.gemmKernel == nullptr) return true;
  const Count products = elements(prepared.outputShape) * std::max<Count>(1, prepared.gemm.k);
  return products <= kMostProducts && prepared.workspace <= kMostWorkspace;
}

// Numbers of every size, with the smallest, the largest and NaN among them.
std::vector<std::uint8_t> readContent(Bytes& bytes, Count count) {
  constexpr std::uint8_t kFilled[] = {0x00, 0xff, 0x80, 0x7f, 0x01};
  std::vector<std::uint8_t> content(static_cast<std::size_t>(count));
  const bool isFilled = bytes.below(4) == 1;
  const std::uint8_t filled = bytes.pick(kFilled);
  std::uint32_t state = bytes.word();
  for (std::uint8_t& byte : content) {
    state = state * 1664525 + 1013904223;
    byte = isFilled ? filled : static_cast<std::uint8_t>(state >> 24);
  }
  return content;
}

Count bytesOfInput(const OperatorRequest& request, int input) {
  const DType type = request.types[input];
  const bool isShape = describe(request.op).kind == Kind::expand && input == 1;
  return type == kAbsent || isShape ? 0 : elements(request.shapes[input]) * width(type);
}

Tensors readTensors(Bytes& bytes, const Prepared& prepared) {
  Tensors tensors;
  for (int i = 0; i < prepared.request.shapes.size(); ++i) {
    const auto misaligned = static_cast<std::size_t>(bytes.below(4));
    tensors.inputs.emplace_back(readContent(bytes, bytesOfInput(prepared.request, i)), misaligned);
  }
  tensors.outputBytes = elements(prepared.outputShape) * width(prepared.outputType);
  return tensors;
}

Scratch& scratch() {
  static const auto only = std::make_unique<Scratch>();
  return *only;
}

// The result, in a tensor whose bytes were all `before`.
std::vector<std::uint8_t> run(const Prepared& prepared, const Tensors& tensors,
                              std::uint8_t before) {
  const auto size = static_cast<std::size_t>(tensors.outputBytes);
  const test::Source out(std::vector<std::uint8_t>(size, before));
  const std::byte* addresses[kMaxOperands];
  if (prepared.gemmKernel != nullptr) {
    for (std::size_t i = 0; i < tensors.inputs.size(); ++i) addresses[i] = tensors.inputs[i].data();
    const auto workspaceSize = static_cast<std::size_t>(prepared.workspace);
    const test::Source workspace(std::vector<std::uint8_t>(workspaceSize, before));
    prepared.gemmKernel(prepared.gemm, out.data(), addresses, workspace.data());
    return out.values<std::uint8_t>();
  }
  for (int i = 0; i < prepared.walked.size(); ++i)
    addresses[i] = tensors.inputs[static_cast<std::size_t>(prepared.walked[i])].data();
  execute(prepared.plan, prepared.program, out.data(), addresses, scratch());
  return out.values<std::uint8_t>();
}

void checkOperator(Bytes& bytes) {
  const auto prepared = std::make_unique<Prepared>();
  prepared->request = readRequest(bytes);
  showIfAsked(prepared->request);
  prepare(*prepared);
  if (!prepared->ok()) {
    check(!bindings::failureJson(*prepared).empty(), "a failure has a reason");
    return;
  }
  check(elementCount(prepared->outputShape).has_value(), "the result can be counted");
  check(prepared->workspace >= 0, "the workspace can be counted");
  // Strings live outside of the engine.
  const bool isOutside = prepared->gemmKernel == nullptr && prepared->program.first == nullptr;
  if (isOutside || !isSmall(*prepared)) return;
  const Tensors tensors = readTensors(bytes, *prepared);
  check(run(*prepared, tensors, 0x00) == run(*prepared, tensors, 0xff),
        "every byte of the result is written, and from the inputs alone");
}

}  // namespace
}  // namespace simdcast::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  simdcast::fuzz::Bytes bytes(data, size);
  simdcast::fuzz::checkOperator(bytes);
  return 0;
}

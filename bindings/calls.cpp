#include "calls.hpp"

#include <cstdlib>
#include <new>
#include <string>

#include "../src/execute/execute.hpp"
#include "../src/explain/trace.hpp"
#include "../src/rules/align.hpp"
#include "../src/rules/source.hpp"
#include "convert.hpp"

namespace simdcast::bindings {
namespace {

Scratch scratch;
RunScratch runScratch;

const Prepared& at(Address plan) { return *reinterpret_cast<const Prepared*>(plan); }

Alignment alignRequest(const RuleRequest& request) {
  return align(request.rule, request.shapes, request.params);
}

// Keeps a reply in text for JavaScript to read.
Length reply(std::string text) {
  static std::string kept;
  kept = std::move(text);
  words()[0] = static_cast<std::int32_t>(reinterpret_cast<Address>(kept.data()));
  return static_cast<Length>(kept.size());
}

// A 64-bit count as two words, low one first.
int writeCount(Count count, int at) {
  words()[at] = static_cast<std::int32_t>(count & 0xffffffff);
  words()[at + 1] = static_cast<std::int32_t>(count >> 32);
  return at + 2;
}

std::byte* addressIn(int word) {
  return reinterpret_cast<std::byte*>(
      static_cast<Address>(static_cast<std::uint32_t>(words()[word])));
}

}  // namespace

Address wordsAddress() { return reinterpret_cast<Address>(words()); }

Length catalogue() { return reply(catalogueJson()); }

Address reserve(std::uint32_t bytes) { return reinterpret_cast<Address>(std::malloc(bytes)); }

void release(Address address) { std::free(reinterpret_cast<void*>(address)); }

Length trace(unsigned parts) {
  const RuleRequest request = readRuleRequest(false);
  return reply(traceJson(alignRequest(request), request.shapes, request.elementSize, parts));
}

bool outputShape() {
  const RuleRequest request = readRuleRequest(false);
  const Alignment alignment = alignRequest(request);
  if (alignment.ok()) writeShape(*alignment.rule, alignment.output, 0);
  return alignment.ok();
}

bool explicitShapes() {
  const RuleRequest request = readRuleRequest(false);
  const Alignment alignment = alignRequest(request);
  if (!alignment.ok()) return false;
  int at = 0;
  for (const Shape& shape : simdcast::explicitShapes(alignment))
    at = writeShape(*alignment.rule, shape, at);
  return true;
}

bool source() {
  const RuleRequest request = readRuleRequest(true);
  const Alignment alignment = alignRequest(request);
  if (!alignment.ok()) return false;
  int at = 0;
  for (int i = 0; i < alignment.operands.size(); ++i)
    at = writeShape(*alignment.rule, simdcast::source(alignment, i, request.index), at);
  return true;
}

bool fanout() {
  const RuleRequest request = readRuleRequest(true);
  const Alignment alignment = alignRequest(request);
  if (!alignment.ok()) return false;
  const Fanout result = simdcast::fanout(alignment, request.operand, request.index);
  int at = writeCount(result.count, 0);
  words()[at++] = result.first.size();
  for (const Index& index : result.first) at = writeShape(*alignment.rule, index, at);
  return true;
}

bool supports(int op, int type, int opset) {
  return simdcast::supports(static_cast<OpId>(op), static_cast<DType>(type), opset);
}

Address prepare() {
  auto* prepared = new (std::nothrow) Prepared;
  if (prepared == nullptr) return 0;
  readOperatorRequest(prepared->request);
  simdcast::prepare(*prepared);
  return reinterpret_cast<Address>(prepared);
}

bool planned(Address plan) {
  const Prepared& prepared = at(plan);
  if (!prepared.ok()) return false;
  words()[0] = static_cast<std::int32_t>(prepared.outputType);
  words()[1] = prepared.gemmKernel == nullptr ? 1 : 0;
  int next = writeCount(elementCount(prepared.outputShape).value_or(0), 2);
  next = writeCount(prepared.workspace, next);
  writeShape(rule(prepared.version->rule), prepared.outputShape, next);
  return true;
}

Length failure(Address plan) { return reply(failureJson(at(plan))); }

Length alignment(Address plan) { return reply(alignmentJson(at(plan))); }

void execute(Address plan) {
  const Prepared& prepared = at(plan);
  constexpr int kFirstInput = 2;
  std::byte* output = addressIn(1);
  const std::byte* inputs[kMaxOperands];
  if (prepared.gemmKernel != nullptr) {
    for (int i = 0; i < prepared.request.shapes.size(); ++i) inputs[i] = addressIn(kFirstInput + i);
    prepared.gemmKernel(prepared.gemm, output, inputs, addressIn(0));
    return;
  }
  for (int i = 0; i < prepared.walked.size(); ++i)
    inputs[i] = addressIn(kFirstInput + prepared.walked[i]);
  simdcast::execute(prepared.plan, prepared.program, output, inputs, scratch);
}

Address prepareKernel(int resultType) {
  auto* prepared = new (std::nothrow) Prepared;
  if (prepared == nullptr) return 0;
  readOperatorRequest(prepared->request);
  simdcast::prepareKernel(*prepared, static_cast<DType>(resultType));
  if (!prepared->ok()) {
    delete prepared;
    return 0;
  }
  std::uint32_t repeated = 0;
  for (int i = 1; i < prepared->plan.operands.size(); ++i)
    if (prepared->plan.operands[i].step == Step::repeat) repeated |= 1U << (i - 1);
  words()[0] = static_cast<std::int32_t>(repeated);
  return reinterpret_cast<Address>(prepared);
}

void useKernel(Address plan, Address kernel) {
  reinterpret_cast<Prepared*>(plan)->program.first = reinterpret_cast<Kernel>(kernel);
}

void compute(Address plan, std::int32_t n, Address output, Address inputs) {
  const Prepared& prepared = at(plan);
  const auto* given = reinterpret_cast<const Input*>(inputs);
  Input ordered[RunScratch::kInputs];
  for (int i = 0; i < prepared.walked.size(); ++i) ordered[i] = given[prepared.walked[i]];
  simdcast::compute(prepared.program, n, reinterpret_cast<std::byte*>(output), ordered, runScratch);
}

Address prepareTask() {
  auto* task = new (std::nothrow) tensor::Task;
  if (task == nullptr) {
    words()[0] = 0;
    return 0;
  }
  readTaskRequest(task->request);
  if (tensor::prepare(*task)) {
    writeCount(task->workspace, 0);
    return reinterpret_cast<Address>(task);
  }
  delete task;
  words()[0] = 1;
  return 0;
}

std::int32_t runTask(Address task) {
  constexpr int kMost = 3;
  std::byte* outputs[kMost];
  const std::byte* inputs[kMost];
  for (int i = 0; i < kMost; ++i) {
    outputs[i] = addressIn(1 + i);
    inputs[i] = addressIn(1 + kMost + i);
  }
  const auto& prepared = *reinterpret_cast<const tensor::Task*>(task);
  return static_cast<std::int32_t>(
      prepared.run(prepared, {.workspace = addressIn(0), .outputs = outputs, .inputs = inputs}));
}

void discardTask(Address task) { delete reinterpret_cast<tensor::Task*>(task); }

void discard(Address plan) { delete reinterpret_cast<Prepared*>(plan); }

}  // namespace simdcast::bindings

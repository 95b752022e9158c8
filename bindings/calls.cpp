#include "calls.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <string>

#include "../src/execute/execute.hpp"
#include "../src/explain/trace.hpp"
#include "../src/layers/layer.hpp"
#include "../src/operators/ready.hpp"
#include "../src/rules/align.hpp"
#include "../src/rules/source.hpp"
#include "convert.hpp"

namespace simdcast::bindings {
namespace {

Scratch scratch;
RunScratch runScratch;

// The operator that was prepared last; in memory that the module does not have to describe.
alignas(Prepared) std::byte preparedMemory[sizeof(Prepared)];
Prepared& prepared() { return *std::launder(reinterpret_cast<Prepared*>(preparedMemory)); }

Ready& at(Address plan) { return *reinterpret_cast<Ready*>(plan); }

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

bool prepare() {
  Prepared& made = *new (preparedMemory) Prepared;
  readOperatorRequest(made.request);
  simdcast::prepare(made);
  if (!made.ok()) return false;
  words()[0] = static_cast<std::int32_t>(made.outputType);
  words()[1] = made.gemmKernel == nullptr ? 1 : 0;
  int next = writeCount(elementCount(made.outputShape).value_or(0), 2);
  next = writeCount(made.workspace, next);
  writeShape(rule(made.version->rule), made.outputShape, next);
  return true;
}

Length failure() { return reply(failureJson(prepared())); }

Length alignment() { return reply(alignmentJson(prepared())); }

Address keep() { return reinterpret_cast<Address>(Ready::make(prepared())); }

Size steps(Address plan) {
  const Ready& ready = at(plan);
  if (ready.gemmKernel != nullptr) return 0;
  const auto write = [&](int word, const PlanOperand& operand) {
    words()[word] = static_cast<std::int32_t>(operand.strides[0]);
  };
  std::fill_n(words(), 1 + ready.inputs, 0);
  write(0, ready.plan.operands[0]);
  for (int i = 0; i < ready.walked.size(); ++i)
    write(1 + ready.walked[i], ready.plan.operands[i + 1]);
  return ready.plan.sizes[0];
}

void execute(Address plan, Size steps) {
  const Ready& ready = at(plan);
  constexpr int kFirstInput = 2;
  std::byte* output = addressIn(1);
  const std::byte* inputs[kMaxOperands];
  if (ready.gemmKernel != nullptr) {
    for (int i = 0; i < ready.inputs; ++i) inputs[i] = addressIn(kFirstInput + i);
    ready.gemmKernel(*ready.gemm, output, inputs, addressIn(0));
    return;
  }
  for (int i = 0; i < ready.walked.size(); ++i)
    inputs[i] = addressIn(kFirstInput + ready.walked[i]);
  const auto run = [&](const PlanView& view) {
    simdcast::execute(view, ready.program, output, inputs, scratch);
  };
  if (steps == 0) return run(ready.plan);
  run(PlanPart(ready.plan, steps).view());
}

Address prepareKernel(int resultType) {
  Prepared& made = *new (preparedMemory) Prepared;
  readOperatorRequest(made.request);
  simdcast::prepareKernel(made, static_cast<DType>(resultType));
  if (!made.ok()) return 0;
  std::uint32_t repeated = 0;
  for (int i = 1; i < made.plan.operands.size(); ++i)
    if (made.plan.operands[i].step == Step::repeat) repeated |= 1U << (i - 1);
  words()[0] = static_cast<std::int32_t>(repeated);
  return keep();
}

void useKernel(Address plan, Address kernel) {
  at(plan).program.first = reinterpret_cast<Kernel>(kernel);
}

void compute(Address plan, std::int32_t n, Address output, Address inputs) {
  const Ready& ready = at(plan);
  const auto* given = reinterpret_cast<const Input*>(inputs);
  Input ordered[RunScratch::kInputs];
  for (int i = 0; i < ready.walked.size(); ++i) ordered[i] = given[ready.walked[i]];
  simdcast::compute(ready.program, n, reinterpret_cast<std::byte*>(output), ordered, runScratch);
}

void discard(Address plan) { Ready::discard(&at(plan)); }

Address prepareTask() {
  const auto refuse = [](bool isPossible) {
    words()[0] = isPossible ? 0 : 1;
    return Address{0};
  };
  const std::optional<layers::LayerRequest> request = readLayerRequest();
  if (!request.has_value()) return refuse(false);
  std::unique_ptr<const layers::Layer> layer = layers::Layer::make(*request);
  if (layer == nullptr) return refuse(layers::isPossible(*request));
  writeCount(layer->workspace(), 0);
  return reinterpret_cast<Address>(layer.release());
}

std::int32_t runTask(Address task) {
  constexpr int kMost = 3;
  std::byte* outputs[kMost];
  const std::byte* inputs[kMost];
  for (int i = 0; i < kMost; ++i) {
    outputs[i] = addressIn(1 + i);
    inputs[i] = addressIn(1 + kMost + i);
  }
  const auto& layer = *reinterpret_cast<const layers::Layer*>(task);
  return static_cast<std::int32_t>(
      layer.run({.workspace = addressIn(0), .outputs = outputs, .inputs = inputs}));
}

void discardTask(Address task) { delete reinterpret_cast<const layers::Layer*>(task); }

}  // namespace simdcast::bindings

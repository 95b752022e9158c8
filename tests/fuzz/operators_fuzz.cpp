// Any calls that build a request: rejections have a reason in words, alignments can be queried, and
// tasks stay within tensors that end with their elements.
#include <limits>
#include <memory>
#include <vector>

#include "base/enum_table.hpp"
#include "calls.hpp"
#include "check.hpp"
#include "cpp/support/buffers.hpp"
#include "cpp/support/floats.hpp"
#include "cpp/support/reference.hpp"
#include "engine/aligned.hpp"
#include "engine/remote.hpp"
#include "engine/runner.hpp"
#include "engine/state.hpp"
#include "show.hpp"

namespace simdcast::fuzz {
namespace {

constexpr Count kMostElements = 20'000;
constexpr Count kMostProducts = 1'000'000;
constexpr Count kMostWorkspace = 4'000'000;

using Result = std::vector<std::uint8_t>;
using Tensors = std::vector<test::Source>;

Count elements(const Shape& shape) { return elementCount(shape).value_or(kMaxCount); }

// -- properties of a request

void checkRefusal(const Asked& asked) {
  const auto refusal = remote::refusalOf(asked.request);
  check(!refusal.code.empty(), "a refusal has a code");
  check(!refusal.text.empty(), "a refusal has a reason");
  if (!asked.fits) check(!refusal.byRule, "what is no request is refused by no rule");
}

Numbers readIndex(Bytes& bytes, const Numbers& shape) {
  Numbers index;
  for (const int size : shape)
    index.push_back(size > 0 && bytes.below(8) != 1 ? bytes.below(size) : readAny(bytes));
  if (bytes.below(8) == 1) index.resize(static_cast<std::size_t>(bytes.below(40)), 0);
  return index;
}

bool within(const Numbers& index, const Numbers& shape) {
  if (index.size() != shape.size()) return false;
  for (std::size_t i = 0; i < index.size(); ++i)
    if (index[i] < 0 || index[i] >= shape[i]) return false;
  return true;
}

// The sizes of the axes that an index names: those of the result, and of a product's inner axis.
Numbers axisSizes(const Aligned& aligned) {
  Numbers sizes;
  for (const auto& axis : aligned.axes()) sizes.push_back(axis.size.value_or(0));
  return sizes;
}

void checkSource(const Aligned& aligned, const Facts& facts, Bytes& bytes) {
  const Numbers sizes = axisSizes(aligned);
  const Numbers index = readIndex(bytes, sizes);
  const auto sources = aligned.source(index);
  const bool answers = facts.ok && within(index, sizes);
  check(sources.size() == (answers ? facts.operands.size() : 0), "an element has its sources");
  for (std::size_t i = 0; i < sources.size(); ++i)
    check(within(sources[i], facts.operands[i].shape), "a source lies within its operand");
}

void checkFanout(const Aligned& aligned, const Facts& facts, Bytes& bytes) {
  const int count = static_cast<int>(facts.operands.size());
  const int operand = count > 0 && bytes.below(8) != 1 ? bytes.below(count) : readAny(bytes);
  const bool known = operand >= 0 && operand < count;
  const Numbers shape = known ? facts.operands[static_cast<std::size_t>(operand)].shape : Numbers{};
  const Numbers index = readIndex(bytes, shape);
  const Aligned::Fed fed = aligned.fanout(operand, index);
  if (!known || !facts.ok || !within(index, shape))
    return check(fed.count == 0 && fed.first.empty(), "what is not there feeds nothing");
  const Numbers sizes = axisSizes(aligned);
  for (const Numbers& element : fed.first) {
    check(within(element, sizes), "fanout lies within the axes");
    check(aligned.source(element).at(static_cast<std::size_t>(operand)) == index,
          "source undoes fanout");
  }
}

void checkAligned(const Aligned& aligned, Bytes& bytes) {
  const Facts facts = aligned.facts();
  check(facts.ok == aligned.ok(), "facts say what the alignment says");
  check(aligned.conflicts().empty() == facts.ok, "a failure has a reason");
  check(!aligned.text().empty(), "there is a verdict");
  check(!aligned.ok() || !aligned.sentences().empty(), "a result is explained");
  (void)aligned.axes();
  (void)aligned.warnings();
  check(aligned.fixes().empty() || !facts.ok, "only a failure is repaired");
  check(aligned.explicitShapes().size() == (facts.ok ? facts.operands.size() : 0),
        "every operand has an explicit shape");
  const int axis = bytes.flag() ? bytes.below(kMaxRank) : readAny(bytes);
  const bool isAxis = axis >= 0 && axis < aligned.rank();
  check(aligned.size(axis) == (isAxis ? facts.outputShape[static_cast<std::size_t>(axis)] : 0),
        "sizes are the result's, in the rule's order");
  checkSource(aligned, facts, bytes);
  checkFanout(aligned, facts, bytes);
}

// -- runs

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

// All of its tensors, and what computing it takes.
bool isSmall(const Task& task) {
  Count total = elements(task.outputs()[0].shape);
  for (const TensorType& input : task.inputs())
    total += std::min(elements(input.shape), kMaxCount / kMaxOperands);
  if (total > kMostElements || task.workspace() > kMostWorkspace) return false;
  const Gemm* gemm = task.state().gemm();
  return gemm == nullptr ||
         elements(task.outputs()[0].shape) * std::max<Count>(1, gemm->k) <= kMostProducts;
}

Tensors readTensors(Bytes& bytes, const Task& task) {
  Tensors tensors;
  for (const TensorType& input : task.inputs()) {
    const auto misaligned = static_cast<std::size_t>(bytes.below(4));
    tensors.emplace_back(readContent(bytes, input.bytes), misaligned);
  }
  return tensors;
}

Scratch& scratch() {
  static const auto only = std::make_unique<Scratch>();
  return *only;
}

struct Addresses {
  const std::byte* inputs[kMaxOperands]{};

  Addresses(const Task& task, const Tensors& tensors) {
    for (int i = 0; i < task.inputs().size(); ++i)
      if (task.reads(i)) inputs[i] = tensors[static_cast<std::size_t>(i)].data();
  }
};

Result filled(Count bytes, std::uint8_t with) {
  return Result(static_cast<std::size_t>(bytes), with);
}

void runOn(const Task& task, const test::Source& out, const test::Source& workspace,
           const Addresses& addresses) {
  std::byte* outputs[] = {out.data()};
  task.state().run({.workspace = workspace.data(), .outputs = outputs, .inputs = addresses.inputs},
                   scratch());
}

// The result, in a tensor whose bytes were all `before`.
Result run(const Task& task, const Tensors& tensors, std::uint8_t before) {
  const test::Source out(filled(task.outputs()[0].bytes, before));
  const test::Source workspace(filled(task.workspace(), before));
  runOn(task, out, workspace, Addresses(task, tensors));
  return out.values<std::uint8_t>();
}

// In place of the first input that the task may overwrite; empty if there is none.
std::optional<Result> runInPlace(const Task& task, const Tensors& tensors) {
  if (!task.inPlace()) return std::nullopt;
  for (int i = 0; i < task.inputs().size(); ++i) {
    if (!task.reads(i) || task.inputs()[i].shape != task.outputs()[0].shape) continue;
    if (task.inputs()[i].bytes != task.outputs()[0].bytes) continue;
    const test::Source out(tensors[static_cast<std::size_t>(i)].values<std::uint8_t>());
    const test::Source workspace(filled(task.workspace(), 0));
    Addresses addresses(task, tensors);
    addresses.inputs[i] = out.data();
    runOn(task, out, workspace, addresses);
    return out.values<std::uint8_t>();
  }
  return std::nullopt;
}

// At most `most` positions of its outermost axis at a time.
Result runInParts(const Task& task, const Tensors& tensors, int most) {
  const test::Source out(filled(task.outputs()[0].bytes, 0x5a));
  const auto at = [](const std::byte* start, const Task& of, int input, int first) {
    return reinterpret_cast<remote::Address>(start) +
           static_cast<remote::Address>(remote::outerStride(of, input)) *
               static_cast<unsigned>(first);
  };
  const int size = remote::outerSize(task);
  for (int first = 0; first < size; first += most) {
    for (int i = 0; i < task.inputs().size(); ++i)
      remote::feed(i, at(tensors[static_cast<std::size_t>(i)].data(), task, i, first));
    check(remote::runFirst(task, std::min(most, size - first), at(out.data(), task, -1, first)),
          "positions that there are run");
  }
  return out.values<std::uint8_t>();
}

// As a C++ program runs it; perhaps with one of the tensors too short.
void checkRunner(Bytes& bytes, const Task& task, const Tensors& tensors, const Result& wanted) {
  static Runner runner;
  std::vector<Runner::Bytes> inputs;
  for (int i = 0; i < task.inputs().size(); ++i)
    inputs.emplace_back(tensors[static_cast<std::size_t>(i)].data(),
                        static_cast<std::size_t>(task.inputs()[i].bytes));
  Result out = filled(task.outputs()[0].bytes, 0x5a);
  const auto target = std::as_writable_bytes(std::span(out));
  check(!runner.run(task, target, inputs).has_value(), "a task runs on tensors of its sizes");
  check(out == wanted, "a runner computes what its task does");
  const int cut = bytes.below(task.inputs().size());
  auto& input = inputs[static_cast<std::size_t>(cut)];
  if (input.empty()) return;
  input = input.first(input.size() - 1);
  check(runner.run(task, target, inputs).has_value(), "a short tensor is refused");
}

bool isNaN(DType type, std::uint64_t bits) {
  const std::uint64_t sign = test::bitsOf(type, -0.0);
  return (bits & ~sign) > test::bitsOf(type, std::numeric_limits<double>::infinity());
}

// The same elements, with any NaN for NaN: vectors and tails may produce different ones.
bool isSame(DType type, const Result& a, const Result& b) {
  if (a == b || !isFloat(type)) return a == b;
  const auto width = static_cast<std::size_t>(simdcast::width(type));
  for (std::size_t at = 0; at < a.size(); at += width) {
    std::uint64_t fromA = 0;
    std::uint64_t fromB = 0;
    std::memcpy(&fromA, &a[at], width);
    std::memcpy(&fromB, &b[at], width);
    if (fromA != fromB && !(isNaN(type, fromA) && isNaN(type, fromB))) return false;
  }
  return true;
}

void checkRuns(Bytes& bytes, const Task& task) {
  const Tensors tensors = readTensors(bytes, task);
  const Result result = run(task, tensors, 0x00);
  check(result == run(task, tensors, 0xff),
        "every byte of the result is written, and from the inputs alone");
  const std::optional<Result> inPlace = runInPlace(task, tensors);
  check(!inPlace || isSame(task.outputs()[0].type, *inPlace, result),
        "a result takes an input's place");
  if (remote::outerSize(task) > 0)
    check(isSame(task.outputs()[0].type, runInParts(task, tensors, 1 + bytes.below(70)), result),
          "the parts of a result make the whole");
  if (bytes.below(4) == 1) checkRunner(bytes, task, tensors, result);
}

void checkPlan(Bytes& bytes, const Asked& asked, const Task& task) {
  check(asked.fits && asked.isOperator, "a task comes of an operator that is one");
  check(elementCount(task.outputs()[0].shape).has_value(), "the result can be counted");
  check(task.workspace() >= 0 && task.workspace() <= kMaxCount, "the workspace can be counted");
  check(remote::rank(task) == task.outputs()[0].shape.size(), "the rank is the shape's");
  const int any = readAny(bytes);
  const bool isAxis = any >= 0 && any < remote::rank(task);
  check(isAxis || remote::size(task, any) == 0, "only axes have sizes");
  check(remote::outerStride(task, any) >= 0, "strides go forwards");
  if (any < 1 || any > remote::outerSize(task))
    check(!remote::runFirst(task, any, 0), "only positions that there are run");
  (void)remote::repeats(task, any);
  if (task.computes() && isSmall(task)) checkRuns(bytes, task);
}

// -- kernels made at run time

// The bytes of an element of each input, and of the result.
std::vector<int> kernelWidths;

std::uint8_t mixed(std::uint8_t mixed, const std::byte* element, int width) {
  for (int i = 0; i < width; ++i)
    mixed = static_cast<std::uint8_t>(mixed * 31 + std::to_integer<int>(element[i]));
  return mixed;
}

// Each byte of an element of the result is a hash of all bytes of the inputs' elements.
void hashKernel(std::ptrdiff_t n, std::byte* out, const Input* in) {
  const int inputs = static_cast<int>(kernelWidths.size()) - 1;
  const auto widthOf = [](int i) { return kernelWidths[static_cast<std::size_t>(i)]; };
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    std::uint8_t hash = 7;
    for (int k = 0; k < inputs; ++k) hash = mixed(hash, in[k].data + i * in[k].stride, widthOf(k));
    std::memset(out + i * widthOf(inputs), hash, static_cast<std::size_t>(widthOf(inputs)));
  }
}

// ncnn's rule and the legacy one align inputs elsewhere than at the last axis.
Result hashes(const Task& task, const Alignment& alignment, const Tensors& tensors) {
  Result all;
  const int width = kernelWidths.back();
  for (const Index& index : test::indicesOf(task.outputs()[0].shape)) {
    std::uint8_t hash = 7;
    for (int k = 0; k < task.inputs().size(); ++k) {
      const auto i = static_cast<std::size_t>(k);
      const Count at = test::elementAt(alignment.operands[k].aligned, index);
      hash = mixed(hash, tensors[i].data() + at * kernelWidths[i], kernelWidths[i]);
    }
    all.insert(all.end(), static_cast<std::size_t>(width), hash);
  }
  return all;
}

void checkKernel(Bytes& bytes, const Asked& asked) {
  const int type =
      bytes.below(8) == 1 ? readAny(bytes) : bytes.below(static_cast<int>(DType::count));
  const auto task = remote::kernelTask(asked.request, type, false);
  if (task == nullptr) return;
  check(asked.fits, "a kernel's task comes of a request that is one");
  if (!isSmall(*task)) return;
  kernelWidths.clear();
  for (const TensorType& input : task->inputs()) kernelWidths.push_back(width(input.type));
  kernelWidths.push_back(width(static_cast<DType>(type)));
  check(remote::useKernel(*task, reinterpret_cast<remote::Address>(&hashKernel)),
        "a task for a kernel takes one");
  const Tensors tensors = readTensors(bytes, *task);
  check(run(*task, tensors, 0) == hashes(*task, *asked.request.align(), tensors),
        "a kernel meets the loop's elements");
}

void checkRequest(Bytes& bytes) {
  const Asked asked = readRequest(bytes);
  showIfAsked(asked.calls);
  check(asked.fits == !asked.request.refusal().has_value(), "a part that does not fit is refused");
  const auto task = remote::task(asked.request);
  if (task == nullptr)
    checkRefusal(asked);
  else
    checkPlan(bytes, asked, *task);
  static Aligned aligned;
  const bool isAligned = aligned.ask(asked.request);
  check(!isAligned || asked.fits, "only a request is aligned");
  check(isAligned || !aligned.ok(), "what was asked before is forgotten");
  check(task == nullptr || aligned.ok(), "a task's shapes meet");
  checkAligned(aligned, bytes);
  if (!asked.isOperator || bytes.below(8) == 1) checkKernel(bytes, asked);
}

}  // namespace
}  // namespace simdcast::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  simdcast::fuzz::Bytes bytes(data, size);
  simdcast::fuzz::checkRequest(bytes);
  return 0;
}

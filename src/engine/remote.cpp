#include "remote.hpp"

#include <bit>
#include <cstdint>
#include <new>
#include <span>

#include "../base/costs.hpp"
#include "../base/enum_table.hpp"
#include "../base/rounding.hpp"
#include "../matrix/epilogue.hpp"
#include "../simd/shared_memory.hpp"
#include "heap.hpp"
#include "state.hpp"

namespace simdcast::remote {
namespace {

// One instance of the engine runs one task at a time.
Scratch scratch;
MicroKernels microKernels;
const std::byte* fed[kMaxOperands];

// Whether a workspace may have been sized for one thread.
bool isPrepared = false;

// If memory is shared: the team that shares the runs, and a Scratch for each of its threads.
Team* team = nullptr;
Scratch* scratches = nullptr;

bool hasTeam() { return simd::kSharesMemory && team != nullptr; }

std::byte* at(Address address) { return std::bit_cast<std::byte*>(address); }

// The team, if the work is worth sharing and memory allows it: sharing copies loop nests and
// requests, unless an earlier run has already done so.
Team* teamFor(const Task::State& task) {
  if constexpr (simd::kSharesMemory)
    if (team != nullptr && team->isWorthSharing(task.nanoseconds) &&
        (task.pieces.get() != nullptr || heap::hasHeadroom()))
      return team;
  return nullptr;
}

Count runHere(const Task& task, const layers::Buffers& buffers) {
  const Task::State& state = task.state();
  if (Team* sharing = teamFor(state)) return state.run(buffers, scratches, *sharing);
  return state.run(buffers, scratch);
}

// Whether a run computes something, and has an output to write to.
bool canRun(const Task& task, Address output) {
  return task.computes() &&
         (output != 0 || !task.state().operands.requiresOutput || task.outputs()[0].bytes == 0);
}

class SharedMachine : public Machine {
 public:
  void prepare(Task& task) override {
    isPrepared = true;
    Task::State& state = task.state();
    state.microKernels = microKernels;
    if (hasTeam()) state.nanoseconds = state.estimate();
  }
  [[nodiscard]] Count workspaceOf(const Task& task) const override {
    return hasTeam() ? task.state().workspaceFor(*team) : task.workspace();
  }
  Count run(const Task& task, const layers::Buffers& buffers) override {
    return runHere(task, buffers);
  }
};

std::unique_ptr<Task> keep(std::variant<Task, Refusal> made) {
  auto* task = std::get_if<Task>(&made);
  if (task == nullptr) return nullptr;
  machine().prepare(*task);
  return std::unique_ptr<Task>(new (std::nothrow) Task(std::move(*task)));
}

// The operand of the loop nest for an input, or for the output if `input` is negative; null if the
// task does not walk it.
const LoopOperand* operandOf(const Task& task, int input) {
  const Elementwise* work = task.state().elementwise();
  if (work == nullptr || work->nest.operands.empty()) return nullptr;
  if (input < 0) return &work->nest.operands[0];
  for (int i = 0; i < work->inputOf.size(); ++i)
    if (work->inputOf[i] == input) return &work->nest.operands[i + 1];
  return nullptr;
}

void compute(Address state, std::int32_t n, Address output, Address inputs) {
  const auto& called = *std::bit_cast<const Task::State*>(state);
  const Elementwise* work = called.elementwise();
  const auto* given = std::bit_cast<const Input*>(inputs);
  Input ordered[RunScratch::kInputs];
  if (work == nullptr || called.lacksKernel() || work->inputOf.size() > RunScratch::kInputs) return;
  for (int i = 0; i < work->inputOf.size(); ++i) ordered[i] = given[work->inputOf[i]];
  RunScratch own;
  simdcast::compute(work->pipeline, n, at(output), ordered, own);
}

// The most specific code: that of the rule or the operator, if one of them rejected the request.
std::string_view codeOf(const Refusal& refusal) {
  if (refusal.code == RefusalCode::byRule) return name(refusal.cause);
  return refusal.code == RefusalCode::byOperator ? name(refusal.objection) : name(refusal.code);
}

template <class Function>
Address tableIndexOf(Function* function) {
  return reinterpret_cast<Address>(function);
}

}  // namespace

void setLimit(double limit) {
  constexpr auto kMost = static_cast<double>(SIZE_MAX);
  if (limit >= 0) heap::setLimit(limit < kMost ? static_cast<std::size_t>(limit) : SIZE_MAX);
}

Address reserve(double bytes) {
  if (!(bytes >= 0 && bytes < static_cast<double>(SIZE_MAX))) return 0;
  return reinterpret_cast<Address>(heap::reserve(static_cast<std::size_t>(bytes)));
}

void release(Address address) { heap::release(at(address)); }
double reserved() { return static_cast<double>(heap::reserved()); }

bool supports(int op, int type, int opset) {
  return isIn<OpId>(op) && isIn<DType>(type) &&
         simdcast::supports(static_cast<OpId>(op), static_cast<DType>(type), opset);
}

int attributeKind(int attribute) {
  return static_cast<int>(isIn<Attribute>(attribute) ? kind(static_cast<Attribute>(attribute))
                                                     : AttributeKind::count);
}

std::string attributeChoice(int attribute, int number) {
  if (!isIn<Attribute>(attribute) || number < 0) return {};
  const std::span<const std::string_view> choices = choicesOf(static_cast<Attribute>(attribute));
  const auto at = static_cast<std::size_t>(number);
  return at < choices.size() ? std::string(choices[at]) : std::string();
}

std::unique_ptr<Task> task(const Request& request) { return keep(Task::make(request)); }

std::unique_ptr<Task> kernelTask(const Request& request, int resultType, bool byRows) {
  return keep(taskForKernel(request, resultType, byRows));
}

RefusalReport refusalOf(const Request& request) {
  const auto made = Task::make(request);
  const auto* refusal = std::get_if<Refusal>(&made);
  if (refusal == nullptr) return {.code = std::string(name(RefusalCode::outOfMemory))};
  return {.code = std::string(codeOf(*refusal)),
          .text = refusal->text,
          .byRule = refusal->code == RefusalCode::byRule};
}

int type(const Task& task) { return static_cast<int>(task.outputs()[0].type); }
int rank(const Task& task) { return task.outputs()[0].shape.size(); }

int size(const Task& task, int axis) {
  const Shape& shape = task.outputs()[0].shape;
  if (axis < 0 || axis >= shape.size()) return 0;
  return shape[task.state().reversed ? shape.size() - 1 - axis : axis];
}

double workspaceOf(const Task& task) { return static_cast<double>(machine().workspaceOf(task)); }

void feed(int input, Address address) {
  if (input >= 0 && input < kMaxOperands) fed[input] = at(address);
}

double run(const Task& task, Address workspace, Address output, Address secondOutput,
           Address thirdOutput, Address a, Address b, Address c) {
  if (!canRun(task, output)) return kRefused;
  std::byte* outputs[] = {at(output), at(secondOutput), at(thirdOutput)};
  fed[0] = at(a);
  fed[1] = at(b);
  fed[2] = at(c);
  return static_cast<double>(
      runHere(task, {.workspace = at(workspace), .outputs = outputs, .inputs = fed}));
}

int outerSize(const Task& task) {
  const Elementwise* work = task.state().elementwise();
  return work == nullptr || task.outputs()[0].bytes == 0 ? 0 : work->nest.sizes[0];
}

double outerStride(const Task& task, int input) {
  const LoopOperand* operand = operandOf(task, input);
  return operand == nullptr || operand->strides.empty() ? 0
                                                        : static_cast<double>(operand->strides[0]);
}

bool runFirst(const Task& task, int count, Address output) {
  if (count < 1 || count > outerSize(task) || !canRun(task, output)) return false;
  task.state().runFirst(count, at(output), fed, scratch);
  return true;
}

bool repeats(const Task& task, int input) {
  const LoopOperand* operand = operandOf(task, input);
  return operand != nullptr && operand->access == Access::repeat;
}

bool useKernel(Task& task, Address kernel) {
  Task::State& state = task.state();
  if (!state.takesKernel || kernel == 0) return false;
  state.elementwise()->pipeline.first = std::bit_cast<Kernel>(kernel);
  state.pieces.reset();
  const Count elements = elementCount(task.outputs()[0].shape).value_or(0);
  if (hasTeam())
    state.nanoseconds = state.estimate() + static_cast<double>(elements) * costs::kExpression;
  return true;
}

Address stateOf(const Task& task) { return reinterpret_cast<Address>(&task.state()); }
Address computeFunction() { return tableIndexOf(&compute); }

void useMicroKernels(Address float32, Address float64) {
  microKernels.float32 = std::bit_cast<Multiply>(float32);
  microKernels.float64 = std::bit_cast<Multiply>(float64);
}

Machine& machine() {
  static SharedMachine own;
  return own;
}

Team* enlist(int threads, const Waiting& waiting) {
  if (!simd::kSharesMemory || threads < 2 || threads > Team::kMostThreads || team != nullptr ||
      isPrepared)
    return nullptr;
  std::unique_ptr<Scratch[]> made(new (std::nothrow) Scratch[static_cast<std::size_t>(threads)]);
  if (made == nullptr) return nullptr;
  team = new (std::nothrow) Team(threads, waiting);
  if (team != nullptr) scratches = made.release();
  return team;
}

}  // namespace simdcast::remote

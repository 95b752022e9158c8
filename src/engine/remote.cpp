#include "remote.hpp"

#include <atomic>
#include <bit>
#include <cstdint>
#include <new>

#include "../base/enum_table.hpp"
#include "../matrix/finished.hpp"
#include "../simd/shared_memory.hpp"
#include "heap.hpp"
#include "state.hpp"

namespace simdcast::remote {
namespace {

// One instance of the engine runs one plan at a time.
Scratch scratch;
MicroKernels microKernels;
const std::byte* fed[kMaxOperands];

// Whether a workspace may have been sized for one thread.
bool isPrepared = false;

// Where memory is shared: whoever shares the runs, and a Scratch for each of them.
Team* team = nullptr;
Scratch* scratches = nullptr;

// The team, where the work is worth sharing and memory allows it: sharing copies loop nests and
// requests, unless everything is at hand from a run before.
template <class Work>
Team* teamFor(const Work& isWorthSharing, bool isAtHand) {
  if constexpr (simd::kSharesMemory)
    if (team != nullptr && isWorthSharing() && (isAtHand || heap::hasHeadroom())) return team;
  return nullptr;
}

bool hasTeam() { return simd::kSharesMemory && team != nullptr; }

// About how many nanoseconds per element a kernel that is made at run time takes beyond a simple
// one, as it stands for several operators.
constexpr double kExpression = 0.1;

// Looked up once: a run of a few elements takes no longer than that.
double nanosecondsOf(const Plan& plan) {
  std::atomic<double>& known = plan.state().nanoseconds;
  double nanoseconds = known.load(std::memory_order_relaxed);
  if (nanoseconds != 0) return nanoseconds;
  nanoseconds = plan.nanoseconds();
  known.store(nanoseconds, std::memory_order_relaxed);
  return nanoseconds;
}

std::byte* at(Address address) { return std::bit_cast<std::byte*>(address); }

// Runs on `inputs` rather than on `fed`.
void run(const Plan& plan, Address workspace, Address output, const std::byte* const* inputs,
         const Finished* finished) {
  const auto isWorth = [&] { return team->isWorthSharing(nanosecondsOf(plan)); };
  if (Team* sharing = teamFor(isWorth, plan.state().pieces.get() != nullptr))
    plan.run(at(output), inputs, at(workspace), scratches, *sharing, nanosecondsOf(plan), finished);
  else
    plan.run(at(output), inputs, at(workspace), scratch, finished);
}

Count run(const layers::Layer& layer, std::byte* workspace, std::byte* const* outputs,
          const std::byte* const* inputs, const Finished* finished) {
  const layers::Buffers buffers{.workspace = workspace,
                                .outputs = outputs,
                                .inputs = inputs,
                                .kernels = microKernels,
                                .finished = finished};
  Team* sharing = teamFor([&] { return layer.isWorthSharing(*team); }, false);
  return sharing == nullptr ? layer.run(buffers) : layer.run(buffers, *sharing);
}

// Whether a run does something, and has somewhere to write.
bool canRun(const Plan& plan, Address output) {
  return plan.computes() && (output != 0 || plan.elements() == 0);
}

// Whether parts of a result of so many elements of the type can be passed to it, in place.
bool takesParts(const Plan& pass, Count elements, DType type) {
  const Elementwise* work = pass.state().elementwise();
  return work != nullptr && work->byRows && pass.computes() && pass.elements() == elements &&
         width(pass.type()) == width(type);
}

std::unique_ptr<Plan> keep(std::variant<Plan, Refusal> made) {
  auto* plan = std::get_if<Plan>(&made);
  if (plan == nullptr) return nullptr;
  isPrepared = true;
  return std::unique_ptr<Plan>(new (std::nothrow) Plan(std::move(*plan)));
}

// The operand of the loop nest that an input is; null where the plan walks no such input.
const LoopOperand* operandOf(const Plan& plan, int input) {
  const Elementwise* work = plan.state().elementwise();
  if (work == nullptr || work->nest.operands.empty()) return nullptr;
  if (input < 0) return &work->nest.operands[0];
  for (int i = 0; i < work->inputOf.size(); ++i)
    if (work->inputOf[i] == input) return &work->nest.operands[i + 1];
  return nullptr;
}

void compute(Address state, std::int32_t n, Address output, Address inputs) {
  const auto& called = *std::bit_cast<const Plan::State*>(state);
  const Elementwise* work = called.elementwise();
  const auto* given = std::bit_cast<const Input*>(inputs);
  Input ordered[RunScratch::kInputs];
  if (work == nullptr || called.lacksKernel() || work->inputOf.size() > RunScratch::kInputs) return;
  for (int i = 0; i < work->inputOf.size(); ++i) ordered[i] = given[work->inputOf[i]];
  RunScratch own;
  simdcast::compute(work->pipeline, n, at(output), ordered, own);
}

// The most specific code: the rule's or the operator's own, where one of them refused.
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

std::unique_ptr<Plan> plan(const Request& request) {
  return keep(Plan::make(request, microKernels));
}

std::unique_ptr<Plan> kernelPlan(const Request& request, int resultType, bool byRows) {
  return keep(Plan::makeForKernel(request, resultType, byRows));
}

RefusalReport refusalOf(const Request& request) {
  auto made = Plan::make(request, microKernels);
  const auto* refusal = std::get_if<Refusal>(&made);
  if (refusal == nullptr) return {.code = std::string(name(RefusalCode::outOfMemory))};
  return {.code = std::string(codeOf(*refusal)),
          .text = refusal->text,
          .byRule = refusal->code == RefusalCode::byRule};
}

int type(const Plan& plan) { return static_cast<int>(plan.type()); }
int rank(const Plan& plan) { return plan.shape().size(); }

int size(const Plan& plan, int axis) {
  const Shape& shape = plan.shape();
  if (axis < 0 || axis >= shape.size()) return 0;
  return shape[plan.state().reversed ? shape.size() - 1 - axis : axis];
}

double workspaceOf(const Plan& plan) {
  return static_cast<double>(hasTeam() ? plan.workspace(*team) : plan.workspace());
}

bool runPlan(const Plan& plan, Address workspace, Address output, Address a, Address b, Address c) {
  fed[0] = at(a);
  fed[1] = at(b);
  fed[2] = at(c);
  return runFed(plan, workspace, output);
}

void feed(int input, Address address) {
  if (input >= 0 && input < kMaxOperands) fed[input] = at(address);
}

bool runFed(const Plan& plan, Address workspace, Address output) {
  if (!canRun(plan, output)) return false;
  run(plan, workspace, output, fed, nullptr);
  return true;
}

bool runThen(const Plan& plan, const Plan& pass, Address workspace, Address output, Address a,
             Address b, Address c) {
  const bool isProduct = plan.state().gemm() != nullptr;
  if (!isProduct || !canRun(plan, output) || !takesParts(pass, plan.elements(), plan.type()))
    return false;
  const std::byte* inputs[] = {at(a), at(b), at(c)};
  const auto each = [&](Count first, Count count) { pass.runPart(first, count, at(output), fed); };
  const Finished finished(each);
  run(plan, workspace, output, inputs, &finished);
  return true;
}

int outerSize(const Plan& plan) {
  const Elementwise* work = plan.state().elementwise();
  return work == nullptr || plan.elements() == 0 ? 0 : work->nest.sizes[0];
}

double outerStride(const Plan& plan, int input) {
  const LoopOperand* operand = operandOf(plan, input);
  return operand == nullptr || operand->strides.empty() ? 0
                                                        : static_cast<double>(operand->strides[0]);
}

bool runFirst(const Plan& plan, int count, Address output) {
  if (count < 1 || count > outerSize(plan) || !canRun(plan, output)) return false;
  plan.runFirst(count, at(output), fed, scratch);
  return true;
}

bool repeats(const Plan& plan, int input) {
  const LoopOperand* operand = operandOf(plan, input);
  return operand != nullptr && operand->access == Access::repeat;
}

bool useKernel(Plan& plan, Address kernel) {
  if (!plan.state().takesKernel || kernel == 0) return false;
  plan.state().elementwise()->pipeline.first = std::bit_cast<Kernel>(kernel);
  plan.state().pieces.reset();
  if constexpr (simd::kSharesMemory)
    plan.state().nanoseconds =
        plan.nanoseconds() + static_cast<double>(plan.elements()) * kExpression;
  return true;
}

Address stateOf(const Plan& plan) { return reinterpret_cast<Address>(&plan.state()); }
Address computeFunction() { return tableIndexOf(&compute); }

void useMicroKernels(Address float32, Address float64) {
  microKernels.float32 = std::bit_cast<Multiply>(float32);
  microKernels.float64 = std::bit_cast<Multiply>(float64);
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

std::unique_ptr<layers::Layer> layer(const layers::LayerRequest& request) {
  std::unique_ptr<layers::Layer> made = layers::Layer::make(request);
  if (made != nullptr) isPrepared = true;
  return made;
}

double workspaceOfLayer(const layers::Layer& layer) {
  return static_cast<double>(hasTeam() ? layer.workspace(*team) : layer.workspace());
}

double runLayer(const layers::Layer& layer, Address workspace, Address output, Address secondOutput,
                Address thirdOutput, Address a, Address b, Address c) {
  if (output == 0 && layer.requiresOutput()) return kRefused;
  std::byte* outputs[] = {at(output), at(secondOutput), at(thirdOutput)};
  fed[0] = at(a);
  fed[1] = at(b);
  fed[2] = at(c);
  return static_cast<double>(run(layer, at(workspace), outputs, fed, nullptr));
}

bool runLayerThen(const layers::Layer& layer, const Plan& pass, Address workspace, Address output,
                  Address a, Address b, Address c) {
  const std::optional<layers::PassedOn> passed = layer.passedOn();
  if (!passed || output == 0 || !takesParts(pass, passed->elements, passed->type)) return false;
  std::byte* outputs[] = {at(output), nullptr, nullptr};
  const std::byte* inputs[] = {at(a), at(b), at(c)};
  const auto each = [&](Count first, Count count) { pass.runPart(first, count, at(output), fed); };
  const Finished finished(each);
  return run(layer, at(workspace), outputs, inputs, &finished) == layers::Layer::kDone;
}

}  // namespace simdcast::remote

#include "plan.hpp"

#include <algorithm>
#include <new>

#include "../base/enum_table.hpp"
#include "../explain/operator_sentences.hpp"
#include "../explain/sentences.hpp"
#include "refuse.hpp"
#include "state.hpp"

namespace simdcast {
namespace {

Refusal refuse(const OperatorRequest& node, const Objection& objection) {
  return {.code = RefusalCode::byOperator,
          .objection = objection.code,
          .text = describe(node, objection)};
}

Refusal refuse(const Shapes& shapes, Alignment alignment, const std::string& hint) {
  Refusal refusal{.code = RefusalCode::byRule,
                  .cause = alignment.failures[0].code,
                  .text = verdict(alignment, findFixes(alignment, shapes)) + hint};
  refusal.alignment = std::move(alignment);
  return refusal;
}

Count workspaceOf(const Lowered& lowered) {
  const auto* gemm = std::get_if<Gemm>(&lowered.work);
  return gemm == nullptr ? 0 : workspaceOf(*gemm);
}

// The inputs in the order of the loop nest's operands.
struct OrderedInputs {
  OrderedInputs(const Elementwise& work, const std::byte* const* given) {
    for (int i = 0; i < work.inputOf.size(); ++i) inputs[i] = given[work.inputOf[i]];
  }
  const std::byte* inputs[kMaxOperands];
};

void runElementwise(const Elementwise& work, const LoopNest& nest, std::byte* output,
                    const std::byte* const* inputs, Scratch& scratch) {
  const OrderedInputs ordered(work, inputs);
  execute(nest, work.pipeline, output, ordered.inputs, scratch);
}

// Whether every element of the output has one of each operand: not so under the rule of a product
// of matrices.
bool isElementwise(const Alignment& alignment) {
  const Shape& output = alignment.output;
  return std::ranges::all_of(alignment.operands, [&](const OperandTrace& operand) {
    return std::equal(output.begin(), output.end(), operand.aligned.begin(), operand.aligned.end(),
                      [](Size made, Size own) { return own == made || own == 1; });
  });
}

}  // namespace

Plan::Plan(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
Plan::~Plan() = default;
Plan::Plan(Plan&&) noexcept = default;
Plan& Plan::operator=(Plan&&) noexcept = default;

std::variant<Plan, Refusal> Plan::hold(Lowered lowered, const OperatorRequest& node, bool reversed,
                                       const MicroKernels& kernels) {
  std::unique_ptr<State> state(new (std::nothrow) State);
  if (state == nullptr) return Refusal{.code = RefusalCode::outOfMemory};
  state->reversed = reversed;
  state->types = node.types;
  state->shapes = node.shapes;
  state->microKernels = kernels;
  state->elements = elementCount(lowered.shape).value_or(0);
  state->workspace = workspaceOf(lowered);
  state->lowered = std::move(lowered);
  return Plan(std::move(state));
}

std::variant<Plan, Refusal> Plan::make(const Request& request) { return make(request, {}); }

std::variant<Plan, Refusal> Plan::make(const Request& request, const MicroKernels& kernels) {
  if (std::optional<Refusal> refusal = request.refusal()) return *std::move(refusal);
  if (!request.asksOperator()) return refuse(RefusalCode::nothingAsked);
  const OperatorRequest& node = request.node();
  LoweredOrNot lowered = lowerOperator(node);
  if (const auto* objection = std::get_if<Objection>(&lowered)) return refuse(node, *objection);
  if (auto* alignment = std::get_if<Alignment>(&lowered)) {
    const Shapes shapes = alignedShapes(node, *alignment);
    return refuse(shapes, std::move(*alignment), describeLaterOpset(node));
  }
  return hold(std::get<Lowered>(std::move(lowered)), node, request.isReversed(), kernels);
}

std::variant<Plan, Refusal> Plan::makeForKernel(const Request& request, int resultType,
                                                bool byRows) {
  if (std::optional<Refusal> refusal = request.refusal()) return *std::move(refusal);
  if (request.asksOperator()) return refuse(RefusalCode::nothingAsked);
  const OperatorRequest& node = request.node();
  const bool absent = std::find(node.types.begin(), node.types.end(), kAbsent) != node.types.end();
  if (!isIn<DType>(resultType) || absent || node.types.empty())
    return refuse(RefusalCode::unknownType, {.input = 0, .given = resultType});
  const auto isString = [](DType type) { return width(type) == 0; };
  if (isString(static_cast<DType>(resultType)) ||
      std::any_of(node.types.begin(), node.types.end(), isString))
    return refuse(RefusalCode::notComputed);
  Alignment alignment = *request.align();
  if (!alignment.ok()) return refuse(node.shapes, std::move(alignment), {});
  if (!isElementwise(alignment)) return refuse(RefusalCode::notComputed);
  auto plan = hold(lowerKernel({node.types.begin(), node.types.end()}, alignment,
                               static_cast<DType>(resultType), byRows),
                   node, request.isReversed(), {});
  if (const Plan* made = std::get_if<Plan>(&plan)) made->state().takesKernel = true;
  return plan;
}

DType Plan::type() const noexcept { return state_->lowered.type; }
const Shape& Plan::shape() const noexcept { return state_->lowered.shape; }
Count Plan::elements() const noexcept { return state_->elements; }
Count Plan::bytes() const noexcept { return elements() * width(type()); }
Count Plan::workspace() const noexcept { return state_->workspace; }
bool Plan::inPlace() const noexcept { return state_->gemm() == nullptr; }

bool Plan::computes() const noexcept {
  return !std::holds_alternative<Elsewhere>(state_->lowered.work) && !state_->lacksKernel();
}

int Plan::inputs() const noexcept { return state_->types.size(); }
const Shape& Plan::inputShape(int input) const noexcept { return state_->shapes[input]; }

// Expand's shape is in the plan already.
bool Plan::reads(int input) const noexcept {
  if (state_->types[input] == kAbsent) return false;
  const Elementwise* work = state_->elementwise();
  if (work == nullptr) return true;
  return std::find(work->inputOf.begin(), work->inputOf.end(), input) != work->inputOf.end();
}

Count Plan::inputBytes(int input) const noexcept {
  if (!reads(input)) return 0;
  return elementCount(inputShape(input)).value_or(0) * width(state_->types[input]);
}

void Plan::run(std::byte* output, const std::byte* const* inputs, std::byte* workspace,
               Scratch& scratch, const Finished* finished) const {
  if (const Elementwise* work = state_->elementwise())
    runElementwise(*work, work->nest, output, inputs, scratch);
  else if (const Gemm* gemm = state_->gemm())
    simdcast::run(*gemm, state_->microKernels, output, inputs, workspace, finished);
}

double Plan::nanoseconds() const {
  if (const Gemm* gemm = state_->gemm()) return nanosecondsOf(*gemm);
  const Elementwise* work = state_->elementwise();
  return work == nullptr ? 0 : nanosecondsOf(work->nest, work->pipeline);
}

Count Plan::workspace(const Team& team) const noexcept {
  const Gemm* gemm = state_->gemm();
  return gemm == nullptr ? workspace() : workspaceOf(*gemm, team);
}

void Plan::run(std::byte* output, const std::byte* const* inputs, std::byte* workspace,
               Scratch* scratch, Team& team, double nanoseconds, const Finished* finished) const {
  if (const Elementwise* work = state_->elementwise()) {
    const OrderedInputs ordered(*work, inputs);
    execute(team, nanoseconds, work->nest, state_->pieces, work->pipeline, output, ordered.inputs,
            scratch);
  } else if (const Gemm* gemm = state_->gemm()) {
    simdcast::run(*gemm, state_->microKernels, output, inputs, workspace, team, finished);
  }
}

void Plan::runFirst(Size count, std::byte* output, const std::byte* const* inputs,
                    Scratch& scratch) const {
  const Elementwise& work = *state_->elementwise();
  runElementwise(work, partOf(work.nest, 0, count), output, inputs, scratch);
}

void Plan::runPart(Count first, Count count, std::byte* output,
                   const std::byte* const* inputs) const {
  const Elementwise& work = *state_->elementwise();
  const OrderedInputs ordered(work, inputs);
  executePart(work.nest, work.pipeline, output, ordered.inputs, first, count);
}

}  // namespace simdcast

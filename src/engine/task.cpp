#include "task.hpp"

#include <algorithm>
#include <new>

#include "../base/enum_table.hpp"
#include "../base/rounding.hpp"
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

// Whether each element of the output is computed from one element of each operand, unlike in a
// product of matrices.
bool isElementwise(const Alignment& alignment) {
  const Shape& output = alignment.output;
  return std::ranges::all_of(alignment.operands, [&](const OperandTrace& operand) {
    return std::equal(output.begin(), output.end(), operand.aligned.begin(), operand.aligned.end(),
                      [](Size made, Size own) { return own == made || own == 1; });
  });
}

// Null if memory is short.
std::unique_ptr<Task::State> newState() {
  return std::unique_ptr<Task::State>(new (std::nothrow) Task::State);
}

std::unique_ptr<Task::State> stateOf(Lowered lowered, const Request& request) {
  std::unique_ptr<Task::State> state = newState();
  if (state == nullptr) return nullptr;
  const OperatorRequest& node = request.node();
  state->reversed = request.isReversed();
  std::visit([&](auto& work) { state->work = std::move(work); }, lowered.work);
  for (int i = 0; i < node.types.size(); ++i) {
    const DType type = node.types[i];
    const bool isRead = type != kAbsent && state->reads(i);
    state->operands.inputs.push(isRead ? tensorOf(type, node.shapes[i]) : TensorType{type});
  }
  state->operands.outputs.push(tensorOf(lowered.type, lowered.shape));
  if (const Gemm* gemm = state->gemm()) state->workspace = workspaceOf(*gemm);
  return state;
}

}  // namespace

Task::Task(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
Task::~Task() = default;
Task::Task(Task&&) noexcept = default;
Task& Task::operator=(Task&&) noexcept = default;

std::variant<Task, Refusal> Task::State::hold(std::unique_ptr<State> state) {
  if (state == nullptr) return Refusal{.code = RefusalCode::outOfMemory};
  return Task(std::move(state));
}

std::variant<Task, Refusal> Task::make(const Request& request) {
  if (std::optional<Refusal> refusal = request.refusal()) return *std::move(refusal);
  if (!request.asksOperator()) return refuse(RefusalCode::nothingAsked);
  const OperatorRequest& node = request.node();
  LoweredOrNot lowered = lowerOperator(node);
  if (const auto* objection = std::get_if<Objection>(&lowered)) return refuse(node, *objection);
  if (auto* alignment = std::get_if<Alignment>(&lowered)) {
    const Shapes shapes = alignedShapes(node, *alignment);
    return refuse(shapes, std::move(*alignment), describeLaterOpset(node));
  }
  return State::hold(stateOf(std::get<Lowered>(std::move(lowered)), request));
}

std::variant<Task, Refusal> Task::make(const layers::LayerRequest& request) {
  if (!layers::isPossible(request))
    return refuse(RefusalCode::impossibleLayer, {.subject = layers::name(request)});
  std::unique_ptr<State> state = newState();
  if (state != nullptr) {
    state->operands = layers::operandsOf(request);
    const layers::LayerRequest simplest = layers::simplified(request);
    state->workspace = layers::workspaceOf(simplest);
    state->work = simplest;
  }
  return State::hold(std::move(state));
}

std::variant<Task, Refusal> taskForKernel(const Request& request, int resultType, bool byRows) {
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
  std::unique_ptr<Task::State> state =
      stateOf(lowerKernel({node.types.begin(), node.types.end()}, alignment,
                          static_cast<DType>(resultType), byRows),
              request);
  if (state != nullptr) state->takesKernel = true;
  return Task::State::hold(std::move(state));
}

const TensorTypes& Task::outputs() const noexcept { return state_->operands.outputs; }
const TensorTypes& Task::inputs() const noexcept { return state_->operands.inputs; }
Count Task::workspace() const noexcept { return state_->workspace; }
bool Task::inPlace() const noexcept {
  return state_->gemm() == nullptr && state_->layer() == nullptr;
}

bool Task::computes() const noexcept {
  return !std::holds_alternative<AlignedOnly>(state_->work) && !state_->lacksKernel();
}

bool Task::reads(int input) const noexcept {
  return inputs()[input].type != kAbsent && state_->reads(input);
}

bool Task::isOptional(int input) const noexcept {
  return input >= inputs().size() - state_->operands.optional;
}

Count Task::packedBytes(int input) const noexcept {
  const layers::LayerRequest* layer = state_->layer();
  return layer == nullptr ? 0 : layers::packedBytes(*layer, input);
}

namespace {

// Whether an input can be packed, and two buffers have the sizes of its packed and dense forms.
bool arePacked(const Task& task, int input, std::size_t packed, std::size_t tensor) {
  const Count bytes = task.packedBytes(input);
  return bytes != 0 && packed == size(bytes) && tensor == size(task.inputs()[input].bytes);
}

}  // namespace

bool Task::pack(int input, std::span<std::byte> packed, std::span<const std::byte> tensor) const {
  if (!arePacked(*this, input, packed.size(), tensor.size())) return false;
  layers::pack(*state_->layer(), input, packed.data(), tensor.data());
  return true;
}

bool Task::unpack(int input, std::span<std::byte> tensor, std::span<const std::byte> packed) const {
  if (!arePacked(*this, input, packed.size(), tensor.size())) return false;
  layers::unpack(*state_->layer(), input, tensor.data(), packed.data());
  return true;
}

// Expand's shape is in the task already.
bool Task::State::reads(int input) const noexcept {
  const Elementwise* walked = elementwise();
  return walked == nullptr || std::ranges::find(walked->inputOf, input) != walked->inputOf.end();
}

Count Task::State::run(const layers::Buffers& buffers, Scratch& scratch) const {
  if (const Elementwise* work = elementwise()) {
    runElementwise(*work, work->nest, buffers.outputs[0], buffers.inputs, scratch);
  } else if (const Gemm* product = gemm()) {
    simdcast::run(*product, microKernels, buffers.outputs[0], buffers.inputs, buffers.workspace,
                  buffers.epilogue);
  } else if (const layers::LayerRequest* request = layer()) {
    layers::Buffers own = buffers;
    own.kernels = &microKernels;
    return layers::run(*request, own);
  }
  return layers::kDone;
}

double Task::State::estimate() const {
  if (const Elementwise* work = elementwise()) return nanosecondsOf(work->nest, work->pipeline);
  if (const Gemm* product = gemm()) return nanosecondsOf(*product);
  const layers::LayerRequest* request = layer();
  return request == nullptr ? 0 : layers::nanosecondsOf(*request);
}

Count Task::State::workspaceFor(const Team& team) const {
  if (const Gemm* product = gemm()) return workspaceOf(*product, team);
  const layers::LayerRequest* request = layer();
  return request == nullptr ? workspace : layers::workspaceOf(*request, team);
}

Count Task::State::run(const layers::Buffers& buffers, Scratch* scratches, Team& team) const {
  if (const Elementwise* work = elementwise()) {
    const OrderedInputs ordered(*work, buffers.inputs);
    execute(team, nanoseconds, work->nest, pieces, work->pipeline, buffers.outputs[0],
            ordered.inputs, scratches);
  } else if (const Gemm* product = gemm()) {
    simdcast::run(*product, microKernels, buffers.outputs[0], buffers.inputs, buffers.workspace,
                  team, buffers.epilogue);
  } else if (const layers::LayerRequest* request = layer()) {
    layers::Buffers own = buffers;
    own.kernels = &microKernels;
    return layers::share(*request, own, team);
  }
  return layers::kDone;
}

void Task::State::runFirst(Size count, std::byte* output, const std::byte* const* inputs,
                           Scratch& scratch) const {
  const Elementwise& work = *elementwise();
  runElementwise(work, partOf(work.nest, 0, count), output, inputs, scratch);
}

void Task::State::runPart(Count first, Count count, std::byte* output,
                          const std::byte* const* inputs) const {
  const Elementwise& work = *elementwise();
  const OrderedInputs ordered(work, inputs);
  executePart(work.nest, work.pipeline, output, ordered.inputs, first, count);
}

}  // namespace simdcast

#include "builder.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "../base/rounding.hpp"
#include "../engine/heap.hpp"
#include "handles.hpp"
#include "segment.hpp"

namespace simdcast::graph {
namespace {

// The most specific code of a refusal.
std::string_view codeOf(const Refusal& refusal) {
  if (refusal.code == RefusalCode::byRule) return name(refusal.cause);
  return refusal.code == RefusalCode::byOperator ? name(refusal.objection) : name(refusal.code);
}

Request requestOf(OpId op, std::span<const Value> inputs, const AttributeValues& attributes,
                  int opset) {
  Request request;
  request.begin(static_cast<int>(op), opset);
  for (AttributeMask rest = attributes.given; rest != 0; rest &= rest - 1) {
    const int attribute = std::countr_zero(rest);
    request.attribute(attribute, attributes.numbers[attribute]);
  }
  for (const Value& input : inputs) {
    // Expand's shape is a value without a storage.
    const bool isAbsent = !input && op != OpId::expand;
    isAbsent ? request.absent() : request.input(input.type, toShape(input.dims));
  }
  return request;
}

// Whether all sizes are those of a shape; only sizes that have been merged may not be.
bool areShapes(std::span<const Value> inputs) {
  return std::ranges::all_of(inputs, [](const Value& input) {
    return std::ranges::all_of(input.dims, [](Count size) { return size <= INT32_MAX; });
  });
}

// Operand types that would be accepted after a conversion, unless the text has advice already.
TypeSet castableTypes(const Refusal& refusal, std::span<const Value> inputs) {
  const bool isAboutTypes = refusal.objection == ObjectionCode::typesDiffer ||
                            refusal.objection == ObjectionCode::typeUnsupported;
  if (!isAboutTypes || refusal.text.find(". ") != std::string::npos ||
      refusal.text.find("; ") != std::string::npos)
    return {};
  TypeSet types;
  for (const Value& input : inputs)
    if (input) types = types | TypeSet{input.type};
  return types;
}

// The first opset whose Cast accepts all types.
constexpr int kCastOpset = 25;

// An array in JavaScript may have this many strings.
constexpr Count kMostStrings = Count{1} << 26;

// Whether there is anything to write.
bool hasElements(const Values& outputs) {
  return std::ranges::any_of(outputs,
                             [](const Value& output) { return output && output.elements() > 0; });
}

}  // namespace

Builder::Builder(Derived& derived, Machine& machine) : derived_(derived), machine_(machine) {}

void Builder::beginNode(const std::string& name, std::string_view label, const Holdings* former,
                        bool isRecorded) {
  endNode();
  node_ = &name;
  label_ = label;
  if (isRecorded) {
    ofNode_ = std::make_shared<Holdings>();
    owners_.push_back(ofNode_);
  }
  if (former != nullptr) ofNode_->follow(*former);
  own_ = ofNode_.get();
}

void Builder::endNode() noexcept {
  ofNode_->settle();
  ofNode_ = ofAll_;
  own_ = ofAll_.get();
}

Failed Builder::fail(Fault fault) {
  if (!fault_) fault_ = std::move(fault);
  return {};
}

Failed Builder::failOutOfMemory() { return fail({.code = "out_of_memory", .text = {}}); }

Failed Builder::need(const Value& value, Fault fault) {
  if (!failed()) needed_ = value;
  return fail(std::move(fault));
}

void Builder::forget(std::size_t steps) {
  steps_.resize(std::min(steps, steps_.size()));
  shared_ = std::min(shared_, steps_.size());
  fault_.reset();
  needed_ = {};
  // Some of them may be results of the steps that are dropped.
  local_.clear();
}

bool Builder::mayAdd() {
  constexpr unsigned kAtOnce = 16;
  if (!failed() && added_++ % kAtOnce == 0 && !heap::hasHeadroom()) failOutOfMemory();
  return !failed();
}

Storage* Builder::storage(StorageKind kind, Count bytes) {
  if (!mayAdd()) return nullptr;
  const bool isConstant = kind == StorageKind::constant;
  std::byte* address = isConstant ? own_->reserve(bytes) : nullptr;
  if (isConstant && address == nullptr) return failOutOfMemory();
  Storage* own = own_->storage(kind, bytes);
  own->address = address;
  return own;
}

Value Builder::make(const Form& form, StorageKind kind) {
  if (form.type == DType::string && sizeOf(form.dims) > kMostStrings) return failOutOfMemory();
  Storage* own = storage(kind, bytesOf(form));
  return own == nullptr ? Value{} : Value{form, own};
}

Value Builder::make(DType type, const Dims& dims, bool ofConstants) {
  const Form form{type, dims};
  const Values made = make({&form, 1}, 1, ofConstants);
  return made.empty() ? Value{} : made[0];
}

Values Builder::make(std::span<const Form> made, OutputMask wanted, bool ofConstants) {
  const bool isFolded = ofConstants && std::ranges::all_of(made, [&](const Form& form) {
                          return bytesOf(form) <= mostFolded_;
                        });
  Values outputs;
  for (std::size_t i = 0; i < made.size(); ++i)
    outputs.push(has(wanted, static_cast<int>(i))
                     ? make(made[i], isFolded ? StorageKind::constant : StorageKind::temporary)
                     : Value{});
  return outputs;
}

Value Builder::constant(DType type, const Dims& dims) {
  return make({type, dims}, StorageKind::constant);
}

Value Builder::constant(DType type, const Dims& dims, std::span<const std::byte> data) {
  Value value = constant(type, dims);
  if (value && !data.empty()) std::memcpy(value.storage->address, data.data(), data.size());
  return value;
}

Value Builder::alias(const Value& value, const Dims& dims) {
  return alias(value, dims, value.type);
}

Value Builder::alias(const Value& value, const Dims& dims, DType type) {
  return value ? Value{{type, dims}, value.storage} : Value{};
}

Value Builder::part(const Value& value, Count first, const Dims& dims) {
  if (!mayAdd()) return {};
  const Count offset = value.storage->offset + first * widthOf(value.type);
  return {{value.type, dims},
          own_->part(value.storage->place(), offset, bytesOf(value.type, dims))};
}

Storage* Builder::copyOf(const Storage& other, Storage* whole) {
  if (whole != nullptr) return mayAdd() ? own_->part(whole, other.offset, other.bytes) : nullptr;
  Storage* own = storage(other.kind, other.bytes);
  const bool isCopied = own != nullptr && own->address != nullptr && other.bytes > 0;
  if (isCopied) std::memcpy(own->address, other.address, size(other.bytes));
  return own;
}

void Builder::use(const Value& value) {
  if (value.isList())
    for (const Value& item : itemsOf(value)) use(item);
  if (!value.isConstant()) return;
  // The sources of derived values are used only once.
  const bool isHere = derives() ? derived_.restore(value.storage) : derived_.read(value.storage);
  if (!isHere) failOutOfMemory();
}

void Builder::giveUp(const Value& value, Derived::Again again) {
  if (!failed() && !derives()) derived_.giveUp(value.storage, std::move(again));
}

std::span<const std::byte> Builder::known(const Value& value) {
  use(value);
  if (!value.isConstant() || failed()) return {};
  return {value.storage->address, size(bytesOf(value))};
}

bool Builder::areConstant(std::span<const Value> inputs) {
  return std::ranges::all_of(inputs,
                             [](const Value& input) { return !input || input.isConstant(); });
}

std::shared_ptr<const Task> Builder::hold(std::variant<Task, Refusal> made,
                                          std::span<const Value> inputs) {
  if (failed()) return nullptr;
  if (auto* refusal = std::get_if<Refusal>(&made)) {
    if (refusal->code == RefusalCode::outOfMemory) return failOutOfMemory();
    return fail({.code = codeOf(*refusal),
                 .text = refusal->text,
                 .types = castableTypes(*refusal, inputs),
                 .ofEngine = true});
  }
  auto task = std::make_shared<Task>(std::get<Task>(std::move(made)));
  machine_.prepare(*task);
  return task;
}

std::shared_ptr<const Task> Builder::task(const layers::LayerRequest& request) {
  if (failed()) return nullptr;
  return hold(Task::make(onHandles(request)), {});
}

Value Builder::pointwise(OpId op, std::span<const Value> inputs, const AttributeValues& attributes,
                         int opset) {
  return pointwise(op, inputs, attributes, opset, true);
}

Value Builder::pointwise(OpId op, std::span<const Value> inputs, const AttributeValues& attributes,
                         int opset, bool fuses) {
  if (failed()) return {};
  if (!areShapes(inputs)) return failOutOfMemory();
  const Request request = requestOf(op, inputs, attributes, opset);
  const std::shared_ptr<const Task> task = hold(Task::make(request), inputs);
  if (failed() && fault_->ofEngine && fault_->conflict == nullptr)
    fault_->conflict = std::make_shared<const Request>(request);
  if (task == nullptr) return {};
  const TensorType& made = task->outputs()[0];
  if (!task->computes()) return onStrings(op, {made.type, toDims(made.shape)}, inputs, opset);
  Value output = make(made.type, toDims(made.shape), areConstant(inputs));
  if (!output) return {};
  Step step{
      .work = task, .outputs = {output}, .pointwise = Pointwise{op, attributes, opset, fuses}};
  for (const Value& input : inputs) step.inputs.push(input);
  add(std::move(step));
  return output;
}

Value Builder::cast(const Value& value, DType to, AttributeValues choices) {
  if (value.type == to || failed()) return value;
  choices.set(Attribute::to, static_cast<double>(to));
  return pointwise(OpId::cast, {&value, 1}, choices, kCastOpset);
}

// Handles are equal if their strings are, so the kernels of uint32 move and compare them.
Value Builder::onStrings(OpId op, const Form& made, std::span<const Value> inputs, int opset) {
  if (op == OpId::stringConcat) return concatenated(made, inputs);
  std::vector<Value> handles(inputs.begin(), inputs.end());
  for (Value& each : handles) each.type = storedAs(each.type);
  const std::shared_ptr<const Task> task = hold(Task::make(requestOf(op, handles, {}, opset)), {});
  Value output = failed() ? Value{} : make(made.type, made.dims, areConstant(inputs));
  if (!output) return {};
  // Without a Pointwise: passes do not compute with handles.
  Step step{.work = task, .outputs = {output}};
  for (const Value& input : inputs) step.inputs.push(input);
  add(std::move(step));
  return output;
}

Value Builder::concatenated(const Form& made, std::span<const Value> inputs) {
  Value operands[2];
  for (std::size_t i = 0; i < std::size(operands); ++i) {
    const Value stretched[] = {inputs[i], {{DType::int64, made.dims}, nullptr}};
    operands[i] =
        inputs[i].dims == made.dims ? inputs[i] : whole(OpId::expand, stretched, {}, kNewestOpset);
  }
  if (failed()) return {};
  return host(made, operands, concatenation(strings(), sizeOf(made.dims)));
}

Value Builder::whole(OpId op, std::span<const Value> inputs, const AttributeValues& attributes,
                     int opset) {
  return pointwise(op, inputs, attributes, opset, false);
}

Value Builder::layer(const layers::LayerRequest& request, std::span<const Value> inputs,
                     const Form& made, IndexFault indexFault) {
  const Values outputs = layer(request, inputs, {&made, 1}, 1, std::move(indexFault));
  return outputs.empty() ? Value{} : outputs[0];
}

Values Builder::layer(const layers::LayerRequest& request, std::span<const Value> inputs,
                      std::span<const Form> made, OutputMask wanted, IndexFault indexFault) {
  const std::shared_ptr<const Task> task = this->task(request);
  if (task == nullptr) return {};
  Values outputs = make(made, wanted, areConstant(inputs));
  // Without elements to write, the other axes may have any size.
  if (failed()) return {};
  if (!indexFault && !hasElements(outputs)) return outputs;
  Step step{.work = task, .outputs = outputs, .indexFault = std::move(indexFault)};
  for (const Value& input : inputs) step.inputs.push(input);
  add(std::move(step));
  return outputs;
}

Value Builder::host(const Form& made, std::span<const Value> inputs, HostWork work, bool varies) {
  const Values outputs = host({&made, 1}, inputs, 1, std::move(work), varies);
  return outputs.empty() ? Value{} : outputs[0];
}

Values Builder::host(std::span<const Form> made, std::span<const Value> inputs, OutputMask wanted,
                     HostWork work, bool varies) {
  if (failed()) return {};
  Values outputs = make(made, wanted, !varies && areConstant(inputs));
  if (failed() || !hasElements(outputs)) return outputs;
  Step step{.work = std::move(work), .outputs = outputs, .varies = varies};
  for (const Value& input : inputs) step.inputs.push(input);
  add(std::move(step));
  return outputs;
}

void Builder::move(const Value& input, const Value& output, const Move& box) {
  if (failed()) return;
  const Dims& sizes = box.sizes ? *box.sizes : input.dims;
  const Dims from = box.from.strides ? *box.from.strides : denseStrides(input.dims);
  const Dims to = box.to.strides ? *box.to.strides : denseStrides(output.dims);
  layers::Copy copy{.type = input.type,
                    .inputElements = input.elements(),
                    .outputElements = output.elements(),
                    .inputOffset = box.from.offset,
                    .outputOffset = box.to.offset};
  for (int axis = 0; axis < sizes.size(); ++axis)
    copy.axes.push({.size = sizes[axis], .inputStride = from[axis], .outputStride = to[axis]});
  const std::shared_ptr<const Task> task = this->task(copy);
  if (task == nullptr || sizeOf(sizes) == 0) return;
  add({.work = task, .inputs = {input}, .outputs = {output}, .isContinued = box.isContinued});
}

Value Builder::derived(const Value& value, std::string_view what, FunctionRef<Value()> make) {
  if (failed()) return {};
  std::string key(what);
  key.append(" of ").append(name(value.type));
  for (const Count size : value.dims) key.append(" ").append(std::to_string(size));
  if (const Value* known = derived_.find(value.storage, key)) return *known;
  if (outlasts(value) && !derives()) {
    Holdings scratch;
    own_ = &scratch;
    Value made = make();
    own_ = ofNode_.get();
    if (failed()) return {};
    made.storage = derived_.holdings().take(scratch, made.storage);
    return derived_.add(value.storage, key, made);
  }
  // Storages within another derived value are freed with it.
  if (derives()) return make();
  const auto known = local_.find({value.storage, key});
  if (known != local_.end()) return known->second;
  Value made = make();
  if (!failed()) local_.insert({{value.storage, std::move(key)}, made});
  return made;
}

void Builder::add(Step step) {
  for (const Value& input : step.inputs) use(input);
  if (!mayAdd()) return;
  step.node = node_;
  step.label = label_;
  const bool isConstant = std::ranges::all_of(
      step.outputs, [](const Value& output) { return !output || output.isConstant(); });
  isConstant ? runNow(step)
             : static_cast<void>(steps_.push_back(std::make_shared<const Step>(std::move(step))));
}

void Builder::add(const Steps& steps, const std::shared_ptr<const Holdings>& holdings) {
  steps_.insert(steps_.end(), steps.begin(), steps.end());
  owners_.push_back(holdings);
  shared_ += steps.size();
  sharedBytes_ += holdings->bytes();
}

Count Builder::ownBytes() const noexcept {
  constexpr Count kBytesOfStep = 2048;  // an estimate of a step, its task and its storages
  constexpr Count kBytesOfShared = 64;  // of its places in lists
  Count bytes = static_cast<Count>(steps_.size() - shared_) * kBytesOfStep +
                static_cast<Count>(shared_) * kBytesOfShared - sharedBytes_;
  for (const std::shared_ptr<const Holdings>& each : owners_) bytes += each->bytes();
  return bytes;
}

void Builder::runNow(const Step& step) {
  const Task* task = step.task();
  const Count bytes = task == nullptr ? 0 : machine_.workspaceOf(*task);
  std::byte* workspace = bytes > 0 ? ofNode_->reserve(bytes) : nullptr;
  if (bytes > 0 && workspace == nullptr) {
    failOutOfMemory();
    return;
  }
  if (std::optional<Fault> fault = run(step, machine_, workspace)) fail(*std::move(fault));
  if (workspace != nullptr) ofNode_->release(workspace);
}

}  // namespace simdcast::graph

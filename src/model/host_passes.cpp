#include "host_passes.hpp"

#include <bit>
#include <cmath>

#include "../engine/heap.hpp"
#include "../explain/say.hpp"

namespace simdcast::remote {
namespace {

std::string quoted(std::string_view text) { return '"' + std::string(text) + '"'; }

// An attribute as ONNX writes it: a word or a type instead of its number. Empty if JSON cannot.
std::string valueOf(Attribute attribute, double number) {
  const AttributeKind kind = simdcast::kind(attribute);
  if (kind == AttributeKind::type)
    return quoted(name(static_cast<DType>(static_cast<int>(number))));
  if (kind == AttributeKind::choice)
    return quoted(choicesOf(attribute)[static_cast<std::size_t>(number)]);
  if (!std::isfinite(number)) return {};
  return std::signbit(number) && number == 0 ? "-0" : text::numeral(number);
}

// Empty if JSON cannot express one of them.
std::string attributesOf(const AttributeValues& attributes) {
  std::string json = "{";
  for (AttributeMask rest = attributes.given; rest != 0; rest &= rest - 1) {
    const int number = std::countr_zero(rest);
    const auto attribute = static_cast<Attribute>(number);
    const std::string value = valueOf(attribute, attributes.numbers[number]);
    if (value.empty()) return {};
    if (json.size() > 1) json += ',';
    json += quoted(name(attribute)) + ':' + value;
  }
  return json + '}';
}

std::string numbersOf(const SmallVector<int, 3>& inputs) {
  std::string json = "[";
  for (const int input : inputs) {
    if (json.size() > 1) json += ',';
    json += input < 0 ? "null" : std::to_string(input);
  }
  return json + ']';
}

template <class Item>
void append(std::string& key, const Item& item) {
  key.append(reinterpret_cast<const char*>(&item), sizeof item);
}

// The number of items, then the items.
template <class Item, int kInline>
void append(std::string& key, const SmallVector<Item, kInline>& items) {
  append(key, items.size());
  key.append(reinterpret_cast<const char*>(items.begin()),
             static_cast<std::size_t>(items.size()) * sizeof(Item));
}

constexpr std::size_t kUsualKey = 512;

// The bytes that identify a kernel, which passes with the same bytes share.
std::string keyOf(const graph::PassRequest& request, std::uint32_t repeated) {
  std::string key;
  key.reserve(kUsualKey);
  append(key, repeated);
  append(key, request.inputs.size());
  for (const graph::Form& input : request.inputs) append(key, input.type);
  for (const graph::PassNode& node : request.nodes) {
    const AttributeValues& attributes = node.op->attributes;
    const std::uint64_t kinds[] = {static_cast<std::uint64_t>(node.op->op),
                                   static_cast<std::uint64_t>(node.type), attributes.given};
    append(key, kinds);
    append(key, node.inputs);
    for (AttributeMask rest = attributes.given; rest != 0; rest &= rest - 1)
      append(key, attributes.numbers[std::countr_zero(rest)]);
  }
  return key;
}

// The pass as JSON, with the addresses of its nodes' tasks. Empty if JSON cannot express it.
std::string jsonOf(const graph::PassRequest& request, std::uint32_t repeated) {
  std::string json = "{\"inputs\":[";
  for (std::size_t i = 0; i < request.inputs.size(); ++i)
    json += (i > 0 ? "," : "") + quoted(name(request.inputs[i].type));
  json += "],\"repeated\":" + std::to_string(repeated) + ",\"nodes\":[";
  for (std::size_t i = 0; i < request.nodes.size(); ++i) {
    const graph::PassNode& node = request.nodes[i];
    const std::string attributes = attributesOf(node.op->attributes);
    if (attributes.empty()) return {};
    json += (i > 0 ? ",{" : "{") + ("\"operator\":" + quoted(describe(node.op->op).name)) +
            ",\"attributes\":" + attributes + ",\"type\":" + quoted(name(node.type)) +
            ",\"inputs\":" + numbersOf(node.inputs);
    json += ",\"state\":" + std::to_string(stateOf(*node.task)) + '}';
  }
  return json + "]}";
}

Request requestOf(const graph::PassRequest& pass) {
  Request request;
  request.beginRule(static_cast<int>(RuleId::multidirectional), 0, true);
  for (const graph::Form& input : pass.inputs)
    request.input(input.type, graph::toShape(input.dims));
  return request;
}

}  // namespace

// A kernel in the table of functions, and the tasks that it calls. Programs own it; with the last
// one it leaves the map and is freed.
struct HostPasses::Kernel {
  HostPasses& passes;
  Kernels::iterator place;
  int index = 0;
  std::vector<std::shared_ptr<const Task>> called = {};

  Kernel(HostPasses& owner, Kernels::iterator at) : passes(owner), place(at) {}
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;
  ~Kernel() {
    if (index != 0) passes.host_.release(index);
    passes.kernels_.erase(place);
  }
};

std::shared_ptr<HostPasses::Kernel> HostPasses::kernelOf(const graph::PassRequest& request,
                                                         std::uint32_t repeated) {
  const auto [place, isNew] = kernels_.try_emplace(keyOf(request, repeated));
  if (!isNew) return place->second.lock();
  auto kernel = std::make_shared<Kernel>(*this, place);
  place->second = kernel;
  const std::string json = jsonOf(request, repeated);
  kernel->index = json.empty() ? 0 : host_.compile(json);
  for (const graph::PassNode& node : request.nodes) kernel->called.push_back(node.task);
  return kernel;
}

// A task of a pass. The kernel lives as long as the task, which leaves the map at its end.
struct HostPasses::Held {
  HostPasses& passes;
  Tasks::iterator place;
  std::shared_ptr<Kernel> kernel;
  Task task;

  Held(HostPasses& owner, Tasks::iterator at, std::shared_ptr<Kernel> own, Task made)
      : passes(owner), place(at), kernel(std::move(own)), task(std::move(made)) {}
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held() { passes.tasks_.erase(place); }
};

std::shared_ptr<const Task> HostPasses::make(const graph::PassRequest& request) {
  // Without memory for it, the nodes run one by one.
  if (!heap::hasHeadroom()) return nullptr;
  std::string key = keyOf(request, 0);
  append(key, request.byRows);
  for (const graph::Form& input : request.inputs) append(key, input.dims);
  const auto [place, isNew] = tasks_.try_emplace(std::move(key));
  if (!isNew) return place->second.lock();
  std::shared_ptr<const Task> task = made(request, place);
  if (task == nullptr)
    tasks_.erase(place);
  else
    place->second = task;
  return task;
}

std::shared_ptr<const Task> HostPasses::made(const graph::PassRequest& request,
                                             Tasks::iterator place) {
  const DType type = request.nodes.back().type;
  std::unique_ptr<Task> task =
      kernelTask(requestOf(request), static_cast<int>(type), request.byRows);
  if (task == nullptr) return nullptr;
  std::uint32_t repeated = 0;
  for (int i = 0; i < static_cast<int>(request.inputs.size()); ++i)
    if (repeats(*task, i)) repeated |= bit(i);
  const std::shared_ptr<Kernel> kernel = kernelOf(request, repeated);
  if (kernel->index == 0 || !useKernel(*task, static_cast<Address>(kernel->index))) return nullptr;
  auto held = std::make_shared<Held>(*this, place, kernel, std::move(*task));
  return {held, &held->task};
}

}  // namespace simdcast::remote

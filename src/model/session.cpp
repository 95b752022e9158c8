#include "session.hpp"

#include <algorithm>
#include <cstring>
#include <map>

#include "../base/rounding.hpp"
#include "../engine/heap.hpp"
#include "../explain/session_faults.hpp"
#include "graph_runner.hpp"
#include "iteration.hpp"

namespace simdcast {
namespace {

using graph::Holdings;
using graph::Storage;
using graph::StorageKind;
using graph::Value;
using graph::Values;
using model::Declaration;
using model::Dimension;

constexpr std::uintptr_t kAlignment = 16;

std::vector<std::string> namesOf(const std::vector<Declaration>& declared) {
  std::vector<std::string> names;
  names.reserve(declared.size());
  for (const Declaration& each : declared) names.push_back(each.name);
  return names;
}

// As sentences show them: numbers, symbols, and ? for any size.
std::vector<Said> sizesOf(const Declaration& declared) {
  std::vector<Said> sizes;
  if (declared.shape)
    for (const Dimension& dimension : *declared.shape)
      sizes.push_back(std::visit(
          [](const auto& size) -> Said {
            if constexpr (std::is_same_v<std::decay_t<decltype(size)>, std::monostate>)
              return "?";
            else
              return size;
          },
          dimension));
  return sizes;
}

bool isAligned(const std::byte* address) {
  return address != nullptr && reinterpret_cast<std::uintptr_t>(address) % kAlignment == 0;
}

// A tensor as a value, at an aligned address.
Value valueOf(Holdings& holdings, const Tensor& tensor) {
  const graph::Form form{tensor.type, tensor.dims};
  Storage* storage = holdings.storage(StorageKind::input, bytesOf(form));
  storage->address = const_cast<std::byte*>(tensor.bytes.data());
  if (!isAligned(storage->address)) {
    storage->address = holdings.reserve(storage->bytes);
    if (storage->address == nullptr) return {};
    if (!tensor.bytes.empty())
      std::memcpy(storage->address, tensor.bytes.data(), tensor.bytes.size());
  }
  return {form, storage};
}

}  // namespace

struct Session::State {
  explicit State(model::Model from) : model(std::move(from)), shared(machine, nullptr) {}

  std::optional<Fault> prepare() {
    auto bound = model::bind(model);
    if (auto* fault = std::get_if<Fault>(&bound)) return std::move(*fault);
    graph = std::get<std::unique_ptr<model::BoundGraph>>(std::move(bound));
    std::optional<Fault> fault = prepareConstants(*graph, shared);
    runner = std::make_unique<model::GraphRunner>(*graph, shared);
    return fault;
  }

  // The reason why a tensor does not suit a declaration.
  std::optional<Fault> check(const Declaration& declared, const Tensor& tensor) {
    const auto& [type, dims, bytes] = tensor;
    const std::string& name = declared.name;
    if (declared.isSequence || !isType(type) || width(type) == 0) return faults::feedKind(name);
    if (declared.type && *declared.type != type)
      return faults::feedType(name, *declared.type, type);
    const bool isShape = dims.size() <= kMaxRank && std::ranges::all_of(dims, [](Count each) {
                           return each >= 0 && each <= INT32_MAX;
                         });
    const bool fits = isShape && fitsSizes(declared, dims);
    if (!fits) return faults::feedShape(name, sizesOf(declared), dims);
    if (static_cast<Count>(bytes.size()) != graph::bytesOf(type, dims))
      return faults::feedBytes(name, graph::bytesOf(type, dims), static_cast<Count>(bytes.size()));
    return checkSymbols(declared, dims);
  }

  static bool fitsSizes(const Declaration& declared, const graph::Dims& dims) {
    if (!declared.shape) return true;
    if (static_cast<int>(declared.shape->size()) != dims.size()) return false;
    for (int axis = 0; axis < dims.size(); ++axis) {
      const auto* size = std::get_if<Size>(&(*declared.shape)[static_cast<std::size_t>(axis)]);
      if (size != nullptr && *size != dims[axis]) return false;
    }
    return true;
  }

  // A symbol stands for one size in a run.
  std::optional<Fault> checkSymbols(const Declaration& declared, const graph::Dims& dims) {
    if (!declared.shape) return std::nullopt;
    for (int axis = 0; axis < dims.size(); ++axis) {
      const auto* symbol =
          std::get_if<std::string>(&(*declared.shape)[static_cast<std::size_t>(axis)]);
      if (symbol == nullptr) continue;
      const auto [known, isNew] =
          symbols.try_emplace(*symbol, std::pair(declared.name, dims[axis]));
      const auto& [first, wanted] = known->second;
      if (wanted != dims[axis])
        return faults::feedSymbol(*symbol, first, wanted, declared.name, dims[axis]);
    }
    return std::nullopt;
  }

  model::Model model;
  OwnMachine machine;
  model::Shared shared;
  std::unique_ptr<model::BoundGraph> graph;
  std::unique_ptr<model::GraphRunner> runner;
  // Of the run that is being checked: the first input with the symbol, and its size.
  std::map<std::string, std::pair<std::string, Count>, std::less<>> symbols;
};

Session::Session(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

std::variant<Session, Fault> Session::make(model::Model model) {
  auto state = std::make_unique<State>(std::move(model));
  if (std::optional<Fault> fault = state->prepare()) return *std::move(fault);
  return Session(std::move(state));
}

const std::vector<Declaration>& Session::inputs() const noexcept {
  return state_->model.graph.inputs;
}
const std::vector<Declaration>& Session::optionalInputs() const noexcept {
  return state_->model.optionalInputs;
}
const std::vector<Declaration>& Session::outputs() const noexcept {
  return state_->model.graph.outputs;
}

std::variant<std::vector<Tensor>, Fault> Session::run(std::span<const NamedTensor> feeds) {
  Holdings holdings;
  Values given;
  state_->symbols.clear();
  const auto take = [&](const Declaration& declared, bool isOptional) -> std::optional<Fault> {
    const auto feed = std::ranges::find(feeds, declared.name, &NamedTensor::name);
    if (feed == feeds.end()) {
      given.push({});
      if (isOptional) return std::nullopt;
      return faults::feedMissing(declared.name, namesOf(inputs()));
    }
    if (std::optional<Fault> fault = state_->check(declared, feed->tensor)) return fault;
    given.push(valueOf(holdings, feed->tensor));
    return given.back() ? std::nullopt : std::optional(model::outOfMemory());
  };
  for (const Declaration& input : inputs())
    if (std::optional<Fault> fault = take(input, input.isOptional)) return *std::move(fault);
  for (const Declaration& input : optionalInputs())
    if (std::optional<Fault> fault = take(input, true)) return *std::move(fault);
  const auto isInput = [](const std::vector<Declaration>& all, const NamedTensor& feed) {
    return std::ranges::find(all, feed.name, &Declaration::name) != all.end();
  };
  for (const NamedTensor& feed : feeds)
    if (!isInput(inputs(), feed) && !isInput(optionalInputs(), feed))
      return faults::feedUnknown(feed.name, namesOf(inputs()));
  model::GraphRunner& runner = *state_->runner;
  if (std::optional<Fault> fault = runner.begin({given.begin(), given.end()}))
    return *std::move(fault);
  std::vector<Tensor> results;
  std::vector<std::byte*> targets;
  for (const Value& value : runner.current()->outputs) {
    const std::size_t bytes = size(bytesOf(value));
    if (!heap::canReserve(bytes)) return model::outOfMemory();
    Tensor& made =
        results.emplace_back(Tensor{value.type, value.dims, std::vector<std::byte>(bytes)});
    targets.push_back(isAligned(made.bytes.data()) ? made.bytes.data() : nullptr);
  }
  if (std::optional<Fault> fault = runner.finish(targets)) return *std::move(fault);
  for (std::size_t i = 0; i < results.size(); ++i) {
    std::vector<std::byte>& bytes = results[i].bytes;
    const std::byte* from = model::addressOf(runner.current()->outputs[static_cast<int>(i)]);
    if (!bytes.empty() && from != bytes.data()) std::memcpy(bytes.data(), from, bytes.size());
  }
  return results;
}

}  // namespace simdcast

#include "session.hpp"

#include <cstring>

#include "../base/rounding.hpp"
#include "../engine/heap.hpp"
#include "../explain/session_faults.hpp"
#include "feeds.hpp"
#include "graph_runner.hpp"
#include "iteration.hpp"

namespace simdcast {
namespace {

using graph::Value;
using graph::Values;
using model::Declaration;
using model::Feed;

constexpr std::uintptr_t kAlignment = 16;

bool isAligned(const std::byte* address) {
  return address != nullptr && reinterpret_cast<std::uintptr_t>(address) % kAlignment == 0;
}

Feed feedOf(const NamedValue& feed) {
  if (const auto* tensor = std::get_if<Tensor>(&feed.value)) return {feed.name, {tensor, 1}};
  if (const auto* sequence = std::get_if<Sequence>(&feed.value))
    return {feed.name, sequence->tensors, sequence->type};
  return {feed.name};
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

  [[nodiscard]] strings::Pool& pool() noexcept { return shared.derived.strings(); }

  // The outputs, whose tensors are appended to a list in their order. Elements are written into
  // them without a copy if possible.
  std::variant<Values, Fault> run(std::span<const Feed> feeds, std::vector<Tensor>& tensors) {
    shared.forgetStrings(*runner);
    model::Feeds reader(model, pool());
    std::variant<Values, Fault> given = reader.read(feeds);
    if (std::holds_alternative<Fault>(given)) return given;
    const Values& values = std::get<Values>(given);
    if (auto fault = runner->begin({values.begin(), values.end()})) return *std::move(fault);
    const Values outputs = runner->current()->outputs;
    std::vector<std::byte*> targets;
    for (const Value& output : outputs) {
      const std::size_t first = tensors.size();
      bool isRoomy = true;
      forEachTensor(output, [&](const Value& value) { isRoomy = isRoomy && add(value, tensors); });
      if (!isRoomy) return model::outOfMemory();
      const bool isTensor = !output.isList() && output.type != DType::string;
      std::byte* target = isTensor ? tensors[first].bytes.data() : nullptr;
      targets.push_back(isAligned(target) ? target : nullptr);
    }
    if (auto fault = runner->finish(targets)) return *std::move(fault);
    std::size_t at = 0;
    for (const Value& output : outputs)
      forEachTensor(output, [&](const Value& value) { complete(value, tensors[at++]); });
    return outputs;
  }

  // Appends a tensor for a value that is computed later; false if memory is short.
  static bool add(const Value& value, std::vector<Tensor>& tensors) {
    const std::size_t bytes = value.type == DType::string ? 0 : size(bytesOf(value));
    if (!heap::canReserve(bytes)) return false;
    tensors.push_back({value.type, value.dims, std::vector<std::byte>(bytes)});
    return true;
  }

  void complete(const Value& value, Tensor& tensor) {
    if (value.type == DType::string) tensor.texts = model::textsOf(value, pool());
    std::vector<std::byte>& bytes = tensor.bytes;
    const std::byte* from = model::addressOf(value);
    if (!bytes.empty() && from != bytes.data()) std::memcpy(bytes.data(), from, bytes.size());
  }

  model::Model model;
  OwnMachine machine;
  model::Shared shared;
  std::unique_ptr<model::BoundGraph> graph;
  std::unique_ptr<model::GraphRunner> runner;
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
  std::vector<Feed> given;
  for (const NamedTensor& feed : feeds) given.push_back({feed.name, {&feed.tensor, 1}});
  std::vector<Tensor> tensors;
  std::variant<Values, Fault> outputs = state_->run(given, tensors);
  if (auto* fault = std::get_if<Fault>(&outputs)) return std::move(*fault);
  for (const Value& output : std::get<Values>(outputs))
    if (output.isList()) return faults::resultKind();
  return tensors;
}

std::variant<std::vector<AnyValue>, Fault> Session::runValues(std::span<const NamedValue> feeds) {
  std::vector<Feed> given;
  for (const NamedValue& feed : feeds) given.push_back(feedOf(feed));
  std::vector<Tensor> tensors;
  std::variant<Values, Fault> outputs = state_->run(given, tensors);
  if (auto* fault = std::get_if<Fault>(&outputs)) return std::move(*fault);
  std::vector<AnyValue> results;
  auto next = tensors.begin();
  for (const Value& output : std::get<Values>(outputs)) {
    const Value content = contentOf(output);
    if (!content) {
      results.emplace_back();
    } else if (!content.isList()) {
      results.emplace_back(std::move(*next++));
    } else {
      Sequence sequence{.type = content.type};
      for (int i = 0; i < itemsOf(content).size(); ++i)
        sequence.tensors.push_back(std::move(*next++));
      results.emplace_back(std::move(sequence));
    }
  }
  return results;
}

}  // namespace simdcast

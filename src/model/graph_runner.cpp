#include "graph_runner.hpp"

#include "given.hpp"
#include "lowering.hpp"

namespace simdcast::model {
namespace {

using graph::Value;
using graph::Values;

// The memory of the programs of a graph.
constexpr Count kMostBytes = Count{1} << 26;

// Calls are too varied to keep a program for all elements that determine sizes. Maximum number of
// programs of a graph of calls, and of bytes that each compares.
constexpr std::size_t kMostOfCalls = 64;
constexpr Count kMostComparedInCall = 512;

bool isForCalls(const Program& program) {
  Count compared = 0;
  for (const Condition& condition : program.conditions) compared += condition.value->bytes;
  return program.stages.size() == 1 && compared <= kMostComparedInCall;
}

bool areKnown(std::span<const Condition> conditions) {
  return std::ranges::all_of(conditions, [](const Condition& condition) {
    return condition.value->place()->address != nullptr;
  });
}

bool hold(std::span<const Condition> conditions) {
  return std::ranges::all_of(conditions, &Condition::holds);
}

}  // namespace

std::optional<Fault> GraphRunner::begin(std::span<const Value> given) {
  current_ = nullptr;
  prepared_ = nullptr;
  clearings_ = blocks_.clearings();
  const std::uint64_t sizes = sizesOf(given);
  Program* program = programs_.find(sizes, [&](Program& each) {
    if (!isFor(each, given)) return false;
    feed(each, given);
    return hold(each.conditions);
  });
  if (program == nullptr) return beginAnew(given);
  std::optional<Fault> fault;
  if (rerun(*program, fault)) return makeReady(*program);
  if (fault) return fault;
  programs_.dropLatest();
  return beginAnew(given);
}

bool GraphRunner::rerun(Program& program, std::optional<Fault>& fault) {
  for (std::size_t at = 0; at + 1 < program.stages.size(); ++at) {
    Stage& stage = program.stages[at];
    std::byte* block = blocks_.atLeast(at, stage.segment.room());
    if (block == nullptr) {
      fault = outOfMemory();
      return false;
    }
    stage.segment.place(block);
    fault = stage.segment.run(shared_.machine);
    if (fault || !hold(stage.conditions)) return false;
  }
  return true;
}

std::unique_ptr<Program> GraphRunner::programFor(std::span<const Value> given) const {
  auto program = std::make_unique<Program>();
  program->sizes = sizesOf(given);
  if (const Program* latest = programs_.latest()) program->fed.follow(latest->fed);
  for (const Value& own : given) program->inputs.push(inputFor(own, program->fed));
  program->fed.settle();
  program->isReusable = std::ranges::none_of(given, isLong);
  feed(*program, given);
  return program;
}

std::optional<Fault> GraphRunner::lowerFrom(std::set<int>& decisive, std::span<const Value> given,
                                            bool runs, std::unique_ptr<Program>& program) const {
  for (;;) {
    if (!canList(given.size() + graph_.outputs.size())) return outOfMemory();
    program = programFor(given);
    Lowering lowering(graph_, shared_, *program, blocks_, runs);
    std::optional<Fault> fault = lowering.run(decisive);
    if (!fault || fault->code != kRestart) return fault;
  }
}

std::optional<Fault> GraphRunner::lower(std::span<const Value> given, bool runs,
                                        std::unique_ptr<Program>& program) {
  const bool isFirst = decisive_.empty();
  std::optional<Fault> fault = lowerFrom(decisive_, given, runs, program);
  if (!fault || isFirst || fault->code == kPaused || fault->code == outOfMemory().code)
    return fault;
  // A stage that ends early reports its faults before later nodes are lowered. With the inputs that
  // earlier runs found decisive there are fewer stages. If several nodes fail, those runs would
  // determine which one is reported.
  std::set<int> none;
  fault = lowerFrom(none, given, runs, program);
  // This program has fewer constants, and is expected to fail in its last stage.
  if (!fault) program->isReusable = false;
  return fault;
}

std::optional<Fault> GraphRunner::prepare(std::span<const Value> given) {
  current_ = nullptr;
  prepared_ = nullptr;
  const std::uint64_t sizes = sizesOf(given);
  const Program* known = programs_.find(sizes, [&](Program& each) {
    if (!isFor(each, given)) return false;
    feed(each, given);
    return areKnown(each.conditions) && hold(each.conditions);
  });
  if (known != nullptr) {
    if (known->stages.size() == 1) prepared_ = known;
    return std::nullopt;
  }
  std::unique_ptr<Program> program;
  std::optional<Fault> fault = lower(given, false, program);
  if (fault) return fault->code == kPaused ? std::nullopt : fault;
  prepared_ = program.get();
  keep(std::move(program));
  return std::nullopt;
}

bool GraphRunner::clear() {
  const bool hadAny = !programs_.empty() || last_ != nullptr;
  current_ = nullptr;
  prepared_ = nullptr;
  programs_.clear();
  last_.reset();
  return ownBlocks_.clear() || hadAny;
}

Count GraphRunner::bytes() const noexcept {
  return programs_.bytes() + (last_ == nullptr ? 0 : last_->bytes());
}

std::optional<Fault> GraphRunner::beginAnew(std::span<const Value> given) {
  std::unique_ptr<Program> program;
  std::optional<Fault> fault = lower(given, true, program);
  if (fault && fault->code == outOfMemory().code && !programs_.empty()) {
    programs_.clear();
    fault = lower(given, true, program);
  }
  if (fault) return fault;
  fault = makeReady(*program);
  keep(std::move(program));
  return fault;
}

std::optional<Fault> GraphRunner::makeReady(Program& program) {
  const std::size_t last = program.stages.size() - 1;
  if (blocks_.atLeast(last, program.stages[last].segment.room()) == nullptr) return outOfMemory();
  current_ = &program;
  return std::nullopt;
}

std::optional<Fault> GraphRunner::finish(std::span<std::byte* const> targets) {
  // Its memory has been freed since it began.
  if (current_ == nullptr || clearings_ != blocks_.clearings()) return outOfMemory();
  const SmallVector<int, 4>& external = current_->external;
  const auto targetOf = [&](int output) {
    return targets.empty() ? nullptr : targets[static_cast<std::size_t>(output)];
  };
  bool isWhole = false;
  for (int i = 0; i < external.size(); ++i)
    isWhole = isWhole || (external[i] >= 0 && targetOf(i) == nullptr);
  const std::size_t last = current_->stages.size() - 1;
  graph::Segment& segment = current_->stages[last].segment;
  std::byte* block = blocks_.atLeast(last, isWhole ? segment.fullRoom() : segment.room());
  if (block == nullptr) return outOfMemory();
  segment.place(block);
  for (int i = 0; i < external.size(); ++i)
    if (external[i] >= 0) segment.put(external[i], targetOf(i));
  return segment.run(shared_.machine);
}

std::variant<Values, Fault> GraphRunner::run(std::span<const Value> given) {
  std::optional<Fault> fault = begin(given);
  if (!fault) fault = finish({});
  if (fault) return *std::move(fault);
  return current_->outputs;
}

void GraphRunner::keep(std::unique_ptr<Program> program) {
  last_.reset();
  if (!program->isReusable || (isOfCalls_ && !isForCalls(*program))) {
    last_ = std::move(program);
    return;
  }
  programs_.add(std::move(program), isOfCalls_ ? kMostOfCalls : SIZE_MAX, kMostBytes);
}

Shared::Shared(Machine& ownMachine, graph::Passes* ownPasses)
    : machine(ownMachine), passes(ownPasses) {}
Shared::~Shared() = default;

void Shared::forgetStrings(GraphRunner& runner) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 20;
  if (derived.strings().newBytes() <= kMostBytes) return;
  runner.clear();
  for (const auto& [body, each] : runners) each->clear();
  derived.strings().forget();
}

GraphRunner& Shared::runnerOf(const BoundGraph& body) {
  std::unique_ptr<GraphRunner>& runner = runners[&body];
  if (runner == nullptr) runner = std::make_unique<GraphRunner>(body, *this);
  return *runner;
}

}  // namespace simdcast::model

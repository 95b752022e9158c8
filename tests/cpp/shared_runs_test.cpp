// Tasks that threads share, each with its own team: bit-identical results, and no race.
#include <catch2/catch_test_macros.hpp>
#include <numeric>
#include <thread>
#include <vector>

#include "engine/state.hpp"
#include "support/requests.hpp"
#include "support/teams.hpp"

namespace simdcast::test::shared_runs_test {
namespace {

using simdcast::testing::Crew;
using Floats = std::vector<float>;

const std::byte* bytesOf(const Floats& values) {
  return reinterpret_cast<const std::byte*>(values.data());
}
std::byte* bytesOf(Floats& values) { return reinterpret_cast<std::byte*>(values.data()); }

Floats counting(Count n) {
  Floats values(static_cast<std::size_t>(n));
  std::iota(values.begin(), values.end(), 1.0F);
  return values;
}

// Calls `work(team, result)` on several threads that start at once, each with a team of three, and
// returns the results.
template <class Work>
std::vector<Floats> onThreads(std::size_t size, const Work& work) {
  constexpr int kCallers = 3;
  std::vector<Floats> results(kCallers, Floats(size));
  std::atomic<int> waiting{kCallers};
  std::vector<std::thread> callers;
  for (Floats& result : results)
    callers.emplace_back([&] {
      Crew crew(3);
      crew.team.shareEverything();
      --waiting;
      while (waiting > 0) std::this_thread::yield();
      for (int run = 0; run < 20; ++run) work(crew.team, result);
    });
  for (std::thread& caller : callers) caller.join();
  return results;
}

void checkTask(Task task, const std::vector<Floats>& inputs) {
  Task::State& state = task.state();
  state.nanoseconds = state.estimate();
  std::vector<const std::byte*> from;
  for (const Floats& input : inputs) from.push_back(bytesOf(input));
  from.resize(layers::kMaxInputs, nullptr);
  const auto run = [&](Floats& result, Count bytes, const auto& with) {
    std::vector<std::byte> workspace(static_cast<std::size_t>(bytes));
    std::byte* outputs[layers::kMaxOutputs] = {bytesOf(result)};
    with(layers::Buffers{.workspace = workspace.data(), .outputs = outputs, .inputs = from.data()});
  };
  const auto size = static_cast<std::size_t>(*elementCount(task.outputs()[0].shape));
  Floats expected(size);
  Scratch scratch;
  run(expected, task.workspace(),
      [&](const layers::Buffers& buffers) { state.run(buffers, scratch); });
  const auto results = onThreads(size, [&](Team& team, Floats& result) {
    std::vector<Scratch> scratches(3);
    run(result, state.workspaceFor(team),
        [&](const layers::Buffers& buffers) { state.run(buffers, scratches.data(), team); });
  });
  for (const Floats& result : results) CHECK(result == expected);
}

TEST_CASE("shared runs: threads with teams share an elementwise task", "[threads]") {
  Request add("Add");
  REQUIRE(add.input(DType::float32, Shape{64, 300}));
  REQUIRE(add.input(DType::float32, Shape{300}));
  checkTask(taskIn(Task::make(add)), {counting(64 * 300), counting(300)});
}

TEST_CASE("shared runs: threads with teams share a product", "[threads]") {
  Request product("MatMul");
  REQUIRE(product.input(DType::float32, Shape{40, 50}));
  REQUIRE(product.input(DType::float32, Shape{50, 60}));
  checkTask(taskIn(Task::make(product)), {counting(40 * 50), counting(50 * 60)});
}

TEST_CASE("shared runs: threads with teams share a layer", "[threads]") {
  layers::Reduce request{.type = DType::float32, .reduction = layers::Reduction::sum};
  request.axes = {{64, false}, {500, true}};
  checkTask(taskIn(Task::make(request)), {counting(64 * 500)});
}

}  // namespace
}  // namespace simdcast::test::shared_runs_test

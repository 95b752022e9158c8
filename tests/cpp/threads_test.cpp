#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <chrono>

#include "support/teams.hpp"
#include "threads/parts.hpp"

using namespace simdcast;
using simdcast::testing::Crew;

namespace {

constexpr double kLong = 1e6;

std::vector<int> timesRun(Team& team, int pieces) {
  std::vector<std::atomic<int>> times(static_cast<std::size_t>(pieces));
  std::atomic<bool> isThread{true};
  team.run(pieces, kLong, [&](int piece, int thread) {
    ++times[static_cast<std::size_t>(piece)];
    if (thread < 0 || thread >= team.threads()) isThread = false;
  });
  REQUIRE(isThread);
  return {times.begin(), times.end()};
}

// Repeats jobs until a worker has done something: on a busy machine it may start after seconds.
template <class IsDone, class Job>
void repeatUntil(IsDone isDone, Job job) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!isDone() && std::chrono::steady_clock::now() < end) job();
}

}  // namespace

TEST_CASE("team: every piece runs once on any number of threads", "[threads]") {
  for (const int threads : {2, 3, 8}) {
    Crew crew(threads);
    for (int job = 0; job < 300; ++job) {
      const int pieces = 1 + job % 40;
      CHECK(timesRun(crew.team, pieces) == std::vector<int>(static_cast<std::size_t>(pieces), 1));
    }
  }
}

TEST_CASE("team: the caller needs no worker", "[threads]") {
  Crew crew(8, 1);
  CHECK(timesRun(crew.team, 100) == std::vector<int>(100, 1));
}

TEST_CASE("team: jobs of a job are the thread's own", "[threads]") {
  Crew crew(3);
  std::atomic<int> inner{0};
  crew.team.run(2, kLong, [&](int, int thread) {
    if (thread == 0) crew.team.run(5, kLong, [&](int, int) { ++inner; });
  });
  CHECK(inner % 5 == 0);
}

TEST_CASE("team: a worker that does not know of an announcement takes no piece", "[threads]") {
  Team team(2, simdcast::testing::threadWaiting());
  std::atomic<bool> isBack{false};
  std::atomic<bool> mayGo{false};
  // Catch2 takes assertions of one thread at a time.
  bool first = false;
  bool second = true;
  std::thread worker([&] {
    first = team.work(1, 0);
    isBack = true;
    while (!mayGo) std::this_thread::yield();
    second = team.work(1, 1);
  });
  team.announce();
  while (!isBack) std::this_thread::yield();
  std::atomic<int> byWorker{0};
  team.run(50, kLong, [&](int, int thread) { byWorker += thread; });
  CHECK(byWorker == 0);
  mayGo = true;
  for (int job = 0; job < 100; ++job) CHECK(timesRun(team, 20) == std::vector<int>(20, 1));
  team.dismiss();
  worker.join();
  CHECK(first);
  CHECK_FALSE(second);
}

TEST_CASE("team: the caller does the work of a lost worker", "[threads]") {
  struct Gone {};
  Team team(2, simdcast::testing::impatientWaiting());
  std::thread worker([&] {
    try {
      team.work(1, 0);
    } catch (const Gone&) {
    }
  });
  const int before = simdcast::testing::losses;
  std::vector<std::atomic<int>> finished(64);
  const auto isLost = [&] { return simdcast::testing::losses > before; };
  repeatUntil(isLost, [&] {
    for (auto& piece : finished) piece = 0;
    team.run(64, kLong, [&](int piece, int thread) {
      if (thread == 1) throw Gone();
      ++finished[static_cast<std::size_t>(piece)];
    });
    CHECK(std::vector<int>(finished.begin(), finished.end()) == std::vector<int>(64, 1));
  });
  team.dismiss();
  worker.join();
  CHECK(simdcast::testing::losses == before + 1);
  CHECK(team.piecesFor(1e9) == 1);
}

TEST_CASE("team: a piece is run again once its worker can write no more", "[threads]") {
  static std::atomic<bool> isEnding;
  static std::thread worker;
  isEnding = false;
  Waiting waiting = simdcast::testing::impatientWaiting();
  waiting.endWorkers = [] {
    isEnding = true;
    worker.join();
  };
  Team team(2, waiting);
  worker = std::thread([&] { team.work(1, 0); });
  // Written without synchronisation, like results.
  std::vector<int> writtenBy(64);
  const auto isOver = [] { return isEnding.load(); };
  repeatUntil(isOver, [&] {
    team.run(64, kLong, [&](int piece, int thread) {
      // Stopped within its piece, and resumed after every wait has ended.
      while (thread == 1 && !isEnding) std::this_thread::yield();
      writtenBy[static_cast<std::size_t>(piece)] = 1 + thread;
    });
  });
  // A worker that outlived the team would read its memory.
  if (!isEnding) {
    team.dismiss();
    worker.join();
  }
  REQUIRE(isEnding);
  CHECK(std::count(writtenBy.begin(), writtenBy.end(), 0) == 0);
  // All writers have finished.
  writtenBy.assign(64, 0);
  team.run(64, kLong,
           [&](int piece, int thread) { writtenBy[static_cast<std::size_t>(piece)] = 1 + thread; });
  CHECK(writtenBy == std::vector<int>(64, 1));
}

TEST_CASE("team: little work is not shared", "[threads]") {
  Team team(4, simdcast::testing::threadWaiting());
  CHECK(team.piecesFor(0) == 1);
  CHECK(team.piecesFor(1000) == 1);
  CHECK(team.piecesFor(100'000) > 1);
  CHECK(team.piecesFor(1e12) <= Team::kMostPieces / 4);
}

TEST_CASE("team: who sleeps and does not help when woken is woken less and less", "[threads]") {
  static std::atomic<int> calls;
  static std::atomic<bool> isLeaving;
  static std::atomic<bool> isAsleep;
  calls = 0;
  isLeaving = false;
  isAsleep = false;
  // Its worker sleeps through every call.
  Waiting waiting = simdcast::testing::threadWaiting();
  waiting.wake = [](simdcast::testing::Word&) { ++calls; };
  waiting.untilWoken = [](simdcast::testing::Word&, std::uint32_t) {
    isAsleep = true;
    while (!isLeaving) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  Team team(2, waiting);
  std::thread worker([&] { team.work(1, 0); });
  while (!isAsleep) std::this_thread::yield();
  constexpr double kWorthWaking = 250'000;
  const auto callsOfJobs = [&](int jobs) {
    const int before = calls;
    for (int job = 0; job < jobs; ++job) team.run(4, kWorthWaking, [](int, int) {});
    return calls - before;
  };
  CHECK(callsOfJobs(1) == 1);
  const int first = callsOfJobs(50);
  const int later = callsOfJobs(50);
  CHECK(first < 10);
  CHECK(later < first);
  CHECK(callsOfJobs(100) > 0);
  isLeaving = true;
  team.dismiss();
  worker.join();
}

TEST_CASE("team: whoever helps is woken for as little the next time", "[threads]") {
  static std::atomic<int> calls;
  static std::atomic<bool> isAsleep;
  calls = 0;
  isAsleep = false;
  Waiting waiting = simdcast::testing::threadWaiting();
  waiting.untilWoken = [](simdcast::testing::Word& word, std::uint32_t seen) {
    isAsleep = true;
    word.wait(seen);
    isAsleep = false;
  };
  waiting.wake = [](simdcast::testing::Word& word) {
    ++calls;
    word.notify_all();
  };
  Team team(2, waiting);
  std::thread worker([&] { team.work(1, 0); });
  for (int job = 0; job < 20; ++job) {
    while (!isAsleep) std::this_thread::yield();
    const int before = calls;
    std::atomic<bool> hasHelped{false};
    // The caller's piece takes until the worker has taken the other one.
    team.run(2, 250'000, [&](int, int thread) {
      if (thread == 1) hasHelped = true;
      while (!hasHelped) std::this_thread::yield();
    });
    CHECK(calls > before);
  }
  team.dismiss();
  worker.join();
}

TEST_CASE("parts: no positions are one empty part", "[threads]") {
  const Parts parts = Parts::of(0, 16, 4);
  CHECK(parts.count == 1);
  CHECK(parts.first(0) == 0);
  CHECK(parts.sizeOf(0) == 0);
}

TEST_CASE("parts: cover all positions, none of them twice", "[threads]") {
  for (Count positions = 1; positions < 70; ++positions)
    for (const Count unit : {1, 3, 16})
      for (int most = 1; most < 9; ++most) {
        const Parts parts = Parts::of(positions, unit, most);
        REQUIRE(parts.count <= most);
        Count next = 0;
        for (int i = 0; i < parts.count; ++i) {
          REQUIRE(parts.first(i) == next);
          REQUIRE(next % unit == 0);
          REQUIRE(parts.sizeOf(i) > 0);
          next += parts.sizeOf(i);
        }
        REQUIRE(next == positions);
      }
}

// Teams of std::threads.
#pragma once

#include <chrono>
#include <thread>
#include <vector>

#include "threads/team.hpp"

namespace simdcast::testing {

using Word = std::atomic<std::uint32_t>;

inline std::atomic<int> losses{0};

template <int kMilliseconds>
void waitBriefly(Word& word, std::uint32_t seen) {
  for (int i = 0; i < 10 * kMilliseconds && word.load() == seen; ++i)
    std::this_thread::sleep_for(std::chrono::microseconds(100));
}

// As patient as the engine: on a busy machine a worker may be late by seconds.
inline Waiting threadWaiting() {
  return {.untilWoken = [](Word& word, std::uint32_t seen) { word.wait(seen); },
          .briefly = waitBriefly<100>,
          .wake = [](Word& word) { word.notify_all(); },
          .endWorkers = [] { ++losses; }};
}

// Abandons a worker a hundred times sooner, to test just that.
inline Waiting impatientWaiting() {
  Waiting waiting = threadWaiting();
  waiting.briefly = waitBriefly<1>;
  return waiting;
}

// Workers that respond to every announcement, until the end of the scope.
class Crew {
 public:
  explicit Crew(int threads, int started = Team::kMostThreads) : team(threads, threadWaiting()) {
    for (int i = 1; i < std::min(threads, started); ++i)
      workers_.emplace_back([this, i] {
        for (std::uint32_t known = 0; team.work(i, known); ++known) {
        }
      });
  }
  ~Crew() {
    team.dismiss();
    for (std::thread& worker : workers_) worker.join();
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  Team team;

 private:
  std::vector<std::thread> workers_;
};

}  // namespace simdcast::testing

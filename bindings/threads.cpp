// The bindings that only the module with threads has: the team, how its threads wait and wake in
// wasm, and `work`, which each worker's instance runs. web/wasm/native.ts declares it for
// TypeScript.
#include <emscripten/bind.h>

#include <bit>

#include "../src/engine/remote.hpp"

namespace {

using simdcast::Team;
using Word = std::atomic<std::uint32_t>;

int* at(Word& word) { return reinterpret_cast<int*>(&word); }

void untilWoken(Word& word, std::uint32_t seen) {
  __builtin_wasm_memory_atomic_wait32(at(word), static_cast<int>(seen), -1);
}

void wake(Word& word) { __builtin_wasm_memory_atomic_notify(at(word), ~0U); }

// In bindings/threads.js: a page's main thread must not sleep, and only JavaScript can detect it.
extern "C" void waitBriefly(int* word, int seen);
extern "C" void endWorkers();

void briefly(Word& word, std::uint32_t seen) { waitBriefly(at(word), static_cast<int>(seen)); }

Team* team = nullptr;

// The address of the team, for its workers; 0 if memory is short.
std::uintptr_t enlist(int threads) {
  if (team == nullptr)
    team = simdcast::remote::enlist(
        threads,
        {.untilWoken = untilWoken, .briefly = briefly, .wake = wake, .endWorkers = endWorkers});
  return reinterpret_cast<std::uintptr_t>(team);
}

void announce() {
  if (team != nullptr) team->announce();
}
void dismiss() {
  if (team != nullptr) team->dismiss();
}

}  // namespace

// Runs on a worker's thread, in its own instance. Returns whether the worker should call again.
extern "C" EMSCRIPTEN_KEEPALIVE bool work(Team* of, int thread, std::uint32_t known) {
  return of != nullptr && of->work(thread, known);
}

// For tests, which call it as an export of the module's instance: shares even the smallest runs,
// and counts them.
extern "C" EMSCRIPTEN_KEEPALIVE void shareEverything() {
  if (team != nullptr) team->shareEverything();
}
extern "C" EMSCRIPTEN_KEEPALIVE std::uint32_t sharedRuns() {
  return team == nullptr ? 0 : team->jobs();
}

EMSCRIPTEN_BINDINGS(threads) {
  using namespace emscripten;
  constant("mostThreads", Team::kMostThreads);
  function("enlist", &enlist);
  function("announce", &announce);
  function("dismiss", &dismiss);
}

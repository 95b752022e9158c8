// Loop nests shared among threads.
#pragma once

#include <atomic>
#include <memory>

#include "../threads/parts.hpp"
#include "execute.hpp"

namespace simdcast {

// Approximate, on one thread.
[[nodiscard]] double nanosecondsOf(const LoopNest& nest, const Pipeline& pipeline);

// How a nest is split: at each index of the axes outside `axis`, into parts of its positions. The
// nests of the parts are created once per plan, and stay in the caches of the workers.
struct NestPieces {
  int axis = 0;
  int outside = 1;
  Parts parts;
  LoopNest part;
  LoopNest last;
};

// The pieces of a nest, which several threads may look up and keep at once. Out of line, because
// code that synchronises threads is compiled once more for the module with threads.
class KeptPieces {
 public:
  KeptPieces() = default;
  KeptPieces(const KeptPieces&) = delete;
  KeptPieces& operator=(const KeptPieces&) = delete;
  ~KeptPieces() { reset(); }

  // Null until some are kept.
  [[nodiscard]] const NestPieces* get() const noexcept;
  // Keeps the pieces unless another thread was first, and returns those that are kept.
  const NestPieces* keep(std::unique_ptr<const NestPieces> pieces) noexcept;
  // Drops the pieces. No run may be in progress.
  void reset() noexcept;

 private:
  std::atomic<const NestPieces*> pieces_{nullptr};
};

// Like execute, for work of about `nanoseconds`, with a Scratch for each thread of the team. If the
// output is an input, only the caller works: a piece could not be run again. `kept` receives pieces
// if it has none, for further runs of the same nest.
void execute(Team& team, double nanoseconds, const LoopNest& nest, KeptPieces& kept,
             const Pipeline& pipeline, std::byte* output, const std::byte* const* inputs,
             Scratch* scratch);

}  // namespace simdcast

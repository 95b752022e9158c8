// A layer is made once for given types and sizes, and run any number of times. Callers have worked
// out the shapes; a layer checks only what keeps it within its tensors.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>

#include "../matrix/finished.hpp"
#include "../matrix/micro_kernel.hpp"
#include "requests.hpp"

namespace simdcast {
class Team;
}

namespace simdcast::layers {

// Dense tensors of the sizes that the layer was made for, at any addresses. They must not overlap.
// A null input is absent; an output after the first that nobody wants is null. What lies in the
// workspace is of no use to a later run.
struct Buffers {
  std::byte* workspace = nullptr;
  std::byte* const* outputs = nullptr;
  const std::byte* const* inputs = nullptr;
  MicroKernels kernels{};  // of the products that a layer is made of
  // Called with parts of the first output as soon as they are final, by layers that have a
  // `passedOn`; ignored by others.
  const Finished* finished = nullptr;
};

// The result of a layer that passes it on part by part.
struct PassedOn {
  DType type{};
  Count elements = 0;
};

// Whether there is such a layer: whether it takes the types, and stays within tensors of the sizes.
[[nodiscard]] bool isPossible(const LayerRequest& request);

// Threads may share one, each with buffers of its own.
class Layer {
 public:
  // Null where the request is not possible, or where memory ran out: isPossible tells which.
  [[nodiscard]] static std::unique_ptr<Layer> make(const LayerRequest& request);

  // Bytes that a run takes, from 0 to kMaxCount.
  [[nodiscard]] Count workspace() const noexcept { return workspace_; }

  // Nothing for layers that ignore Buffers::finished.
  [[nodiscard]] std::optional<PassedOn> passedOn() const;
  // Whether a run writes its first output whether or not it has an address.
  [[nodiscard]] bool requiresOutput() const;

  static constexpr Count kDone = -1;
  // kDone, or where in its tensor the first index is that is out of range: nothing is written then.
  Count run(const Buffers& buffers) const;

  // The same shared among threads, with a workspace for each, as workspace(team) says.
  [[nodiscard]] bool isWorthSharing(const Team& team) const;
  [[nodiscard]] Count workspace(const Team& team) const;
  Count run(const Buffers& buffers, Team& team) const;

 private:
  explicit Layer(const LayerRequest& simplest);

  LayerRequest request_;
  Count workspace_;
  // On one thread, about; negative until it is estimated. Threads may estimate it at once.
  mutable std::atomic<double> nanoseconds_ = -1;
};

}  // namespace simdcast::layers

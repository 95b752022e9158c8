// A layer is made once for given types and sizes, and run any number of times. Callers have worked
// out the shapes; a layer checks only what keeps it within its tensors.
#pragma once

#include <cstddef>
#include <memory>

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
  // Told of the first output while it is made; convolutions alone can tell.
  const Finished* finished = nullptr;
};

// Whether there is such a layer: whether it takes the types, and stays within tensors of the sizes.
[[nodiscard]] bool isPossible(const LayerRequest& request);

// Threads may share one, each with buffers of its own; only isWorthSharing, which keeps its
// estimate, must not be called by two at once.
class Layer {
 public:
  // Null where the request is not possible, or where memory ran out: isPossible tells which.
  [[nodiscard]] static std::unique_ptr<Layer> make(const LayerRequest& request);

  // Bytes that a run takes, from 0 to kMaxCount.
  [[nodiscard]] Count workspace() const noexcept { return workspace_; }

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
  mutable double nanoseconds_ = -1;  // on one thread, about; not estimated yet where negative
};

}  // namespace simdcast::layers

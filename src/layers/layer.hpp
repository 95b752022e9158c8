// Layers: how requests are compiled and run. Callers have inferred the shapes; a layer only checks
// what keeps it within its tensors. All functions except isPossible need a possible request, and
// those that run it, or size its workspace, the simplified one. Threads may share a request, each
// with its own buffers.
#pragma once

#include <cstddef>

#include "../base/tensor_type.hpp"
#include "../matrix/epilogue.hpp"
#include "../matrix/micro_kernel.hpp"
#include "requests.hpp"

namespace simdcast {
class Team;
}

namespace simdcast::layers {

// Whether the layer is valid: it accepts the types, and stays within tensors of these sizes.
[[nodiscard]] bool isPossible(const LayerRequest& request);

// The name of the request's type.
[[nodiscard]] std::string_view name(const LayerRequest& request) noexcept;

// Buffers::inputs and outputs have at least these numbers of addresses, null for operands that the
// layer lacks.
inline constexpr int kMaxInputs = 6;
inline constexpr int kMaxOutputs = 3;
static_assert(kMaxInputs <= kMaxOperands);

struct Operands {
  TensorTypes inputs;
  TensorTypes outputs;         // those after the first may be left out
  int optional = 0;            // of the last inputs
  bool requiresOutput = true;  // whether the first output is required
  bool takesEpilogue = false;  // whether Buffers::epilogue is called
};
[[nodiscard]] Operands operandsOf(const LayerRequest& request);

// Weights are packed for the algorithm that multiplies by them. Bytes of the packed input, or 0 if
// runs read the dense tensor.
inline constexpr int kPackedInput = 1;
[[nodiscard]] Count packedBytes(const LayerRequest& request, int input);
void pack(const LayerRequest& request, int input, std::byte* to, const std::byte* from);
// Restores the dense tensor.
void unpack(const LayerRequest& request, int input, std::byte* to, const std::byte* from);

// The same work in fewer axes, and in an order that suits memory.
[[nodiscard]] LayerRequest simplified(const LayerRequest& request);

// Dense tensors of the request's sizes, at any addresses. They must not overlap. A null input is
// absent; a null output is unused. The contents of the workspace are temporary.
struct Buffers {
  std::byte* workspace = nullptr;
  std::byte* const* outputs = nullptr;
  const std::byte* const* inputs = nullptr;
  const MicroKernels* kernels = nullptr;  // for the products of a layer
  // Called with each final part of the first output, by layers with Operands::takesEpilogue;
  // ignored by others.
  const ApplyEpilogue* epilogue = nullptr;
};

// Bytes of the workspace of a run, from 0 to kMaxCount.
[[nodiscard]] Count workspaceOf(const LayerRequest& request);

// A run's result: kDone, or the position of the first index that is out of range, in its tensor;
// nothing is written then.
inline constexpr Count kDone = -1;
Count run(const LayerRequest& request, const Buffers& buffers);

// Approximate time on one thread; 0 if the layer cannot be shared.
[[nodiscard]] double nanosecondsOf(const LayerRequest& request);
// The size of a workspace that the threads of a team share.
[[nodiscard]] Count workspaceOf(const LayerRequest& request, const Team& team);
Count share(const LayerRequest& request, const Buffers& buffers, Team& team);

}  // namespace simdcast::layers

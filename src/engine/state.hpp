// The contents of a Task, and its unchecked runs; for src/engine and its tests.
#pragma once

#include "../execute/share.hpp"
#include "../layers/layer.hpp"
#include "../operators/lower_operator.hpp"
#include "task.hpp"

namespace simdcast {

struct Task::State {
  std::variant<AlignedOnly, Elementwise, Gemm, layers::LayerRequest> work;
  layers::Operands operands;
  Count workspace = 0;
  MicroKernels microKernels;
  bool reversed = false;     // the operator's rule writes shapes innermost first
  bool takesKernel = false;  // whether it is of taskForKernel
  // For runs with a team: the result of estimate(), and the pieces of an elementwise task, which
  // the first such run creates.
  double nanoseconds = 0;
  mutable KeptPieces pieces;

  // Returns a refusal for null.
  [[nodiscard]] static std::variant<Task, Refusal> hold(std::unique_ptr<State> state);

  [[nodiscard]] const Elementwise* elementwise() const noexcept {
    return std::get_if<Elementwise>(&work);
  }
  [[nodiscard]] Elementwise* elementwise() noexcept { return std::get_if<Elementwise>(&work); }
  [[nodiscard]] const Gemm* gemm() const noexcept { return std::get_if<Gemm>(&work); }
  [[nodiscard]] const layers::LayerRequest* layer() const noexcept {
    return std::get_if<layers::LayerRequest>(&work);
  }

  [[nodiscard]] bool reads(int input) const noexcept;
  [[nodiscard]] bool lacksKernel() const noexcept {
    return takesKernel && elementwise()->pipeline.first == nullptr;
  }
  // Whether a run calls Buffers::epilogue.
  [[nodiscard]] bool takesEpilogue() const noexcept {
    return gemm() != nullptr || operands.takesEpilogue;
  }

  // Runs on dense tensors at any addresses; the task must compute. Returns what layers::run does.
  Count run(const layers::Buffers& buffers, Scratch& scratch) const;

  // Approximate nanoseconds on one thread.
  [[nodiscard]] double estimate() const;
  // The same for a team, with a Scratch and a workspace per thread.
  [[nodiscard]] Count workspaceFor(const Team& team) const;
  Count run(const layers::Buffers& buffers, Scratch* scratches, Team& team) const;

  // For an elementwise task whose result has elements: computes the first 1 or more positions along
  // the outermost axis of its loop nest; output and inputs point to their parts.
  void runFirst(Size count, std::byte* output, const std::byte* const* inputs,
                Scratch& scratch) const;
  // For a task of a kernel by rows: computes some elements of the result. The output and the inputs
  // are whole.
  void runPart(Count first, Count count, std::byte* output, const std::byte* const* inputs) const;
};

// One kernel over all inputs of a request for a rule, in the types in which they are stored. The
// task computes once its pipeline has the kernel. With `byRows` the kernel is called on parts of
// rows, and so can be on parts of the result (runPart).
[[nodiscard]] std::variant<Task, Refusal> taskForKernel(const Request& request, int resultType,
                                                        bool byRows = false);

}  // namespace simdcast

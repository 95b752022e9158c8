// Walks a loop nest and computes a pipeline on every run.
#pragma once

#include "../plan/loop_nest.hpp"
#include "pack.hpp"
#include "pipeline.hpp"

namespace simdcast {

// Working memory of one execution at a time.
struct Scratch {
  struct Tile {
    alignas(simd::kVectorBytes) std::byte bytes[kTileBytes];
  };
  struct OperandTile : Tile {
    Swizzles swizzles;
  };
  OperandTile operands[kMaxOperands];
  Tile result;
  Tile stored;  // an operand packed in its stored type, before it is widened
  Tile spare;   // for packing in several steps
};

// `output` and `inputs` point at dense tensors of the shapes and widths that the nest was lowered
// from. The output may be an input of the output's own shape and width, and must not overlap any
// other.
void execute(const LoopNest& nest, const Pipeline& pipeline, std::byte* output,
             const std::byte* const* inputs, Scratch& scratch);

// Computes `count` elements of the output, starting at `first`, for a nest whose runs are within
// rows (LoweringOptions::byRows) and a pipeline of one kernel. Uses no working memory, so threads
// may run parts concurrently.
void executePart(const LoopNest& nest, const Pipeline& pipeline, std::byte* output,
                 const std::byte* const* inputs, Count first, Count count);

// Working memory of `compute`.
struct RunScratch {
  static constexpr int kInputs = 3;
  Scratch::Tile inputs[kInputs];
  Scratch::Tile result;
};

// Runs a pipeline on one run of elements, without a loop nest. `inputs` point at its stored
// operands: at most RunScratch::kInputs operands, and at most a tile of elements in the widest
// lane. The output must not overlap an input.
void compute(const Pipeline& pipeline, std::ptrdiff_t n, std::byte* output, const Input* inputs,
             RunScratch& scratch);

}  // namespace simdcast

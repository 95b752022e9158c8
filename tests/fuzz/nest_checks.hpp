// Invariants of every loop nest, and of its execution if the tensors are small.
#pragma once

#include "bytes.hpp"
#include "rules/alignment.hpp"

namespace simdcast::fuzz {

// The nest of an accepted alignment covers the result once and stays within every operand.
void checkNest(const Alignment& alignment, Bytes& bytes);

// A sum (or the copy of a single operand) equals a loop over indices.
void checkExecution(const Alignment& alignment, Bytes& bytes);

}  // namespace simdcast::fuzz

// What must hold of every plan, and of its execution where the tensors are small.
#pragma once

#include "bytes.hpp"
#include "rules/alignment.hpp"

namespace simdcast::fuzz {

// The plan of an accepted alignment covers the result once and stays within every operand.
void checkPlan(const Alignment& alignment, Bytes& bytes);

// A sum (or the copy of a single operand) gives what a loop over indices gives.
void checkExecution(const Alignment& alignment, Bytes& bytes);

}  // namespace simdcast::fuzz

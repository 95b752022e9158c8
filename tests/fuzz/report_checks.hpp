// Invariants of every alignment and of its explanation.
#pragma once

#include "bytes.hpp"
#include "question.hpp"
#include "rules/alignment.hpp"

namespace simdcast::fuzz {

// The report contains the outcome, each operand, and the reasons of a conflict.
void checkReport(const Question& question, const Alignment& alignment, Bytes& bytes);

// Every fix is accepted, and yields the shape that it promises.
void checkFixes(const Question& question, const Alignment& alignment);

// Sources are within the operands, and fanouts count the elements that they feed.
void checkSources(const Alignment& alignment, Bytes& bytes);

// The multidirectional rule accepts the explicit shapes, and yields the same result.
void checkExplicitShapes(const Alignment& alignment);

}  // namespace simdcast::fuzz

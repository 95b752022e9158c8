// What must hold of every alignment and of its explanation.
#pragma once

#include "bytes.hpp"
#include "question.hpp"
#include "rules/alignment.hpp"

namespace simdcast::fuzz {

// The report says whether the operands broadcast, of each of them, and why not.
void checkReport(const Question& question, const Alignment& alignment, Bytes& bytes);

// Every repair is accepted, and gives the shape that it promises.
void checkFixes(const Question& question, const Alignment& alignment);

// Sources lie within the operands, and an element feeds as many others as its fanout says.
void checkSources(const Alignment& alignment, Bytes& bytes);

// The multidirectional rule takes the explicit shapes, and gives the same result.
void checkExplicitShapes(const Alignment& alignment);

}  // namespace simdcast::fuzz

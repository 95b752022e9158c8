// With SIMDCAST_FUZZ_SHOW set, a target says what it asks: which question a saved input stands for.
#pragma once

#include "operators/prepare.hpp"
#include "question.hpp"

namespace simdcast::fuzz {

void showIfAsked(const Question& question);
void showIfAsked(const OperatorRequest& request);

}  // namespace simdcast::fuzz

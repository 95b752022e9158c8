// With SIMDCAST_FUZZ_SHOW set, a target prints the question that a saved input represents.
#pragma once

#include <string_view>

#include "question.hpp"

namespace simdcast::fuzz {

void showIfAsked(const Question& question);
void showIfAsked(std::string_view question);

}  // namespace simdcast::fuzz

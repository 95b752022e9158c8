// Checks for every input. libFuzzer saves an input that violates them.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace simdcast::fuzz {

inline void check(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "Does not hold: %s\n", what);
  std::abort();
}

}  // namespace simdcast::fuzz

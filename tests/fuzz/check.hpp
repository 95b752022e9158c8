// What holds for every input. libFuzzer saves the input for which it does not.
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

// The reason why a request or a run was rejected, in English, unless an alignment or an operator
// reports it.
#pragma once

#include <string>
#include <string_view>

#include "../base/error.hpp"

namespace simdcast {

// The parameters of a sentence; unused ones are omitted.
struct RefusalFacts {
  std::string_view subject = {};  // the operator, the attribute or the rule
  int input = -1;
  Count wanted = 0;
  Count given = 0;
};

[[nodiscard]] std::string describe(RefusalCode code, const RefusalFacts& facts = {});

}  // namespace simdcast

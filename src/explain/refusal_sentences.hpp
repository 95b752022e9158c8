// Why a request or a run was refused, in English, where no alignment and no operator has said it.
#pragma once

#include <string>
#include <string_view>

#include "../base/error.hpp"

namespace simdcast {

// What a sentence names; a member that its code has no use for is left out.
struct RefusalFacts {
  std::string_view subject = {};  // the operator, the attribute or the rule
  int input = -1;
  Count wanted = 0;
  Count given = 0;
};

[[nodiscard]] std::string describe(RefusalCode code, const RefusalFacts& facts = {});

}  // namespace simdcast

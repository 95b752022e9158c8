// Why a call through src/api failed, in English, where no alignment and no operator has said it.
#pragma once

#include <string>

#include "../api/failure.hpp"

namespace simdcast {

// What a sentence names; a member that its code has no use for is left out.
struct FailureFacts {
  std::string_view subject;  // the operator or the attribute
  int input = -1;
  Count wanted = 0;
  Count given = 0;
};

[[nodiscard]] std::string describe(FailureCode code, const FailureFacts& facts = {});

}  // namespace simdcast

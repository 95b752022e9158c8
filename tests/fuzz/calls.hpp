// A request from a caller in another language: call by call, with numbers only. Most are valid; any
// may be some other number.
#pragma once

#include <string>
#include <vector>

#include "bytes.hpp"
#include "engine/request.hpp"

namespace simdcast::fuzz {

struct Asked {
  Request request;
  bool fits = true;  // the conjunction of all calls' results
  bool isOperator = true;
  std::string calls;  // as text, for a reader
};

[[nodiscard]] Asked readRequest(Bytes& bytes);

// Any number, often one around which something ends.
[[nodiscard]] int readAny(Bytes& bytes);

}  // namespace simdcast::fuzz

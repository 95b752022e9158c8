// A request as a caller in another language makes it: call by call, with numbers alone. Most are
// such as an operator takes; any may be some other number.
#pragma once

#include <string>
#include <vector>

#include "bytes.hpp"
#include "engine/request.hpp"

namespace simdcast::fuzz {

struct Asked {
  Request request;
  bool fits = true;  // what the calls said of all parts together
  bool isOperator = true;
  std::string calls;  // as text, for a reader
};

[[nodiscard]] Asked readRequest(Bytes& bytes);

// Any number, often one around which something ends.
[[nodiscard]] int readAny(Bytes& bytes);

}  // namespace simdcast::fuzz

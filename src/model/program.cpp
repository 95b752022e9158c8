#include "program.hpp"

#include <cstring>

#include "../base/rounding.hpp"

namespace simdcast::model {

bool Condition::holds() const noexcept {
  if (value->bytes == 0) return true;
  const std::byte* now = value->place()->address + value->offset;
  return std::memcmp(now, copy, size(value->bytes)) == 0;
}

Count Program::bytes() const noexcept {
  constexpr Count kOwnBytes = 4096;
  Count sum = kOwnBytes + holdings.bytes();
  for (const Stage& stage : stages) sum += stage.segment.bytes();
  return sum;
}

}  // namespace simdcast::model

#include "small_floats.hpp"

#include <cstring>

#include "convert.hpp"

namespace simdcast {
namespace {

template <SmallFloat T>
void widenAll(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    T value;
    std::memcpy(&value, from + i * 2, sizeof value);
    const float widened = widen(value);
    std::memcpy(to + i * 4, &widened, sizeof widened);
  }
}

template <SmallFloat T>
void narrowAll(std::ptrdiff_t n, std::byte* to, const std::byte* from) {
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    float value;
    std::memcpy(&value, from + i * 4, sizeof value);
    T narrowed;
    narrow(value, narrowed);
    std::memcpy(to + i * 2, &narrowed, sizeof narrowed);
  }
}

}  // namespace

const SmallFloatLoops kHalfLoops{widenAll<Half>, narrowAll<Half>};
const SmallFloatLoops kBFloatLoops{widenAll<BFloat>, narrowAll<BFloat>};

}  // namespace simdcast

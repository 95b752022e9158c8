// Memory for tensors.
#include "engine/heap.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cstdint>

// AddressSanitizer asks the program: malloc returns null if memory is short, as without it.
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1"; }

namespace simdcast::test::heap_test {
namespace {

TEST_CASE("heap: more than the memory cannot be reserved", "[heap]") {
  constexpr std::size_t kMost = SIZE_MAX / 2;
  const std::size_t before = heap::reserved();
  CHECK_FALSE(heap::canReserve(kMost));
  CHECK(heap::reserve(kMost) == nullptr);
  CHECK(heap::reserved() == before);
  CHECK(heap::canReserve(1000));
}

}  // namespace
}  // namespace simdcast::test::heap_test

// Memory for tensors, from the C library's allocator under a limit to which it may grow.
#pragma once

#include <cstddef>

namespace simdcast::heap {

// The address that the heap may grow to. Without a limit nothing is known of how it grows.
void setLimit(std::size_t limit) noexcept;

// At a multiple of 8; null where there is none left, which changes nothing.
[[nodiscard]] void* reserve(std::size_t bytes) noexcept;
void release(void* block) noexcept;

// Bytes that have been reserved and not released, with what the allocator adds to them.
[[nodiscard]] std::size_t reserved() noexcept;

// Bytes that a call may take for what it makes for itself, which it cannot be refused half-way: the
// report on 32 operands of rank 16 takes a third of this.
inline constexpr std::size_t kHeadroom = std::size_t{1} << 18;
[[nodiscard]] bool hasHeadroom() noexcept;

}  // namespace simdcast::heap

#include "heap.hpp"

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

// NOTE [ memory growth ]
// In wasm the heap ends where the linear memory ends, and malloc grows the memory if necessary.
// Growth changes no address, but detaches the buffer that JavaScript sees: every typed array over
// it becomes empty. So a call uses memory in one order,
//
//   reserve, view, write, run, view again to read
//
// and only the first step, and compiling a plan, may grow it: a run works in reserved memory.
// Memory never shrinks; released blocks are reused. A call that allocates as it goes (a plan, a
// report) cannot be rejected half-way. It checks for headroom first, so running out is an error
// before the call rather than an abort within it.
namespace simdcast::heap {
namespace {

// The allocator's minimum request to the system, and more than its overhead per block.
constexpr std::size_t kLeast = std::size_t{1} << 16;

std::size_t limit = SIZE_MAX;
std::size_t inUse = 0;

// Bytes that the heap may still grow by.
std::size_t growth() {
  const auto end = reinterpret_cast<std::size_t>(sbrk(0));
  return end < limit ? limit - end : 0;
}

struct HeldBlock {
  HeldBlock* next;
};

// NOTE [ the last of the memory ] dlmalloc extends its free end by the missing part of a block,
// until the system fails once. From then on it requests whole blocks: of 100 MB with 50 free at the
// end it could not allocate 51. So the system must never fail while memory is left: before a block
// that may not fit, all the rest is allocated in pieces and freed, which joins it to the free end.
void takeTheRest() {
  HeldBlock* held = nullptr;
  for (std::size_t piece = growth(); piece >= kLeast;) {
    if (void* block = std::malloc(piece - kLeast / 2)) {
      held = new (block) HeldBlock{held};
      piece = std::min(piece, growth());
    } else {
      piece /= 2;
    }
  }
  while (held != nullptr) std::free(std::exchange(held, held->next));
}

void* allocate(std::size_t bytes) {
  const std::size_t left = growth();
  if (left >= kLeast && bytes > left - kLeast / 2) takeTheRest();
  return std::malloc(bytes);
}

}  // namespace

void setLimit(std::size_t bytes) noexcept { limit = bytes; }

void* reserve(std::size_t bytes) noexcept {
  void* block = allocate(bytes);
  inUse += malloc_usable_size(block);
  return block;
}

void release(void* block) noexcept {
  inUse -= malloc_usable_size(block);
  std::free(block);
}

std::size_t reserved() noexcept { return inUse; }

bool hasHeadroom() noexcept { return canReserve(0); }

bool canReserve(std::size_t bytes) noexcept {
  if (bytes > SIZE_MAX - kHeadroom) return false;
  // Volatile: a compiler may remove a malloc whose block is only freed, and take it to have
  // succeeded.
  void* volatile block = allocate(kHeadroom + bytes);
  std::free(block);
  return block != nullptr;
}

}  // namespace simdcast::heap

// What the C and C++ libraries ask of the system they run on.
#include <__verbose_abort>
#include <algorithm>
#include <cstddef>

namespace {

constexpr std::size_t kPage = 65536;
constexpr std::size_t kMostExtra = std::size_t{96} << 20;

bool growBy(std::size_t pages) {
  return __builtin_wasm_memory_grow(0, pages) != static_cast<std::size_t>(-1);
}

}  // namespace

// How wasm memory grows: the linker puts this in the place of emscripten_resize_heap, which the C
// library's sbrk calls, and which gives up where it returns 0. Growing makes every view in
// JavaScript stale, so it takes a fifth more than was asked for where that much is left.
extern "C" int __wrap_emscripten_resize_heap(std::size_t wanted) {
  const std::size_t size = __builtin_wasm_memory_size(0) * kPage;
  if (wanted <= size) return 1;
  const std::size_t extra = std::min(size / 5, kMostExtra);
  const std::size_t least = (wanted - size + kPage - 1) / kPage;
  return growBy(least + extra / kPage) || growBy(least) ? 1 : 0;
}

// The library's own prints a message, and there is nowhere to print to.
void std::__libcpp_verbose_abort(const char* /*format*/, ...) { __builtin_trap(); }

#include "ready.hpp"

#include <cstring>
#include <memory>
#include <new>

namespace simdcast {
namespace {

// Copies one after the other into a piece of memory, or counts the bytes that this takes.
class Copier {
 public:
  explicit Copier(std::byte* to) : to_(to) {}

  template <class T>
  View<T> copy(const View<T>& from) {
    static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= kAlignment);
    auto* items = reinterpret_cast<T*>(take(from.size() * sizeof(T)));
    if constexpr (std::is_trivially_copyable_v<T>) {
      fill(items, from.begin(), from.size() * sizeof(T));
    } else if (to_ != nullptr) {
      for (int i = 0; i < from.size(); ++i) std::construct_at(items + i, from[i]);
    }
    return {items, from.size()};
  }
  template <class T>
  const T* copy(const T& from) {
    return copy(View<T>(&from, 1)).begin();
  }
  [[nodiscard]] std::size_t used() const { return used_; }

 private:
  static constexpr std::size_t kAlignment = 16;

  std::byte* take(std::size_t bytes) {
    std::byte* place = to_ + used_;
    used_ += (bytes + kAlignment - 1) / kAlignment * kAlignment;
    return place;
  }
  void fill(void* to, const void* from, std::size_t bytes) const {
    if (to_ != nullptr) std::memcpy(to, from, bytes);
  }

  std::byte* to_;
  std::size_t used_ = 0;
};

std::size_t copyReady(const Prepared& prepared, std::byte* to) {
  Ready ready{.program = prepared.program,
              .plan = prepared.plan,
              .walked = prepared.walked,
              .inputs = prepared.request.shapes.size(),
              .gemmKernel = prepared.gemmKernel};
  Copier copier(to);
  copier.copy(ready);
  ready.program.constants = copier.copy(ready.program.constants);
  ready.program.inputs = copier.copy(ready.program.inputs);
  ready.program.folds = copier.copy(ready.program.folds);
  ready.plan.operands = copier.copy(ready.plan.operands);
  ready.plan.sizes = copier.copy(ready.plan.sizes);
  ready.walked = copier.copy(ready.walked);
  if (ready.gemmKernel != nullptr) ready.gemm = copier.copy(prepared.gemm);
  if (to != nullptr) std::memcpy(to, &ready, sizeof ready);
  return copier.used();
}

}  // namespace

Ready* Ready::make(const Prepared& prepared) noexcept {
  auto* memory =
      static_cast<std::byte*>(::operator new(copyReady(prepared, nullptr), std::nothrow));
  if (memory != nullptr) copyReady(prepared, memory);
  return std::launder(reinterpret_cast<Ready*>(memory));
}

void Ready::discard(Ready* ready) noexcept { ::operator delete(ready); }

}  // namespace simdcast

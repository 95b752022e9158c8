// Iterates over the indices of a box, last axis fastest, like the wheels of an odometer, and keeps
// the current offset into each of kTensors tensors. Allocates nothing.
#pragma once

#include <array>
#include <cassert>

#include "shape.hpp"

namespace simdcast {

template <int kTensors>
class Odometer {
 public:
  using Strides = std::array<Count, kTensors>;

  // Adds an axis inside the present ones, before the iteration starts. Its size must not be 0: a
  // box without axes has one index, an empty box none.
  void push(Count size, const Strides& strides) noexcept {
    assert(rank_ < kMaxRank && size > 0);
    wheels_[rank_++] = {size, 0, strides};
  }

  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] Count index(int axis) const noexcept { return wheels_[axis].index; }
  [[nodiscard]] Count offset(int tensor) const noexcept {
    return offsets_[static_cast<std::size_t>(tensor)];
  }

  // Advances to the next index; false when it wraps around from the last to the first.
  bool next() noexcept {
    for (int axis = rank_ - 1; axis >= 0; --axis) {
      Wheel& wheel = wheels_[axis];
      const bool wraps = ++wheel.index == wheel.size;
      const Count moves = wraps ? 1 - wheel.size : 1;
      for (std::size_t i = 0; i < kTensors; ++i) offsets_[i] += moves * wheel.strides[i];
      if (!wraps) return true;
      wheel.index = 0;
    }
    return false;
  }

 private:
  struct Wheel {
    Count size;
    Count index;
    Strides strides;
  };

  int rank_ = 0;
  Strides offsets_{};
  Wheel wheels_[kMaxRank];
};

}  // namespace simdcast

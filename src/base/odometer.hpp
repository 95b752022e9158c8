// A walk through the indices of a box, the last axis fastest, as an odometer's wheels turn: for
// each of kTensors tensors it keeps the offset of the element at hand. It allocates nothing.
#pragma once

#include <array>
#include <cassert>

#include "shape.hpp"

namespace simdcast {

template <int kTensors>
class Odometer {
 public:
  using Strides = std::array<Count, kTensors>;

  // An axis inside of those that there are, before the walk begins. Its size must not be 0: a box
  // of nothing has no indices, while one without axes has one.
  void push(Count size, const Strides& strides) noexcept {
    assert(rank_ < kMaxRank && size > 0);
    wheels_[rank_++] = {size, 0, strides};
  }

  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] Count index(int axis) const noexcept { return wheels_[axis].index; }
  [[nodiscard]] Count offset(int tensor) const noexcept {
    return offsets_[static_cast<std::size_t>(tensor)];
  }

  // To the next index; from the last one back to the first, which gives false.
  bool next() noexcept {
    for (int axis = rank_ - 1; axis >= 0; --axis) {
      Wheel& wheel = wheels_[axis];
      const bool wraps = ++wheel.index == wheel.size;
      const Count steps = wraps ? 1 - wheel.size : 1;
      for (std::size_t i = 0; i < kTensors; ++i) offsets_[i] += steps * wheel.strides[i];
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

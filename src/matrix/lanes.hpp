// Lanes in memory, at any address.
#pragma once

#include "../execute/simd.hpp"

namespace simdcast {

template <class Lane>
simd::Vec<Lane> loadVector(const std::byte* from) {
  return simd::load<simd::Vec<Lane>>(from);
}

template <class Lane>
Lane loadLane(const std::byte* from) {
  Lane lane;
  std::memcpy(&lane, from, sizeof lane);
  return lane;
}

template <class Lane>
void storeLane(std::byte* to, Lane lane) {
  std::memcpy(to, &lane, sizeof lane);
}

}  // namespace simdcast

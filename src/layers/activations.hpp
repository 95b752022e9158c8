// The activations of recurrences.
#pragma once

#include "requests.hpp"

namespace simdcast::layers {

// Activates the elements of a row, in place, for lanes float and double.
template <class T>
void activate(const Activation& activation, Count n, std::byte* row);

}  // namespace simdcast::layers

// The discrete Fourier transform of complex numbers in float64, of any length.
#pragma once

#include <cstddef>

#include "../base/shape.hpp"
#include "../base/small_vector.hpp"

namespace simdcast {

// Complex numbers as two rows of doubles, at any addresses.
struct Numbers {
  std::byte* real;
  std::byte* imaginary;

  [[nodiscard]] Numbers at(Count position) const noexcept {
    return {real + position * Count{sizeof(double)}, imaginary + position * Count{sizeof(double)}};
  }
  // The inverse transform is the transform of swapped numbers, swapped.
  [[nodiscard]] Numbers swapped() const noexcept { return {imaginary, real}; }
};

// The sequence of passes over 2^a 3^b 5^c 7^d numbers (Stockham's: results are in order), or, if
// the length has other factors, a convolution with a chirp whose length has none (Bluestein).
class FourierTransform {
 public:
  explicit FourierTransform(Count length);

  // Complex numbers in the table of factors, and in each of the two buffers of a run.
  [[nodiscard]] Count tableNumbers() const noexcept;
  [[nodiscard]] Count bufferNumbers() const noexcept { return padded_ + 1; }

  void fillTable(Numbers table, Numbers buffer, Numbers other) const;
  // Transforms the numbers in `buffer`. Returns the buffer with the result, which is either.
  [[nodiscard]] Numbers run(Numbers table, Numbers buffer, Numbers other) const;

 private:
  struct Pass {
    int radix;
    Count groups;  // of numbers that are combined, which are this far apart
    Count stride;  // groups in which this many neighbours share their factors
  };

  [[nodiscard]] bool isDirect() const noexcept { return padded_ == length_; }
  [[nodiscard]] Numbers chirpOf(Numbers table) const noexcept;
  [[nodiscard]] Numbers runPasses(Numbers table, Numbers buffer, Numbers other) const;

  Count length_;
  Count padded_;  // the length of the passes
  SmallVector<Pass, 18> passes_;
};

// exp(-2 pi i k / n) for 0 <= k < n < 2^59.
struct Root {
  double real;
  double imaginary;
};
[[nodiscard]] Root rootOf(Count k, Count n);

}  // namespace simdcast

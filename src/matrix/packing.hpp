// Packing, as in GotoBLAS: `count` lanes of each of `width` rows or columns of a matrix. The
// `width` lanes that a micro-kernel loads at a time become contiguous.
#pragma once

#include <cstddef>

namespace simdcast {

// Some rows or columns of a matrix, in lanes. Data between them may be read up to `end`, and packed
// if there are fewer rows or columns than `width`; results computed from it are dropped.
struct MatrixView {
  const std::byte* data;
  std::size_t rowStride;  // bytes from one row to the next
  const std::byte* end;
};

// From rows. `width` is a multiple of a vector's lanes; if there are fewer rows, though at least
// one, the last is packed again. For words of 2, 4 and 8 bytes.
using Interleave = void (*)(std::byte* to, const MatrixView& view, std::size_t rows,
                            std::size_t width, std::size_t count);
template <class Word>
void interleave(std::byte* to, const MatrixView& view, std::size_t rows, std::size_t width,
                std::size_t count);

// From adjacent columns: copies the first `bytes` bytes of each of `count` rows, to rows of
// `packed` bytes.
void copyColumns(std::byte* to, const MatrixView& view, std::size_t bytes, std::size_t packed,
                 std::size_t count);

// Copies lanes in a loop: faster than memcpy if they are few and their number varies.
void copyLanes(std::byte* to, const std::byte* from, std::size_t bytes);

}  // namespace simdcast

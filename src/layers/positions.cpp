#include "positions.hpp"

namespace simdcast::layers {

Positions columnsOf(DType type, Count columns, double nanoseconds, DType resultType, Count least) {
  constexpr Count kColumnUnit = 64;
  return {.count = columns,
          .unit = kColumnUnit,
          .least = least,
          .areColumns = true,
          .nanoseconds = nanoseconds,
          .inputs = {bytesOf(type, 1)},
          .outputs = {bytesOf(resultType, 1)}};
}

bool areColumnsBetter(Count slices, Count columns, Count least) {
  constexpr Count kFewSlices = 16;
  return slices < kFewSlices && columns >= 2 * least;
}

}  // namespace simdcast::layers

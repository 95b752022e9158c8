// Layers as positions along an axis that do not depend on one another.
#pragma once

#include "../base/dtype.hpp"
#include "../base/shape.hpp"

namespace simdcast::layers {

struct Positions {
  Count count = 1;
  Count unit = 1;           // a part is a multiple of this size
  Count least = 1;          // and at least about this size; the last part may be smaller
  bool areColumns = false;  // for runColumns, rather than separate layers
  double nanoseconds = 0;   // approximate time for all parts on one thread
  // Bytes to the first position of the first operands.
  Count firstInput = 0;
  Count firstOutput = 0;
  // Bytes from position to position of each operand; 0 if all read the same elements.
  Count inputs[3]{};
  Count outputs[3]{};

  [[nodiscard]] bool canBeCut() const noexcept { return count > unit && count >= 2 * least; }
};

[[nodiscard]] inline Count bytesOf(DType type, Count elements) { return width(type) * elements; }

// Columns are cut between cache lines, into parts that are worth a kernel call. Each thread takes
// only one, to read as much memory in order as possible.
inline constexpr Count kLeastColumns = 256;
[[nodiscard]] Positions columnsOf(DType type, Count columns, double nanoseconds, DType resultType,
                                  Count least = kLeastColumns);

// Whether columns are better cut than slices, because these are few.
[[nodiscard]] bool areColumnsBetter(Count slices, Count columns, Count least = kLeastColumns);

// The work along an axis, for a cost per element.
template <class Along>
[[nodiscard]] double nanosecondsAlong(const Along& request, double ofElement) {
  return static_cast<double>(request.outer * request.size) * static_cast<double>(request.inner) *
         ofElement;
}

// Slices that are read, each for `made` elements of a result.
template <class Along>
[[nodiscard]] Positions slicesOf(const Along& request, double ofElement, Count made,
                                 DType resultType) {
  return {.count = request.outer,
          .nanoseconds = nanosecondsAlong(request, ofElement),
          .inputs = {bytesOf(request.type, request.size * request.inner)},
          .outputs = {bytesOf(resultType, made)}};
}

}  // namespace simdcast::layers

// The trace as JSON: web/trace.ts says what each field means. Shapes, axes and indices are written
// in the rule's own order.
#pragma once

#include <string>

#include "../rules/alignment.hpp"

namespace simdcast {

// `shapes` are those that the alignment was made from, outermost first; `elementSize` in bytes.
[[nodiscard]] std::string traceJson(const Alignment& alignment, const Shapes& shapes,
                                    Count elementSize);

}  // namespace simdcast

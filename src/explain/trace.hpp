// The trace as JSON: web/trace.ts says what each field means. Shapes, axes and indices are written
// in the rule's own order.
#pragma once

#include <string>

#include "../rules/alignment.hpp"

namespace simdcast {

// What a reader may ask for: the shapes, strides and byte counts; what each axis and each failure
// is; and the advice and the prose, which take longest to find.
enum TracePart : unsigned { kTraceFacts = 1, kTraceFindings = 2, kTraceAdvice = 4 };
inline constexpr unsigned kWholeTrace = kTraceFacts | kTraceFindings | kTraceAdvice;

// `shapes` are those that the alignment was made from, outermost first; `elementSize` in bytes.
[[nodiscard]] std::string traceJson(const Alignment& alignment, const Shapes& shapes,
                                    Count elementSize, unsigned parts = kWholeTrace);

}  // namespace simdcast

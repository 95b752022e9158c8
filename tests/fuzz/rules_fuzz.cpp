// Any rule, parameters and shapes: the answer is consistent, its loop nest stays within the
// operands, and walking it has the same result as a loop.
#include "nest_checks.hpp"
#include "report_checks.hpp"
#include "rules/align.hpp"
#include "show.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace simdcast;
  fuzz::Bytes bytes(data, size);
  const fuzz::Question question = fuzz::readQuestion(bytes);
  fuzz::showIfAsked(question);
  const Alignment alignment = align(question.rule, question.shapes, question.params);
  fuzz::checkReport(question, alignment, bytes);
  fuzz::checkFixes(question, alignment);
  if (!alignment.ok()) return 0;
  fuzz::checkSources(alignment, bytes);
  fuzz::checkExplicitShapes(alignment);
  // A product is not a loop over paired elements.
  if (alignment.policy().product) return 0;
  fuzz::checkNest(alignment, bytes);
  fuzz::checkExecution(alignment, bytes);
  return 0;
}

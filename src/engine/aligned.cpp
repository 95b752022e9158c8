#include "aligned.hpp"

#include "../explain/sentences.hpp"
#include "../operators/lower_operator.hpp"
#include "../rules/align.hpp"
#include "../rules/source.hpp"

namespace simdcast {
namespace {

// An index within a shape, outermost first; empty if it is out of range.
std::optional<Index> indexWithin(const Alignment& alignment, const Shape& shape,
                                 const Numbers& numbers) {
  if (!alignment.ok() || numbers.size() != static_cast<std::size_t>(shape.size()))
    return std::nullopt;
  Index index;
  for (const int number : numbers) index.push(number);
  if (alignment.innermostFirst()) index.reverse();
  for (int axis = 0; axis < shape.size(); ++axis)
    if (index[axis] < 0 || index[axis] >= shape[axis]) return std::nullopt;
  return index;
}

}  // namespace

// Starts as the alignment of no operands, which every rule rejects.
Aligned::Aligned() : alignment_(align(RuleId::multidirectional, {})) {}

bool Aligned::ask(const Request& request) {
  std::optional<Alignment> alignment = request.align();
  if (!alignment) {
    *this = Aligned();
    return false;
  }
  alignment_ = *std::move(alignment);
  shapes_ =
      request.asksOperator() ? alignedShapes(request.node(), alignment_) : request.node().shapes;
  elementSize_ = request.elementSize();
  return true;
}

int Aligned::size(int axis) const {
  const int last = rank() - 1;
  if (axis < 0 || axis > last) return 0;
  const bool reversed = alignment_.innermostFirst();
  return alignment_.output[reversed ? last - axis : axis];
}

std::string Aligned::text() const { return verdict(alignment_, findFixes(alignment_, shapes_)); }

std::vector<Numbers> Aligned::source(const Numbers& numbers) const {
  std::vector<Numbers> sources;
  const std::optional<Index> index = indexWithin(alignment_, extents(alignment_), numbers);
  if (!index) return sources;
  for (int i = 0; i < alignment_.operands.size(); ++i)
    sources.push_back(inOrderOf(alignment_, simdcast::source(alignment_, i, *index)));
  return sources;
}

Aligned::Fed Aligned::fanout(int operand, const Numbers& numbers) const {
  Fed fed;
  if (operand < 0 || operand >= alignment_.operands.size()) return fed;
  const std::optional<Index> index =
      indexWithin(alignment_, alignment_.operands[operand].shape, numbers);
  if (!index) return fed;
  const Fanout fanout = simdcast::fanout(alignment_, operand, *index);
  fed.count = static_cast<double>(fanout.count);
  for (const Index& element : fanout.first) fed.first.push_back(inOrderOf(alignment_, element));
  return fed;
}

std::vector<Numbers> Aligned::explicitShapes() const {
  std::vector<Numbers> shapes;
  if (!alignment_.ok()) return shapes;
  for (const Shape& shape : simdcast::explicitShapes(alignment_))
    shapes.push_back(inOrderOf(alignment_, shape));
  return shapes;
}

}  // namespace simdcast

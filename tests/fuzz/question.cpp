#include "question.hpp"

#include <climits>

#include "shapes.hpp"

namespace simdcast::fuzz {
namespace {

// Mostly small, with the borders of 31 bits and of 53 bits of elements within reach.
constexpr Size kSizes[] = {1,  2,  3,   1,    4,     5,         0,         1,        7, 2, 8,
                           16, 17, 100, 1000, 65536, 134217728, INT32_MAX, kAnySize, 1, 3};

constexpr int kAxes[] = {kSuffix, 0, 1, 2, 3, 4, 15, 16, -2, INT_MAX, -INT_MAX};

// Only the shape that Expand requests may have negative sizes.
void readNegative(Bytes& bytes, Question& question) {
  Shape& target = question.shapes.back();
  if (question.rule != RuleId::expand || target.empty() || bytes.below(8) != 1) return;
  target[bytes.below(target.size())] = -1 - bytes.below(3);
}

}  // namespace

Question readQuestion(Bytes& bytes) {
  Question question;
  question.rule = static_cast<RuleId>(bytes.below(static_cast<int>(RuleId::count)));
  question.params.axis = bytes.pick(kAxes);
  question.params.broadcast = bytes.below(8) != 1;
  // Two operands are what most rules take. Many of a high rank have thousands of repairs to try.
  const bool isMany = bytes.below(16) == 1;
  const int count = bytes.flag() ? 2 : 1 + bytes.below(isMany ? kMaxOperands : 8);
  const int maxRank = isMany || bytes.below(4) != 1 ? 4 : kMaxRank;
  question.shapes = readShapes(bytes, kSizes, maxRank, count);
  readNegative(bytes, question);
  return question;
}

}  // namespace simdcast::fuzz

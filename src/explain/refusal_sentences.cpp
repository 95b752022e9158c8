#include "refusal_sentences.hpp"

#include "template.hpp"
#include "text.hpp"

namespace simdcast {
namespace {

enum class Key : std::uint8_t { subject, input, wanted, given, count };

constexpr Placeholders<Key, RefusalFacts> kPlaceholders({
    {Key::subject, "subject", [](const RefusalFacts& facts) { return std::string(facts.subject); }},
    {Key::input, "input", [](const RefusalFacts& facts) { return text::number(facts.input); }},
    {Key::wanted, "wanted", [](const RefusalFacts& facts) { return text::number(facts.wanted); }},
    {Key::given, "given", [](const RefusalFacts& facts) { return text::number(facts.given); }},
});

constexpr Templates<RefusalCode, kPlaceholders> kSentences({
    {RefusalCode::nothingAsked, "The request names no operator and no rule."},
    {RefusalCode::unknownOperator, "There is no operator named {subject}."},
    {RefusalCode::unknownRule, "There is no rule with the number {given}."},
    {RefusalCode::unknownOpset, "The opset {given} should be from 1 to {wanted}."},
    {RefusalCode::unknownAttribute, "There is no attribute named {subject}."},
    {RefusalCode::attributeValue,
     "The attribute {subject} does not take a value of that kind or size."},
    {RefusalCode::unknownType,
     "Input {input} has no element type: there is none with the number {given}."},
    {RefusalCode::tooManyInputs, "At most {wanted} inputs can be aligned."},
    {RefusalCode::tooManyAxes, "Input {input} has more than {wanted} axes."},
    {RefusalCode::byOperator, ""},
    {RefusalCode::byRule, ""},
    {RefusalCode::notComputed, "Strings are aligned here, and computed by the caller."},
    {RefusalCode::inputCount, "The plan takes {wanted} inputs, and got {given}."},
    {RefusalCode::inputLength, "Input {input} needs {wanted} bytes, and has {given}."},
    {RefusalCode::outputLength, "The output needs {wanted} bytes, and has {given}."},
    {RefusalCode::outputOverlaps,
     "The output overlaps input {input}, which is not the same tensor."},
    {RefusalCode::outOfMemory, "There is not enough memory."},
});

}  // namespace

std::string describe(RefusalCode code, const RefusalFacts& facts) {
  return kSentences[code].text.about(facts);
}

}  // namespace simdcast

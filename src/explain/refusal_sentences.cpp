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
    {RefusalCode::unknownOperator, "Unknown operator {subject}."},
    {RefusalCode::unknownRule, "Unknown rule number {given}."},
    {RefusalCode::unknownOpset, "Unknown opset {given}; the opsets are 1 to {wanted}."},
    {RefusalCode::unknownAttribute, "Unknown attribute '{subject}'."},
    {RefusalCode::attributeValue, "The attribute '{subject}' does not accept that value."},
    {RefusalCode::unknownType, "Input {input} has an unknown element type, number {given}."},
    {RefusalCode::tooManyInputs, "More than {wanted} inputs."},
    {RefusalCode::tooManyAxes, "Input {input} has more than {wanted} axes."},
    {RefusalCode::byOperator, ""},
    {RefusalCode::byRule, ""},
    {RefusalCode::impossibleLayer,
     "{subject} must have types that it supports, and sizes, strides and offsets within its "
     "tensors."},
    {RefusalCode::notComputed, "The engine aligns strings, but does not compute with them."},
    {RefusalCode::inputCount, "The task accepts {wanted} inputs, not {given}."},
    {RefusalCode::inputLength, "Input {input} must have {wanted} bytes, but has {given}."},
    {RefusalCode::outputCount, "The number of outputs must be from 1 to {wanted}, but is {given}."},
    {RefusalCode::outputLength, "Output {subject} must have {wanted} bytes, but has {given}."},
    {RefusalCode::outputOverlaps,
     "The output overlaps input {input} without being the same tensor."},
    {RefusalCode::outputsOverlap, "Outputs {wanted} and {given} overlap."},
    {RefusalCode::indexOutOfRange, "The index at position {given} is out of range."},
    {RefusalCode::outOfMemory, "Out of memory."},
});

}  // namespace

std::string describe(RefusalCode code, const RefusalFacts& facts) {
  return kSentences[code].text.about(facts);
}

}  // namespace simdcast

#include "failure_sentences.hpp"

#include "../enum_table.hpp"
#include "text.hpp"

namespace simdcast {
namespace {

struct Row {
  FailureCode key{};
  std::string_view name;
  std::string_view text;
};

constexpr EnumTable<FailureCode, Row> kFailures({
    {FailureCode::none, "none", ""},
    {FailureCode::unknownOperator, "unknown_operator", "There is no operator named {subject}."},
    {FailureCode::unknownAttribute, "unknown_attribute", "There is no attribute named {subject}."},
    {FailureCode::attributeValue, "attribute_value",
     "The attribute {subject} does not take a value of that kind or size."},
    {FailureCode::refused, "refused", "At most {wanted} inputs can be aligned, and got {given}."},
    {FailureCode::notComputed, "not_computed",
     "{subject} of strings is aligned here, and computed by the caller."},
    {FailureCode::notPlanned, "not_planned", "The plan has failed, so there is nothing to run."},
    {FailureCode::inputCount, "input_count", "The plan takes {wanted} inputs, and got {given}."},
    {FailureCode::inputLength, "input_length",
     "Input {input} needs {wanted} bytes, and has {given}."},
    {FailureCode::outputLength, "output_length",
     "The output needs {wanted} bytes, and has {given}."},
    {FailureCode::outputOverlaps, "output_overlaps",
     "The output overlaps input {input}, which is not the same tensor."},
    {FailureCode::outOfMemory, "out_of_memory", "There is not enough memory."},
});

std::string resolve(const FailureFacts& facts, std::string_view key) {
  if (key == "subject") return std::string(facts.subject);
  if (key == "input") return std::to_string(facts.input);
  return std::to_string(key == "wanted" ? facts.wanted : facts.given);
}

}  // namespace

std::string_view name(FailureCode code) noexcept { return kFailures[code].name; }

std::string describe(FailureCode code, const FailureFacts& facts) {
  return text::fill(kFailures[code].text,
                    [&](std::string_view key) { return resolve(facts, key); });
}

}  // namespace simdcast

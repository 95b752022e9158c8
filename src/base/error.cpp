#include "error.hpp"

#include "enum_table.hpp"

namespace simdcast {
namespace {

constexpr NameTable<ErrorCode> kErrors({
    {ErrorCode::none, "none"},
    {ErrorCode::sizeConflict, "size_conflict"},
    {ErrorCode::targetWouldGrow, "target_would_grow"},
    {ErrorCode::rankExceedsTarget, "rank_exceeds_target"},
    {ErrorCode::interiorOne, "interior_one"},
    {ErrorCode::axisOutOfRange, "axis_out_of_range"},
    {ErrorCode::negativeAxis, "negative_axis"},
    {ErrorCode::broadcastOff, "broadcast_off"},
    {ErrorCode::rankNotRepresentable, "rank_not_representable"},
    {ErrorCode::zeroNotRepresentable, "zero_not_representable"},
    {ErrorCode::operandCount, "operand_count"},
    {ErrorCode::rankTooHigh, "rank_too_high"},
    {ErrorCode::rankTooLow, "rank_too_low"},
    {ErrorCode::tooManyElements, "too_many_elements"},
    {ErrorCode::negativeSize, "negative_size"},
    {ErrorCode::innerMismatch, "inner_mismatch"},
});

constexpr NameTable<ObjectionCode> kObjections({
    {ObjectionCode::none, "none"},
    {ObjectionCode::notInOpset, "not_in_opset"},
    {ObjectionCode::operandCount, "operand_count"},
    {ObjectionCode::typesDiffer, "types_differ"},
    {ObjectionCode::typeUnsupported, "type_unsupported"},
    {ObjectionCode::attributeUnknown, "attribute_unknown"},
    {ObjectionCode::attributeMissing, "attribute_missing"},
    {ObjectionCode::resultUnsupported, "result_unsupported"},
    {ObjectionCode::innerMismatch, "inner_mismatch"},
});

constexpr NameTable<RefusalCode> kRefusals({
    {RefusalCode::nothingAsked, "nothing_asked"},
    {RefusalCode::unknownOperator, "unknown_operator"},
    {RefusalCode::unknownRule, "unknown_rule"},
    {RefusalCode::unknownOpset, "unknown_opset"},
    {RefusalCode::unknownAttribute, "unknown_attribute"},
    {RefusalCode::attributeValue, "attribute_value"},
    {RefusalCode::unknownType, "unknown_type"},
    {RefusalCode::tooManyInputs, "too_many_inputs"},
    {RefusalCode::tooManyAxes, "too_many_axes"},
    {RefusalCode::byOperator, "by_operator"},
    {RefusalCode::byRule, "by_rule"},
    {RefusalCode::impossibleLayer, "impossible_layer"},
    {RefusalCode::notComputed, "not_computed"},
    {RefusalCode::inputCount, "input_count"},
    {RefusalCode::inputLength, "input_length"},
    {RefusalCode::outputCount, "output_count"},
    {RefusalCode::outputLength, "output_length"},
    {RefusalCode::outputOverlaps, "output_overlaps"},
    {RefusalCode::outputsOverlap, "outputs_overlap"},
    {RefusalCode::indexOutOfRange, "index_out_of_range"},
    {RefusalCode::outOfMemory, "out_of_memory"},
});

}  // namespace

std::string_view name(ErrorCode code) noexcept { return kErrors[code].name; }
std::string_view name(ObjectionCode code) noexcept { return kObjections[code].name; }
std::string_view name(RefusalCode code) noexcept { return kRefusals[code].name; }

}  // namespace simdcast

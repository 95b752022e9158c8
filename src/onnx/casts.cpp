// Cast, CastLike and BitCast.
#include "inputs.hpp"
#include "text_casts.hpp"

namespace simdcast::onnx {
namespace {

// The words by which Cast-1 names types.
struct TypeWord {
  std::string_view word;
  DType type{};
};

constexpr TypeWord kTypeWords[] = {
    {"FLOAT", DType::float32}, {"DOUBLE", DType::float64}, {"FLOAT16", DType::float16},
    {"INT8", DType::int8},     {"INT16", DType::int16},    {"INT32", DType::int32},
    {"INT64", DType::int64},   {"UINT8", DType::uint8},    {"UINT16", DType::uint16},
    {"UINT32", DType::uint32}, {"UINT64", DType::uint64},  {"BOOL", DType::boolean},
};

// The type in the attribute `to`.
DType targetOf(Call& call) {
  if (!call.hasAttribute("to")) return call.fail(faults::attributeMissing(call.label(), "to"));
  if (call.since() >= 6) return call.typeOf(call.integer("to", 0));
  const std::string word = call.text("to", "");
  const auto* const found = std::ranges::find(kTypeWords, word, &TypeWord::word);
  if (found != std::end(kTypeWords)) return found->type;
  return call.fail(faults::elementType(call.label(), word));
}

// How floats of 8 bits and fewer are rounded.
AttributeValues choicesOf(Call& call) {
  AttributeValues choices;
  if (call.since() >= 19) choices.set(Attribute::saturate, call.flag("saturate", true) ? 1 : 0);
  if (call.since() >= 24)
    choices.set(Attribute::roundMode, call.word("round_mode", {"up", "down", "nearest"}));
  return choices;
}

// The first input in another type.
Values castTo(Call& call, DType to) {
  const Value input = call.input(0);
  if (call.failed() || to == input.type) return {input};
  const bool isComplex = to == DType::complex64 || to == DType::complex128;
  const bool isLater = typesAddedBy(kNewestOpset).has(to) && !call.version().typesAt(0).has(to);
  if (isComplex || isLater) return call.fail(faults::castTo(call.label(), to));
  if (to == DType::string) return {textOf(call, input)};
  const AttributeValues choices = choicesOf(call);
  const Value numbers = input.type == DType::string ? numbersIn(call, input, to) : input;
  return {call.cast(numbers, to, choices)};
}

Values cast(Call& call) { return castTo(call, targetOf(call)); }

Values castLike(Call& call) { return castTo(call, call.input(1).type); }

// Significant bits of an element.
int bitsOf(DType type) {
  constexpr TypeSet kFour = {DType::float4e2m1, DType::int4, DType::uint4};
  constexpr TypeSet kTwo = {DType::int2, DType::uint2};
  if (kTwo.has(type)) return 2;
  return kFour.has(type) ? 4 : 8 * width(type);
}

Values bitCast(Call& call) {
  const DType to = targetOf(call);
  const Value input = call.input(0);
  if (call.failed()) return {};
  const int bits = bitsOf(input.type);
  if (bitsOf(to) != bits) {
    const std::string same =
        "a type of " + std::to_string(bits) + " bits, as " + std::string(name(input.type)) + " is";
    return call.fail(faults::allowed(call.label(), "to", to, same));
  }
  if (to != DType::boolean && bits >= 8) return {call.alias(input, input.dims, to)};
  const Value bytes = call.alias(input, input.dims, DType::uint8);
  if (to == DType::boolean) return {call.cast(bytes, to)};
  // A cast from integers keeps their low bits; a type of few bits has a byte for each element.
  const bool isSigned = to == DType::int4 || to == DType::int2;
  const DType low = isSigned ? to : bits == 4 ? DType::uint4 : DType::uint2;
  return {call.alias(call.cast(bytes, low), input.dims, to)};
}

constexpr Row kCastsRows[] = {
    {"Cast",
     "1(castable){to:string} 6{to:type} 9(castable|string) 13(castable_bf|string) "
     "19,21,23(castable_bf|string+){to:type saturate:int} "
     "24,25(castable_bf|string+){to:type saturate:int round_mode:string}",
     cast},
    {"CastLike",
     "15(castable_bf|string, castable_bf|string) "
     "19,21,23(castable_bf|string+, castable_bf|string+){saturate:int} "
     "24,25(castable_bf|string+, castable_bf|string+){saturate:int round_mode:string}",
     castLike},
    {"BitCast", "26(not_text_bf+){to:type}", bitCast},
};

}  // namespace

const std::span<const Row> rows::kCasts = kCastsRows;

}  // namespace simdcast::onnx

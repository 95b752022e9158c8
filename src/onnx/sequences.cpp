// Operators that build, split and join sequences, and Optional.
#include "sequences.hpp"

#include "../base/rounding.hpp"

namespace simdcast::onnx {
namespace {

using graph::itemsOf;
using graph::List;

// A sequence of tensors of one type.
Values sequence(Call& call, Values items, std::optional<DType> type) {
  if (auto fault = checkCount(call.label(), items.size())) call.fail(*std::move(fault));
  if (!type && !items.empty()) type = items[0].type;
  return {call.builder().list({.type = type, .items = std::move(items)})};
}

// The position among `count` that an input specifies, from the end if it is negative; `absent`
// without the input.
Count positionAt(Call& call, int at, Count count, Count absent) {
  if (!call.has(at)) return absent;
  const Count position = call.scalar(at);
  return position < 0 ? position + count : position;
}

Failed failOutside(Call& call, int at, Count count) {
  return call.fail(faults::position(call.label(), call.has(at) ? call.scalar(at) : -1, count));
}

Values sequenceConstruct(Call& call) {
  Values items;
  for (int at = 0; at < call.inputCount(); ++at) items.push(call.input(at));
  return sequence(call, items, {});
}

Values sequenceEmpty(Call& call) {
  const TypeSet all = typeSet("all");
  return sequence(call, {}, call.elementType("dtype", DType::float32, all));
}

Values sequenceLength(Call& call) { return {call.int64(itemsOf(call.input(0)).size())}; }

Values sequenceAt(Call& call) {
  const Values& items = itemsOf(call.input(0));
  call.input(1);
  const Count at = positionAt(call, 1, items.size(), 0);
  if (call.failed()) return {};
  if (at < 0 || at >= items.size()) return failOutside(call, 1, items.size());
  return {items[static_cast<int>(at)]};
}

Values sequenceInsert(Call& call) {
  const Value given = call.input(0);
  const Value added = call.input(1);
  const std::optional<DType> type = typeOf(given);
  if (auto fault = checkElement(call.label(), type, added)) call.fail(*std::move(fault));
  const Values& items = itemsOf(given);
  const Count at = positionAt(call, 2, items.size(), items.size());
  if (call.failed()) return {};
  if (at < 0 || at > items.size()) return failOutside(call, 2, items.size());
  Values made = items;
  made.insert(static_cast<int>(at), added);
  return sequence(call, made, type.value_or(added.type));
}

Values sequenceErase(Call& call) {
  const Value given = call.input(0);
  const Values& items = itemsOf(given);
  const Count at = positionAt(call, 1, items.size(), items.size() - 1);
  if (call.failed()) return {};
  if (at < 0 || at >= items.size()) return failOutside(call, 1, items.size());
  Values made = items;
  made.erase(static_cast<int>(at));
  return sequence(call, made, typeOf(given));
}

Values sequenceMap(Call& call) { return call.fail(faults::graph(call.label())); }

// The sizes of the parts into which an axis is split.
Dims chunksOf(Call& call, Count size) {
  const Dims given = call.has(1) ? call.elements(1) : Dims{};
  if (call.failed()) return {};
  if (call.has(1) && call.input(1).rank() == 1) {
    if (auto fault = checkCount(call.label(), given.size())) return call.fail(*std::move(fault));
    const bool isNegative = std::ranges::any_of(given, [](Count part) { return part < 0; });
    if (sumOf(given) != size || isNegative)
      return call.fail(faults::split(call.label(), given, size));
    return given;
  }
  const Count part = given.empty() ? 1 : given[0];
  if (part < 1) return call.fail(faults::chunk(call.label(), part));
  if (auto fault = checkCount(call.label(), (size - 1) / part + 1))
    if (size > 0) return call.fail(*std::move(fault));
  Dims parts;
  for (Count first = 0; first < size; first += part) parts.push(std::min(part, size - first));
  return parts;
}

// Whether `keepdims` applies. ONNX ignores it if there is a split. PyTorch's exporter writes unbind
// with an explicit scalar split of 1, and expects parts without the axis, as onnxruntime returns
// them.
bool splitsByOne(Call& call) {
  if (!call.has(1)) return true;
  return call.input(1).rank() == 0 && call.elements(1) == Dims{1};
}

Values splitToSequence(Call& call) {
  const Value input = call.input(0);
  const int axis = call.ownAxis(0, input.rank());
  const bool keeps = call.flag("keepdims", true) || !splitsByOne(call);
  if (call.failed()) return {};
  Values items;
  Count first = 0;
  for (const Count size : chunksOf(call, input.dims[axis])) {
    const Value part = call.partOf(input, axis, first, size);
    if (call.failed()) return {};
    items.push(keeps ? part : Call::alias(part, withoutAxis(part.dims, axis)));
    first += size;
  }
  return sequence(call, items, input.type);
}

Values concatFromSequence(Call& call) {
  Values items = itemsOf(call.input(0));
  if (items.empty()) return call.fail(faults::nothingToJoin(call.label()));
  const bool isNew = call.flag("new_axis");
  const Count asked = call.neededInteger("axis");
  const int axis = call.axis(asked, items[0].rank() + (isNew ? 1 : 0));
  if (call.failed()) return {};
  for (Value& item : items) {
    if (!isNew) continue;
    Dims dims = item.dims;
    dims.insert(std::min(axis, dims.size()), 1);
    item = Call::alias(item, dims);
  }
  return {call.joinedAlong({items.begin(), items.end()}, axis)};
}

Values optional(Call& call) {
  const Value given = call.optional(0);
  if (!given && !call.hasAttribute("type"))
    return call.fail(faults::attributeMissing(call.label(), "type"));
  List made{.isOptional = true};
  if (given) {
    made.type = typeOf(given);
    made.items.push(given);
  }
  return {call.builder().list(std::move(made))};
}

constexpr Kinds kSequence{.tensor = 0, .sequence = 11};
constexpr Kinds kEither{.tensor = 17, .sequence = 17};

constexpr Row kSequencesRows[] = {
    {"SequenceConstruct", "11[1..*](all)", sequenceConstruct},
    {"SequenceEmpty", "11[0..0](){dtype:type}", sequenceEmpty},
    {"SequenceLength", "11[1..1](all)", sequenceLength, kReadsShapes, kSequence},
    {"SequenceAt", "11[2..2](all, indices)", sequenceAt, kPlain, kSequence},
    {"SequenceInsert", "11[2..3](all, all, indices)", sequenceInsert, kPlain, kSequence},
    {"SequenceErase", "11[1..2](all, indices)", sequenceErase, kPlain, kSequence},
    {"SequenceMap", "17[1..*](all, all){body:graph}->*", sequenceMap, kPlain, kSequence, kEither},
    {"SplitToSequence", "11[1..2](all, indices){axis:int keepdims:int} 24(all_bf, indices)",
     splitToSequence},
    {"ConcatFromSequence", "11[1..1](all){axis:int new_axis:int}", concatFromSequence, kPlain,
     kSequence},
    {"Optional", "15[0..1](all){type:graph}", optional, kPlain, {.tensor = 15, .sequence = 15}},
};

}  // namespace

const std::span<const Row> rows::kSequences = kSequencesRows;

}  // namespace simdcast::onnx

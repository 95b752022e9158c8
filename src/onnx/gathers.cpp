// Gather, Compress and Unique, which select slices along an axis; ReverseSequence and
// TensorScatter, which move them along a time axis.
#include "gathers.hpp"

#include <algorithm>
#include <unordered_map>

#include "../strings/utf8.hpp"
#include "inputs.hpp"
#include "texts.hpp"

namespace simdcast::onnx {
namespace {

using graph::sizeOf;

Values gather(Call& call) {
  const Value data = call.input(0);
  const int axis = call.ownAxis(0, data.rank());
  if (call.failed()) return {};
  return {call.gathered(data, call.input(1), axis)};
}

Values compress(Call& call) {
  if (call.failed()) return {};
  const auto [data, axis] = alongAxis(call);
  const Value condition = call.input(1);
  if (condition.rank() > 1) return call.fail(faults::vector(call.label(), 1));
  const Count flags = condition.elements();
  const Value kept = truePositions(call, 1, call.alias(condition, {flags}));
  if (call.failed()) return {};
  const Count size = data.dims[axis];
  if (flags > size) return call.fail(faults::topCount(call.label(), flags, size));
  return {call.gathered(data, call.alias(kept, {kept.dims[1]}), axis)};
}

// Numbers that compare like the strings of a constant.
Value ranksOf(Call& call, const Value& data) {
  if (call.failed()) return {};
  const Value ranks = call.builder().constant(DType::int32, data.dims);
  if (!ranks) return {};
  const strings::Pool& pool = call.builder().strings();
  const std::span handles =
      handlesAt(call.builder().known(data).data(), call.failed() ? 0 : data.elements());
  std::unordered_map<strings::Handle, std::int32_t> rankOf;
  std::vector<strings::Handle> order;
  for (const strings::Handle handle : handles)
    if (rankOf.emplace(handle, 0).second) order.push_back(handle);
  std::ranges::sort(order, [&](strings::Handle a, strings::Handle b) {
    return strings::isBefore(pool.at(a), pool.at(b));
  });
  std::int32_t rank = 0;
  for (const strings::Handle handle : order) rankOf[handle] = rank++;
  auto* to = reinterpret_cast<std::int32_t*>(ranks.storage->address);
  for (const strings::Handle handle : handles) *to++ = rankOf[handle];
  return ranks;
}

// The number of distinct slices depends on the elements, so the input must be constant.
Values unique(Call& call) {
  const Value input = call.input(0);
  if (call.failed()) return {};
  if (!call.builder().isKnown(input))
    return call.builder().need(input, faults::dynamic(call.label(), 0));
  if (lane(input.type) == Lane::none && input.type != DType::string) {
    const TypeSet known = typeSet("numbers") | TypeSet{DType::boolean, DType::string};
    return call.fail(faults::type(call.label(), 0, input.type, known));
  }
  const auto [data, axis] = alongAxis(call);
  if (call.failed()) return {};
  const Value compared = data.type == DType::string ? ranksOf(call, data) : data;
  const layers::Unique request{.type = compared.type,
                               .outer = graph::outerOf(data.dims, axis),
                               .size = data.dims[axis],
                               .inner = graph::innerOf(data.dims, axis),
                               .sorted = call.flag("sorted", true)};
  const Form each{DType::int64, {data.dims[axis]}};
  const Values lists = call.layers(request, {compared}, {each, each, each}, 0b111);
  if (call.failed()) return {};
  const Value groups = lists[0];
  const Value largest = call.reduce(layers::Reduction::max, groups, {}, false);
  const Count count = groups.elements() == 0 ? 0 : static_cast<Count>(call.item(0, largest)) + 1;
  const Value indices = call.partOf(lists[1], 0, 0, count);
  return {call.gathered(data, indices, axis), indices, groups, call.partOf(lists[2], 0, 0, count)};
}

// The fault of an element of an int64 input that, with something added to it, exceeds an axis.
IndexFault indexBeyond(int at, Count added, Count size) {
  return [at, added, size](std::string_view label, Count position, const std::byte* const* inputs) {
    const Count number = reinterpret_cast<const Count*>(inputs[at])[position];
    return faults::index(label, number > kMaxCount ? number : number + added, size);
  };
}

Values reverseSequence(Call& call) {
  const Value input = call.input(0);
  const int batch = call.axis(call.integer("batch_axis", 1), input.rank());
  const int time = call.axis(call.integer("time_axis", 0), input.rank());
  if (call.failed()) return {};
  if (batch + time != 1)
    return call.fail(
        faults::allowed(call.label(), "time_axis", time, "0 or 1, and batch_axis the other"));
  if (!call.checkShape(1, {input.dims[batch]})) return {};
  const layers::ReverseSequence request{.type = input.type,
                                        .batch = input.dims[batch],
                                        .steps = input.dims[time],
                                        .inner = graph::innerOf(input.dims, 1),
                                        .timeMajor = time == 0};
  return {call.layer(request, {input, call.input(1)}, input, indexBeyond(1, 0, input.dims[time]))};
}

// Whether the update has the dims of the cache, apart from fewer entries along the axis, which is
// not the batch's.
bool fitsCache(const Value& update, const Value& cache, int axis) {
  return axis > 0 && update.type == cache.type && update.rank() == cache.rank() &&
         update.dims[axis] <= cache.dims[axis] &&
         update.dims == graph::withSize(cache.dims, axis, update.dims[axis]);
}

// The shape of the update, in words.
std::vector<std::string> updateShape(const Value& cache, int axis) {
  std::vector<std::string> words;
  for (const Count size : cache.dims) words.push_back(std::to_string(size));
  std::string& along = words[static_cast<std::size_t>(axis)];
  along = "up to " + along;
  return words;
}

Values tensorScatter(Call& call) {
  const Value cache = call.input(0);
  const Value update = call.input(1);
  const int axis = call.ownAxis(-2, cache.rank());
  const bool isCircular = call.word("mode", {"linear", "circular"}) == 1;
  if (call.failed()) return {};
  if (!fitsCache(update, cache, axis))
    return call.fail(faults::operandShape(call.label(), 1, update.dims, updateShape(cache, axis)));
  const Value starts = call.optional(2);
  const Count batch = cache.dims[0];
  if (!call.checkShape(2, {batch})) return {};
  const Count room = cache.dims[axis];
  const Count count = update.dims[axis];
  const layers::UpdateRows request{.type = cache.type,
                                   .outer = batch,
                                   .middle = sizeOf(cache.dims, 1, axis),
                                   .kept = room,
                                   .count = count,
                                   .size = room,
                                   .inner = graph::innerOf(cache.dims, axis),
                                   .circular = isCircular};
  IndexFault fault = starts ? indexBeyond(2, isCircular ? 0 : count, room) : IndexFault();
  return {call.layer(request, {update, cache, starts}, cache, std::move(fault))};
}

constexpr Row kGathersRows[] = {
    {"Gather", "1,11(all, indices){axis:int} 13(all_bf, indices)", gather},
    {"Compress", "9,11(all, bool){axis:int}", compress},
    {"Unique", "11(all){axis:int sorted:int}->4", unique},
    {"ReverseSequence", "10(not_text_bf, int64){batch_axis:int time_axis:int}", reverseSequence},
    {"TensorScatter", "24[2..3](not_text_bf, not_text_bf, int64){axis:int mode:string}",
     tensorScatter},
};

}  // namespace

Value truePositions(Call& call, int at, const Value& mask) {
  if (call.failed()) return {};
  layers::NonZero request{.type = mask.type, .sizes = graph::toShape(mask.dims)};
  const auto positions = [&](OutputMask wanted) {
    const Form indices{DType::int64, {mask.rank(), request.count}};
    return call.layers(request, {mask}, {indices, {DType::int64, {}}}, wanted);
  };
  const Values counted = positions(0b10);
  if (call.failed()) return {};
  request.count = static_cast<Count>(call.item(at, counted[1]));
  const Values found = positions(0b01);
  return call.failed() ? Value{} : found[0];
}

std::pair<Value, int> alongAxis(Call& call) {
  const Value input = call.input(0);
  if (!call.hasAttribute("axis")) return {call.alias(input, {input.elements()}), 0};
  return {input, call.ownAxis(0, input.rank())};
}

const std::span<const Row> rows::kGathers = kGathersRows;

}  // namespace simdcast::onnx

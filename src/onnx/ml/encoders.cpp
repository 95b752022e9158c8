// Operators that look up elements: LabelEncoder, CategoryMapper and OneHotEncoder.
#include <bit>
#include <cstring>
#include <numeric>
#include <unordered_map>

#include "../../base/rounding.hpp"
#include "../element_types.hpp"
#include "../texts.hpp"
#include "operators.hpp"
#include "values.hpp"

namespace simdcast::onnx::ml {
namespace {

constexpr std::initializer_list<DType> kEncoded = {DType::string,  DType::int64, DType::float32,
                                                   DType::float64, DType::int32, DType::int16};

// The keys or the values of a node.
struct Items {
  DType type{};
  Count count = 0;
  std::vector<std::byte> bytes;
};

Items itemsOfTexts(Call& call, std::span<const std::string> texts) {
  std::vector<strings::Handle> handles;
  for (const std::string& text : texts) handles.push_back(handleOf(call, text));
  const auto bytes = std::as_bytes(std::span(handles));
  return {DType::string, std::ssize(texts), {bytes.begin(), bytes.end()}};
}

template <class Item>
void addList(std::vector<Items>& given, DType type, std::span<const Item> list) {
  const auto bytes = std::as_bytes(list);
  if (!list.empty()) given.push_back({type, std::ssize(list), {bytes.begin(), bytes.end()}});
}

// Those of the one attribute that a node has of keys_* or values_*.
Items itemsOf(Call& call, std::string_view prefix) {
  const auto named = [&](std::string_view suffix) { return std::string(prefix).append(suffix); };
  const std::string names[] = {named("_strings"), named("_int64s"), named("_floats"),
                               named("_tensor")};
  std::vector<Items> given;
  const auto texts = listOf<std::string>(call, names[0]);
  if (!texts.empty()) given.push_back(itemsOfTexts(call, texts));
  addList(given, DType::int64, listOf<Count>(call, names[1]));
  addList(given, DType::float32, listOf<float>(call, names[2]));
  if (const TensorData* tensor = call.tensor(names[3])) {
    const auto& [type, dims] = tensor->form;
    if (std::ranges::find(kEncoded, type) == kEncoded.end())
      return call.fail(faults::tensor(call.label(), names[3], type, kEncoded));
    given.push_back(type == DType::string ? itemsOfTexts(call, tensor->texts)
                                          : Items{type, sizeOf(dims), tensor->bytes});
  }
  if (given.size() == 1) return given[0];
  return call.fail(faults::oneOf(call.label(), {std::begin(names), std::end(names)}));
}

// A string attribute, which may be empty.
std::string textOr(const Call& call, std::string_view name, std::string_view absent) {
  const AttributeValue* value = call.attribute(name);
  const auto* text = value == nullptr ? nullptr : std::get_if<std::string>(value);
  return text == nullptr ? std::string(absent) : *text;
}

// The bytes of the value for elements that are not a key.
std::vector<std::byte> defaultOf(Call& call, DType type) {
  std::vector<std::byte> bytes(size(graph::widthOf(type)));
  if (const TensorData* tensor = call.tensor("default_tensor")) {
    const bool isEmpty = sizeOf(tensor->form.dims) == 0;
    if (tensor->form.type != type || isEmpty)
      return call.fail(faults::tensor(call.label(), "default_tensor", tensor->form.type, {type}));
    if (type == DType::string) return itemsOfTexts(call, tensor->texts).bytes;
    std::copy_n(tensor->bytes.begin(), bytes.size(), bytes.begin());
    return bytes;
  }
  if (type == DType::string) {
    const std::string text = textOr(call, "default_string", "_Unused");
    return itemsOfTexts(call, {&text, 1}).bytes;
  }
  withElementType(type, [&]<class Item>(Item item) {
    if constexpr (std::is_floating_point_v<Item>)
      item = static_cast<Item>(call.real("default_float", -0.0));
    else
      item = static_cast<Item>(call.integer("default_int64", -1));
    std::memcpy(bytes.data(), &item, sizeof(Item));
  });
  return bytes;
}

// The same for equal keys: also for all NaNs, and for 0 and -0.
template <class Key>
std::uint64_t identityOf(Key key) {
  if constexpr (std::is_integral_v<Key>)
    return static_cast<std::uint64_t>(key);
  else if (std::isnan(key))
    return std::bit_cast<std::uint64_t>(std::numeric_limits<double>::quiet_NaN());
  else
    return std::bit_cast<std::uint64_t>(key == 0 ? 0.0 : static_cast<double>(key));
}

// Replaces elements by the value of their key.
class Lookup {
 public:
  // The last value of a repeated key counts.
  Lookup(const Items& keys, const Items& values, std::vector<std::byte> absent)
      : type_(graph::storedAs(keys.type)), absent_(std::move(absent)) {
    values_.assign(values.bytes.begin(), values.bytes.end());
    withElementType(type_, [&]<class Key>(Key key) {
      for (std::size_t at = 0; at < size(keys.count); ++at) {
        std::memcpy(&key, &keys.bytes[at * sizeof(Key)], sizeof(Key));
        offsets_[identityOf(key)] = at * absent_.size();
      }
    });
  }

  void operator()(std::byte* to, const std::byte* from, std::size_t elements) const {
    withElementType(type_, [&]<class Key>(Key) {
      const auto* keys = reinterpret_cast<const Key*>(from);
      for (std::size_t at = 0; at < elements; ++at) {
        const auto found = offsets_.find(identityOf(keys[at]));
        const std::byte* value = found == offsets_.end() ? absent_.data() : &values_[found->second];
        std::memcpy(to + at * absent_.size(), value, absent_.size());
      }
    });
  }

 private:
  DType type_;
  std::unordered_map<std::uint64_t, std::size_t> offsets_;  // of the values, in bytes
  std::vector<std::byte> values_;
  std::vector<std::byte> absent_;
};

// The value of each element's key.
Value looked(Call& call, const Items& keys, const Items& values) {
  const Value input = call.input(0);
  std::vector<std::byte> absent = defaultOf(call, values.type);
  if (call.failed()) return {};
  return call.host(
      {values.type, input.dims}, {input},
      [lookup = Lookup(keys, values, std::move(absent)), elements = size(input.elements())](
          std::byte* const* outputs, const std::byte* const* inputs) {
        lookup(outputs[0], inputs[0], elements);
        return std::optional<Fault>();
      });
}

// Strings to integers, or integers to strings, depending on the input.
Value mapped(Call& call, std::span<const std::string> texts, std::span<const Count> integers) {
  const Value input = call.input(0);
  const Items names = itemsOfTexts(call, texts);
  const auto bytes = std::as_bytes(integers);
  const Items numbers{DType::int64, std::ssize(integers), {bytes.begin(), bytes.end()}};
  if (call.failed()) return {};
  return input.type == DType::string ? looked(call, names, numbers) : looked(call, numbers, names);
}

// Whether the type of the first input is one that the attributes of the node choose.
bool checkType(Call& call, std::initializer_list<DType> taken) {
  const DType type = call.input(0).type;
  if (call.failed() || std::ranges::find(taken, type) != taken.end()) return !call.failed();
  return call.fail(faults::type(call.label(), 0, type, taken));
}

// Elements of a tensor of strings as their handles, in int64.
Value widened(Call& call, const Value& texts) {
  return call.host(
      {DType::int64, texts.dims}, {texts},
      [elements = texts.elements()](std::byte* const* outputs, const std::byte* const* inputs) {
        std::ranges::copy(handlesAt(inputs[0], elements), reinterpret_cast<Count*>(outputs[0]));
        return std::optional<Fault>();
      });
}

struct Lookups {
  bool all = false;       // whether all elements must be in the list
  bool areTexts = false;  // whether elements are handles
};

// The position of each element in a list; -1 if it is not in it.
HostWork positions(Call& call, std::span<const Count> categories, Count elements, Lookups of) {
  std::unordered_map<Count, Count> places;
  for (Count at = 0; at < std::ssize(categories); ++at)
    places.try_emplace(categories[size(at)], at);
  return [label = std::string(call.label()), &pool = call.builder().strings(),
          places = std::move(places), elements,
          of](std::byte* const* outputs, const std::byte* const* inputs) -> std::optional<Fault> {
    const std::span from(reinterpret_cast<const Count*>(inputs[0]), size(elements));
    for (const Count item : from)
      if (of.all && !places.contains(item))
        return of.areTexts ? faults::noCategory(label, pool.at(static_cast<strings::Handle>(item)))
                           : faults::noCategory(label, item);
    std::ranges::transform(from, reinterpret_cast<Count*>(outputs[0]), [&](Count item) {
      const auto place = places.find(item);
      return place == places.end() ? -1 : place->second;
    });
    return std::nullopt;
  };
}

}  // namespace

Values labelEncoder(Call& call) {
  if (call.since() < 2) {
    const auto classes = neededList<std::string>(call, "classes_strings");
    std::vector<Count> numbers(classes.size());
    std::iota(numbers.begin(), numbers.end(), Count{0});
    return {mapped(call, classes, numbers)};
  }
  const Items keys = itemsOf(call, "keys");
  const Items values = itemsOf(call, "values");
  if (!checkLength(call, "values_*", values.count, keys.count)) return {};
  const Value input = call.input(0);
  if (call.failed()) return {};
  if (input.type != keys.type)
    return call.fail(faults::keyType(call.label(), input.type, keys.type));
  return {looked(call, keys, values)};
}

Values categoryMapper(Call& call) {
  const auto texts = neededList<std::string>(call, "cats_strings");
  const auto integers = neededList<Count>(call, "cats_int64s");
  if (!checkLength(call, "cats_int64s", std::ssize(integers), std::ssize(texts))) return {};
  return {mapped(call, texts, integers)};
}

Values oneHotEncoder(Call& call) {
  const auto categories = listOf<Count>(call, "cats_int64s");
  const auto texts = listOf<std::string>(call, "cats_strings");
  if (categories.empty() == texts.empty())
    return call.fail(faults::oneOf(call.label(), {"cats_int64s", "cats_strings"}));
  const bool isText = !texts.empty();
  if (!(isText ? checkType(call, {DType::string})
               : checkType(call, {DType::float32, DType::float64, DType::int64, DType::int32})))
    return {};
  const Value input = call.input(0);
  const Value elements = isText ? widened(call, input) : call.cast(input, DType::int64);
  std::vector<Count> items(categories.begin(), categories.end());
  for (const std::string& text : texts) items.push_back(handleOf(call, text));
  const Count count = std::ssize(items);
  if (!call.checkDims(graph::joined({input.dims, {count}}))) return {};
  const Value indices =
      call.host({DType::int64, input.dims}, {elements},
                positions(call, items, input.elements(),
                          {.all = !call.flag("zeros", true), .areTexts = isText}));
  const Value column = Call::alias(indices, graph::joined({input.dims, {1}}));
  const Value all =
      call.table(DType::int64, {count}, [](Count at) { return static_cast<double>(at); });
  return {call.cast(call.compute(OpId::equal, column, all), DType::float32)};
}

}  // namespace simdcast::onnx::ml

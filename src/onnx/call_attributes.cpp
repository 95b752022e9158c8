// The attributes of a node, in the kinds that its operator requires.
#include "call.hpp"
#include "element_numbers.hpp"

namespace simdcast::onnx {
template <class Kept>
const Kept* Call::kept(std::string_view name, Kind kind) {
  const AttributeValue* value = attribute(name);
  if (value == nullptr || failed()) return nullptr;
  if (const auto* kept = std::get_if<Kept>(value)) return kept;
  // An empty list without a type is one of any kind.
  if constexpr (std::is_same_v<Kept, std::vector<float>> ||
                std::is_same_v<Kept, std::vector<std::string>>) {
    static const Kept none;
    const auto* list = std::get_if<std::vector<std::int64_t>>(value);
    if (list != nullptr && list->empty()) return &none;
  }
  return fail(faults::attributeType(label(), name, describe(kind)));
}

Count Call::integer(std::string_view name, Count absent) {
  const auto* value = kept<std::int64_t>(name, Kind::integer);
  return value == nullptr ? absent : *value;
}

Count Call::neededInteger(std::string_view name) {
  if (hasAttribute(name)) return integer(name, 0);
  return fail(faults::attributeMissing(label(), name));
}

double Call::real(std::string_view name, double absent) {
  const auto* value = kept<float>(name, Kind::real);
  return value == nullptr ? static_cast<float>(absent) : *value;
}

double Call::neededReal(std::string_view name) {
  if (hasAttribute(name)) return real(name, 0);
  return fail(faults::attributeMissing(label(), name));
}

bool Call::flag(std::string_view name, bool absent) {
  const auto* value = kept<std::int64_t>(name, Kind::integer);
  return value == nullptr ? absent : *value != 0;
}

std::optional<Dims> Call::integers(std::string_view name) {
  const auto* values = kept<std::vector<std::int64_t>>(name, Kind::integers);
  return values == nullptr ? std::nullopt : std::optional(toDims(*values));
}

Dims Call::neededIntegers(std::string_view name) {
  if (std::optional<Dims> values = integers(name)) return *std::move(values);
  return fail(faults::attributeMissing(label(), name));
}

std::optional<std::vector<float>> Call::reals(std::string_view name) {
  const auto* values = kept<std::vector<float>>(name, Kind::reals);
  return values == nullptr ? std::nullopt : std::optional(*values);
}

std::optional<std::vector<std::string>> Call::texts(std::string_view name) {
  const auto* values = kept<std::vector<std::string>>(name, Kind::texts);
  return values == nullptr ? std::nullopt : std::optional(*values);
}

std::string Call::text(std::string_view name, std::string_view absent) {
  const auto* value = kept<std::string>(name, Kind::text);
  return value == nullptr || value->empty() ? std::string(absent) : *value;
}

const TensorData* Call::tensor(std::string_view name) {
  return kept<TensorData>(name, Kind::tensor);
}

int Call::word(std::string_view name, std::initializer_list<std::string_view> words, int absent) {
  const std::string said = text(name, words.begin()[absent]);
  const auto* const found = std::ranges::find(words, said);
  if (found != words.end()) return static_cast<int>(found - words.begin());
  return fail(faults::allowed(label(), name, said, anyOf(Names(words))));
}

DType Call::typeOf(Count number) {
  if (const std::optional<DType> type = onnxType(number)) return *type;
  return fail(faults::elementType(label(), number));
}

DType Call::elementType(std::string_view name, DType absent, TypeSet known) {
  const Count said = integer(name, 0);
  const DType type = said == 0 ? absent : typeOf(said);
  if (failed() || known.has(type)) return type;
  return fail(faults::allowed(label(), name, type, anyOf(TypeNames(known).names())));
}

}  // namespace simdcast::onnx

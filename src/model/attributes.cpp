// The values of attributes.
#include <algorithm>

#include "draft.hpp"
#include "tensors.hpp"
#include "utf8.hpp"

namespace simdcast::model {
namespace {

using onnx::AttributeValue;

// AttributeProto.AttributeType, as far as operators have such attributes.
enum class AttributeType : std::int32_t {
  none = 0,
  real = 1,
  integer = 2,
  text = 3,
  tensor = 4,
  reals = 6,
  integers = 7,
  texts = 8,
  sparse = 11,
  other
};

// Models of the first release omit the type.
AttributeType typeOf(const AttributeProto& proto) {
  using enum AttributeType;
  if (proto.type != 0) return static_cast<AttributeType>(proto.type);
  if (proto.f) return real;
  if (proto.i) return integer;
  if (proto.s) return text;
  if (proto.t) return tensor;
  if (proto.sparseTensor) return sparse;
  if (proto.g) return other;
  if (!proto.floats.empty()) return reals;
  return proto.strings.empty() ? integers : texts;
}

// A value of a kind that no operator has.
AttributeValue unusable() { return std::shared_ptr<const Graph>(); }

AttributeValue textFrom(std::string_view text) {
  if (!isUtf8(text)) return unusable();
  return std::string(text);
}

AttributeValue textsFrom(const std::vector<std::string_view>& texts) {
  if (!std::ranges::all_of(texts, isUtf8)) return unusable();
  return std::vector<std::string>(texts.begin(), texts.end());
}

template <class Proto>
AttributeValue tensorIn(const std::shared_ptr<Proto>& proto, std::string_view name,
                        Reading& reading) {
  const Proto none;
  return copied(tensorFrom(proto == nullptr ? none : *proto, name, reading), reading);
}

}  // namespace

AttributeValue valueFrom(const AttributeDraft& attribute, Reading& reading) {
  const auto& [name, value] = attribute;
  switch (typeOf(*value)) {
    case AttributeType::real:
      return value->f.value_or(0);
    case AttributeType::integer:
      return value->i.value_or(0);
    case AttributeType::text:
      return textFrom(value->s.value_or(""));
    case AttributeType::tensor:
      return tensorIn(value->t, name, reading);
    case AttributeType::reals:
      return value->floats;
    case AttributeType::integers:
      return value->ints;
    case AttributeType::texts:
      return textsFrom(value->strings);
    case AttributeType::sparse:
      return tensorIn(value->sparseTensor, name, reading);
    default:
      return unusable();
  }
}

}  // namespace simdcast::model

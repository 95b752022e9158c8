#include "engine_versions.hpp"

#include "../operators/operator.hpp"

namespace simdcast::onnx {
namespace {

// The attribute's kind in ONNX.
Kind kindOf(Attribute attribute) {
  switch (simdcast::kind(attribute)) {
    case AttributeKind::real:
      return Kind::real;
    case AttributeKind::choice:
      return Kind::text;
    case AttributeKind::type:
      return Kind::type;
    case AttributeKind::ignored:
      return Kind::integers;
    default:
      return Kind::integer;
  }
}

Version versionOf(const simdcast::Version& own) {
  const simdcast::Kind kind = describe(own.op).kind;
  Version version{.since = own.since, .least = own.minInputs, .most = own.maxInputs};
  if (kind == simdcast::Kind::select) version.types.push({DType::boolean});
  version.types.push(own.types);
  if (kind == simdcast::Kind::expand) version.types.push({DType::int64});
  if (!own.exponents.empty()) version.types.push(own.exponents);
  if (kind == simdcast::Kind::cast) version.makes = own.types;
  for (int i = 0; i < static_cast<int>(Attribute::count); ++i) {
    const auto attribute = static_cast<Attribute>(i);
    if ((own.attributes & maskOf(attribute)) != 0)
      version.attributes.push({name(attribute), kindOf(attribute)});
  }
  return version;
}

}  // namespace

std::vector<Version> engineVersions(std::string_view name) {
  std::vector<Version> versions;
  if (const std::optional<OpId> op = findOperator(name))
    for (const simdcast::Version& own : versionsOf(*op)) versions.push_back(versionOf(own));
  return versions;
}

}  // namespace simdcast::onnx

#include "schema.hpp"

#include "schema_parser.hpp"

namespace simdcast::onnx {
namespace {

TypeSet typesOf(const schema::Types& types, int opset) {
  return types.grows ? types.set | typesAddedBy(opset) : types.set;
}

Version versionOf(const schema::Entry& entry, int opset) {
  Version version{.since = opset,
                  .least = entry.least,
                  .most = entry.most,
                  .outputs = entry.outputs,
                  .optional = entry.optional,
                  .makes = typesOf(entry.makes, opset)};
  for (const schema::Types& types : entry.types) version.types.push(typesOf(types, opset));
  for (const Version::Attribute& attribute : entry.attributes) version.attributes.push(attribute);
  return version;
}

}  // namespace

std::string_view name(Kind kind) noexcept { return schema::kKinds[kind].name; }
std::string_view describe(Kind kind) noexcept { return schema::kKinds[kind].words; }

TypeSet Version::typesAt(int input) const {
  return types.empty() ? TypeSet{} : types[std::min(input, types.size() - 1)];
}

const Version::Attribute* Version::find(std::string_view attribute) const {
  for (const Attribute& known : attributes)
    if (known.name == attribute) return &known;
  return nullptr;
}

std::vector<Version> parseSchema(std::string_view text) {
  std::vector<Version> versions;
  schema::Parser parser(text);
  while (parser.next())
    for (const int opset : parser.entry().opsets)
      versions.push_back(versionOf(parser.entry(), opset));
  return versions;
}

TypeSet typesAddedBy(int opset) noexcept {
  if (opset >= 25) return schema::kFormat13;
  if (opset >= 24) return schema::kFormat12;
  if (opset >= 23) return schema::kFormat11;
  if (opset >= 21) return schema::kFormat10;
  return opset >= 19 ? schema::kFormat9 : TypeSet{};
}

TypeSet typeSet(std::string_view name) noexcept { return schema::findTypes(name); }

}  // namespace simdcast::onnx

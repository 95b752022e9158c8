#include "remote_table.hpp"

#include <limits>

#include "../base/enum_table.hpp"
#include "../onnx/listing.hpp"

namespace simdcast::remote {
namespace {

std::vector<int> numbersOf(TypeSet types) {
  std::vector<int> numbers;
  for (int type = 0; type < static_cast<int>(DType::count); ++type)
    if (types.has(static_cast<DType>(type))) numbers.push_back(type);
  return numbers;
}

double limitOf(int most) {
  return most == onnx::kAny ? std::numeric_limits<double>::infinity() : most;
}

OperatorVersion reportOf(const onnx::ListedVersion& listed) {
  const onnx::Version& version = listed.version;
  OperatorVersion report{.since = version.since,
                         .least = version.least,
                         .most = limitOf(version.most),
                         .outputs = limitOf(version.outputs),
                         .types = {},
                         .makes = numbersOf(version.makes),
                         .attributes = {},
                         .kinds = {},
                         .onlyInModels = listed.onlyInModels};
  for (const TypeSet& types : version.types) report.types.push_back(numbersOf(types));
  for (const onnx::Version::Attribute& attribute : version.attributes) {
    report.attributes.emplace_back(attribute.name);
    report.kinds.emplace_back(name(attribute.kind));
  }
  return report;
}

}  // namespace

std::vector<std::string> operatorNames(const std::string& domain, bool inModels) {
  std::vector<std::string> names;
  if (const std::optional<onnx::Domain> known = onnx::findDomain(domain))
    for (const std::string_view name : onnx::operatorNames(*known, inModels))
      names.emplace_back(name);
  return names;
}

std::vector<OperatorVersion> operatorVersions(const std::string& domain, const std::string& op) {
  std::vector<OperatorVersion> reports;
  if (const std::optional<onnx::Domain> known = onnx::findDomain(domain))
    for (const onnx::ListedVersion& listed : onnx::listVersions(*known, op))
      reports.push_back(reportOf(listed));
  return reports;
}

}  // namespace simdcast::remote

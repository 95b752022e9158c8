// The operators of the table with their versions, for callers that list them or read arguments.
#pragma once

#include <string_view>
#include <vector>

#include "operator.hpp"

namespace simdcast::onnx {

struct ListedVersion {
  Version version;
  // Whether only models may contain it, not calls of single operators.
  bool onlyInModels = false;
};

// The names of a domain's operators, in the order of the rows; without those that only models may
// have, or with them.
[[nodiscard]] std::vector<std::string_view> operatorNames(Domain domain, bool inModels);

// The versions of an operator, in the order in which they are tried at an opset; empty if there is
// no such operator. Those of the engine's own operators have the types and attributes that the
// engine checks; ncnn's are found by their names with a prefix, which ONNX's domain does not list.
[[nodiscard]] std::vector<ListedVersion> listVersions(Domain domain, std::string_view name);

}  // namespace simdcast::onnx

// The table of operators for a caller in another language: names and versions as lists.
#pragma once

#include <string>
#include <vector>

namespace simdcast::remote {

// The names of a domain's operators, without those that only models may have or with them; none for
// an unknown domain.
[[nodiscard]] std::vector<std::string> operatorNames(const std::string& domain, bool inModels);

struct OperatorVersion {
  int since = 1;
  // Minimum and maximum number of inputs; infinite for any number.
  int least = 1;
  double most = 1;
  double outputs = 1;
  // The numbers of the types of each input; the last holds for all further ones. Empty if any type
  // may be accepted.
  std::vector<std::vector<int>> types;
  // The types that an attribute may choose for the output.
  std::vector<int> makes;
  std::vector<std::string> attributes;
  std::vector<std::string> kinds;  // of the attributes
  bool onlyInModels = false;
};
// The versions of an operator; none if there is no such operator.
[[nodiscard]] std::vector<OperatorVersion> operatorVersions(const std::string& domain,
                                                            const std::string& op);

}  // namespace simdcast::remote

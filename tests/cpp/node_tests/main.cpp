// Runs ONNX's backend node tests in sessions: a line for each failure, and the numbers of tests.
//
//   simdcast_node_tests DIRECTORY [part of the names of tests]
#include <cstdio>
#include <map>

#include "node_case.hpp"

namespace simdcast::test {
namespace {

int runAll(const std::filesystem::path& directory, const std::string& filter) {
  int passed = 0;
  int failed = 0;
  int skipped = 0;
  std::map<std::string, int> reasons;
  for (const std::filesystem::path& folder : findCases(directory)) {
    const std::string name = folder.filename().string();
    if (name.find(filter) == std::string::npos) continue;
    const Outcome outcome = runCase(folder);
    switch (outcome.kind) {
      case Outcome::Kind::passed:
        ++passed;
        break;
      case Outcome::Kind::failed:
        ++failed;
        std::printf("%s: %s\n", name.c_str(), outcome.reason.c_str());
        std::fflush(stdout);
        break;
      case Outcome::Kind::skipped:
        ++skipped;
        ++reasons[outcome.reason];
        break;
    }
  }
  for (const auto& [reason, count] : reasons)
    std::printf("%5d skipped %s\n", count, reason.c_str());
  std::printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped);
  return failed == 0 && passed > 0 ? 0 : 1;
}

}  // namespace
}  // namespace simdcast::test

int main(int count, char** arguments) {
  if (count < 2 || !std::filesystem::is_directory(arguments[1])) {
    std::fprintf(stderr, "usage: simdcast_node_tests DIRECTORY [part of the names of tests]\n");
    return 2;
  }
  return simdcast::test::runAll(arguments[1], count > 2 ? arguments[2] : "");
}

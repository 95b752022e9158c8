// One folder of ONNX's backend node tests: `model.onnx` and `test_data_set_*`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace simdcast::test {

struct Outcome {
  enum class Kind : std::uint8_t { passed, failed, skipped };

  Kind kind = Kind::passed;
  std::string reason = {};
};

// The folders of tests at or below a path, sorted.
[[nodiscard]] std::vector<std::filesystem::path> findCases(const std::filesystem::path& path);

[[nodiscard]] Outcome runCase(const std::filesystem::path& folder);

}  // namespace simdcast::test

// A row of the table of operators, and how it is found.
#pragma once

#include <span>
#include <string_view>

#include "../graph/value.hpp"
#include "schema_parser.hpp"

namespace simdcast::onnx {

class Call;

// ONNX's text of a schema, which is checked when compiling.
struct Schema {
  std::string_view text;

  template <std::size_t kSize>
  consteval Schema(const char (&literal)[kSize]) : text(literal) {
    schema::check(text);
  }
  consteval Schema() = default;
};

// The values of the outputs, in order; unused ones may be absent. Reports failures by Call::fail.
using Lower = graph::Values (*)(Call& call);

// Properties that determine a node's outputs in addition to the types and sizes of its inputs.
enum Trait : std::uint32_t {
  kPlain = 0,
  kReadsShapes = 1,  // only the sizes of the inputs matter
  kVaries = 2,       // runs may return different results
};

// The kinds of an input, by the first opset that accepts them; 0 for never.
struct Kinds {
  int tensor = 1;
  int sequence = 0;
  int optional = 0;
};

struct Row {
  std::string_view name;
  Schema schema;
  Lower lower = nullptr;
  std::uint32_t traits = kPlain;
  Kinds first = {};    // of the first input
  Kinds further = {};  // of the others
};

enum class Domain : std::uint8_t { onnx, ml, microsoft, training, count };
// Finds a domain by its name in models, which is empty for ONNX's own. Nothing for a domain without
// operators here.
[[nodiscard]] std::optional<Domain> findDomain(std::string_view name) noexcept;

// The rows of each family, in a file of its own.
namespace rows {
extern const std::span<const Row> kActivations;
extern const std::span<const Row> kAttention;
extern const std::span<const Row> kBatchNormalization;
extern const std::span<const Row> kBranching;
extern const std::span<const Row> kCasts;
extern const std::span<const Row> kConstants;
extern const std::span<const Row> kConvolutions;
extern const std::span<const Row> kEinsum;
extern const std::span<const Row> kExperimental;
extern const std::span<const Row> kGathers;
extern const std::span<const Row> kIndexing;
extern const std::span<const Row> kLosses;
extern const std::span<const Row> kMovement;
extern const std::span<const Row> kNGrams;
extern const std::span<const Row> kNormalizations;
extern const std::span<const Row> kPadding;
extern const std::span<const Row> kPooling;
extern const std::span<const Row> kQuantization;
extern const std::span<const Row> kRandom;
extern const std::span<const Row> kRecurrences;
extern const std::span<const Row> kReductions;
extern const std::span<const Row> kReshapes;
extern const std::span<const Row> kSampling;
extern const std::span<const Row> kSelection;
extern const std::span<const Row> kSpectra;
extern const std::span<const Row> kSequences;
extern const std::span<const Row> kTexts;
extern const std::span<const Row> kLearning;   // ai.onnx.ml
extern const std::span<const Row> kMicrosoft;  // com.microsoft, apart from the following
extern const std::span<const Row> kMicrosoftAttention;
extern const std::span<const Row> kMicrosoftQuantized;
// In ONNX's domain, at opsets where ONNX has no operator of the name.
extern const std::span<const Row> kMicrosoftInOwnDomain;
extern const std::span<const Row> kOptimizers;  // ai.onnx.preview.training
}  // namespace rows

// A row and the version of an opset. Null: no such operator in the domain, or not yet at the opset.
struct Bound {
  const Row* row = nullptr;
  const Version* version = nullptr;
  std::span<const Version> later = {};  // versions since later opsets
};
[[nodiscard]] Bound findRow(Domain domain, std::string_view name, int opset);

// The latest opset with a version of an operator of the domain.
[[nodiscard]] int newestOpset(Domain domain);

}  // namespace simdcast::onnx

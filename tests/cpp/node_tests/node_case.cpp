#include "node_case.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "difference.hpp"
#include "explain/say.hpp"
#include "model/read.hpp"
#include "model/reading.hpp"
#include "model/schema.hpp"
#include "model/session.hpp"
#include "value_file.hpp"

namespace simdcast::test {
namespace {

namespace fs = std::filesystem;

using Bytes = std::vector<std::byte>;

Outcome failed(std::string reason) { return {Outcome::Kind::failed, std::move(reason)}; }
Outcome skipped(std::string reason) { return {Outcome::Kind::skipped, std::move(reason)}; }

Bytes contentsOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> characters{std::istreambuf_iterator<char>(file), {}};
  const auto bytes = std::as_bytes(std::span(characters));
  return {bytes.begin(), bytes.end()};
}

// Paths in a folder whose names are a prefix and a number, in the order of the numbers.
std::vector<fs::path> numbered(const fs::path& folder, const std::string& prefix) {
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path().filename().string().starts_with(prefix)) paths.push_back(entry.path());
  const auto numberOf = [&](const fs::path& path) {
    return std::stoi(path.filename().string().substr(prefix.size()));
  };
  std::ranges::sort(paths, {}, numberOf);
  return paths;
}

// The names of the operators in a sentence like "…: Relu at opset 17 (node), …".
std::string operatorsIn(const std::string& sentence) {
  std::set<std::string> names;
  for (std::size_t end = sentence.find(" at opset"); end != std::string::npos;
       end = sentence.find(" at opset", end + 1)) {
    const std::size_t start = sentence.rfind(' ', end - 1) + 1;
    names.insert(sentence.substr(start, end - start));
  }
  return text::joined(Names(names.begin(), names.end()), ", ");
}

Outcome outcomeOf(const Fault& fault) {
  if (fault.code == "unsupported_operator")
    return skipped("without the operator " + operatorsIn(fault.text));
  return failed(say("{} ({})", {fault.text, fault.code}));
}

// The names of the inputs in the order of the file.
std::vector<std::string> inputNames(const Bytes& bytes) {
  model::Reading reading;
  const auto proto = reading.parse<model::ModelProto>(bytes);
  std::vector<std::string> names;
  if (proto.graph)
    for (const model::ValueInfoProto& input : proto.graph->input) names.emplace_back(input.name);
  return names;
}

class Case {
 public:
  explicit Case(const fs::path& folder)
      : folder_(folder), bytes_(contentsOf(folder / "model.onnx")) {}

  Outcome run() {
    std::variant<model::Model, Fault> read = model::readModel(bytes_);
    if (const auto* fault = std::get_if<Fault>(&read)) return outcomeOf(*fault);
    const model::Model& model = std::get<model::Model>(read);
    outputs_ = model.graph.outputs;
    for (const model::Declaration& input : model.graph.inputs) {
      needed_.insert(input.name);
      declared_[input.name] = input;
    }
    for (const model::Declaration& input : model.optionalInputs) declared_[input.name] = input;
    std::variant<Session, Fault> made = Session::make(std::get<model::Model>(std::move(read)));
    if (const auto* fault = std::get_if<Fault>(&made)) return outcomeOf(*fault);
    const std::vector<fs::path> sets = numbered(folder_, "test_data_set_");
    if (sets.empty()) return failed("it has no test_data_set");
    for (const fs::path& set : sets) {
      Outcome outcome = runSet(std::get<Session>(made), set);
      if (outcome.kind != Outcome::Kind::passed) return outcome;
    }
    return {};
  }

 private:
  // The inputs that a data set has files for: all, or those without an initializer.
  [[nodiscard]] std::vector<std::string> fedNames(std::size_t count) const {
    std::vector<std::string> names = inputNames(bytes_);
    if (count != names.size())
      std::erase_if(names, [&](const std::string& name) { return !needed_.contains(name); });
    return names;
  }

  Outcome runSet(Session& session, const fs::path& set) const {
    const std::vector<fs::path> given = numbered(set, "input_");
    const std::vector<std::string> names = fedNames(given.size());
    if (given.size() > names.size())
      return failed(say("{} input files for {} inputs", {given.size(), names.size()}));
    std::vector<NamedValue> feeds;
    for (std::size_t i = 0; i < given.size(); ++i) {
      auto value = readValue(contentsOf(given[i]), declared_.at(names[i]));
      if (const auto* fault = std::get_if<Fault>(&value)) return outcomeOf(*fault);
      feeds.push_back({names[i], std::get<AnyValue>(std::move(value))});
    }
    std::vector<AnyValue> wanted;
    for (const fs::path& file : numbered(set, "output_")) {
      if (wanted.size() == outputs_.size()) return failed("it has more outputs than the model");
      auto value = readValue(contentsOf(file), outputs_[wanted.size()]);
      if (const auto* fault = std::get_if<Fault>(&value)) return outcomeOf(*fault);
      wanted.push_back(std::get<AnyValue>(std::move(value)));
    }
    // The second run repeats what the first one has prepared.
    for (int times = 0; times < 2; ++times) {
      auto results = session.runValues(feeds);
      if (const auto* fault = std::get_if<Fault>(&results)) return outcomeOf(*fault);
      Outcome outcome = compared(std::get<std::vector<AnyValue>>(results), wanted);
      if (outcome.kind != Outcome::Kind::passed) return outcome;
    }
    return {};
  }

  static Outcome compared(const std::vector<AnyValue>& results,
                          const std::vector<AnyValue>& wanted) {
    if (results.size() != wanted.size())
      return failed(say("{} outputs, expected {}", {results.size(), wanted.size()}));
    for (std::size_t i = 0; i < wanted.size(); ++i)
      if (const auto problem = difference(results[i], wanted[i]))
        return failed(say("output {}: {}", {i, *problem}));
    return {};
  }

  fs::path folder_;
  Bytes bytes_;
  std::set<std::string> needed_;
  std::map<std::string, model::Declaration> declared_;  // of the inputs
  std::vector<model::Declaration> outputs_;
};

// Tests that a correct implementation fails.
struct Wrong {
  std::string_view name;
  std::string_view reason;
};
constexpr std::string_view kAttention = "that expect Attention before ONNX corrected it";
constexpr std::string_view kExact = "that expect less exact results than their tolerance allows";
constexpr std::string_view kWraps =
    "that expect bytes which wrap, although they must saturate (onnx/onnx#7868)";
constexpr Wrong kWrong[] = {
    {"test_attention_3d_gqa", kAttention},
    {"test_attention_3d_gqa_causal", kAttention},
    {"test_attention_3d_gqa_softcap", kAttention},
    {"test_attention_3d_with_past_and_present_qk_matmul_bias", kAttention},
    {"test_attention_4d_gqa", kAttention},
    {"test_attention_4d_gqa_causal", kAttention},
    {"test_attention_4d_gqa_softcap", kAttention},
    {"test_attention_4d_gqa_with_past_and_present", kAttention},
    {"test_attention_4d_with_past_and_present_qk_matmul_bias_3d_mask", kAttention},
    {"test_attention_4d_with_past_and_present_qk_matmul_bias_3d_mask_causal", kAttention},
    {"test_attention_4d_with_qk_matmul_softcap", kAttention},
    {"test_bernoulli_expanded", "that expect certain random numbers"},
    {"test_dft_inverse", kExact},
    {"test_dft_inverse_opset19", kExact},
    {"test_l2normalization_axis_0", "that expect NaN of zeros, now 0 (onnx/onnx#7618)"},
    {"test_qlinearmatmul_2D_int8_float32", kWraps},
    {"test_qlinearmatmul_3D_int8_float16", kWraps},
    {"test_qlinearmatmul_3D_int8_float32", kWraps},
};

}  // namespace

std::vector<fs::path> findCases(const fs::path& path) {
  std::vector<fs::path> folders;
  const auto addIf = [&](const fs::path& folder) {
    if (fs::exists(folder / "model.onnx")) folders.push_back(folder);
  };
  addIf(path);
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path))
    if (entry.is_directory()) addIf(entry.path());
  std::ranges::sort(folders);
  return folders;
}

Outcome runCase(const fs::path& folder) {
  Outcome outcome = Case(folder).run();
  if (outcome.kind != Outcome::Kind::failed) return outcome;
  const std::string name = folder.filename().string();
  const auto* const wrong = std::ranges::find(kWrong, name, &Wrong::name);
  return wrong == std::end(kWrong) ? outcome : skipped(std::string(wrong->reason));
}

}  // namespace simdcast::test

#include "recurrent_activations.hpp"

#include <optional>
#include <string>

#include "../base/enum_table.hpp"

namespace simdcast::onnx {
namespace {

using layers::ActivationId;

// The defaults of the numbers that an activation takes.
struct Defaults {
  ActivationId key{};
  std::optional<float> alpha = {};
  std::optional<float> beta = {};
};
constexpr EnumTable<ActivationId, Defaults> kDefaults({
    {ActivationId::affine, 1.0F, 0.0F},
    {ActivationId::elu, 1.0F},
    {ActivationId::hardSigmoid, 0.2F, 0.5F},
    {ActivationId::leakyRelu, 0.01F},
    {ActivationId::relu},
    {ActivationId::scaledTanh, 1.0F, 0.0F},
    {ActivationId::sigmoid},
    {ActivationId::softplus},
    {ActivationId::softsign},
    {ActivationId::tanh},
    {ActivationId::thresholdedRelu, 1.0F},
});

// The numbers of an attribute, which activations consume in sequence.
class Numbers {
 public:
  Numbers(Call& call, std::string_view attribute)
      : numbers_(call.reals(attribute).value_or(std::vector<float>())) {}

  double next(std::optional<float> usual) {
    if (!usual) return 0;
    return next_ < numbers_.size() ? numbers_[next_++] : *usual;
  }

 private:
  std::vector<float> numbers_;
  std::size_t next_ = 0;
};

bool equalInAnyCase(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::ranges::equal(a, b, {}, lower, lower);
}

const Defaults* findActivation(std::string_view asked) {
  const auto* const found = std::ranges::find_if(
      kDefaults, [&](const Defaults& row) { return equalInAnyCase(layers::name(row.key), asked); });
  return found == kDefaults.end() ? nullptr : found;
}

Names activationNames() {
  Names names;
  for (const Defaults& row : kDefaults) names.push_back(layers::name(row.key));
  return names;
}

std::vector<std::string> namesOf(std::span<const ActivationId> activations) {
  std::vector<std::string> names;
  for (const ActivationId id : activations) names.emplace_back(layers::name(id));
  return names;
}

}  // namespace

RecurrentActivations activationsOf(Call& call, std::span<const ActivationId> usual) {
  const std::vector<std::string> given = call.texts("activations").value_or(namesOf(usual));
  Numbers alphas(call, "activation_alpha");
  Numbers betas(call, "activation_beta");
  if (given.size() != usual.size())
    return call.fail(faults::eachAxis(call.label(), "activations", static_cast<Count>(given.size()),
                                      static_cast<Count>(usual.size())));
  RecurrentActivations activations;
  for (const std::string& asked : given) {
    const Defaults* row = findActivation(asked);
    if (row == nullptr)
      return call.fail(
          faults::allowedEach(call.label(), "activations", asked, anyOf(activationNames())));
    const double alpha = alphas.next(row->alpha);
    activations.push({row->key, alpha, betas.next(row->beta)});
  }
  return activations;
}

}  // namespace simdcast::onnx

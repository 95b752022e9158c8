#include "attributes.hpp"

#include "../base/enum_table.hpp"

namespace simdcast {
namespace {

struct AttributeRow {
  Attribute key{};
  std::string_view name;
  AttributeKind kind{};
  std::span<const std::string_view> choices = {};
};

constexpr std::string_view kDirections[] = {"LEFT", "RIGHT"};
constexpr std::string_view kApproximations[] = {"none", "tanh"};
constexpr std::string_view kRoundModes[] = {"up", "down", "nearest"};

constexpr EnumTable<Attribute, AttributeRow> kAttributes({
    {Attribute::axis, "axis", AttributeKind::integer},
    {Attribute::broadcast, "broadcast", AttributeKind::flag},
    {Attribute::consumedInputs, "consumed_inputs", AttributeKind::ignored},
    {Attribute::fmod, "fmod", AttributeKind::flag},
    {Attribute::direction, "direction", AttributeKind::choice, kDirections},
    {Attribute::alpha, "alpha", AttributeKind::real},
    {Attribute::beta, "beta", AttributeKind::real},
    {Attribute::transA, "transA", AttributeKind::flag},
    {Attribute::transB, "transB", AttributeKind::flag},
    {Attribute::min, "min", AttributeKind::real},
    {Attribute::max, "max", AttributeKind::real},
    {Attribute::approximate, "approximate", AttributeKind::choice, kApproximations},
    {Attribute::to, "to", AttributeKind::type},
    {Attribute::saturate, "saturate", AttributeKind::flag},
    {Attribute::roundMode, "round_mode", AttributeKind::choice, kRoundModes},
    {Attribute::detectNegative, "detect_negative", AttributeKind::flag},
    {Attribute::detectPositive, "detect_positive", AttributeKind::flag},
});

constexpr NameTable<AttributeKind> kKindNames({
    {AttributeKind::integer, "integer"},
    {AttributeKind::flag, "flag"},
    {AttributeKind::real, "real"},
    {AttributeKind::choice, "choice"},
    {AttributeKind::type, "type"},
    {AttributeKind::ignored, "ignored"},
});

}  // namespace

std::string_view name(Attribute attribute) noexcept { return kAttributes[attribute].name; }
std::optional<Attribute> findAttribute(std::string_view name) noexcept {
  return kAttributes.find(name);
}
std::string_view name(AttributeKind kind) noexcept { return kKindNames[kind].name; }
AttributeKind kind(Attribute attribute) noexcept { return kAttributes[attribute].kind; }
std::span<const std::string_view> choicesOf(Attribute attribute) noexcept {
  return kAttributes[attribute].choices;
}

}  // namespace simdcast

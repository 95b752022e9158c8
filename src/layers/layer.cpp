#include "layer.hpp"

#include <algorithm>
#include <array>

#include "kinds.hpp"

namespace simdcast::layers {
namespace {

// In the order of LayerRequest.
constexpr std::array<std::string_view, std::variant_size_v<LayerRequest>> kNames{
    "Copy",
    "Gather",
    "Reduce",
    "ArgMax",
    "Softmax",
    "LayerNormalization",
    "Range",
    "Convolution",
    "Pool",
    "CumulativeSum",
    "Scatter",
    "TopK",
    "Trees",
    "Recurrence",
    "PackedProduct",
    "BlockProduct",
    "IntegerProduct",
    "DynamicQuantization",
    "FourierTable",
    "Fourier",
    "Sample",
    "RegionAlign",
    "DeformedWindows",
    "UpdateRows",
    "ReverseSequence",
    "Unpool",
    "Col2Im",
    "NonZero",
    "Unique",
    "NonMaxSuppression",
    "Attention",
    "Rotation"};
static_assert(!kNames.back().empty());

}  // namespace

std::string_view name(const LayerRequest& request) noexcept { return kNames[request.index()]; }

bool isPossible(const LayerRequest& request) {
  return std::visit(
      [](const auto& kind) { return isType(kind.type) && width(kind.type) > 0 && fits(kind); },
      request);
}

LayerRequest simplified(const LayerRequest& request) {
  return std::visit([](const auto& kind) -> LayerRequest { return simplified(kind); }, request);
}

Count packedBytes(const LayerRequest& request, int input) {
  if (input != kPackedInput) return 0;
  return std::visit([](const auto& kind) { return packedBytes(kind); }, request);
}

void pack(const LayerRequest& request, int input, std::byte* to, const std::byte* from) {
  if (input == kPackedInput) std::visit([&](const auto& kind) { pack(kind, to, from); }, request);
}

void unpack(const LayerRequest& request, int input, std::byte* to, const std::byte* from) {
  if (input == kPackedInput) std::visit([&](const auto& kind) { unpack(kind, to, from); }, request);
}

Count workspaceOf(const LayerRequest& request) {
  return std::min(kMaxCount,
                  std::visit([](const auto& kind) { return workspaceOf(kind); }, request));
}

Count run(const LayerRequest& request, const Buffers& buffers) {
  return std::visit([&](const auto& kind) { return run(kind, buffers); }, request);
}

}  // namespace simdcast::layers

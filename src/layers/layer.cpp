#include "layer.hpp"

#include <algorithm>
#include <new>

#include "kinds.hpp"

namespace simdcast::layers {
namespace {

LayerRequest simplest(const LayerRequest& request) {
  return std::visit([](const auto& kind) -> LayerRequest { return simplified(kind); }, request);
}

}  // namespace

bool isPossible(const LayerRequest& request) {
  return std::visit(
      [](const auto& kind) { return isType(kind.type) && width(kind.type) > 0 && fits(kind); },
      request);
}

Layer::Layer(const LayerRequest& simplest)
    : request_(simplest),
      workspace_(std::min(
          kMaxCount, std::visit([](const auto& kind) { return workspaceOf(kind); }, simplest))) {}

std::unique_ptr<Layer> Layer::make(const LayerRequest& request) {
  if (!isPossible(request)) return nullptr;
  return std::unique_ptr<Layer>(new (std::nothrow) Layer(simplest(request)));
}

std::optional<PassedOn> Layer::passedOn() const {
  if (const auto* kind = std::get_if<Convolution>(&request_)) return layers::passedOn(*kind);
  if (const auto* kind = std::get_if<PackedProduct>(&request_)) return layers::passedOn(*kind);
  return std::nullopt;
}

bool Layer::requiresOutput() const { return !std::holds_alternative<TopK>(request_); }

Count Layer::run(const Buffers& buffers) const {
  return std::visit([&](const auto& kind) { return layers::run(kind, buffers); }, request_);
}

}  // namespace simdcast::layers

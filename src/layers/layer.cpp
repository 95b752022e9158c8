#include "layer.hpp"

#include <algorithm>

#include "functions.hpp"

namespace simdcast::layers {
namespace {

// call(functions of the request's kind, request).
template <class Any, class Call>
auto withFunctions(Any& request, const Call& call) {
  return std::visit(
      [&](auto& each) { return call(functionsOf<std::remove_cvref_t<decltype(each)>>(), each); },
      request);
}

}  // namespace

std::string_view name(const LayerRequest& request) noexcept {
  return withFunctions(request, [](auto& kind, auto& /*each*/) { return kind.name; });
}

bool isPossible(const LayerRequest& request) {
  return withFunctions(request, [](auto& kind, auto& each) {
    return isType(each.type) && width(each.type) > 0 && kind.fits(each);
  });
}

Operands operandsOf(const LayerRequest& request) {
  return withFunctions(request, [](auto& kind, auto& each) { return kind.operands(each); });
}

LayerRequest simplified(const LayerRequest& request) {
  LayerRequest result = request;
  withFunctions(result, [](auto& kind, auto& each) { kind.simplify(each); });
  return result;
}

Count packedBytes(const LayerRequest& request, int input) {
  if (input != kPackedInput) return 0;
  return withFunctions(request, [](auto& kind, auto& each) { return kind.packedBytes(each); });
}

void pack(const LayerRequest& request, int input, std::byte* to, const std::byte* from) {
  if (input != kPackedInput) return;
  withFunctions(request, [&](auto& kind, auto& each) { kind.pack(each, to, from); });
}

void unpack(const LayerRequest& request, int input, std::byte* to, const std::byte* from) {
  if (input != kPackedInput) return;
  withFunctions(request, [&](auto& kind, auto& each) { kind.unpack(each, to, from); });
}

Count workspaceOf(const LayerRequest& request) {
  const auto workspace = [](auto& kind, auto& each) { return kind.workspace(each); };
  return std::min(kMaxCount, withFunctions(request, workspace));
}

Count run(const LayerRequest& request, const Buffers& buffers) {
  return withFunctions(request, [&](auto& kind, auto& each) { return kind.run(each, buffers); });
}

}  // namespace simdcast::layers

#include "layer.hpp"

#include <algorithm>

#include "functions.hpp"

namespace simdcast::layers {
namespace {

template <class... Requests>
const Functions& functionsOf(const std::variant<Requests...>& request) {
  static constexpr const Functions& (*kKinds[])() = {layers::functionsOf<Requests>...};
  return kKinds[request.index()]();
}

DType typeOf(const LayerRequest& request) {
  return std::visit([](const auto& kind) { return kind.type; }, request);
}

}  // namespace

std::string_view name(const LayerRequest& request) noexcept { return functionsOf(request).name; }

bool isPossible(const LayerRequest& request) {
  const DType type = typeOf(request);
  return isType(type) && width(type) > 0 && functionsOf(request).fits(request);
}

Operands operandsOf(const LayerRequest& request) { return functionsOf(request).operands(request); }

LayerRequest simplified(const LayerRequest& request) {
  LayerRequest result = request;
  functionsOf(result).simplify(result);
  return result;
}

Count packedBytes(const LayerRequest& request, int input) {
  return input == kPackedInput ? functionsOf(request).packedBytes(request) : 0;
}

void pack(const LayerRequest& request, int input, std::byte* to, const std::byte* from) {
  if (input == kPackedInput) functionsOf(request).pack(request, to, from);
}

void unpack(const LayerRequest& request, int input, std::byte* to, const std::byte* from) {
  if (input == kPackedInput) functionsOf(request).unpack(request, to, from);
}

Count workspaceOf(const LayerRequest& request) {
  return std::min(kMaxCount, functionsOf(request).workspace(request));
}

Count run(const LayerRequest& request, const Buffers& buffers) {
  return functionsOf(request).run(request, buffers);
}

}  // namespace simdcast::layers

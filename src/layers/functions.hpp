// What a kind of layer consists of, for any request of that kind. kind.hpp documents it.
#pragma once

#include <string_view>

#include "layer.hpp"
#include "positions.hpp"

namespace simdcast::layers {

struct Functions {
  std::string_view name;
  Operands (*operands)(const LayerRequest& request);
  bool (*fits)(const LayerRequest& request);
  void (*simplify)(LayerRequest& request);
  Count (*workspace)(const LayerRequest& request);
  Count (*packedBytes)(const LayerRequest& request);
  void (*pack)(const LayerRequest& request, std::byte* to, const std::byte* from);
  void (*unpack)(const LayerRequest& request, std::byte* to, const std::byte* from);
  Count (*run)(const LayerRequest& request, const Buffers& buffers);
};

// Separate, because a module without threads omits them.
struct Sharing {
  Positions (*positions)(const LayerRequest& request);
  void (*cut)(LayerRequest& request, Count positions);
  // Null for kinds without them.
  void (*runColumns)(const LayerRequest& request, const Buffers& buffers, Count count);
  double (*nanoseconds)(const LayerRequest& request);
  Count (*workspace)(const LayerRequest& request, const Team& team);
  Count (*share)(const LayerRequest& request, const Buffers& buffers, Team& team);
};

// Instantiated in the file of each kind, after its Kind.
template <class Request>
[[nodiscard]] const Functions& functionsOf();
template <class Request>
[[nodiscard]] const Sharing& sharingOf();

}  // namespace simdcast::layers

// What layer.cpp and share.cpp call for each kind of layer.
#pragma once

#include <string_view>

#include "layer.hpp"

namespace simdcast::layers {

// Documented in kind.hpp.
template <class Request>
struct Functions {
  std::string_view name;
  Operands (*operands)(const Request& request);
  bool (*fits)(const Request& request);
  void (*simplify)(Request& request);
  Count (*workspace)(const Request& request);
  Count (*packedBytes)(const Request& request);
  void (*pack)(const Request& request, std::byte* to, const std::byte* from);
  void (*unpack)(const Request& request, std::byte* to, const std::byte* from);
  Count (*run)(const Request& request, const Buffers& buffers);
};
// Apart from those above, because a module without threads has none of them.
template <class Request>
struct Sharing {
  double (*nanoseconds)(const Request& request);
  Count (*workspace)(const Request& request, const Team& team);
  Count (*share)(const Request& request, const Buffers& buffers, Team& team);
};

// Instantiated in the file of each kind, after its Kind.
template <class Request>
[[nodiscard]] const Functions<Request>& functionsOf();
template <class Request>
[[nodiscard]] const Sharing<Request>& sharingOf();

}  // namespace simdcast::layers

// What a kind of layer consists of. Each specialises Kind, derived from Defaults, in the file of
// its name, and instantiates functionsOf and sharingOf there. Kinds have
//
//   name
//   operands      the types of the tensors
//   fits          whether the layer takes the type, which has a width, and stays within its tensors
//   run           returns kDone, or the position of an index that is out of range
//
// and what differs from the defaults. `operands` is [[gnu::cold]], which compiles it for size: it
// runs once for a new shape. Kinds that are cut for a team have either
//
//   positions     along which the work is cut, with `cut` or runColumns(request, buffers, count)
//
// or, if they are cut in another way,
//
//   nanoseconds   approximate time on one thread; 0 if it cannot be cut
//   share         the run
//   teamWorkspace bytes of the workspace; default: one for each thread
//
// All except `fits` take requests that fit; `workspace` and what follows it take simplified ones.
#pragma once

#include "../base/sizes.hpp"
#include "functions.hpp"
#include "operand_types.hpp"
#include "share.hpp"

namespace simdcast::layers {

template <class Request>
struct Kind;

template <class Request>
struct Defaults {
  // Rewrites a request as the same work in fewer axes, and in an order that suits memory.
  static void simplify(Request& /*request*/) {}

  // Bytes of a run.
  static Count workspace(const Request& /*request*/) { return 0; }

  // For kinds that pack input kPackedInput, as layer.hpp documents it.
  static Count packedBytes(const Request& /*request*/) { return 0; }
  static void pack(const Request& /*request*/, std::byte* /*to*/, const std::byte* /*from*/) {}
  static void unpack(const Request& /*request*/, std::byte* /*to*/, const std::byte* /*from*/) {}

  static Positions positions(const Request& /*request*/) { return {}; }
  // Reduces a request to this number of positions.
  static void cut(Request& request, Count positions) {
    if constexpr (requires { request.outer; }) request.outer = positions;
  }
};

namespace detail {

template <class Request>
const Request& as(const LayerRequest& request) {
  return *std::get_if<Request>(&request);
}
template <class Request>
Request& as(LayerRequest& request) {
  return *std::get_if<Request>(&request);
}

}  // namespace detail

template <class Request>
const Functions& functionsOf() {
  using Own = Kind<Request>;
  using Any = const LayerRequest&;
  using detail::as;
  static constexpr Functions functions{
      .name = Own::name,
      .operands = [](Any any) { return Own::operands(as<Request>(any)); },
      .fits = [](Any any) { return Own::fits(as<Request>(any)); },
      .simplify = [](LayerRequest& any) { Own::simplify(as<Request>(any)); },
      .workspace = [](Any any) { return Own::workspace(as<Request>(any)); },
      .packedBytes = [](Any any) { return Own::packedBytes(as<Request>(any)); },
      .pack = [](Any any, std::byte* to,
                 const std::byte* from) { Own::pack(as<Request>(any), to, from); },
      .unpack = [](Any any, std::byte* to,
                   const std::byte* from) { Own::unpack(as<Request>(any), to, from); },
      .run = [](Any any, const Buffers& buffers) { return Own::run(as<Request>(any), buffers); }};
  return functions;
}

template <class Request>
const Sharing& sharingOf() {
  using Own = Kind<Request>;
  using Any = const LayerRequest&;
  using detail::as;
  static constexpr Sharing sharing = [] {
    Sharing made{.positions = [](Any any) { return Own::positions(as<Request>(any)); },
                 .cut = [](LayerRequest& any, Count count) { Own::cut(as<Request>(any), count); }};
    if constexpr (requires(const Request& request, const Buffers& buffers) {
                    Own::runColumns(request, buffers, 0);
                  })
      made.runColumns = [](Any any, const Buffers& buffers, Count count) {
        Own::runColumns(as<Request>(any), buffers, count);
      };
    if constexpr (requires(const Request& request) { Own::nanoseconds(request); }) {
      made.nanoseconds = [](Any any) { return Own::nanoseconds(as<Request>(any)); };
      made.share = [](Any any, const Buffers& buffers, Team& team) {
        return Own::share(as<Request>(any), buffers, team);
      };
    }
    if constexpr (requires(const Request& request, const Team& team) {
                    Own::teamWorkspace(request, team);
                  })
      made.workspace = [](Any any, const Team& team) {
        return Own::teamWorkspace(as<Request>(any), team);
      };
    return made;
  }();
  return sharing;
}

}  // namespace simdcast::layers

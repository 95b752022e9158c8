// What a kind of layer consists of. Each specialises Kind, derived from Defaults, in the file of
// its name, and instantiates functionsOf there. Kinds have
//
//   name
//   operands      the types of the tensors
//   fits          whether the layer takes the type, which has a width, and stays within its tensors
//   run           returns kDone, or the position of an index that is out of range
//
// and what differs from the defaults. All except `fits` take requests that fit; `workspace` and
// what follows it take simplified ones.
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

  // How the work is cut for a team. A part is a run of `part`, a request with some of the
  // positions, or of runColumns(request, buffers, count) where a kind has that.
  static Positions positions(const Request& /*request*/) { return {}; }
  static Request part(const Request& request, Count count) {
    Request part = request;
    if constexpr (requires { part.outer; }) part.outer = count;
    return part;
  }

  // For kinds that are cut in another way. Approximate time on one thread; 0 if it cannot be cut.
  static double nanoseconds(const Request& request) {
    const Positions positions = Kind<Request>::positions(request);
    return positions.canBeCut() ? positions.nanoseconds : 0;
  }
  static Count teamWorkspace(const Request& request, const Team& team) {
    return TeamWorkspace{Kind<Request>::workspace(request)}.forTeam(
        team, Kind<Request>::nanoseconds(request));
  }
  static Count share(const Request& request, const Buffers& buffers, Team& team) {
    using Own = Kind<Request>;
    const Positions positions = Own::positions(request);
    const Parts parts = partsOf(positions, buffers, team);
    if (parts.count == 1) return Own::run(request, buffers);
    const PartsOfLayer cut{positions, parts, Own::workspace(request)};
    if constexpr (requires { Own::runColumns(request, buffers, Count{}); })
      if (positions.areColumns)
        return layers::share(cut, buffers, team, [&](int piece, const Buffers& own) {
          Own::runColumns(request, own, parts.sizeOf(piece));
          return kDone;
        });
    const Request part = Own::part(request, parts.size);
    const Request last = Own::part(request, parts.last);
    return layers::share(cut, buffers, team, [&](int piece, const Buffers& own) {
      return Own::run(piece == parts.count - 1 ? last : part, own);
    });
  }
};

template <class Request>
const Functions<Request>& functionsOf() {
  using Own = Kind<Request>;
  static constexpr Functions<Request> functions{Own::name,     Own::operands,  Own::fits,
                                                Own::simplify, Own::workspace, Own::packedBytes,
                                                Own::pack,     Own::unpack,    Own::run};
  return functions;
}

template <class Request>
const Sharing<Request>& sharingOf() {
  using Own = Kind<Request>;
  static constexpr Sharing<Request> sharing{Own::nanoseconds, Own::teamWorkspace, Own::share};
  return sharing;
}

}  // namespace simdcast::layers

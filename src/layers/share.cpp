#include "share.hpp"

#include <algorithm>
#include <atomic>

#include "functions.hpp"

namespace simdcast::layers {
namespace {

// An absent operand stays absent.
template <class Byte>
Byte* at(Byte* operand, Count offset) {
  return operand == nullptr ? nullptr : operand + offset;
}

// call(sharing of the request's kind, request).
template <class Call>
auto withSharing(const LayerRequest& request, const Call& call) {
  return std::visit(
      [&]<class Request>(const Request& each) { return call(sharingOf<Request>(), each); },
      request);
}

}  // namespace

double nanosecondsOf(const LayerRequest& request) {
  return withSharing(request, [](auto& kind, auto& each) { return kind.nanoseconds(each); });
}

Count workspaceOf(const LayerRequest& request, const Team& team) {
  return withSharing(request, [&](auto& kind, auto& each) { return kind.workspace(each, team); });
}

Count share(const LayerRequest& request, const Buffers& buffers, Team& team) {
  return withSharing(request,
                     [&](auto& kind, auto& each) { return kind.share(each, buffers, team); });
}

Parts partsOf(const Positions& positions, const Buffers& buffers, const Team& team) {
  const bool isCut = positions.outputs[1] != 0 || buffers.outputs[1] == nullptr;
  const int pieces = isCut ? team.piecesFor(positions.nanoseconds) : 1;
  const int wanted = positions.areColumns ? std::min(pieces, team.threads()) : pieces;
  const Count most = std::max<Count>(1, std::min<Count>(wanted, positions.count / positions.least));
  return Parts::of(std::max<Count>(1, positions.count), positions.unit, static_cast<int>(most));
}

Count share(const PartsOfLayer& cut, const Buffers& buffers, Team& team,
            FunctionRef<Count(int piece, const Buffers& own)> run) {
  const auto& [positions, parts, bytes] = cut;
  const TeamWorkspace workspaces{bytes};
  std::atomic<Count> found{kDone};
  team.run(parts.count, positions.nanoseconds, [&](int piece, int thread) {
    std::byte* outputs[3];
    const std::byte* inputs[3];
    for (int i = 0; i < 3; ++i) {
      const Count first = cut.parts.first(piece);
      outputs[i] =
          at(buffers.outputs[i], cut.positions.firstOutput + first * cut.positions.outputs[i]);
      inputs[i] = at(buffers.inputs[i], cut.positions.firstInput + first * cut.positions.inputs[i]);
    }
    Buffers own = buffers;
    own.workspace = workspaces.of(thread, own.workspace);
    own.outputs = outputs;
    own.inputs = inputs;
    const Count wrong = run(piece, own);
    if (wrong != kDone) found.store(wrong, std::memory_order_relaxed);
  });
  return found.load(std::memory_order_relaxed);
}

}  // namespace simdcast::layers

// Runs of layers by a team.
#include <algorithm>
#include <atomic>

#include "../threads/team_workspace.hpp"
#include "functions.hpp"

namespace simdcast::layers {
namespace {

template <class... Requests>
const Sharing& sharingOf(const std::variant<Requests...>& request) {
  static constexpr const Sharing& (*kKinds[])() = {layers::sharingOf<Requests>...};
  return kKinds[request.index()]();
}

// An absent operand stays absent.
template <class Byte>
Byte* at(Byte* operand, Count offset) {
  return operand == nullptr ? nullptr : operand + offset;
}

// Cuts the positions. They stay whole for a further output without positions, because it is unknown
// where its parts would begin.
Parts partsOf(const Positions& positions, const Buffers& buffers, const Team& team) {
  const bool isCut = positions.outputs[1] != 0 || buffers.outputs[1] == nullptr;
  const int pieces = isCut ? team.piecesFor(positions.nanoseconds) : 1;
  const int wanted = positions.areColumns ? std::min(pieces, team.threads()) : pieces;
  const Count most = std::max<Count>(1, std::min<Count>(wanted, positions.count / positions.least));
  return Parts::of(std::max<Count>(1, positions.count), positions.unit, static_cast<int>(most));
}

LayerRequest partOf(const LayerRequest& request, const Sharing& kind, Count positions) {
  LayerRequest part = request;
  kind.cut(part, positions);
  return part;
}

Count sharePositions(const LayerRequest& request, const Sharing& kind, const Buffers& buffers,
                     Team& team) {
  const Positions positions = kind.positions(request);
  const Parts parts = partsOf(positions, buffers, team);
  if (parts.count == 1) return run(request, buffers);
  const LayerRequest part = partOf(request, kind, parts.size);
  const LayerRequest last = partOf(request, kind, parts.last);
  const TeamWorkspace workspaces{workspaceOf(request)};
  std::atomic<Count> found{kDone};
  team.run(parts.count, positions.nanoseconds, [&](int piece, int thread) {
    std::byte* outputs[3];
    const std::byte* inputs[3];
    for (int i = 0; i < 3; ++i) {
      const Count first = parts.first(piece);
      outputs[i] = at(buffers.outputs[i], positions.firstOutput + first * positions.outputs[i]);
      inputs[i] = at(buffers.inputs[i], positions.firstInput + first * positions.inputs[i]);
    }
    Buffers own = buffers;
    own.workspace = workspaces.of(thread, own.workspace);
    own.outputs = outputs;
    own.inputs = inputs;
    if (positions.areColumns) return kind.runColumns(request, own, parts.sizeOf(piece));
    const Count wrong = run(piece == parts.count - 1 ? last : part, own);
    if (wrong != kDone) found.store(wrong, std::memory_order_relaxed);
  });
  return found.load(std::memory_order_relaxed);
}

}  // namespace

double nanosecondsOf(const LayerRequest& request) {
  const Sharing& kind = sharingOf(request);
  if (kind.nanoseconds != nullptr) return kind.nanoseconds(request);
  const Positions positions = kind.positions(request);
  return positions.canBeCut() ? positions.nanoseconds : 0;
}

Count workspaceOf(const LayerRequest& request, const Team& team) {
  const Sharing& kind = sharingOf(request);
  return kind.workspace != nullptr
             ? kind.workspace(request, team)
             : TeamWorkspace{workspaceOf(request)}.forTeam(team, nanosecondsOf(request));
}

Count share(const LayerRequest& request, const Buffers& buffers, Team& team) {
  const Sharing& kind = sharingOf(request);
  return kind.share != nullptr ? kind.share(request, buffers, team)
                               : sharePositions(request, kind, buffers, team);
}

}  // namespace simdcast::layers

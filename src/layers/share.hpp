// Layers shared among threads.
#pragma once

#include "../base/function_ref.hpp"
#include "../threads/team_workspace.hpp"
#include "layer.hpp"
#include "positions.hpp"

namespace simdcast::layers {

// Work on positions that do not depend on one another: work(stretch) for each part.
template <class Work>
void shareStretches(Count positions, double nanoseconds, Team& team, const Work& work) {
  const Parts parts = Parts::of(positions, 1, team.piecesFor(nanoseconds));
  if (parts.count == 1) return work(Stretch{0, positions});
  team.run(parts.count, nanoseconds, [&](int piece, int /*thread*/) { work(parts.at(piece)); });
}

// The same for work(stretch, workspace), where each thread has a workspace of `bytes`; parts are
// multiples of a unit.
template <class Work>
void shareStretches(Count positions, Count unit, double nanoseconds, Count bytes,
                    std::byte* workspace, Team& team, const Work& work) {
  const Parts parts = Parts::of(positions, unit, team.piecesFor(nanoseconds));
  if (parts.count <= 1) return work(Stretch{0, positions}, workspace);
  const TeamWorkspace workspaces{bytes};
  team.run(parts.count, nanoseconds,
           [&](int piece, int thread) { work(parts.at(piece), workspaces.of(thread, workspace)); });
}

// Cuts the positions. They stay whole for a further output without positions, because it is unknown
// where its parts would begin.
[[nodiscard]] Parts partsOf(const Positions& positions, const Buffers& buffers, const Team& team);

struct PartsOfLayer {
  const Positions& positions;
  const Parts& parts;
  Count workspace;  // bytes of a part
};
// Runs each part with the buffers from its first position on. Returns kDone, or what a part
// returned otherwise.
Count share(const PartsOfLayer& cut, const Buffers& buffers, Team& team,
            FunctionRef<Count(int piece, const Buffers& own)> run);

}  // namespace simdcast::layers

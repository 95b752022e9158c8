// For kinds that share their work themselves.
#pragma once

#include "../threads/team_workspace.hpp"
#include "layer.hpp"

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

}  // namespace simdcast::layers

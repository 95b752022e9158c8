// Layers shared among threads.
#pragma once

#include "../threads/team_workspace.hpp"
#include "kinds.hpp"

namespace simdcast::layers {

// A layer as positions along an axis that do not depend on one another.
struct Positions {
  Count count = 1;
  Count unit = 1;           // a part is a multiple of this size
  Count least = 1;          // and at least about this size; the last part may be smaller
  bool areColumns = false;  // for runColumns, rather than separate layers
  double nanoseconds = 0;   // approximate time for all parts on one thread
  // Bytes to the first position of the first operands.
  Count firstInput = 0;
  Count firstOutput = 0;
  // Bytes from position to position of each operand; 0 if all read the same elements.
  Count inputs[3]{};
  Count outputs[3]{};
};

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

// Some neighbouring columns of the innermost axis; the operands point to the first. Sums have more
// than kMostShortRow.
inline constexpr Count kMostShortRow = 256;
void runColumns(const Reduce& request, const Buffers& buffers, Count count);
void runColumns(const ArgMax& request, const Buffers& buffers, Count count);
void runColumns(const Softmax& request, const Buffers& buffers, Count count);

// Rows that are computed together. Parts are multiples of this number, because fewer rows cost the
// same.
[[nodiscard]] Count rowsAtOnce(const Softmax& request);

// A convolution is cut inside: data that all its parts read is computed once.
[[nodiscard]] double nanosecondsOf(const Convolution& request);
[[nodiscard]] Count workspaceOf(const Convolution& request, const Team& team);
Count share(const Convolution& request, const Buffers& buffers, Team& team);

// A recurrence is cut into directions and entries of the batch, which step independently.
[[nodiscard]] double nanosecondsOf(const Recurrence& request);
[[nodiscard]] Count workspaceOf(const Recurrence& request, const Team& team);
Count share(const Recurrence& request, const Buffers& buffers, Team& team);

// A product is cut like the products of plans.
[[nodiscard]] double nanosecondsOf(const PackedProduct& request);
[[nodiscard]] Count workspaceOf(const PackedProduct& request, const Team& team);
Count share(const PackedProduct& request, const Buffers& buffers, Team& team);

// A product with quantised weights is cut into columns of weights.
[[nodiscard]] double nanosecondsOf(const BlockProduct& request);
[[nodiscard]] Count workspaceOf(const BlockProduct& request, const Team& team);
Count share(const BlockProduct& request, const Buffers& buffers, Team& team);

// A product of bytes is cut into columns of its matrix first, and then into rows.
[[nodiscard]] double nanosecondsOf(const IntegerProduct& request);
[[nodiscard]] Count workspaceOf(const IntegerProduct& request, const Team& team);
Count share(const IntegerProduct& request, const Buffers& buffers, Team& team);

// All elements are searched before the first is quantised.
[[nodiscard]] double nanosecondsOf(const DynamicQuantization& request);
[[nodiscard]] Count workspaceOf(const DynamicQuantization& request, const Team& team);
Count share(const DynamicQuantization& request, const Buffers& buffers, Team& team);

// Transforms are cut into frames, which may overlap in the input.
[[nodiscard]] double nanosecondsOf(const Fourier& request);
[[nodiscard]] Count workspaceOf(const Fourier& request, const Team& team);
Count share(const Fourier& request, const Buffers& buffers, Team& team);

// Points between elements are cut within images: each is found once for all channels.
[[nodiscard]] double nanosecondsOf(const Sample& request);
[[nodiscard]] Count workspaceOf(const Sample& request, const Team& team);
Count share(const Sample& request, const Buffers& buffers, Team& team);
[[nodiscard]] double nanosecondsOf(const RegionAlign& request);
[[nodiscard]] Count workspaceOf(const RegionAlign& request, const Team& team);
Count share(const RegionAlign& request, const Buffers& buffers, Team& team);
[[nodiscard]] double nanosecondsOf(const DeformedWindows& request);
[[nodiscard]] Count workspaceOf(const DeformedWindows& request, const Team& team);
Count share(const DeformedWindows& request, const Buffers& buffers, Team& team);
// Rows are moved after all of their positions have been checked.
[[nodiscard]] double nanosecondsOf(const UpdateRows& request);
[[nodiscard]] Count workspaceOf(const UpdateRows& request, const Team& team);
Count share(const UpdateRows& request, const Buffers& buffers, Team& team);
[[nodiscard]] double nanosecondsOf(const ReverseSequence& request);
[[nodiscard]] Count workspaceOf(const ReverseSequence& request, const Team& team);
Count share(const ReverseSequence& request, const Buffers& buffers, Team& team);
// Attention is cut into heads of keys.
[[nodiscard]] double nanosecondsOf(const Attention& request);
[[nodiscard]] Count workspaceOf(const Attention& request, const Team& team);
Count share(const Attention& request, const Buffers& buffers, Team& team);
[[nodiscard]] double nanosecondsOf(const Rotation& request);
[[nodiscard]] Count workspaceOf(const Rotation& request, const Team& team);
Count share(const Rotation& request, const Buffers& buffers, Team& team);

}  // namespace simdcast::layers

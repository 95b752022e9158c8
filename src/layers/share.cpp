#include "share.hpp"

#include <algorithm>
#include <atomic>

#include "../base/costs.hpp"
#include "../rows/compute_lane.hpp"

namespace simdcast::layers {
namespace {

Count bytes(DType type, Count elements) { return width(type) * elements; }

// Columns are cut between cache lines, into parts that are worth a kernel call. Each thread takes
// only one, to read as much memory in order as possible.
constexpr Count kColumnUnit = 64;
constexpr Count kLeastColumns = 256;
// For sums, which are bound by memory: shorter parts of rows on two threads are no faster than
// whole rows on one.
Count leastSums(DType type) { return kReadAhead / width(type); }
static_assert(kReadAhead / kWidestElement > kMostShortRow);

// Whether columns are better cut than slices, because these are few.
bool areColumnsBetter(Count slices, Count columns, Count least = kLeastColumns) {
  constexpr Count kFewSlices = 16;
  return slices < kFewSlices && columns >= 2 * least;
}

Positions columnsOf(DType type, Count columns, double nanoseconds, DType resultType,
                    Count least = kLeastColumns) {
  return {.count = columns,
          .unit = kColumnUnit,
          .least = least,
          .areColumns = true,
          .nanoseconds = nanoseconds,
          .inputs = {bytes(type, 1)},
          .outputs = {bytes(resultType, 1)}};
}

template <class Along>
double nanoseconds(const Along& request, double ofElement) {
  return static_cast<double>(request.outer * request.size) * static_cast<double>(request.inner) *
         ofElement;
}

template <class Along>
Count sliceBytes(const Along& request) {
  return bytes(request.type, request.size * request.inner);
}

// Slices that are read, each for `made` elements of a result.
template <class Along>
Positions slicesOf(const Along& request, double ofElement, Count made, DType resultType) {
  return {.count = request.outer,
          .nanoseconds = nanoseconds(request, ofElement),
          .inputs = {sliceBytes(request)},
          .outputs = {bytes(resultType, made)}};
}

Positions positionsOf(const Softmax& request) {
  if (areColumnsBetter(request.outer, request.inner))
    return columnsOf(request.type, request.inner, nanoseconds(request, costs::kNormalized),
                     request.type);
  Positions positions =
      slicesOf(request, costs::kNormalized, request.size * request.inner, request.type);
  positions.unit = rowsAtOnce(request);
  positions.nanoseconds += static_cast<double>(request.outer) *
                           (positions.unit == 1 ? costs::kNormalizedRow : costs::kNormalizedColumn);
  return positions;
}

Positions positionsOf(const ArgMax& request) {
  if (areColumnsBetter(request.outer, request.inner))
    return columnsOf(request.type, request.inner, nanoseconds(request, costs::kSearched),
                     DType::int64);
  return slicesOf(request, costs::kSearched, request.inner, DType::int64);
}

Positions positionsOf(const CumulativeSum& request) {
  return slicesOf(request, costs::kNormalized, request.size * request.inner, request.type);
}

Positions positionsOf(const TopK& request) {
  const Count kept = request.count * request.inner;
  Positions positions = slicesOf(request, costs::kSorted, kept, request.type);
  positions.outputs[1] = bytes(DType::int64, kept);
  return positions;
}

// Every part looks through all the indices before it writes.
Positions positionsOf(const Gather& request) {
  const Count taken = request.indices * request.inner;
  return {.count = request.outer,
          .nanoseconds = static_cast<double>(request.outer * taken) * costs::kMoved,
          .inputs = {sliceBytes(request)},
          .outputs = {bytes(request.type, taken)}};
}

Positions positionsOf(const LayerNormalization& request) {
  const Count row = bytes(request.type, request.size);
  const Count stash = bytes(request.stashType, 1);
  return {.count = request.rows,
          .nanoseconds = static_cast<double>(request.rows * request.size) * costs::kNormalized +
                         static_cast<double>(request.rows) * costs::kNormalizedRow,
          .inputs = {row, request.scaleRows == 1 ? 0 : row, request.biasRows == 1 ? 0 : row},
          .outputs = {row, stash, stash}};
}
LayerNormalization partOf(const LayerNormalization& request, Count count) {
  LayerNormalization part = request;
  part.rows = count;
  if (request.scaleRows != 1) part.scaleRows = count;
  if (request.biasRows != 1) part.biasRows = count;
  return part;
}

// Rows or columns of the result: axes that are reduced stay whole.
Positions positionsOf(const Reduce& request) {
  if (request.axes.size() < 2) return {};
  Count read = 1;
  Count made = 1;
  for (const Reduce::Axis& axis : request.axes) {
    read *= axis.size;
    if (!axis.reduced) made *= axis.size;
  }
  if (read == 0) return {};
  const double nanoseconds = static_cast<double>(read) * costs::kReduced;
  const Reduce::Axis& first = request.axes[0];
  const Reduce::Axis& last = request.axes.back();
  const Count slices = first.reduced ? 1 : first.size;
  const Count least = leastSums(request.type);
  if (!last.reduced && areColumnsBetter(slices, last.size, least))
    return columnsOf(request.type, last.size, nanoseconds, request.type, least);
  return {.count = slices,
          .nanoseconds = nanoseconds,
          .inputs = {bytes(request.type, read / slices)},
          .outputs = {bytes(request.type, made / slices)}};
}
Reduce partOf(const Reduce& request, Count count) {
  Reduce part = request;
  part.axes[0].size = count;
  return part;
}

// Indices of maxima are counted through all planes: a pool that stores them runs on one thread.
Positions positionsOf(const Pool& request) {
  Count read = 1;
  Count made = 1;
  Count taps = 1;
  for (const WindowAxis& axis : request.axes) {
    read *= axis.input;
    made *= axis.output;
    taps *= axis.kernel;
  }
  const auto elements = static_cast<double>(request.planes * made) * static_cast<double>(taps);
  return {.count = request.planes,
          .nanoseconds = elements * costs::kPooled,
          .inputs = {bytes(request.type, read)},
          .outputs = {bytes(request.type, made)}};
}
Pool partOf(const Pool& request, Count count) {
  Pool part = request;
  part.planes = count;
  return part;
}

Positions positionsOf(const Col2Im& request) {
  Count image = 1;
  Count terms = 1;
  for (const WindowAxis& axis : request.axes) {
    image *= axis.input;
    terms *= axis.kernel * axis.output;
  }
  return {.count = request.planes,
          .nanoseconds = static_cast<double>(request.planes * terms) * costs::kScattered,
          .inputs = {bytes(request.type, terms)},
          .outputs = {bytes(request.type, image)}};
}
Col2Im partOf(const Col2Im& request, Count count) {
  Col2Im part = request;
  part.planes = count;
  return part;
}

Positions positionsOf(const Trees& request) {
  return {.count = request.rows,
          .nanoseconds = static_cast<double>(request.rows * request.trees) * costs::kTreeNode,
          .inputs = {bytes(request.type, request.features)},
          .outputs = {bytes(request.type, request.targets), bytes(DType::int64, 1)}};
}
Trees partOf(const Trees& request, Count count) {
  Trees part = request;
  part.rows = count;
  return part;
}

// The outermost axis with enough positions, or else the longest; planes are transposed in pieces of
// 16.
int axisOf(const Copy& request) {
  constexpr Count kEnough = 32;
  int longest = 0;
  for (int axis = 0; axis < request.axes.size(); ++axis) {
    if (request.axes[axis].size > request.axes[longest].size) longest = axis;
    if (request.axes[longest].size >= kEnough) break;
  }
  return longest;
}
Positions positionsOf(const Copy& request) {
  if (request.axes.empty()) return {};
  const int axis = axisOf(request);
  double moved = 1;
  for (const Copy::Axis& each : request.axes) moved *= static_cast<double>(each.size);
  const bool isOfPlane = axis >= request.axes.size() - 2;
  return {.count = request.axes[axis].size,
          .unit = isOfPlane ? 16 : 1,
          .nanoseconds = moved * costs::kMoved,
          .firstInput = bytes(request.type, request.inputOffset),
          .firstOutput = bytes(request.type, request.outputOffset),
          .inputs = {bytes(request.type, request.axes[axis].inputStride)},
          .outputs = {bytes(request.type, request.axes[axis].outputStride)}};
}
Copy partOf(const Copy& request, Count count) {
  Copy part = request;
  part.inputOffset = 0;
  part.outputOffset = 0;
  part.axes[axisOf(request)].size = count;
  return part;
}

template <class Request>
Positions positionsOf(const Request& /*request*/) {
  return {};
}
// Slices of the outermost axis, if the request has one.
template <class Request>
Request partOf(const Request& request, Count count) {
  Request part = request;
  if constexpr (requires { part.outer; }) part.outer = count;
  return part;
}

// An absent operand stays absent.
template <class Byte>
Byte* at(Byte* operand, Count offset) {
  return operand == nullptr ? nullptr : operand + offset;
}

// 0 if the work cannot be cut.
template <class Request>
double nanosecondsOf(const Request& request) {
  const Positions positions = positionsOf(request);
  return positions.count > positions.unit && positions.count >= 2 * positions.least
             ? positions.nanoseconds
             : 0;
}

template <class Request>
Count workspaceOf(const Request& request, const Team& team) {
  return TeamWorkspace{layers::workspaceOf(request)}.forTeam(team, nanosecondsOf(request));
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

template <class Request>
Count share(const Request& request, const Buffers& buffers, Team& team) {
  const Positions positions = positionsOf(request);
  const Parts parts = partsOf(positions, buffers, team);
  if (parts.count == 1) return layers::run(request, buffers);
  const Request part = partOf(request, parts.size);
  const Request last = partOf(request, parts.last);
  const TeamWorkspace workspaces{layers::workspaceOf(request)};
  std::atomic<Count> found{kDone};
  const auto each = [&](int piece, int thread) {
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
    if constexpr (requires { runColumns(request, own, Count{}); })
      if (positions.areColumns) return runColumns(request, own, parts.sizeOf(piece));
    const Count wrong = layers::run(piece == parts.count - 1 ? last : part, own);
    if (wrong != kDone) found.store(wrong, std::memory_order_relaxed);
  };
  team.run(parts.count, positions.nanoseconds, each);
  return found.load(std::memory_order_relaxed);
}

}  // namespace

double nanosecondsOf(const LayerRequest& request) {
  return std::visit([](const auto& kind) { return nanosecondsOf(kind); }, request);
}

Count workspaceOf(const LayerRequest& request, const Team& team) {
  return std::visit([&](const auto& kind) { return workspaceOf(kind, team); }, request);
}

Count share(const LayerRequest& request, const Buffers& buffers, Team& team) {
  return std::visit([&](const auto& kind) { return share(kind, buffers, team); }, request);
}

}  // namespace simdcast::layers

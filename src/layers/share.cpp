#include "share.hpp"

#include <atomic>

#include "../base/odometer.hpp"

namespace simdcast::layers {
namespace {

// Nanoseconds of an element, about, in vectors of float32.
constexpr double kMoved = 0.3;
constexpr double kReduced = 0.15;
constexpr double kSearched = 0.4;
constexpr double kNormalized = 1.5;
constexpr double kSorted = 5;

Count bytes(DType type, Count elements) { return width(type) * elements; }

template <class Along>
double nanoseconds(const Along& request, double ofElement) {
  return static_cast<double>(request.outer * request.size) * static_cast<double>(request.inner) *
         ofElement;
}

Steps stepsOf(const Softmax& request) {
  const Count slab = bytes(request.type, request.size * request.inner);
  return {.count = request.outer,
          .nanoseconds = nanoseconds(request, kNormalized),
          .inputs = {slab},
          .outputs = {slab}};
}
Softmax partOf(const Softmax& request, Count steps) {
  Softmax part = request;
  part.outer = steps;
  return part;
}

Steps stepsOf(const ArgMax& request) {
  return {.count = request.outer,
          .nanoseconds = nanoseconds(request, kSearched),
          .inputs = {bytes(request.type, request.size * request.inner)},
          .outputs = {bytes(DType::int64, request.inner)}};
}
ArgMax partOf(const ArgMax& request, Count steps) {
  ArgMax part = request;
  part.outer = steps;
  return part;
}

Steps stepsOf(const CumulativeSum& request) {
  const Count slab = bytes(request.type, request.size * request.inner);
  return {.count = request.outer,
          .nanoseconds = nanoseconds(request, kNormalized),
          .inputs = {slab},
          .outputs = {slab}};
}
CumulativeSum partOf(const CumulativeSum& request, Count steps) {
  CumulativeSum part = request;
  part.outer = steps;
  return part;
}

Steps stepsOf(const TopK& request) {
  const Count kept = request.count * request.inner;
  return {.count = request.outer,
          .nanoseconds = nanoseconds(request, kSorted),
          .inputs = {bytes(request.type, request.size * request.inner)},
          .outputs = {bytes(request.type, kept), bytes(DType::int64, kept)}};
}
TopK partOf(const TopK& request, Count steps) {
  TopK part = request;
  part.outer = steps;
  return part;
}

// Every part looks through all the indices before it writes.
Steps stepsOf(const Gather& request) {
  const Count taken = request.indices * request.inner;
  return {.count = request.outer,
          .nanoseconds = static_cast<double>(request.outer * taken) * kMoved,
          .inputs = {bytes(request.type, request.size * request.inner)},
          .outputs = {bytes(request.type, taken)}};
}
Gather partOf(const Gather& request, Count steps) {
  Gather part = request;
  part.outer = steps;
  return part;
}

Steps stepsOf(const LayerNormalization& request) {
  const Count row = bytes(request.type, request.size);
  const Count stash = bytes(request.stashType, 1);
  return {.count = request.rows,
          .nanoseconds = static_cast<double>(request.rows * request.size) * kNormalized,
          .inputs = {row, request.scaleRows == 1 ? 0 : row, request.biasRows == 1 ? 0 : row},
          .outputs = {row, stash, stash}};
}
LayerNormalization partOf(const LayerNormalization& request, Count steps) {
  LayerNormalization part = request;
  part.rows = steps;
  if (request.scaleRows != 1) part.scaleRows = steps;
  if (request.biasRows != 1) part.biasRows = steps;
  return part;
}

// Rows of the result: axes that are reduced stay whole.
Steps stepsOf(const Reduce& request) {
  if (request.axes.size() < 2 || request.axes[0].reduced) return {};
  Count read = 1;
  Count made = 1;
  for (const Reduce::Axis& axis : request.axes) {
    read *= axis.size;
    if (!axis.reduced) made *= axis.size;
  }
  const Count count = request.axes[0].size;
  if (count == 0) return {};
  return {.count = count,
          .nanoseconds = static_cast<double>(read) * kReduced,
          .inputs = {bytes(request.type, read / count)},
          .outputs = {bytes(request.type, made / count)}};
}
Reduce partOf(const Reduce& request, Count steps) {
  Reduce part = request;
  part.axes[0].size = steps;
  return part;
}

// The outermost axis of enough steps, or else the longest; planes are turned over in pieces of 16.
int axisOf(const Copy& request) {
  constexpr Count kEnough = 32;
  int longest = 0;
  for (int axis = 0; axis < request.axes.size(); ++axis) {
    if (request.axes[axis].size > request.axes[longest].size) longest = axis;
    if (request.axes[longest].size >= kEnough) break;
  }
  return longest;
}
Steps stepsOf(const Copy& request) {
  if (request.axes.empty()) return {};
  const int axis = axisOf(request);
  double moved = 1;
  for (const Copy::Axis& each : request.axes) moved *= static_cast<double>(each.size);
  const bool isOfPlane = axis >= request.axes.size() - 2;
  return {.count = request.axes[axis].size,
          .unit = isOfPlane ? 16 : 1,
          .nanoseconds = moved * kMoved,
          .firstInput = bytes(request.type, request.inputOffset),
          .firstOutput = bytes(request.type, request.outputOffset),
          .inputs = {bytes(request.type, request.axes[axis].inputStride)},
          .outputs = {bytes(request.type, request.axes[axis].outputStride)}};
}
Copy partOf(const Copy& request, Count steps) {
  Copy part = request;
  part.inputOffset = 0;
  part.outputOffset = 0;
  part.axes[axisOf(request)].size = steps;
  return part;
}

template <class Request>
Steps stepsOf(const Request& /*request*/) {
  return {};
}
template <class Request>
Request partOf(const Request& request, Count /*steps*/) {
  return request;
}

// An absent operand stays absent.
template <class Byte>
Byte* at(Byte* operand, Count offset) {
  return operand == nullptr ? nullptr : operand + offset;
}

template <class Request>
bool isShared(const Request& request) {
  const Steps steps = stepsOf(request);
  return steps.count > steps.unit && steps.nanoseconds >= kWorthSharing;
}

template <class Request>
Count workspaceOf(const Request& request, int threads) {
  const Count bytes = layers::workspaceOf(request);
  return isShared(request) && bytes <= kMaxCount / threads - kApart
             ? roundUp(bytes, kApart) * threads
             : bytes;
}

template <class Request>
Count share(const Request& request, const Buffers& buffers, Team& team) {
  const Steps steps = stepsOf(request);
  const int most = isShared(request) ? team.piecesFor(steps.nanoseconds) : 1;
  const Parts parts = Parts::of(std::max<Count>(1, steps.count), steps.unit, most);
  if (parts.count == 1) return layers::run(request, buffers);
  const Request part = partOf(request, parts.steps);
  const Request last = partOf(request, parts.last);
  const Count apart = roundUp(layers::workspaceOf(request), kApart);
  std::atomic<Count> found{Layer::kDone};
  const auto each = [&](int piece, int thread) {
    std::byte* outputs[3];
    const std::byte* inputs[3];
    for (int i = 0; i < 3; ++i) {
      const Count first = parts.first(piece);
      outputs[i] = at(buffers.outputs[i], steps.firstOutput + first * steps.outputs[i]);
      inputs[i] = at(buffers.inputs[i], steps.firstInput + first * steps.inputs[i]);
    }
    Buffers own = buffers;
    own.workspace += thread * apart;
    own.outputs = outputs;
    own.inputs = inputs;
    const Count wrong = layers::run(piece == parts.count - 1 ? last : part, own);
    if (wrong != Layer::kDone) found.store(wrong, std::memory_order_relaxed);
  };
  team.run(parts.count, steps.nanoseconds, each);
  return found.load(std::memory_order_relaxed);
}

}  // namespace

Count Layer::workspace(int threads) const {
  return std::visit([&](const auto& kind) { return workspaceOf(kind, threads); }, request_);
}

Count Layer::run(const Buffers& buffers, Team& team) const {
  return std::visit([&](const auto& kind) { return share(kind, buffers, team); }, request_);
}

}  // namespace simdcast::layers

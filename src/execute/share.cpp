#include "share.hpp"

#include <new>

#include "../base/costs.hpp"
#include "../kernels/cost.hpp"

namespace simdcast {
namespace {

// Parts of an innermost axis are multiples of this many elements: vectors of several iterations.
constexpr Count kUnit = 256;

NestPieces cut(const LoopNest& nest, int pieces) {
  NestPieces cut;
  while (cut.axis < nest.runAxis && Count{cut.outside} * nest.sizes[cut.axis] < pieces)
    cut.outside *= nest.sizes[cut.axis++];
  const Size size = nest.sizes[cut.axis];
  const bool isInnermost = cut.axis == nest.sizes.size() - 1;
  const bool isChunked = cut.axis == nest.runAxis && nest.chunk < size;
  const Count unit = isChunked ? nest.chunk : isInnermost ? kUnit : 1;
  cut.parts = Parts::of(size, unit, static_cast<int>(divideUp(pieces, cut.outside)));
  cut.part = partOf(nest, cut.axis, static_cast<Size>(cut.parts.size));
  cut.last = partOf(nest, cut.axis, static_cast<Size>(cut.parts.last));
  return cut;
}

bool isInPlace(const std::byte* output, const std::byte* const* inputs, int count) {
  for (int i = 0; i < count; ++i)
    if (inputs[i] == output) return true;
  return false;
}

// The bytes from an operand's first element to that of a part.
Count offsetOf(const LoopOperand& operand, const LoopNest& nest, const NestPieces& cut, int piece) {
  int outside = piece / cut.parts.count;
  Count offset = cut.parts.first(piece % cut.parts.count) * operand.strides[cut.axis];
  for (int axis = cut.axis - 1; axis >= 0; --axis) {
    offset += operand.strides[axis] * (outside % nest.sizes[axis]);
    outside /= nest.sizes[axis];
  }
  return offset;
}

}  // namespace

double nanosecondsOf(const LoopNest& nest, const Pipeline& pipeline) {
  double element = (pipeline.tiled() ? 2 : 1) * costs::kConverted + nanosecondsOf(pipeline.first);
  for (const Kernel kernel : pipeline.folds) element += nanosecondsOf(kernel);
  for (const LoopOperand& operand : nest.operands)
    if (operand.access != Access::repeat) element += operand.width * costs::kByteInL2;
  return static_cast<double>(nest.elements) * element;
}

const NestPieces* KeptPieces::get() const noexcept {
  return pieces_.load(std::memory_order_acquire);
}

void KeptPieces::reset() noexcept { delete pieces_.exchange(nullptr, std::memory_order_acq_rel); }

const NestPieces* KeptPieces::keep(std::unique_ptr<const NestPieces> pieces) noexcept {
  const NestPieces* kept = nullptr;
  if (pieces_.compare_exchange_strong(kept, pieces.get(), std::memory_order_acq_rel,
                                      std::memory_order_acquire))
    return pieces.release();
  return kept;
}

void execute(Team& team, double nanoseconds, const LoopNest& nest, KeptPieces& kept,
             const Pipeline& pipeline, std::byte* output, const std::byte* const* inputs,
             Scratch* scratch) {
  const int wanted = team.piecesFor(nanoseconds);
  const int count = nest.operands.size() - 1;
  const NestPieces* pieces = kept.get();
  if (wanted > 1 && pieces == nullptr)
    pieces = kept.keep(
        std::unique_ptr<const NestPieces>(new (std::nothrow) NestPieces(cut(nest, wanted))));
  if (wanted == 1 || pieces == nullptr || isInPlace(output, inputs, count))
    return execute(nest, pipeline, output, inputs, *scratch);
  const NestPieces& cut = *pieces;
  const auto each = [=, &nest, &cut, &pipeline](int piece, int thread) {
    const std::byte* from[kMaxOperands];
    for (int i = 0; i < count; ++i)
      from[i] = inputs[i] + offsetOf(nest.operands[i + 1], nest, cut, piece);
    const bool isLast = piece % cut.parts.count == cut.parts.count - 1;
    execute(isLast ? cut.last : cut.part, pipeline,
            output + offsetOf(nest.operands[0], nest, cut, piece), from, scratch[thread]);
  };
  team.run(cut.outside * cut.parts.count, nanoseconds, each);
}

}  // namespace simdcast

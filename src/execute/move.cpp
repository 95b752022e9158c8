#include "move.hpp"

#include "pack.hpp"

namespace simdcast {
namespace {

// Up to this size a repeated block is copied from its first copy; a larger one is laid out again
// from the operand, which is smaller and so more likely in a cache.
constexpr Count kMostCopied = 16384;

class Mover {
 public:
  Mover(const LoopNest& nest, Swizzles& swizzles)
      : sizes_(nest.sizes), operand_(nest.operands[1]), swizzles_(swizzles) {
    const int rank = sizes_.size();
    bytes_[rank] = operand_.width;
    for (int axis = rank - 1; axis >= 0; --axis) bytes_[axis] = bytes_[axis + 1] * sizes_[axis];
  }

  // Writes all elements of `axis` and the axes inside it.
  void move(int axis, std::byte* to, const std::byte* from) const {
    const bool stretched = operand_.strides[axis] == 0;
    const Count block = bytesFrom(axis + 1);
    if (stretched && (isContiguous(axis + 1) || block <= kMostCopied))
      return repeat(axis, to, from, block);
    if (!stretched && isContiguous(axis)) return copy(to, from, block * sizes_[axis]);
    if (!stretched && operand_.strides[axis + 1] == 0 && isContiguous(axis + 2))
      return repeatBlocks(to, from, bytesFrom(axis + 2), sizes_[axis + 1], sizes_[axis], swizzles_);
    for (Size i = 0; i < sizes_[axis]; ++i) {
      move(axis + 1, to, from);
      to += block;
      from += operand_.strides[axis];
    }
  }

 private:
  // Bytes of the output's axes starting at `axis`.
  [[nodiscard]] Count bytesFrom(int axis) const { return bytes_[axis]; }

  // Whether the axes starting at `axis` are one run of the operand.
  [[nodiscard]] bool isContiguous(int axis) const {
    for (; axis < sizes_.size(); ++axis)
      if (operand_.strides[axis] != bytesFrom(axis + 1)) return false;
    return true;
  }

  void repeat(int axis, std::byte* to, const std::byte* from, Count block) const {
    if (!isContiguous(axis + 1)) {
      move(axis + 1, to, from);
      from = to;
    }
    repeatBlocks(to, from, block, sizes_[axis], 1, swizzles_);
  }

  static void copy(std::byte* to, const std::byte* from, Count bytes) {
    if (to != from) std::memcpy(to, from, static_cast<std::size_t>(bytes));
  }

  const Shape& sizes_;
  const LoopOperand& operand_;
  Swizzles& swizzles_;
  // By axis. A fixed array: moving must not allocate, since memory may have run out.
  Count bytes_[kMaxRank + 1];
};

}  // namespace

void move(const LoopNest& nest, std::byte* to, const std::byte* from, Swizzles& swizzles) {
  Mover(nest, swizzles).move(0, to, from);
}

}  // namespace simdcast

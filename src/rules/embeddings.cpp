#include "embeddings.hpp"

namespace simdcast {
namespace {

class Embedder {
 public:
  Embedder(const Shape& sizes, int rank, FunctionRef<bool(Size size, int axis)> fits,
           FunctionRef<void(const Shape& shape)> take)
      : sizes_(sizes), fits_(fits), take_(take), shape_(rank, 1) {}

  // Distributes the first `count` sizes among axes before `end`.
  void place(int count, int end) {
    if (left_ == 0) return;
    if (count == 0) {
      --left_;
      take_(shape_);
      return;
    }
    const Size size = sizes_[count - 1];
    for (int axis = end - 1; axis >= count - 1; --axis) {
      if (!fits_(size, axis)) continue;
      shape_[axis] = size;
      place(count - 1, axis);
      shape_[axis] = 1;
    }
  }

 private:
  const Shape& sizes_;
  FunctionRef<bool(Size size, int axis)> fits_;
  FunctionRef<void(const Shape& shape)> take_;
  Shape shape_;
  int left_ = kMaxEmbeddings;
};

}  // namespace

Shape withoutOnes(const Shape& shape) {
  Shape sizes;
  for (const Size size : shape)
    if (size != 1) sizes.push(size);
  return sizes;
}

void forEachEmbedding(const Shape& sizes, int rank, FunctionRef<bool(Size size, int axis)> fits,
                      FunctionRef<void(const Shape& shape)> take) {
  Embedder(sizes, rank, fits, take).place(sizes.size(), rank);
}

}  // namespace simdcast

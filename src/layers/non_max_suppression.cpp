#include <algorithm>
#include <array>

#include "../base/rounding.hpp"
#include "../rows/candidates.hpp"
#include "kind.hpp"

namespace simdcast::layers {
namespace {

constexpr Count kBoxBytes = 4 * sizeof(float);
constexpr Count kRowBytes = 3 * sizeof(std::int64_t);

using V = simd::Vec<double>;
constexpr Count kLanes = simd::kLanes<double>;

// The edges of a box and its area, in every lane, or of neighbouring boxes in one lane each.
struct Edges {
  V top, left, bottom, right, area;
};

// NaN if either number is, like its corner.
Edges edgesAt(const std::byte* boxes, Count box, bool centred) {
  const auto number = [&](Count i) {
    return V{double{simd::load<float>(boxes + box * kBoxBytes + i * Count{sizeof(float)})}};
  };
  const V a = number(0);
  const V b = number(1);
  const V c = number(2);
  const V d = number(3);
  const V half{0.5};
  const auto [y1, x1, y2, x2] =
      centred ? std::array{b - d * half, a - c * half, b + d * half, a + c * half}
              : std::array{a, b, c, d};
  Edges edges{.top = simd::min(y1, y2),
              .left = simd::min(x1, x2),
              .bottom = simd::max(y1, y2),
              .right = simd::max(x1, x2)};
  edges.area = (edges.bottom - edges.top) * (edges.right - edges.left);
  return edges;
}

// Whether intersection over union exceeds the bound in any lane. NaN does.
bool overlaps(const Edges& a, const Edges& b, V bound) {
  const V zero{0.0};
  const V height = simd::min(a.bottom, b.bottom) - simd::max(a.top, b.top);
  const V width = simd::min(a.right, b.right) - simd::max(a.left, b.left);
  const auto areApart = (height <= zero) | (width <= zero) | (a.area <= zero) | (b.area <= zero);
  if (!simd::any(~areApart)) return false;
  const V both = height * width;
  const V overlap = both / (a.area + b.area - both);
  return simd::any(~(areApart | (overlap <= bound)));
}

// Boxes in vectors. The lanes after the last box have no area.
class ChosenBoxes {
 public:
  [[nodiscard]] static constexpr Count bytes(Count most) {
    return kFields * strideOf(most) * Count{sizeof(double)};
  }
  ChosenBoxes(std::byte* from, Count most) : from_(from), stride_(strideOf(most)) {}

  [[nodiscard]] Count count() const { return count_; }
  void clear() { count_ = 0; }
  void push(const Edges& box) {
    const V fields[] = {box.top, box.left, box.bottom, box.right, box.area};
    for (int field = 0; field < kFields; ++field) store(field, count_, fields[field].raw[0]);
    ++count_;
    for (Count lane = count_; lane % kLanes != 0; ++lane) store(kFields - 1, lane, 0);
  }
  [[nodiscard]] bool overlap(const Edges& box, V bound) const {
    for (Count i = 0; i < count_; i += kLanes) {
      const Edges some{load(0, i), load(1, i), load(2, i), load(3, i), load(4, i)};
      if (overlaps(some, box, bound)) return true;
    }
    return false;
  }

 private:
  static constexpr int kFields = 5;
  static constexpr Count strideOf(Count most) { return roundUp(most, kLanes); }

  [[nodiscard]] std::byte* at(int field, Count box) const {
    return from_ + (field * stride_ + box) * Count{sizeof(double)};
  }
  [[nodiscard]] V load(int field, Count box) const { return simd::load<V>(at(field, box)); }
  void store(int field, Count box, double number) const { simd::store(at(field, box), number); }

  std::byte* from_;
  Count stride_;
  Count count_ = 0;
};

// Selects the boxes of one class of an image.
class Selection {
 public:
  Selection(const NonMaxSuppression& request, std::byte* workspace)
      : request_(request),
        candidates_(candidatesIn(workspace)),
        chosen_(reinterpret_cast<std::byte*>(candidates_ + request.boxes), request.limit) {}

  // each(box) for every box, the best first.
  template <class Each>
  void select(const std::byte* boxes, const std::byte* scores, const Each& each) {
    Count count = 0;
    for (Count box = 0; box < request_.boxes; ++box) {
      const double score = simd::load<float>(scores + box * Count{sizeof(float)});
      if (score > request_.score) candidates_[count++] = {~orderOf(score), box};
    }
    std::sort(candidates_, candidates_ + count);
    chosen_.clear();
    for (Count i = 0; i < count && chosen_.count() < request_.limit; ++i) {
      const Edges box = edgesAt(boxes, candidates_[i].index, request_.centred);
      if (chosen_.overlap(box, V{request_.overlap})) continue;
      chosen_.push(box);
      each(candidates_[i].index);
    }
  }

 private:
  const NonMaxSuppression& request_;
  Candidate* candidates_;
  ChosenBoxes chosen_;
};

}  // namespace

template <>
struct Kind<NonMaxSuppression> : Defaults<NonMaxSuppression> {
  static constexpr std::string_view name = "NonMaxSuppression";

  [[gnu::cold]] static Operands operands(const NonMaxSuppression& request) {
    const auto [type, images, classes, boxes, limit, centred, overlap, score] = request;
    return {
        .inputs = {tensor(type, {images, boxes, 4}), tensor(type, {images, classes, boxes})},
        .outputs = {tensor(DType::int64, {images, classes, limit, 3}), tensor(DType::int64, {})}};
  }

  static bool fits(const NonMaxSuppression& request) {
    const auto [type, images, classes, boxes, limit, centred, overlap, score] = request;
    return type == DType::float32 && areSizes({images, classes, boxes, kBoxBytes}) &&
           areSizes({images, boxes, kBoxBytes}) && limit >= 0 && limit <= boxes &&
           areSizes({images, classes, limit, kRowBytes}) &&
           areSizes({boxes, Count{sizeof(Candidate) + sizeof(Edges)}});
  }

  static Count workspace(const NonMaxSuppression& request) {
    return candidateBytes(request.boxes) + ChosenBoxes::bytes(request.limit);
  }

  static Count run(const NonMaxSuppression& request, const Buffers& buffers) {
    const Count most = request.images * request.classes * request.limit;
    std::byte* to = buffers.outputs[0];
    Count found = 0;
    const auto append = [&](Count image, Count type, Count box) {
      for (const Count index : {image, type, box}) {
        simd::store(to, std::int64_t{index});
        to += sizeof(std::int64_t);
      }
    };
    Selection selection(request, buffers.workspace);
    for (Count image = 0; most > 0 && image < request.images; ++image)
      for (Count type = 0; type < request.classes; ++type) {
        const Count scores = (image * request.classes + type) * request.boxes;
        selection.select(buffers.inputs[0] + image * request.boxes * kBoxBytes,
                         buffers.inputs[1] + scores * Count{sizeof(float)}, [&](Count box) {
                           append(image, type, box);
                           ++found;
                         });
      }
    if (buffers.outputs[1] != nullptr) simd::store(buffers.outputs[1], std::int64_t{found});
    for (Count i = found; i < most; ++i) append(-1, -1, -1);
    return kDone;
  }
};
template const Functions& functionsOf<NonMaxSuppression>();
template const Sharing& sharingOf<NonMaxSuppression>();

}  // namespace simdcast::layers

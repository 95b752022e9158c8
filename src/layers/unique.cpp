#include <algorithm>
#include <array>

#include "../rows/candidates.hpp"
#include "kind.hpp"

namespace simdcast::layers {
namespace {

constexpr Count kIndexBytes = sizeof(std::int64_t);
constexpr Count kOrderBytes = sizeof(std::uint64_t);

Count load(const std::byte* list, Count at) {
  return simd::load<std::int64_t>(list + at * kIndexBytes);
}
void store(std::byte* list, Count at, Count index) {
  simd::store(list + at * kIndexBytes, std::int64_t{index});
}

// Slices in ascending order. A candidate has the order of its first element; those of the others
// follow all candidates, slice by slice.
class Slices {
 public:
  Slices(const Unique& request, const Buffers& buffers)
      : size_(request.size),
        length_(request.outer * request.inner),
        candidates_(candidatesIn(buffers.workspace)),
        orders_(reinterpret_cast<std::uint64_t*>(candidates_ + request.size)) {
    const ComputeLane compute = computeLaneOf(request.type);
    const auto orderAt = [&](Count slice, Count element) {
      const Count at =
          (element / request.inner * size_ + slice) * request.inner + element % request.inner;
      return orderOf(compute, buffers.inputs[0] + at * compute.storedWidth);
    };
    for (Count slice = 0; slice < size_; ++slice) {
      candidates_[slice] = {length_ == 0 ? 0 : orderAt(slice, 0), slice};
      for (Count i = 1; i < length_; ++i) rest(slice)[i - 1] = orderAt(slice, i);
    }
    std::sort(candidates_, candidates_ + size_);
    if (length_ > 1) sortByRests();
  }

  [[nodiscard]] bool isNew(Count i) const {
    return i == 0 || compare(candidates_[i - 1], candidates_[i]) != 0;
  }
  [[nodiscard]] Candidate& operator[](Count i) const { return candidates_[i]; }

 private:
  // Sorts slices that begin with the same element. A heap takes a fifth of the code of a second
  // std::sort.
  void sortByRests() {
    const auto isBefore = [this](const Candidate& a, const Candidate& b) {
      const int order = compare(a, b);
      return order != 0 ? order < 0 : a.index < b.index;
    };
    Candidate* const end = candidates_ + size_;
    for (Candidate* first = candidates_; first != end;) {
      Candidate* last = first + 1;
      while (last != end && last->key == first->key) ++last;
      std::make_heap(first, last, isBefore);
      std::sort_heap(first, last, isBefore);
      first = last;
    }
  }

  [[nodiscard]] std::uint64_t* rest(Count slice) const { return orders_ + slice * (length_ - 1); }

  [[nodiscard]] int compare(const Candidate& a, const Candidate& b) const {
    if (a.key != b.key) return a.key < b.key ? -1 : 1;
    for (Count i = 0; i < length_ - 1; ++i)
      if (const std::uint64_t x = rest(a.index)[i], y = rest(b.index)[i]; x != y)
        return x < y ? -1 : 1;
    return 0;
  }

  Count size_;
  Count length_;
  Candidate* candidates_;
  std::uint64_t* orders_;
};

// The group of each slice, in ascending order.
void storeSorted(const Unique& request, const Slices& slices, std::byte* groups) {
  Count group = -1;
  for (Count i = 0; i < request.size; ++i) {
    if (slices.isNew(i)) ++group;
    store(groups, slices[i].index, group);
  }
}

// The group of each slice, in the order of the groups' first slices.
void storeUnsorted(const Unique& request, const Slices& slices, std::byte* groups) {
  Count first = 0;
  for (Count i = 0; i < request.size; ++i) {
    if (slices.isNew(i)) first = slices[i].index;
    store(groups, slices[i].index, first);
  }
  // Candidates are no longer needed, and contain the group of each first slice.
  Count next = 0;
  for (Count slice = 0; slice < request.size; ++slice) {
    const Count own = load(groups, slice);
    if (own == slice) slices[slice].index = next++;
    store(groups, slice, slices[own].index);
  }
}

}  // namespace

template <>
struct Kind<Unique> : Defaults<Unique> {
  static constexpr std::string_view name = "Unique";

  [[gnu::cold]] static Operands operands(const Unique& request) {
    const TensorType each = tensor(DType::int64, {request.size});
    return {.inputs = {along(request)}, .outputs = {each, each, each}};
  }

  static bool fits(const Unique& request) {
    const auto [type, outer, size, inner, sorted] = request;
    return lane(type) != Lane::none && areSizes({outer, size, inner, kOrderBytes}) &&
           areSizes({size, Count{sizeof(Candidate)}});
  }

  static Count workspace(const Unique& request) {
    const Count others = std::max<Count>(0, request.outer * request.inner - 1);
    return candidateBytes(request.size) + request.size * others * kOrderBytes;
  }

  static Count run(const Unique& request, const Buffers& buffers) {
    if (request.size == 0) return kDone;
    const auto [groups, firsts, counts] =
        std::array{buffers.outputs[0], buffers.outputs[1], buffers.outputs[2]};
    const Slices slices(request, buffers);
    (request.sorted ? storeSorted : storeUnsorted)(request, slices, groups);
    if (firsts != nullptr) {
      for (Count i = 0; i < request.size; ++i) store(firsts, i, -1);
      for (Count i = request.size - 1; i >= 0; --i) store(firsts, load(groups, i), i);
    }
    if (counts != nullptr) {
      for (Count i = 0; i < request.size; ++i) store(counts, i, 0);
      for (Count i = 0; i < request.size; ++i) {
        const Count group = load(groups, i);
        store(counts, group, load(counts, group) + 1);
      }
    }
    return kDone;
  }
};
template const Functions& functionsOf<Unique>();
template const Sharing& sharingOf<Unique>();

}  // namespace simdcast::layers

#include <algorithm>
#include <bit>
#include <cmath>

#include "../base/costs.hpp"
#include "../base/rounding.hpp"
#include "../simd/simd.hpp"
#include "kind.hpp"

namespace simdcast::layers {
namespace {

constexpr Count kWord = sizeof(std::int32_t);
constexpr std::uint32_t kFeature = ~(Trees::kNanIsYes | Trees::kEquals);

Count nodeBytes(const Trees& request) {
  const Count lane = width(request.type);
  return roundUp(lane + 3 * kWord, static_cast<int>(lane));
}

// The offsets of the parts of a table.
struct TableOffsets {
  Count roots;
  Count starts;
  Count targets;
  Count weights;
  Count end;
};

TableOffsets offsetsOf(const Trees& request) {
  TableOffsets at{};
  at.roots = request.nodes * nodeBytes(request);
  at.starts = at.roots + request.trees * kWord;
  at.targets = at.starts + (request.leaves + 1) * kWord;
  at.weights = at.targets + request.votes * kWord;
  at.end = at.weights + request.votes * width(request.type);
  return at;
}

std::int32_t wordAt(const std::byte* from, Count index) {
  return simd::load<std::int32_t>(from + index * kWord);
}

// Whether a link leads to a leaf, or to a node after `before`: then every descent ends.
bool leadsOn(const Trees& request, std::int32_t link, Count before) {
  return link < 0 ? Count{~link} < request.leaves : link > before && link < request.nodes;
}

bool areNodesSound(const Trees& request) {
  const Count bytes = nodeBytes(request);
  const std::byte* fields = request.table + width(request.type);
  for (Count i = 0; i < request.nodes; ++i, fields += bytes) {
    const auto feature = static_cast<std::uint32_t>(wordAt(fields, 0));
    if (Count{feature & kFeature} >= request.features) return false;
    if (request.unflagged && (feature & ~kFeature) != 0) return false;
    if (!leadsOn(request, wordAt(fields, 1), i) || !leadsOn(request, wordAt(fields, 2), i))
      return false;
  }
  return true;
}

bool isTableSound(const Trees& request) {
  const TableOffsets at = offsetsOf(request);
  if (request.table == nullptr || request.tableBytes != at.end || !areNodesSound(request))
    return false;
  const std::byte* roots = request.table + at.roots;
  for (Count i = 0; i < request.trees; ++i)
    if (!leadsOn(request, wordAt(roots, i), -1)) return false;
  const std::byte* starts = request.table + at.starts;
  if (wordAt(starts, 0) != 0 || wordAt(starts, request.leaves) != request.votes) return false;
  for (Count i = 0; i < request.leaves; ++i)
    if (wordAt(starts, i) > wordAt(starts, i + 1)) return false;
  const std::byte* targets = request.table + at.targets;
  for (Count i = 0; i < request.votes; ++i)
    if (wordAt(targets, i) < 0 || wordAt(targets, i) >= request.targets) return false;
  return true;
}

// Rows that go through all trees together: they and their sums stay in L1.
Count rowsOfBlock(const Trees& request) {
  constexpr Count kMost = 256;
  constexpr Count kLeast = 8;
  constexpr Count kBytes = 1 << 14;
  const Count bytes =
      request.targets * Count{sizeof(double)} + request.features * Count{width(request.type)};
  return std::min(request.rows, std::clamp(kBytes / std::max<Count>(bytes, 1), kLeast, kMost));
}

// A target without votes is -0, which no sum of votes is: weights are added to +0.
constexpr double kNoVotes = -0.0;
bool hasVotes(double sum) {
  return std::bit_cast<std::uint64_t>(sum) != std::bit_cast<std::uint64_t>(kNoVotes);
}

double folded(Reduction reduction, double sum, double weight) {
  const bool isFirst = !hasVotes(sum);
  if (reduction == Reduction::max) return isFirst || weight > sum ? weight : sum;
  if (reduction == Reduction::min) return isFirst || weight < sum ? weight : sum;
  return sum + weight;
}

// Rows that descend a tree at a time. Each waits for memory at every node; the waits of several
// overlap.
constexpr int kDescents = 8;

template <class T, bool kUnflagged>
class Forest {
 public:
  Forest(const Trees& request, const Buffers& buffers)
      : request_(request),
        at_(offsetsOf(request)),
        rowBytes_(request.features * Count{sizeof(T)}),
        base_(buffers.inputs[1]),
        rows_(buffers.inputs[0]),
        to_(buffers.outputs[0]),
        top_(buffers.outputs[1]),
        sums_(buffers.workspace) {}

  void run() {
    const Count block = rowsOfBlock(request_);
    for (Count first = 0; first < request_.rows; first += block) {
      const Count few = std::min(block, request_.rows - first);
      for (Count i = 0; i < few * request_.targets; ++i) simd::store(sums_ + i * kSum, kNoVotes);
      foldBlock(few);
      for (Count i = 0; i < few; ++i) finish(i);
      rows_ += few * rowBytes_;
    }
  }

 private:
  static constexpr Count kSum = sizeof(double);
  static constexpr Count kNode = sizeof(T) == 4 ? 16 : 24;
  static_assert(kNode % sizeof(T) == 0 && kNode >= static_cast<Count>(sizeof(T)) + 3 * kWord);

  // Every row descends every tree, and votes at its leaf. All rows descend one tree before the
  // next, whose nodes replace it in the cache.
  void foldBlock(Count few) const {
    const std::byte* roots = request_.table + at_.roots;
    Count row = 0;
    Count tree = 0;
    while (tree < request_.trees) {
      std::int32_t at[kDescents];
      const std::byte* rows[kDescents];
      std::byte* sums[kDescents];
      int count = 0;
      for (; count < kDescents && tree < request_.trees; ++count) {
        at[count] = wordAt(roots, tree);
        rows[count] = rows_ + row * rowBytes_;
        sums[count] = sums_ + row * request_.targets * kSum;
        if (++row < few) continue;
        row = 0;
        ++tree;
      }
      const int last = count - 1;
      for (int i = count; i < kDescents; ++i) {
        at[i] = at[last];
        rows[i] = rows[last];
      }
      descend(at, rows);
      for (int i = 0; i < count; ++i) vote(~at[i], sums[i]);
    }
  }

  // Down from the nodes at `at` to leaves, without a branch on which child a row goes to, which
  // nothing could predict. A leaf is ~leaf and so negative: at >> 31, all ones at a leaf and zeros
  // at a node, selects between staying and going on.
  void descend(std::int32_t (&at)[kDescents], const std::byte* const (&rows)[kDescents]) const {
    const std::byte* nodes = request_.table;
    std::int32_t all = ~0;  // negative once all are at leaves
    for (const std::int32_t place : at) all &= place;
    while (all >= 0) {
      all = ~0;
      for (int i = 0; i < kDescents; ++i) {
        const std::int32_t isLeaf = at[i] >> 31;
        const std::byte* node = nodes + Count{at[i] & ~isLeaf} * kNode;
        const std::int32_t next = childOf(node, rows[i]);
        at[i] = (next & ~isLeaf) | (at[i] & isLeaf);
        all &= at[i];
      }
    }
  }

  static std::int32_t childOf(const std::byte* node, const std::byte* row) {
    const T threshold = simd::load<T>(node);
    const auto feature = simd::load<std::uint32_t>(node + sizeof(T));
    const T x = simd::load<T>(row + Count{feature & kFeature} * Count{sizeof(T)});
    unsigned isNo = !(x <= threshold);
    if constexpr (!kUnflagged) {
      isNo |= static_cast<unsigned>((feature & Trees::kEquals) != 0) &
              static_cast<unsigned>(x < threshold);
      const unsigned nanIsYes = feature / Trees::kNanIsYes;  // its highest bit
      isNo &= ~(nanIsYes & static_cast<unsigned>(x != x));
    }
    return wordAt(node + sizeof(T) + kWord, isNo);
  }

  void vote(std::int32_t leaf, std::byte* sums) const {
    const std::byte* starts = request_.table + at_.starts;
    const std::byte* targets = request_.table + at_.targets;
    const std::byte* weights = request_.table + at_.weights;
    const std::int32_t end = wordAt(starts, leaf + 1);
    for (std::int32_t i = wordAt(starts, leaf); i < end; ++i) {
      std::byte* sum = sums + wordAt(targets, i) * kSum;
      const double weight = simd::load<T>(weights + i * Count{sizeof(T)});
      simd::store(sum, folded(request_.reduction, simd::load<double>(sum), weight + 0.0));
    }
  }

  void finish(Count row) {
    const std::byte* sums = sums_ + row * request_.targets * kSum;
    const bool isMean = request_.reduction == Reduction::mean;
    const double divisor = isMean ? static_cast<double>(request_.trees) : 1;
    Count top = -1;
    T highest = 0;
    for (Count i = 0; i < request_.targets; ++i, to_ += sizeof(T)) {
      const double sum = simd::load<double>(sums + i * kSum);
      double result = (sum + 0.0) / divisor;
      if (base_ != nullptr) result += simd::load<T>(base_ + i * Count{sizeof(T)});
      const T rounded = static_cast<T>(result);
      simd::store(to_, rounded);
      const bool isCandidate = base_ != nullptr || hasVotes(sum);
      if (!isCandidate || (top >= 0 && !(rounded > highest))) continue;
      top = i;
      highest = rounded;
    }
    if (top_ == nullptr) return;
    simd::store(top_, std::int64_t{std::max<Count>(top, 0)});
    top_ += sizeof(std::int64_t);
  }

  const Trees& request_;
  const TableOffsets at_;
  const Count rowBytes_;
  const std::byte* base_;
  const std::byte* rows_;
  std::byte* to_;
  std::byte* top_;
  std::byte* sums_;
};

}  // namespace

template <>
struct Kind<Trees> : Defaults<Trees> {
  static constexpr std::string_view name = "Trees";

  [[gnu::cold]] static Operands operands(const Trees& request) {
    return {.inputs = {tensor(request.type, {request.rows, request.features}),
                       tensor(request.type, {request.targets})},
            .outputs = {tensor(request.type, {request.rows, request.targets}),
                        tensor(DType::int64, {request.rows})},
            .optional = 1};
  }

  static bool fits(const Trees& request) {
    const bool isFolded =
        request.reduction == Reduction::sum || request.reduction == Reduction::mean ||
        request.reduction == Reduction::max || request.reduction == Reduction::min;
    const bool isLane = request.type == DType::float32 || request.type == DType::float64;
    return isLane && isFolded && areSizes({request.rows, request.features, 8}) &&
           areSizes({request.rows, request.targets, 8}) && areSizes({request.trees, kWord}) &&
           areSizes({request.nodes, 24}) && areSizes({request.leaves, kWord}) &&
           areSizes({request.votes, 8}) && request.trees > 0 && request.leaves < INT32_MAX &&
           isTableSound(request);
  }

  static Count workspace(const Trees& request) {
    return rowsOfBlock(request) * request.targets * Count{sizeof(double)};
  }

  static Count run(const Trees& request, const Buffers& buffers) {
    const bool isFloat = request.type == DType::float32;
    if (isFloat && request.unflagged)
      Forest<float, true>(request, buffers).run();
    else if (isFloat)
      Forest<float, false>(request, buffers).run();
    else if (request.unflagged)
      Forest<double, true>(request, buffers).run();
    else
      Forest<double, false>(request, buffers).run();
    return kDone;
  }

  static Positions positions(const Trees& request) {
    return {.count = request.rows,
            .nanoseconds = static_cast<double>(request.rows * request.trees) * costs::kTreeNode,
            .inputs = {bytesOf(request.type, request.features)},
            .outputs = {bytesOf(request.type, request.targets), bytesOf(DType::int64, 1)}};
  }

  static void cut(Trees& request, Count count) { request.rows = count; }
};
template const Functions& functionsOf<Trees>();
template const Sharing& sharingOf<Trees>();

}  // namespace simdcast::layers

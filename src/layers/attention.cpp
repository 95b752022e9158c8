#include <algorithm>
#include <limits>

#include "../base/costs.hpp"
#include "../rows/attention_rows.hpp"
#include "../rows/float_rows.hpp"
#include "../rows/indices.hpp"
#include "../rows/softmax_row.hpp"
#include "kind.hpp"

namespace simdcast::layers {
namespace {

constexpr Count kFloat = sizeof(float);
constexpr float kNever = -std::numeric_limits<float>::infinity();

// Keys or values that are widened at once.
constexpr Count kBlock = 64;

enum AttentionInput : std::uint8_t { queriesAt, keysAt, valuesAt, endsAt, biasAt, sinksAt };

Count groupOf(const Attention& request) {
  return request.shared == 0 ? 0 : request.heads / request.shared;
}
// The queries that read the same keys.
Count rowsOf(const Attention& request) { return groupOf(request) * request.queries; }

bool isEmpty(const Attention& request) {
  return request.batch == 0 || rowsOf(request) == 0 || request.width == 0;
}

// The keys that a query sees: from `first` up to `end`.
struct Sight {
  Count first = 0;
  Count end = 0;
};

// The parts of the workspace, in bytes.
struct Areas {
  explicit Areas(const Attention& request)
      : row(padded((request.keys + 1) * kFloat)),
        queries(rowsOf(request) * row),
        sums(queries + padded(rowsOf(request) * request.size * kFloat)),
        block(sums + padded(request.width * kFloat) * rowsOf(request)),
        bytes(block + padded(kBlock * std::max(request.size, request.width) * kFloat)) {}

  Count row;      // of scores, with one more for the sink
  Count queries;  // widened
  Count sums;
  Count block;  // of widened keys or values
  Count bytes;
};

// The queries that share a head of keys.
class Group {
 public:
  Group(const Attention& request, const Buffers& buffers, std::byte* workspace)
      : request_(request),
        buffers_(buffers),
        compute_(computeLaneOf(request.type)),
        lane_(FloatRows::inLane(Lane::f32)),
        areas_(request),
        workspace_(workspace) {}

  void attend(Count batch, Count shared) {
    const Count rows = rowsOf(request_);
    batch_ = batch;
    shared_ = shared;
    seen_ = {request_.keys, 0};
    for (Count query = 0; query < request_.queries; ++query) {
      const Sight sight = sightOf(query);
      seen_ = {std::min(seen_.first, sight.first), std::max(seen_.end, sight.end)};
    }
    const Count first = (batch * request_.shared + shared) * rows * request_.size;
    const std::byte* const queries =
        compute_.widened(rows * request_.size, at(queriesAt, first), workspace_ + areas_.queries);
    forBlocks(keysAt, request_.size, [&](Count row, Sight seen, const FloatMatrix& keys) {
      scoreKeys(scores(row) + seen.first * kFloat, queries + row * request_.size * kFloat, keys,
                request_.scale);
    });
    lane_.fill(rows * sumStride() / kFloat, sums(0), 0);
    for (Count row = 0; row < rows; ++row) weigh(row);
    forBlocks(valuesAt, request_.width, [&](Count row, Sight seen, const FloatMatrix& values) {
      addValues(sums(row), scores(row) + seen.first * kFloat, values);
    });
    for (Count row = 0; row < rows; ++row) {
      // The weights of a blind query are NaN.
      if (!request_.blindIsNaN && isBlind(row)) lane_.fill(request_.width, sums(row), 0);
      store(row);
    }
  }

 private:
  [[nodiscard]] std::byte* scores(Count row) const { return workspace_ + row * areas_.row; }
  [[nodiscard]] Count sumStride() const { return padded(request_.width * kFloat); }
  [[nodiscard]] std::byte* sums(Count row) const {
    return workspace_ + areas_.sums + row * sumStride();
  }
  [[nodiscard]] const std::byte* at(AttentionInput input, Count element) const {
    return buffers_.inputs[input] + element * compute_.storedWidth;
  }

  [[nodiscard]] Count endOf() const {
    const std::byte* const ends = buffers_.inputs[endsAt];
    if (ends == nullptr) return request_.keys;
    return loadIndex(request_.endType, ends, batch_);
  }

  [[nodiscard]] Sight sightOf(Count query) const {
    const Count end = endOf();
    const Count start = request_.past == Attention::kAtEnd ? end - request_.queries : request_.past;
    const Count own = start + query;
    Sight sight{0, std::min(request_.keys, end)};
    if (request_.before < kMaxCount) sight.first = std::max<Count>(0, own - request_.before);
    if (request_.after < kMaxCount) sight.end = std::min(sight.end, own + request_.after + 1);
    sight.end = std::max<Count>(0, sight.end);
    sight.first = std::min(sight.first, sight.end);
    return sight;
  }

  // work(row, keys, rows) for the keys or values that each row sees, in blocks.
  template <class Work>
  void forBlocks(AttentionInput input, Count columns, const Work& work) const {
    const Count most = compute_.converts() ? kBlock : request_.keys;
    const Count base = (batch_ * request_.shared + shared_) * request_.keys;
    for (Count first = seen_.first; first < seen_.end; first += most) {
      const Count end = std::min(seen_.end, first + most);
      const std::byte* const block = compute_.widened(
          (end - first) * columns, at(input, (base + first) * columns), workspace_ + areas_.block);
      for (Count row = 0; row < rowsOf(request_); ++row) {
        const Sight all = sightOf(row % request_.queries);
        const Sight seen{std::max(all.first, first), std::min(all.end, end)};
        if (seen.first < seen.end)
          work(row, seen,
               FloatMatrix{block + (seen.first - first) * columns * kFloat, seen.end - seen.first,
                           columns});
      }
    }
  }

  [[nodiscard]] Count headOf(Count row) const {
    return shared_ * groupOf(request_) + row / request_.queries;
  }

  // Scores as probabilities.
  void weigh(Count row) const {
    const Sight seen = sightOf(row % request_.queries);
    const Count count = seen.end - seen.first;
    if (count == 0) return;
    std::byte* const numbers = scores(row) + seen.first * kFloat;
    if (request_.cap > 0) limit(numbers, count);
    if (buffers_.inputs[biasAt] != nullptr) {
      const KernelOp add = KernelOp::add;
      if (request_.bias.back())
        lane_.binary(add, count, numbers, numbers, biasOf(row, seen));
      else
        lane_.withOne(add, count, numbers, numbers, biasOf(row, seen));
    }
    const std::byte* const sinks = buffers_.inputs[sinksAt];
    if (sinks != nullptr)
      simd::store(numbers + count * kFloat, simd::load<float>(sinks + headOf(row) * kFloat));
    softmaxRow(Lane::f32, count + (sinks == nullptr ? 0 : 1), SoftmaxForm::flushed, numbers,
               numbers);
  }

  void limit(std::byte* numbers, Count count) const {
    std::byte cap[kFloat];
    simd::store(cap, request_.cap);
    lane_.withOne(KernelOp::div, count, numbers, numbers, cap);
    lane_.unary(KernelOp::tanh, count, numbers, numbers);
    lane_.withOne(KernelOp::mul, count, numbers, numbers, cap);
  }

  // The bias of the first key that a query sees.
  [[nodiscard]] const std::byte* biasOf(Count row, Sight seen) const {
    const Count places[] = {batch_, headOf(row), row % request_.queries, seen.first};
    const Count sizes[] = {request_.batch, request_.heads, request_.queries, request_.keys};
    Count place = 0;
    for (std::size_t axis = 0; axis < request_.bias.size(); ++axis)
      if (request_.bias[axis]) place = place * sizes[axis] + places[axis];
    return buffers_.inputs[biasAt] + place * kFloat;
  }

  // Whether the bias hides all keys that the query would see.
  [[nodiscard]] bool isBlind(Count row) const {
    if (buffers_.inputs[biasAt] == nullptr) return false;
    const Sight seen = sightOf(row % request_.queries);
    const std::byte* bias = biasOf(row, seen);
    Count left = request_.bias.back() ? seen.end - seen.first : 1;
    for (; left > 0 && simd::load<float>(bias) == kNever; --left) bias += kFloat;
    return left == 0;
  }

  void store(Count row) const {
    const Count query = row % request_.queries;
    const Count place = request_.merges
                            ? (batch_ * request_.queries + query) * request_.heads + headOf(row)
                            : (batch_ * request_.heads + headOf(row)) * request_.queries + query;
    std::byte* const to = buffers_.outputs[0] + place * request_.width * compute_.storedWidth;
    compute_.store(request_.width, to, sums(row));
  }

  const Attention& request_;
  const Buffers& buffers_;
  const ComputeLane compute_;
  const FloatRows lane_;
  const Areas areas_;
  std::byte* const workspace_;
  Count batch_ = 0;
  Count shared_ = 0;
  Sight seen_;  // by any query
};

// The positions are pairs of a batch index and a head of keys.
void attendAll(const Attention& request, const Buffers& buffers, Stretch positions,
               std::byte* workspace) {
  Group group(request, buffers, workspace);
  for (Count i = positions.first; i < positions.first + positions.count; ++i)
    group.attend(i / request.shared, i % request.shared);
}

Count positionsIn(const Attention& request) { return request.batch * request.shared; }

}  // namespace

template <>
struct Kind<Attention> : Defaults<Attention> {
  static constexpr std::string_view name = "Attention";

  [[gnu::cold]] static Operands operands(const Attention& request) {
    const auto [batch, heads, queries, keys] =
        std::array{request.batch, request.heads, request.queries, request.keys};
    const auto rows = [&](Count ofHeads, Count count, Count size) {
      return tensor(request.type, {request.batch, ofHeads, count, size});
    };
    Shape bias;
    const Count scores[] = {batch, heads, queries, keys};
    for (std::size_t axis = 0; axis < request.bias.size(); ++axis)
      bias.push(request.bias[axis] ? static_cast<Size>(scores[axis]) : 1);
    return {.inputs = {rows(heads, queries, request.size), rows(request.shared, keys, request.size),
                       rows(request.shared, keys, request.width), tensor(request.endType, {batch}),
                       tensorOf(DType::float32, bias), tensor(DType::float32, {heads})},
            .outputs = {request.merges ? rows(queries, heads, request.width)
                                       : rows(heads, queries, request.width)},
            .optional = 3};
  }

  static bool fits(const Attention& request) {
    const bool areGrouped =
        request.shared > 0 && request.heads >= 0 && request.heads % request.shared == 0;
    return isAttended(request.type) && isIndexType(request.endType) && areGrouped &&
           request.past >= Attention::kAtEnd && request.past <= INT32_MAX && request.before >= 0 &&
           request.after >= 0 &&
           areSizes({kFloat, request.batch, request.heads, request.queries, request.size}) &&
           areSizes({kFloat, request.batch, request.heads, request.queries, request.width}) &&
           areSizes({kFloat, request.batch, request.shared, request.keys, request.size}) &&
           areSizes({kFloat, request.batch, request.shared, request.keys, request.width}) &&
           areSizes({kFloat, request.batch, request.heads, request.queries, request.keys}) &&
           areSizes({Count{sizeof(std::int64_t)}, request.batch});
  }

  static Count workspace(const Attention& request) { return Areas(request).bytes; }

  static Count run(const Attention& request, const Buffers& buffers) {
    if (!isEmpty(request))
      attendAll(request, buffers, {0, positionsIn(request)}, buffers.workspace);
    return kDone;
  }

  // Cut into heads of keys.
  static double nanoseconds(const Attention& request) {
    const Count each = request.heads * request.queries * (request.size + request.width);
    return static_cast<double>(request.batch * request.keys) * static_cast<double>(each) *
           costs::kAttended;
  }

  static Count share(const Attention& request, const Buffers& buffers, Team& team) {
    if (isEmpty(request)) return kDone;
    shareStretches(positionsIn(request), 1, nanoseconds(request), workspace(request),
                   buffers.workspace, team, [&](Stretch positions, std::byte* workspace) {
                     attendAll(request, buffers, positions, workspace);
                   });
    return kDone;
  }
};
template const Functions& functionsOf<Attention>();
template const Sharing& sharingOf<Attention>();

}  // namespace simdcast::layers

#include <algorithm>
#include <array>
#include <cstring>

#include "../base/costs.hpp"
#include "../rows/compute_lane.hpp"
#include "../rows/float_vectors.hpp"
#include "../rows/indices.hpp"
#include "kind.hpp"

namespace simdcast::layers {
namespace {

enum RotationInput : std::uint8_t { headsAt, cosinesAt, sinesAt, positionsAt };

using simd::Vec;

// The two parts of a pair, or of a vector of pairs.
template <class Number>
struct Pair {
  Number real;
  Number imaginary;
};

template <class Number>
Pair<Number> turned(const Pair<Number>& x, Number cosine, Number sine) {
  return {cosine * x.real - sine * x.imaginary, sine * x.real + cosine * x.imaginary};
}

// `to` is not `from`.
template <class T>
void turnHalves(Count half, std::byte* to, const std::byte* from, const std::byte* cosines,
                const std::byte* sines) {
  const std::ptrdiff_t apart = static_cast<std::ptrdiff_t>(half) * std::ptrdiff_t{sizeof(T)};
  const auto turn = [](Vec<T> a, Vec<T> b, Vec<T> cosine, Vec<T> sine) {
    return turned<Vec<T>>({a, b}, cosine, sine);
  };
  eachVector<T>(
      half, to, [&](auto... x) { return turn(x...).real; }, from, from + apart, cosines, sines);
  eachVector<T>(
      half, to + apart, [&](auto... x) { return turn(x...).imaginary; }, from, from + apart,
      cosines, sines);
}

template <class T>
void turnNeighbours(Count half, std::byte* to, const std::byte* from, const std::byte* cosines,
                    const std::byte* sines) {
  constexpr std::ptrdiff_t kBytes = sizeof(T);
  for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(half); ++i) {
    const std::ptrdiff_t at = 2 * i * kBytes;
    const Pair<T> result =
        turned<T>({simd::load<T>(from + at), simd::load<T>(from + at + kBytes)},
                  simd::load<T>(cosines + i * kBytes), simd::load<T>(sines + i * kBytes));
    simd::store(to + at, result.real);
    simd::store(to + at + kBytes, result.imaginary);
  }
}

class Turner {
 public:
  Turner(const Rotation& request, const Buffers& buffers, std::byte* workspace)
      : request_(request),
        buffers_(buffers),
        compute_(computeLaneOf(request.type)),
        table_(computeLaneOf(request.tableType)),
        workspace_(workspace) {}

  // kDone, or the position of the first position that is out of range.
  [[nodiscard]] Count firstWrong() const {
    const bool isEmpty = request_.batch == 0 || request_.length == 0;
    if (buffers_.inputs[positionsAt] == nullptr)
      return isEmpty || lastRow() < request_.rows ? kDone : 0;
    const Count each = request_.countsPositions ? 1 : request_.length;
    for (Count i = 0; i < (request_.sharesPositions ? 1 : request_.batch) * each; ++i) {
      const Count first = givenAt(i);
      const Count last = first + (request_.countsPositions ? request_.length - 1 : 0);
      if (first < -request_.rows || last >= request_.rows) return i;
    }
    return kDone;
  }

  // The indices are those of a token and a head.
  void turn(Stretch indices) const {
    for (Count i = indices.first; i < indices.first + indices.count; ++i)
      turnHead(i / request_.heads / request_.length, i / request_.heads % request_.length,
               i % request_.heads);
  }

 private:
  // Without positions.
  [[nodiscard]] Count lastRow() const {
    return (request_.batch - 1) * request_.rowStep + request_.length - 1;
  }

  [[nodiscard]] Count givenAt(Count i) const {
    const std::byte* const positions = buffers_.inputs[positionsAt];
    return loadIndex(request_.positionType, positions, i);
  }

  [[nodiscard]] Count rowOf(Count batch, Count token) const {
    if (buffers_.inputs[positionsAt] == nullptr) return batch * request_.rowStep + token;
    const Count shared = request_.sharesPositions ? 0 : batch;
    const Count row = request_.countsPositions ? givenAt(shared) + token
                                               : givenAt(shared * request_.length + token);
    return row < 0 ? row + request_.rows : row;
  }

  // Elements before a head of a token.
  [[nodiscard]] Count placeOf(bool inTokens, Count tokenSize, Count batch, Count token,
                              Count head) const {
    return inTokens ? (batch * request_.length + token) * tokenSize + head * request_.size
                    : ((batch * request_.heads + head) * request_.length + token) * request_.size;
  }

  void turnHead(Count batch, Count token, Count head) const {
    const Count half = request_.half;
    const Count row = rowOf(batch, token) * request_.rowSize * table_.storedWidth;
    const Count first = request_.readsTokens ? request_.first : 0;
    const std::byte* const from =
        buffers_.inputs[headsAt] +
        (first + placeOf(request_.readsTokens, request_.tokenSize, batch, token, head)) *
            compute_.storedWidth;
    std::byte* const to =
        buffers_.outputs[0] +
        placeOf(request_.writesTokens, request_.heads * request_.size, batch, token, head) *
            compute_.storedWidth;
    const Count part = padded(half * compute_.width);
    const std::byte* const cosines =
        table_.widened(half, buffers_.inputs[cosinesAt] + row, workspace_);
    const std::byte* const sines =
        table_.widened(half, buffers_.inputs[sinesAt] + row, workspace_ + part);
    const std::byte* const numbers = compute_.widened(2 * half, from, workspace_ + 2 * part);
    std::byte* const results = compute_.converts() ? workspace_ + 4 * part : to;
    if (compute_.lane == Lane::f32)
      turnPairs<float>(results, numbers, cosines, sines);
    else
      turnPairs<double>(results, numbers, cosines, sines);
    compute_.store(2 * half, to, results);
    const Count done = 2 * half * compute_.storedWidth;
    const Count rest = request_.size * compute_.storedWidth - done;
    if (rest > 0) std::memcpy(to + done, from + done, size(rest));
  }

  template <class T>
  void turnPairs(std::byte* to, const std::byte* from, const std::byte* cosines,
                 const std::byte* sines) const {
    if (request_.interleaved)
      turnNeighbours<T>(request_.half, to, from, cosines, sines);
    else
      turnHalves<T>(request_.half, to, from, cosines, sines);
  }

  const Rotation& request_;
  const Buffers& buffers_;
  const ComputeLane compute_;
  const ComputeLane table_;
  std::byte* const workspace_;
};

Count indicesIn(const Rotation& request) {
  return request.size == 0 ? 0 : request.batch * request.length * request.heads;
}

}  // namespace

template <>
struct Kind<Rotation> : Defaults<Rotation> {
  static constexpr std::string_view name = "Rotation";

  [[gnu::cold]] static Operands operands(const Rotation& request) {
    const auto [batch, heads, length, size] =
        std::array{request.batch, request.heads, request.length, request.size};
    const TensorType table = tensor(request.tableType, {request.rows, request.rowSize});
    const TensorType byHeads = tensor(request.type, {batch, heads, length, size});
    return {
        .inputs = {request.readsTokens ? tensor(request.type, {batch, length, request.tokenSize})
                                       : byHeads,
                   table, table,
                   tensor(request.positionType, {request.sharesPositions ? 1 : batch,
                                                 request.countsPositions ? 1 : length})},
        .outputs = {request.writesTokens ? tensor(request.type, {batch, length, heads, size})
                                         : byHeads},
        .optional = 1};
  }

  static bool fits(const Rotation& request) {
    const auto [batch, heads, length, size, half] =
        std::array{request.batch, request.heads, request.length, request.size, request.half};
    const bool takesTypes =
        isType(request.tableType) && isFloat(request.type) && isFloat(request.tableType) &&
        computeLaneOf(request.type).lane == computeLaneOf(request.tableType).lane;
    const bool areSmall = areSizes({kWidestElement, batch, heads, length, size}) &&
                          areSizes({kWidestElement, batch, length, request.tokenSize}) &&
                          areSizes({kWidestElement, request.rows, request.rowSize}) &&
                          areSizes({request.first}) && areSizes({request.rowStep});
    if (!takesTypes || !isIndexType(request.positionType) || !areSmall) return false;
    const bool arePairs = half >= 0 && half <= request.rowSize && half <= size / 2;
    return arePairs && (!request.readsTokens || request.first + heads * size <= request.tokenSize);
  }

  static Count workspace(const Rotation& request) {
    const bool converts =
        computeLaneOf(request.type).converts() || computeLaneOf(request.tableType).converts();
    // A cosine and a sine for each pair, and its two parts before and after.
    return converts ? 6 * padded(request.half * computeLaneOf(request.type).width) : 0;
  }

  static Count run(const Rotation& request, const Buffers& buffers) {
    const Turner turner(request, buffers, buffers.workspace);
    const Count wrong = turner.firstWrong();
    if (wrong == kDone) turner.turn({0, indicesIn(request)});
    return wrong;
  }

  static double nanoseconds(const Rotation& request) {
    return static_cast<double>(indicesIn(request) * request.size) * costs::kTurned;
  }

  static Count share(const Rotation& request, const Buffers& buffers, Team& team) {
    const Count wrong = Turner(request, buffers, buffers.workspace).firstWrong();
    if (wrong == kDone)
      shareStretches(indicesIn(request), 1, nanoseconds(request), workspace(request),
                     buffers.workspace, team, [&](Stretch indices, std::byte* workspace) {
                       Turner(request, buffers, workspace).turn(indices);
                     });
    return wrong;
  }
};
template const Functions& functionsOf<Rotation>();
template const Sharing& sharingOf<Rotation>();

}  // namespace simdcast::layers

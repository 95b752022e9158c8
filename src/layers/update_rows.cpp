#include <algorithm>
#include <cstring>

#include "../base/costs.hpp"
#include "../rows/indices.hpp"
#include "kind.hpp"

namespace simdcast::layers {
namespace {

class RowUpdate {
 public:
  RowUpdate(const UpdateRows& request, const Buffers& buffers)
      : request_(request),
        rowBytes_(request.inner * width(request.type)),
        kept_(buffers.inputs[1] == nullptr ? 0 : request.kept),
        to_(buffers.outputs[0]),
        updates_(buffers.inputs[0]),
        data_(buffers.inputs[1]),
        starts_(buffers.inputs[2]) {}

  // kDone, or the outer index of the first start that is out of range.
  [[nodiscard]] Count firstOutOfRange() const {
    const Count last = request_.clears ? kept_ : std::max<Count>(0, request_.size - 1);
    for (Count outer = 0; outer < request_.outer; ++outer) {
      const Count start = startOf(outer);
      const bool isInside = start >= 0 && start <= last &&
                            (request_.circular || start <= request_.size - request_.count);
      if (!isInside) return outer;
    }
    return kDone;
  }

  // The positions are pairs of an outer and a middle index.
  void move(Stretch positions) const {
    for (Count i = 0; i < positions.count; ++i) moveRows(positions.first + i);
  }

 private:
  [[nodiscard]] Count startOf(Count outer) const {
    if (starts_ == nullptr) return 0;
    return loadIndex(request_.startType, starts_, outer);
  }

  void moveRows(Count position) const {
    std::byte* to = to_ + position * request_.size * rowBytes_;
    const std::byte* updates = updates_ + position * request_.count * rowBytes_;
    const Count start = startOf(position / request_.middle);
    const Count end = std::min(request_.size, start + request_.count);
    const Count continued = start + request_.count - end;  // at the first row
    const Count kept = request_.clears ? std::min(kept_, start) : kept_;
    copy(to, updates + (end - start) * rowBytes_, continued);
    keep(to, position, {continued, start - continued}, kept);
    copy(to + start * rowBytes_, updates, end - start);
    keep(to, position, {end, request_.size - end}, kept);
  }

  void copy(std::byte* to, const std::byte* from, Count rows) const {
    if (rows > 0) std::memcpy(to, from, size(rows * rowBytes_));
  }

  // Rows of the data, of which the result has the first `kept`, and zeros after them.
  void keep(std::byte* to, Count position, Stretch rows, Count kept) const {
    const Count copied = std::clamp<Count>(kept - rows.first, 0, std::max<Count>(0, rows.count));
    if (copied > 0)
      copy(to + rows.first * rowBytes_, data_ + (position * request_.kept + rows.first) * rowBytes_,
           copied);
    if (rows.count > copied)
      std::memset(to + (rows.first + copied) * rowBytes_, 0,
                  size((rows.count - copied) * rowBytes_));
  }

  const UpdateRows& request_;
  Count rowBytes_;
  Count kept_;
  std::byte* to_;
  const std::byte* updates_;
  const std::byte* data_;
  const std::byte* starts_;
};

Count positionsIn(const UpdateRows& request) { return request.outer * request.middle; }

bool isEmpty(const UpdateRows& request) {
  return positionsIn(request) == 0 || request.size == 0 || request.inner == 0;
}

}  // namespace

template <>
struct Kind<UpdateRows> : Defaults<UpdateRows> {
  static constexpr std::string_view name = "UpdateRows";

  [[gnu::cold]] static Operands operands(const UpdateRows& request) {
    const auto rows = [&](Count count) {
      return tensor(request.type, {request.outer, request.middle, count, request.inner});
    };
    return {.inputs = {rows(request.count), rows(request.kept),
                       tensor(request.startType, {request.outer})},
            .outputs = {rows(request.size)},
            .optional = 2};
  }

  static bool fits(const UpdateRows& request) {
    const auto [type, startType, outer, middle, kept, count, size, inner, circular, clears] =
        request;
    return isIndexType(startType) && areSizes({outer, middle, size, inner, width(type)}) &&
           areSizes({outer, Count{sizeof(std::int64_t)}}) && kept >= 0 && kept <= size &&
           count >= 0 && count <= size;
  }

  static Count run(const UpdateRows& request, const Buffers& buffers) {
    const RowUpdate update(request, buffers);
    const Count wrong = update.firstOutOfRange();
    if (wrong == kDone && !isEmpty(request)) update.move({0, positionsIn(request)});
    return wrong;
  }

  // Rows are moved after all of their positions have been checked.
  static double nanoseconds(const UpdateRows& request) {
    const Count positions = positionsIn(request);
    return positions < 2
               ? 0
               : static_cast<double>(positions * request.size * request.inner) * costs::kMoved;
  }

  static Count share(const UpdateRows& request, const Buffers& buffers, Team& team) {
    const RowUpdate update(request, buffers);
    const Count wrong = update.firstOutOfRange();
    if (wrong == kDone && !isEmpty(request))
      shareStretches(positionsIn(request), nanoseconds(request), team,
                     [&](Stretch positions) { update.move(positions); });
    return wrong;
  }
};
template const Functions& functionsOf<UpdateRows>();
template const Sharing& sharingOf<UpdateRows>();

}  // namespace simdcast::layers

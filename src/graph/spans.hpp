// Parts of a block that are in use, by owner. A new part takes the lowest free place: first fit.
#pragma once

#include <map>
#include <vector>

#include "../base/rounding.hpp"

namespace simdcast::graph {

class Spans {
 public:
  static constexpr Count kAlignment = 16;

  // The lowest free offset for a part of this size.
  Count take(const void* owner, Count bytes) {
    const Count size = roundUp(bytes > 0 ? bytes : 1, kAlignment);
    Count start = 0;
    std::size_t at = 0;
    for (; at < used_.size() && used_[at].start - start < size; ++at) start = used_[at].end;
    used_.insert(used_.begin() + static_cast<std::ptrdiff_t>(at), {start, start + size, owner});
    if (start + size > bytes_) bytes_ = start + size;
    return start;
  }
  // Hands a part to another owner; -1 if `from` owns none.
  Count hand(const void* from, const void* to) {
    for (Span& span : used_)
      if (span.owner == from) {
        span.owner = to;
        return span.start;
      }
    return -1;
  }
  void free(const void* owner) {
    std::erase_if(used_, [&](const Span& span) { return span.owner == owner; });
  }
  // The end of the highest part that was ever in use.
  [[nodiscard]] Count bytes() const noexcept { return bytes_; }

 private:
  struct Span {
    Count start;
    Count end;
    const void* owner;
  };

  std::vector<Span> used_;  // in the order of their places
  Count bytes_ = 0;
};

}  // namespace simdcast::graph

#include "template.hpp"

namespace simdcast::detail {

std::string fill(std::string_view pattern, std::span<const Hole> holes,
                 FunctionRef<std::string(std::size_t row)> words) {
  std::string filled;
  std::size_t at = 0;
  for (const Hole& hole : holes) {
    filled += pattern.substr(at, hole.begin - at);
    filled += words(hole.row);
    at = hole.end;
  }
  filled += pattern.substr(at);
  return filled;
}

}  // namespace simdcast::detail

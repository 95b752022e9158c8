#include "handles.hpp"

#include <type_traits>

#include "../strings/utf8.hpp"

namespace simdcast::graph {
namespace {

template <class Kind, class... Kinds>
constexpr bool kIsOneOf = (std::is_same_v<Kind, Kinds> || ...);

}  // namespace

layers::LayerRequest onHandles(const layers::LayerRequest& request) {
  layers::LayerRequest changed = request;
  std::visit(
      []<class Kind>(Kind& kind) {
        if constexpr (kIsOneOf<Kind, layers::Copy, layers::Gather, layers::Scatter,
                               layers::ReverseSequence, layers::UpdateRows>)
          kind.type = storedAs(kind.type);
      },
      changed);
  return changed;
}

HostWork concatenation(strings::Pool& pool, Count elements) {
  return [&pool, elements](std::byte* const* outputs,
                           const std::byte* const* inputs) -> std::optional<Fault> {
    const auto* a = reinterpret_cast<const strings::Handle*>(inputs[0]);
    const auto* b = reinterpret_cast<const strings::Handle*>(inputs[1]);
    auto* to = reinterpret_cast<strings::Handle*>(outputs[0]);
    for (Count at = 0; at < elements; ++at) {
      const auto made = pool.add(strings::joined(pool.at(a[at]), pool.at(b[at])));
      if (!made) return Fault{.code = "out_of_memory", .text = {}};
      to[at] = *made;
    }
    return std::nullopt;
  };
}

}  // namespace simdcast::graph

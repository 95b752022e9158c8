// The layers of steps.
#pragma once

#include "../engine/state.hpp"
#include "step.hpp"

namespace simdcast::graph {

// The request of a step's layer; null if the layer is of another kind, or the step has none.
template <class Request>
[[nodiscard]] const Request* layerOf(const Step& step) {
  const layers::LayerRequest* layer =
      step.task() == nullptr ? nullptr : step.task()->state().layer();
  return layer == nullptr ? nullptr : std::get_if<Request>(layer);
}

}  // namespace simdcast::graph

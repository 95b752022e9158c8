#include "growth.hpp"

#include <algorithm>

#include "../base/rounding.hpp"
#include "../graph/layer_of.hpp"

namespace simdcast::model {
namespace {

using graph::Step;
using graph::Value;

// The position of the input that the output of an update begins with, provided that new rows
// overwrite none of it, or -1. Rows after the new ones are cleared.
int dataOf(const layers::UpdateRows* update) {
  return update != nullptr && update->clears && update->size == update->kept + update->count ? 1
                                                                                             : -1;
}

int indexOf(const graph::Values& values, const Value& value) {
  int i = values.size();
  while (--i >= 0 && (values[i].storage != value.storage || values[i].dims != value.dims)) continue;
  return i;
}

}  // namespace

void findGrowths(Program& program, const graph::Steps& steps) {
  program.growths.resize(size(program.outputs.size()));
  for (const graph::SharedStep& step : steps) {
    const auto* update = graph::layerOf<layers::UpdateRows>(*step);
    const int at = step->isContinued ? 0 : dataOf(update);
    if (at < 0 || !step->inputs[at]) continue;
    const int output = indexOf(program.outputs, step->outputs[0]);
    if (output < 0) continue;
    Growth& growth = program.growths[size(output)];
    growth.input = indexOf(program.inputs, step->inputs[at]);
    if (update == nullptr) continue;
    growth.parts = update->outer * update->middle;
    growth.rowBytes = update->inner * width(update->type);
  }
}

bool holds(const Growth& growth, const Value& output) {
  if (growth.parts == 0) return true;
  const Count part = output.storage->bytes / growth.parts;
  const std::byte* end = output.storage->place()->address + output.storage->offset;
  for (Count i = 0; i < growth.parts; ++i) {
    end += part;
    if (std::all_of(end - growth.rowBytes, end, [](std::byte each) { return each == std::byte{}; }))
      return false;
  }
  return true;
}

}  // namespace simdcast::model

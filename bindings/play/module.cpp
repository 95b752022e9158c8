// The page's module: all rules, reports and sentences, and the values of figures. Its registrations
// are a subset of ../module.cpp's, so the same glue code loads it.
#include <optional>

#include "../../src/explain/refusal_sentences.hpp"
#include "../common.hpp"
#include "operators.hpp"

using namespace emscripten;
using namespace simdcast;
using namespace simdcast::bindings;

namespace {

struct Unknown {
  RefusalCode code;
  RefusalFacts facts;
};

// The part of a request that this module lacks.
std::optional<Unknown> unknownOf(const Request& request) {
  const OperatorRequest& node = request.node();
  if (request.asksOperator() && !play::isHere(node.op))
    return Unknown{RefusalCode::unknownOperator, {.subject = describe(node.op).name}};
  for (int i = 0; i < node.types.size(); ++i)
    if (!play::isHere(node, i))
      return Unknown{RefusalCode::unknownType,
                     {.input = i, .given = static_cast<Count>(node.types[i])}};
  return std::nullopt;
}

std::unique_ptr<Task> taskOf(const Request& request) {
  return unknownOf(request) ? nullptr : remote::task(request);
}

remote::RefusalReport refusalOf(const Request& request) {
  const std::optional<Unknown> unknown = unknownOf(request);
  if (!unknown) return remote::refusalOf(request);
  return {std::string(name(unknown->code)), describe(unknown->code, unknown->facts), false};
}

}  // namespace

EMSCRIPTEN_BINDINGS(play) {
  registerNames([](OpId op) { return play::isHere(op) ? describe(op).name : std::string_view(); });
  registerMemory();
  registerAlignments();
  registerRequest().function("task", &taskOf).function("refusal", &refusalOf);
  registerTask();
}

// The names under which JavaScript finds the engine's calls, and nothing else.
#include <emscripten/bind.h>

#include "calls.hpp"

EMSCRIPTEN_BINDINGS(simdcast) {
  using namespace simdcast::bindings;
  using emscripten::function;
  function("wordsAddress", &wordsAddress);
  function("catalogue", &catalogue);
  function("reserve", &reserve);
  function("release", &release);
  function("trace", &trace);
  function("outputShape", &outputShape);
  function("explicitShapes", &explicitShapes);
  function("source", &source);
  function("fanout", &fanout);
  function("supports", &supports);
  function("prepare", &prepare);
  function("planned", &planned);
  function("failure", &failure);
  function("execute", &execute);
  function("discard", &discard);
}

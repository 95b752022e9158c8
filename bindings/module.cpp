// The engine's interface for JavaScript: names only. web/wasm/native.ts declares the same for
// TypeScript, and a check compares the two.
#include "../src/kernels/kernel.hpp"
#include "common.hpp"

using namespace emscripten;
using namespace simdcast;
using namespace simdcast::bindings;

EMSCRIPTEN_BINDINGS(engine) {
  registerNames([](OpId op) { return describe(op).name; });
  registerMemory();
  registerAlignments();
  registerRequest().function("task", &remote::task).function("refusal", &remote::refusalOf);
}

EMSCRIPTEN_BINDINGS(tasks) {
  registerTask();
  // For kernels that are compiled at run time: the function that they call, and an Input of
  // kernel.hpp.
  function("computeFunction", &remote::computeFunction);
  function("useMicroKernels", &remote::useMicroKernels);
  constant("inputBytes", static_cast<int>(sizeof(Input)));
  constant("inputStride", static_cast<int>(offsetof(Input, stride)));
}

# The module that the npm package loads. One line for each option that needs a reason:
add_executable(simdcast_module bindings/module.cpp bindings/calls.cpp bindings/convert.cpp)
set_target_properties(simdcast_module PROPERTIES OUTPUT_NAME simdcast SUFFIX .mjs)
# Embind needs type names only for its own error messages, and they need RTTI.
target_compile_definitions(simdcast_module PRIVATE EMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)
# A module says what it is: a caller may bring one of another flavour or version.
target_compile_definitions(simdcast_module PRIVATE
  SIMDCAST_FLAVOUR="${SIMDCAST_FLAVOUR}" SIMDCAST_VERSION="${PROJECT_VERSION}")
target_link_libraries(simdcast_module PRIVATE simdcast embind)
target_link_options(simdcast_module PRIVATE
  -sMODULARIZE -sEXPORT_ES6
  # The package fetches and instantiates by itself, so the glue needs nothing of Node.
  -sENVIRONMENT=web -sINCOMING_MODULE_JS_API=wasmMemory,instantiateWasm
  # No code from strings: runs under a strict Content Security Policy, and faster.
  -sDYNAMIC_EXECUTION=0 -sEMBIND_AOT
  # The package makes the memory, so that it can set its maximum and view it after growth.
  -sIMPORTED_MEMORY -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=1MB -sMAXIMUM_MEMORY=4GB
  # Running out is an answer, not the end.
  -sABORTING_MALLOC=0
  # Alignments and prepared operators are large values.
  -sSTACK_SIZE=256KB
  # The library of Embind without RTTI, to match the sources.
  -fno-rtti
  -sFILESYSTEM=0 -sSUPPORT_LONGJMP=0 --no-entry)

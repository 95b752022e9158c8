# The module that the npm package loads: no JavaScript comes with it. One line for each option that
# needs a reason:
add_executable(simdcast_module bindings/calls.cpp bindings/convert.cpp bindings/runtime.cpp)
set_target_properties(simdcast_module PROPERTIES OUTPUT_NAME simdcast SUFFIX .wasm)
# A module says what it is: a caller may bring one of another flavour or version.
target_compile_definitions(simdcast_module PRIVATE
  SIMDCAST_FLAVOUR="${SIMDCAST_FLAVOUR}" SIMDCAST_VERSION="${PROJECT_VERSION}")
target_link_libraries(simdcast_module PRIVATE simdcast)
target_link_options(simdcast_module PRIVATE
  # The package instantiates by itself; the module must import nothing but its memory.
  -sSTANDALONE_WASM --no-entry -sERROR_ON_UNDEFINED_SYMBOLS=1
  # The package makes the memory, so that it can set its maximum and view it after growth.
  -sIMPORTED_MEMORY -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=1MB -sMAXIMUM_MEMORY=4GB
  -Wl,--wrap=emscripten_resize_heap
  # Running out is an answer, not the end.
  -sABORTING_MALLOC=0
  # A third of the usual one's code, and as fast for the few and large pieces that are asked for.
  -sMALLOC=emmalloc
  # Alignments and prepared operators are large values.
  -sSTACK_SIZE=256KB
  # Binaryen would inline whatever has one caller, however long, and a call's hot loop would then
  # share its registers with all that it does once.
  -sBINARYEN_EXTRA_PASSES=--one-caller-inline-max-function-size=40
  -sFILESYSTEM=0 -sSUPPORT_LONGJMP=0)

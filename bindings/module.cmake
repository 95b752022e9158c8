set(SIMDCAST_BINDINGS bindings/calls.cpp bindings/convert.cpp bindings/runtime.cpp)
if(CMAKE_BUILD_TYPE STREQUAL Release)
  set_source_files_properties(${SIMDCAST_BINDINGS} PROPERTIES COMPILE_OPTIONS ${SIMDCAST_FOR_SIZE})
endif()

# The modules that the npm package loads: no JavaScript comes with them. One line for each option that
# needs a reason:
function(simdcast_add_module target flavour)
  add_executable(${target} ${SIMDCAST_BINDINGS} ${ARGN})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${flavour} SUFFIX .wasm)
  # A module says what it is: a caller may bring one of another flavour or version.
  target_compile_definitions(${target} PRIVATE
    SIMDCAST_FLAVOUR="${flavour}" SIMDCAST_VERSION="${PROJECT_VERSION}")
  target_compile_options(${target} PRIVATE -fno-exceptions -fno-rtti)
  target_link_libraries(${target} PRIVATE simdcast)
  target_link_options(${target} PRIVATE
    # The package instantiates by itself; the module must import nothing but its memory.
    -sSTANDALONE_WASM --no-entry -sERROR_ON_UNDEFINED_SYMBOLS=1
    # Kernels that the package makes at run time are put into the table of functions.
    -Wl,--export-table -Wl,--growable-table
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
    # The functions' names, by which tools/lib/modules.mjs orders them, and which it takes out.
    --profiling-funcs
    -sFILESYSTEM=0 -sSUPPORT_LONGJMP=0)
endfunction()

# The kernels that gain from a fused multiply-add come before the library's own, in every flavour, so
# that as little as possible differs between them.
function(simdcast_add_fusible target)
  add_library(${target} OBJECT src/matrix/micro_kernel.cpp)
  target_include_directories(${target} PRIVATE src)
  target_compile_options(${target} PRIVATE -fno-exceptions -fno-rtti ${ARGN})
endfunction()

if(SIMDCAST_FLAVOUR STREQUAL simd)
  simdcast_add_fusible(simdcast_unfused -msimd128)
  simdcast_add_fusible(simdcast_fused -msimd128 -mrelaxed-simd)
  simdcast_add_module(simdcast_simd simd $<TARGET_OBJECTS:simdcast_unfused>)
  simdcast_add_module(simdcast_relaxed relaxed $<TARGET_OBJECTS:simdcast_fused>)
else()
  simdcast_add_fusible(simdcast_unfused ${SIMDCAST_FOR_SIZE})
  simdcast_add_module(simdcast_scalar scalar $<TARGET_OBJECTS:simdcast_unfused>)
endif()

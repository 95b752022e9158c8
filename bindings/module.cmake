# A module of the engine with Embind's glue, of some sources. One line for each option that needs a reason:
function(simdcast_add_module target)
  add_executable(${target} bindings/common.cpp ${ARGN})
  set_target_properties(${target} PROPERTIES SUFFIX .mjs
    LINK_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/bindings/library.js)
  # A caller may bring the module of another version.
  target_compile_definitions(${target} PRIVATE SIMDCAST_VERSION="${PROJECT_VERSION}")
  target_compile_options(${target} PRIVATE -fno-exceptions $<$<CONFIG:Release>:-Os>
    ${SIMDCAST_INSTRUCTIONS})
  target_link_libraries(${target} PRIVATE embind)
  target_link_options(${target} PRIVATE
    # At -O3 the names of imports and exports would differ from build to build, and the glue of one would
    # not fit the module of another that a caller brings.
    -O2
    -sMODULARIZE -sEXPORT_ES6
    # The package fetches and instantiates by itself, so the glue needs nothing of Node.
    -sENVIRONMENT=web -sINCOMING_MODULE_JS_API=wasmMemory,instantiateWasm
    # No code from strings: runs under a strict Content Security Policy, and faster.
    -sDYNAMIC_EXECUTION=0 -sEMBIND_AOT
    # Kernels that the package makes at run time are put into the table of functions.
    -sALLOW_TABLE_GROWTH
    # The package makes the memory, so that it can set its maximum and view it after growth.
    -sIMPORTED_MEMORY -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=1MB -sMAXIMUM_MEMORY=4GB
    # Running out is an answer, not the end. The allocator is dlmalloc: emmalloc adds sizes to addresses
    # without looking whether they pass 2^32.
    -sABORTING_MALLOC=0 -sMALLOC=dlmalloc
    -sSTACK_SIZE=256KB
    # Binaryen would inline whatever has one caller, however long, and a call's hot loop would then
    # share its registers with all that it does once.
    -sBINARYEN_EXTRA_PASSES=--one-caller-inline-max-function-size=40
    # Views of 64-bit elements.
    -sWASM_BIGINT
    --js-library=${CMAKE_CURRENT_SOURCE_DIR}/bindings/library.js
    -sFILESYSTEM=0 -sSUPPORT_LONGJMP=0 --no-entry)
endfunction()

# The engine that the npm package loads, of the parts that do not synchronise threads and of a variant of
# those that do.
function(simdcast_link_engine target variant)
  simdcast_add_module(${target} bindings/module.cpp bindings/models.cpp)
  foreach(part IN LISTS parts ITEMS ${variant})
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:simdcast_${part}>)
  endforeach()
  target_link_options(${target} PRIVATE ${ARGN})
endfunction()

simdcast_link_engine(simdcast_module synchronizing)
set_target_properties(simdcast_module PROPERTIES OUTPUT_NAME simdcast)

# What the engine registers, as TypeScript: web/wasm/native.ts is held against it.
simdcast_link_engine(simdcast_types synchronizing --emit-tsd simdcast_types.d.ts)
set_target_properties(simdcast_types PROPERTIES EXCLUDE_FROM_ALL TRUE)

# The module of the page's figures. What bindings/play defines takes the place of the library's: an archive's
# object is linked only if nothing before it defines its symbols.
simdcast_add_module(simdcast_play bindings/play/module.cpp bindings/play/kernels.cpp
  bindings/play/absent.cpp)
set_target_properties(simdcast_play PROPERTIES OUTPUT_NAME play)
target_compile_options(simdcast_play PRIVATE -ffp-contract=off)
target_link_libraries(simdcast_play PRIVATE simdcast)

# The loops that gain from a fused multiply-add, for the engine's memory and table: nothing but code. A
# stack or data of its own would lie in the engine's memory; tests/package/relaxed-module.test.mjs holds it
# to having none.
add_executable(simdcast_relaxed bindings/relaxed.cpp)
set_target_properties(simdcast_relaxed PROPERTIES OUTPUT_NAME relaxed SUFFIX .wasm)
target_include_directories(simdcast_relaxed PRIVATE src)
target_compile_options(simdcast_relaxed PRIVATE -fno-exceptions -fno-rtti -msimd128 -mrelaxed-simd)
target_link_options(simdcast_relaxed PRIVATE
  -sSTANDALONE_WASM --no-entry -sIMPORTED_MEMORY -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=1MB
  -sMAXIMUM_MEMORY=4GB -sSTACK_SIZE=0)

# The engine for several threads, over a memory that they share: code that synchronises threads has
# instructions for that.
add_library(simdcast_synchronized OBJECT ${synchronizing})
target_compile_options(simdcast_synchronized PRIVATE
  $<TARGET_PROPERTY:simdcast,COMPILE_OPTIONS> -matomics)
simdcast_link_engine(simdcast_threads synchronized)
target_sources(simdcast_threads PRIVATE bindings/threads.cpp)
set_target_properties(simdcast_threads PROPERTIES OUTPUT_NAME threads)
target_compile_options(simdcast_threads PRIVATE -matomics)
target_link_options(simdcast_threads PRIVATE
  # The C library for shared memory, without Emscripten's own threads: the package starts its workers by
  # itself, in any runtime.
  -sWASM_WORKERS -sENVIRONMENT=web,worker
  # The rest has none: the caller alone counts references to what models share, and workers only compute.
  # The linker would reject it for that.
  -Wl,--no-check-features
  -sEXPORTED_FUNCTIONS=_malloc,_free,_work,__emscripten_stack_restore
  --js-library=${CMAKE_CURRENT_SOURCE_DIR}/bindings/threads.js)

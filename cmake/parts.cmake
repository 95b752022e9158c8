# The parts of the library, each built at a level of its own: loops over elements at the build type's;
# what runs once for a new shape, or says why not, for size; and most of all what nobody waits for,
# sentences and repairs.
file(GLOB loops CONFIGURE_DEPENDS src/*.cpp src/*/*.cpp src/onnx/*/*.cpp)
file(GLOB once CONFIGURE_DEPENDS src/engine/*.cpp src/operators/*.cpp src/plan/*.cpp src/rules/*.cpp)
# Conversions of types of 8 bits and fewer are for weights, which are converted once.
list(APPEND once ${CMAKE_CURRENT_SOURCE_DIR}/src/convert/byte_floats.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/src/convert/few_bits.cpp)
file(GLOB words CONFIGURE_DEPENDS src/explain/*.cpp src/rules/embeddings.cpp src/rules/fixes.cpp
  src/rules/matrices.cpp src/rules/source.cpp src/rules/warnings.cpp)
list(REMOVE_ITEM once ${words})
# Models: what runs once for a new shape of a node.
file(GLOB models CONFIGURE_DEPENDS src/graph/*.cpp src/onnx/*.cpp src/onnx/*/*.cpp src/model/*.cpp
  src/strings/*.cpp src/strings/*/*.cpp)
# Code that synchronises threads: the modules of the package are linked with one of two variants of it.
set(synchronizing src/engine/remote.cpp src/execute/share.cpp src/layers/share.cpp
  src/matrix/micro_kernel.cpp src/threads/team.cpp)
list(TRANSFORM synchronizing PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
list(REMOVE_ITEM once ${synchronizing})
list(REMOVE_ITEM loops ${once} ${words} ${models} ${synchronizing})

# The native tests are built without optimisation, in a third of the time. The loops that they spend most
# of their own time in are not: at -O0 those would run for longer than that saves.
file(GLOB walks CONFIGURE_DEPENDS src/execute/*.cpp)
set_source_files_properties(${walks} PROPERTIES
  COMPILE_OPTIONS $<$<CONFIG:RelWithDebInfo>:-O1> SKIP_PRECOMPILE_HEADERS ON)

set(options_loops "")
set(options_synchronizing "")
set(options_once $<$<CONFIG:Release>:-Os>)
# Rows of operators run once for a new shape, and are many: for size.
set(options_models $<$<CONFIG:Release>:$<IF:$<CXX_COMPILER_ID:Clang,AppleClang>,-Oz,-Os>>)
set(options_words $<$<CONFIG:Release>:$<IF:$<CXX_COMPILER_ID:Clang,AppleClang>,-Oz,-Os>>)

# In a quick build up to sixteen files of a folder of these are compiled as one, in a half to a fifth of the
# time; so no two files of the folder give the same name to something in their unnamed namespaces, but those of
# com.microsoft, whose files name their inputs.
set(separate ${models})
list(FILTER separate INCLUDE REGEX /src/onnx/microsoft/)
set(together ${once} ${models})
list(REMOVE_ITEM together ${separate})
foreach(source IN LISTS together)
  cmake_path(GET source PARENT_PATH folder)
  cmake_path(GET folder FILENAME folder)
  math(EXPR group_${folder} "${group_${folder}} + 1")
  math(EXPR group "${group_${folder}} / 16")
  set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${group})
endforeach()

set(parts loops once words)
# Precompiled headers serve one level only, so that parts of the same level are better one.
if(SIMDCAST_QUICK_BUILD AND NOT CMAKE_BUILD_TYPE STREQUAL Release)
  list(APPEND loops ${once} ${words})
  set(parts loops)
endif()
if(SIMDCAST_MODELS)
  list(APPEND parts models)
endif()
foreach(part IN LISTS parts ITEMS synchronizing)
  add_library(simdcast_${part} OBJECT ${${part}})
  target_include_directories(simdcast_${part} PRIVATE
    $<TARGET_PROPERTY:simdcast,INCLUDE_DIRECTORIES>)
  target_compile_options(simdcast_${part} PRIVATE
    $<TARGET_PROPERTY:simdcast,COMPILE_OPTIONS> ${options_${part}})
  target_sources(simdcast PRIVATE $<TARGET_OBJECTS:simdcast_${part}>)
  if(SIMDCAST_QUICK_BUILD)
    set_target_properties(simdcast_${part} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    target_precompile_headers(simdcast_${part} PRIVATE <algorithm> <array> <bit> <cmath> <cstdint>
      <cstring> <limits> <memory> <optional> <span> <string> <string_view> <tuple> <utility> <variant>
      <vector>)
  endif()
endforeach()
if(SIMDCAST_MODELS)
  # Half of the time of a file of an operator is this header.
  target_precompile_headers(simdcast_models PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/src/onnx/call.hpp)
endif()

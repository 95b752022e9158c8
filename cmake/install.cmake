# The library for C++ programs: these headers, the archive, and what find_package reads. The same
# headers serve a program that adds this folder to its own build, so that it sees no others.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(SIMDCAST_PUBLIC_HEADERS
  base/dtype.hpp
  engine/refusal.hpp
  engine/request.hpp
  engine/runner.hpp
  engine/task.hpp
  base/error.hpp
  explain/advice_sentences.hpp
  explain/error_sentences.hpp
  explain/faults.hpp
  explain/say.hpp
  explain/sentences.hpp
  graph/dims.hpp
  graph/value.hpp
  kernels/kernel_op.hpp
  layers/fold_requests.hpp
  layers/movement_requests.hpp
  layers/product_requests.hpp
  layers/requests.hpp
  layers/series_requests.hpp
  layers/window_requests.hpp
  model/model.hpp
  model/read.hpp
  model/session.hpp
  model/tensor.hpp
  onnx/attribute_values.hpp
  operators/attributes.hpp
  operators/operator.hpp
  operators/request.hpp
  rules/align.hpp
  rules/alignment.hpp
  rules/fixes.hpp
  rules/product.hpp
  rules/rule.hpp
  rules/source.hpp
  rules/warnings.hpp
  base/shape.hpp
  simdcast.hpp
  base/small_vector.hpp
  base/tensor_type.hpp
  windows/window_axis.hpp)

foreach(header IN LISTS SIMDCAST_PUBLIC_HEADERS)
  configure_file(src/${header} include/simdcast/${header} COPYONLY)
endforeach()
target_include_directories(simdcast PUBLIC $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>)
add_library(simdcast::simdcast ALIAS simdcast)

option(SIMDCAST_INSTALL "Install the library" ${PROJECT_IS_TOP_LEVEL})
if(SIMDCAST_INSTALL)
  set(SIMDCAST_CMAKE_FOLDER ${CMAKE_INSTALL_LIBDIR}/cmake/simdcast)
  install(TARGETS simdcast EXPORT simdcast
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  foreach(header IN LISTS SIMDCAST_PUBLIC_HEADERS)
    cmake_path(GET header PARENT_PATH folder)
    install(FILES src/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/simdcast/${folder})
  endforeach()
  install(EXPORT simdcast FILE simdcastConfig.cmake NAMESPACE simdcast::
    DESTINATION ${SIMDCAST_CMAKE_FOLDER})
  # Before 1.0 a minor version may change what a program compiles against.
  write_basic_package_version_file(simdcastConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/simdcastConfigVersion.cmake
    DESTINATION ${SIMDCAST_CMAKE_FOLDER})
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()

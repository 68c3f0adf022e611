# The target apportion::apportion: a shared library of the pure layers (base, sim, algorithms) and of those that the
# extensions add to them, for other projects.

# Shared, from all objects: a static library would drop algorithms that only register themselves.
add_library(apportion_library SHARED $<TARGET_OBJECTS:apportion_base>)
foreach(layer sim_first sim algorithms_first algorithms)
  target_sources(apportion_library PRIVATE $<TARGET_OBJECTS:apportion_${layer}>)
endforeach()
if(EXTENSIONS)
  target_sources(apportion_library PRIVATE $<TARGET_OBJECTS:apportion_extension_algorithms>)
endif()
add_library(apportion::apportion ALIAS apportion_library)
set_target_properties(apportion_library PROPERTIES OUTPUT_NAME apportion EXPORT_NAME apportion
                      VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
target_compile_features(apportion_library INTERFACE cxx_std_20)
# A path instead of a target: users of the installed library need no package of fmt.
target_link_libraries(apportion_library PRIVATE apportion_settings $<TARGET_LINKER_FILE:fmt::fmt> ${SOLVER_LIBRARIES})

# Users write <apportion/sim/cluster.hpp>, installed or not; the headers themselves include "sim/...", from a second
# folder.
set(APPORTION_INCLUDES ${PROJECT_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${APPORTION_INCLUDES})
file(CREATE_LINK ${PROJECT_SOURCE_DIR} ${APPORTION_INCLUDES}/apportion SYMBOLIC)
target_include_directories(apportion_library INTERFACE $<BUILD_INTERFACE:${APPORTION_INCLUDES}>
                           $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
                           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/apportion>)

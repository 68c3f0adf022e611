# What `cmake --install` gives: the program, a shared library of the pure layers (base, sim, algorithms) with its headers, and
# the CMake package that lets others write find_package(apportion) and link apportion::apportion.
include(CMakePackageConfigHelpers)

# Shared and made of all objects: a static library would drop the algorithms that only register themselves.
add_library(apportion_library SHARED $<TARGET_OBJECTS:apportion_base> $<TARGET_OBJECTS:apportion_sim>
                                     $<TARGET_OBJECTS:apportion_algorithms>)
add_library(apportion::apportion ALIAS apportion_library)
set_target_properties(apportion_library PROPERTIES OUTPUT_NAME apportion EXPORT_NAME apportion
                      VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
target_compile_features(apportion_library INTERFACE cxx_std_20)
target_link_libraries(apportion_library PRIVATE apportion_settings fmt::fmt ${SOLVER_LIBRARIES})
# Users write <apportion/sim/cluster.hpp>; the headers themselves include "sim/...", from the second folder.
target_include_directories(apportion_library INTERFACE $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}>
                           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
                           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/apportion>)

set(APPORTION_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/apportion)
install(TARGETS apportion RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS apportion_library EXPORT apportion_targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY base sim algorithms DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/apportion FILES_MATCHING PATTERN "*.hpp")
install(EXPORT apportion_targets NAMESPACE apportion:: FILE apportion-targets.cmake
        DESTINATION ${APPORTION_PACKAGE_DIR})
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/apportion-config.cmake.in
                              ${CMAKE_BINARY_DIR}/generated/apportion-config.cmake
                              INSTALL_DESTINATION ${APPORTION_PACKAGE_DIR} NO_SET_AND_CHECK_MACRO
                              NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# Before 1.0 a minor version may break what it installs.
write_basic_package_version_file(${CMAKE_BINARY_DIR}/generated/apportion-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/generated/apportion-config.cmake
              ${CMAKE_BINARY_DIR}/generated/apportion-config-version.cmake
        DESTINATION ${APPORTION_PACKAGE_DIR})

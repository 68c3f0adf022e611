# The target apportion_git_revision, with the functions of experiments/engine/build_info.hpp.
find_package(Boost 1.74 REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(SQLiteCpp REQUIRED)
find_package(TBB REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(NLOPT REQUIRED nlopt)

# Omits warning flags, which do not change code.
get_target_property(APPORTION_COMPILE_FLAGS apportion_settings INTERFACE_COMPILE_OPTIONS)
list(FILTER APPORTION_COMPILE_FLAGS EXCLUDE REGEX "^-W")
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
list(JOIN APPORTION_COMPILE_FLAGS " " APPORTION_COMPILE_FLAGS)
string(CONCAT APPORTION_COMPILE_FLAGS "${CMAKE_BUILD_TYPE}: -std=c++20 ${CMAKE_CXX_FLAGS} "
       "${CMAKE_CXX_FLAGS_${build_type}} ${APPORTION_COMPILE_FLAGS}")
string(REGEX REPLACE "  +" " " APPORTION_COMPILE_FLAGS "${APPORTION_COMPILE_FLAGS}")
string(REGEX REPLACE "([\"\\\\])" "\\\\\\1" APPORTION_COMPILE_FLAGS "${APPORTION_COMPILE_FLAGS}")
set(generated ${PROJECT_BINARY_DIR}/generated)
configure_file(${PROJECT_SOURCE_DIR}/cmake/build_info.cpp.in ${generated}/build_info.cpp @ONLY)

add_custom_target(apportion_write_git_revision
                  COMMAND ${CMAKE_COMMAND} -D SOURCE_DIR=${PROJECT_SOURCE_DIR} -D OUTPUT=${generated}/git_revision.cpp
                          -P ${PROJECT_SOURCE_DIR}/cmake/WriteGitRevision.cmake
                  BYPRODUCTS ${generated}/git_revision.cpp
                  COMMENT "Looking up the git revision")

# A static library, which reaches every program through the layers that link it; nothing in it registers itself.
add_library(apportion_git_revision STATIC ${generated}/git_revision.cpp ${generated}/build_info.cpp)
add_dependencies(apportion_git_revision apportion_write_git_revision)
target_link_libraries(apportion_git_revision PRIVATE apportion_settings Boost::headers fmt::fmt
                      nlohmann_json::nlohmann_json OpenSSL::Crypto SQLiteCpp TBB::tbb)

# Installs BUILD_DIR below WORK_DIR, then builds and runs consumer/ against that, by CMake's package and by pkg-config, and
# against the sources as a part of the consumer's own project. Run by `cmake -P`.
function(must)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(status)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# A file that an earlier version installed must not help.
file(REMOVE_RECURSE ${WORK_DIR})
must(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/prefix)
function(build_consumer folder)
  must(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${WORK_DIR}/${folder} -G ${GENERATOR}
       -D CMAKE_CXX_COMPILER=${CXX_COMPILER} ${ARGN})
  must(${CMAKE_COMMAND} --build ${WORK_DIR}/${folder} --target consumer)
endfunction()
build_consumer(by_package -D CMAKE_PREFIX_PATH=${WORK_DIR}/prefix)
# With the settings of the build that is tested, so that a compiler cache need not compile all again.
build_consumer(by_source -D CONSUMER_FETCHES=${SOURCE_DIR} -D CMAKE_BUILD_TYPE=${BUILD_TYPE}
               "-D CMAKE_CXX_FLAGS_RELEASE=${RELEASE_FLAGS}" -D APPORTION_WERROR=ON)
file(GLOB_RECURSE package_file ${WORK_DIR}/prefix/*/apportion.pc)
cmake_path(GET package_file PARENT_PATH package_folder)
set(ENV{PKG_CONFIG_PATH} ${package_folder})
must(pkg-config --cflags --libs apportion)
separate_arguments(flags UNIX_COMMAND "${output}")
file(GLOB_RECURSE library ${WORK_DIR}/prefix/*/libapportion.so)
cmake_path(GET library PARENT_PATH library_folder)
file(MAKE_DIRECTORY ${WORK_DIR}/by_pkg_config)
must(${CXX_COMPILER} -std=c++20 ${CMAKE_CURRENT_LIST_DIR}/consumer/consumer.cpp ${flags} -Wl,-rpath,${library_folder}
     -o ${WORK_DIR}/by_pkg_config/consumer)

# The files that register an algorithm, counted in the source: all of them must have reached the consumer.
set(registrations 0)
file(GLOB sources ${CMAKE_CURRENT_LIST_DIR}/../../algorithms/rectangles/*.cpp)
foreach(source IN LISTS sources)
  file(STRINGS ${source} found REGEX "^const Registration<RectangleAlgorithm>")
  list(LENGTH found count)
  math(EXPR registrations "${registrations} + ${count}")
endforeach()
if(registrations EQUAL 0)
  message(FATAL_ERROR "no registration was found in algorithms/rectangles: does this test still look for the right line?")
endif()
set(expected "${registrations} rectangle algorithms\nRecursiveBisection2: Acost 4666.67\n")
foreach(way by_package by_source by_pkg_config)
  must(${WORK_DIR}/${way}/consumer)
  if(NOT output STREQUAL expected)
    message(FATAL_ERROR "the consumer ${way} printed\n${output}\nwhere this was expected:\n${expected}")
  endif()
endforeach()

must(${WORK_DIR}/prefix/bin/apportion --version)

# Installs BUILD_DIR below WORK_DIR, then builds and runs consumer/ against that, by CMake's package and by pkg-config, and
# against the sources as a part of the consumer's own project. Run by `cmake -P`.
#
# A consumer of the sources compiles the whole library, for minutes. So it only compiles itself here, and is linked with
# the library of BUILD_DIR; where the environment says APPORTION_ORACLES=full, all of it is built.
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

set(by_source ${WORK_DIR}/by_source)
must(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${by_source} -G Ninja -D CMAKE_BUILD_TYPE=Release
     -D CMAKE_CXX_COMPILER=${CXX_COMPILER} -D CONSUMER_FETCHES=${SOURCE_DIR})
if("$ENV{APPORTION_ORACLES}" STREQUAL "full")
  must(${CMAKE_COMMAND} --build ${by_source})
else()
  set(object CMakeFiles/consumer.dir/consumer.cpp.o)
  must(${CMAKE_COMMAND} --build ${by_source} --target ${object})
  must(${CXX_COMPILER} ${by_source}/${object} -L${BUILD_DIR} -Wl,-rpath,${BUILD_DIR} -lapportion -o ${by_source}/consumer)
endif()
# The consumer gets the library and no more; sources are generated for the program alone.
if(EXISTS ${by_source}/_deps/apportion-build/generated)
  message(FATAL_ERROR "the consumer by source would build the program as well")
endif()

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

# What is installed is the program that was built, with all that belongs to it.
must(${BUILD_DIR}/apportion --version)
set(version "${output}")
must(${WORK_DIR}/prefix/bin/apportion --version)
if(NOT output STREQUAL version)
  message(FATAL_ERROR "the installed program says\n${output}\nand the one that was built\n${version}")
endif()
foreach(file share/man/man1/apportion.1.gz share/man/man1/apportion-solve.1.gz share/zsh/site-functions/_apportion
             share/bash-completion/completions/apportion lib/python3/dist-packages/apportion.py
             share/doc/apportion/CHANGELOG.md)
  if(NOT EXISTS ${WORK_DIR}/prefix/${file})
    message(FATAL_ERROR "${file} is not installed")
  endif()
endforeach()
must(pkg-config --modversion apportion)
string(STRIP "${output}" output)
if(NOT version MATCHES "^apportion ${output} ")
  message(FATAL_ERROR "pkg-config calls this version ${output}:\n${version}")
endif()

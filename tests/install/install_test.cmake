# Installs BUILD_DIR below WORK_DIR, then configures, builds and runs consumer/ against that. Run by `cmake -P`.
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
must(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${WORK_DIR}/consumer -G ${GENERATOR}
     -D CMAKE_PREFIX_PATH=${WORK_DIR}/prefix -D CMAKE_CXX_COMPILER=${CXX_COMPILER})
must(${CMAKE_COMMAND} --build ${WORK_DIR}/consumer)
must(${WORK_DIR}/consumer/consumer)

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
if(NOT output STREQUAL expected)
  message(FATAL_ERROR "the consumer printed\n${output}\nwhere this was expected:\n${expected}")
endif()

must(${WORK_DIR}/prefix/bin/apportion --version)

# compile_in_batches(TARGET SOURCE...): compiles neighbouring sources, at most some 4700 lines at a time, as one.
#
# Neighbouring sources share headers and templates, which take the compiler half of its time otherwise. Two sources of a
# batch must not define the same name in unnamed namespaces. Batches of a target have nearly the same size, so that two
# cores end together; one is named after its first source.
function(compile_in_batches target)
  set(most 210000)  # bytes: a line has 45
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  list(SORT ARGN)
  set(total 0)
  foreach(source IN LISTS ARGN)
    file(SIZE "${source}" size)
    math(EXPR total "${total} + ${size}")
  endforeach()
  math(EXPR batches "(${total} + ${most} - 1) / ${most}")
  set(before 0)
  set(last -1)
  foreach(source IN LISTS ARGN)
    file(SIZE "${source}" size)
    math(EXPR number "(2 * ${before} + ${size}) * ${batches} / (2 * ${total})")
    if(NOT number EQUAL last)
      cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE path)
      string(MAKE_C_IDENTIFIER "${path}" batch)
      set(last ${number})
    endif()
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${batch}")
    math(EXPR before "${before} + ${size}")
  endforeach()
endfunction()

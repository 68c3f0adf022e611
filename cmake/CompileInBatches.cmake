# compile_in_batches(TARGET SOURCE...): compiles neighbouring sources, some 1800 to 2500 lines at a time, as one.
#
# Neighbouring sources share most of their headers, and reading these takes the compiler nearly half of its time. Two
# sources of a batch must not define the same name in unnamed namespaces. Sources are taken folder by folder, sorted by
# name. A batch that is large enough ends before a source whose name's hash is chosen, with its folder if it has half of
# that, and at the latest before it would become too large. It is named after its first source: a new or grown source
# changes its own batch and seldom the next one.
function(compile_in_batches target)
  set(half 40000)  # bytes: a line has 45
  set(enough 80000)
  set(most 110000)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  set(folders "")
  foreach(source IN LISTS ARGN)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE path)
    cmake_path(GET path PARENT_PATH folder)
    list(APPEND folders "${folder}")
    list(APPEND "sources of ${folder}" "${source}")
  endforeach()
  list(REMOVE_DUPLICATES folders)
  list(SORT folders)
  set(batch "")
  set(batch_size 0)
  foreach(folder IN LISTS folders)
    if(batch_size GREATER half)
      set(batch "")
    endif()
    list(SORT "sources of ${folder}")
    foreach(source IN LISTS "sources of ${folder}")
      cmake_path(GET source STEM LAST_ONLY name)
      string(MD5 hash "${name}")
      file(SIZE "${source}" size)
      math(EXPR size_with "${batch_size} + ${size}")
      if(batch STREQUAL "" OR size_with GREATER most OR (batch_size GREATER enough AND hash MATCHES "^[0-7]"))
        string(MAKE_C_IDENTIFIER "${folder}_${name}" batch)
        set(size_with ${size})
      endif()
      set(batch_size ${size_with})
      set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${batch}")
    endforeach()
  endforeach()
endfunction()

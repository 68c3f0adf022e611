# compile_in_batches(TARGET SOURCE...): compiles sources of one folder, up to eight at a time, as one.
#
# Sources of one folder share most of their headers, whose reading takes the compiler most of its time. A folder can be
# compiled so where no two files define the same name for themselves: algorithms, exhibits and commands do.
function(compile_in_batches target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  foreach(source IN LISTS ARGN)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE path)
    cmake_path(GET path PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    math(EXPR ${folder}_count "0${${folder}_count} + 1")
    math(EXPR batch "${${folder}_count} / 8")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${batch})
  endforeach()
endfunction()

# Builds files that an installed program must have into it, as texts: the papers' printed numbers
# (experiments/*/printed.csv), the kernels' descriptions (experiments/frontier/programs/*.json), the papers' other data
# (experiments/*/*.ini, *.csv and *.sql, the folders exhibits, studies and programs), and what `apportion new paper` writes (tests/examples/paper).

# Sets `result` to the entries {"NAME", "TEXT"} of a C++ list, one for each of the files, in the order of their names.
# The names keep their extension if `extension` is KEEP; if it is a folder, they are relative to it.
function(embedded_entries result extension)
  set(files ${ARGN})
  list(SORT files)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  set(entries "")
  foreach(file IN LISTS files)
    file(READ ${file} content)
    if(IS_DIRECTORY "${extension}")
      cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${extension} OUTPUT_VARIABLE name)
    elseif(extension STREQUAL KEEP)
      cmake_path(GET file FILENAME name)
    else()
      cmake_path(GET file STEM name)
    endif()
    # A string literal may hold 64 KiB at the least; adjacent ones are joined.
    string(LENGTH "${content}" length)
    set(pieces "")
    set(start 0)
    while(start LESS length)
      string(SUBSTRING "${content}" ${start} 8000 piece)
      string(APPEND pieces "R\"embedded(${piece})embedded\"\n")
      math(EXPR start "${start} + 8000")
    endwhile()
    string(APPEND entries "      {\"${name}\", ${pieces}},\n")
  endforeach()
  set(${result} "${entries}" PARENT_SCOPE)
endfunction()

file(GLOB PUBLISHED_FILES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/experiments/*/printed.csv)
embedded_entries(PUBLISHED_ENTRIES ${PROJECT_SOURCE_DIR}/experiments ${PUBLISHED_FILES})
set(APPORTION_PUBLISHED_SOURCE ${PROJECT_BINARY_DIR}/generated/published_files.cpp)
configure_file(${PROJECT_SOURCE_DIR}/cmake/published_files.cpp.in ${APPORTION_PUBLISHED_SOURCE} @ONLY)

file(GLOB KERNEL_FILES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/experiments/frontier/programs/*.json)
embedded_entries(KERNEL_ENTRIES DROP ${KERNEL_FILES})
set(APPORTION_KERNELS_SOURCE ${PROJECT_BINARY_DIR}/generated/kernels.cpp)
configure_file(${PROJECT_SOURCE_DIR}/cmake/kernels.cpp.in ${APPORTION_KERNELS_SOURCE} @ONLY)

file(GLOB PAPER_FILES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/experiments/*/*.ini
     ${PROJECT_SOURCE_DIR}/experiments/*/*.csv ${PROJECT_SOURCE_DIR}/experiments/*/*.sql
     ${PROJECT_SOURCE_DIR}/experiments/*/exhibits/*.ini ${PROJECT_SOURCE_DIR}/experiments/*/studies/*.ini
     ${PROJECT_SOURCE_DIR}/experiments/chatterjee/programs/*.json)
list(FILTER PAPER_FILES EXCLUDE REGEX "/examples/|/printed.csv$")
embedded_entries(PAPER_ENTRIES ${PROJECT_SOURCE_DIR}/experiments ${PAPER_FILES})
set(APPORTION_PAPERS_SOURCE ${PROJECT_BINARY_DIR}/generated/paper_files.cpp)
configure_file(${PROJECT_SOURCE_DIR}/cmake/paper_files.cpp.in ${APPORTION_PAPERS_SOURCE} @ONLY)

set(EXAMPLE_PAPER ${PROJECT_SOURCE_DIR}/tests/examples/paper)
file(GLOB_RECURSE EXAMPLE_PAPER_FILES CONFIGURE_DEPENDS ${EXAMPLE_PAPER}/*.ini ${EXAMPLE_PAPER}/*.csv)
embedded_entries(EXAMPLE_PAPER_ENTRIES ${EXAMPLE_PAPER} ${EXAMPLE_PAPER_FILES})
set(APPORTION_EXAMPLE_PAPER_SOURCE ${PROJECT_BINARY_DIR}/generated/example_paper.cpp)
configure_file(${PROJECT_SOURCE_DIR}/cmake/example_paper.cpp.in ${APPORTION_EXAMPLE_PAPER_SOURCE} @ONLY)

# Builds files that an installed program must have into it, as texts: the papers' printed numbers
# (experiments/*/printed.csv), the kernels' descriptions (experiments/frontier/programs/*.json), the papers' other data
# (experiments/*/*.ini, *.csv and *.sql, the folders exhibits, studies and programs), what `apportion new paper` writes
# (tests/examples/paper), and the look of the report and its script (results/report/).

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

# Writes a source that has the files as the list FUNCTION(), declared by HEADER, of entries NAMESPACE::TYPE{name, text}, and
# sets `source` to it. NAMES: see `extension` above.
function(embed source)
  cmake_parse_arguments(EMBEDDED "" "NAMESPACE;TYPE;FUNCTION;HEADER;NAMES" "FILES" ${ARGN})
  embedded_entries(EMBEDDED_ENTRIES "${EMBEDDED_NAMES}" ${EMBEDDED_FILES})
  set(file ${PROJECT_BINARY_DIR}/generated/${EMBEDDED_FUNCTION}.cpp)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/embedded.cpp.in ${file} @ONLY)
  set(${source} ${file} PARENT_SCOPE)
endfunction()

set(EXPERIMENTS ${PROJECT_SOURCE_DIR}/experiments)

file(GLOB PUBLISHED_FILES CONFIGURE_DEPENDS ${EXPERIMENTS}/*/printed.csv)
embed(APPORTION_PUBLISHED_SOURCE NAMESPACE results TYPE PublishedFile FUNCTION published_files
      HEADER results/database/published.hpp NAMES ${EXPERIMENTS} FILES ${PUBLISHED_FILES})

file(GLOB KERNEL_FILES CONFIGURE_DEPENDS ${EXPERIMENTS}/frontier/programs/*.json)
embed(APPORTION_KERNELS_SOURCE NAMESPACE problems TYPE Kernel FUNCTION kernels
      HEADER experiments/problems/programs/solve.hpp NAMES DROP FILES ${KERNEL_FILES})

file(GLOB PAPER_FILES CONFIGURE_DEPENDS ${EXPERIMENTS}/*/*.ini ${EXPERIMENTS}/*/*.csv ${EXPERIMENTS}/*/*.sql
     ${EXPERIMENTS}/*/exhibits/*.ini ${EXPERIMENTS}/*/studies/*.ini ${EXPERIMENTS}/chatterjee/programs/*.json)
list(FILTER PAPER_FILES EXCLUDE REGEX "/examples/|/printed.csv$")
embed(APPORTION_PAPERS_SOURCE NAMESPACE sweeps TYPE BuiltInFile FUNCTION built_in_files
      HEADER experiments/sweeps/folder_texts.hpp NAMES ${EXPERIMENTS} FILES ${PAPER_FILES})

set(EXAMPLE_PAPER ${PROJECT_SOURCE_DIR}/tests/examples/paper)
file(GLOB_RECURSE EXAMPLE_PAPER_FILES CONFIGURE_DEPENDS ${EXAMPLE_PAPER}/*.ini ${EXAMPLE_PAPER}/*.csv)
embed(APPORTION_EXAMPLE_PAPER_SOURCE NAMESPACE cli TYPE ExampleFile FUNCTION example_paper
      HEADER experiments/cli/example_paper.hpp NAMES ${EXAMPLE_PAPER} FILES ${EXAMPLE_PAPER_FILES})

embed(APPORTION_REPORT_SOURCE NAMESPACE results TYPE ReportFile FUNCTION report_files
      HEADER results/report/parts.hpp NAMES KEEP
      FILES ${PROJECT_SOURCE_DIR}/results/report/script.js ${PROJECT_SOURCE_DIR}/results/report/style.css)

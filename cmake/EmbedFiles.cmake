# Embeds files that an installed program needs, as texts: the papers' printed numbers, the kernels' descriptions, the
# papers' other data, the files of `apportion new paper`, and the style of the report with its script.

# Sets `result` to the entries {"NAME", "TEXT"} of a C++ list, one for each of the files, in the order of their names.
# The names keep their extension if `extension` is KEEP; if it is a folder, they are relative to it, and those of
# extensions/NAME/ relative to that: what an extension adds to a file of a paper is its end.
function(embedded_entries result extension)
  set(files ${ARGN})
  list(SORT files)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  set(names "")
  foreach(file IN LISTS files)
    file(READ ${file} content)
    if(IS_DIRECTORY "${extension}")
      cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${extension} OUTPUT_VARIABLE name)
      string(REGEX REPLACE "^\\.\\./extensions/[^/]+/" "" name "${name}")
    elseif(extension STREQUAL KEEP)
      cmake_path(GET file FILENAME name)
    else()
      cmake_path(GET file STEM name)
    endif()
    list(APPEND names "${name}")
    string(APPEND "content_of_${name}" "${content}")
  endforeach()
  list(REMOVE_DUPLICATES names)
  list(SORT names)
  set(entries "")
  foreach(name IN LISTS names)
    set(content "${content_of_${name}}")
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

# Writes a source file that defines `function` in `header`, a list of `type`, from the entries, and adds it to the list
# `sources`. The file has the function's name, or that of a further argument.
function(embed_entries sources what header namespace type function entries)
  set(EMBEDDED_WHAT ${what})
  set(EMBEDDED_HEADER ${header})
  set(EMBEDDED_NAMESPACE ${namespace})
  set(EMBEDDED_TYPE ${type})
  set(EMBEDDED_FUNCTION ${function})
  set(EMBEDDED_ENTRIES "${entries}")
  list(APPEND ARGN ${function})
  list(GET ARGN 0 name)
  set(source ${PROJECT_BINARY_DIR}/generated/${name}.cpp)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/embedded.cpp.in ${source} @ONLY)
  set(${sources} ${${sources}} ${source} PARENT_SCOPE)
endfunction()

set(PAPERS ${PROJECT_SOURCE_DIR}/experiments)
set(PAPER_FOLDERS ${PAPERS}/*)
foreach(extension IN LISTS EXTENSIONS)
  list(APPEND PAPER_FOLDERS ${PROJECT_SOURCE_DIR}/extensions/${extension}/frontier)
endforeach()
# paper_files(VARIABLE PATTERN...): the files of the papers, and of what extensions add to them, that match a pattern.
function(paper_files variable)
  set(found "")
  foreach(folder IN LISTS PAPER_FOLDERS)
    list(TRANSFORM ARGN PREPEND "${folder}/" OUTPUT_VARIABLE patterns)
    file(GLOB files CONFIGURE_DEPENDS ${patterns})
    list(APPEND found ${files})
  endforeach()
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

paper_files(PUBLISHED_FILES printed.csv)
embedded_entries(entries ${PAPERS} ${PUBLISHED_FILES})
embed_entries(EMBEDDED_RESULTS "The files printed.csv of the papers" results/database/published.hpp results EmbeddedFile
              published_files "${entries}")

embedded_entries(entries KEEP ${PROJECT_SOURCE_DIR}/results/report/style.css ${PROJECT_SOURCE_DIR}/results/report/script.js)
embed_entries(EMBEDDED_RESULTS "results/report/script.js and style.css" results/report/report.hpp results EmbeddedFile
              report_files "${entries}")

file(GLOB KERNEL_FILES CONFIGURE_DEPENDS ${PAPERS}/frontier/programs/*.json)
embedded_entries(entries DROP ${KERNEL_FILES})
embed_entries(EMBEDDED_EXPERIMENTS "The files experiments/frontier/programs/*.json" experiments/problems/programs/solve.hpp
              problems EmbeddedFile kernels "${entries}")

paper_files(PAPER_FILES *.ini *.csv *.sql *.bib exhibits/*.ini studies/*.ini)
file(GLOB programs CONFIGURE_DEPENDS ${PAPERS}/chatterjee/programs/*.json)
list(APPEND PAPER_FILES ${programs})
list(FILTER PAPER_FILES EXCLUDE REGEX "/examples/|/printed.csv$")
embedded_entries(entries ${PAPERS} ${PAPER_FILES})
embed_entries(EMBEDDED_BUILT_IN "The data files of the program's own papers" experiments/sweeps/paper_sources.hpp sweeps
              EmbeddedFile built_in_files "${entries}")
# The first programs have fewer: frontier/ has studies of the extensions.
list(FILTER PAPER_FILES EXCLUDE REGEX "/frontier/")
embedded_entries(entries ${PAPERS} ${PAPER_FILES})
embed_entries(EMBEDDED_PAPERS "The data files of the papers" experiments/sweeps/paper_sources.hpp sweeps
              EmbeddedFile built_in_files "${entries}" papers_files)
list(FILTER PAPER_FILES INCLUDE REGEX "/kaddoura/")
embedded_entries(entries ${PAPERS} ${PAPER_FILES})
embed_entries(EMBEDDED_FIRST "The data files of Kaddoura's paper" experiments/sweeps/paper_sources.hpp sweeps
              EmbeddedFile built_in_files "${entries}" kaddoura_files)

set(EXAMPLE_PAPER ${PROJECT_SOURCE_DIR}/tests/examples/paper)
file(GLOB_RECURSE EXAMPLE_PAPER_FILES CONFIGURE_DEPENDS ${EXAMPLE_PAPER}/*.ini ${EXAMPLE_PAPER}/*.csv)
embedded_entries(entries ${EXAMPLE_PAPER} ${EXAMPLE_PAPER_FILES})
embed_entries(EMBEDDED_COMMANDS "The files of tests/examples/paper" experiments/cli/commands.hpp cli EmbeddedFile example_paper
              "${entries}")

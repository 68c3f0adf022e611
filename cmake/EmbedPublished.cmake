# Builds the papers' printed numbers (results/published/*.csv) into the program, so that an installed one has them.
file(GLOB PUBLISHED_FILES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/results/published/*.csv)
list(SORT PUBLISHED_FILES)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PUBLISHED_FILES})

set(PUBLISHED_ENTRIES "")
foreach(file IN LISTS PUBLISHED_FILES)
  file(READ ${file} content)
  cmake_path(GET file FILENAME name)
  # A string literal may hold 64 KiB at the least; adjacent ones are joined.
  string(LENGTH "${content}" length)
  set(pieces "")
  set(start 0)
  while(start LESS length)
    string(SUBSTRING "${content}" ${start} 8000 piece)
    string(APPEND pieces "R\"csv(${piece})csv\"\n")
    math(EXPR start "${start} + 8000")
  endwhile()
  string(APPEND PUBLISHED_ENTRIES "      {\"${name}\", ${pieces}},\n")
endforeach()

set(APPORTION_PUBLISHED_SOURCE ${CMAKE_BINARY_DIR}/generated/published_files.cpp)
configure_file(${CMAKE_SOURCE_DIR}/cmake/published_files.cpp.in ${APPORTION_PUBLISHED_SOURCE} @ONLY)

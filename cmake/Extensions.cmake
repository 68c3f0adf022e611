# The extensions: what divides a user's own array and what goes beyond the papers, each in a folder extensions/NAME/ with
# its code, studies, tests, documents and examples. Nothing of the core includes or names them: each registers itself.
#   EXTENSIONS                  the names of those that are built in
#   apportion_extension(NAME)   makes the targets of one:
#     apportion_NAME_algorithms   extensions/NAME/sim and algorithms, which the library has too
#     apportion_NAME              extensions/NAME/problem and frontier, which the program has
option(APPORTION_EXTENSIONS "Build in the extensions" ON)

set(EXTENSIONS "")
if(APPORTION_EXTENSIONS)
  file(GLOB EXTENSIONS CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/extensions ${PROJECT_SOURCE_DIR}/extensions/*)
  list(REMOVE_ITEM EXTENSIONS web)  # scripts/web builds it
endif()

function(apportion_extension name)
  set(folder ${PROJECT_SOURCE_DIR}/extensions/${name})
  file(GLOB_RECURSE algorithms CONFIGURE_DEPENDS ${folder}/sim/*.cpp ${folder}/algorithms/*.cpp)
  file(GLOB_RECURSE problem CONFIGURE_DEPENDS ${folder}/problem/*.cpp ${folder}/frontier/*.cpp)
  list(REMOVE_ITEM algorithms ${RIVAL_ABSENT_SOURCES})
  apportion_layer(apportion_${name}_algorithms SOURCES ${algorithms} LINK apportion_algorithms)
  target_include_directories(apportion_${name}_algorithms SYSTEM PRIVATE ${RIVAL_HEADERS})
  if(APPORTION_PROGRAM)
    apportion_layer(apportion_${name} QUICKLY SOURCES ${problem} LINK apportion_experiments)
  endif()
endfunction()

foreach(extension IN LISTS EXTENSIONS)
  apportion_extension(${extension})
endforeach()

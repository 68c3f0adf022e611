# The extensions: what divides a user's own array and what goes beyond the papers, each in a folder extensions/NAME/ with
# its code, studies, tests, documents and examples. Nothing of the core includes or names them: each registers itself.
#   EXTENSIONS         the names of those that are built in
#   EXTENSION_LAYERS   their layers:
#     extension_algorithms   extensions/NAME/sim and algorithms, which the library has too
#     extensions             extensions/NAME/problem and frontier, which the program has
option(APPORTION_EXTENSIONS "Build in the extensions" ON)

set(EXTENSIONS "")
set(EXTENSION_LAYERS "")
if(APPORTION_EXTENSIONS)
  set(folder ${PROJECT_SOURCE_DIR}/extensions)
  file(GLOB EXTENSIONS CONFIGURE_DEPENDS RELATIVE ${folder} ${folder}/*)
  list(REMOVE_ITEM EXTENSIONS web)  # scripts/web builds it
  file(GLOB_RECURSE algorithms CONFIGURE_DEPENDS ${folder}/*/sim/*.cpp ${folder}/*/algorithms/*.cpp)
  file(GLOB_RECURSE problems CONFIGURE_DEPENDS ${folder}/*/problem/*.cpp ${folder}/*/frontier/*.cpp)
  list(REMOVE_ITEM algorithms ${RIVAL_ABSENT_SOURCES})
  set(EXTENSION_LAYERS extension_algorithms extensions)
  apportion_layer(apportion_extension_algorithms SOURCES ${algorithms} LINK apportion_algorithms)
  target_include_directories(apportion_extension_algorithms SYSTEM PRIVATE ${RIVAL_HEADERS})
  if(APPORTION_PROGRAM)
    apportion_layer(apportion_extensions QUICKLY SOURCES ${problems} LINK apportion_experiments)
  endif()
endif()

# The optional METIS, Scotch and Zoltan, with which whole cells are compared. Sets
#   RIVAL_LIBRARIES RIVAL_HEADERS   what the algorithms link and include
#   RIVAL_ABSENT_SOURCES            the algorithms of those that are missing
#   RIVAL_VERSIONS RIVALS_MISSING   what build_info.cpp.in says about them
option(APPORTION_RIVALS "Build in METIS, Scotch and Zoltan where they are found" ON)
include(CheckLibraryExists)

set(RIVAL_LIBRARIES "")
set(RIVAL_HEADERS "")
set(RIVAL_ABSENT_SOURCES "")
set(RIVAL_VERSIONS "")
set(RIVALS_MISSING "")

# version_in(VARIABLE HEADER NAME...): the numbers that a header defines by these names, joined by points.
function(version_in variable header)
  set(numbers "")
  foreach(name IN LISTS ARGN)
    file(STRINGS ${header} line REGEX "^#define +${name} +[0-9.]+" LIMIT_COUNT 1)
    string(REGEX REPLACE "^#define +${name} +([0-9.]+).*" "\\1" number "${line}")
    list(APPEND numbers "${number}")
  endforeach()
  list(JOIN numbers "." version)
  set(${variable} "${version}" PARENT_SCOPE)
endfunction()

# Searches again at every run of CMake: packages may come and go in between, and these checks would keep earlier
# results.
unset(METIS_HAS_SIGTRAP CACHE)
unset(__pkg_config_checked_RIVAL_MPI CACHE)
unset(RIVAL_MPI_FOUND CACHE)
if(APPORTION_RIVALS)
  find_path(METIS_FOLDER metis.h NO_CACHE)
  find_library(METIS_LIBRARY metis NO_CACHE)
  find_path(SCOTCH_FOLDER scotch.h PATH_SUFFIXES scotch NO_CACHE)
  find_library(SCOTCH_LIBRARY scotch NO_CACHE)
  find_path(ZOLTAN_FOLDER zoltan.h PATH_SUFFIXES trilinos NO_CACHE)
  find_library(ZOLTAN_LIBRARY NAMES trilinos_zoltan zoltan NO_CACHE)
  pkg_search_module(RIVAL_MPI QUIET ompi-c mpi-c mpi)
endif()
if(METIS_FOLDER AND METIS_LIBRARY)
  # Internal, but needed to keep the library from changing the program's signals.
  check_library_exists(${METIS_LIBRARY} gk_sigtrap "" METIS_HAS_SIGTRAP)
endif()

if(METIS_HAS_SIGTRAP AND METIS_FOLDER AND METIS_LIBRARY)
  list(APPEND RIVAL_LIBRARIES ${METIS_LIBRARY})
  list(APPEND RIVAL_HEADERS ${METIS_FOLDER})
  version_in(METIS_VERSION ${METIS_FOLDER}/metis.h METIS_VER_MAJOR METIS_VER_MINOR METIS_VER_SUBMINOR)
  string(APPEND RIVAL_VERSIONS "      {\"METIS\", \"${METIS_VERSION}\"},\n")
else()
  list(APPEND RIVAL_ABSENT_SOURCES metis.cpp)
  list(APPEND RIVALS_MISSING "\"METIS\"")
endif()

if(SCOTCH_FOLDER AND SCOTCH_LIBRARY)
  list(APPEND RIVAL_LIBRARIES ${SCOTCH_LIBRARY})
  list(APPEND RIVAL_HEADERS ${SCOTCH_FOLDER})
  version_in(SCOTCH_VERSION ${SCOTCH_FOLDER}/scotch.h SCOTCH_VERSION SCOTCH_RELEASE SCOTCH_PATCHLEVEL)
  string(APPEND RIVAL_VERSIONS "      {\"Scotch\", \"${SCOTCH_VERSION}\"},\n")
else()
  list(APPEND RIVAL_ABSENT_SOURCES scotch.cpp)
  list(APPEND RIVALS_MISSING "\"Scotch\"")
endif()

if(ZOLTAN_FOLDER AND ZOLTAN_LIBRARY AND RIVAL_MPI_FOUND)
  # After Scotch, whose functions Zoltan's own libraries define once more.
  list(APPEND RIVAL_LIBRARIES ${ZOLTAN_LIBRARY} ${RIVAL_MPI_LINK_LIBRARIES})
  list(APPEND RIVAL_HEADERS ${ZOLTAN_FOLDER} ${RIVAL_MPI_INCLUDE_DIRS})
  version_in(ZOLTAN_VERSION ${ZOLTAN_FOLDER}/zoltan.h ZOLTAN_VERSION_NUMBER)
  string(APPEND RIVAL_VERSIONS "      {\"MPI\", \"${RIVAL_MPI_VERSION}\"},\n      {\"Zoltan\", \"${ZOLTAN_VERSION}\"},\n")
  # Otherwise MPI's C++ interface would have to be linked.
  set_source_files_properties(extensions/cells/algorithms/zoltan.cpp PROPERTIES COMPILE_DEFINITIONS
                              "OMPI_SKIP_MPICXX;MPICH_SKIP_MPICXX")
else()
  list(APPEND RIVAL_ABSENT_SOURCES zoltan.cpp)
  list(APPEND RIVALS_MISSING "\"Zoltan\"")
endif()
list(TRANSFORM RIVAL_ABSENT_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/extensions/cells/algorithms/)
list(JOIN RIVALS_MISSING ", " RIVALS_MISSING)

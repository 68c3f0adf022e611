# Writes OUTPUT with the git revision of SOURCE_DIR, only if it has changed. Run by `cmake -P` at every build, since a
# commit or an edit does not make CMake configure again.
set(GIT_REVISION unknown)
find_program(GIT_PROGRAM git)

function(ask_git variable)
  execute_process(COMMAND ${GIT_PROGRAM} --no-optional-locks ${ARGN} WORKING_DIRECTORY ${SOURCE_DIR}
                  RESULT_VARIABLE status OUTPUT_VARIABLE answer ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(${variable} "${answer}" PARENT_SCOPE)
  set(${variable}_failed ${status} PARENT_SCOPE)
endfunction()

if(GIT_PROGRAM)
  # A prefix means that the enclosing checkout is another project's, whose revision does not describe this code.
  ask_git(prefix rev-parse --show-prefix)
  ask_git(hash rev-parse --short=12 HEAD)
  if(NOT prefix_failed AND prefix STREQUAL "" AND NOT hash_failed)
    set(GIT_REVISION ${hash})
    # Only sources of the program: notes or results in the folder do not make its numbers doubtful.
    ask_git(changes status --porcelain -- base sim algorithms results experiments cmake CMakeLists.txt)
    if(NOT changes STREQUAL "")
      string(APPEND GIT_REVISION "+dirty")
    endif()
  endif()
endif()

configure_file(${SOURCE_DIR}/cmake/git_revision.cpp.in ${OUTPUT} @ONLY)

# Writes the manual into FOLDER: a page of PROGRAM and one of each of its commands. Run by `cmake -P`.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})

function(write_page name)
  execute_process(COMMAND ${PROGRAM} help --man ${ARGN} OUTPUT_FILE ${FOLDER}/${name}.1 COMMAND_ERROR_IS_FATAL ANY)
  # The bytes of equal pages are equal: neither the name nor the time is in them.
  execute_process(COMMAND gzip -9n ${FOLDER}/${name}.1 COMMAND_ERROR_IS_FATAL ANY)
endfunction()

execute_process(COMMAND ${PROGRAM} complete help "" OUTPUT_VARIABLE commands COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" commands "${commands}")
list(FILTER commands INCLUDE REGEX "^[a-z]")
foreach(command IN LISTS commands)
  write_page(apportion-${command} ${command})
endforeach()
write_page(apportion)

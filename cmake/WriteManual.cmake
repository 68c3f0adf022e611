# Writes the manual into FOLDER, a page of PROGRAM and one of each of its commands, and the completion of its command
# lines beside it. Run by `cmake -P`.
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})

function(write_page name)
  execute_process(COMMAND ${PROGRAM} help --man ${ARGN} OUTPUT_FILE ${FOLDER}/${name}.1 COMMAND_ERROR_IS_FATAL ANY)
  # Without name and time, so that equal pages have equal bytes.
  execute_process(COMMAND gzip -9n ${FOLDER}/${name}.1 COMMAND_ERROR_IS_FATAL ANY)
endfunction()

execute_process(COMMAND ${PROGRAM} help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\n  [a-z]+" commands "${help}")
foreach(command IN LISTS commands)
  string(STRIP "${command}" command)
  write_page(apportion-${command} ${command})
endforeach()
write_page(apportion)
execute_process(COMMAND ${PROGRAM} complete OUTPUT_FILE ${FOLDER}/../completion.bash COMMAND_ERROR_IS_FATAL ANY)

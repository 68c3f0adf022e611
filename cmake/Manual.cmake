# The manual's pages, printed by the program itself in every build.
set(APPORTION_MANUAL_DIR ${PROJECT_BINARY_DIR}/generated/man1)
add_custom_command(OUTPUT ${APPORTION_MANUAL_DIR}/apportion.1.gz
                   COMMAND ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:apportion> -D FOLDER=${APPORTION_MANUAL_DIR}
                           -P ${PROJECT_SOURCE_DIR}/cmake/WriteManual.cmake
                   DEPENDS apportion ${PROJECT_SOURCE_DIR}/cmake/WriteManual.cmake
                   COMMENT "Writing the manual")
add_custom_target(apportion_manual ALL DEPENDS ${APPORTION_MANUAL_DIR}/apportion.1.gz)
install(DIRECTORY ${APPORTION_MANUAL_DIR} DESTINATION ${CMAKE_INSTALL_MANDIR})

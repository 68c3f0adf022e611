# Builds the look of the report (results/report/style.css) into the program, so that an installed one has it.
set(STYLE_FILE ${PROJECT_SOURCE_DIR}/results/report/style.css)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${STYLE_FILE})
file(READ ${STYLE_FILE} REPORT_STYLE)
set(APPORTION_STYLE_SOURCE ${PROJECT_BINARY_DIR}/generated/report_style.cpp)
configure_file(${PROJECT_SOURCE_DIR}/cmake/report_style.cpp.in ${APPORTION_STYLE_SOURCE} @ONLY)

# Builds the look of the report and its script (results/report/) into the program, so that an installed one has them.
foreach(file style.css script.js)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/results/report/${file})
endforeach()
file(READ ${PROJECT_SOURCE_DIR}/results/report/style.css REPORT_STYLE)
file(READ ${PROJECT_SOURCE_DIR}/results/report/script.js REPORT_SCRIPT)
set(APPORTION_REPORT_SOURCE ${PROJECT_BINARY_DIR}/generated/report_files.cpp)
configure_file(${PROJECT_SOURCE_DIR}/cmake/report_files.cpp.in ${APPORTION_REPORT_SOURCE} @ONLY)

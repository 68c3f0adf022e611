# `cmake --install`: the program with its manual and completion, the library with its headers and files for CMake and
# pkg-config, and the Python package.
include(CMakePackageConfigHelpers)
include(Manual)

set(APPORTION_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/apportion)
install(TARGETS apportion RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS apportion_library EXPORT apportion_targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY base sim algorithms DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/apportion FILES_MATCHING PATTERN "*.hpp")
foreach(extension IN LISTS EXTENSIONS)
  set(folder extensions/${extension})
  install(DIRECTORY ${folder}/sim ${folder}/algorithms DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/apportion/${folder}
          FILES_MATCHING PATTERN "*.hpp")
  install(DIRECTORY ${folder}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder})
endforeach()
install(EXPORT apportion_targets NAMESPACE apportion:: FILE apportion-targets.cmake
        DESTINATION ${APPORTION_PACKAGE_DIR})
configure_package_config_file(${PROJECT_SOURCE_DIR}/packaging/apportion-config.cmake.in
                              ${PROJECT_BINARY_DIR}/generated/apportion-config.cmake
                              INSTALL_DESTINATION ${APPORTION_PACKAGE_DIR} NO_SET_AND_CHECK_MACRO
                              NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# Before 1.0 a minor version may be incompatible.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/generated/apportion-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/generated/apportion-config.cmake
              ${PROJECT_BINARY_DIR}/generated/apportion-config-version.cmake
        DESTINATION ${APPORTION_PACKAGE_DIR})
file(RELATIVE_PATH PREFIX_FROM_PKGCONFIG /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${PROJECT_SOURCE_DIR}/packaging/apportion.pc.in ${PROJECT_BINARY_DIR}/generated/apportion.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/generated/apportion.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
# The folder of Debian's Python for the prefix /usr; for another prefix, name the folder in PYTHONPATH.
set(APPORTION_PYTHON_DIR lib/python3/dist-packages)
install(DIRECTORY python/apportion DESTINATION ${APPORTION_PYTHON_DIR} PATTERN __pycache__ EXCLUDE)
if(HAS_PYTHON_ARRAYS)
  install(TARGETS apportion_python LIBRARY DESTINATION ${APPORTION_PYTHON_DIR}/apportion)
endif()
install(FILES ${PROJECT_BINARY_DIR}/generated/completion.bash RENAME apportion
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
# Debian reserves site-functions below /usr, and has another folder for packages. The prefix is known only at
# installation.
install(CODE "set(ZSH_COMPLETION \"${PROJECT_SOURCE_DIR}/packaging/_apportion\")")
install(CODE [[
  set(folder site-functions)
  if(CMAKE_INSTALL_PREFIX MATCHES "/usr$")
    set(folder vendor-completions)
  endif()
  file(INSTALL ${ZSH_COMPLETION} DESTINATION ${CMAKE_INSTALL_PREFIX}/share/zsh/${folder} TYPE FILE)
]])
# If scripts/web has made it; `apportion report` then links to it.
install(FILES build/web/divide.html DESTINATION ${CMAKE_INSTALL_DATADIR}/apportion OPTIONAL)
install(FILES README.md CHANGELOG.md CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})

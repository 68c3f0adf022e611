# The optional extension of the Python package, if Python's headers and pybind11 are installed. Built in a folder with
# the package's other files, so that PYTHONPATH=build/release/python has everything.
option(APPORTION_PYTHON "Build the extension of the Python package where pybind11 is found" ON)

# Uses Debian's Python and its packages unless another one is named.
if(NOT Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3)
endif()
set(HAS_PYTHON_ARRAYS OFF)
# A sanitized extension would need a sanitized Python.
if(APPORTION_PYTHON AND NOT APPORTION_SANITIZE AND NOT APPORTION_FUZZ)
  find_package(Python3 3.9 QUIET COMPONENTS Interpreter Development.Module)
  find_path(PYBIND11_FOLDER pybind11/pybind11.h NO_CACHE)
  if(Python3_Development.Module_FOUND AND PYBIND11_FOLDER)
    set(HAS_PYTHON_ARRAYS ON)
  endif()
endif()
if(NOT HAS_PYTHON_ARRAYS)
  return()
endif()

set(PYTHON_PACKAGE_DIR ${PROJECT_BINARY_DIR}/python/apportion)
set(python_parts "")
foreach(extension IN LISTS EXTENSIONS)
  file(GLOB sources CONFIGURE_DEPENDS extensions/${extension}/python/*.cpp)
  list(APPEND python_parts ${sources})
endforeach()
Python3_add_library(apportion_python MODULE WITH_SOABI python/bindings.cpp ${python_parts})
target_include_directories(apportion_python SYSTEM PRIVATE ${PYBIND11_FOLDER})
target_link_libraries(apportion_python PRIVATE apportion_all)
set_target_properties(apportion_python PROPERTIES OUTPUT_NAME _core CXX_VISIBILITY_PRESET hidden
                      LIBRARY_OUTPUT_DIRECTORY ${PYTHON_PACKAGE_DIR})
file(GLOB PYTHON_FILES CONFIGURE_DEPENDS python/apportion/*)
list(FILTER PYTHON_FILES EXCLUDE REGEX "__pycache__")
file(MAKE_DIRECTORY ${PYTHON_PACKAGE_DIR})
foreach(file IN LISTS PYTHON_FILES)
  cmake_path(GET file FILENAME name)
  file(CREATE_LINK ${file} ${PYTHON_PACKAGE_DIR}/${name} SYMBOLIC)
endforeach()

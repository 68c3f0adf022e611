# `cpack` makes a Debian package, which apt-get installs with all dependencies. The preset `package` omits
# METIS, Scotch and Zoltan, which would require Open MPI; if they are built in, the package depends on
# them.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME apportion)
# The project has no mail address.
set(CPACK_PACKAGE_CONTACT "The Apportion maintainers <maintainers@apportion.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "divide arrays among unequal processors")
set(CPACK_PACKAGE_DESCRIPTION "Divides arrays, process grids and data-parallel programs among processors of
unequal speed, so that all finish at the same time and exchange little, and
reproduces, extends and checks the classic results on it. The program
apportion, a C++ library with what CMake and pkg-config need to find it, and
a Python package.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
# These programs draw charts, and pictures in other formats than SVG.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gnuplot-nox, librsvg2-bin, fonts-dejavu-core, python3, python3-numpy")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, cmake, pkg-config, python3-pandas")
file(GLOB CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/debian/*)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)

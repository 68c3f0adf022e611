# What `cpack` makes of a build: a Debian package that apt-get installs with everything that it needs.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME apportion)
set(CPACK_PACKAGE_CONTACT "The Apportion authors <apportion@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Charts and pictures in other formats than SVG are drawn by these programs.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gnuplot-nox, librsvg2-bin, fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3-pandas")
include(CPack)

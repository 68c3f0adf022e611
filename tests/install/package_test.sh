#!/bin/bash
# package_test.sh CPACK BUILD: does CPACK make a Debian package of BUILD that has everything in Debian's places, and depends
# on the libraries that it is linked with? scripts/try-package installs one. Exit status 77: no dpkg-dev.
set -euo pipefail

cpack=$1
build=$2
for tool in dpkg-shlibdeps file; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed (scripts/setup package)" && exit 77; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
  echo "FAILED: $*"
  exit 1
}

"$cpack" --config "$build/CPackConfig.cmake" -B "$folder" -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip >log 2>&1 || fail "$(cat log)"
package=$(echo apportion_*.deb)
[[ -f $package ]] || fail "no package: $(ls)"

field() { dpkg-deb --field "$package" "$1"; }
version=$("$build/apportion" --version | sed -n 's/^apportion \([0-9.]*\) .*/\1/p')
[[ $(field Version) == "$version" ]] || fail "the package is of version $(field Version), the program of $version"
[[ $(field Maintainer) =~ ^[^\<]+\ \<[^@]+@[^@]+\>$ ]] || fail "no maintainer: $(field Maintainer)"
for library in libc6 libsqlite3-0 libtbb12 libnlopt0; do
  [[ " $(field Depends)," == *" $library "* ]] || fail "no $library in: $(field Depends)"
done
# Charts and Python are not forced on anybody.
[[ $(field Depends) != *gnuplot* && $(field Depends) != *python* ]] || fail "too much in: $(field Depends)"

dpkg-deb --contents "$package" >contents
awk '$2 != "root/root" || ($1 !~ /^l/ && $1 ~ /^.(.......w|....w)/) { print; bad = 1 } END { exit bad }' contents ||
  fail 'others than root may change these'
sed 's/.* \.\///; s/ -> .*//' contents >files
for file in usr/bin/apportion usr/share/man/man1/apportion.1.gz usr/share/man/man1/apportion-run.1.gz \
  usr/share/bash-completion/completions/apportion usr/share/zsh/vendor-completions/_apportion \
  usr/lib/python3/dist-packages/apportion/__init__.py usr/include/apportion/sim/cluster.hpp; do
  grep -qxF "$file" files || fail "$file is not in the package"
done
for file in 'libapportion\.so' 'libapportion\.so\.[0-9.]+' 'pkgconfig/apportion\.pc' 'cmake/apportion/apportion-config\.cmake'; do
  grep -qxE "usr/lib/(.*-linux-[a-z]*/)?$file" files || fail "$file is not in the package"
done
if [[ -d $build/python ]]; then
  grep -qxE 'usr/lib/python3/dist-packages/apportion/_core\..*\.so' files || fail 'the extension of the Python package is missing'
fi
! grep -vE '^(usr/((bin|include/apportion|lib|share)/.*|include/)?)?$' files || fail 'these are in strange places'
! grep -E '/usr/local|apportion_tests|CMakeFiles|__pycache__' files || fail 'these do not belong into a package'

dpkg-deb --control "$package" control
grep -qx 'activate-noawait ldconfig' control/triggers || fail 'the linker would not know of the library'
sh -n control/postinst && sh -n control/prerm

#!/bin/bash
# Run by scripts/try-package on a bare Debian whose home has apportion.deb and the files of consumer/.
set -euo pipefail
cd

fail() {
  echo "FAILED: $*"
  exit 1
}
apt() { apt-get -q -y "$@" >apt.log 2>&1 </dev/null || { cat apt.log && fail "apt-get $*"; }; }
export DEBIAN_FRONTEND=noninteractive

apt update
apt install ./apportion.deb
echo "installed, with $(grep -cE '^Setting up' apt.log) packages in all"
apportion --version
apportion solve rectangles --rows 100 --columns 100 --weights 3,2,1
apportion draw rectangles --rows 100 --columns 100 --weights 3,2,1 -o parts.png
# Printed numbers are built in.
apportion run kaddoura/table1 --quiet
apportion show kaddoura/table1 | grep -q exact || fail 'table 1 is not reproduced'
python3 -c 'import apportion; print(apportion.solve("rectangles", rows=100, columns=100, weights=[3, 2, 1])["total"])'
python3 -c 'import apportion, numpy; print(apportion.cells(numpy.ones((30, 40)), [3, 2, 1]).costs["boundary"])'

apt install --no-install-recommends man-db bash-completion g++ cmake make pkg-config
man -w apportion apportion-solve || fail 'there is no manual'
[[ $(whatis apportion) == *'unequal processors'* ]] || fail 'whatis does not know apportion'
# shellcheck source=/dev/null
(set +u && source /usr/share/bash-completion/bash_completion && { _completion_loader apportion || true; } &&
  complete -p apportion) || fail 'bash does not complete apportion'
# shellcheck disable=SC2046
g++ -std=c++20 consumer.cpp $(pkg-config --cflags --libs apportion) -o consumer && ./consumer
cmake -S . -B by_cmake >/dev/null && cmake --build by_cmake >/dev/null && by_cmake/consumer

apt purge apportion
left=$(find /usr /etc /var/lib -path /var/lib/dpkg -prune -o -name '*apportion*' -print)
[[ -z $left ]] || fail "left behind: $left"
echo 'all is well, and nothing is left behind'

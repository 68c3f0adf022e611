#!/bin/bash
# Does pip install the package with its extension, and the program, of what is built, without a network?
#   pip_test.sh PYTHON BUILD SOURCE
set -euo pipefail
python=$1 build=$2 source=$3
if ! "$python" -c 'import setuptools, wheel, numpy, pip' 2>/dev/null; then
  echo "$python has no NumPy, pip, setuptools or wheel"
  exit 77
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
APPORTION_BUILD=$build "$python" -m pip install --quiet --no-build-isolation --no-index --no-deps --target installed \
  "$source" >log 2>&1 || { cat log && exit 1; }
unset APPORTION
export PYTHONPATH=$folder/installed PATH=$folder/installed/bin:$PATH
"$python" -c '
import apportion, numpy, os
assert os.path.dirname(apportion.__file__) == os.path.abspath("installed/apportion"), apportion.__file__
division = apportion.rectangles(30, 40, numpy.array([3, 1, 2]), whole=True)
answer = apportion.solve("rectangles", rows=30, columns=40, weights=[3, 1, 2], whole=True)
assert answer["total"] == division.costs["total"] and division.owners.shape == (30, 40), answer
assert os.path.exists("installed/apportion/py.typed") and os.path.exists("installed/apportion/_core.pyi")'

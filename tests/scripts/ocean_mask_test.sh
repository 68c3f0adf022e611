#!/bin/bash
# ocean_mask_test.sh PROGRAM SCRIPTS: does SCRIPTS/ocean-mask say what is missing without GMT, and does PROGRAM divide
# the sea that it makes with GMT? Exit status 77: no GMT.
set -euo pipefail

program=$1
ocean_mask=$2/ocean-mask
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

if PATH=/nonexistent "$ocean_mask" none.pbm 2> errors; then
  echo 'ocean-mask succeeds without GMT' && exit 1
fi
[[ $(wc -l < errors) == 1 ]] || { cat errors && exit 1; }
grep -q 'GMT is not installed.*gmt-gshhg-low' errors || { cat errors && exit 1; }
[[ ! -e none.pbm ]] || { echo 'a file is left behind' && exit 1; }

command -v gmt > /dev/null || { echo 'skipped: gmt is not installed' && exit 77; }
"$ocean_mask" ocean.pbm
[[ $(sed -n 3p ocean.pbm) == '360 180' ]] || { echo 'the mask is not 180 x 360' && exit 1; }
# The south pole is land, the north pole is sea, and about two thirds of the cells are sea.
[[ $(tail -n 6 ocean.pbm | tr -d '\n0' | wc -c) == 360 ]] || { echo 'the last row is not land' && exit 1; }
land=$(tail -n +4 ocean.pbm | tr -dc 1 | wc -c)
((land > 20000 && land < 25000)) || { echo "$land cells are land" && exit 1; }
"$program" solve cells --loads ocean.pbm --weights 4,3,2,2,1,1 --algorithm 'RCB[jogs]' > answer
grep -q '"boundary"' answer

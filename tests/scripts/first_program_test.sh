#!/bin/bash
# The first programs, by which scripts/reproduce begins while the rest is compiled: their tables are those of the
# program, which continues where they ended.
#   first_program_test.sh FIRST PAPERS PROGRAM
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

for program in "$@"; do
  name=${program##*/}
  "$program" run kaddoura/{figure16,table1} --quiet --db "$name.sqlite"
  "$program" run kaddoura/grid columns=1000 --quiet --samples 20 --db "$name.sqlite"
  "$program" show kaddoura/figure16 kaddoura/table{1,2,3,4,5,6,7} --db "$name.sqlite" >"$name.txt"
  "$3" digest "$name.sqlite" >"$name.digest"
done
for kind in txt digest; do
  cmp apportion-{kaddoura,papers}.$kind
  cmp apportion{-papers,}.$kind
done
grep -q XY2 ./*.txt
"$3" run kaddoura/grid columns=1000 --dry-run --samples 20 --db "${1##*/}.sqlite" | grep ' 0 units to do'

#!/bin/bash
# The first program, by which scripts/reproduce begins while the rest is compiled: its tables are those of the program,
# which continues where it ended.
#   first_program_test.sh FIRST PROGRAM
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

for program in "$@"; do
  name=${program##*/}
  "$program" run kaddoura/{figure16,table1} --quiet --db "$name.sqlite"
  "$program" run kaddoura/grid columns=1000 --quiet --samples 20 --db "$name.sqlite"
  "$program" show kaddoura/figure16 kaddoura/table{1,2,3,4,5,6,7} --db "$name.sqlite" >"$name.txt"
  "$2" digest "$name.sqlite" >"$name.digest"
done
cmp apportion{-kaddoura,}.txt
cmp apportion{-kaddoura,}.digest
grep -q XY2 ./*.txt
"$2" run kaddoura/grid columns=1000 --dry-run --samples 20 --db "${1##*/}.sqlite" | grep ' 0 units to do'

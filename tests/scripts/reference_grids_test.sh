#!/bin/bash
# The accepted numbers, by the program as it is. Beside them lies a baseline whose grid is gone: nothing else may differ.
#   reference_grids_test.sh PROGRAM SOURCE
set -uo pipefail
program=$1
source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/results"
cp -r "$source/results/baselines" "$folder/results/"
ln -s "$source/instances" "$source/extensions" "$folder/"
cp "$folder/results/baselines/kaddoura-figure16.csv" "$folder/results/baselines/gone.csv"

# Instances of extensions would be unknown to a program without them.
if ! "$program" list families | grep -q '^shardings '; then
  (cd "$folder" && "$program" check kaddoura kalinov chatterjee niculescu frontier validation)
  exit
fi
found=$(cd "$folder" && "$program" check)
status=$?
printf '%s\n' "$found"
expected='^stray: results/baselines/gone\.csv belongs to no reference grid
[0-9]+ reference grids, [0-9]+ numbers, [0-9]+ verdicts: all as accepted
[0-9]+ of [0-9]+ instances solved again: all as stored$'
[[ $found =~ $expected ]] || { echo "something differs from what is accepted, or the stray baseline was not found"; exit 1; }
[ "$status" = 1 ] || { echo "exit status $status, where a stray baseline makes it 1"; exit 1; }

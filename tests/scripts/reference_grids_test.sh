#!/bin/bash
# The accepted numbers, and the instances, by the program as it is.
#   reference_grids_test.sh PROGRAM SOURCE
set -uo pipefail
program=$1
cd "$2" || exit

# Instances of extensions would be unknown to a program without them.
if ! "$program" list families | grep -q '^shardings '; then
  exec "$program" check kaddoura kalinov chatterjee niculescu frontier validation
fi
found=$("$program" check)
status=$?
printf '%s\n' "$found"
expected='^[0-9]+ grids, [0-9]+ numbers, [0-9]+ verdicts: all as accepted
[0-9]+ of [0-9]+ instances solved again: all as stored$'
[[ $found =~ $expected ]] || { echo "something differs from what is accepted"; exit 1; }
exit "$status"

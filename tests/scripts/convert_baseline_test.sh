#!/bin/bash
# Baselines with a row for each number get a row for each sample, and keep every number's text.
#   convert_baseline_test.sh SOURCE
set -uo pipefail
source=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# shellcheck disable=SC2016  # the backquotes are a part of the title
title='# Accepted numbers of sweeps/s, seed 1, revision 1 (rewritten by `apportion check --update`)'
printf '%s\n' "$title" 'columns,sample,algorithm,revision,rival,rival_revision,metric,value' \
  '8,0,"NL[paper,starts=1]",2,,,total,0.1' '8,0,"NL[paper,starts=1]",2,TILE,3,quotient,0.30000000000000004' \
  '8,0,XY2,1,,,acost,-0' '8,0,XY2,1,,,total,1e+300' '# 4 rows' >"$folder/s.csv"
printf '%s\n' "$title" 'columns,sample,algorithm,revision,rival,rival_revision,acost,quotient,total' \
  '8,0,"NL[paper,starts=1]",2,,,,,0.1' '8,0,"NL[paper,starts=1]",2,TILE,3,,0.30000000000000004,' \
  '8,0,XY2,1,,,-0,,1e+300' '# 3 rows' >"$folder/wide.csv"
"$source/scripts/convert-baseline" "$folder/s.csv" || exit 1
cmp "$folder/s.csv" "$folder/wide.csv" || exit 1
# What is wide already, cut off, or no baseline stays as it is.
for refused in 1 2 3; do
  case $refused in
    2) sed -i '2s/acost,quotient,total/metric,value/' "$folder/s.csv" ;;
    3) echo "a,b" >"$folder/s.csv" ;;
  esac
  cp "$folder/s.csv" "$folder/before.csv"
  "$source/scripts/convert-baseline" "$folder/s.csv" 2>"$folder/said" && { echo "$refused is not refused"; exit 1; }
  cmp "$folder/s.csv" "$folder/before.csv" && [ -s "$folder/said" ] || exit 1
done

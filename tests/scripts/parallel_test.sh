#!/bin/bash
# parallel_test.sh PROGRAM: do shards under GNU parallel, killed and resumed from its job log, merge to the content of a
# plain run? Exit status 77: no GNU parallel.
set -euo pipefail

program=$1
command -v parallel >/dev/null || { echo 'skipped: parallel is not installed (scripts/setup test)' && exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
  echo "FAILED: $1"
  cat jobs.log
  exit 1
}

shards=12
work=(kaddoura/grid --set 'processors=4,5' 'columns=1000,3000' --samples 200)
# As docs/many-machines.md has it; more options of parallel are arguments.
run_shards() {
  parallel --jobs 2 --joblog jobs.log "$@" "$program" run "${work[@]}" -j 1 --quiet --shard {}/$shards --db {}.sqlite \
    ::: $(seq $shards)
}
finished() { tail -n +2 jobs.log 2>/dev/null | wc -l; }

"$program" run "${work[@]}" --quiet --db plain.sqlite

# Killed with its jobs, which are in its session.
export -f run_shards
echo 'no database' >3.sqlite
declare -p work shards program >settings
setsid bash -c 'source ./settings; run_shards' 2>first.log &
session=$!
until (($(finished) >= 4)); do sleep .02; done
mapfile -t members < <(ps -o pid= --sid "$session")
kill -9 "${members[@]}" 2>/dev/null || true
wait "$session" || true
(($(finished) < shards)) || fail 'nothing was left to resume'
grep -q 'not a results database' first.log || fail 'the third shard did not fail'

# What was under way has no line in the log, and is run again; what failed has one, and is left.
run_shards --resume || fail 'not resumed'
(($(finished) == shards)) || fail 'shards are missing'
rm 3.sqlite
run_shards --resume-failed 2>/dev/null || fail 'the failed shard fails again'

"$program" merge merged.sqlite $(seq -f %g.sqlite $shards)
[[ $("$program" digest merged.sqlite) == "$("$program" digest plain.sqlite)" ]] ||
  fail 'the merged content is not that of a plain run'

#!/bin/bash
# Jacobi sweeps by real processes: exactly 2 E messages and 16 Acost bytes an iteration, the sequential answer, and the
# counts that are kept in experiments/validation/printed.csv.
#   jacobi_test.sh MPIEXEC PROGRAM KEPT             APPORTION_ORACLES=full: all that are kept, and more problems
#   jacobi_test.sh MPIEXEC PROGRAM KEPT --update    counts all and rewrites KEPT
set -euo pipefail
mpiexec=$1 program=$2 kept=$3
# Open MPI refuses root and more processes than cores unless it is told; processes that wait shall let others run.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_btl_base_warn_component_unused=0

if ! "$mpiexec" -n 1 true >/dev/null 2>&1; then
  echo "$mpiexec does not start a process here"
  exit 77
fi

# count PROBLEMS PROCESSES...
count() {
  local problems=$1 p
  shift
  for p in "$@"; do "$mpiexec" --oversubscribe -n "$p" "$program" "$problems"; done
}

if [[ ${4-} == --update ]]; then
  counted=$(count 3 2 4 7 12)
  printf '%s\n' "$(head -n 1 "$kept")" "$counted" >"$kept.new"
  mv "$kept.new" "$kept"
  exit
fi

counted=$(count 3 4)
if [[ ${APPORTION_ORACLES-} == full ]]; then
  counted+=$'\n'$(count 3 2 7 12)
  count 12 2 4 7 12 >/dev/null
fi
echo "$counted"
if ! missing=$(grep -Fxv -f "$kept" <<<"$counted"); then exit 0; fi
echo "$kept has other counts, or lacks these:" >&2
echo "$missing" >&2
exit 1

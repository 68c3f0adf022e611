#!/bin/bash
# Jacobi sweeps by real processes: exactly 2 E messages and 16 Acost bytes an iteration, and the sequential answer.
#   jacobi_test.sh MPIEXEC PROGRAM      APPORTION_ORACLES=full: more processes and cases
set -euo pipefail
mpiexec=$1 program=$2
# Open MPI refuses root and more processes than cores unless it is told; processes that wait shall let others run.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_btl_base_warn_component_unused=0

if ! "$mpiexec" -n 1 true >/dev/null 2>&1; then
  echo "$mpiexec does not start a process here"
  exit 77
fi
processes=(5) cases=2
[[ ${APPORTION_ORACLES-} != full ]] || { processes=(2 4 7 12); cases=12; }
for p in "${processes[@]}"; do
  "$mpiexec" --oversubscribe -n "$p" "$program" "$cases"
done

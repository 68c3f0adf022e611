#!/bin/bash
# Jacobi sweeps by plans, on 4 processes: the answer of one process to the bit, with a mask and without, in two
# and three dimensions.
#   jacobi_by_plan_test.sh MPIEXEC APPORTION PROGRAM...
set -euo pipefail
mpiexec=$1 apportion=$2
shift 2
# Open MPI refuses root and more processes than cores unless it is told; processes that wait shall let others run.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_btl_base_warn_component_unused=0

if ! "$mpiexec" -n 1 true >/dev/null 2>&1; then
  echo "$mpiexec does not start a process here"
  exit 77
fi
if [[ $1 == *python3 ]] && ! "$1" -c 'import numpy, mpi4py' 2>/dev/null; then
  echo "$1 has no numpy or no mpi4py"
  exit 77
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$apportion" solve boxes --layers 10 --rows 12 --columns 16 --weights 4,3,2,1 --per-rank boxes
"$apportion" solve grids --edges 1x2x2 --performances 4,3,2,1 --block 10,12,16 --per-rank grid
plans='boxes grid'
if [[ $("$apportion" list families) == *$'\ncells '* ]]; then
  {
    echo 'P1 40 30'
    for ((row = 0; row < 30; ++row)); do
      for ((column = 0; column < 40; ++column)); do
        echo -n $(((row - 12) * (row - 12) + (column - 22) * (column - 22) < 40 || (row * column) % 17 == 5 ? 1 : 0))
      done
      echo
    done
  } >land.pbm
  "$apportion" solve cells --rows 30 --columns 40 --weights 4,3,2,1 --per-rank full
  "$apportion" solve cells --mask land.pbm --weights 4,3,2,1 --algorithm RCB --per-rank masked
  "$apportion" solve cells --mask land.pbm --weights 4,3,2,1 --algorithm BEST --per-rank best
  depths=$(for ((row = 0; row < 12; ++row)); do
    echo "[$(for ((column = 0; column < 16; ++column)); do echo $(((row * row + 3 * column) % 11)); done | paste -sd,)]"
  done | paste -sd,)
  "$apportion" solve cells --layers 10 --rows 12 --columns 16 --weights 4,3,2,1 --per-rank space
  "$apportion" solve cells --layers 10 --depths "[$depths]" --weights 4,3,2,1 --per-rank ocean
  plans+=' full masked best space ocean'
fi
for plan in $plans; do
  "$mpiexec" --oversubscribe -n 4 "$@" "$folder/$plan" 25
done

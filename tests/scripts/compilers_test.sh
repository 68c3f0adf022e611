#!/bin/bash
# Answers do not depend on the compiler: every family's problems below, by every algorithm that the family ranks, solved by
# two builds of the program, whose JSON must be the same but for times; then the reference grids by the second build.
#   compilers_test.sh PROGRAM OTHER SOURCE     such as: compilers_test.sh build/release/apportion build/clang/apportion .
set -uo pipefail
program=$(realpath "$1")
other=$(realpath "$2")
source=$(realpath "$3")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$source" || exit 1

problems() {
  cat <<'END'
boxes --rows 100 --columns 200 --layers 400 --weights 64,32,9,4,4,2,1,1,1,1,1 --algorithm all
boxes --rows 100 --columns 100 --layers 100 --latency 300 --weights 7,6,5,4,3,3,3,2,2,1 --algorithm all
cells --rows 24 --columns 30 --weights 8,4,2,1,1 --mask [[0,0,5,8]] --algorithm all
cells --rows 40 --columns 50 --weights 16,8,8,4,2,2,1 --objective volume --imbalance 2% --algorithm all
distributions --m 60 --n 60 --p 4 --o 100
graphs --graph instances/graphs/graphs-mesh-10x10-k5-rho3.json --algorithm best
graphs --graph instances/graphs/graphs-mesh-10x10-k5-rho3.json --algorithm algorithm1-nl
grids --edges 4x4 --performances 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,17 --block 100,100
layouts --rows 40 --columns 60 --mask [[0,0,20,30],[30,40,10,20]] --processors 20
nodes --rows 400 --columns 600 --cluster experiments/examples/office.csv --network star --element-seconds 2e-8
programs --kernel adi
rectangles --rows 1000 --columns 3000 --weights 64,32,9,4,4,2,1,1 --latency 50 --algorithm all
rectangles --rows 1000 --columns 1000 --weights 64,50,32,20,16,9,8,7,6,5,4,4,3,3,2,2,1,1,1,1 --algorithm BEST
rectangles --rows 1000 --columns 1000 --weights 9,8,7,6,5,4,4,3,3,2,2,1,1 --algorithm BEST[effort=thorough]
shardings --problem instances/shardings/shardings-l2-o5-s10-1.json --algorithm all
shardings --problem instances/shardings/shardings-l12-o10-s10-1.json.gz --algorithm lns,trw-s
timeline --workload jacobi --algorithm BEST --rows 100 --columns 100 --weights 9,5,4,2,1,1 --network star
END
}

# A family that is added later has its problem here.
while read -r family _; do
  problems | grep -q "^$family " || { echo "there is no problem of $family in this test"; exit 1; }
done < <("$program" list families)

answers() {
  # Libraries of others are not compared, nor progress; what takes turns among equals is sorted.
  local words
  read -ra words <<<"$2"
  "$1" solve "${words[@]}" --format json 2>&1 | sed -E 's/"(seconds|moves_per_second)":[^,}]*,?//g; /"library"/d; /^[0-9.]+ s: /d' | sort
}
status=0
while read -r problem; do
  answers "$program" "$problem" >"$folder/one"
  answers "$other" "$problem" >"$folder/other"
  if grep -q '^apportion: ' "$folder/one" || ! cmp -s "$folder/one" "$folder/other"; then
    echo "solve $problem:"
    diff <(cut -c1-200 "$folder/one") <(cut -c1-200 "$folder/other") | head -6
    status=1
  fi
done < <(problems)
tests/scripts/reference_grids_test.sh "$other" "$source" || status=1
exit "$status"

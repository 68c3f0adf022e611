#!/bin/bash
# completion_test.sh PROGRAM: does the script that PROGRAM prints offer what it has, in bash and, where it is installed, in zsh?
set -euo pipefail

program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$program" complete >"$folder/script"
mkdir "$folder/here" "$folder/here/figures" "$folder/here/results"
cd "$folder/here"
printf '[sweep]\nfamily = rectangles\n' >mine.ini
touch notes.txt 'two words.svg'

fail() {
  echo "FAILED: $*"
  exit 1
}

# What is offered for the words of a line, the last of which is being typed: one candidate per line.
in_bash() {
  (
    # shellcheck source=/dev/null
    source "$folder/script"
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _apportion_words
    printf '%s\n' "${COMPREPLY[@]}"
  )
}

# As its bashcompinit calls it.
in_zsh() {
  # shellcheck disable=SC2016  # the program is zsh's
  zsh -f -c '
    autoload -U +X compinit && compinit -C -d $2
    autoload -U +X bashcompinit && bashcompinit
    source $1; shift 2
    emulate sh
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    _apportion_words
    printf "%s\n" "${COMPREPLY[@]}"' zsh "$folder/script" "$folder/zcompdump" "$@"
}

# offers SHELL CANDIDATE WORD...
offers() {
  local shell=$1 candidate=$2 offered
  shift 2
  offered=$("in_$shell" "$@" 2>&1)
  [[ $'\n'$offered$'\n' == *$'\n'"$candidate"$'\n'* ]] ||
    fail "$shell does not offer '$candidate' for '$*', but: ${offered//$'\n'/ }"
}
offers_nothing() {
  local shell=$1
  shift
  [[ -z $("in_$shell" "$@" 2>&1) ]] || fail "$shell offers for '$*': $("in_$shell" "$@" 2>&1 | head -n 20)"
}

check_shell() {
  local shell=$1
  offers "$shell" solve apportion so
  offers "$shell" --samples apportion run kaddoura --s
  offers "$shell" XY2 apportion solve rectangles --algorithm XY
  offers "$shell" 'TILE[legacy]' apportion describe TILE
  offers "$shell" XY2,BEST apportion run kaddoura/grid --algorithms XY2,B
  offers "$shell" kaddoura/grid apportion run kaddoura/g
  offers "$shell" mine.ini apportion run ''
  offers "$shell" kaddoura/table7 apportion show kaddoura/t
  offers "$shell" processors= apportion run kaddoura/grid --set proc
  offers "$shell" two-level apportion solve rectangles --network t
  offers "$shell" notes.txt apportion show kaddoura/table7 -o ''
  offers "$shell" 'two words.svg' apportion show kaddoura/figure16 -o ''
  offers "$shell" figures apportion export -o ''
  offers_nothing "$shell" apportion run --samples ''
  offers_nothing "$shell" apportion nothing ''
  [[ $("in_$shell" apportion export -o '') != *notes* ]] || fail "$shell offers a file where a folder is meant"
  [[ $("in_$shell" apportion run '') != *notes* ]] || fail "$shell offers a file that is no sweep"
}

check_shell bash
# Bash breaks words at "=".
offers bash XY2 apportion solve rectangles --algorithm = XY
offers bash max-set apportion run kaddoura/grid --set sampling = max
offers bash 5 apportion run kaddoura/grid --set processors = ''
offers bash notes.txt apportion show kaddoura/table7 --output = no
if ! command -v zsh >/dev/null; then
  echo 'bash only: zsh is not installed'
  exit 0
fi
check_shell zsh
offers zsh --algorithm=XY2 apportion solve rectangles --algorithm=XY
offers zsh sampling=max-set apportion run kaddoura/grid --set sampling=max
offers zsh notes.txt apportion show kaddoura/table7 --output=no

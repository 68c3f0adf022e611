#!/bin/bash
# manual_test.sh PROGRAM SCRIPTS: does groff lay out every page of the manual without a warning, and has each page every
# option that the help has? Exit status 77: no groff.
set -euo pipefail

program=$1
command -v groff >/dev/null || { echo 'skipped: groff is not installed' && exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
  echo "FAILED: $*"
  exit 1
}

# The text of a page, without the overstriking of bold type.
laid_out() { groff -man -Tascii -P-c -P-b -P-u -rLL=80n "$1"; }
options_in() { grep -oE -- '--[a-z][a-z-]*' | sort -u; }

check_page() {
  local name=$1
  shift
  "$program" help --man "$@" >"$name.1"
  groff -man -Tutf8 -ww -z -rLL=80n "$name.1" 2>warnings || fail "$name: $(cat warnings)"
  [[ ! -s warnings ]] || fail "$name: $(cat warnings)"
  laid_out "$name.1" >page
  for section in NAME SYNOPSIS 'EXIT STATUS'; do
    grep -qxF "$section" page || fail "$name has no section $section"
  done
  # The help calls each option by its name alone as well; the page breaks no word.
  diff <("$program" help "$@" | options_in) <(options_in <page) || fail "$name and the help have different options"
  ! grep -qE '[^[:print:][:space:]]' page || fail "$name has characters that cannot be typed"
  if command -v lexgrog >/dev/null; then
    lexgrog "$name.1" >/dev/null || fail "$name: its first line cannot be listed"
  fi
}

mapfile -t commands < <("$program" help | sed -nE 's/^  ([a-z]+) +[a-z].*/\1/p')
((${#commands[@]} > 10)) || fail "only ${#commands[@]} commands"
check_page apportion
laid_out apportion.1 >main
for command in "${commands[@]}"; do
  check_page "apportion-$command" "$command"
  grep -q "apportion-$command" main || fail "apportion(1) does not name $command"
done

#!/bin/bash
# full_disk_test.sh PROGRAM: on a file system of a few megabytes, do runs, merges, exports and reports end with one clear
# line, an intact database, and the content of a plain run once there is room? Exit status 77: mounting is not allowed.
set -euo pipefail

program=$1
disk=$(mktemp -d)
if [[ ${2-} != mounted ]]; then
  rmdir "$disk"
  unshare --mount true 2>/dev/null || { echo 'skipped: mounting a file system needs root' && exit 77; }
  exec unshare --mount "$0" "$program" mounted # the mount goes with this
fi
folder=$(mktemp -d)
trap 'umount "$disk"; rm -rf "$disk" "$folder"' EXIT
mount -t tmpfs -o size=4m tmpfs "$disk" 2>/dev/null ||
  { trap 'rm -rf "$disk" "$folder"' EXIT && echo 'skipped: a tmpfs cannot be mounted here' && exit 77; }

fail() {
  echo "FAILED: $1"
  cat "$folder/errors" 2>/dev/null || true
  exit 1
}

# refused COMMAND...: one line that names the disk, and status 1.
refused() {
  local status=0
  "$program" "$@" 2>"$folder/errors" >/dev/null || status=$?
  ((status == 1)) || fail "status $status of: $*"
  (($(wc -l <"$folder/errors") == 1)) || fail "not one line of: $*"
  grep -q '^apportion: .*\(disk is full\|No space left\)' "$folder/errors" || fail "no clear line of: $*"
}
intact() { [[ $(sqlite3 "$1" 'PRAGMA integrity_check') == ok ]] || fail "$1 is damaged"; }
same() { [[ $("$program" digest "$1") == "$("$program" digest "$folder/plain.sqlite")" ]] || fail "$1 has other content"; }

work=(kaddoura/grid --set 'columns=1000,3000' --samples 150 --quiet)
"$program" run "${work[@]}" --db "$folder/plain.sqlite"

refused run "${work[@]}" --db "$disk/a.sqlite"
intact "$disk/a.sqlite"
kept=$(sqlite3 "$disk/a.sqlite" 'SELECT count(*) FROM unit')
((kept > 0)) || fail 'nothing was kept'
refused run "${work[@]}" --db "$disk/a.sqlite" # still full, and still intact
intact "$disk/a.sqlite"

mount -o remount,size=64m "$disk"
"$program" run "${work[@]}" --db "$disk/a.sqlite"
same "$disk/a.sqlite"
rm "$disk"/a.sqlite*

mount -o remount,size=1m "$disk"
refused merge "$disk/a.sqlite" "$folder/plain.sqlite"
[[ ! -s $disk/a.sqlite ]] || intact "$disk/a.sqlite"
mount -o remount,size=64m "$disk"
"$program" merge "$disk/a.sqlite" "$folder/plain.sqlite" --quiet
same "$disk/a.sqlite"
rm "$disk"/a.sqlite*

mount -o remount,size=64k "$disk"
refused export --db "$folder/plain.sqlite" -o "$disk/tables"
refused report --db "$folder/plain.sqlite" -o "$disk/report.html"
[[ ! -e $disk/report.html ]] || fail 'half a report was left'
same "$folder/plain.sqlite"
echo "a full disk lost nothing; $kept units were kept on it"

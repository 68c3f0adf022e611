#!/bin/bash
# Looks at the page of scripts/web with Chromium, beside the program. Screenshots stay in FOLDER/test.
#   page_run.sh PROGRAM FOLDER     FOLDER has divide.html; exit status 77 where there is none, or no browser
set -euo pipefail
program=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)

if [[ ! -f $2/divide.html ]]; then
  echo "skipped: there is no $2/divide.html (scripts/web makes it)"
  exit 77
fi
for tool in node chromium chromedriver; do
  if ! command -v "$tool" >/dev/null; then
    echo "skipped: $tool is not installed (scripts/setup test installs nodejs, chromium and chromium-driver)"
    exit 77
  fi
done
folder=$(realpath "$2")
rm -rf "$folder/test"
mkdir -p "$folder/test"
cd "$folder/test"
node "$here/page_test.mjs" "$program" "$folder/divide.html" "$folder/test"

#!/bin/bash
# Makes a small run, writes its report, and looks at that with Chromium. Screenshots stay in FOLDER.
#   run.sh PROGRAM FOLDER     exit status 77 where there is no browser
set -euo pipefail
program=$1
folder=$2
here=$(cd "$(dirname "$0")" && pwd)

for tool in node chromium chromedriver; do
  if ! command -v "$tool" >/dev/null; then
    echo "skipped: $tool is not installed (scripts/setup test installs nodejs, chromium and chromium-driver)"
    exit 77
  fi
done

rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
run() { "$program" run "$@" --quiet --db small.sqlite; }
run kaddoura/grid processors=4,7,20 columns=1000,3000 ratio=1,3 --samples 40
run kaddoura/lemmas
run kaddoura/table1
run kaddoura/figure16
run kaddoura/table8 processors=4,5 --samples 3
run kalinov/table1
run kalinov/figure1
run kalinov/figure2
run kalinov/statements
run kalinov/continuum
run kalinov/mappings grid=3x3 --samples 20
run kalinov/levels --samples 50
run kalinov/figure3a grid=2x2,3x3 --samples 50
run kalinov/figure3b grid=4x9,6x6 --samples 20
run kalinov/figure4 --samples 60
run kalinov/figure5 grid=2x2x2 --samples 50
run kalinov/rounding --samples 20
run chatterjee/adi
run chatterjee/two-zone
run chatterjee/ladder
run chatterjee/lemmas --samples 20
run chatterjee/reliability --samples 20
run niculescu
# A user's own sweep, whose file is gone when the report is written.
cat >crossover.ini <<'END'
family = rectangles
title = XY2 as the latency grows
algorithms = RecursiveBisection2, XY2
processors = 7
latency = 0, 10, 100, 1000
samples = 20
[improvement]
rival = RecursiveBisection2
rows = latency
END
run crossover.ini
rm crossover.ini
# A page of a sweep alone.
cat >pairs.ini <<'END'
# Which of three algorithms is best?
family = rectangles
title = Three algorithms pairwise
algorithms = XY2, TILE, RecursiveBisection2
processors = 10, 20
latency = 0, 50, 100, 1000
samples = 8
[comparison]
END
"$program" run pairs.ini --quiet --db pairs.sqlite
"$program" report pairs.ini --db pairs.sqlite -o pairs.html
# TILE does not take as many processors: a failure for the page to show, of a seed that no exhibit shows.
run kaddoura/grid processors=200 columns=1000 ratio=2 latency=0 --algorithms TILE --seed 2 2>failures.txt || [ $? = 1 ]
sample="kaddoura/grid columns=1000 processors=7 ratio=2 latency=100 3"
"$program" report --db small.sqlite --replay "$sample"
node "$here/report_test.mjs" "$program" "$folder" "$sample"

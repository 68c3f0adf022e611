#!/bin/bash
# check_layers_test.sh CHECK: does scripts/check-layers accept a good tree, and notice each planted violation?
set -euo pipefail

check=$1
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

# write FILE LINE...: a file of the tree that opens with a comment.
write() {
  local file=$tree/$1
  shift
  mkdir -p "$(dirname "$file")"
  printf '%s\n' '// A file of the test.' "$@" >"$file"
}

# notices MESSAGE FILE: the check fails with MESSAGE about FILE, alone. Removes FILE.
notices() {
  local output status=0
  output=$("$check" "$tree") || status=$?
  if ((status == 0)) || [[ $output != "$2:"*"$1"* || $output == *$'\n'* ]]; then
    printf 'expected: %s: ... %s\ngot (exit status %d): %s\n' "$2" "$1" "$status" "$output"
    failures=1
  fi
  rm "$tree/$2"
}

# plant MESSAGE FILE LINE...
plant() {
  write "${@:2}"
  notices "$1" "$2"
}

write sim/cost.hpp '#include <vector>'
write sim/random_stream.cpp '#include <Random123/philox.h>'
write algorithms/tile.cpp '#include "algorithms/registry.hpp"' '#include "sim/cost.hpp"'
write results/database/sqlite.hpp '#include <SQLiteCpp/SQLiteCpp.h>'
write results/database/tables.hpp '#include "results/database/sqlite.hpp"'
write results/database/store.cpp '#include <SQLiteCpp/SQLiteCpp.h>' '#include "results/database/store.hpp"'
write results/database/digest.cpp '#include <openssl/evp.h>'
write experiments/engine/study.hpp '#include "algorithms/registry.hpp"'
write experiments/engine/runner.cpp '#include <tbb/parallel_pipeline.h>' '#include "results/database/store.hpp"'
write experiments/problems/rectangles.cpp '#include "algorithms/registry.hpp"' '#include "experiments/engine/study.hpp"'
write experiments/kaddoura/tables.cpp '#include "experiments/problems/rectangles.hpp"' '#include "sim/cost.hpp"'
write experiments/cli/arguments.cpp '#include <boost/program_options.hpp>'
write experiments/cli/main.cpp '#include "experiments/kaddoura/improvement.hpp"'
write tests/store_test.cpp '#include <gtest/gtest.h>' '#include <sqlite3.h>' '#include "experiments/cli/main.hpp"'
# Prose, views, and the tables of results/ itself are nobody's business.
write results/database/schema.cpp 'CREATE TABLE point (' 'CREATE TABLE summary ('
write results/database/query.cpp 'SELECT * FROM summary JOIN point'
write experiments/kaddoura/query.cpp '// From point to point.' 'SELECT * FROM points JOIN summary_of_all' 'FROM kaddoura_grid'
write tests/query_test.cpp 'SELECT * FROM point'
write extensions/tiles/algorithms/tile.cpp '#include "sim/cost.hpp"' '#include "extensions/tiles/sim/tile.hpp"'
write extensions/tiles/problem/solve.cpp '#include "experiments/problems/rectangles.hpp"' '#include "extensions/tiles/sim/tile.hpp"'
write extensions/tiles/tests/tile_test.cpp '#include <gtest/gtest.h>' '#include "extensions/tiles/tests/tiles.hpp"' '#include "tests/support/x.hpp"'
mkdir -p "$tree/scripts"
printf '%s\n' '#!/bin/bash' '# Does nothing.' >"$tree/scripts/nothing"
if ! "$check" "$tree"; then
  echo 'the good tree was refused'
  failures=1
fi

plant 'web may not include results' extensions/web/entry.cpp '#include "results/rows.hpp"'
plant 'the core may not include the extension tiles' experiments/problems/bad.cpp '#include "extensions/tiles/sim/tile.hpp"'
plant 'the core may not include the extension tiles' tests/bad_test.cpp '#include "extensions/tiles/sim/tile.hpp"'
plant 'the extension lines may not include the extension tiles' extensions/lines/sim/bad.cpp '#include "extensions/tiles/sim/tile.hpp"'
plant 'algorithms may not include problems' extensions/tiles/algorithms/bad.cpp '#include "extensions/tiles/problem/solve.hpp"'
plant 'only tests may include tests' extensions/tiles/sim/bad.cpp '#include "extensions/tiles/tests/tiles.hpp"'
plant 'sim may not include algorithms' sim/bad.cpp '#include "algorithms/registry.hpp"'
plant 'algorithms may not include engine' algorithms/bad.cpp '#include "experiments/engine/study.hpp"'
plant 'algorithms may not include results' algorithms/bad.cpp '  #  include "results/database/store.hpp"'
plant 'results may not include sim' results/bad.hpp '#include "sim/cost.hpp"'
plant 'results may not include engine' results/bad.hpp '#include "experiments/engine/study.hpp"'
plant 'engine may not include algorithms' experiments/engine/bad.hpp '#include "algorithms/rectangles/frame.hpp"'
plant 'results/database may not include results/report' results/database/bad.cpp '#include "results/report/report.hpp"'
plant 'results/top may not include results/tables' results/bad.cpp '#include "results/tables/pivot.hpp"'
plant 'results/charts may not include results/database' results/charts/bad.cpp '#include "results/database/reader.hpp"'
plant 'engine may not include paper' experiments/engine/bad.cpp '#include "experiments/kaddoura/improvement.hpp"'
plant 'networks enter problems by' extensions/cells/problem/bad.cpp '#include "sim/network/network.hpp"'
plant 'problems may not include paper' experiments/problems/bad.cpp '#include "experiments/kaddoura/improvement.hpp"'
plant 'problems may not include results' experiments/problems/bad.cpp '#include "results/database/store.hpp"'
plant 'paper may not include cli' experiments/kaddoura/bad.cpp '#include "experiments/cli/options.hpp"'
plant 'may not include another one' experiments/kalinov/bad.cpp '#include "experiments/kaddoura/improvement.hpp"'
plant 'only tests may include tests' sim/bad.cpp '#include "tests/generators.hpp"'
plant 'named from the root' sim/bad.cpp '#include "cost.hpp"'
plant 'named from the root' sim/bad.cpp '#include "../algorithms/registry.hpp"'
plant 'included in quotes' algorithms/bad.cpp '#include <sim/cost.hpp>'
plant 'oneTBB has its one place' experiments/engine/bad.cpp '#include <oneapi/tbb/parallel_for.h>'
plant 'oneTBB has its one place' experiments/engine/runner.hpp '#include <tbb/parallel_for.h>'
plant 'SQLite has its one place' results/bad.hpp '#include <SQLiteCpp/Database.h>'
plant 'SQLite has its one place' experiments/engine/bad.cpp '#include <sqlite3.h>'
plant 'comes in by results/database/tables.hpp' experiments/engine/bad.cpp '#include "results/database/tables.hpp"'
plant 'OpenSSL has its one place' results/bad.cpp '#include <openssl/evp.h>'
plant 'Random123 has its one place' sim/bad.cpp '#include <Random123/threefry.h>'
plant 'Boost.Program_options has its one place' experiments/engine/bad.cpp '#include <boost/program_options/parsers.hpp>'
plant 'a test library has its one place' sim/bad.cpp '#include <gtest/gtest.h>'

plant 'the table summary is private to results/' experiments/kaddoura/bad.cpp 'SELECT mean FROM summary AS s'
plant 'the table point is private to results/' experiments/cli/bad.cpp '  JOIN main."point" ON 1'
plant 'the table point is private to results/' experiments/engine/bad.hpp 'SELECT * FROM (SELECT id FROM point)'

mapfile -t many < <(yes '// More.' | head -n 900)
plant 'more than 900 lines' sim/bad.cpp "${many[@]}"
echo '#pragma once' >"$tree/sim/bad.hpp"
notices 'the first line is no comment' sim/bad.hpp
printf '%s\n' '#!/bin/bash' 'set -e' >"$tree/scripts/bad"
notices 'the first line is no comment' scripts/bad

exit "$failures"

// apportion run --shard and apportion merge: merged shares equal the whole run.
#include <algorithm>

#include "results/database/store.hpp"
#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class ShardTest : public ProgramTest {
 protected:
  void run(const std::string& db, const Words& more) const {
    Words all = joined({"run", "kaddoura/grid", "columns=1000", "--quiet", "--db", db}, more);
    if (std::ranges::find(more, "--samples") == more.end()) all.insert(all.end(), {"--samples", "45"});
    succeed(all);
  }

  [[nodiscard]] Words shards(int count, const Words& more) const {
    Words names;
    for (int i = 1; i <= count; ++i) {
      names.push_back("shard-" + std::to_string(i) + ".sqlite");
      Words words = more;
      words.insert(words.end(), {"--shard", std::to_string(i) + "/" + std::to_string(count)});
      run(names.back(), words);
    }
    return names;
  }

  [[nodiscard]] Outcome merge(const std::string& out, const Words& in) const {
    Words words{"merge", out};
    words.insert(words.end(), in.begin(), in.end());
    return call(words);
  }
};

const Words small_grid{"processors=4,5", "ratio=2,3"};

TEST_F(ShardTest, AnyNumberOfThemIsOneRun) {
  run("whole.sqlite", small_grid);
  for (const int count : {1, 2, 3, 7}) {
    SCOPED_TRACE(count);
    for (int i = 1; i <= count; ++i) std::filesystem::remove(path("shard-" + std::to_string(i) + ".sqlite"));
    const Words names = shards(count, small_grid);
    const std::string out = "out-" + std::to_string(count) + ".sqlite";
    const Outcome merged = merge(out, names);
    EXPECT_EQ(merged.status, 0);
    EXPECT_EQ(merged.out, "");
    EXPECT_THAT(merged.err, HasSubstr(std::to_string(count) + " database"));
    EXPECT_EQ(digest(out), digest("whole.sqlite")) << count;
    EXPECT_THAT(merge(out, Words(names.rbegin(), names.rend())).err, HasSubstr(": 0 results added, 0 replaced"));
    EXPECT_EQ(digest(out), digest("whole.sqlite")) << count;
  }
}

// The merged database can be continued.
TEST_F(ShardTest, WhatIsMissingIsRunLater) {
  run("whole.sqlite", small_grid);
  const Words names = shards(3, small_grid);
  EXPECT_EQ(merge("out.sqlite", {names[0], names[2]}).status, 0);
  EXPECT_NE(digest("out.sqlite"), digest("whole.sqlite"));
  EXPECT_THAT(call({"status", "out.sqlite"}).out, HasSubstr("Of 3 shards it holds 1, 3; `apportion merge` adds"));
  EXPECT_THAT(call({"status", names[1]}).out, HasSubstr("Of 3 shards it holds 2; "));
  run("out.sqlite", small_grid);
  EXPECT_EQ(digest("out.sqlite"), digest("whole.sqlite"));
}

TEST_F(ShardTest, ADryRunCountsItsShare) {
  int units = 0;
  for (const std::string shard : {"1/4", "2/4", "3/4", "4/4"}) {
    SCOPED_TRACE(shard);
    const std::string out = call({"run", "kaddoura/grid", "--samples", "45", "--dry-run", "--shard", shard}).out;
    ASSERT_THAT(out, MatchesRegex("kaddoura/grid: [0-9]+ units to do, 0 present; [0-9]+ are new\n"));
    units += std::stoi(out.substr(15));
  }
  EXPECT_THAT(call({"run", "kaddoura/grid", "--samples", "45", "--dry-run"}).out,
              StartsWith("kaddoura/grid: " + std::to_string(units) + " units to do, 0 present; "));
}

TEST_F(ShardTest, NothingIsMergedIntoADatabaseInUse) {
  run("a.sqlite", small_grid);
  run("seed.sqlite", {"processors=4,5", "ratio=2,3", "--seed", "2"});
  const results::WriterLock lock(path("a.sqlite"));
  expect_error({"merge", "a.sqlite", "seed.sqlite", "--mixed"}, 1, {"a.sqlite is in use by another run"});
}

}  // namespace
}  // namespace apportion::testing_support

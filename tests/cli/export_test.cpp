// apportion export and forget, and output to files.
#include <filesystem>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class ExportTest : public ProgramTest {
 protected:
  void SetUp() override {
    const Outcome outcome = call({"run", "kaddoura/grid", "processors=4,200", "columns=1000,3000", "ratio=2",
                                  "latency=0", "--samples", "3", "--keep-samples", "--quiet", "--db", "a.sqlite"});
    // TILE fails with 200 processors, which gives failures a row.
    ASSERT_EQ(outcome.status, 1) << outcome.err;
  }

  [[nodiscard]] Outcome exported(const std::string& folder) const {
    return call({"export", "--db", "a.sqlite", "-o", folder});
  }

  // The query's result after sqlite3 has imported the file.
  [[nodiscard]] std::string read_back(const std::string& file, const std::string& sql) const {
    return output({":memory:", ".mode csv", ".import " + file + " t", sql}, {.program = "sqlite3"});
  }

  [[nodiscard]] std::string query(const std::string& sql) const {
    return output({"-csv", "a.sqlite", sql}, {.program = "sqlite3"});
  }
};

TEST_F(ExportTest, EveryViewIsAFileWithAllItsRows) {
  const Outcome outcome = exported("out/of/it");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "8 tables in out/of/it\n");
  for (const std::string view : {"kaddoura_grid", "kaddoura_grid_chunks", "kaddoura_grid_samples",
                                 "kaddoura_grid_timings", "failures", "published_numbers", "runs"}) {
    const std::string file = "out/of/it/" + view + ".csv";
    ASSERT_TRUE(std::filesystem::exists(path(file))) << view;
    if (view == "kaddoura_grid_timings") continue;  // names only, which sqlite3 cannot import
    const std::string rows = query("SELECT count(*) FROM " + view).substr(0, 10);
    EXPECT_EQ(read_back(file, "SELECT count(*) FROM t").substr(0, 10), rows) << view;
    EXPECT_NE(rows, "0\r\n") << view;
  }
  EXPECT_THAT(read("out/of/it/kaddoura_grid_timings.csv"), StartsWith("seed,rows,columns,ratio,"));
  EXPECT_THAT(read("out/of/it/failures.csv"), HasSubstr("TILE of 200 processors"));
}

TEST_F(ExportTest, TheTidyTableHasEveryMomentToTheLastBit) {
  ASSERT_EQ(exported("out").status, 0);
  EXPECT_THAT(
      read("out/tidy.csv"),
      StartsWith("experiment,seed,columns,latency,processors,ratio,rows,sampling,algorithm,revision,rival,metric,"
                 "count,mean,sd,se,min,max\n"));
  // A row per metric of a column at a completed point, and numbers read back unchanged.
  EXPECT_EQ(read_back("out/tidy.csv", "SELECT count(*) FROM t"), query("SELECT count(*) FROM summary"));
  const std::string pieces = "SELECT algorithm, printf('%.17g', mean), printf('%.17g', se), printf('%.17g', max) FROM ";
  EXPECT_EQ(read_back("out/tidy.csv",
                      "SELECT algorithm, printf('%.17g', CAST(mean AS REAL)), printf('%.17g', CAST(se AS REAL)), "
                      "printf('%.17g', CAST(max AS REAL)) FROM t WHERE metric = 'total' AND rival = '' "
                      "ORDER BY CAST(processors AS REAL), CAST(latency AS REAL), algorithm"),
            query("SELECT algorithm, printf('%.17g', total), printf('%.17g', total_se), printf('%.17g', total_max) "
                  "FROM kaddoura_grid WHERE rival = '' AND total IS NOT NULL "
                  "ORDER BY processors, latency, algorithm"));
  EXPECT_THAT(read("out/tidy.csv"), HasSubstr("\nkaddoura/grid,1,1000,"));
}

TEST_F(ExportTest, EqualContentsGiveEqualFiles) {
  ASSERT_EQ(exported("one").status, 0);
  // The same content with other row numbers.
  for (const std::string processors : {"200", "4"})
    (void)call({"run", "kaddoura/grid", "processors=" + processors, "columns=3000,1000", "ratio=2", "latency=0",
                "--samples", "3", "--keep-samples", "--quiet", "--db", "b.sqlite"});
  EXPECT_EQ(call({"digest", "b.sqlite"}).out, call({"digest", "a.sqlite"}).out);
  succeed({"export", "--db", "b.sqlite", "-o", "two"});
  for (const std::string file :
       {"tidy", "kaddoura_grid", "kaddoura_grid_chunks", "kaddoura_grid_samples", "failures", "published_numbers"})
    EXPECT_EQ(read("one/" + file + ".csv"), read("two/" + file + ".csv")) << file;
}

TEST_F(ExportTest, OwnFilesAreReplacedAndOthersAreNot) {
  ASSERT_EQ(exported("out").status, 0);
  const std::string before = read("out/tidy.csv");
  write("out/tidy.csv", "");
  ASSERT_EQ(exported("out").status, 0);
  EXPECT_EQ(read("out/tidy.csv"), before);

  std::filesystem::create_directory(path("theirs"));
  write("theirs/runs.csv", "mine\n");
  expect_error({"export", "--db", "a.sqlite", "-o", "theirs"}, 2,
               {"theirs/runs.csv was not written by an earlier export; move it away, or name another folder"});
  EXPECT_EQ(read("theirs/runs.csv"), "mine\n");
  EXPECT_FALSE(std::filesystem::exists(path("theirs/tidy.csv")));
  std::filesystem::create_directory(path("list"));
  write("list/apportion-export.txt", "runs.csv\n");
  expect_error({"export", "--db", "a.sqlite", "-o", "list"}, 2,
               {"list/apportion-export.txt was not written by an earlier"});
}

TEST_F(ExportTest, TheDatabaseIsNoFolder) {
  expect_error({"export", "--db", "a.sqlite", "-o", "a.sqlite"}, 2, {"a.sqlite is not a name for a folder"});
}

TEST_F(ExportTest, WhatCannotBeWrittenLeavesTheOldFiles) {
  ASSERT_EQ(exported("out").status, 0);
  const std::string before = read("out/published_numbers.csv");
  // A limit on the size of files acts like a full disk; reading needs 32 KiB of shared memory beside the
  // database.
  expect_error({"export", "--db", "a.sqlite", "-o", "out"}, 1, {"out/", ".csv cannot be written: File too large"},
               {.file_size_limit = 65536});
  EXPECT_EQ(read("out/published_numbers.csv"), before);
  for (const auto& entry : std::filesystem::directory_iterator(path("out")))
    EXPECT_THAT(entry.path().string(), Not(HasSubstr(".partial"))) << entry.path();
  write("file", "");
  expect_error({"export", "--db", "a.sqlite", "-o", "file/folder"}, 1,
               {"file/folder cannot be created: Not a directory"});
  expect_error({"export", "--db", "a.sqlite", "-o", "file"}, 1, {"file cannot be created"});
  expect_error({"export", "--db", "no.sqlite"}, 1, {"no results database at no.sqlite"});
  expect_error({"export", "--db", "a.sqlite", "-o", ""}, 2, {"--output is empty; write --output"});
  expect_error({"export", "out"}, 2, {"unexpected argument 'out'"});
}

namespace fs = std::filesystem;

class OutputFilesTest : public ProgramTest {
 protected:
  void SetUp() override {
    write("c.csv", cluster);
    fs::create_hard_link(path("c.csv"), path("hard.json"));
    fs::create_symlink("c.csv", path("soft.json"));
  }

  static constexpr const char* cluster = "name,speed\na,3\nb,1\n";
};

TEST_F(OutputFilesTest, AreNoneThatIsRead) {
  const Words solve = {"solve", "rectangles", "--rows", "4", "--columns", "4", "--cluster", "c.csv"};
  for (const char* name : {"hard.json", "soft.json", "./soft.json"})
    expect_error(joined(solve, {"-o", name}), 2,
                 {std::string(name) + " is the file of --cluster, which would be lost; name another"});
  EXPECT_EQ(read("c.csv"), cluster);
  succeed(joined(solve, {"-o", "a.json"}));
  succeed(joined(solve, {"-o", "a.json"}));
}

TEST_F(OutputFilesTest, OfSweepsAreNotTheSweepFile) {
  const std::string sweep = "family = rectangles\nprocessors = 3\nsamples = 2\n";
  write("s.ini", sweep);
  fs::create_symlink("s.ini", path("s.html"));
  expect_error({"show", "s.ini", "-o", "s.html"}, 2, {"s.html is the file of 's.ini'"});
  EXPECT_NE(call({"run", "s.ini", "--quiet", "--db", "s.ini"}).status, 0);
  EXPECT_EQ(read("s.ini"), sweep);
}

TEST_F(OutputFilesTest, OfSweepsAreNoFileThatTheSweepFileNames) {
  const std::string instances = R"({"rows":4,"columns":6,"weights":[2,1]})"
                                "\n";
  const std::string program = "read line; exit 1\n";
  write("i.json", instances);
  write("mine.sh", program);
  write("s.ini", "family = rectangles\ninstances = i.json\nalgorithms = XY2\n");
  write("c.ini", "family = rectangles\ncluster = c.csv\nsamples = 2\nalgorithms = XY2\n");
  write("own.ini", "[algorithm.MINE]\ncommand = sh mine.sh\nfiles = c.csv\n");
  for (const char* sweep : {"s.ini", "c.ini"}) succeed({"run", sweep, "--quiet"});
  const auto expect_refused = [&](const Words& call, const std::string& file) {
    expect_error(joined(call, {"-o", file}), 2, {file + " is a file that was read, ", "which would be lost"});
  };
  expect_refused({"show", "s.ini", "--format", "json"}, "i.json");
  expect_refused({"show", "c.ini", "--format", "csv"}, "c.csv");
  expect_refused({"show", "c.ini", "--format", "csv"}, "hard.json");
  const Words draw = {"draw",      "rectangles", "--rows",     "4",       "--columns",   "4",
                      "--weights", "2,1",        "--external", "own.ini", "--algorithm", "XY2"};
  fs::create_symlink("mine.sh", path("mine.svg"));
  expect_refused(draw, "mine.svg");
  fs::create_symlink("c.csv", path("c.svg"));
  expect_refused(draw, "c.svg");
  EXPECT_EQ(read("i.json"), instances);
  EXPECT_EQ(read("c.csv"), cluster);
  EXPECT_EQ(read("mine.sh"), program);
  succeed({"show", "s.ini", "--format", "json", "-o", "other.json"});
}

TEST_F(OutputFilesTest, FoldersOfPlansAreWrittenBesideOtherFolders) {
  fs::create_directory(path("plans.partial"));
  write("plans.partial/notes", "mine");
  succeed({"solve", "rectangles", "--rows", "4", "--columns", "4", "--weights", "3,1", "--per-rank", "plans"});
  EXPECT_TRUE(fs::exists(path("plans/rank-1.json")));
  EXPECT_EQ(read("plans.partial/notes"), "mine");
}

}  // namespace
}  // namespace apportion::testing_support

// No file that a call reads is written by it, whatever its name; folders of plans replace what a kill left.
#include <filesystem>

#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

namespace fs = std::filesystem;

class OutputFilesTest : public ProgramTest {
 protected:
  void SetUp() override {
    write("c.csv", cluster);
    write("p.json", problem);
    fs::create_hard_link(path("c.csv"), path("hard.json"));
    fs::create_symlink("c.csv", path("soft.json"));
  }

  static constexpr const char* cluster = "name,speed\na,3\nb,1\n";
  static constexpr const char* problem =
      R"({"nodes":{"intervals":[[0,1]],"costs":[[1]],"usages":[[1]]},"edges":{"nodes":[],"costs":[]}})";
};

TEST_F(OutputFilesTest, AreNoneThatIsRead) {
  const Words cells = {"solve", "cells", "--rows", "4", "--columns", "4", "--cluster", "c.csv"};
  for (const char* name : {"hard.json", "soft.json", "./soft.json"})
    expect_error(joined(cells, {"-o", name}), 2,
                 {std::string("--output ") + name + " is the file of --cluster, which would be lost; name another"});
  expect_error({"draw", "rectangles", "--rows", "4", "--columns", "4", "--cluster", "c.csv", "-o", "c.csv"}, 2,
               {"--output c.csv is the file of --cluster"});
  EXPECT_EQ(read("c.csv"), cluster);
  const Words shardings = {"solve", "shardings", "--problem", "p.json"};
  expect_error(joined(shardings, {"--certificate", "p.json"}), 2, {"--certificate p.json is the file of --problem"});
  expect_error({"solve", "shardings", "--problem", "p.json", "--certificate", "x.json", "-o", "./x.json"}, 2,
               {"name the same file"});
  EXPECT_EQ(read("p.json"), problem);
  succeed(joined(cells, {"-o", "a.json"}));
  succeed(joined(cells, {"-o", "a.json"}));
}

TEST_F(OutputFilesTest, OfSweepsAreNotTheSweepFile) {
  const std::string sweep = "family = rectangles\nprocessors = 3\nsamples = 2\n";
  write("s.ini", sweep);
  fs::create_symlink("s.ini", path("s.html"));
  expect_error({"show", "s.ini", "-o", "s.html"}, 2, {"--output s.html is the file of 's.ini'"});
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

TEST_F(OutputFilesTest, ThatCannotBeWrittenAreRefusedFirst) {
  // The problem is never read.
  expect_error({"solve", "shardings", "--problem", "none.json", "-o", "none/a.json"}, 1,
               {"none/a.json cannot be written: No such file or directory"});
}

TEST_F(OutputFilesTest, FoldersOfPlansReplaceWhatAKillLeft) {
  const Words plan = {"solve", "cells", "--rows", "4", "--columns", "4", "--weights", "3,1", "--per-rank", "plans"};
  fs::create_directory(path("plans.partial"));
  write("plans.partial/rank-7.json", "half of a p");
  EXPECT_EQ(call(plan).status, 0);
  EXPECT_FALSE(fs::exists(path("plans.partial")));
  EXPECT_FALSE(fs::exists(path("plans/rank-7.json")));
  EXPECT_TRUE(fs::exists(path("plans/rank-1.json")));
  fs::remove_all(path("plans"));
  fs::create_directory(path("plans.partial"));
  write("plans.partial/notes", "mine");
  expect_error(plan, 2, {"plans.partial, which is needed for a moment, is there already; move it away"});
  EXPECT_EQ(read("plans.partial/notes"), "mine");
}

}  // namespace
}  // namespace apportion::testing_support

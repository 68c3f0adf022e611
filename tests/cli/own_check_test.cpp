// apportion check FILE.ini: regression checks of a user's own sweep against the baseline beside it.
#include "tests/cli/program.hpp"
#include "tests/support/documentation.hpp"

namespace apportion::testing_support {
namespace {

namespace fs = std::filesystem;

const std::string checked_study =
    "family = rectangles\nalgorithms = XY2, TILE\nprocessors = 5\nlatency = 0, 100\nsamples = 3\nmetrics = total\n";

class OwnCheckTest : public ProgramTest {
 protected:
  [[nodiscard]] Outcome check(const Words& more = {}) const { return call(joined({"check", "own/s.ini"}, more)); }

  void accept(const std::string& text) const {
    fs::create_directories(path("own"));
    write("own/s.ini", text);
    const Outcome outcome = check({"--update"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(check().status, 0);
  }

  // A check of the changed file against the earlier baseline must report these lines.
  void expect_change(const std::string& text, const std::vector<std::string>& lines) const {
    write("own/s.ini", text);
    const Outcome outcome = check();
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    for (const std::string& line : lines) EXPECT_THAT(outcome.out, HasSubstr(line));
    EXPECT_EQ(check({"--update"}).status, 0);
    EXPECT_EQ(check().out.substr(0, 7), "1 grid,");
  }
};

TEST_F(OwnCheckTest, KeepsABaselineBesideTheSweep) {
  fs::create_directories(path("own"));
  write("own/s.ini", checked_study);
  expect_error({"check", "own/s.ini"}, 2, {"own/s.baseline.csv", "apportion check own/s.ini --update"});
  const Outcome update = check({"--update"});
  EXPECT_EQ(update.status, 0) << update.err;
  EXPECT_THAT(update.out, HasSubstr("1 grid, 12 numbers, 0 verdicts: 12 new\n"));
  EXPECT_THAT(read("own/s.baseline.csv"), StartsWith("# Accepted numbers of sweeps/s, seed 1, rectangles"));
  const Outcome green = check();
  EXPECT_EQ(green.status, 0);
  EXPECT_EQ(green.out, "1 grid, 12 numbers, 0 verdicts: all as accepted\n");
  // The folder has only the sweep and its baseline, and nothing of the project.
  EXPECT_EQ(std::distance(fs::directory_iterator(path("own")), {}), 2);
  EXPECT_FALSE(fs::exists(path("results")));
}

// Results missing because a program was too slow do not count as removed.
TEST_F(OwnCheckTest, AProgramThatGivesNoAnswerChangesNoBaseline) {
  fs::create_directories(path("own"));
  const std::string study =
      "family = rectangles\nalgorithms = XY2, mine\nprocessors = 2\nsamples = 2\nmetrics = total\n";
  write("own/s.ini", study + "[algorithm.mine]\ncommand = sleep 60\nlimit = 0.3\n");
  const Outcome outcome = check({"--update"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("the baseline of own/s.ini is left as it was: programs gave no answer"));
  EXPECT_FALSE(fs::exists(path("own/s.baseline.csv")));
}

TEST_F(OwnCheckTest, NamesWhatGotWorseAndHowToSeeIt) {
  accept(checked_study);
  std::string text = read("own/s.baseline.csv");
  const std::size_t row = text.find(",1,XY2,");  // sample 1 of the first point
  ASSERT_NE(row, std::string::npos);
  const std::size_t end = text.find('\n', row);
  const std::size_t value = text.rfind(',', end) + 1;  // the last metric is the total
  text.replace(value, end - value, "1000");
  write("own/s.baseline.csv", text);
  const Outcome outcome = check();
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out,
              AllOf(StartsWith("own/s.ini (sweeps/s)\n"), HasSubstr("  worse: XY2, total, revision 1: mean "),
                    HasSubstr(", sample 1: 1000 -> "), HasSubstr("other numbers at the same revision: XY2; raise it"),
                    HasSubstr("1 grid, 12 numbers, 0 verdicts: 1 worse\n")));
  // The command that it prints replays exactly that sample.
  const std::size_t start = outcome.out.find("apportion replay own/s.ini") + 10;
  const std::string command = outcome.out.substr(start, outcome.out.find('\n', start) - start);
  const Outcome replay = call({"-c", "exec " APPORTION_PROGRAM " " + command}, {.program = "bash"});
  EXPECT_EQ(replay.status, 0) << command << replay.err;
  EXPECT_THAT(replay.out, HasSubstr("sample 1"));
}

TEST_F(OwnCheckTest, SaysWhatCannotBeCompared) {
  accept(checked_study);
  expect_change(checked_study + "seed = 7\n", {"changed: the baseline is of sweeps/s, seed 1, rectangles, total only",
                                               "; this check is of sweeps/s, seed 7, "});
  expect_change(checked_study + "name = other\n",
                {"changed: the baseline is of sweeps/s, seed 7, rectangles, total only",
                 "; this check is of sweeps/other, seed 1, "});
  expect_change(
      "family = rectangles\nalgorithms = XY2, TILE\nprocessors = 5\nlatency = 0, 100\nsamples = 3\n"
      "metrics = total, acost\nname = other\n",
      {"changed: the baseline is of sweeps/other, seed 1, rectangles, total only", ", axes ",
       "no numbers are compared"});
}

TEST_F(OwnCheckTest, SaysWhatIsGoneAndWhatIsNew) {
  accept(checked_study);
  expect_change(
      "family = rectangles\nalgorithms = XY2, XY\nprocessors = 5\nlatency = 0, 100\nsamples = 3\n"
      "metrics = total\n",
      {"  lost: TILE, 6 numbers, first at", "  new: XY, 6 numbers, first at"});
  expect_change(
      "family = rectangles\nalgorithms = XY2, XY\nprocessors = 5\nlatency = 0\nsamples = 3\nmetrics = total\n",
      {"  lost: XY2, 3 numbers, first at", "latency=100"});
}

TEST_F(OwnCheckTest, WrongFilesGetOneLine) {
  accept(checked_study);
  write("own/s.baseline.csv", read("own/s.baseline.csv").substr(0, 300));
  expect_error({"check", "own/s.ini"}, 2, {"own/s.baseline.csv: line"});
  fs::remove(path("own/s.baseline.csv"));
}

TEST_F(OwnCheckTest, AnUpdateAcceptsWhatIsWorseOnlyWhenToldTo) {
  accept(checked_study);
  std::string text = read("own/s.baseline.csv");
  const std::size_t row = text.find(",1,XY2,");
  const std::size_t end = text.find('\n', row);
  const std::size_t value = text.rfind(',', end) + 1;
  text.replace(value, end - value, "1000");
  write("own/s.baseline.csv", text);
  const Outcome refused = check({"--update"});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("is left as it was: something is worse at the same revision; --accept-worse"));
  EXPECT_EQ(read("own/s.baseline.csv"), text);
  EXPECT_THAT(check({"--format", "github"}).out, HasSubstr("::error title=own/s.ini (sweeps/s)::worse: XY2, total"));
  EXPECT_THAT(check({"--format", "junit"}).out, AllOf(HasSubstr("<testsuites>"), HasSubstr("failures=\"1\"")));
  EXPECT_EQ(Json::parse(check({"--format", "json"}).out)["changes"][0]["change"], "worse");
  EXPECT_EQ(check({"--only", "worse"}).status, 1);
  EXPECT_EQ(check({"--update", "--accept-worse"}).status, 0);
  // An improvement does not fail a check for worse results.
  text = read("own/s.baseline.csv");
  text.replace(value, text.find('\n', value) - value, "1e9");
  write("own/s.baseline.csv", text);
  EXPECT_EQ(check().status, 1);
  const Outcome better = check({"--only", "worse"});
  EXPECT_EQ(better.status, 0);
  EXPECT_EQ(better.out, "1 grid, 12 numbers, 0 verdicts: nothing is worse\n");
  expect_error({"check", "own/s.ini", "--accept-worse"}, 2, {"--accept-worse belongs to --update"});
  expect_error({"check", "own/s.ini", "--tolerance", "200%"}, 2, {"--tolerance '200%' is no share"});
}

// The page shows the results of the example.
TEST_F(OwnCheckTest, ThePageShowsTheExample) {
  fs::create_directories(path("experiments/examples"));
  const std::string file = "experiments/examples/pairwise.ini";
  fs::copy_file(APPORTION_SOURCE_DIR "/" + file, path(file));
  succeed({"check", file, "--update"});
  const std::string baseline = "experiments/examples/pairwise.baseline.csv";
  std::string text = read(baseline);
  const std::size_t row = text.find(",100,3,XY2,");
  ASSERT_NE(row, std::string::npos) << text.substr(0, 500);
  const std::size_t end = text.find('\n', row);
  const std::size_t value = text.rfind(',', end) + 1;  // the last metric is the total
  text.replace(value, end - value, "5000");
  write(baseline, text);
  const Outcome outcome = call({"check", file});
  EXPECT_EQ(outcome.status, 1);
  std::vector<std::string> texts;
  for (const CodeBlock& block : code_blocks("docs/regression-checks.md")) texts.push_back(block.text);
  EXPECT_THAT(texts, ::testing::Contains(outcome.out));
}

}  // namespace
}  // namespace apportion::testing_support

// apportion forget: what it removes, what it says, and what stays.
#include "tests/cli/program.hpp"

namespace apportion::testing_support {
namespace {

class ForgetTest : public ProgramTest {
 protected:
  void SetUp() override {
    write("mine.ini", "family = rectangles\nalgorithms = XY2, TILE\nprocessors = 4, 5\nsamples = 5\n");
    succeed({"run", "kaddoura/table1", "--quiet", "--db", "a.sqlite"});
    before_ = digest();
    succeed({"run", "mine.ini", "--quiet", "--db", "a.sqlite"});
  }

  [[nodiscard]] std::string digest() const { return call({"digest", "a.sqlite"}).out; }
  [[nodiscard]] Outcome forget(std::vector<std::string> words) const {
    words.insert(words.begin(), "forget");
    words.insert(words.end(), {"--db", "a.sqlite"});
    return call(words);
  }

  std::string before_;
};

TEST_F(ForgetTest, ASweepIsGoneAsIfItHadNeverRun) {
  const std::string with_it = digest();
  ASSERT_NE(with_it, before_);
  const Outcome dry = forget({"sweeps/mine", "--dry-run"});
  EXPECT_EQ(dry.status, 0) << dry.err;
  EXPECT_THAT(dry.out, StartsWith("would be removed from a.sqlite:\n  sweeps/mine: 2 points, 4 units"));
  EXPECT_EQ(digest(), with_it);

  const Outcome outcome = forget({"sweeps/mine"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("removed from a.sqlite:\n  sweeps/mine: 2 points, 4 units"));
  EXPECT_EQ(digest(), before_);
  EXPECT_THAT(call({"status", "a.sqlite"}).out, Not(HasSubstr("sweeps/mine ")));

  succeed({"run", "mine.ini", "--quiet", "--db", "a.sqlite"});
  EXPECT_EQ(digest(), with_it);
}

TEST_F(ForgetTest, AFileNamesItsSweepAndTheBytesComeBack) {
  const auto bytes = [this] { return std::filesystem::file_size(path("a.sqlite")); };
  const auto small = bytes();
  succeed({"run", "mine.ini", "--samples", "20000", "--keep-samples", "--quiet", "--db", "a.sqlite"});
  ASSERT_GT(bytes(), small + 1'000'000);
  const Outcome outcome = forget({"mine.ini"});
  EXPECT_THAT(outcome.out, StartsWith("removed from a.sqlite:\n  sweeps/mine: 2 points, "));
  EXPECT_LT(bytes(), small + 10'000);
  EXPECT_EQ(digest(), before_);
}

TEST_F(ForgetTest, SeveralAtOnceAndEverything) {
  const Outcome outcome = forget({"sweeps/mine", "kaddoura/table1", "sweeps/mine"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("kaddoura/table1: "));
  EXPECT_THAT(call({"show", "kaddoura/table1", "--db", "a.sqlite"}).err, HasSubstr("needs results of kaddoura/table1"));
}

TEST_F(ForgetTest, APaperIsAllItsExperiments) {
  succeed({"run", "kaddoura/figure16", "--quiet", "--db", "a.sqlite"});
  const Outcome outcome = forget({"kaddoura", "kaddoura/table1"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("kaddoura/table1: "));
  EXPECT_THAT(outcome.out, HasSubstr("kaddoura/figure16: "));
  EXPECT_THAT(outcome.out, Not(HasSubstr("sweeps/mine")));
  succeed({"forget", "sweeps/mine", "--db", "a.sqlite"});
  expect_error({"forget", "kaddoura", "--db", "a.sqlite"}, 2, {"unknown experiment of the database 'kaddoura'"});
}

TEST_F(ForgetTest, RefusesWhatIsNotThere) {
  const std::string with_it = digest();
  expect_error({"forget", "sweeps/mime", "--db", "a.sqlite"}, 2,
               {"unknown experiment of the database 'sweeps/mime'; did you mean sweeps/mine?"});
  // All or nothing.
  expect_error({"forget", "sweeps/mine", "kaddoura/grid", "--db", "a.sqlite"}, 2, {"'kaddoura/grid'"});
  expect_error({"forget", "--db", "a.sqlite"}, 2, {"forget: name an experiment"});
  expect_error({"forget", "sweeps/mine", "--db", "none.sqlite"}, 1, {"no results database at none.sqlite"});
  EXPECT_EQ(digest(), with_it);
  EXPECT_FALSE(std::filesystem::exists(path("none.sqlite")));
}

}  // namespace
}  // namespace apportion::testing_support

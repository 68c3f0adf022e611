// Reference grids: changed algorithms in the check, and coverage of every algorithm by some grid.
#include "experiments/engine/reference.hpp"

#include <set>

#include "experiments/cli/changes.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/problem_family.hpp"
#include "results/database/published.hpp"
#include "tests/support/extensions.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/toy_study.hpp"

namespace apportion::engine {
namespace {

using apportion::testing_support::set_drift;
using apportion::testing_support::set_strength;
using apportion::testing_support::toy_experiment;
using apportion::testing_support::toy_study;

class ReferenceTest : public ::testing::Test {
 protected:
  void TearDown() override {
    set_drift(1);
    set_strength(1e9);
  }

  [[nodiscard]] ReferenceResult now(const ReferenceGrid& grid, const Experiment& experiment = toy_experiment()) {
    const std::filesystem::path file = folder_ / std::to_string(++runs_);
    return run_reference(grid, experiment, {}, {.threads = 1, .quiet = true}, file);
  }

  // The numbers as read back from their file.
  [[nodiscard]] ReferenceResult accepted(const ReferenceGrid& grid) {
    return {results::parse_baseline(results::to_text(now(grid).numbers)), {}};
  }

  [[nodiscard]] static std::string text(const ReferenceResult& accepted, const ReferenceResult& now,
                                        const ReferenceGrid& grid) {
    cli::ChangeReport report{.command = "check", .nothing = "all as accepted"};
    cli::add_findings({.grid = grid, .experiment = toy_experiment(), .accepted = accepted}, now,
                      results::usual_tolerance, report);
    return cli::rendered(report, cli::Arguments(cli::change_options(), {}));
  }

  const ReferenceGrid grid_{.name = "toy", .experiment = "toy/study", .request = {.samples = 3, .keep_samples = true}};
  testing_support::TemporaryFolder folder_;
  int runs_ = 0;
};

// 4 points, 3 samples, 4 algorithms and a pair.
TEST_F(ReferenceTest, UnchangedItIsAsAccepted) {
  EXPECT_EQ(text(accepted(grid_), now(grid_), grid_), ": all as accepted\n");
}

TEST_F(ReferenceTest, AWorsenedAlgorithmIsCalledOut) {
  const ReferenceResult before = accepted(grid_);
  set_drift(1.25);
  const std::string report = text(before, now(grid_), grid_);
  EXPECT_THAT(report, AllOf(HasSubstr("toy (toy/study)\n"), HasSubstr("  worse: drifting, value, revision 3: mean "),
                            HasSubstr("(+25 %), other at 4 of 4 points; worst at "),
                            HasSubstr("; differing: 12 of 12 samples\n"),
                            HasSubstr("  worse: drifting : doubling, quotient, revision 3 : 1: mean "),
                            HasSubstr("      apportion replay toy/study 'a=")));
  EXPECT_THAT(report, HasSubstr("other numbers at the same revision: drifting; raise it, or the study's"));
  EXPECT_THAT(report, HasSubstr(": 24 worse\n"));
  EXPECT_THAT(report,
              AllOf(Not(HasSubstr("revision: doubling")), Not(HasSubstr(", doubling")), Not(HasSubstr("noisy"))));
}

TEST_F(ReferenceTest, ABetterOneIsADifferenceToo) {
  const ReferenceResult before = accepted(grid_);
  set_drift(0.5);
  EXPECT_THAT(text(before, now(grid_), grid_), AllOf(HasSubstr("  better: drifting, value, revision 3: mean "),
                                                     HasSubstr("(-50 %)"), HasSubstr(": 24 better\n")));
}

// Makes one sample of the accepted numbers lower.
TEST_F(ReferenceTest, TheFirstSampleThatDiffersIsNamed) {
  ReferenceResult before = accepted(grid_);
  before.numbers.series.at({"a=2 b=10", "noisy", "", "value"}).samples[2].value /= 2;
  EXPECT_THAT(
      text(before, now(grid_), grid_),
      AllOf(HasSubstr("  worse: noisy, value, revision 1: mean "),
            HasSubstr(", other at 1 of 4 points; worst at a=2 b=10: "),
            HasSubstr("(+100 %); differing: 1 of 12 samples\n      apportion replay toy/study 'a=2 b=10' 2 --seed 1 "
                      "--algorithms noisy\n")));
}

TEST_F(ReferenceTest, ARaisedRevisionIsTold) {
  ReferenceResult before = accepted(grid_);
  for (auto& [key, series] : before.numbers.series)
    if (key.algorithm == "drifting") series.revision = 2;
  EXPECT_THAT(
      text(before, now(grid_), grid_),
      AllOf(HasSubstr("  changed: drifting, value, revision 2 -> 3: the same numbers\n"), Not(HasSubstr("raise"))));
  set_drift(2);
  EXPECT_THAT(text(before, now(grid_), grid_),
              AllOf(HasSubstr("  worse: drifting, value, revision 2 -> 3: mean "), Not(HasSubstr("raise"))));
}

TEST_F(ReferenceTest, LostAndNewNumbers) {
  ReferenceGrid fewer = grid_;
  fewer.request.algorithms = {"doubling", "noisy"};
  EXPECT_THAT(text(accepted(grid_), now(fewer), grid_),
              AllOf(HasSubstr("  lost: drifting, 12 numbers, first at a=1 b=0\n"),
                    HasSubstr("  lost: drifting : doubling"), HasSubstr(": 36 lost\n")));
  EXPECT_THAT(text(accepted(fewer), now(grid_), grid_),
              AllOf(HasSubstr("  new: fragile, 12 numbers, first at a=1 b=0\n"), HasSubstr(": 36 new\n")));
  EXPECT_THAT(text({}, now(grid_), grid_), HasSubstr(": 60 new\n"));
}

TEST_F(ReferenceTest, FailuresAreTold) {
  const ReferenceResult before = accepted(grid_);
  set_strength(0);
  EXPECT_THAT(text(before, now(grid_), grid_),
              AllOf(HasSubstr("  failed: fragile at a=1 b=0, sample 0: too much for it; and 3 more\n"),
                    HasSubstr("  lost: fragile, 12 numbers"), HasSubstr("12 lost, 1 failed\n")));
}

TEST_F(ReferenceTest, AStudyOfAnotherRevisionIsNotCompared) {
  Experiment study = testing_support::toy_study();
  study.revision = 2;
  EXPECT_THAT(
      text(accepted(grid_), now(grid_, completed(study)), grid_),
      AllOf(HasSubstr("  changed: the baseline is of toy/study, seed 1, revision 1, chunks of 4, axes a, b; this "
                      "check is of toy/study, seed 1, revision 2, chunks of 4, axes a, b: no numbers are"),
            HasSubstr(": 1 changed\n")));
}

TEST_F(ReferenceTest, WhatMayDifferBetweenMachinesIsLeftOut) {
  ReferenceGrid grid = grid_;
  grid.uncompared = {{"drifting", {"value", "quotient"}}};
  EXPECT_EQ(now(grid).numbers.series.size(), 4U * 3);
}

// From the study to the output of the check, through the exhibit that has the paper's
// denial.
TEST_F(ReferenceTest, ADeniedStatementThatHoldsIsWorse) {
  const Catalogue& catalogue = Catalogue::instance();
  const ReferenceGrid grid{.name = "denied",
                           .experiment = "niculescu/statements",
                           .request = {.algorithms = {"composition-homogeneous", "identity", "identity-of-few"},
                                       .axes = {{"length", "4"}, {"side", "3"}, {"mapping", "3"}},
                                       .keep_samples = true}};
  ReferenceResult result = run_reference(grid, catalogue.experiments_named(grid.experiment).front(),
                                         catalogue.exhibits_named("niculescu/statements"),
                                         {.threads = 1, .quiet = true}, folder_ / "denied");
  const auto turned = [](std::string& verdict) { verdict = verdict == "holds" ? "fails" : "holds"; };
  const ReferenceResult before{result.numbers, result.verdicts};
  for (results::Verdict& verdict : result.verdicts) turned(verdict.verdict);
  EXPECT_THAT(text(before, result, grid),
              AllOf(HasSubstr("worse: verdict of niculescu/statements at statement=composition-homogeneous: fails -> "
                              "holds"),
                    HasSubstr("better: verdict of niculescu/statements at statement=identity: fails -> holds"),
                    HasSubstr("worse: verdict of niculescu/statements at statement=identity-of-few: holds -> fails")));
}

// Answers of libraries change with their versions, and are missing where these are not installed.
bool is_of_a_library(const std::string& column) {
  const std::string name = split_bracketed(column).name;
  return std::ranges::any_of(problems::all_algorithms(), [&name](const problems::AlgorithmInfo& algorithm) {
    return algorithm.name == name && !algorithm.library.empty();
  });
}

TEST(References, EveryAlgorithmIsMet) {
  std::map<std::vector<std::string> (*)(), std::set<std::string>> met;
  std::map<std::string, std::set<std::string>> own;  // by experiment, for studies without registered algorithms
  for (const Experiment& experiment : Catalogue::instance().experiments())
    if (experiment.solvers.registered != nullptr)
      met[experiment.solvers.registered];
    else
      own[experiment.name] = {experiment.algorithms.begin(), experiment.algorithms.end()};
  for (const ReferenceGrid& grid : Catalogue::instance().references()) {
    SCOPED_TRACE(grid.name);
    const std::vector<Experiment> found = Catalogue::instance().experiments_named(grid.experiment);
    ASSERT_EQ(found.size(), 1U);
    if (!grid.request.keep_samples) continue;
    const Experiment& experiment = found.front();
    const Experiment narrow = narrowed(experiment, grid.request);
    EXPECT_LE(narrow.samples, 20);
    for (const Column& column : narrow.columns(narrow.algorithms).all) {
      if (experiment.solvers.registered != nullptr) met[experiment.solvers.registered].insert(column.record.name);
      own[experiment.name].erase(column.record.name);
    }
  }
  for (auto& [experiment, names] : own) {
    std::erase_if(names, [](const std::string& name) { return name.starts_with("zoltan-"); });  // a library
    EXPECT_THAT(names, ::testing::IsEmpty()) << experiment;
  }
  for (const auto& [registered, names] : met)
    for (const std::string& name : registered == nullptr ? std::vector<std::string>{} : registered())
      EXPECT_TRUE(names.contains(name) || is_of_a_library(name)) << name;
}

TEST(References, EveryExperimentThatIsNotTimedHasOne) {
  std::set<std::string> experiments;
  std::set<std::string> names;
  for (const ReferenceGrid& grid : Catalogue::instance().references()) {
    if (grid.request.keep_samples) experiments.insert(grid.experiment);
    EXPECT_TRUE(names.insert(grid.name).second) << grid.name;
  }
  for (const Experiment& experiment : Catalogue::instance().experiments())
    EXPECT_EQ(experiments.contains(experiment.name), !experiment.timed) << experiment.name;
}

// A baseline without a grid would be compared with nothing.
TEST(References, EveryBaselineIsOfAGrid) {
  std::set<std::string> wanted;
  for (const ReferenceGrid& grid : Catalogue::instance().references()) {
    if (grid.request.keep_samples) wanted.insert(grid.name + ".csv");
    if (!grid.verdicts.empty()) wanted.insert(grid.name + ".verdicts.csv");
  }
  std::vector<std::filesystem::path> folders{APPORTION_SOURCE_DIR "/results/baselines"};
  for (const std::filesystem::path& extension : testing_support::extension_folders())
    if (std::filesystem::exists(extension / "baselines")) folders.push_back(extension / "baselines");
  std::multiset<std::string> found;
  for (const std::filesystem::path& folder : folders)
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == ".csv") found.insert(entry.path().filename().string());
  EXPECT_THAT(found, ::testing::ElementsAreArray(wanted));
}

// All exhibits with verdicts, except those of timed experiments and those that need thousands of samples.
TEST(References, EveryVerdictIsKept) {
  std::set<std::string> judged;
  for (const ReferenceGrid& grid : Catalogue::instance().references())
    judged.insert(grid.verdicts.begin(), grid.verdicts.end());
  std::set<std::string> published;
  for (const results::PublishedNumber& number : results::published_numbers()) published.insert(number.exhibit);
  // Times are not checked, and the claims judge the single printed number of Figure 3 (a).
  published.erase("kaddoura/table8");
  ASSERT_EQ(published.erase("kalinov/figure3a"), 1U);
  published.insert("kalinov/claims");
  // The contest's graphs are not in the repository; who has them judges by a sweep.
  published.erase("frontier/sharding-contest");
  // Both curves' numbers are judged beside their thresholds.
  for (const std::string name : {"chatterjee/adi", "chatterjee/two-zone"})
    if (published.erase(name) == 1) published.insert(name + "-threshold");
  EXPECT_THAT(judged, ::testing::IsSupersetOf(published));
}

}  // namespace
}  // namespace apportion::engine

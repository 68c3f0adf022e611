// The claims get a verdict where the whole of what they speak of was run, and no verdict elsewhere.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/runner.hpp"
#include "experiments/engine/timing.hpp"
#include "experiments/kaddoura/lemmas.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion::kaddoura {
namespace {

/// What the exhibit says of one claim at one latency.
struct Answer {
  std::string verdict;  // "": no verdict
  std::string points;
};

class KaddouraClaims : public testing::Test {
 protected:
  void run(const engine::RunRequest& request, const std::string& experiment = "kaddoura/grid") const {
    results::Store store(file_);
    store.begin_run({});
    const auto experiments = engine::Catalogue::instance().experiments_named(experiment);
    const engine::Experiment narrow = engine::narrowed(experiments.front(), request);
    const engine::RunSettings settings{.progress = engine::ProgressStyle::silent};
    const engine::RunReport report = narrow.timed ? engine::time_experiment(narrow, request, settings, store)
                                                  : engine::run(narrow, request, settings, store);
    ASSERT_EQ(report.failed, 0);
    store.finish_run("finished");
  }

  [[nodiscard]] std::map<std::string, Answer> answers() const {
    const results::Exhibit entry = engine::Catalogue::instance().exhibits_named("kaddoura/claims").front();
    const results::Rows rows =
        results::Reader(file_).query(entry.sql, {{"seed", std::int64_t{1}}, {"sampling", std::string("max-set")}});
    std::map<std::string, Answer> answers;
    for (const auto& row : rows.rows) {
      const auto* const verdict = std::get_if<std::string>(&row.at(2));
      answers[std::get<std::string>(row.at(0)) + ", " + std::get<std::string>(row.at(1))] = {
          verdict == nullptr ? "" : *verdict, std::get<std::string>(row.at(4))};
    }
    return answers;
  }

 private:
  testing_support::TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "claims.sqlite";
};

TEST_F(KaddouraClaims, HaveNoVerdictAtEqualSpeedsAlone) {
  run({.axes = {{"ratio", "1"}}});
  const auto all = answers();
  // Everything but the times and the checked statements, which are of other experiments, and growths, which are over
  // all ratios.
  EXPECT_EQ(all.size(), 73U);
  for (const auto& [claim, answer] : all) EXPECT_EQ(answer.verdict, "") << claim;
  EXPECT_EQ(all.at("17. XY2 has the least cost, latency 0").points, "36 of 36; 144 not run");
}

// The arrays that are longer than there are processors are a part of the grid that two claims need nothing beyond.
TEST_F(KaddouraClaims, AreJudgedWhereAllTheirPointsWereRun) {
  run({.axes = {{"columns", "5000,10000,20000"}, {"processors", "4,5,7,10,15"}, {"latency", "0,1000"}}});
  for (const auto& [claim, answer] : answers()) {
    const bool complete = claim.find("where the aspect ratio is above p") != std::string::npos;
    EXPECT_EQ(answer.verdict.empty(), !complete) << claim << ": " << answer.verdict;
  }
  const auto all = answers();
  EXPECT_EQ(all.at("7. XY2 equals RecursiveBisection2 where the aspect ratio is above p, latency 0").verdict,
            "reproduced");
  EXPECT_EQ(all.at("8. TILE equals RecursiveBisection2 where the aspect ratio is above p, latency 0").points,
            "45 of 45");
  EXPECT_EQ(
      all.at("24. where the aspect ratio is above p, the best decomposition is along one dimension, latency 0").points,
      "44 of 45");
}

// Every check of a statement is a claim of its own, at no latency; what is not said in the paper is not a claim.
TEST_F(KaddouraClaims, HaveARowForEveryCheckedStatement) {
  run({.axes = {{"parts", "4"}, {"weight", "2"}, {"side", "3"}, {"cells", "3"}, {"draws", "20"}}}, "kaddoura/lemmas");
  const auto all = answers();
  std::size_t said = 0;
  for (const Lemma& statement : lemmas())
    said += statement.said == engine::Said::beyond || !statement.amends.empty() ? 0 : 1;
  EXPECT_EQ(all.size(), said);
  const auto verdict = [&](std::string_view beginning) {
    for (const auto& [claim, answer] : all)
      if (claim.find(beginning) != std::string::npos && claim.ends_with(", latency aside")) return answer.verdict;
    return std::string("no such row");
  };
  EXPECT_EQ(verdict("Section 4, Lemma 1: "), "reproduced");
  EXPECT_EQ(verdict("Section 4, Lemma 4: "), "not reproduced");
  EXPECT_EQ(verdict("Section 4, Lemma 4 (amended by us): "), "reproduced");
  EXPECT_EQ(verdict("Section 5: not always: all rearrangements"), "reproduced");
}

// The paper speaks of times, not of ratios to another algorithm's: bisections, too, are judged by their own.
TEST_F(KaddouraClaims, JudgeTimesOfEveryAlgorithm) {
  run({.axes = {{"processors", "4"}}}, "kaddoura/table8");
  const auto all = answers();
  EXPECT_EQ(all.at("43. with latency RecursiveBisection2 takes more time, latency 100").points.substr(1),
            " of 1; 5 not run");
  EXPECT_EQ(all.at("44. with latency RecursiveBisection3 takes more time, latency 100").verdict, "");
}

}  // namespace
}  // namespace apportion::kaddoura

// The claims get a verdict where the whole of what they speak of was run, and none elsewhere.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/runner.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion::kaddoura {
namespace {

/// What the exhibit says of one claim at one latency.
struct Answer {
  std::string verdict;  // "": none
  std::string points;
};

class KaddouraClaims : public testing::Test {
 protected:
  void run(const engine::RunRequest& request) const {
    results::Store store(file_);
    store.begin_run({});
    const auto experiments = engine::Catalogue::instance().experiments_named("kaddoura/grid");
    const engine::RunReport report = engine::run(engine::narrowed(experiments.front(), request), request,
                                                 {.progress = engine::ProgressStyle::silent}, store);
    ASSERT_EQ(report.failed, 0);
    store.finish_run("finished");
  }

  [[nodiscard]] std::map<std::string, Answer> answers() const {
    const engine::CatalogueExhibit entry = engine::Catalogue::instance().exhibits_named("kaddoura/claims").front();
    const results::Rows rows = results::Reader(file_).query(
        entry.exhibit.sql, {{"seed", std::int64_t{1}}, {"sampling", std::string("max-set")}});
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
  // Everything but the times, which another experiment measures.
  EXPECT_EQ(all.size(), 49U);
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
}

}  // namespace
}  // namespace apportion::kaddoura

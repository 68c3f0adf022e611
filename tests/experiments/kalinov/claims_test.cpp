// The claims of Kalinov & Klimov get a verdict where the whole of what they speak of was run, and no verdict elsewhere.
#include <filesystem>
#include <map>
#include <string>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/runner.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion::kalinov {
namespace {

class KalinovClaims : public testing::Test {
 protected:
  void run(const std::string& experiment, const engine::RunRequest& request) const {
    results::Store store(file_);
    store.begin_run({});
    const engine::Experiment found = engine::Catalogue::instance().experiments_named(experiment).front();
    const engine::RunReport report =
        engine::run(engine::narrowed(found, request), request, {.progress = engine::ProgressStyle::silent}, store);
    ASSERT_EQ(report.failed, 0);
    store.finish_run("finished");
  }

  /// The cells of an exhibit's rows as texts, by the text of the first cell without its number.
  [[nodiscard]] std::map<std::string, std::vector<std::string>> claims() const {
    const results::Exhibit entry = engine::Catalogue::instance().exhibits_named("kalinov/claims").front();
    std::map<std::string, std::vector<std::string>> all;
    for (const auto& row : results::Reader(file_).query(entry.sql, {{"seed", std::int64_t{1}}}).rows) {
      std::vector<std::string> texts;
      for (const auto& cell : row) {
        const auto* const text = std::get_if<std::string>(&cell);
        texts.push_back(text == nullptr ? "" : *text);
      }
      all[texts.front().substr(texts.front().find(". ") + 2)] = texts;
    }
    return all;
  }

  [[nodiscard]] results::Rows exhibit(const std::string& name) const {
    const results::Exhibit entry = engine::Catalogue::instance().exhibits_named(name).front();
    return results::Reader(file_).query(entry.sql, {{"seed", std::int64_t{1}}});
  }

 private:
  testing_support::TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "claims.sqlite";
};

TEST_F(KalinovClaims, AStatementIsJudgedByItsCases) {
  run("kalinov/statements", {});
  const auto all = claims();
  EXPECT_EQ(all.size(), 24U);
  const auto& sufficient = all.at("where the pressures of all slices are equal the time is the least one (2x2)");
  EXPECT_EQ(sufficient[1], "any");
  EXPECT_EQ(sufficient[2], "not reproduced");
  EXPECT_THAT(sufficient[3], HasSubstr("; smallest: 1, 1, 1, 2"));
  EXPECT_EQ(all.at("at the least time the pressures of all slices are equal (2x2)")[2], "reproduced");
  EXPECT_EQ(all.at("the formula of NAT fills the grid column by column")[2], "not reproduced");
  // What usually happens is judged by how often it does.
  const auto& tendency = all.at("a true grid of unequal processes leaves the load unbalanced (2x2)");
  EXPECT_EQ(tendency[2], "mostly reproduced");
  EXPECT_EQ(tendency[4], "288 of 322");
}

TEST_F(KalinovClaims, BoundsOfOnesOwnAreNoEvidence) {
  run("kalinov/statements", {.axes = {{"edge", "3"}, {"performance", "4"}}});
  EXPECT_TRUE(claims().empty());
}

TEST_F(KalinovClaims, TheGreatestRatioDependsOnWhereTheLevelsEnd) {
  run("kalinov/levels", {.samples = 4000, .axes = {{"level", "16,24"}}});
  const std::string text = "2x2: no level beyond 16 (18, 20, 24) has a greater ratio";
  EXPECT_EQ(claims().at(text)[2], "");
  EXPECT_THAT(claims().at(text)[4], HasSubstr("2 not run"));
  run("kalinov/levels", {.samples = 4000});
  EXPECT_EQ(claims().at(text)[2], "cannot be judged");
  EXPECT_THAT(claims().at(text)[4], HasSubstr(" of 3"));
  EXPECT_EQ(claims().at(text)[5], "reconstructed");
}

TEST_F(KalinovClaims, MappingsAreJudgedOnShiftedNetworks) {
  const std::string text = "NAT1 is better than NAT where heterogeneity is shifted to weak processes";
  run("kalinov/mappings", {.samples = 20, .axes = {{"shift", "none,weak"}, {"level", "2,8"}}});
  EXPECT_EQ(claims().at(text)[2], "");
  run("kalinov/mappings", {.samples = 100});
  const auto all = claims();
  EXPECT_EQ(all.at(text)[1], "shifted");
  EXPECT_EQ(all.at(text)[2], "not judged, needs 200 samples");
  EXPECT_EQ(all.at(text).back(), "reproduced");
  EXPECT_THAT(all.at("NAT2 is better than NAT where heterogeneity is shifted to powerful processes")[4],
              HasSubstr(" of 12"));
}

// Points of Figures 3 and 5; more than half of them decide.
TEST_F(KalinovClaims, TheConclusionsSpeakOfAllPointsOfTheirFigures) {
  const std::string general = "in general the proposed decomposition is better than Beaumont's (points of Figure 3)";
  run("kalinov/figure3a", {.samples = 10});
  EXPECT_EQ(claims().at(general)[2], "");
  run("kalinov/figure3b", {.samples = 10});
  EXPECT_NE(claims().at(general)[2], "");
  EXPECT_THAT(claims().at(general)[3], HasSubstr("of 96 points"));
  run("kalinov/figure5", {.samples = 10});
  const std::vector<std::string> close =
      claims().at("3-D: in most cases the proposed decomposition is close to ideal (points of Figure 5 (a))");
  EXPECT_EQ(close[2], "not judged, needs 100 samples");
  EXPECT_EQ(close.back(), "not reproduced");
  EXPECT_THAT(close[3], HasSubstr("of 40 points"));
}

// The parts are counted element by element, the order is that of the description.
TEST_F(KalinovClaims, FiguresOneAndTwoAgreeWithTheText) {
  run("kalinov/figure1", {});
  run("kalinov/figure2", {});
  const results::Rows parts = exhibit("kalinov/figure1");
  const results::Rows cells = exhibit("kalinov/figure2");
  EXPECT_EQ(parts.rows.size(), 12U);
  EXPECT_EQ(cells.rows.size(), 27U);
  for (const results::Rows& rows : {parts, cells})
    for (const auto& row : rows.rows)
      EXPECT_EQ(std::get<std::string>(row.back()), "exact") << ::testing::PrintToString(row);
}

}  // namespace
}  // namespace apportion::kalinov

// Kalinov & Klimov: verdicts on the claims, if all of their points were run, and statements.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "experiments/engine/catalogue.hpp"
#include "experiments/kalinov/statements.hpp"
#include "experiments/sweeps/sentences.hpp"
#include "results/database/reader.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/run_into.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion::kalinov {
namespace {

class KalinovClaims : public testing::Test {
 protected:
  void run(const std::string& experiment, const engine::RunRequest& request) const {
    testing_support::run_into(file_, experiment, request);
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
  // A claim about what usually happens is judged by its frequency.
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

// Points of Figures 3 and 5; a majority of them decides.
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

// The parts are counted element by element, in the order of the description.
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

// The checks of the paper's statements: the known ones hold; the others fail in cases that can be verified by
// hand.

CheckedCases check(const Statement& statement) {
  RandomStream stream(0, "statements");
  return statement({.edge = 3, .performance = 5}, stream);
}

using Sizes = std::vector<std::int64_t>;

TEST(KalinovStatements, AreKnownToHoldOrTheirSmallestCounterexampleIs) {
  const std::map<std::string, Sizes> counterexamples = {
      {"imbalance", {1, 1, 2, 2}},  // the columns 1, 2 twice: balanced
      {"nat-formula", {2, 2}},      // l-2 takes rho_1 from the second column once instead of twice
      {"nat-underloads", {3, 3}},
      {"nat1-for-weak", {3, 3, 3}},
      {"nat2-for-powerful", {3, 3}},
      {"equal-pressures-sufficient", {1, 1, 1, 2}},  // 9/8 of the least time where both shares are a half
      {"shift-measures", {1, 1, 1, 2}}};
  const std::vector<Statement> all = statements();
  EXPECT_EQ(all.size(), 24U);
  const std::vector<engine::CheckedStatement> said = sweeps::statements_said("kalinov");
  for (const Statement& entry : all) {
    const CheckedCases checked = check(entry);
    EXPECT_GT(checked.cases, 0) << entry.name;
    const auto known = counterexamples.find(entry.name);
    EXPECT_EQ(checked.counterexample, known == counterexamples.end() ? Sizes{} : known->second) << entry.name;
    EXPECT_EQ(checked.failures > 0, known != counterexamples.end()) << entry.name;
    const auto of_entry = std::ranges::find(said, entry.name, &engine::CheckedStatement::name);
    EXPECT_FALSE(of_entry->said == engine::Said::amended && checked.failures > 0) << entry.name;
  }
}

TEST(KalinovStatements, AreInTheOrderOfTheList) {
  const std::vector<Statement> all = statements();
  std::size_t place = 0;
  for (const engine::CheckedStatement& said : sweeps::statements_said("kalinov"))
    EXPECT_EQ(all.at(place++).name, said.name);
}

TEST(Grids, AreVisitedOnceEach) {
  std::set<std::string> seen;
  int visits = 0;
  for_each_grid(3, 3, [&](const ProcessGrid& grid) {
    EXPECT_NO_THROW(require_sorted_edges(grid));
    seen.insert(spelled(grid));
    ++visits;
  });
  EXPECT_EQ(visits, 3 + 6 + 10);
  EXPECT_EQ(seen.size(), 19U);
}

TEST(NetworksOfFour, AreVisitedOnceEach) {
  std::set<Sizes> seen;
  int visits = 0;
  for_each_network_of_four(4, [&](const Sizes& performances) {
    seen.insert(performances);
    ++visits;
  });
  EXPECT_EQ(visits, 35);  // multisets of 4 of 4
  EXPECT_EQ(seen.size(), 35U);
}

void for_each_case(const std::function<void(const FourPerformances&)>& visit) {
  for_each_network_of_four(6, [&visit](const std::vector<std::int64_t>& whole) {
    const std::vector<double> p(whole.begin(), whole.end());
    visit({p[0], p[1], p[2], p[3]});
    visit({p[3], p[0], p[2], p[1]});  // not a mapping of the paper
  });
}

double least_by_search(const FourPerformances& performances) {
  constexpr int steps = 60;
  double least = time_of(performances, {0.5, 0.5});
  for (int i = 1; i < steps; ++i)
    for (int j = 1; j < steps; ++j)
      least = std::min(least, time_of(performances, {static_cast<double>(i) / steps, static_cast<double>(j) / steps}));
  return least;
}

TEST(EqualPressures, AreEqualAllAlongTheCurve) {
  for_each_case([](const FourPerformances& performances) {
    for (const double position : {0.0, 0.2, 0.5, 0.9, 1.0})
      EXPECT_LT(pressure_gap(performances, equal_pressures(performances, position)), 1e-12) << position;
  });
}

TEST(EqualPressures, HaveTheLeastTimeAtAnEnd) {
  for_each_case([](const FourPerformances& performances) {
    const double least = time_of(performances, fastest_shares(performances));
    EXPECT_LE(least, least_by_search(performances) * (1 + 1e-12));
    const double at_ends = std::min(time_of(performances, equal_pressures(performances, 0)),
                                    time_of(performances, equal_pressures(performances, 1)));
    EXPECT_NEAR(at_ends, least, 1e-12 * least);
  });
}

// By hand: 1 over 1 + u + v + uv with uv = 1/12, u from 1/10 to 11/12. At u = v = sqrt(1/12) it is greatest.
TEST(EqualPressures, CanHaveAnInteriorMaximum) {
  const FourPerformances performances = {1, 10, 11, 12};
  const double least = time_of(performances, fastest_shares(performances));
  EXPECT_NEAR(least, 1 / 12.0 / (1 + 11 / 12.0 + 1 / 11.0 + 1 / 12.0), 1e-15);
  double greatest = 0;
  for (int step = 0; step <= 1000; ++step)
    greatest = std::max(greatest, time_of(performances, equal_pressures(performances, step / 1000.0)));
  EXPECT_NEAR(greatest / least, 1.2590, 1e-4);
  EXPECT_GT(greatest, 1.07 * time_of(performances, equal_pressures(performances, 0)));
  EXPECT_GT(greatest, 1.25 * time_of(performances, equal_pressures(performances, 1)));
}

TEST(PressureGap, IsThatOfTheSlices) {
  // Times 1/4, 1/4, 1/4 and 1/8; every slice has one of 1/4.
  EXPECT_EQ(pressure_gap({1, 1, 1, 2}, {0.5, 0.5}), 0);
  // Slice 1 of dimension 0 has 1/8 and 1/16 only.
  EXPECT_EQ(pressure_gap({1, 2, 1, 4}, {0.5, 0.5}), 0.5);
}

}  // namespace
}  // namespace apportion::kalinov

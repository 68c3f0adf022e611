// Kaddoura et al.: lemmas, and hierarchies of machines.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "base/error.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/kaddoura/lemmas.hpp"
#include "experiments/sweeps/sentences.hpp"
#include "results/database/reader.hpp"
#include "sim/rectangles/costs.hpp"
#include "sim/rectangles/partition_number.hpp"
#include "tests/support/run_into.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion::kaddoura {
namespace {

constexpr LemmaBounds small{.parts = 4, .weight = 2, .side = 3, .cells = 3, .draws = 30};

engine::CheckedCases check(const Lemma& lemma) {
  RandomStream stream(1, "lemmas " + lemma.name);
  return lemma(small, stream);
}

std::vector<engine::CheckedStatement> said() { return sweeps::statements_said("kaddoura"); }

bool is_said_to_hold_mostly(const Lemma& lemma) {
  const std::vector<engine::CheckedStatement> all = said();
  return std::ranges::find(all, lemma.name, &engine::CheckedStatement::name)->reach == engine::Reach::mostly;
}

TEST(Lemmas, AreKnownToHoldOrTheirSmallestCounterexampleIs) {
  const std::map<std::string, std::vector<std::int64_t>> counterexamples = {
      {"figure7-text", {1, 1, 1, 1, 1, 1}},  // 1 + 2 * 3/4, not 1 + 3 * 3/4
      {"figure8-rest", {1, 1, 2, 1, 1, 1}},  // 0.6 x 1 for three equal parts: 1.2 in strips, 1.27 drawn
      {"bcost-perimeter", {1, 1, 1}},        // one part: both are 0
      {"rotation", {1, 1, 1, 1}},            // on a square both cost the same
      {"lemma4", {1, 1, 1}},                 // one part: 0, not 1
      {"boundary-edges", {1, 2, 2}},         // a cut from side to side is an edge between boundary vertices
      {"same-edges", {4, 2}},                // dividers that coincide or not
      {"figure12-caption", {27, 28}}};
  std::set<std::string> seen;
  for (const Lemma& lemma : lemmas()) {
    if (is_said_to_hold_mostly(lemma) && lemma.name != "bcost-perimeter") continue;
    if (lemma.name.starts_with("windmill-")) continue;
    const engine::CheckedCases cases = check(lemma);
    EXPECT_GT(cases.cases, 0) << lemma.name;
    const auto known = counterexamples.find(lemma.name);
    if (known != counterexamples.end()) seen.insert(lemma.name);
    EXPECT_EQ(cases.counterexample, known == counterexamples.end() ? std::vector<std::int64_t>{} : known->second)
        << lemma.name;
    EXPECT_EQ(cases.failures > 0, known != counterexamples.end()) << lemma.name;
  }
  EXPECT_EQ(seen.size(), counterexamples.size());
}

TEST(Lemmas, ThatSayMostlyDoOrDoNot) {
  const std::set<std::string> not_even_mostly = {"bcost-perimeter", "bcost-tilings", "bcost-columns", "bcost-chosen",
                                                 "close-edges-of-many"};
  for (const Lemma& lemma : lemmas()) {
    if (!is_said_to_hold_mostly(lemma)) continue;
    const engine::CheckedCases cases = check(lemma);
    EXPECT_EQ(2 * cases.failures < cases.cases, !not_even_mostly.contains(lemma.name)) << lemma.name;
  }
}

// A decomposition without a cut from side to side can be better than every XY decomposition.
TEST(Lemmas, WindmillsAreWorseIfEqualAndNotOtherwise) {
  const std::vector<Lemma> all = lemmas();
  const auto named = [&](std::string_view name) { return *std::ranges::find(all, name, &Lemma::name); };
  EXPECT_EQ(check(named("windmill-much")).cases, 18);
  EXPECT_GT(check(named("windmill-much")).failures, 0);
  RandomStream stream(1, "windmill");
  const engine::CheckedCases unequal = named("windmill-unequal")({.side = 4}, stream);
  EXPECT_EQ(unequal.counterexample, (std::vector<std::int64_t>{1, 1, 4, 4, 1}));
}

TEST(Lemmas, CountDecompositions) {
  const std::map<std::string, std::int64_t> counts = {
      {"two-ways", 4}, {"three-ways", 36}, {"four-ways", 528}, {"drawn-four", 192}, {"figure8-is-new", 336}};
  for (const Lemma& lemma : lemmas())
    if (counts.contains(lemma.name)) {
      EXPECT_EQ(check(lemma).cases, counts.at(lemma.name)) << lemma.name;
    }
}

TEST(Lemmas, HaveNamesAndPositionsOfTheirOwn) {
  std::map<std::int64_t, std::string> positions;
  std::set<std::string> claims;
  for (const engine::Claim& claim : engine::statement_claims(said(), {.checks = "checks"}))
    EXPECT_TRUE(claims.insert(claim.text).second) << claim.text;
  for (const engine::CheckedStatement& statement : said()) {
    EXPECT_TRUE(positions.emplace(statement.position, statement.name).second) << statement.name;
    EXPECT_LT(static_cast<std::size_t>(std::ranges::count(statement.sizes, ' ')), engine::most_case_sizes)
        << statement.name;
  }
}

// Schroeder's numbers of slicing decompositions, 1, 2, 6, 22 and 90, times the p! orders of the parts.
TEST(Layouts, SlicingIsComplete) {
  const std::vector<std::int64_t> known = {1, 4, 36, 528, 10800};
  const Weights weights = {1, 1.7, 2.9, 4.1, 8.3};
  for (std::size_t p = 1; p <= weights.size(); ++p) {
    SCOPED_TRACE(p);
    std::int64_t count = 0;
    const Weights first(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(p));
    for_each_slicing({2, 3}, first, [&](const Decomposition& each) {
      ++count;
      double area = 0;
      for (std::size_t k = 0; k < p; ++k) {
        SCOPED_TRACE(k);
        area += each.parts[k].area();
        EXPECT_NEAR(each.parts[k].area() * first.front(), each.parts.front().area() * first[k], 1e-9);
      }
      EXPECT_NEAR(area, 6, 1e-9);
    });
    EXPECT_EQ(count, known[p - 1]) << p;
  }
}

// The numbers of divisions of n x n cells into rectangles (OEIS A182275).
TEST(Layouts, TilingIsComplete) {
  const std::vector<std::int64_t> known = {1, 8, 322, 70878};
  for (std::size_t side = 1; side <= known.size(); ++side) {
    SCOPED_TRACE(side);
    std::int64_t count = 0;
    for_each_tiling(side, side, [&](const Decomposition& each) {
      ++count;
      if (side < 4) {
        double area = 0;
        for (const Rect& part : each.parts) area += part.area();
        EXPECT_EQ(area, each.extent.area());
      }
    });
    EXPECT_EQ(count, known[side - 1]);
  }
}

TEST(Layouts, CountsAreAllThereAre) {
  for (std::size_t p = 1; p <= 10; ++p) {
    SCOPED_TRACE(p);
    std::set<Counts> compositions;
    std::set<Counts> partitions;
    for_each_composition(p, [&](const Counts& counts) { compositions.insert(counts); });
    for_each_partition(p, [&](const Counts& counts) { partitions.insert(counts); });
    EXPECT_EQ(compositions.size(), std::size_t{1} << (p - 1));
    EXPECT_EQ(partitions.size(), partition_number(p));
  }
}

// The formulas of the checks against the geometry.
TEST(Layouts, ColumnsCostAndHaveTheEdgesThatTheirGeometryHas) {
  for (const Weights& weights : {Weights{3, 2, 2, 1, 1, 1}, Weights{1, 1, 1, 1, 1, 1}, Weights{1, 5, 2, 4, 3, 6}})
    for_each_composition(weights.size(), [&](const Counts& counts) {
      const Decomposition made = in_columns({2, 5}, weights, counts);
      const ColumnsCost cost = columns_cost(weights, counts);
      double whole = 0;
      for (const double weight : weights) whole += weight;
      EXPECT_NEAR(acost(made), (2 * cost.along + 5 * cost.across) / whole, 1e-9);
      EXPECT_EQ(internal_edges(made), edges_in_columns(weights, counts));
      EXPECT_NEAR(acost(in_rows({2, 5}, weights, counts)), (5 * cost.along + 2 * cost.across) / whole, 1e-9);
    });
}

class KaddouraLevels : public testing::Test {
 protected:
  void run(const std::string& name, const engine::RunRequest& request) const {
    testing_support::run_into(file_, name, request);
  }

  [[nodiscard]] double number(const std::string& sql) const {
    const results::Rows rows = results::Reader(file_).query(sql, {});
    const results::Value& value = rows.rows.at(0).at(0);
    const auto* const whole = std::get_if<std::int64_t>(&value);
    return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
  }

  [[nodiscard]] results::Rows shown(const std::string& name) const {
    const results::Exhibit entry = engine::Catalogue::instance().exhibits_named(name).front();
    std::map<std::string, results::Value> parameters{{"seed", std::int64_t{1}}};
    for (const auto& [parameter, text] : entry.parameters) {
      const engine::AxisValue value = engine::AxisValue::parse(text);
      parameters[parameter] = value.number ? results::Value(*value.number) : results::Value(text);
    }
    return results::Reader(file_).query(entry.sql, parameters);
  }

 private:
  testing_support::TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "levels.sqlite";
};

// Without levels it is XY2, with many it is bisection; in between it compares the remaining candidates of each part.
TEST_F(KaddouraLevels, HybridGoesFromXy2ToBisection) {
  const engine::RunRequest request{.samples = 20,
                                   .axes = {{"columns", "1000"}, {"processors", "10"}, {"latency", "0"}}};
  engine::RunRequest levels = request;
  levels.axes["levels"] = "0,1,10";
  levels.axes["ratio"] = "1,4";
  run("kaddoura/hybrid", levels);
  run("kaddoura/grid", request);
  const auto total = [&](const std::string& view, const std::string& rest) {
    return number("SELECT total FROM " + view + " WHERE ratio = 4 AND " + rest);
  };
  EXPECT_EQ(total("kaddoura_hybrid", "algorithm = 'HYBRID' AND levels = 10"),
            total("kaddoura_hybrid", "algorithm = 'RecursiveBisection2' AND levels = 0"));
  EXPECT_LT(total("kaddoura_hybrid", "algorithm = 'HYBRID' AND levels = 0"),
            total("kaddoura_hybrid", "algorithm = 'HYBRID' AND levels = 1"));
  const auto candidates = [&](int levels_before, int ratio) {
    return number("SELECT candidates FROM kaddoura_hybrid WHERE algorithm = 'HYBRID' AND levels = " +
                  std::to_string(levels_before) + " AND ratio = " + std::to_string(ratio));
  };
  EXPECT_EQ(candidates(0, 4), static_cast<double>(partition_number(10)));
  // Equal speeds leave two parts of five.
  EXPECT_EQ(candidates(1, 1), 2 * static_cast<double>(partition_number(5)));
  EXPECT_LT(candidates(1, 4), candidates(0, 4));
  EXPECT_EQ(candidates(10, 4), 0);
  EXPECT_EQ(shown("kaddoura/hybrid").rows.size(), 4U);
}

// Two machines in a square: one cut lies between them, whatever is inside.
TEST_F(KaddouraLevels, MultilevelHasOneCutBetweenTwoMachines) {
  run("kaddoura/multilevel", {.samples = 4, .axes = {{"columns", "1000"}, {"machines", "2x5,2x2x3"}}});
  EXPECT_EQ(
      number(
          "SELECT count(*) FROM kaddoura_multilevel WHERE algorithm LIKE 'MULTILEVEL%' AND abs(outer_boundary - 1000) "
          "> 1e-6"),
      0);
  // For all other algorithms, processors of both machines are mixed.
  EXPECT_GT(number("SELECT min(outer_boundary) FROM kaddoura_multilevel WHERE algorithm = 'XY2'"), 1000);
  EXPECT_EQ(number("SELECT count(*) FROM kaddoura_multilevel WHERE outer_boundary > acost + 1e-6 OR outer_edges > "
                   "internal_edges"),
            0);
  EXPECT_EQ(number("SELECT max(level_candidates) FROM kaddoura_multilevel WHERE machines = '2x2x3'"),
            static_cast<double>(3 * partition_number(2) + 4 * partition_number(3)));
  EXPECT_EQ(number("SELECT max(flat_candidates) FROM kaddoura_multilevel WHERE machines = '2x2x3'"),
            static_cast<double>(partition_number(12)));
  EXPECT_EQ(shown("kaddoura/multilevel").rows.size(), 2U * 2 * 4);
}

TEST_F(KaddouraLevels, ShapesOfMachinesAreChecked) {
  const engine::Experiment experiment = engine::Catalogue::instance().experiments_named("kaddoura/multilevel").front();
  for (const std::string text : {"5", "4x", "x4", "0x4", "4x5x", "ax2", "11x10", "99999999999x2", "2 x 3"})
    EXPECT_THROW((void)engine::narrowed(experiment, {.axes = {{"machines", text}}}), InputError) << text;
  EXPECT_NO_THROW((void)engine::narrowed(experiment, {.axes = {{"machines", "2x3x4,10x10"}}}));
}

TEST_F(KaddouraLevels, LeavesLieBetweenTheBounds) {
  run("kaddoura/leaves", {.axes = {{"columns", "1000,20000"}, {"processors", "4,10"}}});
  EXPECT_EQ(number("SELECT count FROM kaddoura_leaves WHERE algorithm = 'XY2' AND processors = 10"), 42);
  EXPECT_EQ(number("SELECT count(*) FROM kaddoura_leaves WHERE algorithm = 'TILE' AND "
                   "(count < iif(processors = 10, 42, 5) OR count > pow(2, processors - 1))"),
            0);
  EXPECT_EQ(
      number("SELECT count(*) FROM kaddoura_leaves AS a JOIN kaddoura_leaves AS b USING (columns, ratio, processors) "
             "WHERE a.algorithm = 'TILE-bounded' AND b.algorithm = 'TILE' AND a.count > b.count"),
      0);
  EXPECT_EQ(shown("kaddoura/leaves").rows.size(), 4U + 4 + 2 + 2);
}

// Judges every printed time, except the one that divides the others, and nothing else.
TEST_F(KaddouraLevels, Table8JudgesWhatIsPrinted) {
  run("kaddoura/table8", {.axes = {{"processors", "4"}}});
  const results::Rows rows = shown("kaddoura/table8");
  ASSERT_EQ(rows.rows.size(), 16U);
  const auto column = static_cast<std::size_t>(std::ranges::find(rows.columns, "verdict") - rows.columns.begin());
  ASSERT_LT(column, rows.columns.size());
  std::size_t judged = 0;
  for (const auto& row : rows.rows) {
    SCOPED_TRACE(::testing::PrintToString(row));
    const auto* const verdict = std::get_if<std::string>(&row.at(column));
    if (verdict == nullptr) continue;
    ++judged;
    EXPECT_TRUE(*verdict == "same magnitude" || *verdict == "differs" || *verdict == "cannot be judged") << *verdict;
    EXPECT_EQ(std::get<std::string>(row.at(2)) == "RecursiveBisection2", *verdict == "cannot be judged");
  }
  EXPECT_EQ(judged, 2U * 4);
}

}  // namespace
}  // namespace apportion::kaddoura

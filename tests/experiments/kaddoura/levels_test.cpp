// Hybrid and multilevel divisions, counts of leaves and the verdicts of Table 8: what the exhibits' numbers must be.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>

#include "base/error.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/runner.hpp"
#include "experiments/engine/timing.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "sim/rectangles/partition_number.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion::kaddoura {
namespace {

class KaddouraLevels : public testing::Test {
 protected:
  void run(const std::string& name, const engine::RunRequest& request) const {
    results::Store store(file_);
    store.begin_run({});
    const engine::Experiment experiment =
        engine::narrowed(engine::Catalogue::instance().experiments_named(name).front(), request);
    const engine::RunSettings settings{.progress = engine::ProgressStyle::silent};
    const engine::RunReport report = experiment.timed ? engine::time_experiment(experiment, request, settings, store)
                                                      : engine::run(experiment, request, settings, store);
    ASSERT_EQ(report.failed, 0);
    store.finish_run("finished");
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

// Without levels it is XY2, with many it is bisection, and in between it compares what is left in each part.
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
  // Seen by all other algorithms, processors of both machines are anywhere.
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

// Every printed time but the one that the others are divided by is judged, and nothing else.
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
    EXPECT_TRUE(*verdict == "same magnitude" || *verdict == "differs") << *verdict;
    EXPECT_NE(std::get<std::string>(row.at(2)), "RecursiveBisection2");
  }
  EXPECT_EQ(judged, 2U * 3);
}

}  // namespace
}  // namespace apportion::kaddoura

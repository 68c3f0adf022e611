// Tables of quantities: no duplicates, no unused entries, and pages and answers agree with them.
#include "experiments/problems/common/quantities.hpp"
#include "experiments/problems/cells/solve.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "base/files.hpp"
#include "experiments/problems/graphs/solve.hpp"
#include "experiments/problems/grids/solve.hpp"
#include "experiments/problems/rectangles/solve.hpp"

namespace apportion::problems {
namespace {

template <class Quantity>
void expect_each_once(const std::vector<Quantity>& quantities) {
  std::set<std::string> names;
  std::set<int> columns;
  std::set<int> metrics;
  for (const Quantity& quantity : quantities) {
    SCOPED_TRACE(quantity.name);
    EXPECT_TRUE(names.insert(quantity.name).second);
    EXPECT_FALSE(quantity.meaning.empty());
    EXPECT_TRUE(quantity.member != MemberOf::nothing || !quantity.columns.empty() || quantity.metric);
    for (const auto& column : quantity.columns) EXPECT_TRUE(columns.insert(column.place).second) << column.place;
    if (quantity.metric) {
      EXPECT_TRUE(metrics.insert(quantity.metric->place).second) << quantity.metric->place;
    }
    // A value shown without a function of its own is read from the answer.
    EXPECT_TRUE(quantity.of != nullptr || (quantity.member == MemberOf::nothing && quantity.columns.empty() &&
                                           quantity.metric->measure != nullptr));
  }
}

template <class Quantity>
void expect_on_page(const std::vector<Quantity>& quantities, const std::string& page) {
  const std::string text = read_input(std::string(APPORTION_SOURCE_DIR) + "/docs/answers/" + page);
  for (const MemberOf where : {MemberOf::answer, MemberOf::ranking})
    for (const std::string& name : member_names(quantities, where))
      EXPECT_TRUE(text.find("`" + name + "`") != std::string::npos || text.find('"' + name + '"') != std::string::npos)
          << page << " does not say what " << name << " is";
}

TEST(Quantities, StandOnceInTheirFamily) {
  {
    SCOPED_TRACE("cells");
    expect_each_once(cell_quantities());
  }
  {
    SCOPED_TRACE("rectangles");
    expect_each_once(rectangle_quantities());
  }
  {
    SCOPED_TRACE("grids");
    expect_each_once(grid_quantities());
  }
  {
    SCOPED_TRACE("graphs");
    expect_each_once(graph_quantities());
  }
}

TEST(Quantities, AreExplainedOnThePageOfAnswers) {
  expect_on_page(cell_quantities(), "cells.md");
  expect_on_page(rectangle_quantities(), "rectangles.md");
  expect_on_page(grid_quantities(), "grids.md");
  expect_on_page(graph_quantities(), "graphs.md");
}

TEST(Quantities, AreMembersColumnsAndMetricsWithTheirScale) {
  CellAnswer answer;
  answer.costs.fill = 0.25;
  answer.costs.boundary.volume = 7;
  const auto quantity = [](const std::string& name) {
    return *std::ranges::find(cell_quantities(), name, &CellQuantity::name);
  };
  const std::vector<CellQuantity> two = {quantity("volume"), quantity("fill")};
  fmt::memory_buffer text;
  add_members(two, MemberOf::answer, answer, text);
  EXPECT_EQ(fmt::to_string(text), R"(,"volume":7,"fill":0.25)");

  CellProblem problem;
  problem.objective = Objective::volume;
  const std::vector<RankedValue> row = quantity_values(two, problem, answer);
  ASSERT_EQ(row.size(), 3u);
  EXPECT_EQ(row[0].column, "volume");
  EXPECT_EQ(row[0].value, ComparedValue(std::int64_t{7}));
  EXPECT_EQ(row[1].column, "fill, %");
  EXPECT_EQ(row[1].value, ComparedValue(25.0));
  EXPECT_EQ(row[2].value, std::nullopt) << "the place of volume where it is not the objective";
}

TEST(Quantities, MembersAreWhatAnswersOfProgramsMayHave) {
  const std::vector<std::string> keys = printed_keys(cell_quantities(), {"curve"});
  for (const char* key : {"volume", "curve", "rank", "seconds", "names", "network"})
    EXPECT_NE(std::ranges::find(keys, key), keys.end()) << key;
  EXPECT_EQ(std::ranges::find(keys, "within"), keys.end());
}

}  // namespace
}  // namespace apportion::problems

// The JSON interface of `solve cells`, its options for cells, answers of programs, and quantities.
#include "extensions/cells/problem/solve.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/stopping.hpp"
#include "extensions/cells/problem/given_cells.hpp"
#include "extensions/cells/tests/cell_questions.hpp"
#include "tests/support/exchange.hpp"
#include "tests/support/quantities.hpp"
#include "tests/support/refusals.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion::problems {
namespace {

// A straight cut of two edges between neighbours is optimal at latency 3.
CellAnswer halves() {
  CellAnswer answer{"HALVES", {{2, 4}, {{0, 0, 2, 2}, {0, 2, 2, 2}}}, {}};
  answer.costs = cell_costs({.rows = 2, .columns = 4, .cluster = {{1, 1}, {}}, .latency = 3}, answer.decomposition);
  return answer;
}

TEST(CellJson, AnswersHaveAllKeysInTheirOrder) {
  EXPECT_EQ(
      to_json(halves()),
      R"({"schema":1,"algorithm":"HALVES","boundary":2,"neighbours":1,"total":5,"lower_bound":5,"imbalance":0,)"
      R"("furthest":0,"excess":0,"beyond_one_cell":[],"fragments":0,"torn":0,"halo":2,"empty":0,"volume":4,"busiest":2,"fill":1,"gap":0,)"
      R"("rectangles":[{"processor":0,"row":0,"column":0,"rows":2,"columns":2},)"
      R"({"processor":1,"row":0,"column":2,"rows":2,"columns":2}]})");
}

TEST(CellJson, SaysWhatIsWrongWithAPart) {
  CellAnswer answer = halves();
  answer.decomposition = {{2, 4}, {{0, 0, 2, 1}, {0, 1, 2, 2}}, {{0, {0, 3, 2, 1}}}};
  answer.costs = cell_costs({.rows = 2, .columns = 4, .cluster = {{3, 1}, {}}}, answer.decomposition);
  const auto json = nlohmann::json::parse(to_json(answer));
  EXPECT_EQ(json["fragments"], 1);
  EXPECT_EQ(json["imbalance"], 1);
  EXPECT_EQ(json["furthest"], 2);
  EXPECT_THAT(json["beyond_one_cell"].get<std::vector<int>>(), ElementsAre(0, 1));
  std::vector<int> processors;
  for (const auto& rectangle : json["rectangles"]) processors.push_back(rectangle["processor"].get<int>());
  EXPECT_THAT(processors, ElementsAre(0, 0, 1));
}

TEST(CellJson, WithLoadsThereIsABoundAsWell) {
  CellProblem problem{.rows = 2, .columns = 4, .cluster = {{1, 1}, {}}};
  problem.loads = std::make_shared<const CellLoads>(2, 4, std::vector<double>{1, 1, 1, 1, 1, 1, 1, 0});
  CellAnswer answer = halves();
  answer.costs = cell_costs(problem, answer.decomposition);
  EXPECT_THAT(to_json(answer), HasSubstr(R"("lower_bound":2,)"));
  EXPECT_THAT(to_json(answer), HasSubstr(R"("gap":0,)"));
}

TEST(CellJson, ReadsAProblem) {
  const CellQuestion question =
      parse_cell_question(R"({"algorithm": "X", "rows": 3, "columns": 4, "weights": [2, [1, 1]], "latency": 5})");
  EXPECT_EQ(question.algorithm, "X");
  EXPECT_EQ(question.problem.rows, 3);
  EXPECT_EQ(question.problem.columns, 4);
  EXPECT_EQ(question.problem.latency, 5);
  EXPECT_THAT(question.problem.cluster.speeds, ElementsAre(2, 1, 1));
  EXPECT_EQ(question.problem.loads, nullptr);
  EXPECT_EQ(parse_cell_question(R"({"rows": 1, "columns": 1, "weights": [1]})").algorithm, "BEST");
}

TEST(CellJson, LoadsAndMasksAreLists) {
  const CellProblem loads = parse_cell_question(R"({"weights": [1], "loads": [[1, 2.5], [0, 3]]})").problem;
  EXPECT_EQ(loads.rows, 2);
  EXPECT_EQ(loads.columns, 2);
  EXPECT_EQ(loads.loads->at(0, 1), 2.5);
  EXPECT_FALSE(loads.loads->is_active(1, 0));
  const CellProblem mask =
      parse_cell_question(R"({"weights": [1], "rows": 3, "columns": 3, "mask": [[0, 0, 2, 1], [2, 2, 1, 1]]})").problem;
  EXPECT_EQ(mask.loads->active_cells(), 6);
  EXPECT_FALSE(mask.loads->is_active(1, 0));
  EXPECT_FALSE(mask.loads->is_active(2, 2));
  EXPECT_TRUE(mask.loads->is_active(0, 1));
  const CellProblem both =
      parse_cell_question(R"({"weights": [1], "loads": [[1, 2], [0, 3]], "mask": [[1, 1, 1, 1]]})").problem;
  EXPECT_EQ(both.loads->total(), 3);
}

TEST(CellJson, AProblemReadsBackAsItself) {
  CellProblem problem{.rows = 2, .columns = 2, .cluster = {{1, 0.5}, {}}, .latency = 2.5};
  const auto same = [](const CellProblem& of) { return to_json(parse_cell_question(to_json(of)).problem); };
  EXPECT_EQ(same(problem), R"({"rows":2,"columns":2,"weights":[1,0.5],"latency":2.5})");
  problem.loads = std::make_shared<const CellLoads>(2, 2, std::vector<double>{1, 0, 2.25, 1e9});
  EXPECT_EQ(same(problem),
            R"({"rows":2,"columns":2,"weights":[1,0.5],"latency":2.5,"loads":[[1,0],[2.25,1000000000]]})");
  problem.loads = nullptr;
  problem.previous = std::make_shared<const PreviousDivision>(PreviousDivision{{0, 1, -1, 5}, 0.5});
  EXPECT_EQ(
      same(problem),
      R"({"rows":2,"columns":2,"weights":[1,0.5],"latency":2.5,"migration_price":0.5,"previous":[[0,1],[-1,5]]})");
}

TEST(CellJson, LeastWidthsReadBackAsTheyAre) {
  CellProblem problem{.rows = 4, .columns = 6, .cluster = {{2, 1}, {}}};
  problem.least_width = {1, 2, 3};
  EXPECT_THAT(to_json(problem), HasSubstr(R"("min_width":"3x2")"));
  EXPECT_EQ(parse_cell_question(to_json(problem)).problem.least_width, problem.least_width);
  problem.layers = 2;
  problem.least_width = {2, 1, 3};
  EXPECT_EQ(parse_cell_question(to_json(problem)).problem.least_width, problem.least_width);
}

TEST(CellJson, RefusesWhatMakesNoProblem) {
  testing_support::expect_refusals("cells", [](const auto& row) { return parse_cell_question(row[0]); });
}

class GivenCellsTest : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_.path() / name) << text; }
  [[nodiscard]] std::string file(const std::string& name) const { return (folder_.path() / name).string(); }

 private:
  testing_support::TemporaryFolder folder_;
};

// The cells by these options.
GivenCells given_by(const std::map<std::string, std::string>& texts) {
  OptionValues options;
  options.add("weights", {"1"});
  for (const auto& [name, text] : texts) options.add(name, {text});
  return given_cells({cell_fields(), options});
}

TEST_F(GivenCellsTest, FilesSayTheSides) {
  write("loads.csv", "1,2,3\n4,0,6\n");
  write("land.pbm", "P1 3 2 1 0 0 0 0 0");
  GivenCells given = given_by({{"loads", file("loads.csv")}, {"mask", file("land.pbm")}});
  CellProblem problem{.cluster = {{1}, {}}};
  set_cells(given, problem);
  EXPECT_EQ(problem.rows, 2);
  EXPECT_EQ(problem.columns, 3);
  EXPECT_EQ(problem.loads->total(), 15);
  given.rows = 7;
  EXPECT_THAT([&] { set_cells(given, problem); },
              ThrowsMessage<InputError>(HasSubstr("rows is 7, but the array of loads has 2 rows")));
  write("wrong.pbm", "P1 1 1 0");
  EXPECT_THAT(
      [&] {
        set_cells(given_by({{"loads", file("loads.csv")}, {"mask", file("wrong.pbm")}}), problem);
      },
      ThrowsMessage<InputError>(HasSubstr("rows is 2, but the mask has 1 rows")));
}

TEST_F(GivenCellsTest, AMaskAloneLeavesLoadsOfOne) {
  write("land.pbm", "P1 3 2 1 0 0 0 0 0");
  CellProblem problem{.cluster = {{1}, {}}};
  set_cells(given_by({{"mask", file("land.pbm")}}), problem);
  EXPECT_EQ(problem.loads->total(), 5);
  set_cells(given_by({{"rows", "2"}, {"columns", "3"}, {"mask", " [[0,1,1,1]] "}}), problem);
  EXPECT_EQ(problem.loads->total(), 5);
  set_cells(given_by({{"loads", "[[1,2],[0,3]]"}}), problem);
  EXPECT_EQ(problem.loads->total(), 6);
}

TEST(CellExchange, TakesWhatSolvePrintsAndNothingElse) {
  const CellProblem problem{.rows = 20, .columns = 30, .cluster = {{3, 2, 1}, {}}};
  EXPECT_EQ(copied(cell_frame().exchange, "cells", problem, "BEST").decomposition.parts.size(), 3U);
  const auto said = [&](const std::string& rows) {
    return refusal(cell_frame().exchange, problem,
                   fmt::format(R"({{"rectangles":[{{"processor":0,"row":0,"column":0,"rows":20,"columns":15}},
                               {{"processor":1,"row":0,"column":15,"rows":20,"columns":10}},
                               {{"processor":2,"row":0,"column":25,"rows":{},"columns":5}}]}})",
                               rows));
  };
  EXPECT_EQ(said("20"), "");
  EXPECT_THAT(said("19"), HasSubstr("have 595 cells of 600"));
  EXPECT_THAT(said("19.5"), HasSubstr("not whole or not inside"));
  EXPECT_THAT(said("21"), HasSubstr("not whole or not inside"));
}

TEST(CellExchange, StopsWhenTheTimeIsOver) {
  const Json rectangles = parse_json(R"({"rectangles":[{"processor":0,"row":0,"column":0,"rows":4,"columns":2},
                                                       {"processor":1,"row":0,"column":2,"rows":4,"columns":4}]})");
  const CellProblem cells{.rows = 4, .columns = 6, .cluster = {{1, 2}, {}}};
  EXPECT_NO_THROW(static_cast<void>(cell_frame().exchange.answer(cells, JsonReader(rectangles))));
  const TimedWork late{TimedWork::Clock::now()};
  EXPECT_THROW(static_cast<void>(cell_frame().exchange.answer(cells, JsonReader(rectangles))), TimeIsUp);
  Decomposition division{cells.extent(), {{0, 0, 4, 2}, {0, 2, 4, 4}}};
  EXPECT_THROW(require_division(cells, division), TimeIsUp);
}

TEST(CellQuantities, StandOnceAndAreExplained) {
  expect_each_once(cell_quantities());
  expect_on_page(cell_quantities(), "extensions/cells/docs/answers.md");
}

TEST(CellQuantities, AreMembersColumnsAndMetricsWithTheirScale) {
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

TEST(CellQuantities, MembersAreWhatAnswersOfProgramsMayHave) {
  const std::vector<std::string> keys = printed_keys(cell_quantities(), {"curve"});
  for (const char* key : {"volume", "curve", "rank", "seconds", "names", "network"})
    EXPECT_NE(std::ranges::find(keys, key), keys.end()) << key;
  EXPECT_EQ(std::ranges::find(keys, "within"), keys.end());
}

}  // namespace
}  // namespace apportion::problems

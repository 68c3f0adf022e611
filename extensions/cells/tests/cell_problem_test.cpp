// Problems of whole cells, and their loads.
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "extensions/cells/sim/cell_loads.hpp"
#include "extensions/cells/sim/cell_problem.hpp"
#include "sim/cells/owners.hpp"
#include "tests/support/matchers.hpp"

namespace apportion {
namespace {

CellProblem two_by_three() { return {.rows = 2, .columns = 3, .cluster = {{1, 1}, {}}}; }

CellProblem with_loads(const std::vector<double>& loads) {
  CellProblem problem = two_by_three();
  problem.loads = std::make_shared<CellLoads>(2, 3, loads);
  return problem;
}

TEST(CellProblem, RefusesWhatIsOutOfRange) {
  const auto refused = [](const auto& change, const char* message) {
    CellProblem problem = two_by_three();
    change(problem);
    EXPECT_THAT([&] { validate(problem); }, ThrowsMessage<InputError>(HasSubstr(message)));
  };
  validate(two_by_three());
  refused([](CellProblem& problem) { problem.rows = 0; }, "rows is 0");
  refused([](CellProblem& problem) { problem.columns = -1; }, "columns is -1");
  refused([](CellProblem& problem) { problem.rows = problem.columns = 100'000'000; }, "are too many");
  refused([](CellProblem& problem) { problem.cluster.speeds = {}; }, "weights is empty");
  refused([](CellProblem& problem) { problem.latency = -1; }, "latency is -1");
  refused([](CellProblem& problem) { problem.latency = 1.797e308; }, "it must be at most");
  // The lower bound would be only that, and the gap infinite.
  refused([](CellProblem& problem) { problem.latency = 5e-324; }, "it must be 0 or at least 1e-280");
  refused([](CellProblem& problem) { problem.loads = std::make_shared<CellLoads>(1, 1, std::vector<double>{1}); },
          "the loads are those of 1 x 1 cells");
}

TEST(CellProblem, RefusesLoadsThatAreNone) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto refused = [](std::int64_t rows, const std::vector<double>& loads, const char* message) {
    EXPECT_THAT([&] { CellLoads(rows, 2, loads); }, ThrowsMessage<InputError>(HasSubstr(message)));
  };
  refused(0, {}, "at least 1 x 1");
  refused(1, {1}, "there are 1 loads");
  refused(2, {1, 2, nan, 3}, "row 1, column 0 is nan");
  refused(1, {1, -1}, "row 0, column 1 is -1");
  refused(1, {0, 0}, "all cells have load 0");
  refused(1, {1e308, 1e308}, "beyond the range");
}

TEST(CellProblem, SumsLoadsOverRectangles) {
  const CellProblem problem = with_loads({1, 0, 2, 3, 4, 0});
  EXPECT_EQ(total_load(problem), 10);
  EXPECT_EQ(active_cells(problem), 4);
  EXPECT_EQ(load_of(problem, {0, 1, 2, 2}), 6);
  EXPECT_EQ(problem.loads->active_in({0, 1, 2, 2}), 2);
  EXPECT_EQ(load_of(problem, {1, 1, 1, 0}), 0);
  EXPECT_EQ(load_of(two_by_three(), {0, 1, 2, 2}), 4);
}

TEST(CellProblem, LoadsOfSomebodyElseAreNotCopied) {
  std::vector<double> mine = {1, 2, 3, 4, 5, 0};
  const auto borrowed = [&mine](std::int64_t rows) {
    return CellLoads(rows, 3, std::shared_ptr<const double[]>(std::shared_ptr<const double[]>(), mine.data()));
  };
  const CellLoads loads = borrowed(2);
  mine[0] = 7;
  EXPECT_EQ(loads.at(0, 0), 7);
  EXPECT_EQ(loads.total(), 15);
  EXPECT_THAT([&] { borrowed(0); }, ThrowsMessage<InputError>(HasSubstr("loads are 0 x 3")));
}

TEST(CellProblem, RefusesDivisionsThatAreNone) {
  const CellProblem problem = two_by_three();
  const auto refused = [&](const Decomposition& division, const char* message) {
    EXPECT_THAT([&] { require_division(problem, division); }, ThrowsMessage<std::logic_error>(HasSubstr(message)));
  };
  const Extent extent = problem.extent();
  require_division(problem, {extent, {{0, 0, 2, 1}, {0, 1, 2, 2}}});
  require_division(problem, {extent, {{0, 0, 2, 3}, {0, 0, 0, 0}}});
  require_division(problem, {extent, {{0, 0, 1, 3}, {1, 0, 1, 1}}, {{1, {1, 1, 1, 2}}}});
  refused({extent, {{0, 0, 2, 3}}}, "1 parts for 2 processors");
  refused({extent, {{0, 0, 2, 1}, {0, 1, 2, 1}}}, "4 cells of 6");
  refused({extent, {{0, 0, 2, 2}, {0, 1, 2, 2}}}, "overlap");
  refused({extent, {{0, 0, 2, 1.5}, {0, 1.5, 2, 1.5}}}, "not whole");
  refused({extent, {{0, 0, 2, 1}, {0, 1, 2, 3}}}, "not inside");
  refused({extent, {{0, 0, 2, 1}, {0, 1, 2, 1}}, {{2, {0, 2, 2, 1}}}}, "processor 2");
}

TEST(CellProblem, CellsThatAreLeftOutNeedNobody) {
  const CellProblem problem = with_loads({1, 1, 0, 1, 1, 0});
  require_division(problem, {problem.extent(), {{0, 0, 2, 1}, {0, 1, 2, 1}}});
  require_division(problem, {problem.extent(), {{0, 0, 2, 1}, {0, 1, 2, 2}}});
  EXPECT_THROW(require_division(problem, {problem.extent(), {{0, 0, 1, 1}, {0, 1, 2, 2}}}), std::logic_error);
}

TEST(Owners, AreReadAsFewRectangles) {
  const std::vector<std::int32_t> owners = {0,        0, 1,  //
                                            0,        0, 1,  //
                                            1,        1, 1,  //
                                            no_owner, 1, 1};
  const Decomposition division = apportion::division_of(4, 3, 3, owners);
  EXPECT_EQ(owners_of(division), owners);
  EXPECT_EQ(division.parts[0].area(), 4);
  EXPECT_EQ(division.parts[1].area(), 3);  // the greatest rectangle comes first
  EXPECT_EQ(division.further.size(), 2U);
  EXPECT_EQ(division.parts[2].area(), 0);
}

TEST(Owners, OfTooManyCellsAreRefused) {
  EXPECT_THAT(
      [] {
        static_cast<void>(owners_of({{1e5, 1e5}, {{0, 0, 1e5, 1e5}}}));
      },
      ThrowsMessage<InputError>(HasSubstr("too many")));
}

CellLoads drawn(const std::string& model, std::int64_t rows, std::int64_t columns, const std::string& name = "loads") {
  RandomStream stream(default_seed, name);
  return draw_loads(model, rows, columns, stream);
}

std::uint64_t hash_of(const CellLoads& loads) {
  std::uint64_t hash = 0;
  for (std::int64_t row = 0; row < loads.rows(); ++row)
    for (std::int64_t column = 0; column < loads.columns(); ++column)
      hash = hash * 31 + static_cast<std::uint64_t>(loads.at(row, column));
  return hash;
}

double mean_of(const CellLoads& loads, const Rect& rect) { return loads.load_of(rect) / rect.area(); }

TEST(LoadModels, Names) {
  EXPECT_THAT(load_models(), ElementsAre("uniform", "diagonal", "peak", "multi-peak", "coast", "seas"));
}

// The same on every machine; a change of these numbers changes the stored studies of `loads`.
TEST(LoadModels, GoldenBytes) {
  struct Golden {
    std::string model;
    double total = 0;
    double greatest = 0;
    std::uint64_t hash = 0;
  };
  const std::vector<Golden> all = {{"uniform", 1319745, 1200, 3203927385230211617U},
                                   {"diagonal", 255605, 5368, 13513384456602772413U},
                                   {"peak", 71176, 7692, 1667219005178858168U},
                                   {"multi-peak", 114784, 8235, 2302677455850156232U},
                                   {"coast", 840, 1, 11643429172199674568U}};
  for (const Golden& golden : all) {
    const CellLoads loads = drawn(golden.model, 30, 40);
    EXPECT_EQ(loads.total(), golden.total) << golden.model;
    EXPECT_EQ(loads.greatest(), golden.greatest) << golden.model;
    EXPECT_EQ(hash_of(loads), golden.hash) << golden.model;
  }
}

TEST(LoadModels, AnotherStreamGivesOtherLoads) {
  for (const std::string& model : load_models())
    EXPECT_NE(hash_of(drawn(model, 30, 40)), hash_of(drawn(model, 30, 40, "others"))) << model;
}

TEST(LoadModels, WholeAndInTheirRanges) {
  for (const std::string& model : load_models())
    for (const auto& [rows, columns] : {std::pair{1, 1}, {1, 17}, {23, 1}, {2, 3}, {40, 55}}) {
      const CellLoads loads = drawn(model, rows, columns);
      const bool is_mask = model == "coast" || model == "seas";
      const double most = model == "uniform" ? 1200 : is_mask ? 1 : 10.0 * rows * columns;
      const double least = model == "uniform" ? 1000 : is_mask ? 0 : 1;
      for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t column = 0; column < columns; ++column) {
          const double load = loads.at(row, column);
          ASSERT_EQ(load, static_cast<double>(static_cast<std::int64_t>(load))) << model;
          ASSERT_GE(load, least) << model;
          ASSERT_LE(load, most) << model;
        }
    }
}

TEST(LoadModels, CoastLeavesOutThreeTenths) {
  for (const char* name : {"a", "b", "c"}) EXPECT_EQ(drawn("coast", 100, 120, name).active_cells(), 8400) << name;
}

// Land is in pieces much larger than a cell: few neighbours differ.
TEST(LoadModels, CoastIsSmooth) {
  const CellLoads loads = drawn("coast", 200, 200);
  std::int64_t differing = 0;
  for (std::int64_t row = 0; row < 200; ++row)
    for (std::int64_t column = 1; column < 200; ++column)
      differing += loads.is_active(row, column) != loads.is_active(row, column - 1) ? 1 : 0;
  EXPECT_GT(differing, 0);
  EXPECT_LT(differing, 2000);  // independent cells would give 16 700
}

TEST(LoadModels, DiagonalIsGreatestAtTheDiagonal) {
  const CellLoads square = drawn("diagonal", 100, 100);
  EXPECT_GT(mean_of(square, {40, 40, 20, 20}), 5 * mean_of(square, {0, 80, 20, 20}));
  const CellLoads wide = drawn("diagonal", 50, 200);
  EXPECT_GT(mean_of(wide, {40, 160, 10, 40}), 5 * mean_of(wide, {0, 160, 10, 40}));
}

TEST(LoadModels, RefusesWhatItCannotDraw) {
  const auto message = [](const std::string& model, std::int64_t rows, std::int64_t columns) -> std::string {
    return message_of([&] { static_cast<void>(drawn(model, rows, columns)); });
  };
  EXPECT_THAT(message("peaks", 2, 2), HasSubstr("did you mean peak"));
  EXPECT_THAT(message("peak", 0, 2), HasSubstr("0 x 2 cells cannot be drawn"));
  EXPECT_THAT(message("peak", 20'000, 20'000), HasSubstr("from 1 to 100000000 cells"));
}

// --- In space

CellLoads drawn_in_space(const std::string& model, std::int64_t layers, std::int64_t rows, std::int64_t columns) {
  RandomStream stream(default_seed, "loads");
  return draw_loads_in_space(model, layers, rows, columns, stream);
}

// For a load of each cell: whether all active cells are connected by common faces.
bool hangs_together(const CellLoads& loads, std::int64_t layers) {
  const std::int64_t rows = loads.rows() / layers;
  const auto number = [&](std::int64_t line, std::int64_t column) {
    return static_cast<std::size_t>(line * loads.columns() + column);
  };
  std::vector<bool> seen(number(loads.rows(), 0), false);
  std::vector<std::pair<std::int64_t, std::int64_t>> open;
  const auto reach = [&](std::int64_t line, std::int64_t column) {
    if (line < 0 || line >= loads.rows() || column < 0 || column >= loads.columns()) return;
    if (!loads.is_active(line, column) || seen[number(line, column)]) return;
    seen[number(line, column)] = true;
    open.emplace_back(line, column);
  };
  for (std::int64_t line = 0; line < loads.rows() && open.empty(); ++line)
    for (std::int64_t column = 0; column < loads.columns() && open.empty(); ++column) reach(line, column);
  std::int64_t reached = 0;
  while (!open.empty()) {
    const auto [line, column] = open.back();
    open.pop_back();
    ++reached;
    reach(line - rows, column);
    reach(line + rows, column);
    if (line % rows > 0) reach(line - 1, column);
    if (line % rows + 1 < rows) reach(line + 1, column);
    reach(line, column - 1);
    reach(line, column + 1);
  }
  return reached == loads.active_cells();
}

TEST(LoadModelsInSpace, Names) {
  EXPECT_THAT(load_models_in_space(), ElementsAre("full", "ball", "rock", "ocean", "peak", "layers"));
}

TEST(LoadModelsInSpace, HangTogetherAndAreWhole) {
  for (const std::string& model : load_models_in_space()) {
    const CellLoads loads = drawn_in_space(model, 12, 20, 25);
    EXPECT_EQ(loads.layers(), 12);
    EXPECT_EQ(loads.rows(), 240);
    EXPECT_TRUE(hangs_together(loads, 12)) << model;
    for (std::int64_t row = 0; row < loads.rows(); ++row)
      for (std::int64_t column = 0; column < loads.columns(); ++column)
        ASSERT_EQ(loads.at(row, column), std::floor(loads.at(row, column))) << model;
    EXPECT_EQ(hash_of(loads), hash_of(drawn_in_space(model, 12, 20, 25))) << model;
  }
}

TEST(LoadModelsInSpace, AreWhatTheirNamesSay) {
  constexpr std::int64_t side = 24;
  constexpr double cells = side * side * side;
  EXPECT_EQ(drawn_in_space("full", side, side, side).total(), cells);
  EXPECT_EQ(drawn_in_space("rock", 1, 1, 1).total(), 1);
  EXPECT_NEAR(drawn_in_space("ball", side, side, side).total() / cells, 0.5236, 0.01);  // pi / 6
  const double pores = drawn_in_space("rock", side, side, side).total() / cells;
  EXPECT_LE(pores, 0.4);
  EXPECT_GE(pores, 0.2);
  EXPECT_LE(drawn_in_space("peak", side, side, side).greatest(), 161);
  EXPECT_GE(drawn_in_space("peak", side, side, side).greatest(), 10);
  EXPECT_EQ(drawn_in_space("layers", side, side, side).greatest(), 8);
}

TEST(LoadModelsInSpace, OceansReachDownFromTheFirstLayer) {
  const CellLoads ocean = drawn_in_space("ocean", 10, 30, 40);
  EXPECT_LT(ocean.active_cells(), 12'000);
  for (std::int64_t line = 30; line < ocean.rows(); ++line)
    for (std::int64_t column = 0; column < 40; ++column) {
      const bool is_below_land = ocean.is_active(line, column) && !ocean.is_active(line - 30, column);
      ASSERT_FALSE(is_below_land) << line << " " << column;
    }
}

TEST(LoadModelsInSpace, RefusedByName) {
  EXPECT_THAT(message_of([] { (void)drawn_in_space("bal", 2, 2, 2); }), HasSubstr("ball"));
  EXPECT_THAT(message_of([] { (void)drawn_in_space("ball", 2000, 2000, 2000); }),
              HasSubstr("loads of 2000 x 2000 x 2000 cells cannot be drawn"));
  EXPECT_THAT(message_of([] { (void)drawn_in_space("ball", 0, 2, 2); }), HasSubstr("there must be from 1 to"));
}

}  // namespace
}  // namespace apportion

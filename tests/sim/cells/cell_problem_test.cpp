// What problems and divisions of whole cells must be, and the sums of loads.
#include "sim/cells/cell_problem.hpp"

#include <limits>
#include <memory>
#include <stdexcept>

#include "base/error.hpp"
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
  // It would be all that the lower bound has, and the gap no finite number.
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

}  // namespace
}  // namespace apportion

// Studies of whole cells: random problems, measures, and refusals.
#include "experiments/engine/erasure.hpp"
#include "extensions/cells/problem/solve.hpp"

#include <fstream>
#include <memory>

#include "base/error.hpp"
#include "experiments/engine/plan.hpp"
#include "experiments/problems/problem_family.hpp"
#include "extensions/cells/sim/cell_loads.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/measured_values.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion::problems {
namespace {

using engine::AxisValue;

engine::Point point_with(const std::vector<std::pair<std::string, std::string>>& settings) {
  std::vector<engine::Axis> axes = cell_study().sweep_study_of(false).axes;
  for (const auto& [name, value] : settings) set_axis(axes, name, {AxisValue::parse(value)});
  return engine::grid(axes).front();
}

CellProblem drawn(const std::vector<std::pair<std::string, std::string>>& settings) {
  RandomStream stream(1, "cells");
  return sample_cells(point_with(settings), stream);
}

TEST(CellStudies, SidesAreWhole) {
  const CellProblem problem = drawn({{"rows", "10"}, {"aspect", "1.26"}, {"latency", "7"}});
  EXPECT_EQ(problem.rows, 10);
  EXPECT_EQ(problem.columns, 13);
  EXPECT_EQ(problem.latency, 7);
  EXPECT_EQ(problem.loads, nullptr);
  EXPECT_EQ(drawn({{"rows", "10"}, {"aspect", "0.001"}}).columns, 1);
}

TEST(CellStudies, LoadsAreDrawnByTheirModel) {
  for (const std::string& model : load_models()) {
    const CellProblem problem = drawn({{"rows", "12"}, {"aspect", "2"}, {"loads", model}});
    ASSERT_NE(problem.loads, nullptr) << model;
    EXPECT_EQ(problem.loads->rows(), 12);
    EXPECT_EQ(problem.loads->columns(), 24);
    EXPECT_NO_THROW(validate(problem));
  }
}

// Processors do not depend on later draws.
TEST(CellStudies, SpeedsAreTheSameWithAndWithoutLoads) {
  const CellProblem without = drawn({{"rows", "12"}});
  const CellProblem with = drawn({{"rows", "12"}, {"loads", load_models().front()}});
  EXPECT_EQ(without.cluster.speeds, with.cluster.speeds);
}

TEST(CellStudies, MeasureWhatTheDivisionCosts) {
  const CellProblem problem{.rows = 2, .columns = 4, .cluster = {{3, 1}, {}}, .latency = 3};
  const auto measures = testing_support::measured_values(cell_study().study().measured, problem,
                                                         CellSolution{{{2, 4}, {{0, 0, 2, 2}, {0, 2, 2, 2}}}});
  EXPECT_EQ(measures.at("boundary"), 2);
  EXPECT_EQ(measures.at("total"), 5);
  EXPECT_EQ(measures.at("neighbours"), 1);
  EXPECT_EQ(measures.at("imbalance"), 100);
  EXPECT_EQ(measures.at("halo"), 2);
  EXPECT_EQ(measures.at("within"), 0);
  const auto balanced = testing_support::measured_values(cell_study().study().measured, problem,
                                                         CellSolution{{{2, 4}, {{0, 0, 2, 3}, {0, 3, 2, 1}}}});
  EXPECT_EQ(balanced.at("imbalance"), 0);
  EXPECT_EQ(balanced.at("within"), 1);
  EXPECT_GE(balanced.at("gap"), 0);
}

// An algorithm with an invalid answer is a failure, not a number.
TEST(CellStudies, MeasureDivisionsOnly) {
  const CellProblem problem{.rows = 2, .columns = 4, .cluster = {{3, 1}, {}}};
  EXPECT_THROW(static_cast<void>(testing_support::measured_values(
                   cell_study().study().measured, problem, CellSolution{{{2, 4}, {{0, 0, 2, 2}, {0, 3, 2, 1}}}})),
               std::logic_error);
}

TEST(CellStudies, RefuseArraysThatAreTooLarge) {
  engine::SweepDefinition definition;
  definition.family = "cells";
  definition.name = "s";
  const auto narrowed_to = [&definition](const std::map<std::string, std::string>& axes) {
    engine::RunRequest request;
    request.axes = axes;
    static_cast<void>(engine::narrowed(sweep_experiment(definition), request));
  };
  EXPECT_NO_THROW(narrowed_to({{"rows", "100000"}}));
  EXPECT_THAT(
      [&] {
        narrowed_to({{"rows", "100000"}, {"loads", "none," + load_models().front()}});
      },
      ThrowsMessage<InputError>(HasSubstr("100000 x 100000 cells are too many")));
  EXPECT_THAT(
      [&] {
        narrowed_to({{"rows", "1000000000"}, {"aspect", "1"}});
      },
      ThrowsMessage<InputError>(HasSubstr("too many")));
  EXPECT_THAT(
      [&] {
        narrowed_to({{"rows", "1000000"}, {"aspect", "1e6"}});
      },
      ThrowsMessage<InputError>(HasSubstr("too many")));
}

TEST(CellStudies, AreShownToReaders) {
  const engine::Presentation<CellAlgorithm> show = presentation_of(cell_frame());
  CellProblem problem{.rows = 2, .columns = 4, .cluster = {{3, 1}, {}}};
  const CellSolution solution{{{2, 4}, {{0, 0, 2, 3}, {0, 3, 2, 1}}}};
  EXPECT_EQ(show.instance(problem), R"({"rows":2,"columns":4,"weights":[3,1],"latency":0})");
  EXPECT_THAT(show.text(problem, solution), HasSubstr("1: 2 x 1 at (0, 3), load 2 for a share of 2\n"));
  EXPECT_THAT(show.drawing(problem, {"t"}, {solution}).svg, HasSubstr("processor 1: 25 %"));
  problem.loads = std::make_shared<const CellLoads>(2, 4, std::vector<double>{1, 1, 1, 0, 1, 1, 1, 1});
  EXPECT_THAT(show.drawing(problem, {"t"}, {solution}).svg, HasSubstr("left out"));
  EXPECT_THAT(show.drawing(problem, {"t"}, {solution}).svg, HasSubstr("processor 1: 14.3 %"));
  EXPECT_EQ(show.drawing(problem, {"t"}, {solution}).parts.size(), 2U);
}

// Squares of several cells approximate a coast of single ones.
TEST(CellStudies, DrawingsOfManyCellsStaySmall) {
  CellProblem problem{.rows = 1000, .columns = 1000, .cluster = {{1, 1}, {}}};
  RandomStream stream(1, "coast");
  problem.loads = std::make_shared<const CellLoads>(draw_loads("coast", 1000, 1000, stream));
  const CellSolution solution{{{1000, 1000}, {{0, 0, 1000, 500}, {0, 500, 1000, 500}}}};
  EXPECT_LE(presentation_of(cell_frame()).drawing(problem, {"t"}, {solution}).svg.size(), 1'000'000U);
  EXPECT_EQ(presentation_of(cell_frame()).instance(problem), "");
}

// A given cluster alone has one sample.
TEST(CellStudies, DrawnLoadsKeepTheirSamples) {
  const testing_support::TemporaryFolder folder;
  std::ofstream(folder / "c.csv") << "name,speed\na,3\nb,1\n";
  engine::SweepDefinition definition{.family = "cells", .name = "test", .cluster = folder / "c.csv"};
  EXPECT_TRUE(sweep_experiment(definition).deterministic);
  definition.axes["loads"] = engine::name_values({load_models().back()});
  definition.algorithms = {"RCB"};
  EXPECT_FALSE(sweep_experiment(definition).deterministic);
}

// Instances have their arrays in them.
TEST(CellStudies, InstancesNameNoFiles) {
  const testing_support::TemporaryFolder folder;
  std::ofstream(folder / "i.jsonl") << R"({"weights":[1],"loads":"ocean.pbm"})";
  const engine::SweepDefinition definition{.family = "cells", .name = "test", .instances = folder / "i.jsonl"};
  EXPECT_THAT(message_of([&] { static_cast<void>(engine::narrowed(sweep_experiment(definition), {})); }),
              HasSubstr("i.jsonl:1: loads is a file"));
}

}  // namespace
}  // namespace apportion::problems

// Measures of rectangle solutions: their values, where they are stored, and where they are refused.
#include "experiments/problems/rectangles/solve.hpp"

#include <cmath>

#include "base/error.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/plan.hpp"
#include "experiments/problems/problem_family.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/measured_values.hpp"
#include "tests/support/rectangles.hpp"

namespace apportion::problems {
namespace {

using ::testing::Contains;
using testing_support::metric_names;

std::map<std::string, double> measured(const RectangleProblem& problem, const Decomposition& decomposition,
                                       const std::vector<std::string>& needed = {"gap", "aspect", "imbalance"}) {
  return testing_support::measured_values(rectangle_study().study().measured, problem, RectangleSolution{decomposition},
                                          needed);
}

TEST(Yardsticks, TwoHalvesOfASquare) {
  const RectangleProblem problem{{7, 7}, {{1, 1}, {}}, 3};
  const auto halves = measured(problem, {{7, 7}, {{0, 0, 7, 3.5}, {0, 3.5, 7, 3.5}}});
  const double bound = 2 * 2 * std::sqrt(24.5) - 14 + 3;
  EXPECT_NEAR(halves.at("gap"), 100 * (10 / bound - 1), 1e-9);
  EXPECT_EQ(halves.at("aspect"), 2);
  EXPECT_NEAR(halves.at("imbalance"), 100 * (4 / 3.5 - 1), 1e-9);
}

TEST(Yardsticks, AspectOfAnLIsThatOfItsBox) {
  const RectangleProblem problem{{4, 4}, {{1, 3}, {}}};
  const auto corner = measured(problem, {{4, 4}, {{0, 0, 2, 2}, {0, 2, 4, 2}}, {{1, {2, 0, 2, 2}}}});
  EXPECT_EQ(corner.at("aspect"), 1);
  EXPECT_EQ(corner.at("imbalance"), 0);
}

TEST(Yardsticks, OneProcessorHasNoGap) {
  EXPECT_EQ(measured({{3, 5}, {{2}, {}}, 100}, {{3, 5}, {{0, 0, 3, 5}}}).at("gap"), 0);
}

// Four and a slower one make a pinwheel, which no slicing tree equals.
TEST(Yardsticks, FoundIsHeldAgainstTheProvenOptimum) {
  const RectangleProblem problem{{1000, 1000}, {{4, 4, 4, 4, 1}, {}}};
  const auto found = [&problem](const char* algorithm) {
    const Decomposition decomposition = apportion::testing_support::solve(algorithm, problem).decomposition;
    return measured(problem, decomposition, {"found"}).at("found");
  };
  EXPECT_EQ(found("OPTIMAL"), 1);
  EXPECT_EQ(found("OPTIMAL[layouts=slicing]"), 0);
  EXPECT_EQ(found("XY2"), 0);
}

// Otherwise their digests would change.
TEST(Yardsticks, ThePapersStudiesKeepTheirMetrics) {
  for (const engine::Experiment& experiment : engine::Catalogue::instance().experiments_named("kaddoura")) {
    EXPECT_THAT(metric_names(experiment.metrics), Not(Contains("gap"))) << experiment.name;
    if (experiment.name == "kaddoura/grid") {
      EXPECT_THAT(metric_names(experiment.metrics),
                  ElementsAre("acost", "internal_edges", "total", "reckoned_total", "relative_total"));
      EXPECT_THAT(metric_names(experiment.offered_metrics), ElementsAre("gap", "aspect", "imbalance", "found"));
    }
  }
}

TEST(Yardsticks, SweepsStoreThemWhereTheyNameThem) {
  engine::SweepDefinition definition;
  definition.family = "rectangles";
  definition.name = "s";
  EXPECT_THAT(metric_names(sweep_experiment(definition).metrics),
              ElementsAre("acost", "internal_edges", "total", "reckoned_total", "relative_total"));
  definition.metrics = {"total"};
  const std::string before = sweep_experiment(definition).definition;
  definition.metrics = {"imbalance", "gap", "total", "aspect"};
  const engine::Experiment sweep = sweep_experiment(definition);
  EXPECT_THAT(metric_names(sweep.metrics), ElementsAre("total", "gap", "aspect", "imbalance"));
  EXPECT_EQ(sweep.definition, before);
}

TEST(Yardsticks, AreRefusedOutsideTheirRange) {
  engine::SweepDefinition definition;
  definition.family = "rectangles";
  definition.name = "s";
  const auto narrowed_to = [&definition](const std::string& axis, const std::string& values) {
    engine::RunRequest request;
    if (!axis.empty()) request.axes = {{axis, values}};
    static_cast<void>(engine::narrowed(sweep_experiment(definition), request));
  };
  definition.metrics = {"total", "imbalance"};
  EXPECT_NO_THROW(narrowed_to("aspect", "0.5,1.25"));
  EXPECT_THAT([&] { narrowed_to("aspect", "1,1.0001"); },
              ThrowsMessage<InputError>(HasSubstr("aspect = 1.0001 with rows = 1000 makes a side of 1000.1")));
  EXPECT_THAT([&] { narrowed_to("rows", "10.5"); }, ThrowsMessage<InputError>(HasSubstr("rows = 10.5")));
  definition.metrics = {"found", "total"};
  EXPECT_THAT(
      [&] { narrowed_to("", ""); },
      ThrowsMessage<InputError>(HasSubstr("up to 7 processors, for which the optimum is proved; processors = 10")));
  EXPECT_NO_THROW(narrowed_to("processors", "2,7"));
}

}  // namespace
}  // namespace apportion::problems

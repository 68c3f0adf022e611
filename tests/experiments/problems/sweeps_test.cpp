// Studies of sweep definitions: required properties of every family, and changes that make no other study.
#include "experiments/problems/problem_family.hpp"

#include <set>

#include "sim/graphs/sample_graphs.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/measured_values.hpp"

namespace apportion::problems {
namespace {

using engine::SweepDefinition;

SweepDefinition sweep_of(const std::string& family) {
  SweepDefinition definition;
  definition.family = family;
  definition.name = "test";
  return definition;
}

// Means of the first column's metrics over the first two samples at the first point.
std::vector<double> means(const engine::Experiment& experiment) {
  const engine::StudyColumns columns = experiment.columns(experiment.algorithms);
  const engine::Point point = engine::grid(experiment.axes).front();
  const std::vector<engine::ColumnResult> results =
      columns.solve({.seed = 1, .point = &point, .samples = 2, .columns = std::vector<bool>(columns.all.size(), true)});
  EXPECT_EQ(results.size(), columns.all.size());
  std::vector<double> all;
  for (const results::Moments& moments : results.front().moments) all.push_back(moments.mean);
  return all;
}

TEST(Sweeps, EveryFamilyRunsWithItsDefaults) {
  for (const ProblemFamily& family : families()) {
    if (family.sweep == nullptr) continue;
    SCOPED_TRACE(family.name);
    SweepDefinition definition = sweep_of(family.name);
    // Programs are given, never drawn.
    if (family.name == "programs") continue;
    const engine::Experiment plain = sweep_experiment(definition);
    EXPECT_EQ(plain.name, "sweeps/test");
    for (const std::string& text : {plain.title, plain.claim, plain.source, family.summary}) EXPECT_FALSE(text.empty());
    EXPECT_THAT(plain.definition, HasSubstr(family.name + ", revision "));
    for (const engine::Axis& axis : plain.axes) {
      EXPECT_EQ(axis.values.size(), 1U) << axis.name;
      EXPECT_NO_THROW(axis.check(axis.values.front()));
    }
    // With a rival every other algorithm has a column of paired metrics.
    definition.rivals = {plain.algorithms.front()};
    const engine::Experiment paired = sweep_experiment(definition);
    const std::size_t algorithms = plain.algorithms.size();
    EXPECT_EQ(plain.columns(plain.algorithms).all.size(), algorithms);
    EXPECT_EQ(paired.columns(paired.algorithms).all.size(), 2 * algorithms - 1);
    EXPECT_EQ(means(plain), means(paired));
  }
}

TEST(Sweeps, TheGridIsNoPartOfTheDefinition) {
  SweepDefinition definition = sweep_of("rectangles");
  const engine::Experiment before = sweep_experiment(definition);
  definition.axes["processors"] = engine::axis_values({10, 20});
  definition.axes["latency"] = engine::axis_values({0, 5});
  definition.samples = 1000;
  definition.algorithms = {"XY2", "TILE"};
  definition.title = "another title";
  const engine::Experiment after = sweep_experiment(definition);
  EXPECT_EQ(before.definition, after.definition);
  EXPECT_EQ(before.axes.size(), after.axes.size());
  EXPECT_EQ(engine::grid(before.axes).front().name(), engine::grid(after.axes).front().name());
  // A change of chunks is a change of the study.
  definition.chunk = 7;
  EXPECT_NE(sweep_experiment(definition).definition, before.definition);
  definition = sweep_of("rectangles");
  definition.metrics = {"total"};
  EXPECT_NE(sweep_experiment(definition).definition, before.definition);
}

TEST(Sweeps, AspectIsColumnsOverRows) {
  SweepDefinition definition = sweep_of("rectangles");
  definition.axes["rows"] = engine::axis_values({500});
  definition.axes["aspect"] = engine::axis_values({4});
  definition.axes["processors"] = engine::axis_values({2});
  definition.axes["ratio"] = engine::axis_values({1});
  definition.algorithms = {"XY2"};
  definition.metrics = {"acost"};
  // The two equal halves of 500 x 2000 have a common boundary of 500.
  EXPECT_THAT(means(sweep_experiment(definition)), ElementsAre(500));
}

TEST(Sweeps, ChosenMetricsAreStoredInTheFamilysOrder) {
  SweepDefinition definition = sweep_of("rectangles");
  const engine::Experiment all = sweep_experiment(definition);
  definition.rivals = {"TILE"};
  definition.metrics = {"relative_total", "total", "acost"};
  const engine::Experiment some = sweep_experiment(definition);
  EXPECT_THAT(testing_support::metric_names(some.metrics), ElementsAre("acost", "total", "relative_total"));
  EXPECT_EQ(means(some), (std::vector<double>{means(all).at(0), means(all).at(2)}));
  // Without a paired metric there is nothing to store for pairs.
  definition.metrics = {"total"};
  EXPECT_EQ(sweep_experiment(definition).columns({"TILE", "XY2"}).all.size(), 2U);
  // Naming all metrics equals naming none.
  definition.metrics = testing_support::metric_names(all.metrics);
  EXPECT_EQ(sweep_experiment(definition).definition, all.definition);
}

TEST(Sweeps, ThePairedValueNeedsNoStoredMetric) {
  SweepDefinition definition = sweep_of("rectangles");
  definition.rivals = {"TILE"};
  definition.algorithms = {"XY2", "TILE"};
  const auto paired_mean = [](const engine::Experiment& experiment) {
    const engine::StudyColumns columns = experiment.columns(experiment.algorithms);
    const engine::Point point = engine::grid(experiment.axes).front();
    return columns.solve({.seed = 1, .point = &point, .samples = 3, .columns = {false, false, true}})
        .back()
        .moments.at(0)
        .mean;
  };
  const double with_all = paired_mean(sweep_experiment(definition));
  definition.metrics = {"acost", "relative_total"};
  EXPECT_EQ(paired_mean(sweep_experiment(definition)), with_all);
}

TEST(Sweeps, LargeGraphsNeedNoProof) {
  SweepDefinition definition = sweep_of("graphs");
  const engine::Experiment all = sweep_experiment(definition);
  definition.metrics = {"cost", "static_cost"};
  EXPECT_EQ(means(sweep_experiment(definition)), (std::vector<double>{means(all).at(0), means(all).at(1)}));
  definition.axes["nodes"] = engine::axis_values({3000});
  definition.algorithms = {"best-static"};
  EXPECT_THAT(means(sweep_experiment(definition)), ::testing::Each(::testing::Gt(0)));
}

// The axis was added later: points with its default are the earlier ones.
TEST(Sweeps, GraphsAreOfManyModelsAndTheOldOnesKeepTheirNames) {
  SweepDefinition definition = sweep_of("graphs");
  const engine::Experiment one = sweep_experiment(definition);
  EXPECT_EQ(engine::grid(one.axes).front().name(), "nodes=20 candidates=4 degree=3 strength=0.5 rho=1");
  definition.algorithms = {"best-static"};
  definition.metrics = {"cost", "static_cost"};
  std::set<double> costs;
  for (const GraphModel& model : graph_models()) {
    definition.axes["sampling"] = {engine::AxisValue::parse(model.name)};
    costs.insert(means(sweep_experiment(definition)).at(0));
  }
  EXPECT_EQ(costs.size(), graph_models().size());
  definition.axes["sampling"] = {engine::AxisValue::parse("zones")};
  EXPECT_EQ(engine::grid(sweep_experiment(definition).axes).front().name(),
            "nodes=20 candidates=4 degree=3 strength=0.5 rho=1 sampling=zones");
}

TEST(Sweeps, GraphsOfferTheBoundThatAnAlgorithmKnows) {
  SweepDefinition definition = sweep_of("graphs");
  EXPECT_THAT(testing_support::metric_names(sweep_experiment(definition).metrics),
              ::testing::Not(::testing::Contains("lower_bound")));
  definition.metrics = {"cost", "lower_bound"};
  definition.algorithms = {"optimal"};
  const std::vector<double> both = means(sweep_experiment(definition));
  ASSERT_EQ(both.size(), 2U);
  EXPECT_NEAR(both[1] / both[0], 1, 1e-9);
}

TEST(Sweeps, SamplersSayWhetherBytesAreTheSameEverywhere) {
  SweepDefinition definition = sweep_of("grids");
  EXPECT_TRUE(sweep_experiment(definition).exact_everywhere);
  definition.axes["sampling"] = {engine::AxisValue::parse("uniform"), engine::AxisValue::parse("skewed")};
  EXPECT_FALSE(sweep_experiment(definition).exact_everywhere);
  EXPECT_FALSE(sweep_experiment(sweep_of("graphs")).exact_everywhere);
  definition = sweep_of("graphs");
  definition.algorithms = {"best-static"};
  EXPECT_FALSE(sweep_experiment(definition).exact_everywhere);  // its optimum is found by integer programming
  definition.metrics = {"cost"};
  EXPECT_TRUE(sweep_experiment(definition).exact_everywhere);
}

TEST(Sweeps, WhatIsUnknownIsRefused) {
  const auto refused = [](const auto& change, const std::string& piece) {
    SweepDefinition definition = sweep_of("rectangles");
    change(definition);
    EXPECT_THAT(message_of([&] { (void)sweep_experiment(definition); }), HasSubstr(piece));
  };
  refused([](SweepDefinition& sweep) { sweep.family = "rectangle"; }, "did you mean rectangles?");
  refused([](SweepDefinition& sweep) { sweep.family = "programs"; }, "a sweep of programs needs instances");
  refused([](SweepDefinition& sweep) { sweep.axes["layers"] = engine::axis_values({4}); },
          "unknown axis of rectangles");
  refused([](SweepDefinition& sweep) { sweep.axes["aspect"] = engine::axis_values({0}); }, "aspect = 0: must be");
  refused([](SweepDefinition& sweep) { sweep.metrics = {"totl"}; }, "did you mean total?");
  refused([](SweepDefinition& sweep) { sweep.metrics = {"relative_total"}; }, "name one of acost, internal_edges");
  refused([](SweepDefinition& sweep) { sweep.algorithms = {"XY3"}; }, "did you mean XY or XY2?");
  refused([](SweepDefinition& sweep) { sweep.rivals = {"XY2[enumerat]"}; }, "did you mean enumerate?");
}

}  // namespace
}  // namespace apportion::problems

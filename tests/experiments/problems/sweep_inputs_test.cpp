// Sweeps with clusters and instances from files: the same numbers as from the family's own axes.
#include "experiments/problems/common/sweep_study.hpp"

#include <fmt/format.h>

#include <fstream>

#include "base/error.hpp"
#include "experiments/engine/plan.hpp"
#include "experiments/engine/replay.hpp"
#include "experiments/problems/problem_family.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/temporary_folder.hpp"

namespace apportion::problems {
namespace {

using engine::SweepDefinition;
using ::testing::Contains;
using ::testing::DoubleNear;

class SweepInputsTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::string written(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return (folder_ / name).string();
  }

  [[nodiscard]] SweepDefinition sweep_of(const std::string& family) const {
    SweepDefinition definition;
    definition.family = family;
    definition.name = "test";
    definition.folder = folder_.path().string();
    return definition;
  }

  testing_support::TemporaryFolder folder_;
};

std::vector<std::string> axis_names(const engine::Experiment& experiment) {
  std::vector<std::string> names;
  for (const engine::Axis& axis : experiment.axes) names.push_back(axis.name);
  return names;
}

// The first metric of the first column at each point.
std::vector<double> values(const engine::Experiment& experiment) {
  const engine::StudyColumns columns = experiment.columns(experiment.algorithms);
  std::vector<double> all;
  for (const engine::Point& point : engine::grid(experiment.axes)) {
    const std::vector<engine::ColumnResult> results = columns.solve(
        {.seed = 1, .point = &point, .samples = 1, .columns = std::vector<bool>(columns.all.size(), true)});
    EXPECT_FALSE(results.front().failure) << results.front().failure->message;
    all.push_back(results.front().moments.front().mean);
  }
  return all;
}

std::string refusal(const SweepDefinition& definition) {
  return message_of([&] {
    engine::Experiment experiment = sweep_experiment(definition);
    if (experiment.require) experiment.require(experiment.axes);
  });
}

TEST_F(SweepInputsTest, AGivenClusterStandsInForItsAxes) {
  SweepDefinition definition = sweep_of("rectangles");
  definition.cluster = written("c.csv", "name,speed\na,3\nb,3\n");
  definition.algorithms = {"XY2"};
  definition.axes["aspect"] = engine::axis_values({1, 4});
  const engine::Experiment experiment = sweep_experiment(definition);
  EXPECT_THAT(axis_names(experiment), ElementsAre("rows", "aspect", "latency"));
  EXPECT_TRUE(experiment.deterministic);
  EXPECT_EQ(experiment.samples, 1);
  // The two equal halves have 1000 rows of common boundary.
  EXPECT_THAT(values(experiment), ElementsAre(1000, 1000));
  EXPECT_THAT(experiment.definition,
              ::testing::MatchesRegex("rectangles, cluster [0-9a-f]+, revision 1, chunks of 20"));
}

TEST_F(SweepInputsTest, SpeedsThatDependOnTheSizeAreThoseOfTheArray) {
  SweepDefinition definition = sweep_of("rectangles");
  // Up to 100 elements both are alike; beyond, b does no more.
  definition.cluster = written("c.csv", "name,size,seconds\na,100,1\nb,100,1\nb,101,1e9\n");
  definition.algorithms = {"XY2"};
  definition.metrics = {"aspect"};
  definition.axes["rows"] = engine::axis_values({10, 100});
  // 100 elements are in two halves of 10 x 5; of 10000, b has a strip of 100 x 1.
  EXPECT_THAT(values(sweep_experiment(definition)), ElementsAre(2, DoubleNear(100, 1e-4)));
}

TEST_F(SweepInputsTest, TheContentOfFilesIsPartOfTheDefinitionAndTheirNamesAreNot) {
  SweepDefinition definition = sweep_of("grids");
  definition.axes["grid"] = {engine::AxisValue::parse("1x2")};
  const auto definition_of = [&](const std::string& file, const std::string& text) {
    definition.cluster = written(file, text);
    return sweep_experiment(definition).definition;
  };
  const std::string first = definition_of("a.csv", "name,speed\na,3\nb,1\n");
  EXPECT_EQ(definition_of("b.csv", "name,speed\na,3\nb,1\n"), first);
  EXPECT_NE(definition_of("a.csv", "name,speed\na,3\nb,2\n"), first);
}

TEST_F(SweepInputsTest, CellsOfDrawnLoadsKeepTheirSamples) {
  SweepDefinition definition = sweep_of("cells");
  definition.cluster = written("c.csv", "name,speed\na,3\nb,1\n");
  EXPECT_TRUE(sweep_experiment(definition).deterministic);
  const std::vector<std::string> models = [&] {
    for (const engine::Axis& axis : sweep_experiment(definition).axes)
      if (axis.name == "loads") return axis.names;
    return std::vector<std::string>{};
  }();
  ASSERT_GT(models.size(), 1U);
  definition.axes["loads"] = {engine::AxisValue::parse(models.back())};
  definition.axes["rows"] = engine::axis_values({20});
  definition.algorithms = {"RCB"};
  EXPECT_FALSE(sweep_experiment(definition).deterministic);
  EXPECT_GT(values(sweep_experiment(definition)).front(), 0);
}

TEST_F(SweepInputsTest, ResamplingDrawsFromTheFileAndNeedsItsRatio) {
  SweepDefinition definition = sweep_of("rectangles");
  static_cast<void>(written("c.csv", "name,speed\na,3\nb,6\n"));
  definition.axes["sampling"] = {engine::AxisValue::parse("resample(c.csv)"), engine::AxisValue::parse("pareto(1.5)")};
  definition.axes["processors"] = engine::axis_values({2});
  definition.axes["ratio"] = engine::axis_values({2});
  definition.algorithms = {"XY2"};
  const engine::Experiment experiment = sweep_experiment(definition);
  EXPECT_NO_THROW(experiment.require(experiment.axes));
  EXPECT_THAT(experiment.definition, HasSubstr("rectangles, resample(c.csv) "));
  EXPECT_EQ(values(experiment).front(), 1000);
  EXPECT_FALSE(experiment.exact_everywhere);
  definition.axes["ratio"] = engine::axis_values({4, 1.5});
  EXPECT_THAT(refusal(definition), HasSubstr("sampling = resample(c.csv): its fastest processor is 2 times as fast as "
                                             "its slowest; ratio = 1.5 must be at least that"));
  // The study lacks a file that only the command line names.
  EXPECT_THROW((void)engine::narrowed(experiment, {.axes = {{"sampling", "resample(d.csv)"}}}), InputError);
}

std::vector<engine::AxisValue> models(const std::vector<std::string>& texts) { return engine::name_values(texts); }

TEST_F(SweepInputsTest, ModelsThatSayTheSpeedsLeaveOutTheRatio) {
  static_cast<void>(written("q.csv", "probability,speed\n0,2\n1,2\n"));
  for (const char* family : {"rectangles", "cells", "boxes"}) {
    SCOPED_TRACE(family);
    SweepDefinition definition = sweep_of(family);
    definition.axes["sampling"] = models({"quantiles(q.csv)", "speeds(uniform(1,2))"});
    definition.axes["processors"] = engine::axis_values({2});
    const engine::Experiment experiment = sweep_experiment(definition);
    EXPECT_THAT(axis_names(experiment), ::testing::Not(Contains("ratio")));
    EXPECT_THAT(experiment.definition, HasSubstr("without a ratio, "));
    EXPECT_FALSE(experiment.exact_everywhere);
    EXPECT_EQ(values(experiment).size(), 2U);
    definition.axes["ratio"] = engine::axis_values({4});
    EXPECT_THAT(refusal(definition), HasSubstr("ratio and sampling = quantiles(q.csv) exclude each other"));
    definition.axes["sampling"] = models({"uniform", "quantiles(q.csv)"});
    EXPECT_EQ(refusal(definition), "");
    EXPECT_THAT(axis_names(sweep_experiment(definition)), Contains("ratio"));
    definition.axes["ratio"] = engine::axis_values({2, 4});
    EXPECT_THAT(refusal(definition), HasSubstr("it does not depend on ratio; give ratio one value beside it"));
  }
  SweepDefinition grids = sweep_of("grids");
  grids.axes["sampling"] = models({"speeds(weibull(2))"});
  EXPECT_THAT(axis_names(sweep_experiment(grids)), ::testing::Not(Contains("level")));
  EXPECT_EQ(values(sweep_experiment(grids)).size(), 1U);
  grids.axes["level"] = engine::axis_values({8});
  EXPECT_THAT(refusal(grids), HasSubstr("level and sampling = speeds(weibull(2)) exclude each other"));
}

TEST_F(SweepInputsTest, QuantilesAreThoseOfTheFile) {
  SweepDefinition definition = sweep_of("rectangles");
  definition.axes["sampling"] = models({"quantiles(q.csv)"});
  definition.axes["processors"] = engine::axis_values({2});
  definition.algorithms = {"XY2"};
  definition.metrics = {"total"};
  const auto with = [&](const std::string& text) {
    static_cast<void>(written("q.csv", text));
    return sweep_experiment(definition);
  };
  const engine::Experiment equal = with("probability,speed\n0,2\n1,2\n");
  EXPECT_EQ(equal.exact_everywhere, with("probability,speed\n0,1\n1,2\n").exact_everywhere);
  EXPECT_THAT(values(equal), ElementsAre(1000));
  EXPECT_NE(equal.definition, with("probability,speed\n0,1\n1,2\n").definition) << "a change is not noticed";
  EXPECT_THAT(message_of([&] {
                static_cast<void>(engine::narrowed(equal, {.axes = {{"sampling", "uniform"}}}));
              }),
              HasSubstr("sampling = uniform: it needs ratio, which the sweep file leaves out"));
  const auto refused = [&](const std::string& text, const std::string& piece) {
    EXPECT_THAT(message_of([&] { static_cast<void>(with(text)); }), AllOf(HasSubstr("q.csv: "), HasSubstr(piece)));
  };
  const std::string header = "probability,speed\n";
  refused("", "the file is empty; its first line must be probability,speed");
  refused("speed,probability\n", "line 1: the header must be probability,speed");
  refused(header, "there is no quantile below the header");
  refused(header + "0.1,1\n1,2\n", "line 2: the first probability is 0.1; it must be 0");
  refused(header + "0,1\n\n0.9,2\n", "line 4: the last probability is 0.9; it must be 1");
  refused(header + "0,1\n0.5,2\n0.5,3\n1,4\n", "line 4: the probability 0.5 is not above 0.5, that of the line before");
  refused(header + "0,1\n1.5,2\n", "line 3: the probability 1.5 is above 1");
  refused(header + "0,2\n1,1\n", "line 3: the speed 1 is below 2, that of the line before");
  refused(header + "0,-1\n1,1\n", "line 2: the speed is -1; it must be from 1e-100 to 1e+100");
  refused(header + "0,0\n1,1\n", "line 2: the speed is 0");
  refused(header + "0,inf\n", "line 2: the speed is");
  refused(header + "nan,1\n", "line 2: the");
  refused(header + "0,1,2\n", "line 2: a line must have two fields");
  refused(header + "0\n", "line 2: a line must have two fields");
  std::filesystem::remove(folder_ / "q.csv");
  EXPECT_THAT(refusal(definition), HasSubstr("q.csv cannot be read"));
}

TEST_F(SweepInputsTest, InstancesAreTheLinesOfSolve) {
  SweepDefinition definition = sweep_of("rectangles");
  definition.instances = written("i.jsonl",
                                 "{\"rows\": 10, \"columns\": 20, \"weights\": [1, 1]}\r\n\n"
                                 "{\"rows\": 7, \"columns\": 20, \"weights\": [1, 1], \"latency\": 5}");
  definition.algorithms = {"XY2"};
  definition.metrics = {"total"};
  const engine::Experiment plain = sweep_experiment(definition);
  EXPECT_THAT(axis_names(plain), ElementsAre("instance"));
  EXPECT_EQ(engine::grid(plain.axes).back().name(), "instance=3");
  EXPECT_THAT(values(plain), ElementsAre(10, 12));
  EXPECT_THAT(plain.definition, HasSubstr("instances "));
  EXPECT_THROW((void)engine::point_at(plain, {{"instance", "2"}}), InputError);
  // A named applied axis overrides the lines, and makes another study.
  definition.axes["latency"] = engine::axis_values({0, 100});
  const engine::Experiment applied = sweep_experiment(definition);
  EXPECT_THAT(values(applied), ElementsAre(10, 110, 7, 107));
  EXPECT_NE(applied.definition, plain.definition);
}

TEST_F(SweepInputsTest, EveryFamilyTakesInstances) {
  const std::vector<std::pair<std::string, std::string>> lines = {
      {"cells", R"({"rows":4,"columns":4,"weights":[1,1],"loads":[[1,1,1,1],[1,1,1,1],[0,1,1,1],[1,1,1,1]]})"},
      {"distributions", R"({"n":100,"p":4})"},
      {"graphs", R"({"candidates":["a","b"],"nodes":[{"name":"x","cost":[1,2]},{"name":"y","cost":[2,1]}],)"
                 R"("edges":[[0,1,1]],"algorithm":"optimal"})"},
      {"grids", R"({"edges":[1,2],"performances":[1,3],"block":[8,8]})"},
      {"rectangles", R"({"rows":4,"columns":4,"weights":[1,1]})"}};
  for (const auto& [family, line] : lines) {
    SweepDefinition definition = sweep_of(family);
    definition.instances = written("i.jsonl", fmt::format("{0}\n{0}\n", line));
    const std::vector<double> both = values(sweep_experiment(definition));
    ASSERT_EQ(both.size(), 2U) << family;
    EXPECT_EQ(both[0], both[1]) << family;
    EXPECT_GT(both[0], 0) << family;
  }
}

TEST_F(SweepInputsTest, NothingIsOpenedToDescribeASweep) {
  SweepDefinition definition = sweep_of("rectangles");
  definition.opens_files = false;
  definition.cluster = "is not there.csv";
  EXPECT_THAT(axis_names(sweep_experiment(definition)), ElementsAre("rows", "aspect", "latency"));
  definition.cluster = "";
  definition.instances = "is not there.jsonl";
  EXPECT_THAT(axis_names(sweep_experiment(definition)), ElementsAre("instance"));
}

TEST_F(SweepInputsTest, TwoWordsForOneThingAndUnusableFilesAreRefused) {
  const std::string cluster = written("c.csv", "name,speed\na,3\nb,6\n");
  const std::string measured = written("m.csv", "name,size,seconds\na,3,1\n");
  const auto with_cluster = [&](const std::string& family, const std::string& file) {
    SweepDefinition definition = sweep_of(family);
    definition.cluster = file;
    return definition;
  };
  const auto with_instances = [&](const std::string& family, const std::string& text) {
    SweepDefinition definition = sweep_of(family);
    definition.instances = written("i.jsonl", text);
    return definition;
  };
  SweepDefinition both = with_cluster("rectangles", cluster);
  both.axes["processors"] = engine::axis_values({4});
  EXPECT_EQ(refusal(both), "processors and cluster exclude each other: c.csv gives it");
  both.axes.clear();
  both.instances = "i.jsonl";
  EXPECT_THAT(refusal(both), HasSubstr("cluster and instances exclude each other"));
  EXPECT_THAT(refusal(with_cluster("graphs", cluster)), HasSubstr("a sweep of graphs takes no cluster"));
  EXPECT_THAT(refusal(with_cluster("rectangles", "no.csv")), HasSubstr("no.csv cannot be read: No such file"));
  EXPECT_THAT(refusal(with_cluster("rectangles", folder_.path().string())), HasSubstr("Is a directory"));
  EXPECT_THAT(refusal(with_cluster("rectangles", "-")), HasSubstr("not standard input"));
  EXPECT_THAT(refusal(with_cluster("grids", cluster)), HasSubstr("grid = 4x4 has 16 cells, and the cluster 2"));
  EXPECT_THAT(refusal(with_cluster("grids", measured)), HasSubstr("the speeds depend on the size"));
  EXPECT_THAT(refusal(with_instances("rectangles", "\n\n")), HasSubstr("i.jsonl is empty"));
  const std::string good = R"({"rows":4,"columns":4,"weights":[1,1]})";
  EXPECT_THAT(refusal(with_instances("rectangles", good + "\n\n{\"rows\":4}\n")),
              HasSubstr("i.jsonl:3: columns is missing"));
  EXPECT_THAT(refusal(with_instances("rectangles", good + "\n{\n")), HasSubstr("i.jsonl:2: malformed JSON"));
  EXPECT_THAT(refusal(with_instances("rectangles", R"({"rows":4,"columns":-4,"weights":[1,1]})")),
              HasSubstr("i.jsonl:1: "));
  EXPECT_THAT(refusal(with_instances("rectangles", R"({"rows":4,"columns":4,"weights":[1],"whole":true})")),
              HasSubstr("i.jsonl:1: whole works in solve only"));
  EXPECT_THAT(refusal(with_instances("cells", R"({"weights":[1],"loads":"ocean.pbm"})")),
              HasSubstr("i.jsonl:1: loads is a file"));
  EXPECT_THAT(refusal(with_instances("distributions", R"({"n":4,"p":2,"m":3})")),
              HasSubstr("n and p, and nothing else"));
  SweepDefinition sampled = with_instances("rectangles", good);
  sampled.axes["ratio"] = engine::axis_values({4});
  EXPECT_EQ(refusal(sampled), "ratio and instances exclude each other: each line of i.jsonl gives it");
  EXPECT_THAT(refusal(with_instances("rectangles", std::string(100'001, '\n'))), HasSubstr("more than 100000 lines"));
}

}  // namespace
}  // namespace apportion::problems

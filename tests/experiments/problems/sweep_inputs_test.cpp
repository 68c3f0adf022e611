// Sweeps with clusters and instances from files: the same numbers as from the family's own axes.
#include "experiments/problems/common/sweep_study.hpp"

#include <fmt/format.h>

#include <fstream>

#include "base/error.hpp"
#include "experiments/engine/experiment.hpp"
#include "experiments/engine/plan.hpp"
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
    definition.file = (folder_.path() / "s.ini").string();
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
    experiment.require_measurable(experiment.axes);
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

TEST_F(SweepInputsTest, ResamplingDrawsFromTheFileAndNeedsItsRatio) {
  SweepDefinition definition = sweep_of("rectangles");
  static_cast<void>(written("c.csv", "name,speed\na,3\nb,6\n"));
  definition.axes["sampling"] = {engine::AxisValue::parse("resample(c.csv)"), engine::AxisValue::parse("pareto(1.5)")};
  definition.axes["processors"] = engine::axis_values({2});
  definition.axes["ratio"] = engine::axis_values({2});
  definition.algorithms = {"XY2"};
  const engine::Experiment experiment = sweep_experiment(definition);
  EXPECT_NO_THROW(experiment.require_measurable(experiment.axes));
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
    if (find_family(family) == nullptr) continue;
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
    if (find_family(family) == nullptr) continue;
    SweepDefinition definition = sweep_of(family);
    definition.instances = written("i.jsonl", fmt::format("{0}\n{0}\n", line));
    const std::vector<double> both = values(sweep_experiment(definition));
    ASSERT_EQ(both.size(), 2U) << family;
    EXPECT_EQ(both[0], both[1]) << family;
    EXPECT_GT(both[0], 0) << family;
  }
}

TEST_F(SweepInputsTest, FilesAreBoundedAndHaveNames) {
  SweepDefinition definition = sweep_of("rectangles");
  definition.instances = written("i.jsonl", std::string(100'001, '\n'));
  EXPECT_THAT(refusal(definition), HasSubstr("more than 100000 lines"));
  definition = sweep_of("rectangles");
  definition.cluster = "-";
  EXPECT_THAT(refusal(definition), HasSubstr("not standard input"));
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

}  // namespace
}  // namespace apportion::problems

// Replay: solving a sample again gives the sample that a run stored, in every study.
#include "experiments/engine/experiment.hpp"

#include <algorithm>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/runner.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/toy_study.hpp"

namespace apportion::engine {
namespace {

using ::testing::ContainsRegex;

class ReplayTest : public ::testing::Test {
 protected:
  testing_support::TemporaryFolder folder_;
};

// The first value of each axis, or a smaller one if that takes seconds.
RunRequest one_point(const Experiment& experiment) {
  RunRequest request{.seed = 7, .samples = 2, .keep_samples = true};
  for (const Axis& axis : experiment.axes) request.axes[axis.name] = axis.values.front().text;
  const std::string& name = experiment.name;
  if (name == "frontier/large-graphs") request.axes["nodes"] = "1000";
  if (name == "frontier/shardings") request.axes["nodes"] = "60";
  if (name == "frontier/loads" || name == "frontier/tolerance" || name == "frontier/volume")
    request.axes["rows"] = request.axes["columns"] = "50";
  if (name == "frontier/cells-3d") request.axes["rows"] = "16";
  if (name == "frontier/loads") request.axes["processors"] = "16";
  if (name == "frontier/rebalancing") request.axes["rows"] = request.axes["columns"] = "16";
  if (name == "frontier/rebalancing") request.axes["processors"] = "4";
  if (name == "frontier/rebalancing-drift") {  // chains of 50 divisions; those of a row take the least time
    request.samples = 1;
    request.axes["rows"] = "1";
    request.axes["columns"] = "12";
    request.axes["processors"] = "2";
  }
  return request;
}

std::vector<double> stored_values(const results::Reader& reader, const std::string& experiment,
                                  const ReplayedColumn& column, std::int64_t sample) {
  std::string view = experiment + "_samples";
  std::ranges::replace(view, '/', '_');
  const results::Rows rows = reader.query(
      "SELECT * FROM \"" + view + "\" WHERE algorithm = :algorithm AND rival = :rival AND sample = :sample",
      {{"algorithm", column.column.name}, {"rival", column.column.rival}, {"sample", sample}});
  std::vector<double> values;
  for (const results::MetricRecord& metric : column.metrics) {
    const auto place = std::ranges::find(rows.columns, metric.name) - rows.columns.begin();
    values.push_back(std::get<double>(rows.rows.at(0).at(static_cast<std::size_t>(place))));
  }
  return values;
}

TEST_F(ReplayTest, GivesTheStoredSamplesOfEveryStudy) {
  for (const Experiment& experiment : Catalogue::instance().experiments()) {
    if (experiment.timed) continue;
    SCOPED_TRACE(experiment.name);
    const RunRequest request = one_point(experiment);
    const Experiment narrow = narrowed(experiment, request);
    {
      results::Store store(folder_ / "db");
      run(narrow, request, {.threads = 2, .quiet = true}, store);
    }
    const results::Reader reader(folder_ / "db");
    const std::int64_t last = narrow.samples - 1;
    const Replay replayed = replay(experiment, {}, 7, point_at(experiment, request.axes), last);
    EXPECT_EQ(replayed.columns.size(), experiment.columns(experiment.algorithms).all.size());
    for (const ReplayedColumn& column : replayed.columns)
      EXPECT_EQ(column.values, stored_values(reader, experiment.name, column, last)) << column.column.name;
  }
}

// A regular expression that matches the text.
std::string quoted(const std::string& text) {
  std::string regex;
  for (const char c : text) regex += (c == '[' || c == ']' ? "\\" : "") + std::string(1, c);
  return regex;
}

TEST_F(ReplayTest, DrawsWhatItsFamilyCanDraw) {
  const auto shown = [](const std::string& name, const std::map<std::string, std::string>& point,
                        const std::vector<std::string>& algorithms = {}) {
    const Experiment experiment = Catalogue::instance().experiments_named(name).front();
    return replay(experiment, algorithms, 1, point_at(experiment, point), 0);
  };
  const std::map<std::string, std::string> place = {
      {"columns", "3000"}, {"ratio", "4"}, {"processors", "5"}, {"latency", "0"}};
  const Replay rectangles = shown("kaddoura/grid", place);
  EXPECT_THAT(rectangles.instance, ::testing::StartsWith(R"({"rows":1000,"columns":3000,"weights":[)"));
  EXPECT_THAT(rectangles.columns[0].text, HasSubstr("area"));
  for (const std::string algorithm : {"RecursiveBisection", "TILE[legacy]", "XY2"})
    EXPECT_THAT(rectangles.drawing.svg,
                ContainsRegex(">" + quoted(algorithm) + ", rank [1-9] of [1-9]: [0-9.]+, gap [0-9.]+ %, "))
        << algorithm;
  EXPECT_THAT(rectangles.drawing.svg, HasSubstr(", rank 1 of "));
  // A single algorithm has no rank.
  const std::string alone = shown("kaddoura/grid", place, {"RecursiveBisection"}).drawing.svg;
  EXPECT_THAT(alone, ContainsRegex(": [0-9.]+, gap [0-9.]+ %, [0-9]+ edges</text>"));
  EXPECT_THAT(alone, ::testing::AllOf(HasSubstr("perimeter"), ::testing::Not(HasSubstr("rank"))));
  EXPECT_THAT(shown("kalinov/figure3a", {{"grid", "2x2"}, {"level", "2"}}).drawing.svg,
              ContainsRegex(", rank 1 of [0-9]+: time [0-9.]+, [0-9.]+ times the ideal"));
  EXPECT_THAT(shown("kalinov/figure3a", {{"grid", "2x2"}, {"level", "2"}}).columns[0].text, HasSubstr("mapping: "));
  const Replay cube = shown("kalinov/figure5", {{"grid", "2x2x2"}, {"level", "2"}});
  EXPECT_EQ(cube.drawing.svg, "");
  EXPECT_THAT(cube.columns[0].text, HasSubstr("lengths of dimension 2: "));
  const Replay graph = shown("chatterjee/two-zone", {{"rho", "1"}});
  EXPECT_THAT(graph.instance, HasSubstr(R"("candidates":[)"));
  EXPECT_NE(graph.columns[0].text, "");
  EXPECT_THAT(shown("niculescu/triangular", {{"p", "4"}}).columns[0].text, HasSubstr("(960,4)"));
}

TEST_F(ReplayTest, FailuresAreTold) {
  testing_support::set_strength(0);
  const Experiment toy = testing_support::toy_experiment();
  const Replay replayed = replay(toy, {"fragile", "doubling"}, 1, point_at(toy, {{"a", "1"}, {"b", "0"}}), 0);
  testing_support::set_strength(1e9);
  EXPECT_EQ(replayed.columns.at(0).failure, "too much for it");
  EXPECT_EQ(replayed.columns.at(1).failure, std::nullopt);
}

TEST_F(ReplayTest, PointsAreChecked) {
  const Experiment experiment = Catalogue::instance().experiments_named("kaddoura/grid").front();
  const auto refused = [&](const std::map<std::string, std::string>& settings, const std::string& piece) {
    EXPECT_THAT(message_of([&] { (void)point_at(experiment, settings); }), HasSubstr(piece));
  };
  refused({{"column", "1000"}}, "did you mean columns?");
  refused({{"columns", "0"}}, "columns = 0: must be");
  refused({{"columns", "1000"}}, "axis ratio is missing; a point needs a value of it, such as 1, 2, 3, 4, 8");
  const Point point =
      point_at(experiment, {{"latency", "1e2"}, {"columns", "1000"}, {"ratio", "4"}, {"processors", "4"}});
  EXPECT_EQ(point.name(), "rows=1000 columns=1000 ratio=4 processors=4 sampling=max-set latency=100");
}

}  // namespace
}  // namespace apportion::engine

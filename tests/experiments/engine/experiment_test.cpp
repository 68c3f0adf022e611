// Studies: columns, pairs, failures as data, and streams that nothing shifts.
#include "experiments/engine/experiment.hpp"

#include <boost/random/uniform_real_distribution.hpp>

#include "tests/support/matchers.hpp"
#include "tests/support/toy_study.hpp"

namespace apportion::engine {
namespace {

using apportion::testing_support::set_drift;
using apportion::testing_support::set_strength;
using apportion::testing_support::toy_experiment;
using apportion::testing_support::toy_measured;

class StudyTest : public ::testing::Test {
 protected:
  void TearDown() override {
    set_drift(1);
    set_strength(1e9);
  }

  [[nodiscard]] static std::vector<ColumnResult> solve(const StudyColumns& columns, const Point& point,
                                                       std::int64_t first, std::int64_t samples,
                                                       std::vector<bool> wanted = {}) {
    if (wanted.empty()) wanted.assign(columns.all.size(), true);
    return columns.solve({.seed = 5,
                          .point = &point,
                          .first_sample = first,
                          .samples = samples,
                          .columns = std::move(wanted),
                          .keep_values = true});
  }

  [[nodiscard]] static double drawn(const std::string& stream_name) {
    RandomStream stream(5, stream_name);
    return boost::random::uniform_real_distribution<double>(1, 2)(stream);
  }

  const Experiment experiment_ = toy_experiment();
  const std::vector<Point> points_ = grid(experiment_.axes);
};

TEST_F(StudyTest, ColumnsAreTheAlgorithmsAndThePairsAmongThem) {
  std::vector<std::string> names;
  for (const Column& column : experiment_.columns(experiment_.algorithms).all) names.push_back(column.name());
  EXPECT_EQ(names, (std::vector<std::string>{"doubling", "drifting", "fragile", "noisy", "drifting : doubling"}));
  EXPECT_EQ(experiment_.columns({"drifting", "noisy"}).all.size(), 2U);
  // Repeated names count once.
  EXPECT_EQ(experiment_.columns({"noisy", "noisy"}).all.size(), 1U);
  EXPECT_THROW((void)experiment_.columns({"noise"}), InputError);
  const Column pair = experiment_.columns(experiment_.algorithms).all.back();
  EXPECT_EQ(pair.record, (results::ColumnRecord{"drifting", 3, "doubling", 1}));
  EXPECT_EQ(pair.first_metric, 1U);
}

Numbers twice(const double& drawn) { return {{"value", 2 * drawn}}; }

Numbers with_noise(const double& drawn, RandomStream& stream) {
  return {{"value", drawn + boost::random::uniform_real_distribution<double>(1, 2)(stream)}};
}

TEST_F(StudyTest, FunctionsAreColumnsThatDrawOnlyIfTheyTakeAStream) {
  Experiment study{.name = "toy/functions"};
  study.axes = {whole_axis("a", "a number", AxisRole::applied, 1, 9, {3})};
  study.measured.metrics = {{{"value", "value", "", "", 0}}};
  set_functions<double, Numbers>(study, {{"with-noise", with_noise, false}, {"twice", twice}});
  study.sample = sampler([](const Point& point, RandomStream& /*stream*/) { return point.number("a"); });
  const Experiment experiment = completed(std::move(study));
  EXPECT_EQ(experiment.algorithms, (std::vector<std::string>{"with-noise", "twice"}));
  EXPECT_FALSE(experiment.exact_everywhere);
  const std::vector<Point> points = grid(experiment.axes);
  const std::vector<ColumnResult> found = solve(experiment.columns(experiment.algorithms), points.front(), 0, 1);
  EXPECT_GT(found[0].values[0][0], 4);
  EXPECT_EQ(found[1].values[0][0], 6);
  EXPECT_EQ(message_of([&] { static_cast<void>(experiment.columns({"thrice"})); }),
            "unknown algorithm 'thrice'; did you mean twice?");
  EXPECT_EQ(message_of([&] { static_cast<void>(experiment.columns({"both"})); }),
            "unknown algorithm 'both'; there are twice and with-noise");
  EXPECT_THAT(message_of([&] { static_cast<void>(experiment.columns({"twice[thrice]"})); }), HasSubstr("twice"));
}

// All stored numbers depend on the names of the streams.
TEST_F(StudyTest, StreamsAreNamedAfterExperimentSampledAxesAndSample) {
  const StudyColumns columns = experiment_.columns({"doubling", "noisy"});
  const auto results = solve(columns, points_[3], 2, 2);  // a=2 b=10
  EXPECT_EQ(results[0].values[0][0], 2 * 2 * drawn("toy/study|a=2|2") + 10);
  EXPECT_EQ(results[0].values[1][0], 2 * 2 * drawn("toy/study|a=2|3") + 10);
  EXPECT_EQ(results[1].values[0][0], 2 * drawn("toy/study|a=2|2") + drawn("toy/study|a=2 b=10|2|noisy"));
}

TEST_F(StudyTest, AddingARivalShiftsNobody) {
  const auto alone = solve(experiment_.columns({"noisy"}), points_[0], 0, 4);
  const auto together = solve(experiment_.columns(experiment_.algorithms), points_[0], 0, 4);
  EXPECT_EQ(alone[0].values, together[3].values);
  EXPECT_EQ(alone[0].moments[0], together[3].moments[0]);
}

TEST_F(StudyTest, APairComparesSampleBySample) {
  set_drift(3);
  const auto results = solve(experiment_.columns({"doubling", "drifting"}), points_[1], 0, 4);
  ASSERT_EQ(results.size(), 3U);
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_EQ(results[2].values[k][0], results[1].values[k][0] / results[0].values[k][0]) << k;
  EXPECT_EQ(results[2].moments[0].count, 4);
}

TEST_F(StudyTest, AWantedPairReportsItsMembersToo) {
  const StudyColumns columns = experiment_.columns(experiment_.algorithms);
  const auto results = solve(columns, points_[0], 0, 4, {false, false, false, false, true});
  std::vector<std::size_t> reported;
  for (const ColumnResult& result : results) reported.push_back(result.column);
  EXPECT_EQ(reported, (std::vector<std::size_t>{0, 1, 4}));
}

TEST_F(StudyTest, FailuresAreDataOfTheirColumnAlone) {
  const StudyColumns columns = experiment_.columns(experiment_.algorithms);
  const auto sound = solve(columns, points_[0], 0, 6);
  set_strength(1.0);  // every draw is above it
  const auto results = solve(columns, points_[0], 0, 6);
  ASSERT_TRUE(results[2].failure);
  EXPECT_EQ(results[2].failure->sample, 0);
  EXPECT_EQ(results[2].failure->message, "too much for it");
  EXPECT_FALSE(results[0].failure);
  EXPECT_EQ(results[3].values, sound[3].values);
  // The first failed sample is named.
  std::vector<double> drawn;
  for (const std::vector<double>& values : sound[2].values) drawn.push_back(values[0]);
  set_strength(std::max(drawn[0], drawn[1]));
  const auto failing = std::ranges::find_if(drawn, [&](double x) { return x > std::max(drawn[0], drawn[1]); });
  ASSERT_NE(failing, drawn.end());
  const auto later = solve(columns, points_[0], 0, 6);
  ASSERT_TRUE(later[2].failure);
  EXPECT_EQ(later[2].failure->sample, failing - drawn.begin());
}

TEST_F(StudyTest, APairFailsWithItsMember) {
  Experiment study = apportion::testing_support::toy_study();
  study.pairs = {{"fragile", "doubling"}};
  set_strength(0);
  const Experiment experiment = completed(study);
  const auto results = solve(experiment.columns({"doubling", "fragile"}), points_[0], 4, 2);
  ASSERT_TRUE(results[2].failure);
  EXPECT_EQ(results[2].failure->sample, 4);
  EXPECT_EQ(results[2].failure->message, "fragile: too much for it");
}

TEST_F(StudyTest, IsExactEverywhereIfAllThatItUsesIs) {
  const Experiment exact = testing_support::toy_study();
  EXPECT_TRUE(completed(exact).exact_everywhere);
  Experiment study = exact;
  study.measured = toy_measured({{{"square", "", "", "", 1}, /*exact_everywhere=*/false}});
  EXPECT_FALSE(completed(study).exact_everywhere);
  study.stored_metrics = {"value"};
  EXPECT_TRUE(completed(study).exact_everywhere);
  study = exact;
  study.axes[0].exact_at = [](const std::string& value) { return value != "2"; };
  EXPECT_FALSE(completed(study).exact_everywhere);
  study.axes[0].values = axis_values({1});
  EXPECT_TRUE(completed(study).exact_everywhere);
  study.algorithms.emplace_back("rounded");
  EXPECT_FALSE(completed(study).exact_everywhere);
}

// A sweep's definition names its metrics; an added metric must not make it another study.
TEST_F(StudyTest, AnAddedMetricIsNotPartOfADefinition) {
  Experiment study = testing_support::toy_study();
  const auto named = [&study](const std::vector<std::string>& stored) {
    study.stored_metrics = stored;
    return defining_metrics(study);
  };
  const std::vector<std::string> none;
  const std::vector<std::string> value{"value"};
  EXPECT_EQ(named({"value"}), value);
  EXPECT_EQ(named({"value", "quotient"}), none);
  study.measured = toy_measured({{{"square", "", "", "", 1}, true, /*added=*/true}});
  EXPECT_EQ(named({"value"}), value);
  EXPECT_EQ(named({"value", "square"}), value);
  EXPECT_EQ(named({"value", "quotient"}), none);
  EXPECT_EQ(named({"value", "quotient", "square"}), none);
  EXPECT_EQ(named({}), none);
}

}  // namespace
}  // namespace apportion::engine

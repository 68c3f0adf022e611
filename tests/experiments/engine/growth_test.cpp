// Studies that gain metrics and axes: their databases are still used, and no old number changes.

#include "experiments/engine/plan.hpp"
#include "experiments/engine/runner.hpp"
#include "results/database/merge.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "results/error.hpp"
#include "tests/support/matchers.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/toy_study.hpp"

namespace apportion::engine {
namespace {

using testing_support::roots_taken;
using testing_support::set_drift;
using testing_support::set_strength;
using testing_support::toy_measured;
using testing_support::toy_study;
using Table = std::vector<std::vector<results::Value>>;

constexpr double kept_c = 5;  // the value of all points before there was an axis c

Experiment with_square() {
  Experiment study = toy_study();
  // It comes before the old one, so that positions cannot replace names.
  study.measured = toy_measured({{{"square", "what came out, squared", "", "", 1}}});
  return study;
}

Measured with_root() { return toy_measured({{{"root", "", "", "", 1}}}); }

Experiment with_axis(AxisRole role) {
  Experiment study = toy_study();
  study.axes.push_back({.name = "c",
                        .role = role,
                        .least = 0,
                        .most = 9,
                        .values = axis_values({kept_c, 7}),
                        .omitted_at = AxisValue::of(kept_c)});
  return study;
}

class GrowthTest : public ::testing::Test {
 protected:
  void TearDown() override {
    set_drift(1);
    set_strength(1e9);
  }

  // Runs the study; a dry run must predict what the run writes.
  RunReport run_study(const Experiment& study, const RunRequest& request = {}, const std::string& name = "db") const {
    const Experiment experiment = narrowed(completed(study), request);
    std::int64_t promised = -1;
    if (std::filesystem::exists(file(name))) {
      const results::Reader reader(file(name));
      promised = preview(experiment, experiment.columns(experiment.algorithms), request, &reader).units;
    }
    results::Store store(file(name));
    RunReport report = run(experiment, request, {.threads = 1, .quiet = true}, store);
    EXPECT_TRUE(promised < 0 || promised == report.written)
        << promised << " promised, " << report.written << " written";
    return report;
  }

  [[nodiscard]] std::filesystem::path file(const std::string& name = "db") const { return folder_ / name; }
  [[nodiscard]] std::string digest(const std::string& name = "db") const {
    return results::Reader(file(name)).digest();
  }
  [[nodiscard]] Table query(const std::string& sql, const std::string& name = "db") const {
    return results::Reader(file(name)).query(sql).rows;
  }

  // All numbers of the old study's points and metrics, by natural keys, as in the digest.
  [[nodiscard]] Table old_numbers() const {
    return query(
        "SELECT e.name, e.seed, e.definition, e.chunk_size, e.axes, p.coordinates, a.name, a.revision, a.rival, "
        "u.chunk, u.samples, k.name, m.mean, m.m2, m.min, m.max, s.count, s.mean, s.m2, s.min, s.max "
        "FROM unit AS u JOIN point AS p ON p.id = u.point_id JOIN experiment AS e ON e.id = p.experiment_id "
        "JOIN algorithm AS a ON a.id = u.algorithm_id JOIN moment AS m ON m.unit_id = u.id "
        "JOIN metric AS k ON k.id = m.metric_id JOIN summary AS s ON s.point_id = p.id AND s.algorithm_id = a.id "
        "AND s.metric_id = k.id WHERE k.name IN ('value', 'quotient') AND p.coordinates NOT LIKE '%\"c\"%' "
        "ORDER BY p.coordinates, a.name, a.rival, u.chunk, k.name");
  }

  testing_support::TemporaryFolder folder_;
};

TEST_F(GrowthTest, AMetricIsAddedToWhatIsThere) {
  run_study(toy_study());
  const Table before = old_numbers();
  ASSERT_EQ(before.size(), 40U);
  // The 32 units of single algorithms lack it; the 8 of the pair have only paired metrics.
  const RunReport report = run_study(with_square());
  EXPECT_EQ(report.written, 32);
  EXPECT_EQ(report.present, 8);
  EXPECT_EQ(old_numbers(), before);
  EXPECT_EQ(query("SELECT count(*) FROM toy_study WHERE rival = '' AND (square IS NULL OR samples <> 6)"),
            (Table{{std::int64_t{0}}}));
  EXPECT_EQ(run_study(with_square()).written, 0);
  // The same as if the study had always had it.
  run_study(with_square(), {}, "new");
  EXPECT_EQ(digest(), digest("new"));
  // A program without this metric needs nothing more.
  EXPECT_EQ(run_study(toy_study()).written, 0);
}

TEST_F(GrowthTest, APairedMetricIsAdded) {
  run_study(toy_study());
  const Table before = old_numbers();
  Experiment study = toy_study();
  study.paired_metrics.push_back(
      {{"difference", "", "", "", 1}, "value", [](double mine, double rival) { return mine - rival; }});
  EXPECT_EQ(run_study(study).written, 8);
  EXPECT_EQ(old_numbers(), before);
  run_study(study, {}, "new");
  EXPECT_EQ(digest(), digest("new"));
}

TEST_F(GrowthTest, OnlyWhatIsAskedForIsSolvedAgain) {
  run_study(toy_study());
  EXPECT_EQ(run_study(with_square(), {.samples = 4, .axes = {{"a", "1"}}}).written, 2 * 4);
  // A row's samples are the maximum over its metrics.
  EXPECT_EQ(query("SELECT a, samples, square IS NULL FROM toy_study WHERE b = 0 AND algorithm = 'noisy' ORDER BY a"),
            (Table{{std::int64_t{1}, std::int64_t{6}, std::int64_t{0}},
                   {std::int64_t{2}, std::int64_t{6}, std::int64_t{1}}}));
  EXPECT_EQ(run_study(with_square()).written, 32 - 8);
  run_study(with_square(), {}, "new");
  EXPECT_EQ(digest(), digest("new"));
}

TEST_F(GrowthTest, KeptSamplesStayKept) {
  run_study(toy_study(), {.keep_samples = true});
  run_study(with_square());
  run_study(with_square(), {.keep_samples = true}, "new");
  EXPECT_EQ(digest(), digest("new"));
}

TEST_F(GrowthTest, AnOldValueThatChangedStopsTheRun) {
  run_study(toy_study());
  const std::string before = digest();
  const auto stopped = [this] {
    try {
      results::Store store(file());
      static_cast<void>(run(completed(with_square()), {}, {.threads = 1, .quiet = true}, store));
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  set_drift(1.5);
  EXPECT_THAT(stopped(), AllOf(HasSubstr("toy/study at a=1 b=0, chunk 0"), HasSubstr("drifting gives another mean")));
  set_drift(1);
  // Nor does a failure replace numbers.
  set_strength(0);
  EXPECT_THAT(stopped(),
              AllOf(HasSubstr("toy/study at a=1 b=0, chunk 0"), HasSubstr("fragile fails (too much for it)")));
  EXPECT_EQ(digest(), before);
}

TEST_F(GrowthTest, CostlyMeasuresAreFoundForStoredMetricsOnly) {
  const std::int64_t before = roots_taken();
  run_study(with_square());
  EXPECT_EQ(roots_taken(), before);
  Experiment study = toy_study();
  study.measured = with_root();
  study.stored_metrics = {"value"};
  run_study(study);
  EXPECT_EQ(roots_taken(), before);
  study.stored_metrics = {"value", "root"};
  // 4 points x 6 samples x 4 algorithms
  EXPECT_EQ(run_study(study).written, 32);
  EXPECT_EQ(roots_taken(), before + 96);
  EXPECT_EQ(query("SELECT count(*) FROM toy_study WHERE root > 0"), (Table{{std::int64_t{16}}}));
}

TEST_F(GrowthTest, ACostlyPairedMetricFindsThemToo) {
  Experiment study = toy_study();
  study.measured = with_root();
  study.stored_metrics = {"value", "roots"};
  study.paired_metrics = {relative_metric("roots", "", 1, "root")};
  run_study(study);
  EXPECT_EQ(query("SELECT count(*) FROM toy_study WHERE rival <> '' AND roots > 0"), (Table{{std::int64_t{4}}}));
}

TEST_F(GrowthTest, AnAxisIsAddedAndOldPointsStayWhatTheyWere) {
  for (const AxisRole role : {AxisRole::sampled, AxisRole::applied}) {
    SCOPED_TRACE(static_cast<int>(role));
    run_study(toy_study(), {.fresh = true});
    const std::string before = digest();
    const Table numbers = old_numbers();
    EXPECT_EQ(run_study(with_axis(role), {.axes = {{"c", "5"}}}).written, 0);
    EXPECT_EQ(digest(), before);
    EXPECT_EQ(run_study(with_axis(role)).written, 40);
    EXPECT_EQ(old_numbers(), numbers);
    // Points without the coordinate have its default; values of an applied axis share the same instances.
    EXPECT_EQ(query("SELECT c, count(*) FROM toy_study GROUP BY c"),
              (Table{{std::int64_t{5}, std::int64_t{20}}, {std::int64_t{7}, std::int64_t{20}}}));
    const std::int64_t same = role == AxisRole::applied ? 4 : 0;
    EXPECT_EQ(query("SELECT count(*) FROM toy_study AS x JOIN toy_study AS y USING (a, b, algorithm, rival) "
                    "WHERE x.c = 5 AND y.c = 7 AND algorithm = 'doubling' AND x.value = y.value"),
              (Table{{same}}));
    run_study(toy_study(), {.fresh = true});
    EXPECT_EQ(digest(), before);
  }
}

TEST_F(GrowthTest, BothAtOnce) {
  run_study(toy_study());
  const Table before = old_numbers();
  Experiment study = with_axis(AxisRole::applied);
  study.measured = with_square().measured;
  EXPECT_EQ(run_study(study).written, 32 + 40);
  EXPECT_EQ(old_numbers(), before);
  run_study(study, {}, "new");
  EXPECT_EQ(digest(), digest("new"));
}

TEST_F(GrowthTest, AnAddedAxisHasOneDefaultAndStandsLast) {
  run_study(with_axis(AxisRole::applied));
  Experiment moved = with_axis(AxisRole::applied);
  moved.axes.back().omitted_at = AxisValue::of(7);
  EXPECT_THROW(run_study(moved), results::StoreError);
  Experiment middle = with_axis(AxisRole::applied);
  std::swap(middle.axes[1], middle.axes[2]);
  EXPECT_THROW(run_study(middle, {}, "other"), std::logic_error);
}

TEST_F(GrowthTest, MergingKeepsAddedAxes) {
  run_study(toy_study(), {}, "old");
  run_study(with_axis(AxisRole::applied), {.axes = {{"c", "7"}}}, "grown");
  run_study(with_axis(AxisRole::applied), {}, "all");
  results::merge(file("one"), {file("old"), file("grown")});
  results::merge(file("two"), {file("grown"), file("old")});
  EXPECT_EQ(digest("one"), digest("all"));
  EXPECT_EQ(digest("two"), digest("all"));
  for (const char* name : {"one", "two"})
    EXPECT_EQ(query("SELECT c, count(*) FROM toy_study GROUP BY c", name),
              (Table{{std::int64_t{5}, std::int64_t{20}}, {std::int64_t{7}, std::int64_t{20}}}))
        << name;
}

TEST_F(GrowthTest, MergingPrefersUnitsWithMoreMetrics) {
  run_study(toy_study(), {}, "some");
  run_study(with_square(), {.samples = 4, .algorithms = {"noisy"}}, "some");
  run_study(with_square(), {}, "all");
  results::merge(file("one"), {file("some"), file("all")});
  results::merge(file("two"), {file("all"), file("some")});
  EXPECT_EQ(digest("one"), digest("all"));
  EXPECT_EQ(digest("two"), digest("all"));
}

}  // namespace
}  // namespace apportion::engine

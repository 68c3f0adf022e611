// Figures 3 to 5, and what the same networks show besides: levels beyond 16, the best mapping, rounding, times.
#include <fmt/format.h>

#include <boost/random/uniform_real_distribution.hpp>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/kalinov/grid.hpp"
#include "experiments/problems/grids/study.hpp"

namespace apportion::kalinov {
namespace {

// How a figure becomes a table: levels down, grids across.
struct FigureTable {
  std::string name;        // such as kalinov/figure3a
  std::string experiment;  // such as kalinov/figure3a
  std::string title;
  std::string metric;     // whose mean, standard error and deviation are shown
  std::string algorithm;  // whose
  std::string rival;      // "" for a metric of the algorithm alone
  std::string note;
  std::string axis_title = "time over the rival's";  // of the metric, in the charts
};

// What every note on the networks has to say: how they were drawn is reconstructed.
constexpr const char* sampling_note =
    "The paper does not say how networks are drawn (reconstructed: uniform on [1, level], "
    "then one process set to 1 and one to the level; others by --set sampling=...); "
    "the step rule of the gas pressure is reconstructed, its two constants are calibrated on the one printed number.";

// A study over grids and levels(): rivals[0] and rivals[1] solve the same networks and are compared. Title, claim,
// source and sample count are the caller's.
engine::Study grid_study(const std::string& name, const std::vector<std::string>& grids,
                         const std::vector<std::string>& rivals) {
  engine::Study study = problems::study_of_grids(name);
  study.axes = problems::grid_axes();
  problems::set_axis(study.axes, "grid", engine::name_values(grids));
  problems::set_axis(study.axes, "level", engine::axis_values(levels()));
  study.chunk_size = 500;
  study.algorithms = rivals;
  study.paired_metrics = problems::grid_paired_metrics();
  study.pairs = {{rivals.at(0), rivals.at(1)}};
  return study;
}

// Curves with standard errors, and a heat map of level by grid.
std::vector<results::Chart> figure_charts(const std::string& axis_title, std::optional<double> neutral) {
  return {{.name = "curves",
           .x = {"level", "level of heterogeneity"},
           .y = {.title = axis_title},
           .values = {{"mean", "mean", 5}},
           .error = "interval",
           .error_title = "95 % interval of the mean",
           .series = "grid"},
          {.name = "heat-map",
           .kind = results::ChartKind::heat_map,
           .x = {"grid", "grid"},
           .y = {"level", "level"},
           .values = {{"mean", axis_title, 4}},
           .neutral = neutral}};
}

results::Exhibit figure_table(const FigureTable& figure) {
  results::Exhibit exhibit{.name = figure.name, .study = figure.experiment, .parameters = {{"sampling", "extremes"}}};
  exhibit.title = figure.title;
  exhibit.sql =
      fmt::format(R"sql(SELECT grid, level, {0} AS mean, {0}_se AS standard_error, {0}_sd AS deviation,
       normal_quantile(0.975) * {0}_se AS interval, {1}samples
FROM {2}
WHERE seed = :seed AND sampling = :sampling AND block = {5} AND algorithm = '{3}' AND rival = '{4}'
ORDER BY level, CAST(grid AS INTEGER), grid)sql",
                  figure.metric, figure.rival.empty() ? "" : "worse AS worse_share, ",
                  sql_identifier(results::view_name(figure.experiment)), figure.algorithm, figure.rival, block_side);
  exhibit.layout = {.row = "level",
                    .column = "grid",
                    .values = {{"mean", "mean", 5},
                               {"standard_error", "standard error", 5},
                               {"deviation", "standard deviation", 5},
                               {"samples", "networks", 0}}};
  if (!figure.rival.empty()) exhibit.layout.values.push_back({"worse_share", "share slower than the rival", 4});
  exhibit.note = figure.note;
  // A ratio of rivals has a neutral value, 1; a distance from the ideal has no such value.
  exhibit.charts = figure_charts(figure.axis_title, figure.rival.empty() ? std::nullopt : std::optional<double>(1));
  return exhibit;
}

// Figure 3: the proposed decomposition against Beaumont et al., (a) on square grids, (b) on all grids of 36 processes.

engine::Experiment figure3a_experiment() {
  engine::Study study = grid_study("kalinov/figure3a", square_grids(), {"proposed", "beaumont"});
  study.title = "The proposed decomposition against Beaumont et al. on square grids of 2 x 2 to 8 x 8";
  study.claim =
      "Beaumont et al. are better on 2 x 2 grids, by 1.01762 at most (level 16), "
      "and elsewhere in a limited region only";
  study.source = "Kalinov & Klimov 2004, Section 4.1, Figure 3 (a)";
  study.samples = 32000;
  return engine::erase(std::move(study));
}

results::Exhibit figure3a() {
  return figure_table({.name = "kalinov/figure3a",
                       .experiment = "kalinov/figure3a",
                       .title = "Time of the proposed decomposition over Beaumont et al.'s, square grids, "
                                "mean over networks (Kalinov & Klimov, Figure 3 (a))",
                       .metric = "relative_time",
                       .algorithm = "proposed",
                       .rival = "beaumont",
                       .note = sampling_note,
                       .axis_title = "proposed / Beaumont et al."});
}

engine::Experiment figure3b_experiment() {
  engine::Study study = grid_study("kalinov/figure3b", grids_of_36(), {"proposed", "beaumont"});
  study.title = "The proposed decomposition against Beaumont et al. on the five grids of 36 processes";
  study.claim =
      "on grids with edges of very different lengths both are practically equal at low levels, "
      "and the proposed one is a bit better at high levels";
  study.source = "Kalinov & Klimov 2004, Section 4.1, Figure 3 (b)";
  study.samples = 32000;
  return engine::erase(std::move(study));
}

results::Exhibit figure3b() {
  return figure_table({.name = "kalinov/figure3b",
                       .experiment = "kalinov/figure3b",
                       .title = "Time of the proposed decomposition over Beaumont et al.'s, 36 processes, "
                                "mean over networks (Kalinov & Klimov, Figure 3 (b))",
                       .metric = "relative_time",
                       .algorithm = "proposed",
                       .rival = "beaumont",
                       .note = sampling_note,
                       .axis_title = "proposed / Beaumont et al."});
}

const engine::Registration figure3_registration{figure3a_experiment, figure3b_experiment, figure3a, figure3b};

// Figure 4: every single network of 6 x 6 processes at level 2, by its internal heterogeneity.

engine::Experiment figure4_experiment() {
  engine::Study study = grid_study("kalinov/figure4", {scatter_grid}, {"proposed", "beaumont"});
  study.title = "Single networks of 6 x 6 processes at level 2: time over the ideal time by internal heterogeneity";
  study.claim = "the proposed decomposition has less spread than Beaumont et al.'s";
  study.source = "Kalinov & Klimov 2004, Section 4.1, Figure 4; the sign in the second measure is corrected";
  problems::set_axis(study.axes, "level", engine::axis_values({scatter_level}));
  // The claim depends on how networks are drawn, so that two models are looked at by default.
  problems::set_axis(study.axes, "sampling", engine::name_values({"extremes", "skewed"}));
  study.keep_samples = true;
  study.samples = 32000;
  study.measured = problems::measured_heterogeneity();
  study.paired_metrics = {};
  study.pairs = {};
  return engine::erase(std::move(study));
}

results::Layout layout() {
  return {.page = "model",
          .row = "heterogeneity",
          .column = "decomposition",
          .row_title = "internal heterogeneity",
          .column_title = "",
          .values = {{"mean", "mean of T / ideal T", 5},
                     {"standard_error", "standard error", 5},
                     {"deviation", "standard deviation", 5},
                     {"least", "least", 5},
                     {"greatest", "greatest", 5},
                     {"networks", "networks", 0}}};
}

results::Exhibit figure4() {
  results::Exhibit exhibit{.name = "kalinov/figure4", .study = "kalinov/figure4"};
  exhibit.title =
      "Time over the ideal time by internal heterogeneity, 6 x 6 processes, level 2 (Kalinov & Klimov, Figure 4)";
  exhibit.sql = fmt::format(R"sql(WITH networks AS (
  SELECT sampling, algorithm, over_ideal AS x, CAST(floor(internal_heterogeneity / 0.05) AS INTEGER) AS bin
  FROM kalinov_figure4_samples
  WHERE seed = :seed AND rival = '' AND grid = '{}' AND level = {} AND block = {}),
bins AS (
  SELECT sampling, algorithm, bin, printf('%.2f - %.2f', bin * 0.05, bin * 0.05 + 0.05) AS heterogeneity,
         count(*) AS networks, avg(x) AS mean, standard_error(x) AS standard_error,
         standard_deviation(x) AS deviation, min(x) AS least, max(x) AS greatest
  FROM networks GROUP BY sampling, algorithm, bin
  UNION ALL
  SELECT sampling, algorithm, 1000, 'all', count(*), avg(x), standard_error(x), standard_deviation(x), min(x), max(x)
  FROM networks GROUP BY sampling, algorithm)
SELECT 'sampling model ' || sampling AS model, heterogeneity, algorithm AS decomposition, mean, standard_error,
       deviation, least, greatest, networks
FROM bins
ORDER BY bin, sampling, algorithm)sql",
                            scatter_grid, scatter_level, block_side);
  exhibit.layout = layout();
  exhibit.note = std::string("Each network is a row of the view kalinov_figure4_samples. ") + sampling_note;
  exhibit.open_axes = {"sampling"};
  return exhibit;
}

// The paper's figure itself. The first networks stand for all of them, which are too many to be told apart in print.
results::Exhibit figure4_networks() {
  results::Exhibit exhibit{
      .name = "kalinov/figure4-networks", .study = "kalinov/figure4", .parameters = {{"networks", "300"}}};
  exhibit.title =
      "Single networks: time over the ideal time and internal heterogeneity, 6 x 6 processes, "
      "level 2 (Kalinov & Klimov, Figure 4)";
  exhibit.sql =
      fmt::format(R"sql(SELECT 'sampling model ' || sampling AS model, algorithm AS decomposition, sample AS network,
       internal_heterogeneity AS heterogeneity, over_ideal
FROM kalinov_figure4_samples
WHERE seed = :seed AND rival = '' AND grid = '{}' AND level = {} AND block = {} AND sample < :networks
ORDER BY sampling, algorithm, sample)sql",
                  scatter_grid, scatter_level, block_side);
  exhibit.charts = {{.name = "scatter",
                     .kind = results::ChartKind::scatter,
                     .x = {"heterogeneity", "internal heterogeneity"},
                     .y = {.title = "time / ideal time"},
                     .values = {{"over_ideal", "time over the ideal time", 5}},
                     .series = "decomposition",
                     .panel = "model"}};
  exhibit.note = std::string("The first 300 networks of each model; more by --set networks=... ") + sampling_note;
  exhibit.open_axes = {"sampling"};
  return exhibit;
}

const engine::Registration figure4_registration{figure4_experiment, figure4, figure4_networks};

// Figure 5: three-dimensional grids, the proposed decomposition over (a) the ideal time and (b) the natural one's.

engine::Experiment figure5_experiment() {
  engine::Study study = grid_study("kalinov/figure5", cubes(), {"proposed", "natural"});
  study.title = "The proposed decomposition against the ideal and the natural one on grids of 2 x 2 x 2 to 6 x 6 x 6";
  study.claim =
      "the proposed decomposition is clearly worse than the ideal one on small grids, "
      "and much better than the natural one at high levels";
  study.source = "Kalinov & Klimov 2004, Section 4.2, Figure 5; the block's side, 1000, is not printed there";
  study.samples = 1000;
  return engine::erase(std::move(study));
}

results::Exhibit figure5a() {
  return figure_table({.name = "kalinov/figure5a",
                       .experiment = "kalinov/figure5",
                       .title = "Time of the proposed decomposition over the ideal time, "
                                "mean over networks (Kalinov & Klimov, Figure 5 (a))",
                       .metric = "over_ideal",
                       .algorithm = "proposed",
                       .rival = "",
                       .note = sampling_note,
                       .axis_title = "proposed / ideal"});
}

results::Exhibit figure5b() {
  return figure_table({.name = "kalinov/figure5b",
                       .experiment = "kalinov/figure5",
                       .title = "Time of the proposed decomposition over the natural one's, "
                                "mean over networks (Kalinov & Klimov, Figure 5 (b))",
                       .metric = "relative_time",
                       .algorithm = "proposed",
                       .rival = "natural",
                       .note = sampling_note,
                       .axis_title = "proposed / natural"});
}

const engine::Registration figure5_registration{figure5_experiment, figure5a, figure5b};

// Levels beyond 16 on 2 x 2 grids: where the level axis of Figure 3 (a) ends decides where its greatest value is.

engine::Experiment levels_experiment() {
  engine::Study study = grid_study("kalinov/levels", {"2x2"}, {"proposed", "beaumont"});
  study.title = "The proposed decomposition against Beaumont et al. on 2 x 2 grids, levels 16 and beyond";
  study.claim = "the benefit of Beaumont et al. is greatest at level 16";
  study.source = "Kalinov & Klimov 2004, Section 4.1; where the axis of Figure 3 (a) ends is reconstructed";
  problems::set_axis(study.axes, "level", engine::axis_values(levels_beyond()));
  study.samples = 32000;
  return engine::erase(std::move(study));
}

results::Exhibit levels_table() {
  results::Exhibit entry =
      figure_table({.name = "kalinov/levels",
                    .experiment = "kalinov/levels",
                    .title = "Time of the proposed decomposition over Beaumont et al.'s, 2 x 2, levels 16 and beyond",
                    .metric = "relative_time",
                    .algorithm = "proposed",
                    .rival = "beaumont",
                    .note = std::string("The text names level 16 as that of the greatest benefit; "
                                        "where the figure's axis ends is not printed (reconstructed: 16). ") +
                            sampling_note,
                    .axis_title = "proposed / Beaumont et al."});
  entry.charts.pop_back();  // one grid makes no heat map
  return entry;
}

const engine::Registration levels_registration{levels_experiment, levels_table};

// Which of the three mappings is the best one, by where a network's heterogeneity lies.

// *Reconstructed*, with u uniform in [0,1). Shifted to the weak: a few are weak and most are powerful, as in the
// paper's example 1, 10, 11, 12, 13, ... Shifted to the powerful: the reciprocals of these, times the level; Fhet_min
// and Fhet_max of the two change places.
double shifted(const std::string& shift, double level, double u) {
  if (shift == "none") return 1 + (level - 1) * u;
  const double mostly_powerful = 1 + (level - 1) * std::sqrt(std::sqrt(u));
  return shift == "weak" ? mostly_powerful : level / mostly_powerful;
}

GridProblem shifted_network(const engine::Point& point, RandomStream& stream) {
  GridProblem problem{parse_grid(point.text("grid")), {}, {}};
  problem.block.assign(problem.grid.dimensions(), static_cast<std::int64_t>(point.number("block")));
  boost::random::uniform_real_distribution<double> uniform(0, 1);
  const double level = point.number("level");
  for (std::size_t j = 0; j < problem.grid.cells(); ++j)
    problem.performances.push_back(shifted(point.text("shift"), level, uniform(stream)));
  problem.performances.front() = 1;
  if (problem.performances.size() > 1) problem.performances[1] = level;
  return problem;
}

engine::Experiment mappings_experiment() {
  engine::Study study = grid_study("kalinov/mappings", mapped_grids(), {"proposed", "proposed[mapping=NAT]"});
  study.title = "The three mappings one by one, on networks whose heterogeneity is shifted to either side";
  study.claim =
      "NAT is good enough for networks of about equal processes, NAT1 is for heterogeneity shifted to the weak ones, "
      "NAT2 for heterogeneity shifted to the powerful ones";
  study.source = "Kalinov & Klimov 2004, Section 3.1; how networks are drawn is reconstructed";
  std::erase_if(study.axes, [](const engine::Axis& axis) { return axis.name == "sampling"; });
  problems::set_axis(study.axes, "level", engine::axis_values(mapped_levels()));
  study.axes.insert(
      study.axes.begin() + 2,
      engine::name_axis("shift", "where the heterogeneity lies: few processes are weak, or few are powerful",
                        engine::AxisRole::sampled, shifts()));
  study.algorithms = {"proposed", "proposed[mapping=NAT]", "proposed[mapping=NAT1]", "proposed[mapping=NAT2]"};
  study.pairs = {{"proposed[mapping=NAT]", "proposed"},
                 {"proposed[mapping=NAT1]", "proposed"},
                 {"proposed[mapping=NAT2]", "proposed"},
                 {"proposed[mapping=NAT1]", "proposed[mapping=NAT]"},
                 {"proposed[mapping=NAT2]", "proposed[mapping=NAT]"}};
  study.sample = engine::sampler(shifted_network);
  study.samples = 2000;
  return engine::erase(std::move(study));
}

results::Exhibit mappings() {
  results::Exhibit exhibit{.name = "kalinov/mappings", .study = "kalinov/mappings"};
  exhibit.title = "Share of networks on which no other mapping is better, by where the heterogeneity lies";
  exhibit.sql = fmt::format(
      R"sql(SELECT 'shift: ' || shift AS shift, grid || ', level ' || level AS network,
       grid || ', ' || shift AS panel, level, grid,
       replace(substr(algorithm, instr(algorithm, '=') + 1), ']', '') AS mapping, 1 - worse AS best_share,
       worse_se AS standard_error, relative_time AS over_best, relative_time_se AS over_best_error
FROM kalinov_mappings
WHERE seed = :seed AND rival = 'proposed' AND block = {}
ORDER BY instr('weak, none, powerful', kalinov_mappings.shift), length(grid), grid, level, mapping)sql",
      block_side);
  exhibit.layout = {.page = "shift",
                    .row = "network",
                    .column = "mapping",
                    .row_title = "grid",
                    .pages_across = 3,
                    .values = {{"best_share", "share of networks where it is best", 3},
                               {"over_best", "mean time over the best mapping's", 4},
                               {"standard_error", "standard error of the share", 4}}};
  exhibit.note =
      "Shares sum to more than 1 where mappings tie. Shift weak: few processes are weak, as in 1, 10, 11, 12, 13, "
      "...; powerful: the mirror image, few are powerful; none: uniform. "
      "The networks (reconstructed): 1 + (level-1) u^(1/4), its reciprocal times the level, and 1 + (level-1) u, "
      "then one process set to 1 and one to the level. "
      "Lengths are those of `proposed` (reconstructed and calibrated).";
  exhibit.charts = {{.name = "curves",
                     .x = {"level", "level"},
                     .y = {.title = "share"},
                     .values = {{"best_share", "share", 3}},
                     .series = "mapping",
                     .panel = "panel",
                     .panels_across = 4}};
  return exhibit;
}

const engine::Registration mappings_registration{mappings_experiment, mappings};

// What the printed rounding rule costs against rounding by remainders.

engine::Experiment rounding_experiment() {
  engine::Study study = grid_study("kalinov/rounding", {"6x6"}, {"proposed", "proposed[printed-rounding]"});
  study.title = "Rounding by remainders against the printed rule, 6 x 6, blocks of 1000 x 1000 and 10000 x 10000";
  study.claim = "the printed rule undoes what was optimised: it gives left-over elements by the natural shares";
  study.source = "Kalinov & Klimov 2004, Section 3.2";
  problems::set_axes(study.axes, {{"level", {2, 4, 8, 16}}, {"block", {1000, 10000}}});
  study.algorithms = {"proposed", "proposed[printed-rounding]", "proposed[mapping=NAT]",
                      "proposed[mapping=NAT,printed-rounding]"};
  study.samples = 1000;
  return engine::erase(std::move(study));
}

results::Exhibit rounding() {
  results::Exhibit exhibit{
      .name = "kalinov/rounding", .study = "kalinov/rounding", .parameters = {{"sampling", "extremes"}}};
  exhibit.claim = "";  // what rounding costs is our question
  exhibit.title = "What rounding adds to the time of the proposed decomposition on 6 x 6 grids, in percent";
  exhibit.sql = R"sql(SELECT 'block ' || block AS block, level,
       CASE WHEN instr(algorithm, 'NAT') THEN 'NAT' ELSE 'best mapping' END ||
         CASE WHEN instr(algorithm, 'printed') THEN ', as printed' ELSE ', remainders' END AS rule,
       100 * rounding_loss AS percent, 100 * rounding_loss_se AS standard_error,
       195.9964 * rounding_loss_se AS interval
FROM kalinov_rounding
WHERE seed = :seed AND sampling = :sampling AND grid = '6x6' AND rival = ''
  AND algorithm IN ('proposed', 'proposed[printed-rounding]', 'proposed[mapping=NAT]',
                    'proposed[mapping=NAT,printed-rounding]')
ORDER BY CAST(substr(block, 7) AS INTEGER), level, instr(algorithm, 'NAT') > 0, algorithm)sql";
  exhibit.layout = {.page = "block",
                    .row = "level",
                    .column = "rule",
                    .pages_across = 2,
                    .values = {{"percent", "mean", 2}, {"standard_error", "standard error", 2}}};
  exhibit.note =
      "The printed rule gives left-over elements to the slices that are furthest below their natural share; "
      "choosing the best of three mappings after rounding hides part of that. All other exhibits round by remainders.";
  exhibit.charts = {{.name = "curves",
                     .x = {"level", "level of heterogeneity"},
                     .y = {.title = "added by rounding, %", .logarithmic = true},
                     .values = {{"percent", "mean", 2}},
                     .error = "interval",
                     .error_title = "95 % interval of the mean",
                     .series = "rule",
                     .panel = "block"}};
  return exhibit;
}

const engine::Registration rounding_registration{rounding_experiment, rounding};

// How long the decompositions take to compute, one network after the other.

engine::Experiment times_experiment() {
  engine::Study study = grid_study("kalinov/times", timed_grids(), {"proposed", "beaumont"});
  study.algorithms = {"proposed", "equal-pressure", "natural", "beaumont"};
  study.pairs = {};
  study.title = "Time a decomposition of the grid algorithms";
  study.claim =
      "the proposed decomposition is computed faster than Beaumont et al.'s on all grids but 2 x 2, "
      "and by orders on grids that are not square";
  study.source = "Kalinov & Klimov 2004, Section 4.1, last paragraph; no times are printed";
  study.timed = true;
  problems::set_axis(study.axes, "level", engine::axis_values({timed_level}));
  study.samples = 20;
  study.chunk_size = 20;
  return engine::erase(std::move(study));
}

results::Exhibit times() {
  results::Exhibit exhibit{.name = "kalinov/times", .study = "kalinov/times", .parameters = {{"sampling", "extremes"}}};
  exhibit.title = fmt::format("Median time per decomposition, one network after the other, level {}", timed_level);
  exhibit.sql = fmt::format(R"sql(WITH base AS (
  SELECT grid, sampling, median_seconds AS base_seconds
  FROM kalinov_times_timings WHERE seed = :seed AND algorithm = 'beaumont' AND level = {0} AND block = {1})
SELECT grid, algorithm, median_seconds / base_seconds AS over_beaumont, 1e6 * median_seconds AS microseconds
FROM kalinov_times_timings JOIN base USING (grid, sampling)
WHERE seed = :seed AND sampling = :sampling AND level = {0} AND block = {1}
ORDER BY instr('{2} ', grid || ' '),
         instr('proposed equal-pressure natural beaumont ', algorithm || ' '))sql",
                            timed_level, block_side, fmt::join(timed_grids(), " "));
  exhibit.layout = {.row = "grid",
                    .column = "algorithm",
                    .column_title = "",
                    .values = {{"over_beaumont", "over the time of beaumont", 2}, {"microseconds", "microseconds", 2}}};
  exhibit.note =
      "How long `proposed` takes depends on the number of its sweeps, which is reconstructed; "
      "equal-pressure has no such number.";
  exhibit.charts = {{.name = "curves",
                     .x = {"grid", "grid"},
                     .y = {.title = "microseconds", .logarithmic = true},
                     .values = {{"microseconds", "microseconds", 2}},
                     .series = "algorithm"}};
  return exhibit;
}

const engine::Registration times_registration{times_experiment, times};

}  // namespace
}  // namespace apportion::kalinov

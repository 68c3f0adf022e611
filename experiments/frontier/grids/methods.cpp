// Process grids beyond the papers: how far each method stays from the optimum, Figure 3 of Kalinov & Klimov again,
// times before and after rounding, mappings, and how long methods take.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/grids/mappings.hpp"
#include "base/text.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/claims.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/grids/study.hpp"

namespace apportion::frontier {
namespace {

// Greatest over least performance: the levels of Kalinov & Klimov's figures.
std::vector<double> grid_levels() { return {2, 4, 6, 8, 10, 12, 14, 16}; }

constexpr int grid_block_side = 1000;
constexpr const char* best_by_time = "best[by=real]";
constexpr const char* optimal_method = "optimal";
// The search that stands for the unknown optimum of grids that are too large for a proof.
constexpr const char* thorough_method = "alternating[starts=60]";

// The default values of the parameters of solved_grids_sql().
std::map<std::string, std::string> solved_grids_parameters() { return {{"sampling", "extremes"}}; }

// Times count as equal within this share of them: that of a proof.
constexpr double equal_times = 1e-9;

// The methods of the papers and those after them, for grids of any size in two dimensions.
std::vector<std::string> grid_methods() {
  return {"natural",     "equal-pressure",         "proposed", "beaumont",  "ccp",
          "alternating", "alternating[starts=10]", "best",     best_by_time};
}

// A study of these methods on these grids at all levels, whose samples are kept.
engine::Study grid_frontier_study(const std::string& name, const std::vector<std::string>& grids) {
  engine::Study study = problems::study_of_grids(name);
  study.claim = "none; the question is how far methods stay from the optimum";
  study.source = "beyond the four papers: README.md in experiments/frontier/grids";
  study.axes = problems::grid_axes();
  problems::set_axis(study.axes, "grid", engine::name_values(grids));
  problems::set_axes(study.axes, {{"level", grid_levels()}, {"block", {grid_block_side}}});
  study.stored_metrics = {"time", "rounded_time", "over_ideal", "gap", "rounded_gap"};
  study.algorithms = grid_methods();
  study.keep_samples = true;
  study.samples = 200;
  study.chunk_size = 20;
  return study;
}

// WITH solved(grid, level, sample, algorithm, time, rounded_time, gap, best, best_rounded): the single networks of an
// experiment as each method solved them, the last two being the least times of all. :sampling chooses them.
std::string solved_grids_sql(const std::string& experiment) {
  return fmt::format(R"sql(WITH solved AS MATERIALIZED (
  SELECT grid, level, sample, algorithm, "time", rounded_time, gap,
         min("time") OVER (PARTITION BY grid, level, sample) AS best,
         min(rounded_time) OVER (PARTITION BY grid, level, sample) AS best_rounded
  FROM {}
  WHERE seed = :seed AND rival = '' AND sampling = :sampling AND block = {}))sql",
                     sql_identifier(results::view_name(experiment) + "_samples"), grid_block_side);
}

// How far each method stays from the proven optimum on small grids, and whether the goals of the portfolio are met.

constexpr const char* optimum_name = "frontier/small-grids";

std::vector<std::string> small_grids() { return {"2x2", "2x3", "3x3", "3x4"}; }

engine::Experiment small_grids_experiment() {
  engine::Study study = grid_frontier_study(optimum_name, small_grids());
  study.title = "Methods beside the proven optimum on process grids of 4 to 12 processes";
  study.algorithms.emplace_back(optimal_method);
  return engine::erase(std::move(study));
}

// solved_grids_sql(), then judged: the same with the time of the proven optimum of each network.
std::string judged_sql() {
  return fmt::format(R"sql({},
optima AS MATERIALIZED (
  SELECT grid, level, sample, "time" AS optimum FROM solved WHERE algorithm = '{}'),
judged AS MATERIALIZED (
  SELECT *, 100 * max("time" / optimum - 1, 0) AS above, "time" <= (1 + {}) * optimum AS is_found,
         100 * (rounded_time / optimum - 1) AS rounded_above
  FROM solved JOIN optima USING (grid, level, sample)))sql",
                     solved_grids_sql(optimum_name), optimal_method, equal_times);
}

results::Exhibit gaps() {
  results::Exhibit exhibit{
      .name = "frontier/grid-gaps", .study = optimum_name, .parameters = solved_grids_parameters()};
  exhibit.title = "Time above the proven optimum in percent, by grid, method and level of heterogeneity";
  exhibit.sql = fmt::format(R"sql({},
order_of AS (SELECT algorithm, avg(above) AS overall FROM judged GROUP BY algorithm)
SELECT grid, algorithm, level, avg(above) AS mean,
       standard_error(above) AS standard_error, normal_quantile(0.975) * standard_error(above) AS interval,
       max(above) AS greatest, 100.0 * avg(is_found) AS found, avg(rounded_above) AS rounded, avg(gap) AS over_bound,
       count(*) AS networks
FROM judged JOIN order_of USING (algorithm)
GROUP BY grid, algorithm, level
ORDER BY CAST(grid AS INTEGER), grid, overall, algorithm, level)sql",
                            judged_sql());
  exhibit.layout = {.page = "grid",
                    .row = "algorithm",
                    .column = "level",
                    .row_title = "method",
                    .values = {{"mean", "mean, %", 3},
                               {"standard_error", "standard error", 3},
                               {"greatest", "greatest, %", 2},
                               {"found", "optimum found, % of the networks", 1},
                               {"rounded", "time in whole elements above the optimum of real lengths, mean, %", 3},
                               {"over_bound", "time above the lower bound from blocks of 2 x 2, mean, %", 2},
                               {"networks", "networks", 0}}};
  exhibit.charts = {{.name = "curves",
                     .x = {"level", "level of heterogeneity"},
                     .y = {.title = "% above the optimum"},
                     .values = {{"mean", "mean", 3}},
                     .error = "interval",
                     .error_title = "95 % interval of the mean",
                     .series = "algorithm",
                     .panel = "grid"}};
  exhibit.note = fmt::format(
      "Above the time that {} proved to be the least before rounding. Found: within {:g}. "
      "Methods in order of their mean over all networks. {} chooses by the time before rounding, "
      "best by that in whole elements, blocks of {}.",
      optimal_method, equal_times, best_by_time, grid_block_side);
  exhibit.overview = true;
  return exhibit;
}

// Mean gaps that the portfolio is meant to stay below, in percent.
constexpr const char* goals = "('2x2', 0.0), ('2x3', 0.3), ('3x3', 0.3), ('3x4', 0.5)";

results::Exhibit goals_held() {
  results::Exhibit exhibit{
      .name = "frontier/grid-goals", .study = optimum_name, .parameters = solved_grids_parameters()};
  exhibit.title = fmt::format("Goals for {}: its mean gap to the optimum at every level from 2 to 16", best_by_time);
  exhibit.sql = fmt::format(R"sql({},
levels AS (SELECT column1 AS level FROM (VALUES {})),
goals AS (SELECT column1 AS grid, column2 AS goal FROM (VALUES {})),
means AS (
  SELECT grid, level, goal, avg(above) AS mean, count(above) AS networks
  FROM goals CROSS JOIN levels LEFT JOIN (SELECT * FROM judged WHERE algorithm = '{}') USING (grid, level)
  GROUP BY grid, level)
SELECT grid, goal, CASE WHEN min(networks) > 0 THEN iif(max(mean) <= goal + 100 * {}, 'holds', 'fails') END AS verdict,
       printf('%.3f to %.3f', min(mean), max(mean)) AS measured, sum(networks) AS networks
FROM means GROUP BY grid HAVING sum(networks) > 0
ORDER BY CAST(grid AS INTEGER), grid)sql",
                            judged_sql(), engine::sql_rows(grid_levels()), goals, best_by_time, equal_times);
  exhibit.note =
      "In percent of the optimum. Holds: no level's mean is above the goal by more than what a proof leaves open, "
      "1e-9 of the time. The portfolio has the optimum among its members on these grids. "
      "Measured: the least and the greatest mean of a level. Without a verdict: levels were not run.";
  return exhibit;
}

const engine::Registration optimum_registration{small_grids_experiment, gaps, goals_held};

// Grids without a proven optimum: how far each method stays from the best answer of all, a search from 60 random starts
// among them.

constexpr const char* planes_name = "frontier/large-grids";
constexpr const char* solids_name = "frontier/solid-grids";

engine::Study searched_study(const std::string& name, const std::string& grid) {
  engine::Study study = grid_frontier_study(name, {grid});
  study.title = fmt::format("Methods beside the best of 60 random starts and all others on process grids of {}", grid);
  study.algorithms.emplace_back(thorough_method);
  study.samples = 100;
  return study;
}

engine::Experiment planes_experiment() { return engine::erase(searched_study(planes_name, "6x6")); }

// beaumont is for two dimensions.
engine::Experiment solids_experiment() {
  engine::Study study = searched_study(solids_name, "2x2x2");
  std::erase(study.algorithms, "beaumont");
  return engine::erase(std::move(study));
}

results::Exhibit gaps_to_the_best(const std::string& name) {
  results::Exhibit exhibit{.name = name, .study = name, .parameters = solved_grids_parameters()};
  exhibit.title = "Time above that of the best answer of all in percent, by method and level of heterogeneity";
  exhibit.sql = fmt::format(R"sql({0},
order_of AS (SELECT algorithm, avg("time" / best) AS overall FROM solved GROUP BY algorithm)
SELECT grid, algorithm, level, 100 * (avg("time" / best) - 1) AS mean, 100 * (max("time" / best) - 1) AS greatest,
       100.0 * avg("time" <= (1 + {1}) * best) AS least, 100 * (avg(rounded_time / best_rounded) - 1) AS rounded,
       100.0 * avg(rounded_time <= (1 + {1}) * best_rounded) AS least_rounded, avg(gap) AS over_bound,
       count(*) AS networks
FROM solved JOIN order_of USING (algorithm)
GROUP BY grid, algorithm, level
ORDER BY grid, overall, algorithm, level)sql",
                            solved_grids_sql(name), equal_times);
  exhibit.layout = {.page = "grid",
                    .row = "algorithm",
                    .column = "level",
                    .row_title = "method",
                    .values = {{"mean", "mean, %", 3},
                               {"greatest", "greatest, %", 2},
                               {"least", "best answer of all, % of the networks", 1},
                               {"rounded", "in whole elements above the best answer, mean, %", 3},
                               {"least_rounded", "in whole elements best answer of all, % of the networks", 1},
                               {"over_bound", "time above the lower bound from blocks of 2 x 2, mean, %", 2},
                               {"networks", "networks", 0}}};
  exhibit.charts = {{.name = "curves",
                     .x = {"level", "level of heterogeneity"},
                     .y = {.title = "% above the best answer"},
                     .values = {{"mean", "mean", 3}},
                     .series = "algorithm",
                     .panel = "grid"}};
  exhibit.note = fmt::format(
      "The best answer of a network is that of all methods which were run, {} among them; it proves nothing. "
      "Methods in order of their mean over all networks.",
      thorough_method);
  return exhibit;
}

results::Exhibit planes() { return gaps_to_the_best(planes_name); }
results::Exhibit solids() { return gaps_to_the_best(solids_name); }

const engine::Registration starts_registration{planes_experiment, solids_experiment, planes, solids};

// Figure 3 of Kalinov & Klimov again, with the portfolio as the rival: what is left of the distance between the
// proposed decomposition and Beaumont et al. once both stand beside the better of the two and of later searches.

constexpr const char* figure3_name = "frontier/grid-figure3";

// Figure 3 (a) and (b).
std::vector<std::string> figure_grids() {
  return {"2x2", "3x3", "4x4", "5x5", "6x6", "7x7", "8x8", "1x36", "2x18", "3x12", "4x9"};
}

engine::Experiment figure3_experiment() {
  engine::Study study = problems::study_of_grids(figure3_name);
  study.title = "The proposed decomposition and Beaumont et al. against the portfolio, on the grids of Figure 3";
  study.claim = "none; the question is how much faster the best known method is on the paper's own networks";
  study.source = "after Kalinov & Klimov 2004, Section 4.1, Figure 3";
  study.axes = problems::grid_axes();
  problems::set_axis(study.axes, "grid", engine::name_values(figure_grids()));
  problems::set_axes(study.axes, {{"level", grid_levels()}, {"block", {grid_block_side}}});
  study.algorithms = {"proposed", "beaumont", "best"};
  study.paired_metrics = problems::grid_paired_metrics();
  study.pairs = {{"proposed", "best"}, {"beaumont", "best"}};
  study.samples = 500;
  study.chunk_size = 100;
  return engine::erase(std::move(study));
}

results::Exhibit figure3() {
  results::Exhibit exhibit{.name = figure3_name, .study = figure3_name, .parameters = {{"sampling", "extremes"}}};
  exhibit.title = "Time of the proposed decomposition and of Beaumont et al. over the portfolio's, mean over networks";
  exhibit.sql = fmt::format(R"sql(SELECT algorithm || ' / best, ' ||
         CASE WHEN grid IN ('1x36', '2x18', '3x12', '4x9') THEN 'grids of 36' ELSE 'square grids' END AS page,
       grid, level, relative_time AS mean, relative_time_se AS standard_error, relative_time_min AS least,
       relative_time_max AS greatest, 100 * worse AS slower, samples, normal_quantile(0.975) * relative_time_se AS interval
FROM {1}
WHERE seed = :seed AND sampling = :sampling AND block = {0} AND rival = 'best'
ORDER BY algorithm DESC, grid IN ('1x36', '2x18', '3x12', '4x9'), CAST(grid AS INTEGER), grid, level)sql",
                            grid_block_side, sql_identifier(results::view_name(figure3_name)));
  exhibit.layout = {.page = "page",
                    .row = "level",
                    .column = "grid",
                    .values = {{"mean", "mean", 5},
                               {"standard_error", "standard error", 5},
                               {"least", "least of a network", 5},
                               {"greatest", "greatest of a network", 3},
                               {"slower", "networks on which it is slower than the portfolio, %", 1},
                               {"samples", "networks", 0}}};
  exhibit.note = fmt::format(
      "Times in whole elements, blocks of {0} x {0}. Both methods are members of the portfolio, "
      "so that no ratio of a network should be below 1: value `least`. "
      "The paper's own figure is kalinov/figure3a and figure3b; networks are drawn as there (reconstructed).",
      grid_block_side);
  exhibit.charts = {{.name = "curves",
                     .x = {"level", "level of heterogeneity"},
                     .y = {.title = "time over the portfolio's"},
                     .values = {{"mean", "mean", 5}},
                     .error = "interval",
                     .error_title = "95 % interval of the mean",
                     .series = "grid",
                     .panel = "page"}};
  return exhibit;
}

const engine::Registration figure3_registration{figure3_experiment, figure3};

// What each rule of rounding adds to the time: remainders, the printed rule, and apportionment.

constexpr const char* rounding_name = "frontier/grid-rounding";

engine::Experiment rounding_experiment() {
  engine::Study study = problems::study_of_grids(rounding_name);
  study.title = "Three rules of rounding on the same real-valued lengths";
  study.claim = "none; the question is what an apportionment saves";
  study.source = "the printed rule is Kalinov & Klimov's (2004), Section 3.2";
  study.axes = problems::grid_axes();
  problems::set_axis(study.axes, "grid", engine::name_values({"8", "36", "3x3", "6x6", "3x3x3"}));
  problems::set_axes(study.axes, {{"level", {2, 16}}, {"block", {100, 1000}}});
  study.stored_metrics = {"rounding_loss"};
  // One mapping, so that all rules round the same lengths.
  study.algorithms = {"proposed[mapping=NAT]", "proposed[mapping=NAT,printed-rounding]",
                      "proposed[mapping=NAT,apportioned]"};
  study.samples = 500;
  study.chunk_size = 100;
  return engine::erase(std::move(study));
}

results::Exhibit rounding() {
  results::Exhibit exhibit{.name = rounding_name, .study = rounding_name, .parameters = {{"sampling", "extremes"}}};
  exhibit.title = "What rounding adds to the time of the proposed lengths (NAT), in percent";
  exhibit.sql = fmt::format(R"sql(SELECT 'block ' || block AS page, grid || printf(', level %g', level) AS network,
       CASE WHEN instr(algorithm, 'printed') THEN 'as printed'
            WHEN instr(algorithm, 'apportioned') THEN 'apportioned' ELSE 'remainders' END AS rule,
       100 * rounding_loss AS mean, 100 * rounding_loss_se AS standard_error, 100 * rounding_loss_max AS greatest,
       samples AS networks
FROM {}
WHERE seed = :seed AND sampling = :sampling AND rival = '' AND algorithm LIKE 'proposed[mapping=NAT%'
ORDER BY block, length(grid), CAST(grid AS INTEGER), grid, level,
         instr('as printed, remainders, apportioned', rule))sql",
                            sql_identifier(results::view_name(rounding_name)));
  exhibit.layout = {.page = "page",
                    .row = "network",
                    .column = "rule",
                    .row_title = "grid",
                    .pages_across = 2,
                    .values = {{"mean", "mean", 3},
                               {"standard_error", "standard error", 3},
                               {"greatest", "greatest", 2},
                               {"networks", "networks", 0}}};
  exhibit.note =
      "In one dimension the apportionment gives the least time in whole elements. "
      "In several it apportions one dimension after the other, from what the two other rules give, "
      "and is never slower than either; "
      "where the real-valued lengths are not the best ones of the mapping it may even end below their time.";
  return exhibit;
}

const engine::Registration rounding_registration{rounding_experiment, rounding};

// How often no answer is best both before and after rounding: why the portfolio is asked which of the two it is for.

results::Exhibit both_times(const std::string& experiment, const std::string& name) {
  results::Exhibit exhibit{.name = name, .study = experiment, .parameters = solved_grids_parameters()};
  exhibit.title = "Networks on which no method's answer has both the least time and the least time in whole elements";
  exhibit.sql = fmt::format(R"sql({0},
contests AS (
  SELECT 0 AS place, 'the four methods of the papers' AS among, * FROM solved
  WHERE algorithm IN ('natural', 'equal-pressure', 'proposed', 'beaumont')
  UNION ALL SELECT 1, 'all methods that were run', * FROM solved),
leasts AS (
  SELECT place, among, grid, level, "time", rounded_time, sample,
         min("time") OVER contest AS least, min(rounded_time) OVER contest AS least_rounded
  FROM contests WINDOW contest AS (PARTITION BY place, grid, level, sample)),
networks AS (
  SELECT place, among, grid, level,
         max("time" <= (1 + {1}) * least AND rounded_time <= (1 + {1}) * least_rounded) AS has_both
  FROM leasts GROUP BY place, grid, level, sample),
networks_at AS (
  SELECT 0 AS last, printf('%g', level) AS at, * FROM networks UNION ALL SELECT 1, 'all', * FROM networks)
SELECT among, grid, at AS level, 100.0 * avg(NOT has_both) AS without_both, count(*) AS networks
FROM networks_at
GROUP BY place, grid, at
ORDER BY place, CAST(grid AS INTEGER), grid, last, CAST(at AS REAL))sql",
                            solved_grids_sql(experiment), equal_times);
  exhibit.layout = {
      .page = "among",
      .row = "grid",
      .column = "level",
      .values = {{"without_both", "no answer is best in both, % of the networks", 1}, {"networks", "networks", 0}}};
  exhibit.note = fmt::format(
      "Least: within {:g} of the least among them. Blocks of {} elements a side: the smaller the block, "
      "the more rounding decides.",
      equal_times, grid_block_side);
  return exhibit;
}

results::Exhibit of_small_grids() { return both_times("frontier/small-grids", "frontier/both-times"); }
results::Exhibit of_large_grids() { return both_times("frontier/large-grids", "frontier/both-large"); }

const engine::Registration both_times_registration{of_small_grids, of_large_grids};

// How often each mapping of Kalinov & Klimov is the one that a method ends with, and how often it is another one.

constexpr const char* mappings_name = "frontier/grid-mappings";

// Each 1 where the arrangement is that mapping's, otherwise 0.
struct MappingMeasures {
  double nat = 0;
  double nat1 = 0;
  double nat2 = 0;
  double other = 0;
};
// For each dimension the slices in ascending order of the sum of their performances.
std::vector<std::vector<std::size_t>> sorted_slices(const ProcessGrid& grid, const std::vector<double>& performances) {
  std::vector<std::vector<std::size_t>> order;
  for (std::size_t k = 0; k < grid.dimensions(); ++k) {
    std::vector<double> sums(grid.edge(k), 0.0);
    for (std::size_t cell = 0; cell < performances.size(); ++cell) sums[grid.coordinate(cell, k)] += performances[cell];
    std::vector<std::size_t> slices(grid.edge(k));
    std::iota(slices.begin(), slices.end(), std::size_t{0});
    std::ranges::stable_sort(slices, {}, [&](std::size_t slice) { return sums[slice]; });
    order.push_back(std::move(slices));
  }
  return order;
}

// The performances with the slices of every dimension sorted, the grid's k-th dimension being the arrangement's
// dimension places[k].
std::vector<double> sorted_performances(const ProcessGrid& grid, const std::vector<double>& performances,
                                        const std::vector<std::size_t>& places) {
  const std::vector<std::vector<std::size_t>> order = sorted_slices(grid, performances);
  std::vector<double> result(performances.size());
  for (std::size_t cell = 0; cell < result.size(); ++cell) {
    std::size_t source = 0;
    for (std::size_t k = 0; k < grid.dimensions(); ++k)
      source += order[places[k]][grid.coordinate(cell, k)] * grid.stride(places[k]);
    result[cell] = performances[source];
  }
  return result;
}

// Slices of one dimension may change places, and dimensions with equal edges: all volumes stay.
bool same_arrangement(const GridProblem& problem, const Mapping& mapping, const Mapping& other) {
  const auto performances = [&](const Mapping& of) {
    std::vector<double> result;
    for (const std::size_t process : of) result.push_back(problem.performances[process]);
    return result;
  };
  const ProcessGrid& grid = problem.grid;
  std::vector<std::size_t> places(grid.dimensions());
  std::iota(places.begin(), places.end(), std::size_t{0});
  const std::vector<double> wanted = sorted_performances(grid, performances(other), places);
  const std::vector<double> mine = performances(mapping);
  do {
    const bool fits = std::ranges::equal(places, grid.edges, {}, [&](std::size_t k) { return grid.edge(k); });
    if (fits && sorted_performances(grid, mine, places) == wanted) return true;
  } while (std::ranges::next_permutation(places).found);
  return false;
}

MappingMeasures measure(const GridProblem& problem, const GridSolution& solution) {
  const auto is = [&](const Mapping& mapping) {
    return same_arrangement(problem, solution.mapping, mapping) ? 1.0 : 0.0;
  };
  MappingMeasures measures{.nat = is(nat(problem.grid, problem.performances)),
                           .nat1 = is(nat1(problem.grid, problem.performances)),
                           .nat2 = is(nat2(problem.grid, problem.performances))};
  measures.other = measures.nat + measures.nat1 + measures.nat2 > 0 ? 0 : 1;
  return measures;
}

engine::Experiment mappings_experiment() {
  engine::Study study = problems::study_of_grids(mappings_name);
  study.title = "Which mapping the methods end with";
  study.claim = "none; the question is how often one of the three mappings is the best arrangement";
  study.source = "the mappings are Kalinov & Klimov's (2004), Section 3.1";
  study.axes = problems::grid_axes();
  problems::set_axis(study.axes, "grid", engine::name_values({"2x2", "3x3", "3x4", "6x6", "2x2x2", "3x3x3"}));
  problems::set_axes(study.axes, {{"level", {2, 8, 16}}, {"block", {grid_block_side}}});
  study.measured = engine::measured(
      measure, {{"nat", "share of networks mapped by NAT", "", "", 3, &MappingMeasures::nat},
                {"nat1", "share of networks mapped by NAT1", "", "", 3, &MappingMeasures::nat1},
                {"nat2", "share of networks mapped by NAT2", "", "", 3, &MappingMeasures::nat2},
                {"other", "share of networks mapped in another way", "", "", 3, &MappingMeasures::other}});
  study.algorithms = {"equal-pressure", "proposed", "ccp", "alternating", best_by_time, "best"};
  study.samples = 200;
  study.chunk_size = 50;
  return engine::erase(std::move(study));
}

results::Exhibit mappings() {
  results::Exhibit exhibit{.name = mappings_name, .study = mappings_name, .parameters = {{"sampling", "extremes"}}};
  exhibit.title = "Networks by the mapping that a method ends with, percent";
  exhibit.sql = fmt::format(R"sql(WITH chosen AS (
  SELECT grid, level, algorithm, 0 AS place, 'NAT' AS mapping, nat AS share, nat_se AS error, samples, sampling, seed
  FROM {1} WHERE block = {0}
  UNION ALL SELECT grid, level, algorithm, 1, 'NAT1', nat1, nat1_se, samples, sampling, seed
  FROM {1} WHERE block = {0}
  UNION ALL SELECT grid, level, algorithm, 2, 'NAT2', nat2, nat2_se, samples, sampling, seed
  FROM {1} WHERE block = {0}
  UNION ALL SELECT grid, level, algorithm, 3, 'another', other, other_se, samples, sampling, seed
  FROM {1} WHERE block = {0})
SELECT algorithm, grid || printf(', level %g', level) AS network, level, mapping, 100 * share AS share,
       100 * error AS standard_error, samples AS networks
FROM chosen
WHERE seed = :seed AND sampling = :sampling
ORDER BY instr('equal-pressure proposed ccp alternating best[by=real] best ', algorithm || ' '),
         length(grid), grid, level, place)sql",
                            grid_block_side, sql_identifier(results::view_name(mappings_name)));
  exhibit.layout = {
      .page = "algorithm",
      .row = "network",
      .column = "mapping",
      .row_title = "grid",
      .pages_across = 3,
      .values = {{"share", "share, %", 1}, {"standard_error", "standard error", 1}, {"networks", "networks", 0}}};
  exhibit.note =
      "Arrangements that differ by the order of slices, or by dimensions of equal edges, are one. "
      "Shares sum to more than 100 where two mappings give one arrangement, as NAT and NAT1 do for some. "
      "equal-pressure, proposed and ccp choose among the three; alternating and best rearrange.";
  return exhibit;
}

const engine::Registration mappings_registration{mappings_experiment, mappings};

// How long the methods on process grids take to compute, one network after the other.

constexpr int timed_level = 8;

engine::Experiment grid_times_experiment() {
  engine::Study study = grid_frontier_study("frontier/grid-times", {"2x2", "3x3", "3x4", "4x4", "6x6", "8x8"});
  study.title = "Time a decomposition of the methods on process grids";
  study.claim = "none; the question is what a shorter time of the block costs";
  study.timed = true;
  study.keep_samples = false;
  problems::set_axis(study.axes, "level", engine::axis_values({timed_level}));
  study.algorithms.insert(study.algorithms.end(), {"alternating[exchanges=100]", "best[exchanges=0]"});
  study.samples = 20;
  study.chunk_size = 20;
  return engine::erase(std::move(study));
}

results::Exhibit grid_times() {
  results::Exhibit exhibit{
      .name = "frontier/grid-times", .study = "frontier/grid-times", .parameters = {{"sampling", "extremes"}}};
  exhibit.title = fmt::format("Median time of a decomposition in microseconds, level {}", timed_level);
  exhibit.sql =
      fmt::format(R"sql(SELECT grid, algorithm, 1e6 * median_seconds AS microseconds
FROM {2}
WHERE seed = :seed AND sampling = :sampling AND level = {0} AND block = {1}
ORDER BY max(microseconds) OVER (PARTITION BY algorithm), algorithm, CAST(grid AS INTEGER), grid)sql",
                  timed_level, grid_block_side, sql_identifier(results::view_name("frontier/grid-times") + "_timings"));
  exhibit.layout = {
      .row = "algorithm", .column = "grid", .row_title = "method", .values = {{"microseconds", "microseconds", 1}}};
  exhibit.note =
      "One network after the other. In sweeps networks of one shape go side by side in natural, equal-pressure, "
      "proposed and beaumont, which are members of best; its searches go one by one.";
  exhibit.charts = {{.name = "curves",
                     .x = {"grid", "grid"},
                     .y = {.title = "microseconds", .logarithmic = true},
                     .values = {{"microseconds", "microseconds", 1}},
                     .series = "algorithm"}};
  return exhibit;
}

const engine::Registration grid_times_registration{grid_times_experiment, grid_times};

}  // namespace
}  // namespace apportion::frontier

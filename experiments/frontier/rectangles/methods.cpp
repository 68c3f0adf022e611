// Rectangles beyond the papers: how far from the bound each method stays as speeds differ more and more, the same on
// the grid of Kaddoura, Ranka & Wang, rankings on single problems, layouts, and times.
#include <fmt/format.h>

#include <boost/random/uniform_int_distribution.hpp>
#include <map>
#include <string>
#include <vector>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/rectangles/study.hpp"
#include "sim/samplers.hpp"

namespace apportion::frontier {
namespace {

constexpr int array_rows = 1000;

// Arrays of 1:1, 1:3 and 1:10.
std::vector<double> array_columns() { return {1000, 3000, 10000}; }
// Speed of the fastest processor over that of the slowest: from cores of one kind to accelerators beside cores.
std::vector<double> speed_ratios() { return {2, 8, 64, 512}; }
std::vector<double> processor_counts() { return {5, 10, 20, 50, 100}; }

// Totals count as equal within this share.
constexpr double equal_totals = 1e-9;

// The methods that are compared on all problems.
std::vector<std::string> methods() {
  return {"BEST",    "BEST[effort=quick]", "HUFFMAN",
          "HYBRID",  "NAGAMOCHI-ABE",      "NRRP",
          "ROLLOUT", "ROLLOUT[l-shapes]",  "RecursiveBisection2",
          "SNRRP",   "SQUARIFIED",         "TILE",
          "XY2"};
}

// A study of the methods with the yardsticks, on log-uniform speeds at latency 0, whose samples are kept.
engine::Study frontier_study(const std::string& name) {
  engine::Study study = problems::study_of_rectangles(name);
  study.source = "beyond the four papers: README.md in experiments/frontier";
  study.axes = problems::rectangle_axes();
  problems::set_axes(study.axes,
                     {{"columns", array_columns()}, {"ratio", speed_ratios()}, {"processors", processor_counts()}});
  problems::set_axis(study.axes, "sampling", engine::name_values({"log-uniform"}));
  study.stored_metrics = {"internal_edges", "total", "gap", "aspect", "imbalance"};
  study.algorithms = methods();
  study.keep_samples = true;
  study.samples = 100;
  study.chunk_size = 20;
  return study;
}

// WITH solved(width, shape, ratio, processors, sample, algorithm, total, gap, best): the single problems of
// frontier/speeds as each method solved them, `best` being the least total of all. :sampling and :latency choose them.
std::string solved_sql() {
  return R"sql(WITH solved AS MATERIALIZED (
  SELECT "columns" AS width, printf('1:%g', 1.0 * "columns" / "rows") AS shape, ratio, processors, sample, algorithm,
         total, gap, min(total) OVER (PARTITION BY "rows", "columns", ratio, processors, sample) AS best
  FROM frontier_speeds_samples
  WHERE seed = :seed AND rival = '' AND sampling = :sampling AND latency = :latency))sql";
}

// The default values of the parameters of solved_sql().
std::map<std::string, std::string> solved_parameters() { return {{"sampling", "log-uniform"}, {"latency", "0"}}; }

// How far from the bound each method stays as speeds differ more and more.

engine::Experiment speeds_experiment() {
  engine::Study study = frontier_study("frontier/speeds");
  study.title = "Methods on arrays of 1:1 to 1:10, 5 to 100 processors, speeds that differ up to 512 times";
  study.claim = "none; the question is which method is best where speeds differ strongly";
  return engine::erase(std::move(study));
}

results::Exhibit gaps() {
  results::Exhibit exhibit{.name = "frontier/gaps", .study = "frontier/speeds"};
  exhibit.title = "Total above the lower bound in percent of the bound, by method and ratio of speeds";
  // Means of points that have equally many samples.
  exhibit.sql = R"sql(WITH points AS (
  SELECT printf('1:%g', 1.0 * "columns" / "rows") AS shape, *
  FROM frontier_speeds
  WHERE (:methods = 'all' OR instr(',' || :methods || ',', ',' || algorithm || ',') > 0) AND seed = :seed AND rival = '' AND sampling = :sampling AND latency = :latency
    AND processors <= :most_processors AND "columns" <= :widest * "rows"),
pages AS (
  SELECT 0 AS place, 'all shapes' AS page, * FROM points
  UNION ALL SELECT "columns" / "rows", shape, * FROM points),
order_of AS (SELECT algorithm, avg(gap) AS overall FROM points GROUP BY algorithm)
SELECT page, algorithm, ratio, avg(gap) AS gap, sqrt(sum(gap_se * gap_se)) / count(*) AS standard_error,
       max(gap_max) AS greatest, avg(aspect) AS aspect, avg(imbalance) AS imbalance, sum(samples) AS problems
FROM pages JOIN order_of USING (algorithm)
GROUP BY place, page, algorithm, ratio
ORDER BY place, overall, algorithm, ratio)sql";
  exhibit.layout = {.page = "page",
                    .row = "algorithm",
                    .column = "ratio",
                    .row_title = "method",
                    .column_title = "max/min speed",
                    .pages_across = 2,
                    .values = {{"gap", "mean, %", 2},
                               {"standard_error", "standard error", 2},
                               {"greatest", "greatest, %", 1},
                               {"aspect", "mean of the greatest aspect ratio of a part", 1},
                               {"imbalance", "mean imbalance in whole rows and columns, %", 2},
                               {"problems", "problems", 0}}};
  exhibit.charts = {{.name = "curves",
                     .x = {"ratio", "max/min speed", true},
                     .y = {.title = "% over the bound"},
                     .values = {{"gap", "gap"}},
                     .series = "algorithm",
                     .panel = "page"}};
  exhibit.note =
      "Over the lower bound for parts of any shape, so that methods with L shapes stand beside the others. "
      "Methods in order of their mean over all problems. Means over 1:1 and 1:3 with up to 50 processors: "
      "--set widest=3 most_processors=50; curves of some methods: --set methods=A,B,C.";
  exhibit.overview = true;
  std::map<std::string, std::string> parameters = solved_parameters();
  parameters["most_processors"] = "100";
  parameters["widest"] = "10";
  parameters["methods"] = "all";
  exhibit.parameters = parameters;
  return exhibit;
}

const engine::Registration speeds_registration{speeds_experiment, gaps};

// The same methods on the grid of Kaddoura, Ranka & Wang's simulation, where speeds differ little and latency counts.

engine::Experiment paper_grid_experiment() {
  engine::Study study = frontier_study("frontier/paper-grid");
  study.title = "Methods on the paper's grid: arrays of 1:1 to 1:20, 4 to 20 processors, latencies 0, 100 and 1000";
  study.claim = "none; the question is what the later methods save on the paper's own grid";
  study.source = "axes as in Kaddoura, Ranka & Wang 1996, Section 6.4";
  problems::set_axes(study.axes, {{"columns", {1000, 2000, 3000, 5000, 10000, 20000}},
                                  {"ratio", {1, 2, 3, 4, 8}},
                                  {"processors", {4, 5, 7, 10, 15, 20}}});
  problems::set_axis(study.axes, "sampling", engine::name_values({"max-set"}));
  problems::set_axis(study.axes, "latency", engine::axis_values({0, 100, 1000}));
  study.keep_samples = false;
  study.samples = 20;
  return engine::erase(std::move(study));
}

results::Exhibit paper_grid() {
  results::Exhibit exhibit{
      .name = "frontier/paper-grid", .study = "frontier/paper-grid", .parameters = {{"sampling", "max-set"}}};
  exhibit.title = "Total above the lower bound in percent of the bound on the paper's grid, by method and latency";
  exhibit.sql = R"sql(WITH order_of AS (
  SELECT algorithm, avg(gap) AS overall FROM "frontier_paper-grid" WHERE seed = :seed AND rival = '' GROUP BY algorithm)
SELECT 'latency ' || latency AS page, algorithm, ratio, avg(gap) AS gap, max(gap_max) AS greatest,
       avg(internal_edges) AS edges, avg(imbalance) AS imbalance, sum(samples) AS problems
FROM "frontier_paper-grid" JOIN order_of USING (algorithm)
WHERE seed = :seed AND rival = '' AND sampling = :sampling
GROUP BY latency, algorithm, ratio
ORDER BY latency, overall, algorithm, ratio)sql";
  exhibit.layout = {.page = "page",
                    .row = "algorithm",
                    .column = "ratio",
                    .row_title = "method",
                    .column_title = "max/min speed",
                    .pages_across = 3,
                    .values = {{"gap", "mean, %", 2},
                               {"greatest", "greatest, %", 1},
                               {"edges", "mean internal edges", 2},
                               {"imbalance", "mean imbalance in whole rows and columns, %", 2},
                               {"problems", "problems", 0}}};
  exhibit.note =
      "The bound counts p - 1 edges, which few shapes of array allow: "
      "with latency a large gap says little about a method.";
  return exhibit;
}

const engine::Registration paper_grid_registration{paper_grid_experiment, paper_grid};

// How often each method is best, and how far it is from the best: on single problems, not on means.

// As many as curves can be told apart.
constexpr const char* profiled_methods = "BEST,HUFFMAN,NRRP,ROLLOUT,SNRRP,SQUARIFIED,TILE,XY2";

results::Exhibit best() {
  results::Exhibit exhibit{.name = "frontier/best", .study = "frontier/speeds", .parameters = solved_parameters()};
  exhibit.title = "How often each method has the least total of all, in percent of the problems";
  exhibit.sql = fmt::format(R"sql({0},
judged AS (
  SELECT *, total <= (1 + {1}) * best AS is_best,
         sum(total <= (1 + {1}) * best) OVER (PARTITION BY width, ratio, processors, sample) AS winners
  FROM solved)
SELECT algorithm, ratio, 100.0 * avg(is_best) AS best, 100.0 * avg(is_best AND winners = 1) AS alone,
       avg(100 * (total / best - 1)) AS above, count(*) AS problems
FROM judged
GROUP BY algorithm, ratio
ORDER BY sum(sum(is_best)) OVER (PARTITION BY algorithm) DESC, algorithm, ratio)sql",
                            solved_sql(), equal_totals);
  exhibit.layout = {.row = "algorithm",
                    .column = "ratio",
                    .row_title = "method",
                    .column_title = "max/min speed",
                    .values = {{"best", "best, %", 1},
                               {"alone", "best alone, %", 1},
                               {"above", "mean above the best, %", 2},
                               {"problems", "problems", 0}}};
  exhibit.note = "Several methods may be best on one problem; alone: no other method is. Equal: within 1e-9.";
  return exhibit;
}

// A method that did not solve a problem is infinitely far from the best there. Texts make equal steps along the axis.
results::Exhibit profile() {
  results::Exhibit exhibit{.name = "frontier/profile", .study = "frontier/speeds"};
  exhibit.title = "Performance profile: share of problems within so many percent of the best total";
  exhibit.sql = fmt::format(R"sql({0},
distances(place, percent) AS (VALUES (1, 0), (2, 0.1), (3, 0.2), (4, 0.5), (5, 1), (6, 2), (7, 3), (8, 5), (9, 7),
                                     (10, 10), (11, 15), (12, 20), (13, 30)),
problems AS (
  SELECT ratio, count(*) AS problems
  FROM (SELECT DISTINCT width, ratio, processors, sample FROM solved) GROUP BY ratio)
SELECT 'max/min speed ' || ratio AS speeds, printf('%g %%', percent) AS within, algorithm,
       100.0 * sum(total <= (1 + percent / 100.0 + {1}) * best) / problems AS share
FROM solved JOIN problems USING (ratio) CROSS JOIN distances
WHERE :methods = 'all' OR instr(',' || :methods || ',', ',' || algorithm || ',') > 0
GROUP BY ratio, place, algorithm
ORDER BY ratio, place, algorithm)sql",
                            solved_sql(), equal_totals);
  exhibit.layout = {.page = "speeds",
                    .row = "algorithm",
                    .column = "within",
                    .row_title = "method",
                    .values = {{"share", "share of problems, %", 1}}};
  exhibit.charts = {{.name = "curves",
                     .x = {"within", "above the best by at most"},
                     .y = {.title = "% of the problems"},
                     .values = {{"share", "share"}},
                     .series = "algorithm",
                     .panel = "speeds"}};
  exhibit.note =
      "As in Dolan & Moré 2002, with totals in place of times; the best is the best of all methods that were run. "
      "More of them by --set methods=A,B,C or methods=all.";
  std::map<std::string, std::string> parameters = solved_parameters();
  parameters["methods"] = profiled_methods;
  exhibit.parameters = parameters;
  return exhibit;
}

// The rival itself is held against the best of all, which may have parts of several rectangles.
results::Exhibit worst() {
  results::Exhibit exhibit{.name = "frontier/worst", .study = "frontier/speeds"};
  exhibit.title = "The problems on which each method is furthest above a rival, and how to see them drawn";
  exhibit.sql = fmt::format(R"sql({0},
winners AS (
  SELECT width, ratio, processors, sample, min(algorithm) AS winner
  FROM solved WHERE total <= (1 + {1}) * best GROUP BY width, ratio, processors, sample),
rivals AS (
  SELECT width, ratio, processors, sample, total AS rivals_total FROM solved WHERE algorithm = :rival),
compared AS (
  SELECT solved.*, iif(algorithm = :rival, winner, :rival) AS against,
         100 * (total / iif(algorithm = :rival, best, rivals_total) - 1) AS above
  FROM solved JOIN winners USING (width, ratio, processors, sample)
  JOIN rivals USING (width, ratio, processors, sample)),
ordered AS (
  SELECT *, max(above) OVER (PARTITION BY algorithm) AS most,
         row_number() OVER (PARTITION BY algorithm ORDER BY above DESC, width, ratio, processors, sample) AS place
  FROM compared WHERE above > 100 * {1})
SELECT algorithm AS method, against, round(above, 2) AS above, round(gap, 2) AS gap, shape, ratio, processors, sample,
       printf('apportion replay frontier/speeds "columns=%g ratio=%g processors=%d sampling=%s latency=%g" %d --seed %d '
              || '--algorithms "%s,%s" -o worst.svg', width, ratio, processors, :sampling, :latency, sample, :seed,
              algorithm, against) AS drawn_by
FROM ordered
WHERE place <= :places
ORDER BY most DESC, method, place)sql",
                            solved_sql(), equal_totals);
  exhibit.note =
      "above: percent above the rival's total; gap: percent above the lower bound. "
      "Against another rival: --set rival=XY2. Methods that are never above the rival have no line.";
  std::map<std::string, std::string> parameters = solved_parameters();
  parameters["places"] = "2";
  parameters["rival"] = "BEST";
  exhibit.parameters = parameters;
  return exhibit;
}

const engine::Registration ranking_registration{best, profile, worst};

// How far the best slicing tree is from the best layout of all.

constexpr const char* any_layout = "OPTIMAL";
constexpr const char* slicing = "OPTIMAL[layouts=slicing]";

engine::Experiment layouts_experiment() {
  engine::Study study = frontier_study("frontier/layouts");
  study.title = "Proven optima of few processors: slicing trees, and all layouts of rectangles";
  study.claim = "none; the question is what slicing trees lose against all layouts";
  problems::set_axes(study.axes, {{"columns", {1000, 3000}}, {"ratio", {8, 64, 512}}, {"processors", {4, 5, 6}}});
  study.algorithms = {any_layout, slicing, "BEST"};
  study.stored_metrics = {"total", "gap"};
  return engine::erase(std::move(study));
}

results::Exhibit layouts() {
  results::Exhibit exhibit{.name = "frontier/layouts", .study = "frontier/layouts", .parameters = solved_parameters()};
  exhibit.title = "How often, in percent of the problems, a layout that is no slicing tree is the best; few processors";
  exhibit.sql = fmt::format(R"sql(WITH totals AS (
  SELECT "columns" AS width, printf('1:%g', 1.0 * "columns" / "rows") AS shape, ratio, processors, sample,
         max(total) FILTER (WHERE algorithm = '{0}') AS optimum,
         max(total) FILTER (WHERE algorithm = '{1}') AS slicing
  FROM frontier_layouts_samples
  WHERE seed = :seed AND rival = '' AND sampling = :sampling AND latency = :latency
  GROUP BY "rows", "columns", ratio, processors, sample),
savings AS (
  SELECT *, 100 * (1 - optimum / slicing) AS by_layout, optimum < (1 - {2}) * slicing AS layout_wins
  FROM totals)
SELECT shape, processors, ratio, 100.0 * avg(layout_wins) AS layout_wins,
       avg(by_layout) FILTER (WHERE layout_wins) AS by_layout, max(by_layout) AS most_by_layout,
       count(*) AS problems
FROM savings
GROUP BY width, shape, processors, ratio
ORDER BY width, processors, ratio)sql",
                            any_layout, slicing, equal_totals);
  exhibit.layout = {.page = "shape",
                    .row = "processors",
                    .column = "ratio",
                    .column_title = "max/min speed",
                    .pages_across = 2,
                    .values = {{"layout_wins", "a layout that is no slicing tree is best, % of the problems", 1},
                               {"by_layout", "its mean saving where it wins, %", 2},
                               {"most_by_layout", "its greatest saving, %", 1},
                               {"problems", "problems", 0}}};
  exhibit.note =
      fmt::format("Other values: what such layouts save. Both are proven optima ({} and {}).", any_layout, slicing);
  return exhibit;
}

const engine::Registration layouts_registration{layouts_experiment, layouts};

// When TILE beats XY2, which is the papers' recommendation.

results::Exhibit tile() {
  results::Exhibit exhibit{.name = "frontier/tile", .study = "frontier/speeds", .parameters = solved_parameters()};
  exhibit.title = "TILE against XY2 on single problems";
  exhibit.sql = fmt::format(R"sql({0},
pairs AS (
  SELECT shape, width, ratio, processors, tile.total AS tile, xy2.total AS xy2
  FROM solved AS tile JOIN solved AS xy2 USING (shape, width, ratio, processors, sample)
  WHERE tile.algorithm = 'TILE' AND xy2.algorithm = 'XY2')
SELECT shape, processors, ratio, 100.0 * avg(tile < (1 - {1}) * xy2) AS tile_less,
       100.0 * avg(xy2 < (1 - {1}) * tile) AS xy2_less, avg(100 * (1 - tile / xy2)) AS saved,
       max(100 * (1 - tile / xy2)) AS most_saved, count(*) AS problems
FROM pairs
GROUP BY width, shape, processors, ratio
ORDER BY width, processors, ratio)sql",
                            solved_sql(), equal_totals);
  exhibit.layout = {.page = "shape",
                    .row = "processors",
                    .column = "ratio",
                    .column_title = "max/min speed",
                    .pages_across = 3,
                    .values = {{"saved", "mean saving by TILE, %", 2},
                               {"tile_less", "TILE costs less, % of the problems", 1},
                               {"xy2_less", "XY2 costs less, % of the problems", 1},
                               {"most_saved", "greatest saving by TILE, %", 1},
                               {"problems", "problems", 0}}};
  exhibit.charts = {{.name = "heat-map",
                     .kind = results::ChartKind::heat_map,
                     .x = {"ratio", "max/min speed"},
                     .y = {"processors", "processors"},
                     .values = {{"saved", "mean saving by TILE, %"}},
                     .panel = "shape",
                     .neutral = 0,
                     .panels_across = 3}};
  exhibit.heat = 0;
  exhibit.note = "Saving: how much less TILE's total is, in percent of XY2's; negative where XY2's is less.";
  return exhibit;
}

const engine::Registration tile_registration{tile};

// What a smaller gap costs in time.

// Every sample takes a shape and a ratio of the grid at random, so that a median is of all of them.
RectangleProblem any_problem_of_the_grid(const engine::Point& point, RandomStream& stream) {
  const std::vector<double> columns = array_columns();
  const std::vector<double> ratios = speed_ratios();
  boost::random::uniform_int_distribution<std::size_t> any_shape(0, columns.size() - 1);
  boost::random::uniform_int_distribution<std::size_t> any_ratio(0, ratios.size() - 1);
  const double width = columns.at(any_shape(stream));
  const double ratio = ratios.at(any_ratio(stream));
  return {{array_rows, width}, draw_cluster("log-uniform", point.count("processors"), ratio, stream)};
}

engine::Experiment rectangle_times_experiment() {
  engine::Study study = frontier_study("frontier/times");
  study.title = "Time a decomposition by method";
  study.claim = "none; the question is what a smaller gap costs in time";
  study.timed = true;
  study.keep_samples = false;
  std::erase_if(study.axes, [](const engine::Axis& axis) { return axis.name != "processors"; });
  problems::set_axis(study.axes, "processors", engine::axis_values(processor_counts()));
  study.samples = 10;
  study.chunk_size = 10;
  study.sample = engine::sampler(any_problem_of_the_grid);
  return engine::erase(std::move(study));
}

results::Exhibit rectangle_times() {
  results::Exhibit exhibit{.name = "frontier/times", .study = "frontier/times"};
  exhibit.title = "Median time of a decomposition in microseconds, and mean gap, by number of processors";
  exhibit.sql = R"sql(WITH gaps AS (
  SELECT processors, algorithm, avg(gap) AS gap
  FROM frontier_speeds
  WHERE seed = :seed AND rival = '' AND sampling = 'log-uniform' AND latency = 0
  GROUP BY processors, algorithm)
SELECT processors || ' processors' AS page, processors, algorithm, 1e6 * median_seconds AS microseconds, gap
FROM frontier_times_timings LEFT JOIN gaps USING (processors, algorithm)
WHERE seed = :seed
ORDER BY processors, algorithm)sql";
  exhibit.layout = {.row = "algorithm",
                    .column = "processors",
                    .row_title = "method",
                    .values = {{"microseconds", "microseconds", 1}, {"gap", "mean gap, %", 2}}};
  exhibit.charts = {{.name = "scatter",
                     .kind = results::ChartKind::scatter,
                     .x = {"microseconds", "microseconds", true},
                     .y = {.title = "% over the bound"},
                     .values = {{"gap", "mean gap", 2}},
                     .series = "algorithm",
                     .panel = "page"}};
  exhibit.note = "Gaps are means of frontier/speeds over all shapes and ratios, which the timed problems mix as well.";
  return exhibit;
}

const engine::Registration rectangle_times_registration{rectangle_times_experiment, rectangle_times};

}  // namespace
}  // namespace apportion::frontier

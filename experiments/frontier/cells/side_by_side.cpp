// The methods side by side on full grids: speeds that differ up to 8 times, strong heterogeneity, elements sent beside
// those of METIS, and how long a division takes.
#include <fmt/format.h>

#include <boost/random/uniform_int_distribution.hpp>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/frontier/cells/grid.hpp"
#include "sim/samplers.hpp"

namespace apportion::frontier {
namespace {

// Of studies that store the gap to the bound, which grew.
constexpr int bounds_revision = 2;

engine::Experiment cells_experiment() {
  engine::Study study = frontier_cell_study("frontier/cells");
  study.revision = bounds_revision;
  study.title = "Whole cells: 624 grids of 200 x 200 to 200 x 2000 for 4 to 100 processors, max/min speed 1 to 8";
  study.claim = "none; the question is which method has the shortest boundary at equal loads";
  problems::set_axis(study.axes, "ratio", engine::axis_values(cell_ratios()));
  problems::set_axis(study.axes, "sampling", engine::name_values({"extremes"}));
  return engine::erase(std::move(study));
}

engine::Experiment strong_experiment() {
  engine::Study study = frontier_cell_study("frontier/cells-strong");
  study.revision = bounds_revision;
  study.title = "Whole cells: grids of 200 x 200 to 200 x 2000 for 5 to 100 processors, max/min speed 64 and 512";
  study.claim = "none; the question is what strong heterogeneity does to the methods";
  problems::set_axes(study.axes, {{"ratio", {64, 512}}, {"processors", {5, 10, 20, 50, 100}}});
  problems::set_axis(study.axes, "sampling", engine::name_values({"log-uniform"}));
  return engine::erase(std::move(study));
}

constexpr const char* how_compared =
    "Only answers whose parts all have a cell, are connected and within one cell (to rounding: "
    "1.02) of their shares are compared in boundary; the others are counted separately, with their imbalance. "
    "Not within itself: grids where the method's own answer is not, or where it has none. "
    "Against another method: --set method=JOGGED.";

// One row per method; the time is that of frontier/cells-times.
std::string table_sql(std::string_view view) {
  return fmt::format(R"sql({},
times AS (
  SELECT algorithm, median_seconds FROM measured_times
  WHERE experiment = 'frontier/cells-times' AND seed = :seed AND json_extract(coordinates, '$.processors') = 20)
SELECT algorithm AS method, count(*) AS grids, round(avg(gap), 2) AS "over the bound, %",
       round(max(gap), 1) AS "greatest, %", round(avg(imbalance), 2) AS "imbalance, %",
       round(max(imbalance), 2) AS "greatest imbalance, %", sum(fragments) AS fragments, sum("empty") AS "empty parts",
       round(100 * avg(within), 1) AS "all within one cell, % of the grids",
       round(1000 * max(median_seconds), 3) AS "ms, 20 processors"
FROM solved LEFT JOIN times USING (algorithm)
GROUP BY algorithm
ORDER BY avg(gap), algorithm)sql",
                     solved_cells_sql(view));
}

// ours(..., mine): the boundary of a method on each grid that it divided within one cell.
std::string own_answers_sql(std::string_view method) {
  return fmt::format(R"sql(ours AS (
  SELECT "rows", "columns", ratio, processors, sampling, sample, boundary AS mine FROM solved
  WHERE algorithm = {} AND within = 1))sql",
                     method);
}

// One row per other method, those that are most often comparable first.
std::string wins_sql(std::string_view view) {
  return fmt::format(R"sql({},
{},
pairs AS (
  SELECT solved.*, mine, within = 1 AND mine IS NOT NULL AS comparable
  FROM solved LEFT JOIN ours USING ("rows", "columns", ratio, processors, sampling, sample)
  WHERE algorithm <> :method)
SELECT algorithm AS against, count(*) AS grids, sum(comparable) AS comparable,
       sum(comparable AND mine < boundary) AS shorter, sum(comparable AND mine = boundary) AS equal,
       sum(comparable AND mine > boundary) AS longer,
       round(avg(100 * (boundary - mine) / boundary) FILTER (WHERE comparable AND boundary > 0), 2) AS "saved, %",
       sum(mine IS NULL) AS "not within itself", sum(within < 1) AS others,
       sum(within < 1 AND mine > boundary) AS "others that are shorter",
       round(avg(imbalance) FILTER (WHERE within < 1), 2) AS "their imbalance, %",
       round(max(imbalance) FILTER (WHERE within < 1), 2) AS "greatest, %",
       sum(fragments) AS fragments, sum("empty") AS "empty parts"
FROM pairs
GROUP BY algorithm
ORDER BY sum(comparable) DESC, avg(boundary), algorithm)sql",
                     solved_cells_sql(view), own_answers_sql(":method"));
}

// What BEST promises, judged over all grids that any other method divided as exactly.
std::string goals_sql(std::string_view view) {
  return fmt::format(R"sql({},
{},
rivals AS (
  SELECT boundary, mine
  FROM solved LEFT JOIN ours USING ("rows", "columns", ratio, processors, sampling, sample)
  WHERE algorithm <> 'BEST' AND algorithm NOT LIKE 'BEST[%' AND within = 1)
SELECT 'never longer' AS goal, count(*) AS answers, sum(mine < boundary) AS shorter, sum(mine = boundary) AS equal,
       sum(mine > boundary) AS longer, sum(mine IS NULL) AS "BEST not within itself",
       iif(sum(mine IS NULL OR mine > boundary) = 0, 'holds', 'fails') AS verdict
FROM rivals HAVING count(*) > 0)sql",
                     solved_cells_sql(view), own_answers_sql("'BEST'"));
}

// The speeds that the study of this name draws.
std::string sampling_of(const std::string& experiment) {
  return experiment == "frontier/cells" ? "extremes" : "log-uniform";
}

results::Exhibit table(const std::string& experiment, const std::string& view, const std::string& title) {
  results::Exhibit exhibit{
      .name = experiment, .study = experiment, .parameters = {{"sampling", sampling_of(experiment)}}};
  exhibit.title = title;
  exhibit.sql = table_sql(view);
  exhibit.overview = experiment == "frontier/cells";
  exhibit.note = note_on_methods(
      "Boundary in cell edges over the lower bound for connected parts within one cell of their shares; "
      "imbalance: the greatest load over its share, minus 1; fragments: connected pieces beyond one per part, "
      "over all grids.");
  return exhibit;
}

results::Exhibit wins(const std::string& experiment, const std::string& view, const std::string& title) {
  results::Exhibit exhibit{.name = experiment + "-wins",
                           .study = experiment,
                           .parameters = {{"method", "BEST"}, {"sampling", sampling_of(experiment)}}};
  exhibit.title = title;
  exhibit.sql = wins_sql(view);
  exhibit.note = note_on_methods(how_compared);
  return exhibit;
}

results::Exhibit goals(const std::string& experiment, const std::string& view) {
  results::Exhibit exhibit{
      .name = experiment + "-goals", .study = experiment, .parameters = {{"sampling", sampling_of(experiment)}}};
  exhibit.title = "Whether BEST is never longer than another answer that keeps as close to the shares";
  exhibit.sql = goals_sql(view);
  exhibit.note = note_on_methods(
      "Of all other methods' answers that were run: those whose parts all have a cell, "
      "are connected and within one cell of their shares. Holds: BEST divides each of these grids as closely, "
      "with a boundary that is no longer.");
  return exhibit;
}

results::Exhibit cells_table() {
  return table("frontier/cells", "frontier_cells", "Methods for whole cells on full grids, max/min speed 1 to 8");
}
results::Exhibit cells_wins() {
  return wins("frontier/cells", "frontier_cells",
              "On how many grids the boundary of BEST is shorter, equal or longer, by method; max/min speed 1 to 8");
}
results::Exhibit cells_goals() { return goals("frontier/cells", "frontier_cells"); }
results::Exhibit strong_table() {
  return table("frontier/cells-strong", "frontier_cells-strong",
               "Methods for whole cells on full grids, max/min speed 64 and 512");
}
results::Exhibit strong_wins() {
  return wins(
      "frontier/cells-strong", "frontier_cells-strong",
      "On how many grids the boundary of BEST is shorter, equal or longer, by method; max/min speed 64 and 512");
}

results::Exhibit strong_goals() { return goals("frontier/cells-strong", "frontier_cells-strong"); }

const engine::Registration side_by_side_registration{cells_experiment, strong_experiment, cells_table, cells_wins,
                                                     cells_goals,      strong_table,      strong_wins, strong_goals};

// Elements sent: divisions for a stencil of five points or nine beside those of METIS.

// 10 grids with equal speeds and 40 x 4 with different ones, each for two stencils.
engine::Experiment volume_experiment() {
  engine::Study study = frontier_cell_study("frontier/volume");
  study.revision = bounds_revision;
  study.title = "Full grids by elements sent: 200 x 200 and 200 x 600 cells, max/min speed 1 to 64, two stencils";
  study.claim = "none; the question is how many elements are saved by parts that are no rectangles";
  problems::set_axes(study.axes, {{"columns", {200, 600}},
                                  {"processors", {4, 10, 25, 50, 100}},
                                  {"ratio", {1, 1.5, 3, 8, 64}},
                                  {"stencil", {5, 9}}});
  problems::set_axis(study.axes, "sampling", engine::name_values({"extremes"}));
  problems::set_axis(study.axes, "objective", engine::name_values({"volume"}));
  study.stored_metrics = {"volume", "busiest", "boundary", "gap", "imbalance", "fragments", "empty", "within", "fill"};
  std::erase_if(study.algorithms, [](const std::string& name) { return !name.starts_with("METIS"); });
  std::erase(study.algorithms, "METIS[recursive]");  // refuses
  study.algorithms.insert(study.algorithms.begin(), {"BEST", "BEST[shapes=rectangles]", "MULTILEVEL[effort=quick]"});
  study.samples = 4;
  study.chunk_size = 4;
  return engine::erase(std::move(study));
}

results::Exhibit volume() {
  results::Exhibit exhibit{.name = "frontier/volume", .study = "frontier/volume"};
  exhibit.title = "Elements sent by method and stencil, over those of rectangles with jogs";
  exhibit.sql = R"sql(WITH solved AS MATERIALIZED (
  SELECT * FROM frontier_volume_samples
  WHERE seed = :seed AND rival = '' AND latency = 0 AND objective = 'volume' AND (ratio > 1 OR sample = 0)),
rectangles AS (
  SELECT "rows", "columns", ratio, processors, stencil, sample, volume AS by_rectangles, busiest AS most
  FROM solved WHERE algorithm = 'BEST[shapes=rectangles]'),
mine AS (
  SELECT "rows", "columns", ratio, processors, stencil, sample, volume AS best FROM solved WHERE algorithm = 'BEST')
SELECT stencil, algorithm AS method, count(*) AS grids, round(avg(1.0 * volume / by_rectangles), 3) AS "volume, ratio",
       round(avg(1.0 * busiest / most), 3) AS "busiest, ratio", round(avg(gap), 1) AS "over the bound, %",
       sum(within) AS "within one cell", sum(best < volume) AS "BEST sends fewer", sum(best = volume) AS equal,
       sum(best > volume) AS "BEST sends more", round(avg(fill), 1) AS "fill, %"
FROM solved JOIN rectangles USING ("rows", "columns", ratio, processors, stencil, sample)
            JOIN mine USING ("rows", "columns", ratio, processors, stencil, sample)
GROUP BY stencil, algorithm
ORDER BY stencil, avg(1.0 * volume / by_rectangles))sql";
  exhibit.note = note_on_methods(
      "Elements that all parts send in a sweep of the stencil, over those of BEST[shapes=rectangles], grid by grid; "
      "likewise the most that one part receives. BEST sends more: also than answers that are not within one cell. "
      "Fill: cells over those of the parts' bounding boxes.");
  return exhibit;
}

std::vector<engine::ReferenceGrid> volume_references() {
  return {{.name = "frontier-volume",
           .experiment = "frontier/volume",
           .axes = {{"rows", "60"}, {"columns", "90"}, {"ratio", "1,8"}, {"processors", "4,12"}},
           .samples = 1,
           .algorithms = {"BEST", "BEST[shapes=rectangles]", "MULTILEVEL[effort=quick]"}}};
}

const engine::Registration volume_study_registration{volume_experiment, volume, volume_references};

// How long a division into whole cells takes by each method.

// Every sample takes a shape and a ratio of the grids at random, so that a median is of all of them.
CellProblem any_problem_of_the_grids(const engine::Point& point, RandomStream& stream) {
  const std::vector<double> columns = cell_columns();
  const std::vector<double> ratios = cell_ratios();
  boost::random::uniform_int_distribution<std::size_t> any_shape(0, columns.size() - 1);
  boost::random::uniform_int_distribution<std::size_t> any_ratio(0, ratios.size() - 1);
  const auto width = static_cast<std::int64_t>(columns.at(any_shape(stream)));
  const double ratio = ratios.at(any_ratio(stream));
  return {.rows = cell_rows,
          .columns = width,
          .cluster = draw_cluster("uniform", point.count("processors"), ratio, stream)};
}

engine::Experiment cell_times_experiment() {
  engine::Study study =
      timed(frontier_cell_study("frontier/cells-times"), "Time of a division into whole cells by method", 5);
  std::erase_if(study.axes, [](const engine::Axis& axis) { return axis.name != "processors"; });
  problems::set_axis(study.axes, "processors", engine::axis_values({4, 20, 100}));
  study.require = nullptr;
  study.sample = engine::sampler(any_problem_of_the_grids);
  return engine::erase(std::move(study));
}

results::Exhibit cell_times() {
  results::Exhibit exhibit{.name = "frontier/cells-times", .study = "frontier/cells-times"};
  exhibit.title = "Median time of a division into whole cells in milliseconds, by number of processors";
  exhibit.sql = R"sql(SELECT algorithm, processors, 1000 * median_seconds AS milliseconds,
       1000 * max_seconds AS longest
FROM "frontier_cells-times_timings"
WHERE seed = :seed
ORDER BY min(median_seconds) OVER (PARTITION BY algorithm), algorithm, processors)sql";
  exhibit.layout = {.row = "algorithm",
                    .column = "processors",
                    .row_title = "method",
                    .values = {{"milliseconds", "milliseconds", 3}, {"longest", "longest, milliseconds", 3}}};
  exhibit.note =
      note_on_methods("Shapes and ratios of frontier/cells at random, the same for all methods; alone on one thread.");
  return exhibit;
}

const engine::Registration cell_times_registration{cell_times_experiment, cell_times};

}  // namespace
}  // namespace apportion::frontier

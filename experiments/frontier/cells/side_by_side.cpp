// The methods side by side on full grids: speeds that differ up to 8 times, and strong heterogeneity.
#include <fmt/format.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/frontier/cells/grid.hpp"

namespace apportion::frontier {
namespace {

engine::Experiment cells_experiment() {
  engine::Study study = frontier_cell_study("frontier/cells");
  study.title = "Whole cells: 624 grids of 200 x 200 to 200 x 2000 for 4 to 100 processors, max/min speed 1 to 8";
  study.claim = "none; the question is which method has the shortest boundary at equal loads";
  problems::set_axis(study.axes, "ratio", engine::axis_values(cell_ratios()));
  problems::set_axis(study.axes, "sampling", engine::name_values({"extremes"}));
  return engine::erase(std::move(study));
}

engine::Experiment strong_experiment() {
  engine::Study study = frontier_cell_study("frontier/cells-strong");
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

engine::CatalogueExhibit table(const std::string& experiment, const std::string& view, const std::string& title) {
  results::Exhibit exhibit{.name = experiment};
  exhibit.title = title;
  exhibit.sql = table_sql(view);
  exhibit.overview = experiment == "frontier/cells";
  exhibit.note = note_on_methods(
      "Boundary in cell edges over the lower bound for connected parts within one cell of their shares; "
      "imbalance: the greatest load over its share, minus 1; fragments: connected pieces beyond one per part, "
      "over all grids.");
  return {experiment, exhibit, {{"sampling", sampling_of(experiment)}}};
}

engine::CatalogueExhibit wins(const std::string& experiment, const std::string& view, const std::string& title) {
  results::Exhibit exhibit{.name = experiment + "-wins"};
  exhibit.title = title;
  exhibit.sql = wins_sql(view);
  exhibit.note = note_on_methods(how_compared);
  return {experiment, exhibit, {{"method", "BEST"}, {"sampling", sampling_of(experiment)}}};
}

engine::CatalogueExhibit goals(const std::string& experiment, const std::string& view) {
  results::Exhibit exhibit{.name = experiment + "-goals"};
  exhibit.title = "Whether BEST is never longer than another answer that keeps as close to the shares";
  exhibit.sql = goals_sql(view);
  exhibit.note = note_on_methods(
      "Of all other methods' answers that were run: those whose parts all have a cell, "
      "are connected and within one cell of their shares. Holds: BEST divides each of these grids as closely, "
      "with a boundary that is no longer.");
  return {experiment, exhibit, {{"sampling", sampling_of(experiment)}}};
}

engine::CatalogueExhibit cells_table() {
  return table("frontier/cells", "frontier_cells", "Methods for whole cells on full grids, max/min speed 1 to 8");
}
engine::CatalogueExhibit cells_wins() {
  return wins("frontier/cells", "frontier_cells",
              "On how many grids the boundary of BEST is shorter, equal or longer, by method; max/min speed 1 to 8");
}
engine::CatalogueExhibit cells_goals() { return goals("frontier/cells", "frontier_cells"); }
engine::CatalogueExhibit strong_table() {
  return table("frontier/cells-strong", "frontier_cells-strong",
               "Methods for whole cells on full grids, max/min speed 64 and 512");
}
engine::CatalogueExhibit strong_wins() {
  return wins(
      "frontier/cells-strong", "frontier_cells-strong",
      "On how many grids the boundary of BEST is shorter, equal or longer, by method; max/min speed 64 and 512");
}

engine::CatalogueExhibit strong_goals() { return goals("frontier/cells-strong", "frontier_cells-strong"); }

const engine::Registration side_by_side_registration{cells_experiment, strong_experiment, cells_table, cells_wins,
                                                     cells_goals,      strong_table,      strong_wins, strong_goals};

}  // namespace
}  // namespace apportion::frontier

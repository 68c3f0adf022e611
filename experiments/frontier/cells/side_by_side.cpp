// The methods side by side on full grids: speeds that differ up to 8 times, and strong heterogeneity.
#include <fmt/format.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/frontier/cells/grid.hpp"

namespace apportion::frontier {
namespace {

engine::Experiment cells_experiment() {
  problems::CellStudy study = frontier_cell_study("frontier/cells");
  study.title = "Whole cells: 624 grids of 200 x 200 to 200 x 2000 for 4 to 100 processors, max/min speed 1 to 8";
  study.claim = "none: which method has the shortest boundary at equal loads is the question";
  problems::set_axis(study.axes, "ratio", engine::axis_values(cell_ratios()));
  problems::set_axis(study.axes, "sampling", {engine::AxisValue::parse("extremes")});
  return engine::erase(std::move(study));
}

engine::Experiment strong_experiment() {
  problems::CellStudy study = frontier_cell_study("frontier/cells-strong");
  study.title = "Whole cells: grids of 200 x 200 to 200 x 2000 for 5 to 100 processors, max/min speed 64 and 512";
  study.claim = "none: what strong heterogeneity does to the methods is the question";
  problems::set_axis(study.axes, "ratio", engine::axis_values({64, 512}));
  problems::set_axis(study.axes, "processors", engine::axis_values({5, 10, 20, 50, 100}));
  problems::set_axis(study.axes, "sampling", {engine::AxisValue::parse("log-uniform")});
  return engine::erase(std::move(study));
}

constexpr const char* how_compared =
    "Only answers whose parts all have a cell, are connected and within one cell (to rounding: 1.02) of their shares "
    "are compared in boundary; the others are counted beside, with their imbalance. Against another method: --set "
    "method=JOGGED.";

std::string note(const std::string& text) {
  const std::string missing = missing_rivals();
  return missing.empty() ? text : text + " " + missing;
}

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

// One row per other method, those that are most often comparable first.
std::string wins_sql(std::string_view view) {
  return fmt::format(R"sql({},
ours AS (SELECT "rows", "columns", ratio, processors, sample, boundary AS mine FROM solved
         WHERE algorithm = :method AND within = 1),
pairs AS (
  SELECT solved.*, mine, within = 1 AS comparable
  FROM solved JOIN ours USING ("rows", "columns", ratio, processors, sample)
  WHERE algorithm <> :method)
SELECT algorithm AS against, count(*) AS grids, sum(comparable) AS comparable,
       sum(comparable AND mine < boundary) AS shorter, sum(comparable AND mine = boundary) AS equal,
       sum(comparable AND mine > boundary) AS longer,
       round(avg(100 * (boundary - mine) / boundary) FILTER (WHERE comparable AND boundary > 0), 2) AS "saved, %",
       sum(NOT comparable) AS others, sum(NOT comparable AND mine > boundary) AS "others that are shorter",
       round(avg(imbalance) FILTER (WHERE NOT comparable), 2) AS "their imbalance, %",
       round(max(imbalance) FILTER (WHERE NOT comparable), 2) AS "greatest, %",
       sum(fragments) AS fragments, sum("empty") AS "empty parts"
FROM pairs
GROUP BY algorithm
ORDER BY sum(comparable) DESC, avg(boundary), algorithm)sql",
                     solved_cells_sql(view));
}

engine::CatalogueExhibit table(const std::string& experiment, const std::string& view, const std::string& title) {
  results::Exhibit exhibit;
  exhibit.name = experiment;
  exhibit.title = title;
  exhibit.sql = table_sql(view);
  exhibit.overview = experiment == "frontier/cells";
  exhibit.note = note(
      "Boundary in cell edges over the lower bound for connected parts within one cell of their shares; imbalance: the "
      "greatest load over its share, minus 1; fragments: connected pieces beyond one per part, over all grids.");
  return {experiment, exhibit};
}

engine::CatalogueExhibit wins(const std::string& experiment, const std::string& view, const std::string& title) {
  results::Exhibit exhibit;
  exhibit.name = experiment + "-wins";
  exhibit.title = title;
  exhibit.sql = wins_sql(view);
  exhibit.note = note(how_compared);
  return {experiment, exhibit, {{"method", "BEST"}}};
}

engine::CatalogueExhibit cells_table() {
  return table("frontier/cells", "frontier_cells", "Methods for whole cells on full grids, max/min speed 1 to 8");
}
engine::CatalogueExhibit cells_wins() {
  return wins("frontier/cells", "frontier_cells",
              "On how many grids the boundary of BEST is shorter, equal or longer, by method; max/min speed 1 to 8");
}
engine::CatalogueExhibit strong_table() {
  return table("frontier/cells-strong", "frontier_cells-strong",
               "Methods for whole cells on full grids, max/min speed 64 and 512");
}
engine::CatalogueExhibit strong_wins() {
  return wins(
      "frontier/cells-strong", "frontier_cells-strong",
      "On how many grids the boundary of BEST is shorter, equal or longer, by method; max/min speed 64 and 512");
}

const engine::ExperimentRegistration cells_registration{cells_experiment};
const engine::ExperimentRegistration strong_registration{strong_experiment};
const engine::ExhibitRegistration cells_table_registration{cells_table};
const engine::ExhibitRegistration cells_wins_registration{cells_wins};
const engine::ExhibitRegistration strong_table_registration{strong_table};
const engine::ExhibitRegistration strong_wins_registration{strong_wins};

}  // namespace
}  // namespace apportion::frontier

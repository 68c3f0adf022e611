// How far each method stays from the proven optimum, on six families of random graphs.
#include <fmt/format.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/frontier/graphs/families.hpp"
#include "experiments/problems/common/axes.hpp"

namespace apportion::frontier {
namespace {

engine::Experiment graphs_experiment() {
  engine::Study study = family_study("frontier/graphs");
  study.title = "Methods on six families of random graphs, 10 to 200 nodes, 2 to 30 candidates";
  study.claim = "none; the question is which method comes how near to the optimum";
  problems::set_axes(study.axes, {{"nodes", graph_nodes()}, {"candidates", graph_candidates()}});
  study.keep_samples = true;
  study.samples = 2;
  study.chunk_size = 2;
  return engine::erase(std::move(study));
}

// Small graphs hide differences: there heuristics mostly find the optimum.
constexpr const char* columns_sql =
    "100.0 * avg(reached) AS optimal, avg(gap) AS gap, max(gap) AS worst, "
    "avg(gap) FILTER (WHERE nodes >= 100) AS large, count(*) AS graphs, sum(NOT proven) AS unproven";

engine::CatalogueExhibit table() {
  results::Exhibit exhibit{.name = "frontier/graphs"};
  exhibit.title = "Labellings of random graphs against the proven optimum, by method";
  exhibit.sql = fmt::format(R"sql({},
times AS (
  SELECT algorithm, avg(1000 * median_seconds) AS milliseconds
  FROM measured_times
  WHERE seed = :seed AND experiment = 'frontier/graph-times' AND json_extract(coordinates, '$.nodes') = 200
  GROUP BY algorithm),
gaps AS (
  SELECT algorithm, {}
  FROM solved WHERE :family = 'all' OR family = :family GROUP BY algorithm)
SELECT algorithm AS method, round(optimal, 1) AS "optimal, %", round(gap, 3) AS "mean gap, %",
       round(worst, 2) AS "worst, %", round(large, 3) AS "mean gap from 100 nodes, %", graphs,
       unproven AS "optimum unproven", round(milliseconds, 2) AS "ms at 200 x 20"
FROM gaps LEFT JOIN times USING (algorithm)
ORDER BY gap DESC, algorithm)sql",
                            solved_graphs_sql(), columns_sql);
  exhibit.note =
      "Gap: above the optimum that `optimal` proves; above its lower bound on the graphs where it proves none, "
      "which count as not optimal. ms: mean over families of the medians of frontier/graph-times, where it was run. "
      "One family: --set family=zones.";
  exhibit.overview = true;
  return {"frontier/graphs", exhibit, {{"family", "all"}}};
}

engine::CatalogueExhibit families() {
  results::Exhibit exhibit{.name = "frontier/graph-families"};
  exhibit.title = "Gap to the optimum in percent, by method and family of graphs";
  exhibit.sql = fmt::format(R"sql({},
order_of AS (SELECT algorithm, avg(gap) AS overall FROM solved GROUP BY algorithm),
pages AS (
  SELECT 0 AS place, 'all strengths' AS page, * FROM solved
  UNION ALL SELECT strength, 'strength ' || strength, * FROM solved)
SELECT page, algorithm, family, {}
FROM pages JOIN order_of USING (algorithm)
GROUP BY place, page, algorithm, family
ORDER BY place, overall DESC, algorithm, family)sql",
                            solved_graphs_sql(), columns_sql);
  exhibit.layout = {.page = "page",
                    .row = "algorithm",
                    .column = "family",
                    .row_title = "method",
                    .values = {{"gap", "mean gap, %", 2},
                               {"worst", "worst gap, %", 1},
                               {"optimal", "optimal, %", 0},
                               {"large", "mean gap from 100 nodes, %", 2},
                               {"graphs", "graphs", 0},
                               {"unproven", "optimum unproven", 0}}};
  exhibit.note = "Strength: mean cost of an edge over the mean cost of a node.";
  return {"frontier/graphs", exhibit};
}

engine::CatalogueExhibit worst() {
  results::Exhibit exhibit{.name = "frontier/worst-graphs"};
  exhibit.title = "The graphs on which each method is furthest from the optimum, and how to see them";
  exhibit.sql = fmt::format(R"sql({},
ordered AS (
  SELECT *, row_number() OVER (PARTITION BY algorithm ORDER BY gap DESC, family, nodes, candidates, strength, sample)
         AS place
  FROM solved WHERE NOT reached)
SELECT algorithm AS method, round(gap, 2) AS gap, iif(proven, 'optimum', 'bound') AS above, family, nodes, candidates,
       strength, sample,
       printf('apportion replay frontier/graphs "family=%s nodes=%d candidates=%d strength=%g" %d --seed %d '
              || '--algorithms "%s,optimal"', family, nodes, candidates, strength, sample, :seed, algorithm) AS shown_by
FROM ordered WHERE place <= :places
ORDER BY gap DESC, method, place)sql",
                            solved_graphs_sql());
  exhibit.note = "gap: percent above the optimum, or above the bound where that is not proven.";
  return {"frontier/graphs", exhibit, {{"places", "1"}}};
}

const engine::Registration gaps_registration{graphs_experiment, table, families, worst};

}  // namespace
}  // namespace apportion::frontier

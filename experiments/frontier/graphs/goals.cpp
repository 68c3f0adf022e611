// Whether the goals of `best` are met: how near it stays to the optimum, and what it can state where none is proven.
#include <fmt/format.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/frontier/graphs/families.hpp"

namespace apportion::frontier {
namespace {

// Of `best`, in percent.
constexpr double mean_goal = 0.03;
constexpr double worst_goal = 1;
constexpr double stated_goal = 0.5;

constexpr const char* when_judged =
    "Without a verdict: fewer points were run than the study has; --set points=10 judges ten.";

std::size_t families_and_strengths() { return family_axis().values.size() * edge_strengths().size(); }

engine::CatalogueExhibit graph_goals() {
  results::Exhibit exhibit{.name = "frontier/graph-goals"};
  exhibit.title = "Goals for best: its gap to the proven optimum over all graphs of the study";
  exhibit.sql = fmt::format(R"sql({},
measured AS (
  SELECT avg(gap) AS mean, max(gap) AS worst, count(*) AS graphs,
         count(DISTINCT printf('%s %g %g %g', family, nodes, candidates, strength)) AS points
  FROM solved WHERE algorithm = 'best'),
goals AS (
  SELECT 0 AS place, 'mean gap' AS measure, {} AS goal, mean AS value, graphs, points FROM measured
  UNION ALL SELECT 1, 'worst gap', {}, worst, graphs, points FROM measured)
SELECT measure, goal,
       CASE WHEN points >= CAST(:points AS INTEGER) THEN iif(value <= goal, 'holds', 'fails') END AS verdict,
       printf('%.4f', value) AS measured, graphs, points
FROM goals WHERE graphs > 0
ORDER BY place)sql",
                            solved_graphs_sql(), mean_goal, worst_goal);
  exhibit.note = fmt::format(
      "In percent of the optimum, or of the lower bound of `optimal` where it proves none, "
      "so that the gap is an upper limit there. {}",
      when_judged);
  const std::size_t points = families_and_strengths() * graph_nodes().size() * graph_candidates().size();
  return {"frontier/graphs", exhibit, {{"points", fmt::to_string(points)}}};
}

engine::CatalogueExhibit large_goals() {
  results::Exhibit exhibit{.name = "frontier/large-goals"};
  exhibit.title = "Goal for best: the gap that it states on graphs of 10^4 nodes";
  exhibit.sql = fmt::format(R"sql(WITH stated AS (
  SELECT iif(lower_bound > 0, 100 * (cost / lower_bound - 1), iif(cost > 0, 9e999, 0)) AS gap, samples
  FROM "frontier_large-graphs"
  WHERE seed = :seed AND rival = '' AND algorithm = 'best' AND nodes = :nodes AND candidates = :candidates)
SELECT 'stated gap' AS measure, {0} AS goal,
       CASE WHEN count(*) >= CAST(:points AS INTEGER) THEN iif(max(gap) <= {0}, 'holds', 'fails') END AS verdict,
       printf('%.4f to %.4f', min(gap), max(gap)) AS measured, sum(samples) AS graphs, count(*) AS points
FROM stated HAVING count(*) > 0)sql",
                            stated_goal);
  exhibit.note = fmt::format(
      "In percent of the lower bound that best gives with its answer: "
      "the least and the greatest of all families and strengths, the greatest of which is judged. {}",
      when_judged);
  return {"frontier/large-graphs",
          exhibit,
          {{"candidates", fmt::to_string(large_candidates)},
           {"nodes", fmt::to_string(large_nodes)},
           {"points", fmt::to_string(families_and_strengths())}}};
}

const engine::Registration goals_registration{graph_goals, large_goals};

}  // namespace
}  // namespace apportion::frontier

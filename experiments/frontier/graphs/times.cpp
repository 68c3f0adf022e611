// What a smaller gap costs in time: beside CBC, and on graphs too large for a proof.
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/frontier/graphs/families.hpp"
#include "experiments/problems/common/axes.hpp"

namespace apportion::frontier {
namespace {

engine::Experiment times_experiment() {
  engine::Study study = family_study("frontier/graph-times");
  study.title = "Time a graph by method, CBC among them";
  study.claim = "none; the question is what a smaller gap costs in time";
  study.timed = true;
  std::erase_if(study.axes, [](const engine::Axis& axis) { return axis.name == "strength"; });
  problems::set_axes(study.axes, {{"nodes", {50, 200, 500}}, {"candidates", {20}}});
  study.algorithms.emplace_back("ilp");
  study.samples = 5;
  study.chunk_size = 5;
  study.sample = engine::sampler(sample_family_of_any_strength);
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit times() {
  results::Exhibit exhibit{.name = "frontier/graph-times"};
  exhibit.title = "Time of a labelling in milliseconds, by method, family and number of nodes; 20 candidates";
  exhibit.sql = R"sql(SELECT CAST(nodes AS INTEGER) || ' nodes' AS page, nodes, family, algorithm,
       1000 * median_seconds AS median, 1000 * max_seconds AS longest
FROM "frontier_graph-times_timings"
WHERE seed = :seed AND candidates = :candidates
ORDER BY nodes, algorithm, family)sql";
  exhibit.layout = {.page = "page",
                    .row = "algorithm",
                    .column = "family",
                    .row_title = "method",
                    .values = {{"median", "median, ms", 2}, {"longest", "longest, ms", 2}}};
  exhibit.note =
      "ilp: CBC on what the reductions leave, then the search of optimal for a bound; "
      "programmes of more than 20000 rows are not tried, and it then answers what alpha-expansion finds. "
      "The graphs of a point have strengths drawn at random. Alone on one thread.";
  return {"frontier/graph-times", exhibit, {{"candidates", "20"}}};
}

engine::Study large_study(const std::string& name) {
  engine::Study study = family_study(name);
  study.claim = "none; the question is how small a gap can be stated, and in what time";
  problems::set_axes(study.axes, {{"nodes", {large_nodes}}, {"candidates", {large_candidates}}});
  study.algorithms = {"best-static", "icm", "alpha-expansion", "best"};
  study.samples = 1;
  study.chunk_size = 1;
  return study;
}

engine::Experiment large_experiment() {
  engine::Study study = large_study("frontier/large-graphs");
  study.title = "Graphs of 10^4 nodes and 20 candidates: what is known of an answer without a proof";
  return engine::erase(std::move(study));
}

engine::Experiment large_times_experiment() {
  engine::Study study = large_study("frontier/large-times");
  study.title = "Time a graph of 10^4 nodes and 20 candidates";
  study.timed = true;
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit large() {
  results::Exhibit exhibit{.name = "frontier/large-graphs"};
  exhibit.title = "Graphs of 10^4 nodes: gap that best states, gaps of others to its bound, and times";
  exhibit.sql = R"sql(WITH points AS (
  SELECT *, max(lower_bound) OVER (PARTITION BY family, nodes, candidates, strength) AS bound
  FROM "frontier_large-graphs" WHERE seed = :seed AND rival = '' AND nodes = :nodes AND candidates = :candidates)
SELECT printf('strength %g', strength) AS page, algorithm, family, iif(bound > 0, 100 * (cost / bound - 1), 0) AS gap,
       100 * proven AS proven, max_seconds AS seconds
FROM points LEFT JOIN (
  SELECT json_extract(coordinates, '$.family') AS family, json_extract(coordinates, '$.strength') AS strength,
         algorithm, max_seconds
  FROM measured_times
  WHERE seed = :seed AND experiment = 'frontier/large-times' AND json_extract(coordinates, '$.nodes') = :nodes
    AND json_extract(coordinates, '$.candidates') = :candidates) USING (family, strength, algorithm)
ORDER BY strength, algorithm, family)sql";
  exhibit.layout = {.page = "page",
                    .row = "algorithm",
                    .column = "family",
                    .row_title = "method",
                    .values = {{"gap", "gap to the best lower bound, %", 3},
                               {"seconds", "longest time, s", 2},
                               {"proven", "proved optimal, %", 0}}};
  exhibit.note =
      "The bound is the best that any of the methods states, which is that of best. "
      "Times are those of frontier/large-times, where it was run, alone on one thread. "
      "Others: --set nodes=2000, once they are run.";
  return {"frontier/large-graphs", exhibit, {{"candidates", "20"}, {"nodes", "10000"}}};
}

const engine::Registration times_registration{times_experiment, times, large_experiment, large_times_experiment, large};

}  // namespace
}  // namespace apportion::frontier

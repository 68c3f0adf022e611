// How far each method stays from the best bound on graphs like those of compilers, and what that takes.
#include <fmt/format.h>

#include "experiments/engine/catalogue.hpp"
#include "experiments/problems/common/axes.hpp"
#include "experiments/problems/shardings/study.hpp"
#include "sim/graphs/sharding_graphs.hpp"

namespace apportion::frontier {
namespace {

// Graphs up to this size are expected to be proven.
constexpr int most_proven_nodes = 2000;

engine::Study layers_study(const std::string& name) {
  engine::Study study = problems::study_of_shardings(name);
  study.source = "beyond the four papers: docs/sharding.md";
  study.claim = "none; the question is how small a gap can be stated";
  problems::set_axis(study.axes, "kind", engine::name_values(sharding_kinds()));
  problems::set_axis(study.axes, "nodes", engine::axis_values({500, 1000, most_proven_nodes, 10000, 60000}));
  // Three limits of best: what more time gains. A search tree without an end is of no use in a grid.
  study.algorithms = {"greedy",
                      "trw-s",
                      "lns",
                      "best[sweeps=300]",
                      "best[sweeps=1000]",
                      "best",
                      "optimal[sweeps=20000,moves=20000,nodes=300]"};
  return study;
}

engine::Experiment shardings_experiment() {
  engine::Study study = layers_study("frontier/shardings");
  study.title = "Sharding graphs like those of compilers, 500 to 60 000 nodes: what is known of an answer";
  study.keep_samples = true;
  study.samples = 2;
  return engine::erase(std::move(study));
}

engine::Experiment sharding_times_experiment() {
  engine::Study study = layers_study("frontier/sharding-times");
  study.title = "Time a sharding graph";
  study.timed = true;
  study.samples = 1;
  return engine::erase(std::move(study));
}

// The bound is the best that any method proves for the graph.
constexpr const char* sharded_sql = R"sql(WITH sharded AS MATERIALIZED (
  SELECT kind, nodes, sample, algorithm, cost, proven, nodes_left, times_left,
         max(lower_bound) OVER (PARTITION BY kind, nodes, strategies, slack, sample) AS bound
  FROM frontier_shardings_samples WHERE seed = :seed AND rival = ''))sql";

results::Exhibit sharding_gaps() {
  results::Exhibit exhibit{.name = "frontier/shardings", .study = "frontier/shardings"};
  exhibit.title = "Shardings of graphs like those of compilers: gap to the best bound, share proven, time";
  exhibit.sql = fmt::format(R"sql({},
times AS (
  SELECT algorithm, json_extract(coordinates, '$.kind') AS kind,
         json_extract(coordinates, '$.nodes') AS nodes, max(max_seconds) AS seconds
  FROM measured_times WHERE seed = :seed AND experiment = 'frontier/sharding-times' GROUP BY 1, 2, 3)
SELECT kind, CAST(nodes AS INTEGER) AS nodes, algorithm AS method,
       round(avg(iif(bound > 0, 100 * (cost / bound - 1), 0)), 4) AS "mean gap, %",
       round(max(iif(bound > 0, 100 * (cost / bound - 1), 0)), 4) AS "worst, %",
       100 * avg(proven) AS "proven, %", round(avg(nodes_left)) AS "nodes left", round(avg(times_left)) AS "times left",
       count(*) AS graphs, round(seconds, 2) AS "longest time, s"
FROM sharded LEFT JOIN times USING (algorithm, kind, nodes)
GROUP BY kind, nodes, algorithm ORDER BY kind, nodes, avg(cost) DESC, algorithm)sql",
                            sharded_sql);
  exhibit.note =
      "Gap: above the best bound that any of the methods proves for the graph. Nodes and times left: after the "
      "method's reductions. Times are those of frontier/sharding-times, where it was run, alone on one thread.";
  exhibit.overview = true;
  return exhibit;
}

results::Exhibit sharding_goals() {
  results::Exhibit exhibit{.name = "frontier/sharding-goals", .study = "frontier/shardings"};
  exhibit.title = "Goal for optimal: all graphs up to 2000 nodes are proven";
  exhibit.sql = fmt::format(R"sql({}
SELECT kind, 'graphs not proven' AS measure, 0 AS goal, iif(sum(NOT proven) = 0, 'holds', 'fails') AS verdict,
       sum(NOT proven) AS measured, count(*) AS graphs
FROM sharded WHERE algorithm LIKE 'optimal%' AND nodes <= {} GROUP BY kind ORDER BY kind)sql",
                            sharded_sql, most_proven_nodes);
  return exhibit;
}

std::vector<engine::ReferenceGrid> sharding_references() {
  return {{.name = "frontier-shardings",
           .experiment = "frontier/shardings",
           .axes = {{"kind", "layers"}, {"nodes", "300"}},
           .samples = 1,
           .algorithms = {"reductions", "greedy", "trw-s", "lns", "optimal", "best"}},
          {.name = "frontier-sharding-kinds",
           .experiment = "frontier/shardings",
           .axes = {{"kind", "tied,clusters"}, {"nodes", "400"}},
           .samples = 1,
           .algorithms = {"reductions", "optimal", "best"}}};
}

const engine::Registration shardings_registration{shardings_experiment, sharding_times_experiment, sharding_gaps,
                                                  sharding_goals, sharding_references};

}  // namespace
}  // namespace apportion::frontier

// How far each method stays from the proven optimum on six families of random graphs, whether the goals of `best` are
// met, and what a smaller gap costs in time.
#include <fmt/format.h>

#include <boost/random/uniform_int_distribution.hpp>
#include <string>
#include <vector>

#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/common/axes.hpp"
#include "experiments/problems/graphs/study.hpp"
#include "sim/graphs/sample_graphs.hpp"

namespace apportion::frontier {
namespace {

// Mean cost of an edge over the mean cost of a node: weak, balanced, strong.
std::vector<double> edge_strengths() { return {0.3, 1, 3}; }

// Of the graphs that a proof is tried on, and of larger ones without.
std::vector<double> graph_nodes() { return {10, 25, 50, 100, 200}; }
std::vector<double> graph_candidates() { return {2, 5, 12, 30}; }
constexpr int large_nodes = 10000;
constexpr int large_candidates = 20;

constexpr const char* dense = "random-6";

AlignmentGraph drawn(const engine::Point& point, double strength, RandomStream& stream) {
  const bool is_dense = point.text("family") == dense;
  return draw_graph(is_dense ? "random" : point.text("family"),
                    {.nodes = point.count("nodes"),
                     .candidates = point.count("candidates"),
                     .mean_degree = is_dense ? 6.0 : 3.0,
                     .strength = strength,
                     .whole = false},
                    stream);
}

// The models of sim/graphs/sample_graphs.hpp, and random graphs of mean degree 6 as a family of their own.
engine::Axis family_axis() {
  std::vector<std::string> names;
  for (const GraphModel& model : graph_models()) names.push_back(model.name);
  names.emplace_back(dense);
  return engine::name_axis("family", "family of random graphs; random-6: random of mean degree 6",
                           engine::AxisRole::sampled, names);
}

// The methods that are compared on all graphs, the optimum among them.
std::vector<std::string> graph_methods() {
  return {"best-static",     "algorithm1-cc[paper]",
          "algorithm1-cc",   "algorithm1-cc[kernighan-lin]",
          "algorithm1-flow", "icm",
          "alpha-expansion", "best",
          "optimal"};
}

// A graph of the point's family, nodes, candidates and strength; rho = 1.
AlignmentGraph sample_family(const engine::Point& point, RandomStream& stream) {
  return drawn(point, point.number("strength"), stream);
}

// The same, its strength any of edge_strengths(), so that a median is of all of them.
AlignmentGraph sample_family_of_any_strength(const engine::Point& point, RandomStream& stream) {
  const std::vector<double> strengths = edge_strengths();
  boost::random::uniform_int_distribution<std::size_t> any(0, strengths.size() - 1);
  const double strength = strengths.at(any(stream));
  return drawn(point, strength, stream);
}

// A study of the methods on the families, with axes family, nodes, candidates and strength.
engine::Study family_study(const std::string& name) {
  engine::Study study = problems::study_of_graphs(name);
  study.source = "beyond the four papers: README.md in experiments/frontier/graphs";
  study.axes = {family_axis()};
  for (const engine::Axis& axis : problems::graph_axes())
    if (axis.name == "nodes" || axis.name == "candidates" || axis.name == "strength") study.axes.push_back(axis);
  problems::set_axis(study.axes, "strength", engine::axis_values(edge_strengths()));
  study.stored_metrics = {"cost", "static_cost", "lower_bound", "proven"};
  study.algorithms = graph_methods();
  study.sample = engine::sampler(sample_family);
  return study;
}

// WITH solved(family, nodes, candidates, strength, sample, algorithm, cost, gap, reached, proven): the single graphs
// of frontier/graphs as each method solved them. gap: percent above the optimum, or above the lower bound of `optimal`
// where it proved nothing; reached: whether the cost is the proven optimum; proven: whether there is one.
std::string solved_graphs_sql() {
  return R"sql(WITH optima AS MATERIALIZED (
  SELECT family, nodes, candidates, strength, sample, iif(proven, cost, lower_bound) AS bound, proven
  FROM frontier_graphs_samples WHERE seed = :seed AND rival = '' AND algorithm = 'optimal'),
solved AS MATERIALIZED (
  SELECT family, nodes, candidates, strength, sample, algorithm, cost,
         iif(bound > 0, 100 * max(cost / bound - 1, 0), 0) AS gap,
         optima.proven AND cost <= bound * (1 + 1e-9) AS reached, optima.proven AS proven
  FROM frontier_graphs_samples JOIN optima USING (family, nodes, candidates, strength, sample)
  WHERE seed = :seed AND rival = ''))sql";
}

// How far each method stays from the proven optimum.

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

results::Exhibit graph_gaps() {
  results::Exhibit exhibit{.name = "frontier/graphs", .study = "frontier/graphs", .parameters = {{"family", "all"}}};
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
  return exhibit;
}

results::Exhibit families() {
  results::Exhibit exhibit{.name = "frontier/graph-families", .study = "frontier/graphs"};
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
  return exhibit;
}

results::Exhibit worst() {
  results::Exhibit exhibit{
      .name = "frontier/worst-graphs", .study = "frontier/graphs", .parameters = {{"places", "1"}}};
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
  return exhibit;
}

const engine::Registration graph_gaps_registration{graphs_experiment, graph_gaps, families, worst};

// Whether the goals of `best` are met: how near it stays to the optimum, and its bound where nothing is proven.

// Of `best`, in percent.
constexpr double mean_goal = 0.03;
constexpr double worst_goal = 1;
constexpr double stated_goal = 0.5;

constexpr const char* when_judged =
    "Without a verdict: fewer points were run than the study has; --set points=10 judges ten.";

std::size_t families_and_strengths() { return family_axis().values.size() * edge_strengths().size(); }

results::Exhibit graph_goals() {
  results::Exhibit exhibit{
      .name = "frontier/graph-goals", .study = "frontier/graphs", .parameters = {{"points", fmt::to_string(points)}}};
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
  return exhibit;
}

results::Exhibit large_goals() {
  results::Exhibit exhibit{.name = "frontier/large-goals",
                           .study = "frontier/large-graphs",
                           .parameters = {{"candidates", fmt::to_string(large_candidates)},
                                          {"nodes", fmt::to_string(large_nodes)},
                                          {"points", fmt::to_string(families_and_strengths())}}};
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
  return exhibit;
}

const engine::Registration goals_registration{graph_goals, large_goals};

// What a smaller gap costs in time: beside CBC, and on graphs too large for a proof.

engine::Experiment graph_times_experiment() {
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

results::Exhibit graph_times() {
  results::Exhibit exhibit{
      .name = "frontier/graph-times", .study = "frontier/graph-times", .parameters = {{"candidates", "20"}}};
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
  return exhibit;
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

results::Exhibit large() {
  results::Exhibit exhibit{.name = "frontier/large-graphs",
                           .study = "frontier/large-graphs",
                           .parameters = {{"candidates", "20"}, {"nodes", "10000"}}};
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
  return exhibit;
}

const engine::Registration graph_times_registration{graph_times_experiment, graph_times, large_experiment,
                                                    large_times_experiment, large};

}  // namespace
}  // namespace apportion::frontier

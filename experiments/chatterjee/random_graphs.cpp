// On random graphs: how reliable NL is and how many operations CC and NL need, how these grow with the graph, and what
// the paper leaves open, held against the optimum.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "experiments/chatterjee/grid.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/common/axes.hpp"
#include "experiments/problems/graphs/study.hpp"
#include "sim/graphs/sample_graphs.hpp"

namespace apportion::chatterjee {
namespace {

// How reliable NL is over random starts, and how many operations CC and NL need (Section 6).

struct Example {
  std::string_view name;
  AlignmentGraph (*graph)(double rho);
};

// Not from the paper: one fixed random graph, chosen since starting points matter on it. On most graphs of its kind
// every start gives the same cost.
AlignmentGraph random_example(double rho) {
  RandomStream stream(1, "reliability 14");
  AlignmentGraph graph =
      random_graph({.nodes = 20, .candidates = 4, .mean_degree = 3, .strength = 0.5, .whole = false}, stream);
  graph.rho = rho;
  return graph;
}

constexpr std::array<Example, 4> examples{{{"ladder", [](double /*rho*/) { return ladder_graph(); }},
                                           {"two-zone", two_zone_graph},
                                           {"adi", adi_graph},
                                           {"random", random_example}}};

// "adi:10": the name of a graph, and rho.
AlignmentGraph graph_named(const std::string& setting) {
  const std::size_t colon = setting.find(':');
  const auto* const example = std::ranges::find(examples, setting.substr(0, colon), &Example::name);
  if (example == examples.end()) throw std::logic_error("a setting that the axis does not have");
  return example->graph(colon == std::string::npos ? 1 : std::stod(setting.substr(colon + 1)));
}

AlignmentGraph graph_of(const engine::Point& point, RandomStream& /*stream*/) {
  return graph_named(point.text("setting"));
}

engine::Experiment reliability_experiment() {
  engine::Study study = problems::study_of_graphs("chatterjee/reliability");
  study.title = "How often a random start leads NL to the optimum";
  study.claim =
      "NL depends on its starting point and gets stuck in local minima; CC does not, and needs fewer operations";
  study.source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Section 6";
  study.axes = {engine::name_axis("setting", "graph, and after the colon rho", engine::AxisRole::applied,
                                  reliability_settings())};
  study.samples = 1000;
  study.chunk_size = 100;
  study.algorithms = {"algorithm1-nl[paper,starts=1]", "algorithm1-nl[starts=1]", "algorithm1-nl",
                      "algorithm1-cc[paper]", "algorithm1-cc"};
  study.sample = engine::sampler(graph_of);
  return engine::erase(std::move(study));
}

results::Exhibit reliability() {
  results::Exhibit exhibit{.name = "chatterjee/reliability", .study = "chatterjee/reliability"};
  exhibit.title = "Runs that miss the optimum, percent, and their mean cost above it";
  exhibit.sql = R"sql(SELECT setting, algorithm, 100 * (1 - found) AS missed, gap, gap_max AS worst,
       100 * failed_starts / nullif(starts, 0) AS failed, samples
FROM chatterjee_reliability WHERE seed = :seed AND rival = ''
ORDER BY setting LIKE 'random%', setting LIKE 'adi%', setting LIKE 'two%', setting, algorithm)sql";
  exhibit.layout = {.row = "algorithm",
                    .column = "setting",
                    .column_title = "graph and rho",
                    .values = {{"missed", "missed, %", 1},
                               {"gap", "mean gap, %", 2},
                               {"worst", "worst gap, %", 2},
                               {"failed", "starts infeasible or one-sided, %", 1}}};
  exhibit.note =
      "A run is one call of Algorithm 1; starts=1 takes one random start per partition, the default ten. "
      "random:1 is a graph of ours with 20 nodes and 4 candidates, of which the paper says nothing. "
      "What the paper says of both algorithms is judged in chatterjee/claims.";
  return exhibit;
}

// How many settings of the graph there are, as SQL: its operations are judged where all of them were run.
std::string settings_of_graph_sql() {
  std::map<std::string, int> counts;
  for (const std::string& setting : reliability_settings()) ++counts[setting.substr(0, setting.find(':'))];
  std::string cases;
  for (const auto& [graph, count] : counts) cases += fmt::format(" WHEN {} THEN {}", sql_literal(graph), count);
  return "CASE graph" + cases + " END";
}

results::Exhibit operations() {
  results::Exhibit exhibit{.name = "chatterjee/operations", .study = "chatterjee/reliability"};
  exhibit.title = "Floating-point operations of CC and NL beside the paper's (Chatterjee et al., Section 6)";
  exhibit.sql = fmt::format(R"sql(WITH counts AS (
  SELECT CASE WHEN instr(setting, ':') THEN substr(setting, 1, instr(setting, ':') - 1) ELSE setting END AS graph,
         CASE WHEN algorithm LIKE 'algorithm1-cc%' THEN 'algorithm1-cc' ELSE 'algorithm1-nl' END AS algorithm,
         count(*) AS settings,
         min(flops_min) AS least, avg(flops) AS mean, max(flops_max) AS greatest, avg(evaluations) AS evaluations
  FROM chatterjee_reliability
  WHERE seed = :seed AND algorithm IN ('algorithm1-cc[paper]', 'algorithm1-nl[paper,starts=1]') GROUP BY 1, 2),
quoted AS (
  SELECT json_extract(coordinates, '$.graph') AS graph, algorithm,
         coalesce(max(value) FILTER (WHERE quantity = 'least_flops'), max(value)) AS printed_least,
         max(value) AS printed_greatest
  FROM published_numbers WHERE exhibit = 'chatterjee/operations' GROUP BY 1, 2)
SELECT graph, CASE algorithm WHEN 'algorithm1-cc' THEN 'operation count of CC' ELSE 'operation count of NL' END AS what,
       round(evaluations) AS evaluations, least, round(mean) AS mean, greatest, printed_least AS "printed, least",
       printed_greatest AS "printed, greatest",
       round(mean / min(mean) OVER (PARTITION BY graph), 1) AS "over CC",
       round(printed_least / min(printed_least) OVER (PARTITION BY graph), 1) || ' to '
         || round(printed_greatest / min(printed_least) OVER (PARTITION BY graph), 1) AS "printed, over CC",
       CASE WHEN settings < {} THEN NULL
            WHEN least BETWEEN printed_least / 10 AND 10 * printed_least
             AND greatest BETWEEN printed_greatest / 10 AND 10 * printed_greatest THEN 'same magnitude'
            ELSE 'differs' END AS verdict
FROM counts JOIN quoted USING (graph, algorithm)
ORDER BY graph DESC, algorithm)sql",
                            settings_of_graph_sql());
  exhibit.note =
      "Both in paper mode. Ours are counted by formulas for the algorithms that the libraries use, "
      "the paper's by its interpreter: only magnitudes and ratios can be compared. "
      "same magnitude: least and greatest count are each within a factor of ten of the printed one, "
      "where one number is printed both of that.";
  exhibit.judgements = {{.what = "magnitudes of operation counts", .claim = "what", .setting = "graph"}};
  return exhibit;
}

const engine::Registration reliability_registration{reliability_experiment, reliability, operations};

// How the operations of both partitioners, and of Algorithm 1 with them, grow with the graph (Sections 2, 3 and 5.2).

// With one level the partitioner is called once, on the whole graph.
engine::Experiment growth_experiment() {
  engine::Study study = problems::study_of_graphs("chatterjee/growth");
  study.title = "Operations of CC, NL and Algorithm 1 by the number of nodes and of candidates";
  study.claim =
      "a partition costs O(n^3), Algorithm 1 at worst O(n^4); "
      "both partitioners are sensitive to the number of candidates";
  study.source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Sections 2, 3.2, 3.3 and 5.2";
  study.axes = problems::graph_axes();
  problems::set_axes(study.axes, {{"nodes", growing_nodes()}, {"candidates", growing_candidates()}});
  study.samples = 10;
  study.chunk_size = 2;
  study.algorithms = {"algorithm1-cc[paper,levels=1]", "algorithm1-nl[paper,starts=1,levels=1]", "algorithm1-cc[paper]",
                      "algorithm1-nl[paper,starts=1]"};
  study.stored_metrics = {"cost", "evaluations", "flops", "partitions"};
  return engine::erase(std::move(study));
}

results::Exhibit growth() {
  results::Exhibit exhibit{.name = "chatterjee/growth", .study = "chatterjee/growth"};
  exhibit.title = "Operations by the number of nodes n, and the exponent k of the n^k that fits them best";
  exhibit.sql = R"sql(WITH counts AS (
  SELECT *, ln(nodes) AS x, ln(flops) AS y
  FROM (SELECT algorithm, nodes, candidates, partitions,
               CASE WHEN algorithm LIKE '%levels=1%' THEN flops / partitions ELSE flops END AS flops
        FROM chatterjee_growth WHERE seed = :seed AND rival = '' AND partitions > 0)),
fits AS (
  SELECT algorithm, candidates,
         slope(x, y) AS exponent
  FROM counts GROUP BY algorithm, candidates)
SELECT CASE algorithm WHEN 'algorithm1-cc[paper,levels=1]' THEN 'CC, one partition'
            WHEN 'algorithm1-nl[paper,starts=1,levels=1]' THEN 'NL, one partition from one start'
            WHEN 'algorithm1-cc[paper]' THEN 'Algorithm 1 with CC' WHEN 'algorithm1-nl[paper,starts=1]'
            THEN 'Algorithm 1 with NL' ELSE algorithm END AS what,
       nodes, candidates, flops, partitions, exponent
FROM counts JOIN fits USING (algorithm, candidates)
ORDER BY algorithm LIKE '%nl%', algorithm NOT LIKE '%levels%', algorithm, candidates, nodes)sql";
  exhibit.layout = {.page = "candidates",
                    .row = "what",
                    .column = "nodes",
                    .values = {{"flops", "operations", 0},
                               {"exponent", "exponent over all n", 2},
                               {"partitions", "calls of the partitioner", 1}}};
  exhibit.charts = {{.name = "curves",
                     .x = {"nodes", "nodes", true},
                     .y = {.title = "operations", .logarithmic = true},
                     .values = {{"flops", "operations"}},
                     .series = "what",
                     .panel = "candidates"}};
  exhibit.note =
      "Both in paper mode, NL from one start. Operations are counted by formulas per eigenproblem, "
      "step of the minimiser and evaluation; how many steps and evaluations there are is measured. "
      "One partition: per call, since graphs that a lemma finds static have none. "
      "Exponent: the slope of the least-squares line through the logarithms over the sizes that were run, "
      "where terms of lower order still count.";
  return exhibit;
}

const engine::Registration growth_registration{growth_experiment, growth};

// What the paper leaves open (Sections 2, 3 and 7), built and held against the optimum.

engine::Experiment open_ends_experiment() {
  engine::Study study = problems::study_of_graphs("chatterjee/open-ends");
  study.title = "What the paper leaves open, against the proven optimum of random graphs";
  study.claim =
      "ending the recursion earlier, collapsing static sets beforehand, refining partitions, "
      "clustering from the bottom up, or NL on larger graphs may be worthwhile: none of it was tried";
  study.source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Sections 2, 3, 6 and 7";
  study.axes = problems::graph_axes();
  problems::set_axes(study.axes, {{"nodes", open_nodes()}, {"strength", open_strengths()}});
  study.samples = 20;
  study.chunk_size = 10;
  study.algorithms = {"algorithm1-cc[paper]",
                      "algorithm1-nl[paper,starts=1]",
                      "algorithm1-cc[lemma1,lemma2,lemma3]",
                      "algorithm1-cc",
                      "algorithm1-cc[levels=1]",
                      "algorithm1-cc[levels=2]",
                      "algorithm1-cc[collapse]",
                      "algorithm1-cc[kernighan-lin]",
                      "algorithm1-cc[kernighan-lin,collapse]",
                      "algorithm1-flow",
                      "algorithm1-flow[collapse]",
                      "bottom-up-clustering",
                      "best-static"};
  return engine::erase(std::move(study));
}

results::Exhibit open_ends() {
  results::Exhibit exhibit{.name = "chatterjee/open-ends", .study = "chatterjee/open-ends"};
  exhibit.title = "What the paper leaves open: gap to the optimum, partitions and operations on random graphs";
  exhibit.sql = R"sql(WITH points AS (
  SELECT nodes, algorithm, avg(gap) AS gap, max(gap_max) AS worst, 100 * avg(found) AS found,
         avg(partitions) AS partitions, avg(flops) AS flops
  FROM "chatterjee_open-ends" WHERE seed = :seed AND rival = '' GROUP BY nodes, algorithm)
SELECT p.nodes, p.algorithm AS method, p.gap, p.worst, p.found, p.partitions, p.flops,
       p.flops / nullif(cc.flops, 0) AS relative
FROM points AS p LEFT JOIN points AS cc ON cc.nodes = p.nodes AND cc.algorithm = 'algorithm1-cc[paper]'
ORDER BY p.algorithm, p.nodes)sql";
  exhibit.layout = {.row = "method",
                    .column = "nodes",
                    .values = {{"gap", "mean gap, %", 2},
                               {"worst", "worst gap, %", 1},
                               {"found", "optimum found, %", 0},
                               {"partitions", "calls of the partitioner", 1},
                               {"flops", "operations", 0},
                               {"relative", "operations over algorithm1-cc[paper]", 3}}};
  exhibit.note =
      "Random graphs of mean degree 3 with 4 candidates, over all strengths of the edges that were run. "
      "Collapse: sets that the lemmas show to be static become single nodes first; "
      "levels: the greatest depth of the recursion, which ends it earlier than any lemma; "
      "kernighan-lin: partitions are refined. Operations are those of partitioners and of clustering; "
      "minimum cuts of tests, of collapsing and of algorithm1-flow are not counted.";
  return exhibit;
}

const engine::Registration open_ends_registration{open_ends_experiment, open_ends};

}  // namespace
}  // namespace apportion::chatterjee

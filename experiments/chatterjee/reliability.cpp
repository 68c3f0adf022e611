// How reliable NL is over random starts, and how many operations CC and NL need (Section 6).
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
#include "experiments/problems/graphs/study.hpp"
#include "sim/graphs/sample_graphs.hpp"

namespace apportion::chatterjee {
namespace {

struct Example {
  std::string_view name;
  AlignmentGraph (*graph)(double rho);
};

// None of the paper's: one fixed random graph, chosen since starting points matter on it. On most graphs of its kind
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

engine::CatalogueExhibit reliability() {
  results::Exhibit exhibit{.name = "chatterjee/reliability"};
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
  return {"chatterjee/reliability", exhibit};
}

// How many settings of the graph there are, as SQL: its operations are judged where all of them were run.
std::string settings_of_graph_sql() {
  std::map<std::string, int> counts;
  for (const std::string& setting : reliability_settings()) ++counts[setting.substr(0, setting.find(':'))];
  std::string cases;
  for (const auto& [graph, count] : counts) cases += fmt::format(" WHEN {} THEN {}", sql_literal(graph), count);
  return "CASE graph" + cases + " END";
}

engine::CatalogueExhibit operations() {
  results::Exhibit exhibit{.name = "chatterjee/operations"};
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
  return {"chatterjee/reliability", exhibit};
}

const engine::Registration reliability_registration{reliability_experiment, reliability, operations};

}  // namespace
}  // namespace apportion::chatterjee

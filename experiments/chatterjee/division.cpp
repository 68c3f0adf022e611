// Where CC divides the two zones, whatever rho is (Section 6).
#include "algorithms/graphs/algorithm1.hpp"
#include "experiments/chatterjee/grid.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "experiments/problems/graphs/study.hpp"
#include "sim/graphs/sample_graphs.hpp"

namespace apportion::chatterjee {
namespace {

/// A partition of the two-zone graph.
struct Division {
  double cut = 0;
  double cost = 0;    ///< kappa_S
  double middle = 0;  ///< 1 where each zone stands on one side
};
using Dividing = Algorithm<AlignmentGraph, Division>;

// Nodes 0 to 3 are zone f, 4 to 7 zone g.
bool separates_the_zones(const Sides& sides) {
  for (std::size_t node = 0; node < sides.size(); ++node)
    if (sides[node] != (node < sides.size() / 2 ? sides.front() : !sides.front())) return false;
  return true;
}

Division divided(const AlignmentGraph& graph, const CombinationChoices& choices) {
  const Subgraph whole = whole_subgraph(graph);
  GraphCounters counters;
  const Sides sides = partition_by_combinations(whole, choices, counters);
  Division division{.cost = Bipartition(whole, sides, counters).objective(),
                    .middle = separates_the_zones(sides) ? 1.0 : 0.0};
  for (const CutEdge& edge : whole.edges)
    if (sides[edge.u] != sides[edge.v]) division.cut += edge.capacity;
  return division;
}

Division as_printed(const AlignmentGraph& graph) {
  return divided(graph, {.savings = true, .search = SegmentSearch::printed});
}

Division by_default(const AlignmentGraph& graph) { return divided(graph, {}); }

engine::Experiment division_experiment() {
  engine::Study study{.name = "chatterjee/division"};
  study.title = "Where CC divides the two zones, without Algorithm 1 around it";
  study.claim = "CC divides down the middle for every rho; that one distribution is cheaper is found by Algorithm 1";
  study.source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Section 6, Figure 4";
  study.axes = {problems::rho_axis(two_zone_rhos())};
  study.deterministic = true;
  engine::set_functions<AlignmentGraph, Division>(study, {{"cc-paper", as_printed, false}, {"cc", by_default, false}});
  study.measured = engine::measured_members<Division>(
      {{"cut", "cost of the cut", "", "", 0, &Division::cut},
       {"cost", "cost of the cut and of both sets at their best static distributions", "", "less", 0, &Division::cost},
       {"middle", "each zone stands on one side", "", "more", 0, &Division::middle}});
  study.sample = engine::sampler(
      [](const engine::Point& point, RandomStream& /*stream*/) { return two_zone_graph(point.number("rho")); });
  study.forms = engine::shown<Dividing>({.instance = problems::show_graphs().instance});
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit division() {
  results::Exhibit exhibit{.name = "chatterjee/division"};
  exhibit.title = "Where CC divides the two zones (Chatterjee et al., Section 6)";
  exhibit.sql = R"sql(SELECT rho, algorithm AS partitioner, cut, cost,
       CASE WHEN middle = 1 THEN 'down the middle' ELSE 'elsewhere' END AS division
FROM chatterjee_division WHERE seed = :seed AND rival = '' ORDER BY algorithm, rho)sql";
  exhibit.layout = {.row = "rho",
                    .column = "partitioner",
                    .values = {{"division", "division"}, {"cut", "cost of the cut", 0}, {"cost", "kappa_S", 0}}};
  return {"chatterjee/division", exhibit};
}

const engine::Registration division_registration{division_experiment, division};

}  // namespace
}  // namespace apportion::chatterjee

// Node sets of the example graphs: the costs of Section 3.1 and the quantities of Section 4.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "algorithms/graphs/subgraph.hpp"
#include "experiments/chatterjee/grid.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/erasure.hpp"
#include "sim/graphs/sample_graphs.hpp"

namespace apportion::chatterjee {
namespace {

/// A set of nodes of one of the examples; nodes are numbered from 1.
struct NodeSet {
  std::string_view name;
  AlignmentGraph (*graph)(double rho);
  std::vector<std::size_t> nodes;
};

AlignmentGraph ladder_at(double rho) {
  AlignmentGraph graph = ladder_graph();
  graph.rho = rho;
  return graph;
}

const std::array<NodeSet, 6> sets{{{"ladder:135", ladder_at, {1, 3, 5}},
                                   {"ladder:1234", ladder_at, {1, 2, 3, 4}},
                                   {"ladder:124", ladder_at, {1, 2, 4}},
                                   {"two-zone", two_zone_graph, {1, 2, 3, 4, 5, 6, 7, 8}},
                                   {"two-zone:f", two_zone_graph, {1, 2, 3, 4}},
                                   {"adi", adi_graph, {1, 2, 3, 4, 5, 6, 7, 8}}}};

/// A set and the graph that it is part of.
struct SetInGraph {
  AlignmentGraph graph;
  std::vector<std::size_t> inside;  // [node] 1 for the set's
};

struct Quantities {
  double boundary = 0;      ///< w(S): also the cost of cutting S off
  double static_cost = 0;   ///< T_opt(S)
  double static_rest = 0;   ///< T_opt of all other nodes; 0 where there are none
  double dissension = 0;    ///< Delta(S)
  double cheapest_cut = 0;  ///< mincut(S)
};

Quantities by_definition(const SetInGraph& set) {
  const Subgraph whole = whole_subgraph(set.graph);
  const Subgraph inside = part_of(whole, set.inside, 1);
  const bool all = inside.size() == whole.size();
  return {.boundary = boundary_cost(inside),
          .static_cost = inside.best.cost,
          .static_rest = all ? 0 : part_of(whole, set.inside, 0).best.cost,
          .dissension = dissension(inside),
          .cheapest_cut = min_cut(inside)};
}

SetInGraph set_of(const engine::Point& point, RandomStream& /*stream*/) {
  const auto* const set = std::ranges::find(sets, point.text("part"), &NodeSet::name);
  SetInGraph result{.graph = set->graph(point.number("rho")), .inside = {}};
  result.inside.resize(result.graph.size());
  for (const std::size_t node : set->nodes) result.inside[node - 1] = 1;
  return result;
}

engine::Experiment quantities_experiment() {
  engine::Study study{.name = "chatterjee/quantities"};
  study.title = "Node sets of the examples: static costs, w, Delta and mincut";
  study.claim = "the ladder's partitions and the two zones have the printed costs, w, Delta and mincut";
  study.source = "Chatterjee, Gilbert, Schreiber & Sheffler 1994, Sections 3.1, 4 and 6";
  std::vector<std::string> names;
  for (const NodeSet& set : sets) names.emplace_back(set.name);
  study.axes = {engine::name_axis("part", "graph, and after the colon its nodes", engine::AxisRole::applied, names),
                engine::real_axis("rho", "cost of redistributing a data item", engine::AxisRole::applied, 0, 1e9,
                                  quantity_rhos())};
  study.deterministic = true;
  engine::set_functions<SetInGraph, Quantities>(study, {{"by-definition", by_definition}});
  study.measured = engine::measured_members<Quantities>(
      {{"boundary", "w(S), cost of the edges that leave the set", "", "", 0, &Quantities::boundary},
       {"static_cost", "static cost of the set", "", "", 0, &Quantities::static_cost},
       {"static_rest", "static cost of all other nodes", "", "", 0, &Quantities::static_rest},
       {"dissension", "Delta(S)", "", "", 0, &Quantities::dissension},
       {"cheapest_cut", "mincut(S)", "", "", 0, &Quantities::cheapest_cut}});
  study.sample = engine::sampler(set_of);
  return engine::erase(std::move(study));
}

engine::CatalogueExhibit quantities() {
  results::Exhibit exhibit{.name = "chatterjee/quantities"};
  exhibit.title = "Static costs, w, Delta and mincut of the examples (Chatterjee et al., Sections 3.1 and 6)";
  exhibit.sql = fmt::format(R"sql(WITH ours(name, rho, quantity, position, value) AS (
  SELECT part, rho, 'w', 1, boundary FROM chatterjee_quantities WHERE seed = :seed
  UNION ALL SELECT part, rho, 'static_cost', 2, static_cost FROM chatterjee_quantities WHERE seed = :seed
  UNION ALL SELECT part, rho, 'static_rest', 3, static_rest FROM chatterjee_quantities WHERE seed = :seed
  UNION ALL SELECT part, rho, 'delta', 4, dissension FROM chatterjee_quantities WHERE seed = :seed
  UNION ALL SELECT part, rho, 'mincut', 5, cheapest_cut FROM chatterjee_quantities WHERE seed = :seed)
SELECT name AS part, ours.quantity, CAST(ours.value AS INTEGER) AS ours, p.printed, {} AS verdict
FROM ours LEFT JOIN published_numbers AS p
  ON p.exhibit = 'chatterjee/quantities' AND p.quantity = ours.quantity
     AND json_extract(p.coordinates, '$.part') = name
WHERE rho = 1
ORDER BY instr('ladder,two-zone,adi', substr(name, 1, 3)), name, position)sql",
                            results::verdict_of_number_sql("ours.value", "p.value"));
  exhibit.note =
      "At rho = 1. w: cost of the edges that leave the set, of the ladder's sets the cost of the cut; static_rest: "
      "static cost of all other nodes. Delta of ADI follows from the printed costs.";
  exhibit.judgements = {{.what = "costs and quantities of the examples"}};
  return {"chatterjee/quantities", exhibit};
}

const engine::Registration quantities_registration{quantities_experiment, quantities};

}  // namespace
}  // namespace apportion::chatterjee

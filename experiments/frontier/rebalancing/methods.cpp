// What studies of changing machines and loads have in common.
#include "experiments/frontier/rebalancing/methods.hpp"

#include <algorithm>

#include "experiments/engine/erasure.hpp"
#include "experiments/problems/cells/solve.hpp"
#include "sim/cells/migration.hpp"

namespace apportion::frontier {
namespace {

struct RebalancingMeasures {
  double boundary = 0;
  double imbalance = 0;  // percent
  double within = 0;     // 1 if CellCosts::is_within(), otherwise 0
  double moved = 0;
  double must_move = 0;
  double moved_share = 0;  // percent of the active cells
  double must_share = 0;   // percent
};

RebalancingMeasures measure_rebalancing(const CellProblem& problem, const CellSolution& solution) {
  require_division(problem, solution.decomposition);
  const problems::CellCosts costs = problems::cell_costs(problem, solution.decomposition);
  const double percent = 100 / static_cast<double>(active_cells(problem));
  RebalancingMeasures measures{.boundary = static_cast<double>(costs.boundary.edges),
                               .imbalance = 100 * costs.balance.imbalance,
                               .within = costs.is_within() ? 1.0 : 0.0,
                               .moved = static_cast<double>(moved_cells(problem, solution.decomposition)),
                               .must_move = static_cast<double>(least_moved_cells(problem))};
  measures.moved_share = percent * measures.moved;
  measures.must_share = percent * measures.must_move;
  return measures;
}

}  // namespace

std::vector<std::string> rebalancing_methods() {
  std::vector<std::string> names;
  for (const auto& [name, method] : drift_methods()) names.push_back(method);
  return names;
}

std::vector<std::pair<std::string, std::string>> drift_methods() {
  std::vector<std::pair<std::string, std::string>> methods = {{"rebalanced", "REBALANCED"},
                                                              {"renamed", "REBALANCED[method=renamed]"},
                                                              {"cuts", "REBALANCED[method=cuts]"},
                                                              {"refined", "REBALANCED[method=refined]"}};
  const auto& entries = CellRegistry::instance().entries();
  if (std::ranges::any_of(entries, [](const auto& entry) { return entry.algorithm->name == "ZOLTAN"; })) {
    methods.emplace_back("zoltan-repartition", "ZOLTAN[method=repartition]");
    methods.emplace_back("zoltan-refine", "ZOLTAN[method=refine]");
  }
  return methods;
}

engine::Axis price_axis(const std::vector<double>& values) {
  return engine::real_axis("price", "of a moved cell, in cell edges", engine::AxisRole::applied, 0,
                           most_migration_price, values);
}

engine::Measured rebalancing_measures() {
  using Measures = RebalancingMeasures;
  return engine::measured(
      measure_rebalancing,
      std::vector<engine::MemberMetric<Measures>>{
          {"boundary", "sides of cells between parts", "cell edges", "less", 1, &Measures::boundary},
          {"imbalance", "greatest load over its share, minus 1, percent", "%", "less", 3, &Measures::imbalance},
          {"within", "share of samples whose parts all have a cell, are connected and within the tolerance", "", "more",
           4, &Measures::within},
          {"moved", "cells that have another owner than before", "cells", "less", 1, &Measures::moved},
          {"must_move", "no division within the tolerance moves fewer cells", "cells", "", 1, &Measures::must_move},
          {"moved_share", "cells moved, percent of all", "%", "less", 3, &Measures::moved_share},
          {"must_share", "cells that must move, percent of all", "%", "", 3, &Measures::must_share}});
}

}  // namespace apportion::frontier

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
  double beyond = 0;     // parts further off their shares than the tolerance, or empty
  double fragments = 0;
  double moved = 0;
  double must_move = 0;
  double moved_share = 0;  // percent of the active cells
  double must_share = 0;   // percent
};

RebalancingMeasures measure_rebalancing(const CellProblem& problem, const CellSolution& solution) {
  require_division(problem, solution.decomposition);
  const problems::CellCosts costs = problems::cell_costs(problem, solution.decomposition);
  const double percent = 100 / static_cast<double>(active_cells(problem));
  RebalancingMeasures measures{
      .boundary = static_cast<double>(costs.boundary.edges),
      .imbalance = 100 * costs.balance.imbalance,
      .beyond = static_cast<double>(costs.balance.beyond_tolerance) + static_cast<double>(costs.boundary.empty),
      .fragments = static_cast<double>(costs.boundary.fragments),
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
  std::vector<std::pair<std::string, std::string>> methods = {{"best", "BEST"},
                                                              {"renamed", "BEST[rebalancing=renamed]"},
                                                              {"cuts", "BEST[rebalancing=cuts]"},
                                                              {"refined", "BEST[rebalancing=refined]"}};
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
          {"beyond", "parts that are empty or further off their shares than the tolerance", "", "less", 2,
           &Measures::beyond},
          {"fragments", "connected pieces beyond one per part", "", "less", 2, &Measures::fragments},
          {"moved", "cells that have another owner than before", "cells", "less", 1, &Measures::moved},
          {"must_move", "no division within the tolerance moves fewer cells", "cells", "", 1, &Measures::must_move},
          {"moved_share", "cells moved, percent of all", "%", "less", 3, &Measures::moved_share},
          {"must_share", "cells that must move, percent of all", "%", "", 3, &Measures::must_share}});
}

}  // namespace apportion::frontier

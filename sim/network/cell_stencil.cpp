// What parts of whole cells send each other, from the plan of their exchanges.
#include "sim/network/cell_stencil.hpp"

#include <numeric>

#include "sim/cells/halo_plan.hpp"
#include "sim/cells/owners.hpp"

namespace apportion {
namespace {

double cells_in(const std::vector<CellBox>& boxes) {
  return std::accumulate(boxes.begin(), boxes.end(), 0.0,
                         [](double sum, const CellBox& box) { return sum + static_cast<double>(box.cells()); });
}

}  // namespace

Stencil stencil_of(const CellProblem& problem, const Decomposition& division) {
  Stencil stencil{.halos = {}, .elements = part_loads(problem, division)};
  const Decomposition active = problem.loads ? active_division(*problem.loads, division) : division;
  const HaloPlan plan = halo_plan(active, {.corners = problem.stencil == 9});
  for (std::size_t part = 0; part < plan.parts.size(); ++part)
    for (const HaloExchange& exchange : plan.parts[part].exchanges)
      if (exchange.neighbour > part)
        stencil.halos.push_back({part, exchange.neighbour, cells_in(exchange.send), cells_in(exchange.receive)});
  return stencil;
}

}  // namespace apportion

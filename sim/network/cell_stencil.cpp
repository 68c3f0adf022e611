// What parts of whole cells send each other, from the plan of their exchanges.
#include "sim/network/cell_stencil.hpp"

#include "sim/cells/halo_plan.hpp"

namespace apportion {

Stencil stencil_of(const CellProblem& problem, const Decomposition& division) {
  Stencil stencil{.halos = {}, .elements = part_loads(problem, division)};
  const HaloPlan plan = halo_plan(problem, division);
  for (std::size_t part = 0; part < plan.parts.size(); ++part)
    for (const HaloExchange& exchange : plan.parts[part].exchanges)
      if (exchange.neighbour > part)
        stencil.halos.push_back({part, exchange.neighbour, static_cast<double>(cells_in(exchange.send)),
                                 static_cast<double>(cells_in(exchange.receive))});
  return stencil;
}

}  // namespace apportion

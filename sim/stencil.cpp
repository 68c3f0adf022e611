// Stencils of real-valued divisions, and of whole cells by their exchange plans.
#include "sim/stencil.hpp"

#include "sim/cells/halo_plan.hpp"
#include "sim/rectangles/adjacency.hpp"

namespace apportion {

Stencil stencil_of(const Decomposition& decomposition) {
  Stencil stencil;
  for (const CommonBoundary& boundary : pair_boundaries(decomposition, coincidence_tolerance(decomposition.extent)))
    stencil.halos.push_back({boundary.one, boundary.other, boundary.length, boundary.length});
  stencil.elements.reserve(decomposition.parts.size());
  for (const Rect& part : decomposition.parts) stencil.elements.push_back(part.area());
  for (const FurtherRect& further : decomposition.further) stencil.elements[further.processor] += further.rect.area();
  return stencil;
}

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

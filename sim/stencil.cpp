// Stencils of divisions, by the common boundaries of their parts.
#include "sim/stencil.hpp"

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

}  // namespace apportion

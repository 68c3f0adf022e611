// The parts of decompositions as a list.
#include <fmt/format.h>

#include "base/numbers.hpp"
#include "experiments/problems/rectangles/drawing.hpp"
#include "experiments/problems/rectangles/outline.hpp"

namespace apportion::problems {
namespace {

// As many digits as the tooltips of svg_drawing() have.
double rounded(double value, int digits) { return parse_real(fmt::format("{:.{}g}", value, digits)).value_or(value); }

}  // namespace

std::vector<engine::DrawnPart> drawn_parts(const std::vector<LabelledDecomposition>& decompositions) {
  std::vector<engine::DrawnPart> all;
  for (const LabelledDecomposition& labelled : decompositions) {
    const Decomposition& decomposition = labelled.decomposition;
    for (std::size_t i = 0; i < decomposition.parts.size(); ++i) {
      const double area = part_area(decomposition, i);
      if (!(area > 0)) continue;
      all.push_back({labelled.title,
                     "processor",
                     i,
                     {{"share, %", rounded(100 * area / decomposition.extent.area(), 3)},
                      {"area", rounded(area, 6)},
                      {"perimeter", rounded(part_perimeter(decomposition, i), 6)}}});
    }
  }
  return all;
}

}  // namespace apportion::problems

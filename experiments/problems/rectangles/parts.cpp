// The parts of decompositions as a list.
#include "experiments/problems/rectangles/drawing.hpp"

namespace apportion::problems {

std::vector<engine::DrawnPart> drawn_parts(const std::vector<LabelledDecomposition>& decompositions) {
  std::vector<engine::DrawnPart> all;
  for (const LabelledDecomposition& labelled : decompositions) {
    const std::vector<Rect>& parts = labelled.decomposition.parts;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const double area = parts[i].area();
      if (!(area > 0)) continue;
      all.push_back({labelled.title, i, area / labelled.decomposition.extent.area(), area,
                     2 * (parts[i].rows + parts[i].columns)});
    }
  }
  return all;
}

}  // namespace apportion::problems

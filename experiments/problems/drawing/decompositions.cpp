// The parts of decompositions as a list, and several drawings as one.
#include "experiments/problems/drawing/decompositions.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/drawing/outline.hpp"

namespace apportion::problems {
namespace {

// Wide arrays need the page for themselves. Three of any other shape fill a row: two would leave a hole in the next.
std::size_t drawings_across(const Extent& extent, std::size_t drawings) {
  const double aspect = extent.columns / extent.rows;
  if (aspect > 6) return 1;
  return aspect <= 2 || drawings == 3 ? 3 : 2;
}

}  // namespace

double share_drawn(const Decomposition& decomposition, const std::vector<double>& shares, std::size_t processor) {
  return shares.empty() ? 100 * part_area(decomposition, processor) / decomposition.extent.area()
                        : shares.at(processor);
}

std::vector<engine::DrawnPart> drawn_parts(const std::vector<LabelledDecomposition>& decompositions) {
  std::vector<engine::DrawnPart> all;
  for (const LabelledDecomposition& labelled : decompositions) {
    const Decomposition& decomposition = labelled.decomposition;
    for (std::size_t i = 0; i < decomposition.parts.size(); ++i) {
      const double area = part_area(decomposition, i);
      if (!(area > 0)) continue;
      // As many digits as the tooltips of svg_drawing() have.
      all.push_back({labelled.title,
                     "processor",
                     i,
                     {{"share, %", with_digits(share_drawn(decomposition, labelled.shares, i), 3)},
                      {"area", with_digits(area, 6)},
                      {"perimeter", with_digits(part_perimeter(decomposition, i), 6)}}});
    }
  }
  return all;
}

std::string drawing_of(const std::vector<LabelledDecomposition>& decompositions, const std::string& format) {
  if (format == "svg")
    return svg_drawing(decompositions,
                       drawings_across(decompositions.front().decomposition.extent, decompositions.size()));
  std::string text;
  for (const LabelledDecomposition& each : decompositions)
    text += (text.empty() ? "" : "\n") + each.title + "\n" + text_drawing(each);
  return text;
}

}  // namespace apportion::problems

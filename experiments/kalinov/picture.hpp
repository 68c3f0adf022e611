// Pictures of boxes: what the figures of data and of mappings are drawn with.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace apportion::kalinov {

/// A box in pixels, its front face at (x, y) from the top left. With a depth it is drawn from the front, a little from
/// above and from the right. `colour` is that of problems::svg_colour().
struct PictureBox {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
  double depth = 0;
  std::size_t colour = 0;
  std::string label = {};
  std::string tooltip = {};
};

/// A line of text that begins at (x, y), its baseline.
struct PictureText {
  double x = 0;
  double y = 0;
  std::string text = {};
};

/// One SVG document. Boxes are drawn in their order, later ones in front of earlier ones.
[[nodiscard]] std::string svg_picture(double width, double height, const std::vector<PictureBox>& boxes,
                                      const std::vector<PictureText>& texts);

}  // namespace apportion::kalinov

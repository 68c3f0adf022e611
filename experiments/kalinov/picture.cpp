// Boxes and texts as SVG.
#include "experiments/kalinov/picture.hpp"

#include <fmt/format.h>

#include <iterator>

#include "base/text.hpp"
#include "experiments/problems/drawing/svg.hpp"

namespace apportion::kalinov {
namespace {

using problems::svg_length;

// How far a depth of 1 goes to the right and up.
constexpr double slant = 0.5;

std::string corner(double x, double y) { return svg_length(x) + "," + svg_length(y); }

// Paler than the front; on paper of their own, so that what is behind does not shine through.
std::string face(const std::string& corners, std::string_view colour, double opacity) {
  return fmt::format(
      "<polygon points=\"{0}\" fill=\"#ffffff\"/>\n<polygon points=\"{0}\" fill=\"{1}\" fill-opacity=\"{2}\"/>\n",
      corners, colour, svg_length(opacity));
}

// The faces on top and on the right, behind the front.
std::string side_faces(const PictureBox& box, std::string_view colour) {
  const double shift = slant * box.depth;
  const double right = box.x + box.width;
  const double bottom = box.y + box.height;
  const std::string back = corner(right + shift, box.y - shift);
  const std::string top = fmt::format("{} {} {} {}", corner(box.x, box.y), corner(box.x + shift, box.y - shift), back,
                                      corner(right, box.y));
  const std::string side = fmt::format("{} {} {} {}", corner(right, box.y), back, corner(right + shift, bottom - shift),
                                       corner(right, bottom));
  return face(top, colour, 0.6) + face(side, colour, 0.35);
}

std::string box_svg(const PictureBox& box) {
  constexpr double font = 13;
  const std::string colour = problems::svg_colour(box.colour);
  return fmt::format(
      "{}<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"><title>{}</title></rect>\n"
      "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\" stroke=\"none\">{}</text>\n",
      box.depth > 0 ? side_faces(box, colour) : "", svg_length(box.x), svg_length(box.y), svg_length(box.width),
      svg_length(box.height), colour, xml_escaped(box.tooltip), svg_length(box.x + box.width / 2),
      svg_length(box.y + box.height / 2 + 0.35 * font), svg_length(font), xml_escaped(box.label));
}

}  // namespace

std::string svg_picture(double width, double height, const std::vector<PictureBox>& boxes,
                        const std::vector<PictureText>& texts) {
  std::string body;
  for (const PictureBox& box : boxes) body += box_svg(box);
  for (const PictureText& text : texts)
    fmt::format_to(std::back_inserter(body), "<text x=\"{}\" y=\"{}\" font-size=\"14\" stroke=\"none\">{}</text>\n",
                   svg_length(text.x), svg_length(text.y), xml_escaped(text.text));
  return problems::svg_document(width, height, "<g stroke=\"#222222\">\n" + body + "</g>\n");
}

}  // namespace apportion::kalinov

// Decompositions as SVG.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "base/text.hpp"
#include "experiments/problems/rectangles/drawing.hpp"
#include "experiments/problems/svg.hpp"

namespace apportion::problems {
namespace {

constexpr double drawing_width = 720;
constexpr double greatest_height = 480;
constexpr double least_side = 36;
constexpr double margin = 16;
constexpr double title_height = 26;

struct Scale {
  double width = 0;  // of the drawn array
  double height = 0;
  bool stretched = false;
};

Scale scale_of(const Extent& extent) {
  const double factor = std::min(drawing_width / extent.columns, greatest_height / extent.rows);
  const double width = factor * extent.columns;
  const double height = factor * extent.rows;
  // A hair below 1:20, so that 1:20 itself keeps its proportion.
  constexpr double least_height = drawing_width / 20 - 0.01;
  constexpr double least_width = greatest_height / 20 - 0.01;
  if (height < least_height) return {width, least_side, true};
  if (width < least_width) return {least_side, height, true};
  return {width, height, false};
}

struct Box {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
};

class Svg {
 public:
  void add(const LabelledDecomposition& labelled) {
    const Decomposition& decomposition = labelled.decomposition;
    const Scale scale = scale_of(decomposition.extent);
    put(R"(<text x="{}" y="{}" font-size="14">{}{}</text>)", svg_length(margin), svg_length(bottom_ + title_height - 8),
        xml_escaped(labelled.title), scale.stretched ? " (not to scale)" : "");
    const double top = bottom_ + title_height;
    for (std::size_t i = 0; i < decomposition.parts.size(); ++i) add_part(decomposition, i, scale, top);
    put(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="none" stroke-width="2"/>)", svg_length(margin),
        svg_length(top), svg_length(scale.width), svg_length(scale.height));
    bottom_ = top + scale.height + margin / 2;
  }

  [[nodiscard]] std::string document() const {
    const std::string width = svg_length(drawing_width + 2 * margin);
    const std::string height = svg_length(bottom_ + margin / 2);
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n"
        "<g font-family=\"Helvetica, Arial, sans-serif\" fill=\"#111111\">\n"
        "<g stroke=\"#222222\">\n{2}</g>\n</g>\n</svg>\n",
        width, height, body_);
  }

 private:
  template <class... Values>
  void put(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<Values>(values)...);
    body_ += '\n';
  }

  void add_part(const Decomposition& decomposition, std::size_t processor, const Scale& scale, double top) {
    const Rect& part = decomposition.parts[processor];
    if (!(part.area() > 0)) return;
    const Extent& extent = decomposition.extent;
    const Box box{margin + part.column / extent.columns * scale.width, top + part.row / extent.rows * scale.height,
                  part.columns / extent.columns * scale.width, part.rows / extent.rows * scale.height};
    const std::string share = fmt::format("{:.3g} %", 100 * part.area() / extent.area());
    put(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="{}"><title>processor {}: {}, area {:.6g}, perimeter {:.6g})"
        "</title></rect>",
        svg_length(box.x), svg_length(box.y), svg_length(box.width), svg_length(box.height), svg_colour(processor),
        processor, share, part.area(), 2 * (part.rows + part.columns));
    add_label(box, fmt::format("{}", processor), share);
  }

  // On two lines, on one, or the number alone, upright or along a tall part; nothing where not even that is readable.
  void add_label(const Box& box, const std::string& processor, const std::string& share) {
    constexpr double font = 13;
    constexpr double character = 0.6 * font;
    const auto fits = [&box](std::size_t characters, double height) {
      return box.width >= static_cast<double>(characters) * character + 4 && box.height >= height;
    };
    const std::string both = processor + ": " + share;
    if (fits(std::max(processor.size(), share.size()), 2 * font + 8)) {
      put_text(box, -font / 2 - 1, font, processor, true);
      put_text(box, font / 2 + 2, font - 1, share, false);
    } else if (fits(both.size(), font + 2)) {
      put_text(box, 0, font, both, false);
    } else if (fits(processor.size(), font + 2)) {
      put_text(box, 0, font, processor, true);
    } else {
      const double small =
          std::min({font, 0.9 * box.height, (box.width - 1) / (0.6 * static_cast<double>(processor.size()))});
      if (small >= 5) put_text(box, 0, small, processor, true);
    }
  }

  void put_text(const Box& box, double below_centre, double font, const std::string& text, bool bold) {
    // Most of a digit stands above the line that it is written on.
    put(R"(<text x="{}" y="{}" font-size="{}" text-anchor="middle" stroke="none"{}>{}</text>)",
        svg_length(box.x + box.width / 2), svg_length(box.y + box.height / 2 + below_centre + 0.35 * font),
        svg_length(font), bold ? R"( font-weight="bold")" : "", text);
  }

  std::string body_;
  double bottom_ = margin / 2;
};

}  // namespace

std::string svg_drawing(const std::vector<LabelledDecomposition>& decompositions) {
  Svg svg;
  for (const LabelledDecomposition& labelled : decompositions) svg.add(labelled);
  return svg.document();
}

}  // namespace apportion::problems

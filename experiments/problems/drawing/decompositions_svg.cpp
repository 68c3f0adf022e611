// Decompositions as SVG.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "experiments/problems/drawing/decompositions.hpp"
#include "experiments/problems/drawing/outline.hpp"
#include "experiments/problems/drawing/svg.hpp"
#include "sim/rectangles/adjacency.hpp"

namespace apportion::problems {
namespace {

constexpr double margin = 16;
constexpr double title_height = 26;
constexpr double between_whole_coordinates = 0.5;

// The space for one drawing.
struct Space {
  double width = 720;
  double height = 480;

  [[nodiscard]] double least_side() const { return width / 20; }
};

// Of several that stand side by side.
constexpr Space small_space{420, 280};

struct Scale {
  double width = 0;  // of the drawn array
  double height = 0;
  bool stretched = false;
};

Scale scale_of(const Extent& extent, const Space& space) {
  const double factor = std::min(space.width / extent.columns, space.height / extent.rows);
  const double width = factor * extent.columns;
  const double height = factor * extent.rows;
  // A hair below 1:20, so that 1:20 itself keeps its proportion.
  const double least_height = space.width / 20 - 0.01;
  const double least_width = space.height / 20 - 0.01;
  if (height < least_height) return {width, space.least_side(), true};
  if (width < least_width) return {space.least_side(), height, true};
  return {width, height, false};
}

// An array on the page: what of it lies where.
struct Placed {
  Extent extent;
  Scale scale;
  double left = 0;
  double top = 0;

  [[nodiscard]] double x(double column) const { return left + column / extent.columns * scale.width; }
  [[nodiscard]] double y(double row) const { return top + row / extent.rows * scale.height; }
  // The same on the page.
  [[nodiscard]] Rect rect(const Rect& rect) const {
    return {y(rect.row), x(rect.column), rect.rows / extent.rows * scale.height,
            rect.columns / extent.columns * scale.width};
  }
  [[nodiscard]] std::vector<Rect> rects(const std::vector<Rect>& rects) const {
    std::vector<Rect> all;
    for (const Rect& each : rects) all.push_back(rect(each));
    return all;
  }
};

// Whatever has a boundary in common, however short.
Neighbours neighbours_in(const Decomposition& decomposition) {
  constexpr double rounding = 1e-13;
  Neighbours neighbours(decomposition.parts.size());
  for (const CommonBoundary& boundary :
       pair_boundaries(decomposition, rounding * decomposition.extent.half_perimeter())) {
    neighbours[boundary.one].push_back(boundary.other);
    neighbours[boundary.other].push_back(boundary.one);
  }
  return neighbours;
}

class Svg {
 public:
  Svg(const std::vector<LabelledDecomposition>& decompositions, std::size_t across)
      : across_(across), space_(across == 1 ? Space{} : small_space) {
    for (const LabelledDecomposition& labelled : decompositions)
      column_ = std::max(column_,
                         character_width * title_font * static_cast<double>(characters_of(title_of(labelled)).size()));
    column_ = std::max(column_, space_.width) + 2 * margin;
  }

  void add(const LabelledDecomposition& labelled, const std::vector<std::size_t>& colours) {
    const Decomposition& decomposition = labelled.decomposition;
    const Placed placed{decomposition.extent, scale_of(decomposition.extent, space_),
                        margin + static_cast<double>(place_) * column_, bottom_ + title_height};
    put(R"(<text x="{}" y="{}" font-size="{}" stroke="none">{}</text>)", svg_length(placed.left),
        svg_length(placed.top - 8), title_font, xml_escaped(title_of(labelled)));
    const std::vector<Rect> left_out = placed.rects(labelled.left_out);
    // Below the parts too, which need not cover what is left out.
    if (!left_out.empty())
      put(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="{}" stroke="none"/>)", svg_length(placed.left),
          svg_length(placed.top), svg_length(placed.scale.width), svg_length(placed.scale.height), grey);
    for (std::size_t i = 0; i < decomposition.parts.size(); ++i)
      add_part(labelled, i, svg_colour(colours[i]), placed, left_out);
    // Its edge hides those of the parts, of which it may hide pieces alone otherwise.
    if (!left_out.empty())
      put(R"({0} fill="{1}" stroke="{1}" stroke-width="2"><title>left out</title></path>)",
          path_of(outline(labelled.left_out, between_whole_coordinates), placed), grey);
    // Above what is left out.
    body_ += std::exchange(labels_, {});
    put(R"(<rect x="{}" y="{}" width="{}" height="{}" fill="none" stroke-width="2"/>)", svg_length(placed.left),
        svg_length(placed.top), svg_length(placed.scale.width), svg_length(placed.scale.height));
    row_bottom_ = std::max(row_bottom_, placed.top + placed.scale.height + margin / 2);
    if (++place_ == across_) end_row();
  }

  void end_row() {
    bottom_ = row_bottom_;
    place_ = 0;
  }

  [[nodiscard]] std::string document() {
    add_key();
    return svg_document(static_cast<double>(across_) * column_, bottom_ + margin / 2,
                        "<g stroke=\"#222222\">\n" + body_ + "</g>\n");
  }

 private:
  template <class... Values>
  void put(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(body_), format, std::forward<Values>(values)...);
    body_ += '\n';
  }

  void add_part(const LabelledDecomposition& labelled, std::size_t processor, const std::string& colour,
                const Placed& placed, const std::vector<Rect>& left_out) {
    const Decomposition& decomposition = labelled.decomposition;
    const double area = part_area(decomposition, processor);
    if (!(area > 0)) return;
    const std::string share = fmt::format("{:.3g} %", share_drawn(decomposition, labelled.shares, processor));
    const std::vector<Rect> rectangles = placed.rects(rectangles_of(decomposition, processor));
    const Rect& greatest = *std::ranges::max_element(rectangles, {}, &Rect::area);
    std::string shape = fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}")", svg_length(greatest.column),
                                    svg_length(greatest.row), svg_length(greatest.columns), svg_length(greatest.rows));
    std::string_view end = "</rect>";
    if (rectangles.size() > 1) {
      shape = path_of(part_outline(decomposition, processor), placed);
      end = "</path>";
    }
    const std::string name = processor < labelled.names.size() ? labelled.names[processor] : "";
    put(R"({} fill="{}"><title>processor {}{}: {}, area {:.6g}, perimeter {:.6g}</title>{})", shape, colour, processor,
        name.empty() ? "" : ", " + xml_escaped(name), share, area, part_perimeter(decomposition, processor), end);
    const Rect box = label_box(rectangles, left_out, two_lines, one_point).value_or(greatest);
    const bool is_named = !name.empty() && fits(box, characters_of(name).size(), font + 2);
    add_label(box, is_named ? name : fmt::format("{}", processor), share);
    if (!name.empty() && !is_named) key_.try_emplace(processor, Explained{name, colour});
  }

  // The numbers in place of names, in as many columns as the page has room for.
  void add_key() {
    if (key_.empty()) return;
    const double page = static_cast<double>(across_) * column_ - 2 * margin;
    double left = margin;
    double top = bottom_ + margin / 2;
    for (const auto& [processor, explained] : key_) {
      const std::string text = fmt::format("{}: {}", processor, explained.name);
      const double width = 40 + character_width * font * static_cast<double>(characters_of(text).size());
      if (left > margin && left + width > margin + page) {
        left = margin;
        top += 20;
      }
      put(R"(<rect x="{}" y="{}" width="12" height="12" fill="{}"/>)", svg_length(left), svg_length(top),
          explained.colour);
      put(R"(<text x="{}" y="{}" font-size="{}" stroke="none">{}</text>)", svg_length(left + 18), svg_length(top + 11),
          svg_length(font - 1), xml_escaped(text));
      left += width;
    }
    bottom_ = top + 20;
  }

  [[nodiscard]] std::string title_of(const LabelledDecomposition& labelled) const {
    return labelled.title + (scale_of(labelled.decomposition.extent, space_).stretched ? " (not to scale)" : "");
  }

  static constexpr double character_width = 0.6;  // of the size of the font
  static constexpr double title_font = 14;
  static constexpr double font = 13;
  static constexpr Extent two_lines = {2 * font + 8, 60};
  static constexpr double one_point = 0.5;  // on the page
  static constexpr std::string_view grey = "#888888";

  // Whether a text of so many characters fits a box, in so high a space.
  static bool fits(const Rect& box, std::size_t characters, double height) {
    return box.columns >= static_cast<double>(characters) * character_width * font + 4 && box.rows >= height;
  }

  // The beginning of a path that is left open for its colour.
  static std::string path_of(const std::vector<OutlineLoop>& loops, const Placed& placed) {
    std::string points;
    for (const OutlineLoop& loop : loops) {
      char command = 'M';
      for (const OutlineCorner& corner : loop) {
        points +=
            fmt::format("{}{} {}", command, svg_length(placed.x(corner.column)), svg_length(placed.y(corner.row)));
        command = 'L';
      }
      points += 'Z';
    }
    return fmt::format(R"(<path fill-rule="evenodd" d="{}")", points);
  }

  // On two lines, on one, or the number alone, upright or along a tall part; nothing where not even that is readable.
  void add_label(const Rect& box, const std::string& processor, const std::string& share) {
    const std::string both = processor + ": " + share;
    if (fits(box, std::max(processor.size(), share.size()), 2 * font + 8)) {
      put_text(box, -font / 2 - 1, font, processor, true);
      put_text(box, font / 2 + 2, font - 1, share, false);
    } else if (fits(box, both.size(), font + 2)) {
      put_text(box, 0, font, both, false);
    } else if (fits(box, processor.size(), font + 2)) {
      put_text(box, 0, font, processor, true);
    } else {
      const double small = std::min(
          {font, 0.9 * box.rows, (box.columns - 1) / (character_width * static_cast<double>(processor.size()))});
      if (small >= 5) put_text(box, 0, small, processor, true);
    }
  }

  void put_text(const Rect& box, double below_centre, double size, const std::string& text, bool bold) {
    // Most of a digit stands above the line that it is written on.
    labels_ += fmt::format(R"(<text x="{}" y="{}" font-size="{}" text-anchor="middle" stroke="none"{}>{}</text>)",
                           svg_length(box.column + box.columns / 2),
                           svg_length(box.row + box.rows / 2 + below_centre + 0.35 * size), svg_length(size),
                           bold ? R"( font-weight="bold")" : "", xml_escaped(text)) +
               "\n";
  }

  struct Explained {
    std::string name;
    std::string colour;
  };

  std::string body_;
  std::string labels_;                    // of the drawing that is being added
  std::map<std::size_t, Explained> key_;  // processors whose names do not fit their parts
  std::size_t across_;
  Space space_;
  double column_ = 0;      // of the page: as wide as a drawing, or the longest title
  std::size_t place_ = 0;  // in the row
  double bottom_ = margin / 2;
  double row_bottom_ = bottom_;
};

}  // namespace

std::string svg_drawing(const std::vector<LabelledDecomposition>& decompositions, std::size_t across) {
  Svg svg(decompositions, std::clamp<std::size_t>(across, 1, std::max<std::size_t>(1, decompositions.size())));
  std::vector<Neighbours> neighbours;
  for (const LabelledDecomposition& labelled : decompositions)
    neighbours.push_back(neighbours_in(labelled.decomposition));
  const std::vector<std::vector<std::size_t>> colours = shaded_colours_of(neighbours);
  for (std::size_t i = 0; i < decompositions.size(); ++i) svg.add(decompositions[i], colours[i]);
  svg.end_row();
  return svg.document();
}

}  // namespace apportion::problems

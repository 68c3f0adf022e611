// Drawings of rectangle decompositions: outlines and labels of parts, colours, SVG, and box characters.
#include "experiments/problems/drawing/decompositions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/drawing/svg.hpp"
#include "sim/rectangles/adjacency.hpp"

namespace apportion::problems {
namespace {

// --- Outlines of parts, and their room for labels

using Node = std::pair<std::size_t, std::size_t>;  // a crossing of two lines: row, column; numbers below 0 wrap around

// A side of a cell from a node in a direction, by number: right, down, left, up; clockwise, since rows run downwards.
using Heading = std::size_t;
constexpr Heading headings = 4;
constexpr std::size_t one_back = std::numeric_limits<std::size_t>::max();  // a step by -1
constexpr std::array<Node, headings> side_steps = {{{0, 1}, {1, 0}, {0, one_back}, {one_back, 0}}};
constexpr std::array<Node, headings> cells_on_right = {{{0, 0}, {0, one_back}, {one_back, one_back}, {one_back, 0}}};

Node moved(const Node& node, const std::array<Node, headings>& by, Heading heading) {
  const auto& [rows, columns] = by.at(heading % headings);
  return {node.first + rows, node.second + columns};
}

// The distinct lines across one direction on which rectangles begin or end; coordinates within `tolerance` of a line's
// least one are on it.
class Lines {
 public:
  Lines(const std::vector<Rect>& rectangles, double Rect::*begin, double (Rect::*end)() const, double tolerance) {
    std::vector<double> coordinates;
    for (const Rect& rect : rectangles) coordinates.insert(coordinates.end(), {rect.*begin, (rect.*end)()});
    std::ranges::sort(coordinates);
    for (const double coordinate : coordinates)
      if (first_.empty() || coordinate - first_.back() > tolerance) first_.push_back(coordinate);
  }

  // The line of a coordinate, or the last one before it.
  [[nodiscard]] std::size_t number(double coordinate) const {
    const auto after = std::ranges::upper_bound(first_, coordinate);
    return after == first_.begin() ? 0 : static_cast<std::size_t>(after - first_.begin()) - 1;
  }
  [[nodiscard]] double at(std::size_t number) const { return first_[number]; }
  [[nodiscard]] std::size_t size() const { return first_.size(); }
  [[nodiscard]] std::size_t intervals() const { return first_.empty() ? 0 : first_.size() - 1; }

 private:
  std::vector<double> first_;  // the least coordinate of each
};

// The intervals between the lines of rectangles, row by row, and whether they are filled; those of `left_out` are not.
class FilledCells {
 public:
  FilledCells(const std::vector<Rect>& rectangles, const std::vector<Rect>& left_out, double tolerance)
      : rows_(joined(rectangles, left_out), &Rect::row, &Rect::row_end, tolerance),
        columns_(joined(rectangles, left_out), &Rect::column, &Rect::column_end, tolerance),
        filled_(rows_.intervals() * columns_.intervals(), false) {
    for (const Rect& rect : rectangles) fill(rect, true);
    for (const Rect& rect : left_out) fill(rect, false);
  }

  [[nodiscard]] const Lines& rows() const { return rows_; }
  [[nodiscard]] const Lines& columns() const { return columns_; }

  // False beyond the lines.
  [[nodiscard]] bool at(const Node& cell) const {
    const auto& [row, column] = cell;
    return row < rows_.intervals() && column < columns_.intervals() && filled_[row * columns_.intervals() + column];
  }

  // Whether the side of a cell from `node` in this direction is part of an outline: the cell on its right is filled,
  // the one on its left is not.
  [[nodiscard]] bool is_side(const Node& node, Heading heading) const {
    return at(moved(node, cells_on_right, heading)) && !at(moved(node, cells_on_right, heading + 3));
  }

 private:
  static std::vector<Rect> joined(std::vector<Rect> rectangles, const std::vector<Rect>& others) {
    rectangles.insert(rectangles.end(), others.begin(), others.end());
    return rectangles;
  }

  void fill(const Rect& rect, bool value) {
    const std::size_t end = columns_.number(rect.column_end());
    for (std::size_t row = rows_.number(rect.row); row < rows_.number(rect.row_end()); ++row)
      for (std::size_t column = columns_.number(rect.column); column < end; ++column)
        filled_[row * columns_.intervals() + column] = value;
  }

  Lines rows_;
  Lines columns_;
  std::vector<bool> filled_;
};

using Sides = std::map<Node, std::vector<Heading>>;

Sides sides_of(const FilledCells& cells) {
  Sides sides;
  for (std::size_t row = 0; row < cells.rows().size(); ++row)
    for (std::size_t column = 0; column < cells.columns().size(); ++column)
      for (Heading heading = 0; heading < headings; ++heading)
        if (cells.is_side({row, column}, heading)) sides[{row, column}].push_back(heading);
  return sides;
}

// Removes the sides of one loop. Turning right follows a single piece if pieces touch in a corner.
std::vector<Node> take_loop(Sides& sides) {
  const Node start = sides.begin()->first;
  std::vector<Node> corners = {start};
  Node node = start;
  Heading heading = sides.begin()->second.front();
  do {
    std::vector<Heading>& leaving = sides.at(node);
    const auto preferred = std::ranges::find(leaving, node == start ? heading : (heading + 1) % headings);
    const auto taken = preferred == leaving.end() ? leaving.begin() : preferred;
    if (*taken != heading) corners.push_back(node);
    heading = *taken;
    leaving.erase(taken);
    if (leaving.empty()) sides.erase(node);
    node = moved(node, side_steps, heading);
  } while (node != start);
  return corners;
}

bool overlap(const Rect& one, const Rect& other) {
  return one.row < other.row_end() && other.row < one.row_end() && one.column < other.column_end() &&
         other.column < one.column_end();
}

// The filled rectangle with the most room, found row by row by the heights of filled intervals.
std::optional<Rect> roomiest(const FilledCells& cells, const Extent& label) {
  const Lines& rows = cells.rows();
  const Lines& columns = cells.columns();
  std::optional<Rect> best;
  const auto room = [&label](const Rect& rect) {
    return std::pair(std::min({rect.columns / label.columns, rect.rows / label.rows, 1.0}), rect.area());
  };
  std::vector<std::size_t> top(columns.intervals());  // of the filled intervals that end in this row
  for (std::size_t row = 0; row < rows.intervals(); ++row) {
    struct Open {
      std::size_t column = 0;  // first column of a rectangle that extends up to `top`
      std::size_t top = 0;
    };
    std::vector<Open> open;
    for (std::size_t column = 0; column <= columns.intervals(); ++column) {
      if (column < columns.intervals() && !cells.at({row, column})) top[column] = row + 1;
      const std::size_t reached = column < columns.intervals() ? top[column] : row + 1;
      std::size_t from = column;
      while (!open.empty() && open.back().top < reached) {
        from = open.back().column;
        const std::size_t first = open.back().top;
        const Rect rect{rows.at(first), columns.at(from), rows.at(row + 1) - rows.at(first),
                        columns.at(column) - columns.at(from)};
        if (!best || room(rect) > room(*best)) best = rect;
        open.pop_back();
      }
      if (reached <= row && (open.empty() || open.back().top > reached)) open.push_back({from, reached});
    }
  }
  return best;
}

// --- Drawings

// Wide arrays take the whole width of the page. Three of any other shape fill a row: two would leave a gap in the next.
std::size_t drawings_across(const Extent& extent, std::size_t drawings) {
  const double aspect = extent.columns / extent.rows;
  if (aspect > 6) return 1;
  return aspect <= 2 || drawings == 3 ? 3 : 2;
}

// --- As SVG

constexpr double margin = 16;
constexpr double title_height = 26;

// The space for one drawing: alone in its row, and beside others.
struct Space {
  double width = 720;
  double height = 480;
};
constexpr Space small_space{420, 280};

// An array on the page.
struct Placed {
  Extent extent;
  double width = 0;
  double height = 0;
  double left = 0;
  double top = 0;
  bool stretched = false;

  Placed(const Extent& of_array, const Space& space) : extent(of_array) {
    const double factor = std::min(space.width / extent.columns, space.height / extent.rows);
    width = factor * extent.columns;
    height = factor * extent.rows;
    // Slightly below 1:20, so that 1:20 itself keeps its proportion.
    const bool is_low = height < space.width / 20 - 0.01;
    stretched = is_low || width < space.height / 20 - 0.01;
    if (stretched) (is_low ? height : width) = space.width / 20;
  }

  [[nodiscard]] double x(double column) const { return left + column / extent.columns * width; }
  [[nodiscard]] double y(double row) const { return top + row / extent.rows * height; }
  [[nodiscard]] std::vector<Rect> rects(const std::vector<Rect>& rects) const {
    std::vector<Rect> all;
    for (const Rect& each : rects)
      all.push_back(
          {y(each.row), x(each.column), each.rows / extent.rows * height, each.columns / extent.columns * width});
    return all;
  }
};

// Parts with a common boundary of any length.
Neighbours neighbours_in(const Decomposition& decomposition) {
  constexpr double rounding = 1e-13;
  Neighbours neighbours(decomposition.parts.size());
  for (const CommonBoundary& boundary :
       pair_boundaries(decomposition, rounding * decomposition.extent.half_perimeter())) {
    neighbours[boundary.one].insert(boundary.other);
    neighbours[boundary.other].insert(boundary.one);
  }
  return neighbours;
}

// Neighbouring groups have different colours; the parts of a group have shades of one. Drawings may lack groups.
std::vector<std::vector<std::size_t>> colours_of_groups(const std::vector<LabelledDecomposition>& decompositions,
                                                        const std::vector<Neighbours>& neighbours) {
  std::map<std::string, std::size_t> numbers;
  for (const LabelledDecomposition& each : decompositions)
    for (const std::string& group : each.groups) numbers.try_emplace(group, numbers.size());
  const auto group_of = [&](std::size_t drawing, std::size_t part) {
    return numbers.at(decompositions[drawing].groups[part]);
  };
  std::vector<Neighbours> between(neighbours.size(), Neighbours(numbers.size()));
  for (std::size_t i = 0; i < neighbours.size(); ++i)
    for (std::size_t part = 0; part < neighbours[i].size(); ++part)
      for (const std::size_t other : neighbours[i][part])
        if (group_of(i, part) != group_of(i, other)) between[i][group_of(i, part)].insert(group_of(i, other));
  const std::vector<std::vector<std::size_t>> of_groups = colours_of(between);
  std::vector<std::vector<std::size_t>> colours(neighbours.size());
  for (std::size_t i = 0; i < neighbours.size(); ++i) {
    std::vector<std::size_t> counts(numbers.size(), 0);
    for (std::size_t part = 0; part < neighbours[i].size(); ++part) {
      const std::size_t colour = of_groups[i][group_of(i, part)];
      const std::size_t shade = counts[group_of(i, part)]++ % svg_shades;
      colours[i].push_back(colour < svg_palette_size ? colour + svg_palette_size * shade : colour);
    }
  }
  return colours;
}

// The share in a part's label, in percent: of the area if `shares` are empty.
double share_drawn(const Decomposition& decomposition, const std::vector<double>& shares, std::size_t processor) {
  return shares.empty() ? 100 * part_area(decomposition, processor) / decomposition.extent.area()
                        : shares.at(processor);
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
    Placed placed(decomposition.extent, space_);
    placed.left = margin + static_cast<double>(place_) * column_;
    placed.top = bottom_ + title_height;
    put("{}", svg_text(placed.left, placed.top - 8, title_font, unstroked, title_of(labelled)));
    const std::string frame = svg_rect(placed.left, placed.top, placed.width, placed.height);
    const std::vector<Rect> left_out = placed.rects(labelled.left_out);
    // What is left out is grey below the parts, too, which need not cover it.
    if (!left_out.empty()) put(R"({} fill="{}" stroke="none"/>)", frame, grey);
    for (std::size_t i = 0; i < decomposition.parts.size(); ++i)
      add_part(labelled, i, svg_colour(colours[i]), placed, left_out);
    // What is left out has an edge of its own, since it may hide pieces of the parts' edges.
    if (!left_out.empty()) {
      constexpr double between_whole_coordinates = 0.5;
      put(R"({0} fill="{1}" stroke="{1}" stroke-width="2"><title>left out</title></path>)",
          path_of(outline(labelled.left_out, between_whole_coordinates), placed), grey);
    }
    // Labels are drawn above what is left out.
    body_ += std::exchange(labels_, {});
    put(R"({} fill="none" stroke-width="2"/>)", frame);
    row_bottom_ = std::max(row_bottom_, placed.top + placed.height + margin / 2);
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
    std::string shape = svg_rect(greatest.column, greatest.row, greatest.columns, greatest.rows);
    std::string_view end = "</rect>";
    if (rectangles.size() > 1) {
      shape = path_of(part_outline(decomposition, processor), placed);
      end = "</path>";
    }
    const std::string name = processor < labelled.names.size() ? labelled.names[processor] : "";
    const std::string group = labelled.groups.empty() ? "" : ", group " + xml_escaped(labelled.groups[processor]);
    put(R"({} fill="{}"><title>processor {}{}{}: {}, area {:.6g}, perimeter {:.6g}</title>{})", shape, colour,
        processor, name.empty() ? "" : ", " + xml_escaped(name), group, share, area,
        part_perimeter(decomposition, processor), end);
    if (!labelled.groups.empty()) groups_.try_emplace("group " + labelled.groups[processor], colour);
    const Rect box = label_box(rectangles, left_out, two_lines, one_point).value_or(greatest);
    const bool is_named = !name.empty() && fits(box, characters_of(name).size(), font + 2);
    add_label(box, is_named ? name : fmt::format("{}", processor), share);
    if (!name.empty() && !is_named) key_.try_emplace(processor, fmt::format("{}: {}", processor, name), colour);
  }

  // The key explains groups, and numbers by names.
  void add_key() {
    if (groups_.empty() && key_.empty()) return;
    const double page = static_cast<double>(across_) * column_ - 2 * margin;
    double left = margin;
    double top = bottom_ + margin / 2;
    const auto add = [&](const std::string& text, const std::string& colour) {
      const double width = 40 + character_width * font * static_cast<double>(characters_of(text).size());
      if (left > margin && left + width > margin + page) {
        left = margin;
        top += 20;
      }
      put(R"({} fill="{}"/>)", svg_rect(left, top, 12, 12), colour);
      put("{}", svg_text(left + 18, top + 11, font - 1, unstroked, text));
      left += width;
    };
    for (const auto& [group, colour] : groups_) add(group, colour);
    for (const auto& [processor, explained] : key_) add(explained.first, explained.second);
    bottom_ = top + 20;
  }

  [[nodiscard]] std::string title_of(const LabelledDecomposition& labelled) const {
    return labelled.title + (Placed(labelled.decomposition.extent, space_).stretched ? " (not to scale)" : "");
  }

  static constexpr double character_width = 0.6;  // of the size of the font
  static constexpr double title_font = 14;
  static constexpr double font = 13;
  static constexpr Extent two_lines = {2 * font + 8, 60};
  static constexpr double one_point = 0.5;  // in page units
  static constexpr std::string_view grey = "#888888";
  static constexpr std::string_view unstroked = R"( stroke="none")";

  // Whether a text of this many characters fits a box, with this height.
  static bool fits(const Rect& box, std::size_t characters, double height) {
    return box.columns >= static_cast<double>(characters) * character_width * font + 4 && box.rows >= height;
  }

  // The beginning of a path element, to which its colour is added.
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

  // Labels on two lines or one, or with only the number, upright or along a tall part; none if unreadable.
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
    const std::string_view attributes =
        bold ? R"( text-anchor="middle" stroke="none" font-weight="bold")" : R"( text-anchor="middle" stroke="none")";
    // Most of a digit is above its baseline.
    const double baseline = box.row + box.rows / 2 + below_centre + 0.35 * size;
    labels_ += svg_text(box.column + box.columns / 2, baseline, size, attributes, text) + "\n";
  }

  std::string body_;
  std::string labels_;                                              // of the current drawing
  std::map<std::string, std::string> groups_;                       // "group left" with the colour of its first part
  std::map<std::size_t, std::pair<std::string, std::string>> key_;  // "7: node07", too long for its part; the colour
  std::size_t across_;
  Space space_;
  double column_ = 0;      // column width: the wider of a drawing and the longest title
  std::size_t place_ = 0;  // index in the row
  double bottom_ = margin / 2;
  double row_bottom_ = bottom_;
};

// --- As text

constexpr std::size_t most_rectangles = 1000;
constexpr double wanted_width = 60;
constexpr std::size_t least_width = 12;
constexpr double greatest_height = 30;
constexpr double character_height = 2;  // in widths of a character
constexpr double one_line = 1e-9;       // relative to a side: closer lines are drawn as one

/// The lines across one direction, and the character position of each.
class DrawnLines {
 public:
  explicit DrawnLines(Lines lines) : lines_(std::move(lines)), places_(lines_.size()), needed_(lines_.size()) {}

  /// A part from `begin` to `end` needs at least `characters` between its borders.
  void require(double begin, double end, std::size_t characters) {
    needed_[lines_.number(end)].push_back({lines_.number(begin), characters});
  }

  /// Places every line by scale, or further on if parts would be too thin.
  void place(double scale) {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      std::size_t least = i == 0 ? 0 : places_[i - 1];
      for (const Need& need : needed_[i]) least = std::max(least, places_[need.from] + need.characters);
      places_[i] = std::max(least, static_cast<std::size_t>(std::floor(lines_.at(i) * scale + 0.5)));
    }
  }

  [[nodiscard]] std::size_t at(double coordinate) const { return places_[lines_.number(coordinate)]; }
  /// The position of a coordinate between lines, in proportion.
  [[nodiscard]] double between(double coordinate) const {
    const std::size_t i = lines_.number(coordinate);
    const auto place = static_cast<double>(places_[i]);
    if (i + 1 == lines_.size()) return place;
    return place + (coordinate - lines_.at(i)) / (lines_.at(i + 1) - lines_.at(i)) *
                       (static_cast<double>(places_[i + 1]) - place);
  }
  [[nodiscard]] bool tells_apart(double begin, double end) const { return lines_.number(begin) < lines_.number(end); }
  [[nodiscard]] std::size_t last() const { return places_.back(); }

 private:
  struct Need {
    std::size_t from = 0;
    std::size_t characters = 0;
  };

  Lines lines_;
  std::vector<std::size_t> places_;
  std::vector<std::vector<Need>> needed_;
};

/// A page of characters. Their corners are in squares, which have owners; between different owners there are borders.
class Page {
 public:
  Page(std::size_t width, std::size_t height)
      : width_(width), height_(height), text_(width * height, " "), owners_((width + 1) * (height + 1), no_one) {}

  /// Gives the squares between these characters to an owner.
  void fill(const Rect& rect, std::size_t owner) {
    for (auto y = static_cast<std::size_t>(rect.row) + 1; static_cast<double>(y) <= rect.row_end(); ++y)
      for (auto x = static_cast<std::size_t>(rect.column) + 1; static_cast<double>(x) <= rect.column_end(); ++x)
        owners_[square(x, y)] = owner;
  }

  void write(std::size_t x, std::size_t y, const std::vector<std::string>& characters) {
    std::ranges::copy(characters, text_.begin() + static_cast<std::ptrdiff_t>(y * width_ + x));
  }

  [[nodiscard]] std::string text() const {
    static constexpr std::array<std::string_view, 16> boxes = {" ", "╵", "╷", "│", "╴", "┘", "┐", "┤",
                                                               "╶", "└", "┌", "├", "─", "┴", "┬", "┼"};
    std::string result;
    for (std::size_t y = 0; y < height_; ++y) {
      for (std::size_t x = 0; x < width_; ++x) {
        const std::size_t strokes = border(x, y, x + 1, y) + 2 * border(x, y + 1, x + 1, y + 1) +
                                    4 * border(x, y, x, y + 1) + 8 * border(x + 1, y, x + 1, y + 1);
        result += strokes == 0 ? std::string_view(text_[y * width_ + x]) : boxes.at(strokes);
      }
      result += '\n';
    }
    return result;
  }

 private:
  static constexpr std::size_t no_one = std::numeric_limits<std::size_t>::max();

  // The square above and to the left of a character.
  [[nodiscard]] std::size_t square(std::size_t x, std::size_t y) const { return y * (width_ + 1) + x; }
  // Whether there is a border between two squares: 1 or 0.
  [[nodiscard]] std::size_t border(std::size_t x, std::size_t y, std::size_t other_x, std::size_t other_y) const {
    return owners_[square(x, y)] != owners_[square(other_x, other_y)] ? 1 : 0;
  }

  std::size_t width_;
  std::size_t height_;
  std::vector<std::string> text_;
  std::vector<std::size_t> owners_;
};

std::size_t whole(double coordinate) { return static_cast<std::size_t>(coordinate); }

void write_label(Page& page, const Rect& box, const std::string& processor, const std::string& share) {
  const std::size_t width = whole(box.columns) - 1;
  const auto centred = [&](double row, const std::string& text) {
    const std::vector<std::string> characters = characters_of(text);
    page.write(whole(box.column) + 1 + (width - characters.size()) / 2, whole(row), characters);
  };
  const double middle = (box.row + box.row_end()) / 2;
  if (share.size() <= width && box.rows >= 3) {
    centred(middle - 0.5, processor);
    centred(middle + 0.5, share);
  } else if (characters_of(processor).size() + 2 + share.size() <= width) {
    centred(middle, processor + ": " + share);
  } else {
    centred(middle, processor);
  }
}

/// The decomposition on a page of the right size: lines first, then the parts.
class TextDrawing {
 public:
  // Uses a tolerance per side: by coincidence_tolerance() the shorter side of a thin array would vanish.
  explicit TextDrawing(const LabelledDecomposition& drawn)
      : drawn_(drawn),
        decomposition_(drawn.decomposition),
        rows_(Lines(all_rectangles(), &Rect::row, &Rect::row_end, one_line * decomposition_.extent.rows)),
        columns_(Lines(all_rectangles(), &Rect::column, &Rect::column_end, one_line * decomposition_.extent.columns)) {
    for (std::size_t i = 0; i < decomposition_.parts.size(); ++i) require_room(i);
    // Gives a tall array room for shares.
    const Extent& extent = decomposition_.extent;
    columns_.require(0, extent.columns, least_width);
    const double scale = std::min(wanted_width / extent.columns, greatest_height * character_height / extent.rows);
    columns_.place(scale);
    rows_.place(scale / character_height);
  }

  [[nodiscard]] std::string text() const {
    Page page(columns_.last() + 1, rows_.last() + 1);
    const std::vector<Rect> left_out = draw_left_out(page);
    std::vector<std::size_t> unnamed;
    for (std::size_t i = 0; i < decomposition_.parts.size(); ++i)
      if (!draw_part(page, i, left_out)) unnamed.push_back(i);
    return page.text() + key_of(unnamed) + groups_text();
  }

 private:
  // The rectangles of all parts, and the whole array, which parts need not cover.
  [[nodiscard]] std::vector<Rect> all_rectangles() const {
    std::vector<Rect> all = decomposition_.parts;
    for (const FurtherRect& further : decomposition_.further) all.push_back(further.rect);
    all.push_back({0, 0, decomposition_.extent.rows, decomposition_.extent.columns});
    return all;
  }

  // The rectangles of a part that are drawn, the greatest first, which holds the label.
  [[nodiscard]] std::vector<Rect> drawn_rectangles(std::size_t processor) const {
    std::vector<Rect> rectangles = rectangles_of(decomposition_, processor);
    std::erase_if(rectangles, [this](const Rect& rect) {
      return !rows_.tells_apart(rect.row, rect.row_end()) || !columns_.tells_apart(rect.column, rect.column_end());
    });
    if (!rectangles.empty()) std::iter_swap(rectangles.begin(), std::ranges::max_element(rectangles, {}, &Rect::area));
    return rectangles;
  }

  // A line for each group: "group left: 0 1 2".
  [[nodiscard]] std::string groups_text() const {
    std::map<std::string, std::string> processors;
    for (std::size_t i = 0; i < drawn_.groups.size(); ++i) processors[drawn_.groups[i]] += fmt::format(" {}", i);
    std::string text;
    for (const auto& [group, numbers] : processors) text += fmt::format("group {}:{}\n", group, numbers);
    return text;
  }

  void require_room(std::size_t processor) {
    std::size_t characters = std::to_string(processor).size();
    for (const Rect& rect : drawn_rectangles(processor)) {
      rows_.require(rect.row, rect.row_end(), 2);
      columns_.require(rect.column, rect.column_end(), characters + 1);
      characters = 1;
    }
  }

  // Shades the places that are left out. Returns a rectangle for each row of them, extended by half a character.
  std::vector<Rect> draw_left_out(Page& page) const {
    std::vector<Rect> shaded;
    for (const Rect& rect : drawn_.left_out) {
      const double column = std::ceil(columns_.between(rect.column));
      const double columns = std::ceil(columns_.between(rect.column_end())) - column;
      if (!(columns > 0)) continue;
      for (double row = std::ceil(rows_.between(rect.row)); row < rows_.between(rect.row_end()); ++row) {
        page.write(whole(column), whole(row), std::vector<std::string>(whole(columns), "░"));
        shaded.push_back({row - 0.5, column - 0.5, 1, columns});
      }
    }
    return shaded;
  }

  // Draws a part. False if its processor's name does not fit.
  bool draw_part(Page& page, std::size_t processor, const std::vector<Rect>& left_out) const {
    const std::vector<Rect> rectangles = drawn_rectangles(processor);
    if (rectangles.empty()) return true;
    std::vector<Rect> placed;
    for (const Rect& rect : rectangles) {
      placed.push_back(in_characters(rect));
      page.fill(placed.back(), processor);
    }
    const std::string number = std::to_string(processor);
    const Rect box = label_place(placed, left_out, number.size());
    const bool has_name = processor < drawn_.names.size();
    const bool is_named = has_name && characters_of(drawn_.names[processor]).size() < whole(box.columns);
    write_label(page, box, is_named ? drawn_.names[processor] : number,
                fmt::format("{:.3g} %", share_drawn(decomposition_, drawn_.shares, processor)));
    return is_named || !has_name;
  }

  // The largest free place in the part, if a number of this many characters fits there; otherwise its first rectangle,
  // in which it fits.
  static Rect label_place(const std::vector<Rect>& placed, const std::vector<Rect>& left_out, std::size_t characters) {
    constexpr Extent two_lines = {3, 8};  // including the borders
    Rect box = label_box(placed, left_out, two_lines, 0.25).value_or(placed.front());
    const double row_end = std::ceil(box.row_end());
    const double column_end = std::ceil(box.column_end());
    box = {std::floor(box.row), std::floor(box.column), row_end - std::floor(box.row),
           column_end - std::floor(box.column)};
    return whole(box.columns) > characters && box.rows > 1 ? box : placed.front();
  }

  // "7: node07, 8: node08", in lines about as wide as a drawing.
  [[nodiscard]] std::string key_of(const std::vector<std::size_t>& processors) const {
    std::string text;
    std::string line;
    for (const std::size_t processor : processors) {
      const std::string entry = fmt::format("{}: {}", processor, drawn_.names[processor]);
      if (!line.empty() && static_cast<double>(line.size() + 2 + entry.size()) > 1.25 * wanted_width)
        text += std::exchange(line, {}) + ",\n";
      line += (line.empty() ? "" : ", ") + entry;
    }
    return line.empty() ? text : text + line + "\n";
  }

  [[nodiscard]] Rect in_characters(const Rect& rect) const {
    const auto row = static_cast<double>(rows_.at(rect.row));
    const auto column = static_cast<double>(columns_.at(rect.column));
    return {row, column, static_cast<double>(rows_.at(rect.row_end())) - row,
            static_cast<double>(columns_.at(rect.column_end())) - column};
  }

  const LabelledDecomposition& drawn_;
  const Decomposition& decomposition_;
  DrawnLines rows_;
  DrawnLines columns_;
};

}  // namespace

Rect bounding_box(const std::vector<Rect>& rectangles) {
  Rect box = rectangles.front();
  for (const Rect& rect : rectangles) {
    const double row_end = std::max(box.row_end(), rect.row_end());
    const double column_end = std::max(box.column_end(), rect.column_end());
    box.row = std::min(box.row, rect.row);
    box.column = std::min(box.column, rect.column);
    box.rows = row_end - box.row;
    box.columns = column_end - box.column;
  }
  return box;
}

std::vector<OutlineLoop> outline(const std::vector<Rect>& rectangles, double tolerance) {
  const FilledCells cells(rectangles, {}, tolerance);
  Sides sides = sides_of(cells);
  std::vector<OutlineLoop> loops;
  while (!sides.empty()) {
    loops.emplace_back();
    for (const Node& node : take_loop(sides))
      loops.back().push_back({cells.rows().at(node.first), cells.columns().at(node.second)});
  }
  return loops;
}

std::vector<OutlineLoop> part_outline(const Decomposition& decomposition, std::size_t processor) {
  // Coordinates of adjacent rectangles of a part differ by rounding only, and whole coordinates up to 1e12 by more.
  constexpr double rounding = 1e-13;
  return outline(rectangles_of(decomposition, processor), rounding * decomposition.extent.half_perimeter());
}

double length_of(const std::vector<OutlineLoop>& loops) {
  double length = 0;
  for (const OutlineLoop& loop : loops) {
    OutlineCorner last = loop.back();
    for (const OutlineCorner& corner : loop) {
      length += std::abs(corner.row - last.row) + std::abs(corner.column - last.column);
      last = corner;
    }
  }
  return length;
}

double part_perimeter(const Decomposition& decomposition, std::size_t processor) {
  const std::vector<Rect> rectangles = rectangles_of(decomposition, processor);
  if (rectangles.size() == 1) return 2 * (rectangles[0].rows + rectangles[0].columns);
  return length_of(part_outline(decomposition, processor));
}

std::optional<Rect> label_box(const std::vector<Rect>& rectangles, const std::vector<Rect>& left_out,
                              const Extent& label, double tolerance) {
  const Rect box = bounding_box(rectangles);
  std::vector<Rect> holes;
  std::ranges::copy_if(left_out, std::back_inserter(holes), [&box](const Rect& hole) { return overlap(box, hole); });
  if (holes.empty() && rectangles.size() == 1) return rectangles.front();
  return roomiest(FilledCells(rectangles, holes, tolerance), label);
}

std::vector<engine::DrawnPart> drawn_parts(const std::vector<LabelledDecomposition>& decompositions) {
  std::vector<engine::DrawnPart> all;
  for (const LabelledDecomposition& labelled : decompositions) {
    const Decomposition& decomposition = labelled.decomposition;
    for (std::size_t i = 0; i < decomposition.parts.size(); ++i) {
      const double area = part_area(decomposition, i);
      if (!(area > 0)) continue;
      // With as many digits as the tooltips of svg_drawing().
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

std::string svg_drawing(const std::vector<LabelledDecomposition>& decompositions, std::size_t across) {
  Svg svg(decompositions, std::clamp<std::size_t>(across, 1, std::max<std::size_t>(1, decompositions.size())));
  std::vector<Neighbours> neighbours;
  for (const LabelledDecomposition& labelled : decompositions)
    neighbours.push_back(neighbours_in(labelled.decomposition));
  const std::vector<std::vector<std::size_t>> colours = decompositions.empty() || decompositions.front().groups.empty()
                                                            ? shaded_colours_of(neighbours)
                                                            : colours_of_groups(decompositions, neighbours);
  for (std::size_t i = 0; i < decompositions.size(); ++i) svg.add(decompositions[i], colours[i]);
  svg.end_row();
  return svg.document();
}

std::string text_drawing(const LabelledDecomposition& drawn) {
  if (const std::size_t rectangles = drawn.decomposition.parts.size() + drawn.decomposition.further.size();
      rectangles > most_rectangles)
    throw InputError("a text drawing has room for {} rectangles, not {}; draw an SVG file", most_rectangles,
                     rectangles);
  return TextDrawing(drawn).text();
}

}  // namespace apportion::problems

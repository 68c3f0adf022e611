// Decompositions in box characters.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "experiments/problems/drawing/decompositions.hpp"
#include "experiments/problems/drawing/outline.hpp"
#include "experiments/problems/drawing/svg.hpp"

namespace apportion::problems {
namespace {

constexpr std::size_t most_rectangles = 1000;
constexpr double wanted_width = 60;
constexpr std::size_t least_width = 12;
constexpr double greatest_height = 30;
constexpr double character_height = 2;  // in widths of a character
constexpr double one_line = 1e-9;       // of a side: lines this close are drawn as one

/// The distinct lines across one direction, and at which character each is drawn.
class DrawnLines {
 public:
  DrawnLines(std::vector<double> coordinates, double tolerance) {
    std::ranges::sort(coordinates);
    double last = 0;
    for (const double coordinate : coordinates) {
      if (first_.empty() || coordinate - last > tolerance) first_.push_back(coordinate);
      last = coordinate;
    }
    places_.resize(first_.size());
    needed_.resize(first_.size());
  }

  /// A part from `begin` to `end` needs at least `characters` between its borders' places.
  void require(double begin, double end, std::size_t characters) {
    needed_[line(end)].push_back({line(begin), characters});
  }

  /// Puts every line where it belongs by scale, or further on where parts would be too thin.
  void place(double scale) {
    for (std::size_t i = 0; i < first_.size(); ++i) {
      std::size_t least = i == 0 ? 0 : places_[i - 1];
      for (const Need& need : needed_[i]) least = std::max(least, places_[need.from] + need.characters);
      places_[i] = std::max(least, static_cast<std::size_t>(std::floor(first_[i] * scale + 0.5)));
    }
  }

  [[nodiscard]] std::size_t at(double coordinate) const { return places_[line(coordinate)]; }
  /// The same of a coordinate between the lines, in proportion.
  [[nodiscard]] double between(double coordinate) const {
    const std::size_t i = line(coordinate);
    const auto place = static_cast<double>(places_[i]);
    if (i + 1 == first_.size()) return place;
    return place +
           (coordinate - first_[i]) / (first_[i + 1] - first_[i]) * (static_cast<double>(places_[i + 1]) - place);
  }
  [[nodiscard]] bool tells_apart(double begin, double end) const { return line(begin) < line(end); }
  [[nodiscard]] std::size_t last() const { return places_.back(); }

 private:
  struct Need {
    std::size_t from = 0;
    std::size_t characters = 0;
  };

  [[nodiscard]] std::size_t line(double coordinate) const {
    return static_cast<std::size_t>(std::upper_bound(first_.begin(), first_.end(), coordinate) - first_.begin() - 1);
  }

  std::vector<double> first_;  // the least coordinate of each line
  std::vector<std::size_t> places_;
  std::vector<std::vector<Need>> needed_;
};

/// A page of characters on which borders meet in the right box character.
class Page {
 public:
  Page(std::size_t width, std::size_t height)
      : width_(width), strokes_(width * height), text_(width * height, " "), height_(height) {}

  void horizontal(std::size_t y, std::size_t from, std::size_t to) {
    for (std::size_t x = from; x < to; ++x) {
      strokes_[y * width_ + x] |= right;
      strokes_[y * width_ + x + 1] |= left;
    }
  }

  void vertical(std::size_t x, std::size_t from, std::size_t to) {
    for (std::size_t y = from; y < to; ++y) {
      strokes_[y * width_ + x] |= down;
      strokes_[(y + 1) * width_ + x] |= up;
    }
  }

  void write(std::size_t x, std::size_t y, const std::vector<std::string>& characters) {
    std::ranges::copy(characters, text_.begin() + static_cast<std::ptrdiff_t>(y * width_ + x));
  }

  [[nodiscard]] std::string text() const {
    static constexpr std::array<std::string_view, 16> boxes = {" ", "╵", "╷", "│", "╴", "┘", "┐", "┤",
                                                               "╶", "└", "┌", "├", "─", "┴", "┬", "┼"};
    std::string result;
    for (std::size_t y = 0; y < height_; ++y) {
      for (std::size_t i = y * width_; i < (y + 1) * width_; ++i)
        result += strokes_[i] == 0 ? std::string_view(text_[i]) : boxes.at(strokes_[i]);
      result += '\n';
    }
    return result;
  }

 private:
  static constexpr std::uint8_t up = 1;
  static constexpr std::uint8_t down = 2;
  static constexpr std::uint8_t left = 4;
  static constexpr std::uint8_t right = 8;

  std::size_t width_;
  std::vector<std::uint8_t> strokes_;
  std::vector<std::string> text_;
  std::size_t height_;
};

struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Within a rectangle whose borders stand at the ends of the spans.
void write_label(Page& page, const Span& across, const Span& down, const std::string& processor,
                 const std::string& share) {
  const std::size_t width = across.end - across.begin - 1;
  const std::size_t middle = (down.begin + down.end) / 2;
  const auto centred = [&](std::size_t row, const std::string& text) {
    const std::vector<std::string> characters = characters_of(text);
    page.write(across.begin + 1 + (width - characters.size()) / 2, row, characters);
  };
  if (share.size() <= width && down.end - down.begin >= 3) {
    centred((down.begin + down.end - 1) / 2, processor);
    centred((down.begin + down.end - 1) / 2 + 1, share);
  } else if (characters_of(processor).size() + 2 + share.size() <= width) {
    centred(middle, processor + ": " + share);
  } else {
    centred(middle, processor);
  }
}

/// The decomposition on a page of the right size: lines first, then the parts.
class TextDrawing {
 public:
  // Of each side its own tolerance, unlike coincidence_tolerance(): the shorter side of a thin array would vanish.
  explicit TextDrawing(const LabelledDecomposition& drawn)
      : drawn_(drawn),
        decomposition_(drawn.decomposition),
        rows_(ends(decomposition_, decomposition_.extent.rows, &Rect::row, &Rect::row_end),
              one_line * decomposition_.extent.rows),
        columns_(ends(decomposition_, decomposition_.extent.columns, &Rect::column, &Rect::column_end),
                 one_line * decomposition_.extent.columns) {
    for (std::size_t i = 0; i < decomposition_.parts.size(); ++i) require_room(i);
    // So that a tall array has room for shares.
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
    return page.text() + key_of(unnamed);
  }

 private:
  // Of all rectangles, and of the array: parts need not cover it.
  static std::vector<double> ends(const Decomposition& decomposition, double side, double Rect::*begin,
                                  double (Rect::*end)() const) {
    std::vector<double> coordinates = {0, side};
    const auto add = [&](const Rect& rect) { coordinates.insert(coordinates.end(), {rect.*begin, (rect.*end)()}); };
    for (const Rect& part : decomposition.parts) add(part);
    for (const FurtherRect& further : decomposition.further) add(further.rect);
    return coordinates;
  }

  [[nodiscard]] bool is_drawn(const Rect& part) const {
    return rows_.tells_apart(part.row, part.row_end()) && columns_.tells_apart(part.column, part.column_end());
  }

  // The rectangles of a part that are drawn, the greatest first, in which the label stands.
  [[nodiscard]] std::vector<Rect> drawn_rectangles(std::size_t processor) const {
    std::vector<Rect> rectangles = rectangles_of(decomposition_, processor);
    std::erase_if(rectangles, [this](const Rect& rect) { return !is_drawn(rect); });
    if (!rectangles.empty()) std::iter_swap(rectangles.begin(), std::ranges::max_element(rectangles, {}, &Rect::area));
    return rectangles;
  }

  void require_room(std::size_t processor) {
    std::size_t characters = std::to_string(processor).size();
    for (const Rect& rect : drawn_rectangles(processor)) {
      rows_.require(rect.row, rect.row_end(), 2);
      columns_.require(rect.column, rect.column_end(), characters + 1);
      characters = 1;
    }
  }

  // Shades the characters whose places are left out. A rectangle for each row of them, half a character beyond them.
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

  // Whether the drawing says all that there is to say of the processor: its name, if it has one.
  bool draw_part(Page& page, std::size_t processor, const std::vector<Rect>& left_out) const {
    const std::vector<Rect> rectangles = drawn_rectangles(processor);
    if (rectangles.empty()) return true;
    // In characters, so that lines that are drawn as one are one.
    std::vector<Rect> placed;
    for (const Rect& rect : rectangles) placed.push_back(in_characters(rect));
    for (const OutlineLoop& loop : outline(placed, 0.5)) draw_loop(page, loop);
    const std::string number = std::to_string(processor);
    const auto [across, down] = label_place(placed, left_out, number.size());
    const bool has_name = processor < drawn_.names.size();
    const bool is_named = has_name && characters_of(drawn_.names[processor]).size() < across.end - across.begin;
    write_label(page, across, down, is_named ? drawn_.names[processor] : number,
                fmt::format("{:.3g} %", share_drawn(decomposition_, drawn_.shares, processor)));
    return is_named || !has_name;
  }

  struct Place {
    Span across;
    Span down;
  };

  // The roomiest place in the part, if a number of so many characters fits there; otherwise its first rectangle, in
  // which it does.
  static Place label_place(const std::vector<Rect>& placed, const std::vector<Rect>& left_out, std::size_t characters) {
    constexpr Extent two_lines = {3, 8};  // with the borders
    const auto place_of = [](const Rect& rect) {
      return Place{{whole(std::floor(rect.column)), whole(std::ceil(rect.column_end()))},
                   {whole(std::floor(rect.row)), whole(std::ceil(rect.row_end()))}};
    };
    const Place place = place_of(label_box(placed, left_out, two_lines, 0.25).value_or(placed.front()));
    const bool fits = place.across.end - place.across.begin > characters && place.down.end - place.down.begin > 1;
    return fits ? place : place_of(placed.front());
  }

  static std::size_t whole(double coordinate) { return static_cast<std::size_t>(coordinate); }

  // "7: node07, 8: node08", in lines that are about as wide as a drawing.
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

  static Span sorted(double a, double b) {
    return {static_cast<std::size_t>(std::min(a, b)), static_cast<std::size_t>(std::max(a, b))};
  }

  static void draw_loop(Page& page, const OutlineLoop& loop) {
    OutlineCorner last = loop.back();
    for (const OutlineCorner& corner : loop) {
      const auto [row, row_end] = sorted(last.row, corner.row);
      const auto [column, column_end] = sorted(last.column, corner.column);
      if (row == row_end)
        page.horizontal(row, column, column_end);
      else
        page.vertical(column, row, row_end);
      last = corner;
    }
  }

  const LabelledDecomposition& drawn_;
  const Decomposition& decomposition_;
  DrawnLines rows_;
  DrawnLines columns_;
};

}  // namespace

std::string text_drawing(const LabelledDecomposition& drawn) {
  if (const std::size_t rectangles = drawn.decomposition.parts.size() + drawn.decomposition.further.size();
      rectangles > most_rectangles)
    throw InputError(fmt::format("a text drawing has room for {} rectangles, not {}; draw an SVG file", most_rectangles,
                                 rectangles));
  return TextDrawing(drawn).text();
}

}  // namespace apportion::problems

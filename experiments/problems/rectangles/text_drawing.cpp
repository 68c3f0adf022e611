// Decompositions in box characters.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "base/error.hpp"
#include "experiments/problems/rectangles/drawing.hpp"

namespace apportion::problems {
namespace {

constexpr std::size_t most_parts = 1000;
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
      : width_(width), strokes_(width * height), text_(width * height, ' '), height_(height) {}

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

  void write(std::size_t x, std::size_t y, std::string_view text) {
    std::copy(text.begin(), text.end(), text_.begin() + static_cast<std::ptrdiff_t>(y * width_ + x));
  }

  [[nodiscard]] std::string text() const {
    static constexpr std::array<std::string_view, 16> boxes = {" ", "╵", "╷", "│", "╴", "┘", "┐", "┤",
                                                               "╶", "└", "┌", "├", "─", "┴", "┬", "┼"};
    std::string result;
    for (std::size_t y = 0; y < height_; ++y) {
      for (std::size_t i = y * width_; i < (y + 1) * width_; ++i)
        result += strokes_[i] == 0 ? std::string_view(&text_[i], 1) : boxes.at(strokes_[i]);
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
  std::string text_;
  std::size_t height_;
};

void draw_part(Page& page, std::size_t x, std::size_t y, std::size_t x_end, std::size_t y_end,
               const std::string& processor, const std::string& share) {
  page.horizontal(y, x, x_end);
  page.horizontal(y_end, x, x_end);
  page.vertical(x, y, y_end);
  page.vertical(x_end, y, y_end);
  const std::size_t width = x_end - x - 1;
  const std::size_t middle = (y + y_end) / 2;
  const auto centred = [&](std::size_t row, const std::string& text) {
    page.write(x + 1 + (width - text.size()) / 2, row, text);
  };
  if (share.size() <= width && y_end - y >= 3) {
    centred((y + y_end - 1) / 2, processor);
    centred((y + y_end - 1) / 2 + 1, share);
  } else if (processor.size() + 2 + share.size() <= width) {
    centred(middle, processor + ": " + share);
  } else {
    centred(middle, processor);
  }
}

}  // namespace

std::string text_drawing(const Decomposition& decomposition) {
  if (decomposition.parts.size() > most_parts)
    throw InputError(fmt::format("a text drawing has room for {} processors, not {}; draw an SVG file", most_parts,
                                 decomposition.parts.size()));
  const Extent& extent = decomposition.extent;
  std::vector<double> row_coordinates;
  std::vector<double> column_coordinates;
  for (const Rect& part : decomposition.parts) {
    row_coordinates.insert(row_coordinates.end(), {part.row, part.row_end()});
    column_coordinates.insert(column_coordinates.end(), {part.column, part.column_end()});
  }
  // Of each side its own, unlike coincidence_tolerance(): the shorter side of a thin array would vanish.
  DrawnLines rows(std::move(row_coordinates), one_line * extent.rows);
  DrawnLines columns(std::move(column_coordinates), one_line * extent.columns);
  const auto is_drawn = [&](const Rect& part) {
    return rows.tells_apart(part.row, part.row_end()) && columns.tells_apart(part.column, part.column_end());
  };
  for (std::size_t i = 0; i < decomposition.parts.size(); ++i) {
    const Rect& part = decomposition.parts[i];
    if (!is_drawn(part)) continue;
    rows.require(part.row, part.row_end(), 2);
    columns.require(part.column, part.column_end(), std::to_string(i).size() + 1);
  }
  // So that a tall array has room for shares.
  columns.require(0, extent.columns, least_width);
  const double scale = std::min(wanted_width / extent.columns, greatest_height * character_height / extent.rows);
  columns.place(scale);
  rows.place(scale / character_height);
  Page page(columns.last() + 1, rows.last() + 1);
  for (std::size_t i = 0; i < decomposition.parts.size(); ++i) {
    const Rect& part = decomposition.parts[i];
    if (is_drawn(part))
      draw_part(page, columns.at(part.column), rows.at(part.row), columns.at(part.column_end()),
                rows.at(part.row_end()), std::to_string(i), fmt::format("{:.3g} %", 100 * part.area() / extent.area()));
  }
  return page.text();
}

}  // namespace apportion::problems

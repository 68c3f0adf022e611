// Decompositions in box characters.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "experiments/problems/rectangles/drawing.hpp"
#include "experiments/problems/rectangles/outline.hpp"

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

// The characters of a UTF-8 text: a byte that begins with the bits 10 goes on with one that began before.
std::vector<std::string> characters_of(std::string_view text) {
  std::vector<std::string> characters;
  for (const char c : text) {
    const bool goes_on = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    if (goes_on && !characters.empty())
      characters.back() += c;
    else
      characters.emplace_back(1, c);
  }
  return characters;
}

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
  TextDrawing(const Decomposition& decomposition, const std::vector<double>& shares,
              const std::vector<std::string>& names)
      : decomposition_(decomposition),
        shares_(shares),
        names_(names),
        rows_(ends(decomposition, decomposition.extent.rows, &Rect::row, &Rect::row_end),
              one_line * decomposition.extent.rows),
        columns_(ends(decomposition, decomposition.extent.columns, &Rect::column, &Rect::column_end),
                 one_line * decomposition.extent.columns) {
    for (std::size_t i = 0; i < decomposition.parts.size(); ++i) require_room(i);
    // So that a tall array has room for shares.
    const Extent& extent = decomposition.extent;
    columns_.require(0, extent.columns, least_width);
    const double scale = std::min(wanted_width / extent.columns, greatest_height * character_height / extent.rows);
    columns_.place(scale);
    rows_.place(scale / character_height);
  }

  [[nodiscard]] std::string text() const {
    Page page(columns_.last() + 1, rows_.last() + 1);
    std::vector<std::size_t> unnamed;
    for (std::size_t i = 0; i < decomposition_.parts.size(); ++i)
      if (!draw_part(page, i)) unnamed.push_back(i);
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

  // Whether the drawing says all that there is to say of the processor: its name, if it has one.
  bool draw_part(Page& page, std::size_t processor) const {
    const std::vector<Rect> rectangles = drawn_rectangles(processor);
    if (rectangles.empty()) return true;
    // In characters, so that lines that are drawn as one are one.
    std::vector<Rect> placed;
    for (const Rect& rect : rectangles) placed.push_back(in_characters(rect));
    for (const OutlineLoop& loop : outline(placed, 0.5)) draw_loop(page, loop);
    const auto whole = [](double coordinate) { return static_cast<std::size_t>(coordinate); };
    const Rect& first = placed.front();
    const double share = share_drawn(decomposition_, shares_, processor);
    const Span across = {whole(first.column), whole(first.column_end())};
    const bool has_name = processor < names_.size();
    const bool is_named = has_name && characters_of(names_[processor]).size() < across.end - across.begin;
    write_label(page, across, {whole(first.row), whole(first.row_end())},
                is_named ? names_[processor] : std::to_string(processor), fmt::format("{:.3g} %", share));
    return is_named || !has_name;
  }

  // "7: node07, 8: node08", in lines that are about as wide as a drawing.
  [[nodiscard]] std::string key_of(const std::vector<std::size_t>& processors) const {
    std::string text;
    std::string line;
    for (const std::size_t processor : processors) {
      const std::string entry = fmt::format("{}: {}", processor, names_[processor]);
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

  const Decomposition& decomposition_;
  const std::vector<double>& shares_;
  const std::vector<std::string>& names_;
  DrawnLines rows_;
  DrawnLines columns_;
};

}  // namespace

std::string text_drawing(const Decomposition& decomposition, const std::vector<double>& shares,
                         const std::vector<std::string>& names) {
  if (const std::size_t rectangles = decomposition.parts.size() + decomposition.further.size();
      rectangles > most_rectangles)
    throw InputError(fmt::format("a text drawing has room for {} rectangles, not {}; draw an SVG file", most_rectangles,
                                 rectangles));
  return TextDrawing(decomposition, shares, names).text();
}

}  // namespace apportion::problems

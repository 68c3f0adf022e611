// Colours, lengths and names in drawings.
#include "experiments/problems/drawing/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "base/text.hpp"

namespace apportion::problems {
namespace {

struct Colour {
  int red = 0;
  int green = 0;
  int blue = 0;
};

// Paul Tol's "light" scheme: distinguishable for colour-blind readers, and pale enough for dark text.
constexpr std::array<Colour, svg_palette_size> palette = {{{0x77, 0xaa, 0xdd},
                                                           {0xee, 0x88, 0x66},
                                                           {0xee, 0xdd, 0x88},
                                                           {0xff, 0xaa, 0xbb},
                                                           {0x99, 0xdd, 0xff},
                                                           {0x44, 0xbb, 0x99},
                                                           {0xbb, 0xcc, 0x33},
                                                           {0xaa, 0xaa, 0x00},
                                                           {0xdd, 0xdd, 0xdd}}};

// A pale hue: from 0 to 1 around the circle of red, green and blue.
Colour pale_hue(double hue) {
  const auto part = [hue](double centre) {
    const double distance = std::abs(hue - centre);
    const double share = std::clamp(2 - 6 * std::min(distance, 1 - distance), 0.0, 1.0);
    return static_cast<int>(120 + 120 * share);
  };
  return {part(0), part(1.0 / 3), part(2.0 / 3)};
}

Colour colour_of(std::size_t number) {
  if (number < palette.size() * svg_shades) {
    const Colour& colour = palette.at(number % palette.size());
    const auto shaded = [shade = number / palette.size()](int part) {
      return shade == 0 ? part : shade == 1 ? part * 3 / 4 : (part + 0xff) / 2;
    };
    return {shaded(colour.red), shaded(colour.green), shaded(colour.blue)};
  }
  // Steps of the golden section stay away from earlier hues for long.
  constexpr double golden = 0.6180339887498949;
  const double turns = golden * static_cast<double>(number);
  return pale_hue(turns - std::floor(turns));
}

// All edges of the graphs on the vertices of the largest.
Neighbours united(const std::vector<Neighbours>& graphs) {
  Neighbours all;
  for (const Neighbours& graph : graphs) {
    all.resize(std::max(all.size(), graph.size()));
    for (std::size_t i = 0; i < graph.size(); ++i) all[i].insert(graph[i].begin(), graph[i].end());
  }
  return all;
}

// Repeatedly removes a vertex of least degree; returns them in reverse order.
std::vector<std::size_t> smallest_last(const Neighbours& graph) {
  std::set<std::pair<std::size_t, std::size_t>> left;  // degree and vertex
  std::vector<std::size_t> degree(graph.size());
  for (std::size_t i = 0; i < graph.size(); ++i) {
    degree[i] = graph[i].size();
    left.emplace(degree[i], i);
  }
  std::vector<bool> taken(graph.size(), false);
  std::vector<std::size_t> order;
  while (!left.empty()) {
    const std::size_t vertex = left.begin()->second;
    left.erase(left.begin());
    taken[vertex] = true;
    order.push_back(vertex);
    for (const std::size_t other : graph[vertex])
      if (!taken[other]) {
        left.erase({degree[other], other});
        left.emplace(--degree[other], other);
      }
  }
  std::ranges::reverse(order);
  return order;
}

// The coloured vertices of a graph, and the number of vertices with each of the palette's colours.
class Colours {
 public:
  explicit Colours(std::size_t vertices) : colours_(vertices) {}

  /// The same for only the first vertices.
  Colours(const Colours& all, std::size_t vertices) : Colours(vertices) {
    for (std::size_t vertex = 0; vertex < vertices; ++vertex)
      if (all.colours_[vertex]) set(vertex, *all.colours_[vertex]);
  }

  [[nodiscard]] bool has(std::size_t vertex) const { return colours_[vertex].has_value(); }
  [[nodiscard]] std::size_t at(std::size_t vertex) const { return colours_[vertex].value_or(0); }

  // Chooses a colour that no neighbour has, the least used one, the vertex's own first; if neighbours have all nine, a
  // further colour if `further`, otherwise no colour.
  void choose(std::size_t vertex, const std::set<std::size_t>& neighbours, bool further) {
    std::set<std::size_t> used;
    for (const std::size_t other : neighbours)
      if (colours_[other]) used.insert(*colours_[other]);
    std::optional<std::size_t> rarest;
    for (std::size_t i = 0; i < svg_palette_size; ++i) {
      const std::size_t colour = (vertex + i) % svg_palette_size;
      if (!used.contains(colour) && (!rarest || counts_.at(colour) < counts_.at(*rarest))) rarest = colour;
    }
    if (!rarest && further)
      for (rarest = svg_palette_size; used.contains(*rarest);) ++*rarest;
    if (rarest) set(vertex, *rarest);
  }

 private:
  void set(std::size_t vertex, std::size_t colour) {
    colours_[vertex] = colour;
    if (colour < svg_palette_size) ++counts_.at(colour);
  }

  std::vector<std::optional<std::size_t>> colours_;
  std::array<std::size_t, svg_palette_size> counts_ = {};
};

}  // namespace

std::string svg_colour(std::size_t number) {
  const Colour colour = colour_of(number);
  return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
}

std::string svg_length(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string svg_rect(double x, double y, double width, double height) {
  return fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}")", svg_length(x), svg_length(y), svg_length(width),
                     svg_length(height));
}

std::string svg_text(double x, double y, double size, std::string_view attributes, std::string_view text) {
  return fmt::format(R"(<text x="{}" y="{}" font-size="{}"{}>{}</text>)", svg_length(x), svg_length(y),
                     svg_length(size), attributes, xml_escaped(text));
}

double svg_step(double span, int most) {
  const double power = std::pow(10, std::floor(std::log10(span / most)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (span <= most * factor * power) return factor * power;
  return 10 * power;
}

std::string svg_document(double width, double height, std::string_view body) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n"
      "<g font-family=\"Helvetica, Arial, sans-serif\" fill=\"#111111\">\n{2}</g>\n</svg>\n",
      svg_length(width), svg_length(height), body);
}

std::vector<std::vector<std::size_t>> colours_of(const std::vector<Neighbours>& graphs) {
  const Neighbours all = united(graphs);
  Colours common(all.size());
  for (const std::size_t vertex : smallest_last(all)) common.choose(vertex, all[vertex], false);
  std::vector<std::vector<std::size_t>> result;
  for (const Neighbours& graph : graphs) {
    Colours colours(common, graph.size());
    for (const std::size_t vertex : smallest_last(graph))
      if (!colours.has(vertex)) colours.choose(vertex, graph[vertex], true);
    std::vector<std::size_t>& numbers = result.emplace_back();
    for (std::size_t vertex = 0; vertex < graph.size(); ++vertex) numbers.push_back(colours.at(vertex));
  }
  return result;
}

std::vector<std::vector<std::size_t>> shaded_colours_of(const std::vector<Neighbours>& graphs) {
  std::vector<std::vector<std::size_t>> result = colours_of(graphs);
  std::array<std::size_t, svg_palette_size> counts = {};
  std::vector<std::size_t> shades;  // of each vertex, by the first graph that contains it
  for (std::vector<std::size_t>& colours : result)
    for (std::size_t vertex = 0; vertex < colours.size(); ++vertex) {
      std::size_t& colour = colours[vertex];
      if (vertex == shades.size()) shades.push_back(colour < svg_palette_size ? counts.at(colour)++ % svg_shades : 0);
      colour += svg_palette_size * (colour < svg_palette_size ? shades[vertex] : svg_shades - 1);
    }
  return result;
}

// A byte that begins with the bits 10 continues a character.
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

// Shortens in the middle: names that begin alike often end differently.
std::string shortened(const std::string& name, std::size_t most) {
  const std::vector<std::string> characters = characters_of(name);
  if (characters.size() <= most) return name;
  const std::size_t end = (most - 1) / 2;
  std::string text;
  for (std::size_t i = 0; i < most - 1 - end; ++i) text += characters[i];
  text += "…";
  for (std::size_t i = characters.size() - end; i < characters.size(); ++i) text += characters[i];
  return text;
}

}  // namespace apportion::problems

// Owner maps as SVG and as text.
#include "experiments/problems/distributions/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/problems/svg.hpp"

namespace apportion::problems {
namespace {

constexpr Index most_drawn = 512;
constexpr double drawing_size = 640;
constexpr double greatest_cell = 40;
constexpr double margin = 16;
constexpr double title_height = 26;

void require_drawable(const CartesianDistribution& distribution) {
  if (distribution.dimensions() != 2)
    throw InputError(
        fmt::format("a distribution of {} dimensions cannot be drawn; it must have two", distribution.dimensions()));
  for (const Distribution& factor : distribution.factors())
    if (factor.length() > most_drawn)
      throw InputError(fmt::format("{} indices are too many to draw; {} are possible", factor.length(), most_drawn));
}

// Consecutive indices of one owner.
struct Run {
  Index first = 0;
  Index length = 0;
  Index owner = 0;
};

std::vector<Run> runs_of(const Distribution& distribution) {
  std::vector<Run> runs;
  for (Index i = 0; i < distribution.length(); ++i) {
    const Index owner = distribution.owner(i);
    if (!runs.empty() && runs.back().owner == owner)
      ++runs.back().length;
    else
      runs.push_back({i, 1, owner});
  }
  return runs;
}

// With up to nine processes each has its own; otherwise neighbours in either direction, or in both, have different
// ones.
std::string_view colour_of(const CartesianDistribution& distribution, Index s, Index t) {
  const Index number = distribution.processes() <= 9 ? distribution.process_number({s, t}) : (4 * s + t) % 9;
  return svg_colour(static_cast<std::size_t>(number));
}

}  // namespace

std::string svg_drawing(std::string_view title, const CartesianDistribution& distribution) {
  require_drawable(distribution);
  const Distribution& row_distribution = distribution.factors()[0];
  const Distribution& column_distribution = distribution.factors()[1];
  const auto longest = static_cast<double>(std::max(row_distribution.length(), column_distribution.length()));
  const double cell = std::min(greatest_cell, drawing_size / longest);
  const double top = margin + title_height;
  std::string body = fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"14\" stroke=\"none\">{}</text>\n",
                                 svg_length(margin), svg_length(top - 8), xml_escaped(title));
  const std::vector<Run> columns = runs_of(column_distribution);
  for (const Run& row : runs_of(row_distribution))
    for (const Run& column : columns) {
      const double x = margin + cell * static_cast<double>(column.first);
      const double y = top + cell * static_cast<double>(row.first);
      const double width = cell * static_cast<double>(column.length);
      const double height = cell * static_cast<double>(row.length);
      fmt::format_to(std::back_inserter(body),
                     "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"><title>process ({},{}): {} x {} "
                     "elements from ({},{})</title></rect>\n",
                     svg_length(x), svg_length(y), svg_length(width), svg_length(height),
                     colour_of(distribution, row.owner, column.owner), row.owner, column.owner, row.length,
                     column.length, row.first, column.first);
      const std::string label = fmt::format("{},{}", row.owner, column.owner);
      const double font = std::min({13.0, 0.8 * height, (width - 2) / (0.6 * static_cast<double>(label.size()))});
      // Most of a digit stands above the line that it is written on.
      if (font >= 5)
        fmt::format_to(std::back_inserter(body),
                       "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\" stroke=\"none\">{}</text>\n",
                       svg_length(x + width / 2), svg_length(y + height / 2 + 0.35 * font), svg_length(font), label);
    }
  const double width = cell * static_cast<double>(column_distribution.length()) + 2 * margin;
  const double height = cell * static_cast<double>(row_distribution.length()) + top + margin;
  // A title is not cut off by a small matrix.
  const double title_width = 2 * margin + 8 * static_cast<double>(title.size());
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n"
      "<g font-family=\"Helvetica, Arial, sans-serif\" fill=\"#111111\" stroke=\"#222222\" stroke-width=\"0.5\">\n"
      "{2}</g>\n</svg>\n",
      svg_length(std::max(width, title_width)), svg_length(height), body);
}

std::string text_drawing(const CartesianDistribution& distribution) {
  require_drawable(distribution);
  const std::size_t digits = fmt::format("{}", distribution.processes() - 1).size();
  std::string text;
  for (Index i = 0; i < distribution.factors()[0].length(); ++i) {
    for (Index j = 0; j < distribution.factors()[1].length(); ++j)
      fmt::format_to(std::back_inserter(text), "{}{:>{}}", j == 0 ? "" : " ",
                     distribution.process_number(distribution.owner({i, j})), digits);
    text += '\n';
  }
  return text;
}

}  // namespace apportion::problems

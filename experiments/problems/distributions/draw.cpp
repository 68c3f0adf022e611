// Owner maps as SVG and as text.

#include "experiments/problems/distributions/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/problems/drawing/svg.hpp"

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
      throw InputError(fmt::format("{} indices are too many to draw; the limit is {}", factor.length(), most_drawn));
}

// Consecutive indices with the same owner.
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

using OwnerColours = std::map<Index, std::size_t>;

// A colour for each owner of indices of one dimension; owners of neighbouring indices have different colours. There may
// be far more processes than owners.
OwnerColours colours_along(const Distribution& distribution) {
  const std::vector<Run> runs = runs_of(distribution);
  OwnerColours numbers;
  for (const Run& run : runs) numbers.emplace(run.owner, numbers.size());
  Neighbours neighbours(numbers.size());
  for (std::size_t i = 1; i < runs.size(); ++i) {
    const std::size_t one = numbers.at(runs[i - 1].owner);
    const std::size_t other = numbers.at(runs[i].owner);
    neighbours[one].push_back(other);
    neighbours[other].push_back(one);
  }
  const std::vector<std::size_t> colours = colours_of({neighbours}).front();
  for (auto& [owner, number] : numbers) number = colours[number];
  return numbers;
}

// The colour of process (s, t). Up to nine processes have a colour each. Otherwise the colours of both dimensions are
// combined modulo an odd number of colours, so that a step in either dimension changes the colour.
class Colours {
 public:
  explicit Colours(const CartesianDistribution& distribution) : distribution_(distribution) {
    if (distribution.processes() <= static_cast<Index>(svg_palette_size)) return;
    down_ = colours_along(distribution.factors()[0]);
    right_ = colours_along(distribution.factors()[1]);
    for (const OwnerColours* colours : {&down_, &right_})
      for (const auto& [owner, colour] : *colours) count_ = std::max(count_, colour + 1);
    count_ += 1 - count_ % 2;
  }

  [[nodiscard]] std::string of(Index s, Index t) const {
    if (down_.empty()) return svg_colour(static_cast<std::size_t>(distribution_.process_number({s, t})));
    return svg_colour((4 * down_.at(s) + right_.at(t)) % count_);
  }

 private:
  const CartesianDistribution& distribution_;
  OwnerColours down_;
  OwnerColours right_;
  std::size_t count_ = svg_palette_size;
};

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
  const Colours colours(distribution);
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
                     colours.of(row.owner, column.owner), row.owner, column.owner, row.length, column.length, row.first,
                     column.first);
      const std::string label = fmt::format("{},{}", row.owner, column.owner);
      const double font = std::min({13.0, 0.8 * height, (width - 2) / (0.6 * static_cast<double>(label.size()))});
      // Most of a digit is above its baseline.
      if (font >= 5)
        fmt::format_to(std::back_inserter(body),
                       "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\" stroke=\"none\">{}</text>\n",
                       svg_length(x + width / 2), svg_length(y + height / 2 + 0.35 * font), svg_length(font), label);
    }
  const double width = cell * static_cast<double>(column_distribution.length()) + 2 * margin;
  const double height = cell * static_cast<double>(row_distribution.length()) + top + margin;
  // Makes the drawing wide enough for its title.
  const double title_width = 2 * margin + 8 * static_cast<double>(title.size());
  return svg_document(std::max(width, title_width), height,
                      "<g stroke=\"#222222\" stroke-width=\"0.5\">\n" + body + "</g>\n");
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

std::string draw_distribution(const FieldValues& given, const std::string& format) {
  DistributionQuestion question = distribution_question(given);
  // The inner dimension is not drawn; every kind can distribute Q indices over Q layers.
  if (!question.o) question.o = question.Q.value_or(1);
  const DistributionAnswer answer = solve(question);
  const CartesianDistribution grid({answer.product.rows, answer.product.columns});
  const std::string title =
      fmt::format("{}: {} to {} elements per process", name_of(answer), grid.least(), grid.most());
  if (format == "svg") return svg_drawing(title, grid);
  return title + "\n" + text_drawing(grid);
}

}  // namespace apportion::problems

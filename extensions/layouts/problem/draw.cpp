// Layouts as SVG and in characters: the blocks that remain by their loads, and the removed ones crossed out.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/problems/drawing/svg.hpp"
#include "extensions/cells/problem/solve.hpp"
#include "extensions/layouts/problem/solve.hpp"

namespace apportion::problems {
namespace {

constexpr std::int64_t most_drawn_blocks = 20'000;
constexpr double longest_side = 720;
constexpr double page_margin = 16;
constexpr double title_space = 26;

// What lies where on the page.
struct Page {
  double scale = 1;

  [[nodiscard]] std::string x(double column) const { return svg_length(page_margin + scale * column); }
  [[nodiscard]] std::string y(double row) const { return svg_length(page_margin + title_space + scale * row); }
  [[nodiscard]] std::string box(const Rect& rect) const {
    return fmt::format(R"(x="{}" y="{}" width="{}" height="{}")", x(rect.column), y(rect.row),
                       svg_length(scale * rect.columns), svg_length(scale * rect.rows));
  }
  [[nodiscard]] std::string cross(const Rect& rect) const {
    return fmt::format("M{0} {2}L{1} {3}M{0} {3}L{1} {2}", x(rect.column), x(rect.column_end()), y(rect.row),
                       y(rect.row_end()));
  }
};

std::string svg_layout(const LayoutQuestion& question, const FoundLayout& found) {
  const CellLoads& loads = *question.loads;
  const BlockGrid grid = block_grid(loads, found.layout, question.rules);
  const BlockCount count(loads, question.rules, grid.rows, grid.columns);
  const Page page{longest_side / static_cast<double>(std::max(loads.rows(), loads.columns()))};
  const std::string title = title_of(question, found);
  std::string body = fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"14\">{}</text>\n<g fill=\"#bbbbbb\">\n",
                                 svg_length(page_margin), svg_length(page_margin + title_space - 8), title);
  for (const Rect& land : left_out_squares(loads)) body += fmt::format("<rect {}/>\n", page.box(land));
  body += "</g>\n<g stroke=\"#222222\" stroke-width=\"0.5\" fill=\"#3b7bbf\">\n";
  std::string crosses;
  const auto ny = static_cast<std::size_t>(found.layout.ny);
  for (std::size_t row = 0; row < ny; ++row)
    for (std::size_t i = 0; i + 1 < grid.columns.size(); ++i) {
      const Rect block = grid.block(i, row);
      const bool is_removed = count.is_removed(i, row);
      if (is_removed) crosses += page.cross(block);
      const double load = loads.load_of(block);
      fmt::format_to(std::back_inserter(body),
                     "<rect {} fill-opacity=\"{:.2f}\"><title>block {},{}: {} x {} cells, {}</title></rect>\n",
                     page.box(block), 0.7 * load / found.costs.largest_load, i + 1,
                     block_row(question.rules, row, ny) + 1, block.columns, block.rows,
                     is_removed ? "removed" : fmt::format("load {:.10g}", load));
    }
  body += fmt::format("<path d=\"{}\"/>\n</g>\n", crosses);
  const double width = 2 * page_margin + std::max(page.scale * static_cast<double>(loads.columns()),
                                                  8 * static_cast<double>(title.size()));
  return svg_document(width, 2 * page_margin + title_space + page.scale * static_cast<double>(loads.rows()), body);
}

// A character for each block: x where it is removed, otherwise its load in tenths of the largest, rounded down.
std::string text_layout(const LayoutQuestion& question, const FoundLayout& found) {
  const BlockGrid grid = block_grid(*question.loads, found.layout, question.rules);
  const BlockCount count(*question.loads, question.rules, grid.rows, grid.columns);
  std::string text = title_of(question, found) + "\n";
  for (std::size_t row = 0; row + 1 < grid.rows.size(); ++row) {
    for (std::size_t i = 0; i + 1 < grid.columns.size(); ++i) {
      const double share = question.loads->load_of(grid.block(i, row)) / found.costs.largest_load;
      text += count.is_removed(i, row) ? 'x' : static_cast<char>('0' + std::min(9, static_cast<int>(10 * share)));
    }
    text += '\n';
  }
  return text;
}

}  // namespace

std::string draw_layout(const FieldValues& given, const std::string& format) {
  const LayoutQuestion question = layout_question(given);
  const FoundLayout found = solve(question).best.front();
  const std::int64_t blocks = found.layout.nx * found.layout.ny;
  if (blocks > most_drawn_blocks)
    throw InputError(
        fmt::format("{} are too many to draw; the limit is {}", counted(blocks, "block"), most_drawn_blocks));
  return format == "svg" ? svg_layout(question, found) : text_layout(question, found);
}

}  // namespace apportion::problems

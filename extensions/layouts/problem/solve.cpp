// Layouts, ranked, and the best one in the forms that models read.
#include "extensions/layouts/problem/solve.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <iterator>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/problems/common/json.hpp"
#include "sim/cells/owners.hpp"

namespace apportion::problems {
namespace {

std::string spelled(const Layout& layout) { return fmt::format("{} x {}", layout.nx, layout.ny); }

void require_layout(const LayoutQuestion& question, const Layout& layout) {
  const CellLoads& loads = *question.loads;
  if (layout.nx < 1 || layout.ny < 1 || layout.nx > loads.columns() || layout.ny > loads.rows())
    throw InputError(fmt::format("layout is {},{}; the {} columns and {} rows have from 1,1 to {},{} blocks", layout.nx,
                                 layout.ny, loads.columns(), loads.rows(), loads.columns(), loads.rows()));
  if (!block_grid(loads, layout, question.rules).exists())
    throw InputError(
        fmt::format("layout is {},{}; cut by ceil, the last block of {} columns and {} rows would be empty", layout.nx,
                    layout.ny, loads.columns(), loads.rows()));
}

FoundLayout given_one(const LayoutQuestion& question, const Layout& layout) {
  require_layout(question, layout);
  const CellLoads& loads = *question.loads;
  FoundLayout found{layout, layout_costs(loads, block_grid(loads, layout, question.rules), question.rules)};
  std::string refusal = refusal_of(block_grid(loads, layout, question.rules), question.limits);
  if (refusal.empty()) refusal = refusal_of(found.costs.active, loads, question.limits);
  if (!refusal.empty()) throw InputError(fmt::format("layout is {},{}; {}", layout.nx, layout.ny, refusal));
  if (found.costs.active > question.processors.value_or(found.costs.active))
    throw InputError(fmt::format("layout {},{} keeps {}; there are {}", layout.nx, layout.ny,
                                 counted(found.costs.active, "block"), counted(*question.processors, "processor")));
  return found;
}

// 1 where all processors have equal loads.
double over_share(const LayoutQuestion& question, const LayoutCosts& costs) {
  const auto processors = static_cast<double>(question.processors.value_or(costs.active));
  return costs.largest_load / question.loads->total() * processors;
}

std::string rule_words(const LayoutRules& rules) {
  const char* cut = rules.cut == BlockRule::fms    ? "FMS cuts them"
                    : rules.cut == BlockRule::nemo ? "NEMO cuts them"
                                                   : "ceil(lines / blocks) says";
  std::string words = fmt::format("blocks as {}; removed where no load is in them", cut);
  if (rules.margin > 0) words += fmt::format(" or within {} of them", counted(rules.margin, "cell"));
  if (rules.periodic) words += ", across the first and the last column too";
  if (rules.north_fold) words += ", none at the north fold";
  return words;
}

std::string order_words(LayoutOrder order) {
  return order == LayoutOrder::blocks ? "the most active blocks, the least largest load, aspect, halo"
                                      : "the least largest load, the fewest active blocks, aspect, halo";
}

// What limits beside the aspect there are, in words.
std::string limit_words(const LayoutLimits& limits) {
  std::string words;
  if (limits.least_rows > 1 || limits.least_columns > 1)
    words += fmt::format(", no block less than {} x {} cells", limits.least_rows, limits.least_columns);
  if (limits.accepted_by != Receiver::any) words += ", that the receiving code accepts";
  return words;
}

std::string heading(const LayoutQuestion& question, const LayoutSearch& search) {
  const CellLoads& loads = *question.loads;
  std::string text = fmt::format("{} x {} cells, {} of them active, with a load of {:.10g}", loads.rows(),
                                 loads.columns(), loads.active_cells(), loads.total());
  if (question.processors) text += ", for " + counted(*question.processors, "processor");
  if (question.given) return fmt::format("{}\n{}", text, rule_words(question.rules));
  return fmt::format("{}: {} of an aspect of at most {}{}{}\nranked by {}\n{}", text,
                     counted(search.candidates, "layout"), question.limits.aspect, limit_words(question.limits),
                     search.is_complete ? "" : fmt::format("; ended after {} blocks", LayoutLimits{}.work),
                     order_words(question.order), rule_words(question.rules));
}

std::vector<std::int64_t> lengths_of(const std::vector<std::int64_t>& bounds) {
  std::vector<std::int64_t> lengths;
  for (std::size_t i = 1; i < bounds.size(); ++i) lengths.push_back(bounds[i] - bounds[i - 1]);
  return lengths;
}

// "5 x 4": the least columns and the least rows of a block.
std::string least_block(const LayoutQuestion& question, const Layout& layout) {
  const BlockGrid grid = block_grid(*question.loads, layout, question.rules);
  return fmt::format("{} x {}", std::ranges::min(lengths_of(grid.columns)), std::ranges::min(lengths_of(grid.rows)));
}

// Calls with the model's i and j, from 0 on, and the row of blocks.
template <class Call>
void for_each_block(const Layout& layout, const LayoutRules& rules, const Call& call) {
  const auto ny = static_cast<std::size_t>(layout.ny);
  for (std::size_t j = 0; j < ny; ++j)
    for (std::size_t i = 0; i < static_cast<std::size_t>(layout.nx); ++i) call(i, j, block_row(rules, j, ny));
}

// "4,1" of each block that is removed.
std::vector<std::string> removed_blocks(const LayoutQuestion& question, const Layout& layout) {
  const BlockGrid grid = block_grid(*question.loads, layout, question.rules);
  const BlockCount count(*question.loads, question.rules, grid.rows, grid.columns);
  std::vector<std::string> removed;
  for_each_block(layout, question.rules, [&](std::size_t i, std::size_t j, std::size_t row) {
    if (count.is_removed(i, row)) removed.push_back(fmt::format("{},{}", i + 1, j + 1));
  });
  return removed;
}

std::string json_line(const LayoutQuestion& question, const FoundLayout& found, std::size_t rank) {
  const LayoutCosts& costs = found.costs;
  const BlockGrid grid = block_grid(*question.loads, found.layout, question.rules);
  std::vector<std::int64_t> heights = lengths_of(grid.rows);
  if (question.rules.north_first) std::ranges::reverse(heights);
  std::string removed;
  for (const std::string& block : removed_blocks(question, found.layout))
    fmt::format_to(std::back_inserter(removed), "{}[{}]", removed.empty() ? "" : ",", block);
  return fmt::format(
      R"({{"schema":1,"rank":{},"nx":{},"ny":{},"active":{},"largest_load":{},"over_share":{},"aspect":{},"halo":{})"
      R"(,"widths":[{}],"heights":[{}],"removed":[{}]}})",
      rank, found.layout.nx, found.layout.ny, costs.active, plain(costs.largest_load), over_share(question, costs),
      costs.aspect, costs.halo, fmt::join(lengths_of(grid.columns), ","), fmt::join(heights, ","), removed);
}

FoundLayout best_of(const LayoutQuestion& question) { return solve(question).best.front(); }

struct MaskTable {
  Layout layout;
  std::vector<std::string> removed;  // "4,1"
  std::int64_t says = 0;             // how many
};

// Lines of two whole numbers; the first line has one. `#` begins a comment.
MaskTable parse_mask_table(std::string_view text) {
  std::vector<std::vector<std::int64_t>> lines;
  std::int64_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    ++number;
    line = line.substr(0, line.find('#'));
    if (is_blank(line)) continue;
    lines.emplace_back();
    for (std::size_t at = 0; at <= line.size();) {
      const std::size_t comma = std::min(line.find(',', at), line.size());
      const std::optional<std::int64_t> value = parse_whole(trimmed(line.substr(at, comma - at)));
      if (!value || *value < 0 || *value > most_layout_processors)
        throw InputError(
            fmt::format("line {} is no line of a mask table: the number of blocks, NX,NY, then I,J of each", number));
      lines.back().push_back(*value);
      at = comma + 1;
    }
    if (lines.back().size() != (lines.size() == 1 ? 1U : 2U))
      throw InputError(fmt::format("line {} has {}; a mask table has the number of blocks, NX,NY, then I,J of each",
                                   number, counted(static_cast<std::int64_t>(lines.back().size()), "number")));
  }
  if (lines.size() < 2) throw InputError("a mask table has the number of blocks that are removed, then NX,NY");
  MaskTable table{.layout = {lines[1][0], lines[1][1]}, .removed = {}};
  for (std::size_t i = 2; i < lines.size(); ++i) {
    if (lines[i][0] < 1 || lines[i][0] > table.layout.nx || lines[i][1] < 1 || lines[i][1] > table.layout.ny)
      throw InputError(
          fmt::format("block {},{} is none of {} x {}", lines[i][0], lines[i][1], table.layout.nx, table.layout.ny));
    table.removed.push_back(fmt::format("{},{}", lines[i][0], lines[i][1]));
  }
  std::ranges::sort(table.removed);
  if (std::ranges::adjacent_find(table.removed) != table.removed.end())
    throw InputError(fmt::format("block {} stands twice", *std::ranges::adjacent_find(table.removed)));
  table.says = lines[0][0];
  return table;
}

std::string pairs_json(const std::vector<std::string>& blocks) {
  std::string text;
  for (const std::string& block : blocks)
    fmt::format_to(std::back_inserter(text), "{}[{}]", text.empty() ? "" : ",", block);
  return "[" + text + "]";
}

std::vector<std::string> all_but(const std::vector<std::string>& blocks, std::vector<std::string> others) {
  std::ranges::sort(others);
  std::vector<std::string> rest;
  for (const std::string& block : blocks)
    if (!std::ranges::binary_search(others, block)) rest.push_back(block);
  return rest;
}

}  // namespace

std::size_t block_row(const LayoutRules& rules, std::size_t j, std::size_t ny) {
  return rules.north_first ? ny - 1 - j : j;
}

LayoutSearch solve(const LayoutQuestion& question) {
  if (question.given) return {1, {given_one(question, *question.given)}};
  LayoutLimits limits = question.limits;
  limits.processors = *question.processors;
  engine::LiveLine line(std::chrono::seconds{10});
  const auto text = [](const LayoutProgress& so_far) {
    return fmt::format("layouts: {} of {} numbers of blocks along the rows looked at, {} counted", so_far.done,
                       so_far.all, counted(so_far.candidates, "layout"));
  };
  LayoutProgress last;
  LayoutSearch search = best_layouts(*question.loads, question.rules, limits, question.order, question.best,
                                     [&](const LayoutProgress& so_far) {
                                       last = so_far;
                                       if (line.is_due()) line.print(text(so_far));
                                     });
  line.end(text(last));
  if (search.best.empty())
    throw InputError(
        fmt::format("no layout{} has at most {} of an aspect of at most {}{}; allow more",
                    search.is_complete ? "" : fmt::format(" among those of the first {} blocks", limits.work),
                    counted(limits.processors, "active block"), limits.aspect, limit_words(limits)));
  return search;
}

Comparison rank_layouts(const FieldValues& given) {
  const LayoutQuestion question = layout_question(given);
  const LayoutSearch search = solve(question);
  Comparison comparison;
  comparison.title = heading(question, search);
  comparison.columns = {"rank",          "nx",          "ny",    "active", "removed", "largest load",
                        "over share, %", "least block", "block", "aspect", "halo"};
  for (std::size_t i = 0; i < search.best.size(); ++i) {
    const auto& [layout, costs] = search.best[i];
    comparison.rows.push_back({static_cast<std::int64_t>(i + 1), layout.nx, layout.ny, costs.active,
                               layout.nx * layout.ny - costs.active, with_digits(costs.largest_load, 10),
                               with_decimals(100 * (over_share(question, costs) - 1), 2), least_block(question, layout),
                               fmt::format("{} x {}", costs.columns, costs.rows), with_digits(costs.aspect, 4),
                               costs.halo});
    comparison.lines.push_back(json_line(question, search.best[i], i + 1));
  }
  return comparison;
}

std::string best_layout_line(const FieldValues& given) {
  const LayoutQuestion question = layout_question(given);
  return json_line(question, best_of(question), 1);
}

std::string mask_table(const FieldValues& given) {
  const LayoutQuestion question = layout_question(given);
  const Layout layout = best_of(question).layout;
  const std::vector<std::string> removed = removed_blocks(question, layout);
  std::string table = fmt::format("{}\n{},{}", removed.size(), layout.nx, layout.ny);
  for (const std::string& block : removed) table += "\n" + block;
  return table;
}

Evaluation evaluate_mask_table(const FieldValues& given) {
  constexpr std::uintmax_t most_bytes = 100'000'000;
  const std::string file = given.text("mask-table");
  require_regular_file(file, most_bytes);
  const MaskTable table = parsed_input(file, parse_mask_table);
  LayoutQuestion question = layout_question(given);
  question.given = table.layout;
  const auto [layout, costs] = given_one(question, table.layout);
  LayoutQuestion without_margin = question;
  without_margin.rules.margin = 0;
  without_margin.rules.north_fold = false;
  const std::vector<std::string> wrong = all_but(table.removed, removed_blocks(without_margin, layout));
  const std::vector<std::string> could_go = all_but(removed_blocks(question, layout), table.removed);
  const std::int64_t ranks = layout.nx * layout.ny - static_cast<std::int64_t>(table.removed.size());
  question.given.reset();
  question.processors = std::max<std::int64_t>(ranks, 1);
  question.best = 1;
  std::string best = "null";
  try {
    best = json_line(question, best_of(question), 1);
  } catch (const InputError&) {  // no layout is within the limits
  }
  const BlockGrid grid = block_grid(*question.loads, layout, question.rules);
  return {
      fmt::format(
          R"({{"schema":1,"nx":{},"ny":{},"ranks":{},"says":{},"removed":{},"with_water":{},"could_go":{},"largest_load":{},)"
          R"("least_block":[{},{}],"greatest_block":[{},{}],"best":{}}})",
          layout.nx, layout.ny, ranks, table.says, table.removed.size(), pairs_json(wrong), pairs_json(could_go),
          plain(costs.largest_load), std::ranges::min(lengths_of(grid.columns)),
          std::ranges::min(lengths_of(grid.rows)), costs.columns, costs.rows, best),
      wrong.empty() && table.says == static_cast<std::int64_t>(table.removed.size())};
}

WholeDivision divide_into_blocks(const FieldValues& given) {
  const LayoutQuestion question = layout_question(given);
  const CellLoads& loads = *question.loads;
  const Layout layout = best_of(question).layout;
  const BlockGrid grid = block_grid(loads, layout, question.rules);
  const BlockCount count(loads, question.rules, grid.rows, grid.columns);
  WholeDivision division{fmt::format("layout {}", spelled(layout)),
                         {{static_cast<double>(loads.rows()), static_cast<double>(loads.columns())}, {}}};
  for_each_block(layout, question.rules, [&](std::size_t i, std::size_t /*j*/, std::size_t row) {
    if (!count.is_removed(i, row)) division.rectangles.parts.push_back(grid.block(i, row));
  });
  division.owned = active_division(loads, division.rectangles);
  return division;
}

std::string title_of(const LayoutQuestion& question, const FoundLayout& found) {
  const LayoutCosts& costs = found.costs;
  return fmt::format(
      "{} blocks of {} x {} cells: {} active, {} removed, largest load {:.10g}, {:.2f} % over an even share",
      spelled(found.layout), question.loads->columns(), question.loads->rows(), costs.active,
      found.layout.nx * found.layout.ny - costs.active, costs.largest_load, 100 * (over_share(question, costs) - 1));
}

}  // namespace apportion::problems

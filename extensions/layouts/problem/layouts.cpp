// The family of layouts: its problems, whose loads and masks are as in cells, the layouts ranked, the best one in the
// forms that models read, mask tables judged, and drawings.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "experiments/engine/messages.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/common/json.hpp"
#include "experiments/problems/common/ranking.hpp"
#include "experiments/problems/divisions/division_format.hpp"
#include "experiments/problems/drawing/svg.hpp"
#include "experiments/problems/problem_family.hpp"
#include "extensions/cells/problem/solve.hpp"
#include "extensions/cells/sim/cell_costs.hpp"
#include "extensions/layouts/algorithms/layout_search.hpp"

namespace apportion::problems {
namespace {

// --- Problems

constexpr std::int64_t most_layout_processors = 1'000'000;

struct LayoutQuestion {
  std::shared_ptr<const CellLoads> loads;
  LayoutRules rules;
  std::optional<std::int64_t> processors = std::nullopt;  // without them the layout is given
  std::optional<Layout> given = std::nullopt;
  LayoutLimits limits;  // of a layout that is not given, but for the processors
  LayoutOrder order = LayoutOrder::load;
  std::size_t best = 10;  // layouts that are listed
};

constexpr std::array rule_table = {Word{BlockRule::fms, "fms"}, Word{BlockRule::nemo, "nemo"},
                                   Word{BlockRule::ceil, "ceil"}};
constexpr std::array order_table = {Word{LayoutOrder::load, "load"}, Word{LayoutOrder::blocks, "blocks"}};
constexpr std::array receiver_table = {Word{Receiver::any, "any"}, Word{Receiver::mom6, "mom6"},
                                       Word{Receiver::wrf, "wrf"}, Word{Receiver::mitgcm, "mitgcm"}};

// "5,4", "5x4" or "[5,4]".
Json read_layout(const std::string& text) {
  if (trimmed(text).starts_with('[')) return parse_json(text);
  std::string list = text;
  std::ranges::replace(list, 'x', ',');
  return Json(listed_numbers("side", trimmed(list)));
}

std::optional<Layout> given_layout(const FieldValues& given) {
  if (!given.has("layout")) return std::nullopt;
  const std::vector<JsonReader> sides = given["layout"].items();
  if (sides.size() != 2)
    throw InputError("{} has {}; a layout is NX,NY: blocks along the columns, and along the rows",
                     given.spelled("layout"), counted(sides.size(), "number"));
  return Layout{sides[0].whole(), sides[1].whole()};
}

std::shared_ptr<const CellLoads> all_alike(std::int64_t rows, std::int64_t columns) {
  if (rows > most_single_cells / columns)
    throw InputError("{} x {} cells are too many for layouts; the limit is {}", rows, columns, most_single_cells);
  return std::make_shared<const CellLoads>(rows, columns,
                                           std::vector<double>(static_cast<std::size_t>(rows * columns), 1));
}

const std::vector<Field>& layout_fields() {
  static const std::vector<Field> all = {
      field_named(cell_fields(), "loads").noting(""),
      field_named(cell_fields(), "mask"),
      field_named(cell_fields(), "missing"),
      field_named(cell_fields(), "land"),
      field_named(cell_fields(), "rows"),
      field_named(cell_fields(), "columns"),
      whole_field("processors", "N", 1, static_cast<double>(most_layout_processors),
                  "most blocks that may remain; needed unless a layout is given"),
      field_of(FieldKind::wholes, "layout", "NX,NY", "this layout alone: blocks along the columns, and along the rows")
          .noting("NXxNY is the same")
          .read_by(read_layout),
      word_field(
          "cut", [] { return words_in(rule_table); },
          "how lines are cut into blocks: as by FMS (MOM6), NEMO, or all but the last ceil(lines / blocks)")
          .by_default("fms"),
      whole_field("margin", "CELLS", 0, 1000, "cells around a block that must be without load too for its removal")
          .by_default("1"),
      flag_field("periodic", "the last column is beside the first"),
      flag_field("north-first", "row 0 is the northernmost, so that j = 1 is at the last row"),
      flag_field("north-fold", "blocks at the northernmost row are not removed, as on a tripolar grid"),
      real_field("aspect", "LIMIT", 1, 1e9, "how many times longer than the other side a block may be").by_default("4"),
      width_field("cells that every block has at least along each side", 2),
      word_field(
          "accepts", [] { return words_in(receiver_table); },
          "the code that must take the layout: mom6 (whose own layout of as many ranks fits into half of the array), "
          "wrf (at least 10 x 10 cells) or mitgcm (equal blocks)")
          .by_default("any"),
      word_field(
          "order", [] { return words_in(order_table); },
          "what ranks first: the least largest load of a block, or the most active blocks")
          .by_default("load"),
      whole_field("best", "K", 1, 1000, "layouts that are listed").by_default("10"),
      seed_field()};
  return all;
}

const std::vector<Field>& layout_evaluation_fields() {
  static const std::vector<Field> all =
      joined({field_of(FieldKind::file, "mask-table", "FILE", "a mask table of FMS, as MOM6 reads it").must_be_given()},
             without(layout_fields(), {"processors", "layout", "best"}));
  return all;
}

// The question that these values describe. InputError where they do not describe one.
LayoutQuestion layout_question(const FieldValues& given) {
  CellProblem problem;
  set_cells(given_cells(given), problem);
  if (problem.in_space()) throw InputError("layouts are of arrays with rows and columns; this one has layers");
  if (!problem.maps.empty()) throw InputError("layouts take one map of loads; `solve cells` balances several");
  LayoutQuestion question;
  question.loads = problem.loads != nullptr ? problem.loads : all_alike(problem.rows, problem.columns);
  question.rules = {.cut = known_value(rule_table, given.text("cut"), "rule"),
                    .margin = given.whole("margin"),
                    .periodic = given.flag("periodic"),
                    .north_first = given.flag("north-first"),
                    .north_fold = given.flag("north-fold")};
  if (given.has("processors")) question.processors = given.whole("processors");
  // Blocks of one row or column are as long as they are; a limit for them must be asked for.
  const bool is_line = question.loads->rows() == 1 || question.loads->columns() == 1;
  question.limits.aspect =
      is_line && !given.has("aspect") ? static_cast<double>(most_single_cells) : given.real("aspect");
  const std::array<std::int64_t, 3> widths = least_widths(given, 2);
  question.limits.least_rows = widths[1];
  question.limits.least_columns = widths[2];
  question.limits.accepted_by = known_value(receiver_table, given.text("accepts"), "receiver");
  question.given = given_layout(given);
  if (!question.processors && !question.given && !given.has("mask-table"))
    throw InputError("{} is missing; give it, or {}", given.spelled("processors"), given.spelled("layout"));
  question.order = known_value(order_table, given.text("order"), "order");
  if (given.has("best")) question.best = static_cast<std::size_t>(given.whole("best"));
  return question;
}

// --- Answers

std::string spelled(const Layout& layout) { return fmt::format("{} x {}", layout.nx, layout.ny); }

// With as many ranks as a mask table leaves, or one for each active block.
FoundLayout given_one(const LayoutQuestion& question, const Layout& layout, std::optional<std::int64_t> ranks = {}) {
  const CellLoads& loads = *question.loads;
  if (layout.nx < 1 || layout.ny < 1 || layout.nx > loads.columns() || layout.ny > loads.rows())
    throw InputError("layout is {},{}; the {} columns and {} rows have from 1,1 to {},{} blocks", layout.nx, layout.ny,
                     loads.columns(), loads.rows(), loads.columns(), loads.rows());
  const BlockGrid grid = block_grid(loads, layout, question.rules);
  if (!grid.exists())
    throw InputError("layout is {},{}; cut by ceil, the last block of {} columns and {} rows would be empty", layout.nx,
                     layout.ny, loads.columns(), loads.rows());
  FoundLayout found{layout, layout_costs(loads, grid, question.rules)};
  std::string refusal = refusal_of(grid, question.limits);
  if (refusal.empty()) refusal = refusal_of(ranks.value_or(found.costs.active), loads, question.limits);
  if (!refusal.empty()) throw InputError("layout is {},{}; {}", layout.nx, layout.ny, refusal);
  if (found.costs.active > question.processors.value_or(found.costs.active))
    throw InputError("layout {},{} keeps {}; there are {}", layout.nx, layout.ny, counted(found.costs.active, "block"),
                     counted(*question.processors, "processor"));
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
                                                   : "ceil(lines / blocks) gives";
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

// The limits other than that of the aspect, in words; `receiver` where a receiving code is one.
std::string limit_words(const LayoutLimits& limits, const char* receiver) {
  std::string words;
  if (limits.least_rows > 1 || limits.least_columns > 1)
    words += fmt::format(", no block less than {} x {} cells", limits.least_rows, limits.least_columns);
  if (limits.accepted_by != Receiver::any) words += receiver;
  return words;
}

std::string heading(const LayoutQuestion& question, const LayoutSearch& search) {
  const CellLoads& loads = *question.loads;
  std::string text = fmt::format("{} x {} cells, {} of them active, with a load of {:.10g}", loads.rows(),
                                 loads.columns(), loads.active_cells(), loads.total());
  if (question.processors) text += ", for " + counted(*question.processors, "processor");
  if (question.given) return fmt::format("{}\n{}", text, rule_words(question.rules));
  return fmt::format("{}: {} of an aspect of at most {}{}{}\nranked by {}\n{}", text,
                     counted(search.candidates, "layout"), question.limits.aspect,
                     limit_words(question.limits, ", of which those are listed that the receiving code accepts"),
                     search.is_complete ? "" : fmt::format("; ended after {} blocks", LayoutLimits{}.work),
                     order_words(question.order), rule_words(question.rules));
}

struct Block {
  std::size_t i = 1;  // as the model counts, from 1 on
  std::size_t j = 1;
  Rect rect = {};
  bool is_removed = false;
};

// Calls with each block, row by row in the model's order or, `downwards`, from the array's first row on.
template <class Call>
void for_each_block(const LayoutQuestion& question, const Layout& layout, bool downwards, const Call& call) {
  const BlockGrid grid = block_grid(*question.loads, layout, question.rules);
  const BlockCount count(*question.loads, question.rules, grid);
  const auto ny = static_cast<std::size_t>(layout.ny);
  for (std::size_t k = 0; k < ny; ++k)
    for (std::size_t i = 0; i < static_cast<std::size_t>(layout.nx); ++i) {
      const std::size_t opposite = question.rules.north_first ? ny - 1 - k : k;
      const std::size_t row = downwards ? k : opposite;
      call(Block{i + 1, (downwards ? opposite : k) + 1, grid.block(i, row), count.is_removed(i, row)});
    }
}

// "4,1" of each block that is removed.
std::vector<std::string> removed_blocks(const LayoutQuestion& question, const Layout& layout) {
  std::vector<std::string> removed;
  for_each_block(question, layout, false, [&removed](const Block& block) {
    if (block.is_removed) removed.push_back(fmt::format("{},{}", block.i, block.j));
  });
  return removed;
}

std::string pairs_json(const std::vector<std::string>& blocks) {
  return json_list(blocks, [](const std::string& block) { return "[" + block + "]"; });
}

std::string json_line(const LayoutQuestion& question, const FoundLayout& found, std::size_t rank) {
  const LayoutCosts& costs = found.costs;
  const BlockGrid grid = block_grid(*question.loads, found.layout, question.rules);
  std::vector<std::int64_t> heights = lengths_of(grid.rows);
  if (question.rules.north_first) std::ranges::reverse(heights);
  return fmt::format(
      R"({{"schema":1,"rank":{},"nx":{},"ny":{},"active":{},"largest_load":{},"over_share":{},"aspect":{},"halo":{})"
      R"(,"widths":[{}],"heights":[{}],"removed":{}}})",
      rank, found.layout.nx, found.layout.ny, costs.active, plain(costs.largest_load), over_share(question, costs),
      costs.aspect, costs.halo, fmt::join(lengths_of(grid.columns), ","), fmt::join(heights, ","),
      pairs_json(removed_blocks(question, found.layout)));
}

// The best layouts, or the one that is given. InputError for one that the array does not have, or that has more active
// blocks than there are processors, and where no layout is within the limits.
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
    throw InputError("no layout{} has at most {} of an aspect of at most {}{}; allow more",
                     search.is_complete ? "" : fmt::format(" among those of the first {} blocks", limits.work),
                     counted(limits.processors, "active block"), limits.aspect,
                     limit_words(limits, ", that the receiving code accepts"));
  return search;
}

FoundLayout best_of(const LayoutQuestion& question) { return solve(question).best.front(); }

struct MaskTable {
  Layout layout;
  std::vector<std::string> removed;  // "4,1"
  std::int64_t says = 0;             // how many
};

// Lines of two whole numbers, between commas or blanks as Fortran reads them; the first line has one. `#` begins a
// comment, and FMS skips lines without numbers after the first two.
MaskTable parse_mask_table(std::string_view text) {
  constexpr std::string_view form = "the number of blocks, NX,NY, then I,J of each";
  std::vector<std::vector<std::int64_t>> lines;
  std::int64_t number = 0;
  for (const std::string& whole : split(without_byte_order_mark(text), '\n')) {
    ++number;
    const std::string line = whole.substr(0, whole.find('#'));
    if (is_blank(line) && lines.size() >= 2) continue;
    lines.emplace_back();
    for (const std::string& piece : split(line, ','))
      for (const std::string& word : is_blank(piece) ? std::vector{piece} : spaced_words(piece)) {
        const std::optional<std::int64_t> value = parse_whole(word);
        if (!value || *value < 0 || *value > most_layout_processors)
          throw InputError("line {} is no line of a mask table: {}", number, form);
        lines.back().push_back(*value);
      }
    if (lines.back().size() != (lines.size() == 1 ? 1U : 2U))
      throw InputError("line {} has {}; a mask table has {}", number, counted(lines.back().size(), "number"), form);
  }
  if (lines.size() < 2) throw InputError("a mask table has the number of blocks that are removed, then NX,NY");
  MaskTable table{.layout = {lines[1][0], lines[1][1]}, .removed = {}};
  for (std::size_t i = 2; i < lines.size(); ++i) {
    if (lines[i][0] < 1 || lines[i][0] > table.layout.nx || lines[i][1] < 1 || lines[i][1] > table.layout.ny)
      throw InputError("block {},{} is none of {} x {}", lines[i][0], lines[i][1], table.layout.nx, table.layout.ny);
    table.removed.push_back(fmt::format("{},{}", lines[i][0], lines[i][1]));
  }
  std::ranges::sort(table.removed);
  if (std::ranges::adjacent_find(table.removed) != table.removed.end())
    throw InputError("block {} is listed twice", *std::ranges::adjacent_find(table.removed));
  table.says = lines[0][0];
  return table;
}

std::vector<std::string> all_but(std::vector<std::string> blocks, const std::vector<std::string>& excluded) {
  const std::set<std::string> others(excluded.begin(), excluded.end());
  std::erase_if(blocks, [&others](const std::string& block) { return others.contains(block); });
  return blocks;
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
    comparison.rows.push_back(
        {static_cast<std::int64_t>(i + 1), layout.nx, layout.ny, costs.active, layout.nx * layout.ny - costs.active,
         with_digits(costs.largest_load, 10), with_decimals(100 * (over_share(question, costs) - 1), 2),
         fmt::format("{} x {}", costs.least_columns, costs.least_rows),
         fmt::format("{} x {}", costs.columns, costs.rows), with_digits(costs.aspect, 4), costs.halo});
    comparison.lines.push_back(json_line(question, search.best[i], i + 1));
  }
  return comparison;
}

std::string best_layout_line(const FieldValues& given) {
  const LayoutQuestion question = layout_question(given);
  return json_line(question, best_of(question), 1);
}

// The best layout as a mask table of FMS, which MOM6 reads: the number of blocks that are removed, "nx,ny", and "i,j"
// of each, from 1 on.
std::string mask_table(const FieldValues& given) {
  const LayoutQuestion question = layout_question(given);
  const Layout layout = best_of(question).layout;
  const std::vector<std::string> removed = removed_blocks(question, layout);
  std::string table = fmt::format("{}\n{},{}", removed.size(), layout.nx, layout.ny);
  for (const std::string& block : removed) table += "\n" + block;
  return table;
}

// A mask table with blocks that have water, or whose first line gives another number of blocks, is not allowed.
Evaluation evaluate_mask_table(const FieldValues& given) {
  constexpr std::uintmax_t most_bytes = 100'000'000;
  const std::string file = given.text("mask-table");
  require_regular_file(file, most_bytes);
  const MaskTable table = parsed_input(file, parse_mask_table);
  LayoutQuestion question = layout_question(given);
  question.given = table.layout;
  const std::int64_t ranks = table.layout.nx * table.layout.ny - static_cast<std::int64_t>(table.removed.size());
  const auto [layout, costs] = given_one(question, table.layout, ranks);
  LayoutQuestion without_margin = question;
  without_margin.rules.margin = 0;
  without_margin.rules.north_fold = false;
  const std::vector<std::string> wrong = all_but(table.removed, removed_blocks(without_margin, layout));
  const std::vector<std::string> could_go = all_but(removed_blocks(question, layout), table.removed);
  question.given.reset();
  question.processors = std::max<std::int64_t>(ranks, 1);
  question.best = 1;
  std::string best = "null";
  try {
    best = json_line(question, best_of(question), 1);
  } catch (const InputError&) {  // no layout is within the limits
  }
  return {
      fmt::format(
          R"({{"schema":1,"nx":{},"ny":{},"ranks":{},"says":{},"removed":{},"with_water":{},"could_go":{},"largest_load":{},)"
          R"("least_block":[{},{}],"greatest_block":[{},{}],"best":{}}})",
          layout.nx, layout.ny, ranks, table.says, table.removed.size(), pairs_json(wrong), pairs_json(could_go),
          plain(costs.largest_load), costs.least_columns, costs.least_rows, costs.columns, costs.rows, best),
      wrong.empty() && table.says == static_cast<std::int64_t>(table.removed.size())};
}

// The blocks of the best layout that are not removed, numbered as FMS and NEMO do: along the columns first.
WholeDivision divide_into_blocks(const FieldValues& given) {
  const LayoutQuestion question = layout_question(given);
  const CellLoads& loads = *question.loads;
  const Layout layout = best_of(question).layout;
  WholeDivision division{fmt::format("layout {}", spelled(layout)),
                         {{static_cast<double>(loads.rows()), static_cast<double>(loads.columns())}, {}}};
  for_each_block(question, layout, false, [&division](const Block& block) {
    if (!block.is_removed) division.rectangles.parts.push_back(block.rect);
  });
  division.owned = active_division(&loads, division.rectangles);
  return division;
}

// --- Drawings

std::string title_of(const LayoutQuestion& question, const FoundLayout& found) {
  const LayoutCosts& costs = found.costs;
  return fmt::format(
      "{} blocks of {} x {} cells: {} active, {} removed, largest load {:.10g}, {:.2f} % over an even share",
      spelled(found.layout), question.loads->columns(), question.loads->rows(), costs.active,
      found.layout.nx * found.layout.ny - costs.active, costs.largest_load, 100 * (over_share(question, costs) - 1));
}

constexpr std::int64_t most_drawn_blocks = 20'000;
constexpr double longest_side = 720;
constexpr double page_margin = 16;
constexpr double title_space = 26;

// The scale of the drawing, and places on the page.
struct Page {
  double scale = 1;

  [[nodiscard]] double x(double column) const { return page_margin + scale * column; }
  [[nodiscard]] double y(double row) const { return page_margin + title_space + scale * row; }
  // The beginning of an element.
  [[nodiscard]] std::string box(const Rect& rect) const {
    return svg_rect(x(rect.column), y(rect.row), scale * rect.columns, scale * rect.rows);
  }
  [[nodiscard]] std::string cross(const Rect& rect) const {
    return fmt::format("M{0} {2}L{1} {3}M{0} {3}L{1} {2}", svg_length(x(rect.column)), svg_length(x(rect.column_end())),
                       svg_length(y(rect.row)), svg_length(y(rect.row_end())));
  }
};

std::string svg_layout(const LayoutQuestion& question, const FoundLayout& found) {
  const CellLoads& loads = *question.loads;
  const Page page{longest_side / static_cast<double>(std::max(loads.rows(), loads.columns()))};
  const std::string title = title_of(question, found);
  std::string body = svg_text(page_margin, page_margin + title_space - 8, 14, "", title) + "\n<g fill=\"#bbbbbb\">\n";
  for (const Rect& land : left_out_squares(loads)) body += page.box(land) + "/>\n";
  body += "</g>\n<g stroke=\"#222222\" stroke-width=\"0.5\" fill=\"#3b7bbf\">\n";
  std::string crosses;
  for_each_block(question, found.layout, true, [&](const Block& block) {
    if (block.is_removed) crosses += page.cross(block.rect);
    const double load = loads.load_of(block.rect);
    body += page.box(block.rect) +
            fmt::format(" fill-opacity=\"{:.2f}\"><title>block {},{}: {} x {} cells, {}</title></rect>\n",
                        0.7 * load / found.costs.largest_load, block.i, block.j, block.rect.columns, block.rect.rows,
                        block.is_removed ? "removed" : fmt::format("load {:.10g}", load));
  });
  body += fmt::format("<path d=\"{}\"/>\n</g>\n", crosses);
  const double width = 2 * page_margin + std::max(page.scale * static_cast<double>(loads.columns()),
                                                  8 * static_cast<double>(title.size()));
  return svg_document(width, 2 * page_margin + title_space + page.scale * static_cast<double>(loads.rows()), body);
}

// A character for each block: x where it is removed, otherwise its load in tenths of the largest, rounded down.
std::string text_layout(const LayoutQuestion& question, const FoundLayout& found) {
  std::string text = title_of(question, found);
  for_each_block(question, found.layout, true, [&](const Block& block) {
    const double share = question.loads->load_of(block.rect) / found.costs.largest_load;
    if (block.i == 1) text += '\n';
    text += block.is_removed ? 'x' : static_cast<char>('0' + std::min(9, static_cast<int>(10 * share)));
  });
  return text + '\n';
}

std::string draw_layout(const FieldValues& given, const std::string& format) {
  const LayoutQuestion question = layout_question(given);
  const FoundLayout found = best_of(question);
  const std::int64_t blocks = found.layout.nx * found.layout.ny;
  if (blocks > most_drawn_blocks)
    throw InputError("{} are too many to draw; the limit is {}", counted(blocks, "block"), most_drawn_blocks);
  return format == "svg" ? svg_layout(question, found) : text_layout(question, found);
}

const FamilyRegistration layout_family{
    {.name = "layouts",
     .synonyms = {"layout"},
     .summary = "nx x ny equal blocks of an array, those without load removed: layouts of ocean models; not for sweeps",
     .fields = layout_fields,
     .solve = best_layout_line,
     .formats = {{.name = "fms", .summary = "the best layout as a mask table, which MOM6 reads", .solve = mask_table}},
     .evaluation = AnswerEvaluation{layout_evaluation_fields, evaluate_mask_table},
     .draw = draw_layout,
     .rank = rank_layouts,
     .divide = divide_into_blocks}};

}  // namespace
}  // namespace apportion::problems

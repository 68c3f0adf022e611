// The family of layouts: what a problem is given by, and what it declares. Loads and masks are as in cells.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <utility>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "base/words.hpp"
#include "experiments/problems/common/fields.hpp"
#include "experiments/problems/problem_family.hpp"
#include "extensions/cells/problem/solve.hpp"
#include "extensions/layouts/problem/solve.hpp"

namespace apportion::problems {
namespace {

constexpr std::array rule_table = {Word{BlockRule::fms, "fms"}, Word{BlockRule::nemo, "nemo"},
                                   Word{BlockRule::ceil, "ceil"}};
constexpr std::array order_table = {Word{LayoutOrder::load, "load"}, Word{LayoutOrder::blocks, "blocks"}};
std::vector<std::string> block_rules() { return words_in(rule_table); }
std::vector<std::string> layout_orders() { return words_in(order_table); }
constexpr std::array receiver_table = {Word{Receiver::any, "any"}, Word{Receiver::mom6, "mom6"},
                                       Word{Receiver::wrf, "wrf"}, Word{Receiver::mitgcm, "mitgcm"}};
std::vector<std::string> receivers() { return words_in(receiver_table); }

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
    throw InputError(fmt::format("{} has {}; a layout is NX,NY: blocks along the columns, and along the rows",
                                 given.spelled("layout"), counted(static_cast<std::int64_t>(sides.size()), "number")));
  return Layout{sides[0].whole(), sides[1].whole()};
}

// Without what is noted of several maps.
Field loads_field() {
  Field loads = field_named(cell_fields(), "loads");
  loads.note.clear();
  return loads;
}

std::shared_ptr<const CellLoads> all_alike(std::int64_t rows, std::int64_t columns) {
  if (rows > most_single_cells / columns)
    throw InputError(
        fmt::format("{} x {} cells are too many for layouts; the limit is {}", rows, columns, most_single_cells));
  return std::make_shared<const CellLoads>(rows, columns,
                                           std::vector<double>(static_cast<std::size_t>(rows * columns), 1));
}

}  // namespace

const std::vector<Field>& layout_fields() {
  static const std::vector<Field> all = {
      loads_field(),
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
      word_field("cut", block_rules,
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
          "accepts", receivers,
          "the code that must take the layout: mom6 (active blocks that are a x b within half of the array), wrf "
          "(at least 10 x 10 cells) or mitgcm (equal blocks)")
          .by_default("any"),
      word_field("order", layout_orders,
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
    throw InputError(
        fmt::format("{} is missing; give it, or {}", given.spelled("processors"), given.spelled("layout")));
  question.order = known_value(order_table, given.text("order"), "order");
  if (given.has("best")) question.best = static_cast<std::size_t>(given.whole("best"));
  return question;
}

}  // namespace apportion::problems

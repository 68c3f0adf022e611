// Exhibits: a table or figure as one SQL statement and a layout, as values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "results/judge.hpp"
#include "results/records.hpp"
#include "results/rows.hpp"

namespace apportion::results {

class Reader;

/// One of the values that a cell of an exhibit has, such as ours, printed and difference.
struct ValueColumn {
  std::string column;  ///< its name in the SQL result
  std::string title;
  int digits = -1;         ///< decimals; -1: unrounded
  std::string error = {};  ///< a column with half of the value's 95 % interval; "": none
};

/// How the long rows of a query become a paper's table. Without a `row` column the rows are printed unchanged. With one
/// they are pivoted: one block for each value of `page`, with one line for each value of `row` and one column for each
/// value of `column`; `pages_across` blocks are side by side. Orders are those of first appearance.
struct Layout {
  std::string page = {};
  std::string row = {};
  std::string column = {};
  std::optional<std::string> row_title = std::nullopt;     ///< nothing: the name of the column
  std::optional<std::string> column_title = std::nullopt;  ///< as row_title; "": no title
  int pages_across = 1;
  std::vector<ValueColumn> values = {};  ///< the first `shown_values` are shown by default
  std::size_t shown_values = 1;
  std::string mark = {};  ///< a column whose text is printed in brackets behind the first of a cell's values
  /// Without `row`: columns that tables leave out, but charts, CSV and JSON have.
  std::vector<std::string> hidden = {};
};

/// Box plots have quartiles, the last values within 1.5 times their distance, and all values beyond.
enum class ChartKind { curves, scatter, heat_map, box_plots };

/// A column whose values are placed along an axis. Texts, and every axis of a heat map, make equal steps in the order
/// of first appearance.
struct ChartAxis {
  std::string column = {};
  std::string title = {};
  bool logarithmic = false;
};

/// A straight line to read a chart against: horizontal at y, or y = x.
struct ReferenceLine {
  std::optional<double> y = std::nullopt;  ///< nothing: y = x
  std::string title = {};                  ///< in the key
};

/// The width of a picture: of a screen, of a column or a page in print, or of a slide (16:9).
enum class ChartWidth { screen, column, page, slide };

/// How the rows of a query become a picture. Rows without a value are left out.
struct Chart {
  std::string name = {};  ///< distinguishes the charts of one exhibit, such as curves
  ChartKind kind = ChartKind::curves;
  ChartAxis x = {};
  /// For a heat map the column whose values are placed downwards; otherwise the title and scale of `values`.
  ChartAxis y = {};
  /// Each value is a curve or a cloud of points; a heat map shows only the first.
  std::vector<ValueColumn> values = {};
  std::string error = {};  ///< half the length of an error bar, for the first of the values
  /// Columns with the lower and upper ends of error bars for the first of the values, if they are not symmetric. Points
  /// that lack one of the two have no bar.
  std::string error_low = {};
  std::string error_high = {};
  std::string error_title = "one standard error to either side";
  std::string series = {};      ///< one curve for each value of this column
  std::string panel = {};       ///< one picture for each value of this column, side by side
  std::string panel_down = {};  ///< a row of these pictures for each value of this column
  bool free_scales = false;     ///< each panel has its own y axis
  std::string label = {};       ///< a column whose text is drawn beside each point
  ValueColumn mark = {};        ///< a column with an x at which a vertical line is drawn, and its title
  /// For a heat map, the value without colour; lesser and greater ones have two different colours.
  std::optional<double> neutral = std::nullopt;
  int panels_across = 2;
  bool joined = true;  ///< points of curves are joined by lines
  std::vector<ReferenceLine> lines = {};
  ChartWidth width = ChartWidth::screen;
};

/// The rows of an exhibit that judge a paper's numbers or statements. The verdict of a row is NULL or a word of the
/// scale in judge.hpp.
struct Judgement {
  std::string what = {};  ///< what is judged, such as "printed percentages"
  Stance stance = Stance::asserted;
  std::string claim = {};    ///< the column that names each claim; "" where rows are only counted
  std::string setting = {};  ///< a column with the circumstances, such as a sampling model
  ValueColumn only = {};     ///< only rows with the text `title` in this column; "": all rows
  std::string verdict = "verdict";
  /// A column with "calibrated" if a constant was tuned to the judged number, "reconstructed" if a detail that the
  /// paper does not give was invented, or NULL.
  std::string standing = {};
  /// A second reading of the rows, under a hypothesis: "legacy", with the name `title`, has the columns legacy and
  /// legacy_verdict, and for intervals legacy_expected, legacy_least and legacy_greatest; "": there is none.
  ValueColumn hypothesis = {};
  /// A column with the chance of a good verdict if the model were true, from which the expected count is computed.
  std::string chance = {};
  /// Another exhibit that judges the same claims among all claims of the paper: if both are shown, a report counts only
  /// that one; "": none.
  std::string counted_by = {};
};

/// Rows that have no verdict if a run had too few samples.
struct Requirement {
  std::string what = {};     ///< what the rows are, such as "printed percentages"
  std::string verdict = {};  ///< the column that is NULL in a row that is not judged
  std::string subject = {};  ///< a column that is NULL in rows that can have no verdict; "": there are no such rows
  std::string needs = {};    ///< a sentence on what a verdict requires
};

/// A number that a drawing shows for a part, rounded as shown there.
struct PartMeasure {
  std::string name;  ///< with its unit: "share, %"
  double value = 0;
};

/// A part of one of the solutions that a drawing shows, such as the rectangle of processor 3.
struct DrawnPart {
  std::string title;  ///< of the solution, such as its algorithm
  std::string kind;   ///< what the parts are: "processor"
  std::size_t number = 0;
  std::vector<PartMeasure> measures;  ///< the same names, in the same order, for all parts of a drawing
};

/// The drawing of an exhibit: as an SVG document, in characters for a terminal, and as a list of the document's parts.
struct Drawing {
  std::string (*svg)() = nullptr;
  std::string (*text)() = nullptr;
  std::vector<DrawnPart> (*parts)() = nullptr;
};

/// Axes and other parameters with their values.
using Settings = std::map<std::string, std::string>;

/// A table or figure, and the study that feeds it.
struct Exhibit {
  std::string name = {};     ///< such as kaddoura/table7
  std::string study = {};    ///< the experiment with its results
  Settings parameters = {};  ///< parameters of the query besides :seed, with their default values
  std::string title = {};    ///< as a caption, in our own words
  std::string sql = {};      ///< may use :seed
  Layout layout = {};
  std::string note = {};  ///< printed below it
  std::vector<Chart> charts = {};
  std::vector<Judgement> judgements = {};
  std::vector<Requirement> requirements = {};
  /// Cells of a report's table are coloured by how far they are from this value.
  std::optional<double> heat = std::nullopt;
  /// The paper's claim about it, "" for none; nothing: the claim of its experiment.
  std::optional<std::string> claim = std::nullopt;
  bool overview = false;  ///< in a report its tables come before the others of its paper
  /// A column whose text in the first row is a sentence that the query computes, with its counts. A report opens with
  /// it, in the place of its folder of experiments; "": none.
  std::string headline = {};
  /// The name of one of the charts: the first exhibit with one gives a report its opening figure; "": none.
  std::string opening_chart = {};
  std::optional<Drawing> drawing = std::nullopt;
  /// The arguments of `apportion run` that make the results; "": the study's name.
  std::string made_by = {};
  /// Axes of which it shows all values that were run, in addition to those in `parameters`.
  std::vector<std::string> open_axes = {};
  /// For a user's file: the points of its studies, to which the exhibit is restricted.
  std::vector<StudyGrid> grids = {};
  /// Points that its study does not declare, such as those that a user ran besides, are not shown.
  bool declared_grid_only = false;
  /// The rows if they do not come from a query, as for a comparison.
  std::optional<Rows> rows = {};
  /// Makes the exhibits that replace it, as for an improvement, whose layout depends on the stored results; `fixed` has
  /// fixed values of axes. Empty: the exhibit itself is shown.
  std::function<std::vector<Exhibit>(const Settings& fixed, std::int64_t seed, const Reader& reader)> tables = {};
  /// For a user's exhibit: the studies whose views the query reads, and whether studies that were not run are left out,
  /// as in claims, instead of being required.
  std::set<std::string> reads = {};
  bool leaves_out_missing = false;
  /// Whether a parameter is an axis of the study; InputError for a value that the axis cannot have. Empty: the
  /// catalogue of experiments decides.
  std::function<bool(const std::string& name, const std::string& value)> is_axis = {};
};

/// Its name within its paper: table7.
[[nodiscard]] std::string short_name(const Exhibit& exhibit);

/// The columns that identify rows: those that are neither values nor needed to judge them.
[[nodiscard]] std::vector<std::string> naming_columns(const Exhibit& exhibit, const Rows& rows);

/// The text below the exhibit with these rows: a sentence on rows that lack samples for a verdict, if there are any,
/// and the note. InputError if the rows lack a column that a requirement names.
[[nodiscard]] std::string note_below(const Exhibit& exhibit, const Rows& rows);

}  // namespace apportion::results

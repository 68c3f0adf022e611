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

#include "results/records.hpp"
#include "results/rows.hpp"
#include "results/verdict.hpp"

namespace apportion::results {

class Reader;

/// One of the values that a cell of an exhibit has, such as ours, printed and difference.
struct ValueColumn {
  std::string column;  ///< of the SQL result
  std::string title;
  int digits = -1;         ///< decimals; -1: as it is
  std::string error = {};  ///< a column with half of the value's 95 % interval; "": none
};

/// How the long rows of a query become a paper's table. With no `row` column the rows are printed as they come. With
/// one, they are pivoted: one block per value of `page`, in it one line per value of `row` and one column per value of
/// `column`; `pages_across` blocks stand side by side. Orders are those of first appearance.
struct Layout {
  std::string page = {};
  std::string row = {};
  std::string column = {};
  std::optional<std::string> row_title = std::nullopt;     ///< left out: the name of the column
  std::optional<std::string> column_title = std::nullopt;  ///< as row_title; "": no title
  int pages_across = 1;
  std::vector<ValueColumn> values = {};  ///< the first `shown_values` are shown by default
  std::size_t shown_values = 1;
  std::string mark = {};  ///< a column whose text stands in brackets behind the first of a cell's values
  /// With no `row`: columns that tables leave out and charts and programs (CSV, JSON) use.
  std::vector<std::string> hidden = {};
};

/// Box plots have quartiles, the last values within 1.5 times their distance, and all values beyond.
enum class ChartKind { curves, scatter, heat_map, box_plots };

/// A column whose values stand along an axis. Texts, and every axis of a heat map, make equal steps in the order of
/// first appearance.
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

/// How wide a picture is: on a screen, in a column or over a page of print, or on a slide (16:9).
enum class ChartWidth { screen, column, page, slide };

/// How the rows of a query become a picture. Rows without a value are left out.
struct Chart {
  std::string name = {};  ///< tells the charts of one exhibit apart, such as curves
  ChartKind kind = ChartKind::curves;
  ChartAxis x = {};
  /// Of a heat map: the column whose values stand downwards. Otherwise title and scale of what `values` have.
  ChartAxis y = {};
  /// What is drawn: each its own curve or cloud of points; of a heat map only the first.
  std::vector<ValueColumn> values = {};
  std::string error = {};  ///< half the length of an error bar, for the first of the values
  /// Columns of where the error bars of the first of the values end, below and above, if they are not symmetric. Points
  /// that lack one of the two have none.
  std::string error_low = {};
  std::string error_high = {};
  std::string error_title = "one standard error to either side";
  std::string series = {};      ///< one curve per value of this column
  std::string panel = {};       ///< one picture per value of this column, side by side
  std::string panel_down = {};  ///< a row of these pictures per value of this column
  bool free_scales = false;     ///< each panel has a y axis of its own
  std::string label = {};       ///< stands beside each point
  ValueColumn mark = {};        ///< an x at which a line is drawn from top to bottom, and what it is called
  /// Of a heat map: the value that has no colour, less and more having two different ones.
  std::optional<double> neutral = std::nullopt;
  int panels_across = 2;
  bool joined = true;  ///< points of curves are joined by lines
  std::vector<ReferenceLine> lines = {};
  ChartWidth width = ChartWidth::screen;
};

/// Which rows of an exhibit judge what a paper prints or says. Rows whose verdict is NULL judge nothing; the others
/// have a word of the scale in verdict.hpp.
struct Judgement {
  std::string what = {};  ///< is judged, such as "printed percentages"
  Stance stance = Stance::asserted;
  std::string claim = {};    ///< the column that names each claim; "" where rows are only counted
  std::string setting = {};  ///< a column that says under which circumstances, such as a sampling model
  ValueColumn only = {};     ///< rows of this column with the text `title`; all where there is no column
  std::string verdict = "verdict";
  /// A column with "calibrated" where a constant was tuned to what is judged, "reconstructed" where something that the
  /// paper leaves open had to be invented, or NULL.
  std::string standing = {};
  /// A second reading of the rows, under a hypothesis: "legacy", called `title`, has the columns legacy and
  /// legacy_verdict, and where intervals judge legacy_expected, legacy_least and legacy_greatest; "": there is none.
  ValueColumn hypothesis = {};
  /// A column with how likely a good verdict would be if the model were true, for the count that is then to be
  /// expected.
  std::string chance = {};
  /// Another exhibit that judges the same among all claims of the paper: where both are shown, a report counts that one
  /// only; "": none.
  std::string counted_by = {};
};

/// Rows that say nothing where a run had too few samples.
struct Requirement {
  std::string what = {};     ///< the rows are, such as "printed percentages"
  std::string verdict = {};  ///< the column that is NULL in a row that is not judged
  std::string subject = {};  ///< a column that is NULL in a row that nothing could judge; "": there is no such row
  std::string needs = {};    ///< a sentence on what a verdict takes
};

/// A number that a drawing shows of a part, rounded as it is shown there.
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

/// How an exhibit that is also a picture is drawn: as an SVG document, in characters for a terminal,
/// and as a list of the document's parts.
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
  std::string study = {};    ///< the experiment whose results it shows
  Settings parameters = {};  ///< of the query besides :seed, with their default values
  std::string title = {};    ///< as a caption, in our own words
  std::string sql = {};      ///< may use :seed
  Layout layout = {};
  std::string note = {};  ///< printed below
  std::vector<Chart> charts = {};
  std::vector<Judgement> judgements = {};
  std::vector<Requirement> requirements = {};
  /// Cells of a report's table are coloured by how far they are from this value.
  std::optional<double> heat = std::nullopt;
  /// What the paper says of it, "" for nothing; left out: what it says of the experiment behind it.
  std::optional<std::string> claim = std::nullopt;
  bool overview = false;  ///< its tables stand before the others of its paper in a report
  /// A column whose text in the first row is one sentence that the query computes, with the counts that bear it out. A
  /// report opens with it, in the place of its folder of experiments; "": none.
  std::string headline = {};
  /// The name of one of the charts: the first exhibit with one gives a report its opening figure; "": none.
  std::string opening_chart = {};
  std::optional<Drawing> drawing = std::nullopt;
  /// What `apportion run` takes to make the results; "": the study's name.
  std::string made_by = {};
  /// Axes of which it shows all values that were run, besides those that `parameters` names.
  std::vector<std::string> open_axes = {};
  /// Of a user's file: the points of its studies, which are all that it shows.
  std::vector<StudyGrid> grids = {};
  /// Points that its study does not declare, such as those that a user ran besides, are not shown.
  bool declared_grid_only = false;
  /// The rows where no query gives them, as of a comparison.
  std::optional<Rows> rows = {};
  /// Makes the exhibits that stand in its place, as of an improvement, whose layout depends on what is stored; axes
  /// are fixed as the settings say. Empty: it is shown itself.
  std::function<std::vector<Exhibit>(const Settings& fixed, std::int64_t seed, const Reader& reader)> tables = {};
  /// Of a user's own: the studies of whose views the query reads, and whether those that were not run are left out of
  /// it, as claims do, instead of being waited for.
  std::set<std::string> reads = {};
  bool leaves_out_missing = false;
  /// Whether a parameter is an axis of the study; InputError for a value that the axis cannot have. Empty: the
  /// catalogue of experiments knows.
  std::function<bool(const std::string& name, const std::string& value)> is_axis = {};
};

/// What its paper calls it: table7.
[[nodiscard]] std::string short_name(const Exhibit& exhibit);

/// What a reader may tell rows apart by: the columns that are neither values nor what these are judged by.
[[nodiscard]] std::vector<std::string> naming_columns(const Exhibit& exhibit, const Rows& rows);

/// What stands below the exhibit with these rows: a sentence on what is not judged for lack of samples, if anything is
/// not, and the note. InputError if the rows lack a column that a requirement names.
[[nodiscard]] std::string note_below(const Exhibit& exhibit, const Rows& rows);

}  // namespace apportion::results

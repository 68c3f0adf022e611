// Printed numbers compared with those of a study: the statement that joins them and judges each by its rule.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

#include "base/error.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "experiments/engine/claims.hpp"
#include "experiments/sweeps/means.hpp"
#include "experiments/sweeps/paper_sources.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "experiments/sweeps/table_request.hpp"
#include "results/judge.hpp"

namespace apportion::sweeps {
namespace {

using engine::Axis;
using engine::AxisValue;
using results::PublishedNumber;

constexpr const char* rival_coordinate = "rival";

/// The comparison of one section.
class Comparer {
 public:
  Comparer(const Section& section, const PaperSources& sources)
      : sources_(sources),
        study_(sources.study_of(section)),
        stored_(study_.stored_names()),
        numbers_(section.read("compares", [&](const std::string& name) {
          const std::int64_t of = section.whole("of", 1, 1'000'000'000, 0);
          return sources.printed_in(name, of > 0 ? std::optional<double>(of) : std::nullopt);
        })) {
    for (const PublishedNumber& number : numbers_) {
      try {
        rows_.push_back(row_of(number));
      } catch (const InputError& error) {
        throw sources_.printed_error(number.line, error.what());
      }
      quantities_.insert(number.quantity);
    }
  }

  [[nodiscard]] std::string sql() const {
    const std::vector<std::string> measured =
        collected(quantities_, [&](const std::string& quantity) { return measured_of(quantity); });
    std::vector<std::string> matches{"measured.quantity = printed_number.quantity",
                                     "measured.algorithm = printed_number.algorithm",
                                     "measured.rival = printed_number.rival"};
    const std::vector<std::string> places = axis_columns(study_);
    for (const std::string& place : places) matches.push_back(fmt::format("measured.{0} = printed_number.{0}", place));
    return fmt::format(
        R"sql(WITH printed_number(position, algorithm, rival, quantity, {places}, printed, value, unit, rule, "of", source) AS (
  VALUES {rows}),
measured AS ({measured}),
compared AS (
  SELECT position, {shown}, ours, standard_error, deviation, samples, printed, value, unit, rule, "of", source,
         margin(rule, "of", coalesce(deviation, 0), samples) AS margin
  FROM printed_number LEFT JOIN measured ON {matches})
SELECT {names}, ours, standard_error, deviation, samples, ours - value AS difference, printed, source, rule, unit, "of",
       ours - margin AS least, ours + margin AS greatest,
       iif(samples < {needs}, 'not judged, needs {needs} samples',
           verdict(rule, value, unit, ours, ours - margin, ours + margin)) AS verdict,
       chance(rule, unit, ours, "of", coalesce(deviation, 0), samples) AS chance
FROM compared
ORDER BY position)sql",
        fmt::arg("places", fmt::join(places, ", ")), fmt::arg("rows", fmt::join(rows_, ",\n         ")),
        fmt::arg("measured", fmt::join(measured, "\n  UNION ALL\n  ")),
        fmt::arg("shown", shown_places("printed_number.")), fmt::arg("names", shown_places("")),
        fmt::arg("matches", fmt::join(matches, " AND ")), fmt::arg("needs", engine::fewest_samples(study_.samples)));
  }

  [[nodiscard]] const engine::Experiment& study() const { return study_; }

  // One decimal more than the printed number with the most.
  [[nodiscard]] int digits() const {
    int most = 0;
    for (const PublishedNumber& number : numbers_) most = std::max(most, results::decimals_of(number.printed));
    return std::min(most + 1, 17);
  }

 private:
  // The canonical name of one of the study's algorithms.
  [[nodiscard]] std::string solved(const std::string& kind, const std::string& name) const {
    const std::vector<std::string> names = canonical_names(study_);
    if (contains(names, name)) return name;
    try {
      if (std::string canonical = canonical_name(study_, name); contains(names, canonical)) return canonical;
    } catch (const InputError&) {
      // An unknown algorithm is reported with those of the study.
    }
    throw unknown_name(kind + " of " + study_.name, name, names);
  }

  // The rival for a paired metric: the named one, else the only one.
  [[nodiscard]] std::string rival_of(const PublishedNumber& number, const std::string& algorithm) const {
    const auto named = std::ranges::find(number.coordinates, rival_coordinate, &results::Coordinate::axis);
    if (!study_.is_paired(number.quantity)) {
      if (named == number.coordinates.end()) return {};
      throw InputError("{} is of one algorithm and has no rival", number.quantity);
    }
    if (named != number.coordinates.end()) return solved("rival", named->text);
    std::set<std::string> rivals;
    for (const engine::Column& column : study_.columns(study_.algorithms).all)
      if (column.record.name == algorithm && !column.record.rival.empty()) rivals.insert(column.record.rival);
    if (rivals.size() == 1) return *rivals.begin();
    throw InputError("{} compares with a rival; name one of {} by {}=NAME", number.quantity, fmt::join(rivals, ", "),
                     rival_coordinate);
  }

  // The number's coordinate, or else the study's only value.
  [[nodiscard]] AxisValue value_on(const Axis& axis, const PublishedNumber& number) const {
    const std::vector<std::string> values = collected(axis.values, &AxisValue::text);
    const std::string list = values.size() > 20 ? fmt::format("{} to {}", values.front(), values.back())
                                                : fmt::format("{}", fmt::join(values, ", "));
    const auto named = std::ranges::find(number.coordinates, axis.name, &results::Coordinate::axis);
    if (named == number.coordinates.end()) {
      if (axis.values.size() == 1) return axis.values.front();
      throw InputError("the coordinates leave out {}, and {} has {}", axis.name, study_.name, list);
    }
    AxisValue value = AxisValue::parse(named->text);
    // The lines of a file of instances are not known where only its name was stored.
    if (!axis.values.empty() && !contains(axis.values, value))
      throw InputError("{} has no point with {}={}; its values are {}", study_.name, axis.name, value.text, list);
    return value;
  }

  [[nodiscard]] std::string row_of(const PublishedNumber& number) {
    const std::string& quantity = number.quantity;
    static_cast<void>(one_of("quantity, a metric that " + study_.name + " stores,", quantity, stored_));
    const std::string algorithm = solved("algorithm", number.algorithm);
    for (const results::Coordinate& each : number.coordinates)
      if (each.axis == rival_coordinate) {
        names_rival_ = true;
      } else {
        static_cast<void>(engine::place_of_axis(study_.axes, each.axis, study_.name));
        named_axes_.insert(each.axis);
      }
    const std::vector<std::string> places =
        collected(study_.axes, [&](const Axis& axis) { return literal_of(value_on(axis, number)); });
    const std::string rival = rival_of(number, algorithm);
    if (number.rule == "ratio")
      throw InputError(
          "the rule ratio compares with a rival in the same row, which takes an exhibit with sql; here "
          "the rules are exact, interval, digits, standard_errors");
    return fmt::format("({}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {})", number.line, sql_literal(algorithm),
                       sql_literal(rival), sql_literal(quantity), fmt::join(places, ", "), sql_literal(number.printed),
                       number.value, number.unit, sql_literal(number.rule),
                       number.of ? fmt::format("{}", *number.of) : "NULL", sql_literal(sources_.printed_place(number)));
  }

  [[nodiscard]] std::string measured_of(const std::string& quantity) const {
    const std::string column = value_column(study_, quantity);
    return fmt::format(
        "SELECT algorithm, rival, {} AS quantity, {}, {} AS ours, {} AS standard_error, {} AS deviation, samples FROM "
        "{} "
        "WHERE seed = :seed",
        sql_literal(quantity), fmt::join(axis_columns(study_), ", "), sql_identifier(column),
        sql_identifier(column + "_se"), sql_identifier(column + "_sd"), view_of(study_));
  }

  // The columns that identify rows: the algorithm, the quantity, and the coordinates that numbers name.
  [[nodiscard]] std::string shown_places(const std::string& table) const {
    std::vector<std::string> names{table + "algorithm", table + "quantity"};
    if (names_rival_) names.insert(names.begin() + 1, table + rival_coordinate);
    for (const Axis& axis : study_.axes)
      if (named_axes_.contains(axis.name)) names.push_back(table + sql_identifier(axis.name));
    return fmt::format("{}", fmt::join(names, ", "));
  }

  const PaperSources& sources_;
  const engine::Experiment& study_;
  std::vector<std::string> stored_;  // metrics
  std::vector<PublishedNumber> numbers_;
  std::vector<std::string> rows_;  // of the relation of printed numbers
  std::set<std::string> quantities_;
  std::set<std::string> named_axes_;
  bool names_rival_ = false;
};

constexpr const char* compared_columns[] = {"ours",    "standard_error", "deviation", "samples", "difference",
                                            "printed", "source",         "rule",      "unit",    "of",
                                            "least",   "greatest",       "verdict",   "chance"};

std::vector<results::ValueColumn> compared_values(const std::string& list) {
  std::vector<results::ValueColumn> values = values_in(list);
  for (const results::ValueColumn& value : values)
    static_cast<void>(one_of("value", value.column, {std::begin(compared_columns), std::end(compared_columns)}));
  return values;
}

}  // namespace

results::Exhibit compared_numbers(const Section& section, const std::string& name, const PaperSources& sources) {
  section.require_known({"title", "study", "compares", "of", "row", "column", "page", "values", "judges", "note"});
  const Comparer comparer(section, sources);
  results::Exhibit exhibit{.study = comparer.study().name};
  exhibit.reads = {exhibit.study};
  static_cast<void>(section.required("title"));
  exhibit.title = sources.text(section, "title");
  exhibit.sql = comparer.sql();
  exhibit.note = sources.text(section, "note");
  results::Layout& layout = exhibit.layout;
  layout.row = section.text("row");
  layout.column = section.text("column");
  layout.page = section.text("page");
  layout.pages_across = 3;
  layout.values = section.read("values", compared_values);
  if (layout.values.empty())
    layout.values = {{"ours", "ours", comparer.digits()},
                     {"standard_error", "standard error", comparer.digits()},
                     {"printed", "printed"},
                     {"verdict", "verdict"}};
  layout.shown_values = layout.values.size();
  if (layout.row.empty())
    for (const char* column : compared_columns)
      if (!contains(layout.values, column, &results::ValueColumn::column)) layout.hidden.emplace_back(column);
  const std::string judged = sources.text(section, "judges");
  exhibit.judgements = {{.what = judged.empty() ? "printed numbers of " + name : judged, .chance = "chance"}};
  return exhibit;
}

}  // namespace apportion::sweeps

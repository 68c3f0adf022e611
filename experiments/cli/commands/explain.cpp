// apportion explain: one number of an exhibit, the rule that judges it, and its origin.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "experiments/cli/commands.hpp"
#include "experiments/cli/exhibits.hpp"
#include "experiments/cli/output.hpp"
#include "experiments/engine/catalogue.hpp"
#include "experiments/engine/experiment.hpp"
#include "experiments/sweeps/means.hpp"
#include "experiments/sweeps/sweep_file.hpp"
#include "results/error.hpp"
#include "results/report/verdicts.hpp"
#include "results/tables/formats.hpp"

namespace apportion::cli {
namespace {

using results::Exhibit;
using results::Rows;
using results::Settings;
using results::Value;

// The cell of a column in the only row; NULL for an unknown column.
Value value_in(const Rows& rows, const std::string& column) { return results::cells_of(rows, column).front(); }

std::string text_in(const Rows& rows, const std::string& column) { return results::cell_text(value_in(rows, column)); }

struct QuotedNumber {
  std::string printed;
  std::string source;                  // FILE:LINE
  std::vector<std::string> rule = {};  // "rule interval", "unit 1", "of 20"
};

struct Explanation {
  Exhibit exhibit;
  Settings place = {};  // identifies the row
  Rows row = {};        // a single row
  Rows readings = {};
  std::vector<QuotedNumber> numbers = {};
  std::string metric = {};
  Rows costs = {};  // a row per algorithm: means over all samples and over the first chunk, and sample 0
  std::string instance = {};
  std::string replay = {};  // the command; "" without results of single algorithms
  Rows runs = {};
};

Rows rows_at(const Exhibit& exhibit, const Rows& rows, const Settings& wanted) {
  Rows found{rows.columns, rows.rows};
  const std::vector<std::string> known = results::naming_columns(exhibit, rows);
  for (const auto& [name, value] : wanted) {
    if (!contains(known, name)) throw unknown_name("column of " + exhibit.name, name, known);
    const std::size_t column = results::column_index(rows, name, exhibit.name);
    std::vector<std::string> values;
    for (const auto& row : found.rows) {
      const std::string text = engine::AxisValue::parse(results::cell_text(row[column])).text;
      if (!contains(values, text)) values.push_back(text);
    }
    const std::string canonical = engine::AxisValue::parse(value).text;
    if (!contains(values, canonical))
      throw InputError("{} has no row with {}={}; its values are {}", exhibit.name, name, value,
                       fmt::join(values, ", "));
    std::erase_if(found.rows, [&](const auto& row) {
      return engine::AxisValue::parse(results::cell_text(row[column])).text != canonical;
    });
  }
  return found;
}

// InputError, which names the distinguishing columns, if several rows are left.
void require_one(const Exhibit& exhibit, const Rows& rows) {
  if (rows.rows.size() == 1) return;
  std::vector<std::string> differing;
  for (const std::string& name : results::naming_columns(exhibit, rows)) {
    const std::size_t column = results::column_index(rows, name, exhibit.name);
    std::vector<std::string> values;
    for (const auto& row : rows.rows)
      static_cast<void>(results::index_in_order_of_appearance(values, results::cell_text(row[column])));
    if (values.size() > 1)
      differing.push_back(fmt::format(
          "{}={}", name, values.size() > 6 ? values.front() + "|..." : fmt::format("{}", fmt::join(values, "|"))));
  }
  throw InputError("{} rows of {} are meant; tell them apart by {}", rows.rows.size(), exhibit.name,
                   fmt::join(differing, " "));
}

// The number by the algorithms as described, then under each hypothesis.
Rows readings_of(const Exhibit& exhibit, const Rows& row) {
  Rows readings{{"reading", "ours", "expected", "least", "greatest", "sets that round to it", "verdict"}, {}};
  if (results::is_null(value_in(row, "ours")) && results::is_null(value_in(row, "verdict"))) return readings;
  const auto add = [&](const std::string& reading, const std::string& ours, const std::string& begin) {
    const std::string hits = begin + "hits";
    const bool counts = !results::is_null(value_in(row, "sets")) && !results::is_null(value_in(row, hits));
    const Value share = counts ? Value(fmt::format("{} of {}", text_in(row, hits), text_in(row, "sets"))) : Value();
    readings.rows.push_back({reading, value_in(row, ours), value_in(row, begin + "expected"),
                             value_in(row, begin + "least"), value_in(row, begin + "greatest"), share,
                             value_in(row, begin + "verdict")});
  };
  add("as described", "ours", "");
  for (const results::Judgement& judgement : exhibit.judgements)
    if (const results::ValueColumn& with = judgement.hypothesis; !with.column.empty())
      add("with " + with.title, with.column, with.column + "_");
  return readings;
}

// Of each column `printed`, or "printed NAME", the number with the columns `source`, `rule`, `unit` and `of` of its
// name.
std::vector<QuotedNumber> numbers_of(const Rows& rows) {
  constexpr std::string_view printed = "printed";
  std::vector<QuotedNumber> numbers;
  for (const std::string& column : rows.columns) {
    if (!results::is_printed(column) || text_in(rows, column).empty()) continue;
    const std::string name = column.substr(printed.size());
    QuotedNumber& number = numbers.emplace_back(QuotedNumber{text_in(rows, column), text_in(rows, "source" + name)});
    for (const std::string part : {"rule", "unit", "of"})
      if (const std::string text = text_in(rows, part + name); !text.empty())
        number.rule.push_back(fmt::format("{} {}", part, text));
  }
  return numbers;
}

// The study's point of the row; nothing if the row lacks the value of an axis.
std::optional<Settings> point_of(const engine::Experiment& study, const Exhibit& exhibit, const Rows& row) {
  Settings point;
  for (const engine::Axis& axis : study.axes) {
    if (const Value value = value_in(row, axis.name); !results::is_null(value))
      point[axis.name] = results::cell_text(value);
    else if (const auto fixed = exhibit.parameters.find(axis.name); fixed != exhibit.parameters.end())
      point[axis.name] = fixed->second;
    else if (axis.values.size() == 1 || axis.omitted_at)
      point[axis.name] = axis.omitted_at ? axis.omitted_at->text : axis.values.front().text;
    else
      return std::nullopt;
  }
  return point;
}

// Adds the metric's means at the point, and its value for sample 0, solved again by every algorithm in the results.
void add_sample(const engine::Experiment& study, const Settings& at, std::int64_t seed, const results::Reader& reader,
                Explanation& found) {
  std::map<std::string, Value> parameters{{"seed", seed}};
  std::string conditions;
  for (const engine::Axis& axis : study.axes) {
    const engine::AxisValue value = engine::AxisValue::parse(at.at(axis.name));
    parameters["at_" + identifier(axis.name, '_')] = value.number ? Value(*value.number) : Value(value.text);
    conditions += fmt::format(" AND {} = :at_{}", sql_identifier(axis.name), identifier(axis.name, '_'));
  }
  Rows costs = reader.query(
      fmt::format("SELECT algorithm, {0} AS mean, samples, "
                  "(SELECT chunks.{0} FROM {2} AS chunks WHERE seed = :seed AND rival = '' "
                  "AND chunks.algorithm = means.algorithm AND chunk = 0{3}) AS \"first chunk\", NULL AS \"sample 0\" "
                  "FROM {1} AS means WHERE seed = :seed AND rival = ''{3} ORDER BY algorithm",
                  sql_identifier(sweeps::value_column(study, found.metric)),
                  sql_identifier(results::view_name(study.name)),
                  sql_identifier(results::view_name(study.name) + "_chunks"), conditions),
      parameters);
  if (costs.rows.empty()) return;
  const engine::Point point = engine::point_at(study, at);
  const engine::Replay replay =
      engine::replay(study, collected(costs.rows, [](const auto& row) { return results::text_at(row, 0); }),
                     static_cast<std::uint64_t>(seed), point, 0);
  for (auto& row : costs.rows)
    for (const engine::ReplayedColumn& column : replay.columns)
      if (column.column.name == results::text_at(row, 0) && column.column.rival.empty())
        for (std::size_t m = 0; m < column.values.size(); ++m)
          if (column.metrics[m].name == found.metric) row.back() = column.values[m];
  found.costs = std::move(costs);
  found.instance = replay.instance;
  found.replay = fmt::format("apportion replay {} {} 0", sweeps::run_word_of(study), quoted_for_a_shell(point.name()));
  if (std::cmp_not_equal(seed, default_seed)) found.replay += fmt::format(" --seed {}", seed);
}

Rows shortened(Rows rows) {
  for (auto& row : rows.rows)
    for (Value& value : row)
      if (const auto* real = std::get_if<double>(&value)) value = fmt::format("{:.6g}", *real);
  return rows;
}

std::optional<engine::Experiment> study_of(const Exhibit& exhibit) {
  if (exhibit.made_by.empty() || !exhibit.is_axis)
    return engine::Catalogue::instance().experiments_named(exhibit.study).front();
  for (engine::Experiment& study : sweeps::experiments_named(exhibit.made_by))
    if (study.name == exhibit.study) return std::move(study);
  return std::nullopt;
}

constexpr const char* origin_sql = R"sql(
SELECT e.experiment, e.seed, e.definition, e.samples, e.chunk_size,
       (SELECT started || ', ' || revision FROM runs ORDER BY started DESC LIMIT 1) AS "latest run of the database"
FROM stored_experiments AS e WHERE e.experiment = :experiment AND e.seed = :seed ORDER BY generation DESC LIMIT 1)sql";

Explanation explained(const Arguments& arguments) {
  ExhibitRequest request = exhibit_request(arguments);
  Settings wanted = std::exchange(request.settings, {});
  const std::vector<Exhibit> exhibits = requested_exhibits(arguments, request).entries;
  if (exhibits.size() != 1)
    throw InputError("explain is about one exhibit; name one of {}",
                     fmt::join(collected(exhibits, &Exhibit::name), ", "));
  Explanation found{.exhibit = exhibits.front()};
  for (auto& [name, value] : found.exhibit.parameters)
    if (const auto given = wanted.find(name); given != wanted.end()) {
      request.settings.insert(*given);
      value = given->second;
      wanted.erase(given);
    }
  const results::Reader reader(database_file(arguments));
  const std::optional<Rows> rows = exhibit_rows(found.exhibit, request, reader);
  if (!rows) throw results::StoreError(missing_results(found.exhibit, request));
  found.row = rows_at(found.exhibit, *rows, wanted);
  require_one(found.exhibit, found.row);
  for (const std::string& name : results::naming_columns(found.exhibit, found.row))
    if (const std::string text = text_in(found.row, name); !text.empty()) found.place[name] = text;
  found.numbers = numbers_of(found.row);
  found.readings = readings_of(found.exhibit, found.row);
  found.runs = reader.query(origin_sql, {{"experiment", found.exhibit.study}, {"seed", request.seed}});
  const std::optional<engine::Experiment> study = study_of(found.exhibit);
  if (!study || study->timed) return found;
  // The printed quantity if the study stores it, otherwise the metric of its comparisons.
  found.metric = text_in(found.row, "quantity");
  if (!contains(study->metrics, found.metric, &results::MetricRecord::name))
    found.metric = sweeps::compared_metric(*study);
  if (const std::optional<Settings> point = point_of(*study, found.exhibit, found.row))
    add_sample(*study, *point, request.seed, reader, found);
  return found;
}

std::string as_lines(const Rows& rows) {
  std::string text;
  for (std::size_t i = 0; i < rows.columns.size(); ++i)
    if (const std::string value = results::cell_text(rows.rows.front()[i]); !value.empty())
      text += fmt::format("  {}: {}\n", rows.columns[i], value);
  return text;
}

std::string text_of(const Explanation& found) {
  const Exhibit& exhibit = found.exhibit;
  std::vector<std::string> place;
  for (const Settings* settings : {&found.place, &exhibit.parameters})
    for (const auto& [name, value] : *settings) place.push_back(fmt::format("{} {}", name, value));
  std::string text = fmt::format("{}: {}\n{}\n\n", exhibit.name, exhibit.title, fmt::join(place, ", "));
  const bool has_number = std::ranges::any_of(found.row.columns, results::is_printed);
  for (const QuotedNumber& number : found.numbers)
    text += fmt::format("printed {}    {}, {}\n", number.printed, number.source, fmt::join(number.rule, ", "));
  if (found.numbers.empty() && has_number) text += "computed; the paper prints no number here\n";
  if (has_number) text += "\n";
  const std::size_t width = terminal_width();
  if (!found.readings.rows.empty()) text += results::render({}, shortened(found.readings), {.width = width}) + "\n";
  if (found.readings.rows.empty()) text += as_lines(found.row) + "\n";
  if (!found.replay.empty())
    text += fmt::format("{} of each algorithm\n{}\n", found.metric,
                        results::render({}, shortened(found.costs), {.width = width}));
  if (!found.instance.empty()) text += fmt::format("sample 0: {}\n", found.instance);
  if (!found.runs.rows.empty()) text += "where it comes from\n" + as_lines(found.runs);
  if (!found.replay.empty()) text += fmt::format("see it: {}\n", found.replay);
  if (!exhibit.note.empty()) text += fmt::format("note: {}\n", exhibit.note);
  return text + "the query: the same command with --sql\n";
}

std::string json_text(const Explanation& found) {
  nlohmann::ordered_json printed = nlohmann::ordered_json::array();
  for (const QuotedNumber& number : found.numbers)
    printed.push_back({{"printed", number.printed}, {"source", number.source}, {"rule", number.rule}});
  nlohmann::ordered_json json{
      {"schema", 1},          {"exhibit", found.exhibit.name},          {"title", found.exhibit.title},
      {"place", found.place}, {"parameters", found.exhibit.parameters}, {"row", objects_of(found.row).front()},
      {"printed", printed},   {"readings", objects_of(found.readings)}};
  if (!found.replay.empty()) {
    json["metric"] = found.metric;
    json["algorithms"] = objects_of(found.costs);
    if (!found.instance.empty()) json["instance"] = nlohmann::ordered_json::parse(found.instance);
    json["replay"] = found.replay;
  }
  if (!found.runs.rows.empty()) json["origin"] = objects_of(found.runs).front();
  json["sql"] = found.exhibit.sql;
  return json.dump() + "\n";
}

int run_explain(const Arguments& arguments) {
  if (names_given(arguments).size() != 1)
    throw InputError("explain takes one exhibit, and AXIS=VALUE for each of what tells its rows apart");
  const std::string format = sweeps::one_of("format", arguments.text("format", "text"), {"text", "json"});
  const Explanation found = explained(arguments);
  if (arguments.has("sql"))
    print(found.exhibit.sql + "\n");
  else if (format == "json")
    print_data(json_text(found));
  else
    print(text_of(found));
  return ok;
}

}  // namespace

Command explain_command() {
  return {.name = "explain",
          .summary = "explain one number of an exhibit: the rule that judges it, and its origin",
          .usage = {"EXHIBIT [AXIS=VALUE ...]"},
          .options = {seed_option(),
                      settings_option("NAME=VALUE", "as the words with '='"),
                      {"format", "NAME", "text (default) or json", {"text", "json"}},
                      {"sql", "", "print the exhibit's query"},
                      database_option()},
          .complete = {"@exhibits", "@settings"},
          .run = run_explain};
}

}  // namespace apportion::cli

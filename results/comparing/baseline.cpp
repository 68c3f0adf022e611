// Writing of baselines, and reading of what was written.
#include "results/comparing/baseline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/csv.hpp"
#include "base/files.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "results/rows.hpp"

namespace apportion::results {
namespace {

constexpr std::string_view numbers_title = "# Accepted numbers of ";
constexpr std::string_view rewritten = " (rewritten by `apportion check --update`)";
/// Columns behind the axes and before the metrics.
const std::vector<std::string> key_columns = {"sample", "algorithm", "revision", "rival", "rival_revision"};
const std::vector<std::string> verdict_columns = {"exhibit", "row", "verdict"};

using Fields = std::vector<std::string>;

// The rows in the order of their places.
template <class Place>
std::string file_text(const std::string& title, const Fields& columns, const std::map<Place, Fields>& rows) {
  std::string text = fmt::format("{}{}\n{}\n", title, rewritten, csv_line(columns));
  for (const auto& [place, fields] : rows) text += csv_line(fields) + '\n';
  return text + fmt::format("# {} rows\n", rows.size());
}

template <class Number>
Number number_in(const std::string& field, std::string_view kind) {
  Number value{};
  if (read_number(field, value) != NumberReading::number || std::isnan(static_cast<double>(value)))
    throw InputError("'{}' is not a {}", field, kind);
  return value;
}

// Calls read(line, number) for every line above the last one, which must count the rows. An InputError gets the line.
template <class Read>
void read_lines(std::string_view text, const Read& read) {
  const std::int64_t last = std::ranges::count(text, '\n');
  const std::string count = fmt::format("\n# {} rows", last - 3);
  if (!text.ends_with(count + "\n") && !text.ends_with(count + "\r\n"))
    throw InputError("line {}: the file is cut off, or does not end with the number of its rows", last + 1);
  TextLines lines(text);
  while (lines.next() && lines.number() < last)
    read_from(fmt::format("line {}", lines.number()), [&] { read(lines.line(), lines.number()); });
}

// "# Accepted numbers of kaddoura/grid, seed 1, revision 1, chunks of 20 (rewritten ...".
void read_title(std::string_view line, StudyNumbers& numbers) {
  const std::string title(line.substr(0, line.rfind(rewritten)));
  const std::size_t seed = title.find(", seed ");
  const std::size_t definition = seed == std::string::npos ? seed : title.find(", ", seed + 2);
  if (!title.starts_with(numbers_title) || definition == std::string::npos)
    throw InputError("expected '{}', experiment, seed and definition", numbers_title);
  numbers.key.experiment = title.substr(numbers_title.size(), seed - numbers_title.size());
  numbers.key.seed = number_in<std::int64_t>(title.substr(seed + 7, definition - seed - 7), "seed");
  numbers.definition = title.substr(definition + 2);
}

// Splits the columns into axes and metrics.
void read_columns(const Fields& columns, Fields& axes, Fields& metrics) {
  // Not by std::ranges, whose subranges clang 14 does not compile.
  const auto keys = std::search(columns.begin(), columns.end(), key_columns.begin(), key_columns.end());
  axes.assign(columns.begin(), keys);
  if (keys != columns.end()) metrics.assign(keys + std::ssize(key_columns), columns.end());
  // Earlier versions wrote a row for each number, with its metric and value.
  if (keys == columns.end() || metrics == Fields{"metric", "value"})
    throw InputError("the columns must be the axes, {} and the metrics; earlier files: `scripts/convert-baseline FILE`",
                     fmt::join(key_columns, ","));
}

void add_row(const Fields& fields, const Fields& metrics, StudyNumbers& numbers) {
  const std::size_t axes = numbers.axes.size();
  const std::size_t first = axes + key_columns.size();
  if (fields.size() != first + metrics.size())
    throw InputError("expected {} fields, found {}", first + metrics.size(), fields.size());
  SeriesKey key{.point = {}, .algorithm = fields[axes + 1], .rival = fields[axes + 3], .metric = {}};
  for (std::size_t i = 0; i < axes; ++i) key.point += (i == 0 ? "" : " ") + numbers.axes[i] + "=" + fields[i];
  const auto sample = number_in<std::int64_t>(fields[axes], "sample");
  const auto revision = number_in<int>(fields[axes + 2], "revision");
  const int rival_revision = key.rival.empty() ? 0 : number_in<int>(fields[axes + 4], "revision");
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    if (fields[first + i].empty()) continue;
    key.metric = metrics[i];
    Series& series = numbers.series.try_emplace(key, Series{revision, rival_revision}).first->second;
    if (!series.samples.empty() && series.samples.back().index >= sample)
      throw InputError("sample {} is not above {}, the one before it", sample, series.samples.back().index);
    series.samples.push_back({sample, number_in<double>(fields[first + i], "number")});
  }
}

}  // namespace

std::string to_text(const StudyNumbers& numbers) {
  std::set<std::string> metrics;
  for (const auto& [key, series] : numbers.series) metrics.insert(key.metric);
  Fields columns = numbers.axes;
  columns.insert(columns.end(), key_columns.begin(), key_columns.end());
  columns.insert(columns.end(), metrics.begin(), metrics.end());
  std::map<std::tuple<std::string, std::int64_t, std::string, std::string>, Fields> rows;
  for (const auto& [key, series] : numbers.series) {
    const auto from_end = std::distance(metrics.find(key.metric), metrics.end());
    for (const auto& [sample, value, count] : series.samples) {
      Fields& fields = rows[{key.point, sample, key.algorithm, key.rival}];
      if (fields.empty()) {
        std::map<std::string, std::string> values = coordinates_in(key.point, numbers.axes);
        fields = collected(numbers.axes, [&values](const std::string& axis) { return values[axis]; });
        fields.insert(fields.end(), {fmt::format("{}", sample), key.algorithm, fmt::format("{}", series.revision),
                                     key.rival, key.rival.empty() ? "" : fmt::format("{}", series.rival_revision)});
        fields.resize(columns.size());
      }
      *(fields.end() - from_end) = fmt::format("{}", value);
    }
  }
  return file_text(
      fmt::format("{}{}, seed {}, {}", numbers_title, numbers.key.experiment, numbers.key.seed, numbers.definition),
      columns, rows);
}

std::string to_text(const std::vector<Verdict>& verdicts) {
  std::map<std::pair<std::string, std::string>, Fields> rows;
  for (const auto& [exhibit, row, verdict, stance] : verdicts) rows[{exhibit, row}] = {exhibit, row, verdict};
  return file_text("# Accepted verdicts", verdict_columns, rows);
}

StudyNumbers parse_baseline(std::string_view text) {
  StudyNumbers numbers;
  Fields metrics;
  read_lines(text, [&](std::string_view line, std::int64_t number) {
    if (number == 1)
      read_title(line, numbers);
    else if (number == 2)
      read_columns(csv_fields(line), numbers.axes, metrics);
    else
      add_row(csv_fields(line), metrics, numbers);
  });
  return numbers;
}

std::vector<Verdict> parse_verdicts(std::string_view text) {
  std::vector<Verdict> verdicts;
  read_lines(text, [&verdicts](std::string_view line, std::int64_t number) {
    const Fields fields = number < 3 ? verdict_columns : csv_fields(line);
    if (fields.size() != verdict_columns.size() || fields[2].empty())
      throw InputError("expected {}", fmt::join(verdict_columns, ","));
    if (number > 2) verdicts.push_back({fields[0], fields[1], fields[2]});
  });
  return verdicts;
}

std::multimap<Change, std::string> compare(const std::vector<Verdict>& older, const std::vector<Verdict>& newer) {
  std::map<std::pair<std::string, std::string>, std::pair<std::string, Verdict>> rows;
  for (const Verdict& verdict : older) rows[{verdict.exhibit, verdict.row}].first = verdict.verdict;
  for (const Verdict& verdict : newer) rows[{verdict.exhibit, verdict.row}].second = verdict;
  std::multimap<Change, std::string> changes;
  for (const auto& [place, sides] : rows) {
    const auto& [before, now] = sides;
    const std::string& after = now.verdict;
    if (before == after) continue;
    const int difference = improvement(before, after, now.stance).value_or(0);
    Change change = difference < 0 ? Change::worse : difference > 0 ? Change::better : Change::changed;
    if (before.empty()) change = Change::added;
    if (after.empty()) change = Change::lost;
    changes.emplace(change,
                    fmt::format("verdict of {} at {}: {}", place.first, place.second, joined(before, " -> ", after)));
  }
  return changes;
}

}  // namespace apportion::results

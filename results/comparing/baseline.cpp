// Writing and strict reading of baselines.
#include "results/comparing/baseline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/csv.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "results/error.hpp"

namespace apportion::results {
namespace {

constexpr std::string_view rewritten = " (rewritten by `apportion check --update`)";
constexpr std::string_view numbers_title = "# Accepted numbers of ";
constexpr std::string_view verdicts_title = "# Accepted verdicts";
/// Columns behind the axes and before the metrics.
const std::vector<std::string> key_columns = {"sample", "algorithm", "revision", "rival", "rival_revision"};
const std::vector<std::string> verdict_columns = {"exhibit", "row", "verdict"};

std::string last_line(std::size_t rows) { return fmt::format("# {} rows", rows); }

using Fields = std::vector<std::string>;

std::string file_text(const std::string& title, const Fields& columns, const std::vector<Fields>& rows) {
  std::string text = fmt::format("{}{}\n{}\n", title, rewritten, csv_line(columns));
  for (const Fields& fields : rows) text += csv_line(fields) + '\n';
  return text + last_line(rows.size()) + '\n';
}

// "columns=1000 ratio=4" of those axes as {"1000", "4"}.
std::vector<std::string> values_of(const std::string& point, const std::vector<std::string>& axes) {
  std::map<std::string, std::string> coordinates = coordinates_in(point, axes);
  return collected(axes, [&coordinates](const std::string& axis) { return coordinates[axis]; });
}

/// Reads a file line by line, and names the line in errors.
class Parser {
 public:
  Parser(std::string_view file, std::string_view text) : file_(file), rest_(text) {}

  /// The text between `begin` and the remark on the first line.
  std::string title(std::string_view begin) {
    const std::string_view line = next();
    if (!line.starts_with(begin) || !line.ends_with(rewritten) || line.size() < begin.size() + rewritten.size())
      throw wrong(fmt::format("it must be '{}...{}'", begin, rewritten));
    return std::string(line.substr(begin.size(), line.size() - begin.size() - rewritten.size()));
  }

  Fields fields(std::size_t wanted) {
    const std::string_view line = next();
    try {
      Fields fields = csv_fields(line);
      if (wanted == 0 || fields.size() == wanted) return fields;
      throw InputError(fmt::format("expected {} fields, found {}", wanted, fields.size()));
    } catch (const InputError& error) {
      throw wrong(error.what());
    }
  }

  /// Whether another row follows; otherwise checks the line that ends the file.
  bool has_row() {
    if (!rest_.starts_with("# ")) return true;
    const std::string_view last = next();
    // Two lines besides the rows are above it.
    if (last != last_line(line_ - 3)) throw wrong(fmt::format("there are {} rows above it", line_ - 3));
    if (!rest_.empty()) {
      ++line_;
      throw wrong("nothing may follow the last line");
    }
    return false;
  }

  template <class Number>
  Number number(const std::string& field, std::string_view kind) const {
    Number value{};
    if (read_number(field, value) != NumberReading::number) throw wrong(fmt::format("'{}' is not a {}", field, kind));
    return value;
  }

  [[nodiscard]] ForeignFile wrong(const std::string& what) const {
    return ForeignFile(fmt::format("{}, line {}: {}", file_, line_, what));
  }

 private:
  std::string_view next() {
    ++line_;
    if (rest_.empty()) throw wrong("the file ends here, without the line with the number of rows");
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos) throw wrong("the file is cut off within this line");
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return line;
  }

  std::string file_;
  std::string_view rest_;
  std::size_t line_ = 0;
};

/// The place of a row, in the order of the file: point, sample, algorithm, rival.
using RowPlace = std::tuple<std::string, std::int64_t, std::string, std::string>;

// "kaddoura/grid, seed 1, revision 1, chunks of 20".
void read_title(Parser& parser, StudyNumbers& numbers) {
  const std::string title = parser.title(numbers_title);
  const std::size_t seed = title.find(", seed ");
  const std::size_t definition = seed == std::string::npos ? seed : title.find(", ", seed + 2);
  if (definition == std::string::npos) throw parser.wrong("expected experiment, seed and definition");
  numbers.key.experiment = title.substr(0, seed);
  numbers.key.seed = parser.number<std::int64_t>(title.substr(seed + 7, definition - seed - 7), "seed");
  numbers.definition = title.substr(definition + 2);
}

// Reads the axes, and returns the metrics.
std::vector<std::string> read_columns(Parser& parser, StudyNumbers& numbers) {
  const Fields columns = parser.fields(0);
  // Not by std::ranges, whose subranges clang 14 does not compile.
  const auto keys = std::search(columns.begin(), columns.end(), key_columns.begin(), key_columns.end());
  const bool has_keys = keys != columns.end();
  std::vector<std::string> metrics(has_keys ? keys + static_cast<std::ptrdiff_t>(key_columns.size()) : columns.end(),
                                   columns.end());
  if (metrics == std::vector<std::string>{"metric", "value"})
    throw parser.wrong(
        "this baseline has a row for each number, as earlier versions wrote it; `scripts/convert-baseline FILE` gives "
        "it a row for each sample");
  if (!has_keys)
    throw parser.wrong(fmt::format("the columns must be the axes, {} and the metrics", fmt::join(key_columns, ",")));
  if (std::ranges::adjacent_find(metrics, std::greater_equal<>()) != metrics.end())
    throw parser.wrong("the metrics must stand in the order of their names");
  numbers.axes.assign(columns.begin(), keys);
  return metrics;
}

RowPlace read_row(Parser& parser, const std::vector<std::string>& metrics, StudyNumbers& numbers) {
  const std::size_t axes = numbers.axes.size();
  const std::size_t first = axes + key_columns.size();
  const Fields fields = parser.fields(first + metrics.size());
  SeriesKey key{.point = {}, .algorithm = fields[axes + 1], .rival = fields[axes + 3], .metric = {}};
  for (std::size_t i = 0; i < axes; ++i) key.point += (i == 0 ? "" : " ") + numbers.axes[i] + "=" + fields[i];
  if (values_of(key.point, numbers.axes) !=
      std::vector(fields.begin(), fields.begin() + static_cast<std::ptrdiff_t>(axes)))
    throw parser.wrong(fmt::format("the values of '{}' cannot be told apart", key.point));
  const auto sample = parser.number<std::int64_t>(fields[axes], "sample");
  const auto revision = parser.number<int>(fields[axes + 2], "revision");
  const int rival_revision = key.rival.empty() ? 0 : parser.number<int>(fields[axes + 4], "revision");
  bool has_numbers = false;
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    if (fields[first + i].empty()) continue;
    has_numbers = true;
    key.metric = metrics[i];
    Series& series = numbers.series[key];
    if (!series.samples.empty() && (series.revision != revision || series.rival_revision != rival_revision))
      throw parser.wrong("a revision other than above");
    series.revision = revision;
    series.rival_revision = rival_revision;
    series.samples.push_back({sample, parser.number<double>(fields[first + i], "number")});
  }
  if (!has_numbers) throw parser.wrong("this row has no number");
  return {key.point, sample, key.algorithm, key.rival};
}

}  // namespace

std::string to_text(const StudyNumbers& numbers) {
  std::set<std::string> names;
  for (const auto& [key, series] : numbers.series) names.insert(key.metric);
  const Fields metrics(names.begin(), names.end());
  Fields columns = numbers.axes;
  columns.insert(columns.end(), key_columns.begin(), key_columns.end());
  columns.insert(columns.end(), metrics.begin(), metrics.end());
  std::map<RowPlace, Fields> rows;
  for (const auto& [key, series] : numbers.series) {
    const auto from_end = metrics.end() - std::ranges::find(metrics, key.metric);
    for (const auto& [sample, value, count] : series.samples) {
      Fields& fields = rows[{key.point, sample, key.algorithm, key.rival}];
      if (fields.empty()) {
        fields = values_of(key.point, numbers.axes);
        const bool is_pair = !key.rival.empty();
        for (std::string field : {fmt::format("{}", sample), key.algorithm, fmt::format("{}", series.revision),
                                  key.rival, is_pair ? fmt::format("{}", series.rival_revision) : ""})
          fields.push_back(std::move(field));
        fields.resize(columns.size());
      }
      *(fields.end() - from_end) = fmt::format("{}", value);
    }
  }
  std::vector<Fields> lines;
  for (auto& [place, fields] : rows) lines.push_back(std::move(fields));
  return file_text(
      fmt::format("{}{}, seed {}, {}", numbers_title, numbers.key.experiment, numbers.key.seed, numbers.definition),
      columns, lines);
}

std::string to_text(const std::vector<Verdict>& verdicts) {
  std::vector<Fields> lines;
  for (const Verdict& verdict : verdicts) lines.push_back({verdict.exhibit, verdict.row, verdict.verdict});
  std::ranges::sort(lines);
  return file_text(std::string(verdicts_title), verdict_columns, lines);
}

StudyNumbers parse_baseline(std::string_view file, std::string_view text) {
  Parser parser(file, text);
  StudyNumbers numbers;
  read_title(parser, numbers);
  const std::vector<std::string> metrics = read_columns(parser, numbers);
  RowPlace before;
  for (bool first = true; parser.has_row(); first = false) {
    RowPlace place = read_row(parser, metrics, numbers);
    if (!first && !(before < place)) throw parser.wrong("this row is out of order or repeated");
    before = std::move(place);
  }
  return numbers;
}

std::vector<Verdict> parse_verdicts(std::string_view file, std::string_view text) {
  Parser parser(file, text);
  static_cast<void>(parser.title(verdicts_title));
  if (parser.fields(0) != verdict_columns)
    throw parser.wrong(fmt::format("the columns must be {}", fmt::join(verdict_columns, ",")));
  std::vector<Verdict> verdicts;
  while (parser.has_row()) {
    const Fields fields = parser.fields(verdict_columns.size());
    Verdict verdict{fields[0], fields[1], fields[2]};
    if (verdict.verdict.empty()) throw parser.wrong("the verdict is missing");
    if (!verdicts.empty() &&
        std::tie(verdicts.back().exhibit, verdicts.back().row) >= std::tie(verdict.exhibit, verdict.row))
      throw parser.wrong("this row is out of order or repeated");
    verdicts.push_back(std::move(verdict));
  }
  return verdicts;
}

std::vector<VerdictChange> compare(const std::vector<Verdict>& older, const std::vector<Verdict>& newer) {
  std::map<std::pair<std::string, std::string>, VerdictChange> rows;
  for (const Verdict& verdict : older)
    rows[{verdict.exhibit, verdict.row}] = {Change::lost, verdict.exhibit, verdict.row, verdict.verdict, ""};
  for (const Verdict& verdict : newer) {
    VerdictChange& row = rows[{verdict.exhibit, verdict.row}];
    const bool is_new = row.older.empty();
    row = {Change::changed, verdict.exhibit, verdict.row, row.older, verdict.verdict};
    const int difference = is_new ? 0 : improvement(row.older, row.newer, verdict.stance).value_or(0);
    if (is_new) row.change = Change::added;
    if (difference != 0) row.change = difference < 0 ? Change::worse : Change::better;
    if (row.older == row.newer) row.change = Change::same;
  }
  std::vector<VerdictChange> changes;
  for (auto& [place, row] : rows)
    if (row.change != Change::same) changes.push_back(std::move(row));
  std::ranges::stable_sort(changes, {}, &VerdictChange::change);
  return changes;
}

}  // namespace apportion::results

// Runs reference grids and reads their numbers and verdicts.
#include "experiments/engine/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "base/files.hpp"
#include "base/text.hpp"
#include "experiments/engine/runner.hpp"
#include "results/comparing/paired_samples.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "results/rows.hpp"

namespace apportion::engine {
namespace {

// The value in a column; NULL where there is no such column.
results::Value value_in(const results::Rows& rows, const std::vector<results::Value>& row, const std::string& column) {
  const auto found = std::ranges::find(rows.columns, column);
  return found == rows.columns.end() ? results::Value() : row[static_cast<std::size_t>(found - rows.columns.begin())];
}

// The exhibit's own verdict; if there is none, for it needs more samples than a reference grid has, whether the number
// is the printed one. "" for rows without a printed value.
std::string verdict_of(const results::Rows& rows, const std::vector<results::Value>& row) {
  for (const char* column : {"judged_anyway", "verdict"})
    if (const results::Value verdict = value_in(rows, row, column); !results::is_null(verdict))
      return results::cell_text(verdict);
  const results::Value printed = value_in(rows, row, "printed");
  if (results::is_null(printed)) return "";
  return value_in(rows, row, "ours") == printed ? "reproduced" : "differs";
}

// "processors=10 ratio=4" of these columns.
std::string row_name(const results::Rows& rows, const std::vector<results::Value>& row,
                     const std::vector<std::string>& columns) {
  std::string name;
  for (const std::string& column : columns)
    if (const std::string text = results::cell_text(value_in(rows, row, column)); !text.empty())
      name = results::joined(name, " ", column + "=" + text);
  return name;
}

// The columns that identify a row: the layout's page, row and column, or as many of the first as distinguish the rows.
std::vector<std::string> key_columns_of(const results::Exhibit& exhibit, const results::Rows& rows) {
  if (!exhibit.layout.row.empty()) return {exhibit.layout.page, exhibit.layout.row, exhibit.layout.column};
  std::vector<std::string> columns;
  for (const std::string& column : rows.columns) {
    columns.push_back(column);
    std::set<std::string> names;
    for (const auto& row : rows.rows) names.insert(row_name(rows, row, columns));
    if (names.size() == rows.rows.size()) break;
  }
  return columns;
}

// The stance of the first judgement that applies to the row. Without one, the paper makes no statement about it, unless
// the exhibit judges nothing and only has printed numbers.
results::Stance stance_of(const results::Exhibit& exhibit, const results::Rows& rows,
                          const std::vector<results::Value>& row) {
  if (exhibit.judgements.empty()) return results::Stance::asserted;
  for (const results::Judgement& judgement : exhibit.judgements)
    if (judgement.only.column.empty() ||
        results::cell_text(value_in(rows, row, judgement.only.column)) == judgement.only.title)
      return judgement.stance;
  return results::Stance::open;
}

void add_verdicts(const std::string& name, const std::vector<results::Exhibit>& exhibits, std::uint64_t seed,
                  const results::Reader& reader, std::vector<results::Verdict>& verdicts) {
  const auto found = std::ranges::find(exhibits, name, &results::Exhibit::name);
  if (found == exhibits.end()) throw std::logic_error("no exhibit '" + name + "' for a reference grid");
  const results::Exhibit& entry = *found;
  // Uses all points: the grid may have more than the study declares, and the database has nothing else.
  const results::Rows rows =
      reader.query_on({}, entry.sql, parameters_of(entry.parameters, static_cast<std::int64_t>(seed)));
  const std::vector<std::string> columns = key_columns_of(entry, rows);
  for (const auto& row : rows.rows)
    if (std::string verdict = verdict_of(rows, row); !verdict.empty())
      verdicts.push_back({entry.name, row_name(rows, row, columns), std::move(verdict), stance_of(entry, rows, row)});
}

}  // namespace

ReferenceResult accepted_result(const std::filesystem::path& numbers, const std::filesystem::path& verdicts) {
  ReferenceResult accepted;
  if (std::filesystem::exists(numbers))
    accepted.numbers = results::parse_baseline(numbers.string(), read_input(numbers.string()));
  if (std::filesystem::exists(verdicts))
    accepted.verdicts = results::parse_verdicts(verdicts.string(), read_input(verdicts.string()));
  return accepted;
}

ReferenceResult run_reference(const ReferenceGrid& grid, const Experiment& experiment,
                              const std::vector<results::Exhibit>& exhibits, const RunSettings& settings,
                              const std::filesystem::path& file) {
  const RunRequest request{.seed = grid.seed,
                           .samples = grid.samples,
                           .algorithms = grid.algorithms,
                           .axes = grid.axes,
                           .keep_samples = grid.keeps_numbers};
  ReferenceResult result;
  const RunReport report = [&] {
    results::Store store(file);
    return run(narrowed(experiment, request), request, settings, store);
  }();
  const results::Reader reader(file);
  const results::StudyKey key{grid.experiment, static_cast<std::int64_t>(grid.seed)};
  result.numbers = grid.keeps_numbers ? results::stored_numbers(reader, key) : results::stored_definition(reader, key);
  std::erase_if(result.numbers.series, [&grid](const auto& entry) {
    const std::string& algorithm = entry.first.algorithm;
    const auto metrics = grid.uncompared.find(algorithm.substr(0, algorithm.find('[')));
    return metrics != grid.uncompared.end() && contains(metrics->second, entry.first.metric);
  });
  for (auto& [name, series] : result.numbers.series) series.chunks.clear();
  const results::Rows failures = reader.query(
      fmt::format("SELECT algorithm || ' at ' || {} || ', sample ' || sample || ': ' || message FROM failures "
                  "ORDER BY algorithm, rival, coordinates, chunk",
                  results::point_words));
  result.failures = collected(failures.rows, [](const auto& row) { return results::cell_text(row.front()); });
  result.unanswered = !report.unanswered.empty();
  for (const FailedUnit& each : report.unanswered)
    result.failures.push_back(
        fmt::format("{} at {}, sample {}: {}", each.column, each.point, each.sample, each.message));
  for (const std::string& name : grid.verdicts) add_verdicts(name, exhibits, grid.seed, reader, result.verdicts);
  return result;
}

}  // namespace apportion::engine

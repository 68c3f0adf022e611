// Runs reference grids and reads their numbers and verdicts.
#include "experiments/engine/reference.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "results/comparing/paired_samples.hpp"
#include "results/database/reader.hpp"
#include "results/database/store.hpp"
#include "results/rows.hpp"

namespace apportion::engine {
namespace {

using Row = std::map<std::string, std::string>;  // the text in each column; "" where there is no such column

// The exhibit's own verdict. A verdict may need more samples than a reference grid has; then it is whether our number
// is the printed one. "" for rows without a verdict and without a printed number.
std::string verdict_of(Row& row) {
  for (const char* column : {"judged_anyway", "verdict"})
    if (!row[column].empty()) return row[column];
  if (row["printed"].empty()) return "";
  return row["ours"] == row["printed"] ? "reproduced" : "differs";
}

// The names of the rows, such as "processors=10 ratio=4": by the layout's page, row and column, or as many of the first
// columns as distinguish the rows.
std::vector<std::string> row_names(const results::Layout& layout, std::vector<std::string> columns,
                                   std::vector<Row>& rows) {
  const bool is_pivoted = !layout.row.empty();
  if (is_pivoted) columns = {layout.page, layout.row, layout.column};
  std::vector<std::string> names(rows.size());
  for (const std::string& column : columns) {
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (!rows[i][column].empty()) names[i] = results::joined(names[i], " ", column + "=" + rows[i][column]);
    if (!is_pivoted && std::set(names.begin(), names.end()).size() == rows.size()) break;
  }
  return names;
}

// The stance of the first judgement that applies to the row. Without one, the paper makes no statement about it, unless
// the exhibit judges nothing and only has printed numbers.
results::Stance stance_of(const std::vector<results::Judgement>& judgements, Row& row) {
  for (const results::Judgement& judgement : judgements)
    if (judgement.only.column.empty() || row[judgement.only.column] == judgement.only.title) return judgement.stance;
  return judgements.empty() ? results::Stance::asserted : results::Stance::open;
}

void add_verdicts(const results::Exhibit& exhibit, std::int64_t seed, const results::Reader& reader,
                  std::vector<results::Verdict>& verdicts) {
  // Uses all points: the grid may have more than the study declares, and the database has nothing else.
  const auto [columns, values] = reader.query_on({}, exhibit.sql, parameters_of(exhibit.parameters, seed));
  std::vector<Row> rows(values.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < columns.size(); ++j) rows[i].emplace(columns[j], results::cell_text(values[i][j]));
  const std::vector<std::string> names = row_names(exhibit.layout, columns, rows);
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (const std::string verdict = verdict_of(rows[i]); !verdict.empty())
      verdicts.push_back({exhibit.name, names[i], verdict, stance_of(exhibit.judgements, rows[i])});
}

}  // namespace

ReferenceResult run_reference(const ReferenceGrid& grid, const Experiment& experiment,
                              const std::vector<results::Exhibit>& exhibits, const RunSettings& settings,
                              const std::filesystem::path& file) {
  results::Store store(file);
  ReferenceResult result{.run = run(narrowed(experiment, grid.request), grid.request, settings, store)};
  const results::Reader reader(file);
  const auto seed = static_cast<std::int64_t>(grid.request.seed);
  if (grid.request.keep_samples) result.numbers = results::stored_numbers(reader, {experiment.name, seed});
  std::erase_if(result.numbers.series, [&grid](const auto& entry) {
    const std::string& algorithm = entry.first.algorithm;
    const auto metrics = grid.uncompared.find(algorithm.substr(0, algorithm.find('[')));
    return metrics != grid.uncompared.end() && contains(metrics->second, entry.first.metric);
  });
  for (const results::Exhibit& exhibit : exhibits) add_verdicts(exhibit, seed, reader, result.verdicts);
  return result;
}

}  // namespace apportion::engine

// Series read from a database, and comparison of two databases.
#include "results/comparing/study_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <numbers>
#include <utility>

#include "base/text.hpp"
#include "results/database/reader.hpp"
#include "results/moments.hpp"
#include "results/records.hpp"

namespace apportion::results {
namespace {

// {"rows":1000,"sampling":"uniform"} as "rows=1000 sampling=uniform".
std::string spelled_point(const std::string& coordinates) {
  const auto json = nlohmann::ordered_json::parse(coordinates);
  std::string text;
  for (const auto& [axis, value] : json.items()) {
    if (!text.empty()) text += ' ';
    text += axis + "=";
    text += value.is_string()         ? value.get<std::string>()
            : value.is_number_float() ? cell_text(value.get<double>())
                                      : value.dump();
  }
  return text;
}

// The moments of all series of a study: the experiment's newest definition.
std::map<SeriesKey, Moments> moments_of(const Reader& reader, const StudyKey& study) {
  constexpr const char* shown_summaries =
      "SELECT p.coordinates, c.algorithm, c.rival, m.name, s.count, s.mean, s.m2 FROM summary AS s "
      "JOIN point AS p ON p.id = s.point_id JOIN metric AS m ON m.id = s.metric_id "
      "JOIN shown_columns AS c ON c.algorithm_id = s.algorithm_id AND c.experiment_id = p.experiment_id "
      "WHERE c.experiment = :name AND c.seed = :seed";
  std::map<SeriesKey, Moments> all;
  for (const auto& row : reader.query(shown_summaries, {{"name", study.experiment}, {"seed", study.seed}}).rows) {
    Moments& moments = all[{spelled_point(text_at(row, 0)), text_at(row, 1), text_at(row, 2), text_at(row, 3)}];
    moments.count = whole_at(row, 4);
    moments.mean = real_at(row, 5);
    moments.m2 = real_at(row, 6);
  }
  return all;
}

// The p-value of Welch's test, by the normal distribution; nothing if neither side has a spread.
std::optional<double> p_of_welch(const Moments& older, const Moments& newer) {
  const auto variance_of_mean = [](const Moments& moments) {
    const auto count = static_cast<double>(moments.count);
    return moments.m2 / (count - 1) / count;
  };
  const double variance = variance_of_mean(older) + variance_of_mean(newer);
  if (!(variance > 0)) return std::nullopt;
  return std::erfc(std::abs(newer.mean - older.mean) / std::sqrt(variance) / std::numbers::sqrt2);
}

// Compares the means of one experiment under two seeds.
void compare_means(const std::map<SeriesKey, Moments>& older, const std::map<SeriesKey, Moments>& newer,
                   StudyChanges& study) {
  std::vector<Difference> judged;
  std::vector<std::optional<double>> p_values;
  const auto shared = std::ranges::count_if(older, [&](const auto& entry) { return newer.contains(entry.first); });
  study.one_sided = std::ssize(older) + std::ssize(newer) - 2 * shared;
  for (const auto& [key, moments] : older) {
    const auto other = newer.find(key);
    if (other == newer.end()) continue;
    // Constant values can be compared however few they are.
    const bool varies = moments.m2 > 0 || other->second.m2 > 0;
    const bool is_few = std::min(moments.count, other->second.count) < least_judged;
    if (is_few && (varies || differ(moments.mean, other->second.mean))) {
      ++study.too_few;
      continue;
    }
    Difference& here = judged.emplace_back();
    here.key = key;
    here.pairs = 1;
    here.old_mean = moments.mean;
    here.new_mean = other->second.mean;
    p_values.push_back(varies ? p_of_welch(moments, other->second) : std::nullopt);
  }
  p_values = holm_adjusted(p_values);
  Changes changes;
  for (std::size_t i = 0; i < judged.size(); ++i) {
    Difference& here = judged[i];
    here.p_value = p_values[i];
    const bool agrees = here.p_value ? *here.p_value >= level_of_agreement : !differ(here.old_mean, here.new_mean);
    study.agreeing += agrees ? 1 : 0;
    here.rises = agrees ? 0 : 1;
    here.change = agrees ? Change::same : Change::changed;
    here.worsening = -here.p_value.value_or(0);
    changes.add(here);
  }
  study.changes = changes.worst_first();
  for (MetricChange& change : study.changes) change.pairs = change.rises = 1;
}

// The seed of each experiment; nothing for an experiment with several seeds.
std::map<std::string, std::optional<std::int64_t>> only_seeds(const Reader& reader) {
  std::map<std::string, std::optional<std::int64_t>> found;
  for (const StudyKey& key : stored_studies(reader)) {
    const auto [place, is_new] = found.try_emplace(key.experiment, key.seed);
    if (!is_new) place->second.reset();
  }
  return found;
}

}  // namespace

StudyNumbers stored_definition(const Reader& reader, const StudyKey& key) {
  StudyNumbers study{key, "", {}, {}};
  for (const auto& row : reader
                             .query("SELECT definition, axes FROM experiment WHERE name = :name AND seed = :seed "
                                    "ORDER BY id DESC LIMIT 1",
                                    {{"name", key.experiment}, {"seed", key.seed}})
                             .rows) {
    study.definition = text_at(row, 0);
    study.axes = nlohmann::json::parse(text_at(row, 1)).get<std::vector<std::string>>();
  }
  return study;
}

StudyNumbers stored_numbers(const Reader& reader, const StudyKey& key, const std::optional<std::string>& metric) {
  StudyNumbers study = stored_definition(reader, key);
  const std::map<std::string, Value> parameters{
      {"name", key.experiment}, {"seed", key.seed}, {"metric", metric.value_or("")}};
  std::map<std::int64_t, std::string> points;
  for (const auto& row : reader
                             .query("SELECT p.id, p.coordinates, sum(u.samples) FROM shown_columns AS c "
                                    "JOIN point AS p USING (experiment_id) "
                                    "CROSS JOIN unit AS u ON u.point_id = p.id AND u.algorithm_id = c.algorithm_id "
                                    "WHERE c.experiment = :name AND c.seed = :seed AND c.rival = '' "
                                    "GROUP BY p.id, c.algorithm_id",
                                    parameters)
                             .rows) {
    std::string& point = points[whole_at(row, 0)];
    if (point.empty()) point = spelled_point(text_at(row, 1));
    std::int64_t& tried = study.tried[point];
    tried = std::max(tried, whole_at(row, 2));
  }
  const auto add = [&](const std::string& table, const std::string& numbers, std::vector<SeriesNumber> Series::*place) {
    const std::string sql = fmt::format(
        "SELECT p.id, c.algorithm, c.rival, m.name, c.revision, c.rival_revision, m.better, {} FROM shown_columns AS c "
        "JOIN point AS p USING (experiment_id) "
        "CROSS JOIN unit AS u ON u.point_id = p.id AND u.algorithm_id = c.algorithm_id "
        "CROSS JOIN {} AS o ON o.unit_id = u.id JOIN metric AS m ON m.id = o.metric_id "
        "WHERE c.experiment = :name AND c.seed = :seed{}",
        numbers, table, metric ? " AND c.rival = '' AND m.name = :metric" : "");
    reader.query_in_batches(sql, parameters, [&](const Rows& batch) {
      for (const auto& row : batch.rows) {
        Series& series = study.series[{points.at(whole_at(row, 0)), text_at(row, 1), text_at(row, 2), text_at(row, 3)}];
        series.revision = static_cast<int>(whole_at(row, 4));
        series.rival_revision = static_cast<int>(whole_at(row, 5));
        series.better = text_at(row, 6);
        (series.*place).push_back({whole_at(row, 7), real_at(row, 8), whole_at(row, 9)});
      }
    });
    for (auto& [name, series] : study.series) std::ranges::sort(series.*place, {}, &SeriesNumber::index);
  };
  add("moment", "u.chunk, o.mean, u.samples", &Series::chunks);
  add("sample_value", "o.sample, o.value, 1", &Series::samples);
  return study;
}

std::vector<StudyChanges> compare_databases(const Reader& older, const Reader& newer, double tolerance) {
  const auto old_seeds = only_seeds(older);
  const auto new_seeds = only_seeds(newer);
  std::vector<StudyKey> keys;
  std::ranges::set_union(stored_studies(older), stored_studies(newer), std::back_inserter(keys));
  std::vector<StudyChanges> all;
  for (const StudyKey& key : keys) {
    const auto old_seed = old_seeds.find(key.experiment);
    const auto new_seed = new_seeds.find(key.experiment);
    const bool has_two = old_seed != old_seeds.end() && new_seed != new_seeds.end() && old_seed->second &&
                         new_seed->second && old_seed->second != new_seed->second;
    // An experiment under two seeds is compared once, at the key of the older side.
    if (has_two && key.seed != *old_seed->second) continue;
    const StudyKey new_key{key.experiment, has_two ? *new_seed->second : key.seed};
    StudyChanges& study = all.emplace_back();
    study.key = key;
    if (has_two) study.other_seed = new_key.seed;
    const StudyNumbers old_numbers = has_two ? stored_definition(older, key) : stored_numbers(older, key);
    const StudyNumbers new_numbers = has_two ? stored_definition(newer, new_key) : stored_numbers(newer, new_key);
    study.old_definition = old_numbers.definition;
    study.new_definition = new_numbers.definition;
    if (study.redefined()) continue;
    if (has_two) {
      compare_means(moments_of(older, key), moments_of(newer, new_key), study);
    } else {
      Changes changes(tolerance);
      changes.add(old_numbers.series, new_numbers.series);
      study.changes = changes.worst_first();
    }
  }
  return all;
}

}  // namespace apportion::results

// Reading of series, point by point and column by column, and comparing those of two databases.
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
    text += axis + "=" + (value.is_string() ? value.get<std::string>() : value.dump());
  }
  return text;
}

// Both lists are sorted, and so is the result.
template <typename Key>
std::vector<Key> in_either(const std::vector<Key>& older, const std::vector<Key>& newer) {
  std::vector<Key> keys;
  std::ranges::set_union(older, newer, std::back_inserter(keys));
  return keys;
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

// Of Welch's test, by the normal distribution; nothing where neither side has a spread.
std::optional<double> p_of_welch(const Moments& older, const Moments& newer) {
  const auto variance_of_mean = [](const Moments& moments) {
    const auto count = static_cast<double>(moments.count);
    return moments.m2 / (count - 1) / count;
  };
  const double variance = variance_of_mean(older) + variance_of_mean(newer);
  if (!(variance > 0)) return std::nullopt;
  return std::erfc(std::abs(newer.mean - older.mean) / std::sqrt(variance) / std::numbers::sqrt2);
}

// The means of one experiment under two seeds.
void compare_means(const std::map<SeriesKey, Moments>& older, const std::map<SeriesKey, Moments>& newer,
                   StudyChanges& study) {
  std::vector<Difference> judged;
  std::vector<std::optional<double>> p_values;
  const auto shared = std::ranges::count_if(older, [&](const auto& entry) { return newer.contains(entry.first); });
  study.one_sided = std::ssize(older) + std::ssize(newer) - 2 * shared;
  for (const auto& [key, moments] : older) {
    const auto other = newer.find(key);
    if (other == newer.end()) continue;
    // What has no spread can be compared however few there are.
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

// By experiment; nothing for those with several seeds.
std::map<std::string, std::optional<std::int64_t>> only_seeds(const Reader& reader) {
  std::map<std::string, std::optional<std::int64_t>> found;
  for (const StudyKey& key : stored_studies(reader)) {
    const auto [place, is_new] = found.try_emplace(key.experiment, key.seed);
    if (!is_new) place->second.reset();
  }
  return found;
}

}  // namespace

StudyNumbers::StudyNumbers(const Reader& reader, const StudyKey& key, NumbersChoice choice)
    : reader_(&reader), choice_(std::move(choice)) {
  const Rows found = reader.query(
      "SELECT id, definition, axes FROM experiment WHERE name = :name AND seed = :seed ORDER BY id DESC LIMIT 1",
      {{"name", key.experiment}, {"seed", key.seed}});
  if (found.rows.empty()) return;
  const std::int64_t study = whole_at(found.rows.front(), 0);
  definition_ = text_at(found.rows.front(), 1);
  axes_ = nlohmann::json::parse(text_at(found.rows.front(), 2)).get<std::vector<std::string>>();
  for (const auto& row :
       reader.query("SELECT id, coordinates FROM point WHERE experiment_id = :study", {{"study", study}}).rows)
    points_.emplace(spelled_point(text_at(row, 1)), StoredPoint{whole_at(row, 0), text_at(row, 1)});
  for (const auto& row : reader
                             .query("SELECT algorithm_id, algorithm, rival, revision, rival_revision "
                                    "FROM shown_columns WHERE experiment_id = :study",
                                    {{"study", study}})
                             .rows)
    if (is_chosen(text_at(row, 1), text_at(row, 2)))
      columns_.push_back({whole_at(row, 0),
                          {.point = {}, .algorithm = text_at(row, 1), .rival = text_at(row, 2), .metric = {}},
                          static_cast<int>(whole_at(row, 3)),
                          static_cast<int>(whole_at(row, 4))});
}

std::vector<std::string> StudyNumbers::points() const {
  std::vector<std::string> names;
  for (const auto& [name, stored] : points_) names.push_back(name);
  return names;
}

std::vector<Coordinate> StudyNumbers::coordinates(const std::string& point) const {
  std::vector<Coordinate> coordinates;
  const auto found = points_.find(point);
  if (found == points_.end()) return coordinates;
  const auto json = nlohmann::ordered_json::parse(found->second.coordinates);
  for (const auto& [axis, value] : json.items())
    coordinates.push_back(coordinate(axis, value.is_string() ? value.get<std::string>() : value.dump()));
  return coordinates;
}

bool StudyNumbers::is_chosen(const std::string& algorithm, const std::string& rival) const {
  if (choice_.algorithms.empty()) return true;
  return rival.empty() && contains(choice_.algorithms, algorithm);
}

void StudyNumbers::add_column(const std::string& point, std::int64_t point_id, const ShownColumn& column,
                              SeriesSet& set) const {
  // Metrics are told by their numbers before rows are joined: there are several for every sample.
  const std::string chosen = choice_.metric.empty()
                                 ? ""
                                 : "AND o.metric_id = (SELECT metric.id FROM metric JOIN point USING (experiment_id) "
                                   "WHERE point.id = :point AND metric.name = :metric)";
  const auto add = [&](const std::string& table, const std::string& numbers, std::vector<SeriesNumber> Series::*place) {
    const std::string sql = fmt::format(
        "SELECT m.name, m.better, {} FROM unit AS u JOIN {} AS o ON o.unit_id = u.id JOIN metric AS m ON m.id = "
        "o.metric_id WHERE u.point_id = :point AND u.algorithm_id = :algorithm {} ORDER BY 3",
        numbers, table, chosen);
    for (const auto& row :
         reader_->query(sql, {{"point", point_id}, {"algorithm", column.id}, {"metric", choice_.metric}}).rows) {
      SeriesKey key = column.key;
      key.point = point;
      key.metric = text_at(row, 0);
      Series& series = set[std::move(key)];
      series.revision = column.revision;
      series.rival_revision = column.rival_revision;
      series.better = text_at(row, 1);
      (series.*place).push_back({whole_at(row, 2), real_at(row, 3), whole_at(row, 4)});
    }
  };
  add("moment", "u.chunk, o.mean, u.samples", &Series::chunks);
  add("sample_value", "o.sample, o.value, 1", &Series::samples);
}

std::int64_t StudyNumbers::samples_at(const std::string& point) const {
  const auto found = points_.find(point);
  if (found == points_.end()) return 0;
  const Rows most = reader_->query(
      "SELECT coalesce(max(samples), 0) FROM (SELECT sum(samples) AS samples FROM unit WHERE point_id = :point "
      "GROUP BY algorithm_id)",
      {{"point", found->second.id}});
  return whole_at(most.rows.front(), 0);
}

SeriesSet StudyNumbers::at(const std::string& point) const {
  SeriesSet set;
  const auto found = points_.find(point);
  if (found == points_.end()) return set;
  for (const ShownColumn& column : columns_) add_column(point, found->second.id, column, set);
  return set;
}

SeriesSet StudyNumbers::all() const {
  SeriesSet set;
  for (const auto& [point, stored] : points_) set.merge(at(point));
  return set;
}

std::vector<StudyChanges> compare_databases(const Reader& older, const Reader& newer, double tolerance) {
  const auto old_seeds = only_seeds(older);
  const auto new_seeds = only_seeds(newer);
  std::vector<StudyChanges> all;
  for (const StudyKey& key : in_either(stored_studies(older), stored_studies(newer))) {
    const auto old_seed = old_seeds.find(key.experiment);
    const auto new_seed = new_seeds.find(key.experiment);
    const bool has_two = old_seed != old_seeds.end() && new_seed != new_seeds.end() && old_seed->second &&
                         new_seed->second && old_seed->second != new_seed->second;
    // The pair stands where the old seed does.
    if (has_two && key.seed != *old_seed->second) continue;
    const StudyKey new_key{key.experiment, has_two ? *new_seed->second : key.seed};
    const StudyNumbers old_numbers(older, key);
    const StudyNumbers new_numbers(newer, new_key);
    StudyChanges& study = all.emplace_back(StudyChanges{key, old_numbers.definition(), new_numbers.definition()});
    if (has_two) study.other_seed = new_key.seed;
    if (study.redefined()) continue;
    if (has_two) {
      compare_means(moments_of(older, key), moments_of(newer, new_key), study);
      continue;
    }
    Changes changes(tolerance);
    for (const std::string& point : in_either(old_numbers.points(), new_numbers.points()))
      changes.add(old_numbers.at(point), new_numbers.at(point));
    study.changes = changes.worst_first();
  }
  return all;
}

}  // namespace apportion::results

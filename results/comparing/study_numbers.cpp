// Reading of series, point by point and column by column; Welch's test for the means of two sets of samples.
#include "results/comparing/study_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <numbers>
#include <utility>

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
  return rival.empty() && std::ranges::find(choice_.algorithms, algorithm) != choice_.algorithms.end();
}

void StudyNumbers::add_column(const std::string& point, std::int64_t point_id, const ShownColumn& column,
                              SeriesSet& set) const {
  const auto series_of = [&](const std::vector<Value>& row) -> Series& {
    SeriesKey key = column.key;
    key.point = point;
    key.metric = text_at(row, 0);
    Series& series = set[std::move(key)];
    series.revision = column.revision;
    series.rival_revision = column.rival_revision;
    series.better = text_at(row, 1);
    return series;
  };
  // Metrics are told by their numbers before rows are joined: there are several for every sample.
  const std::map<std::string, Value> which{{"point", point_id}, {"algorithm", column.id}, {"metric", choice_.metric}};
  const auto chosen = [this](const std::string& table) -> std::string {
    if (choice_.metric.empty()) return {};
    return "AND " + table +
           ".metric_id = (SELECT metric.id FROM metric JOIN point USING (experiment_id) "
           "WHERE point.id = :point AND metric.name = :metric) ";
  };
  for (const auto& row : reader_
                             ->query("SELECT m.name, m.better, u.chunk, o.count, o.mean "
                                     "FROM unit AS u JOIN moment AS o ON o.unit_id = u.id "
                                     "JOIN metric AS m ON m.id = o.metric_id "
                                     "WHERE u.point_id = :point AND u.algorithm_id = :algorithm " +
                                         chosen("o") + "ORDER BY u.chunk",
                                     which)
                             .rows)
    series_of(row).chunks.push_back({whole_at(row, 2), whole_at(row, 3), real_at(row, 4)});
  for (const auto& row : reader_
                             ->query("SELECT m.name, m.better, s.sample, s.value "
                                     "FROM unit AS u JOIN sample_value AS s ON s.unit_id = u.id "
                                     "JOIN metric AS m ON m.id = s.metric_id "
                                     "WHERE u.point_id = :point AND u.algorithm_id = :algorithm " +
                                         chosen("s") + "ORDER BY s.sample",
                                     which)
                             .rows)
    series_of(row).samples.push_back({whole_at(row, 2), real_at(row, 3)});
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

std::vector<StudyDifferences> compare_databases(const Reader& older, const Reader& newer) {
  std::vector<StudyDifferences> all;
  for (const StudyKey& key : in_either(stored_studies(older), stored_studies(newer))) {
    const StudyNumbers old_numbers(older, key);
    const StudyNumbers new_numbers(newer, key);
    StudyDifferences study{key, old_numbers.definition(), new_numbers.definition(), {}};
    std::vector<std::string> points = in_either(old_numbers.points(), new_numbers.points());
    if (study.redefined()) points.clear();
    for (const std::string& point : points)
      for (Difference& difference : compare(old_numbers.at(point), new_numbers.at(point)))
        study.differences.push_back(std::move(difference));
    std::ranges::stable_sort(study.differences, is_worse);
    if (study.redefined() || !study.differences.empty()) all.push_back(std::move(study));
  }
  return all;
}

namespace {

constexpr const char* newest_definition =
    "SELECT id, definition FROM experiment WHERE name = :name AND seed = :seed ORDER BY id DESC LIMIT 1";

constexpr const char* shown_summaries =
    "SELECT p.coordinates, c.algorithm, c.rival, m.name, s.count, s.mean, s.m2 FROM summary AS s "
    "JOIN point AS p ON p.id = s.point_id JOIN metric AS m ON m.id = s.metric_id "
    "JOIN shown_columns AS c ON c.algorithm_id = s.algorithm_id AND c.experiment_id = p.experiment_id "
    "WHERE p.experiment_id = :study";

struct StudyMeans {
  std::string definition;
  std::map<SeriesKey, Moments> means;
};

StudyMeans means_of(const Reader& reader, const StudyKey& key) {
  StudyMeans study;
  const Rows found = reader.query(newest_definition, {{"name", key.experiment}, {"seed", key.seed}});
  if (found.rows.empty()) return study;
  study.definition = std::get<std::string>(found.rows.front().at(1));
  for (const auto& row : reader.query(shown_summaries, {{"study", found.rows.front().at(0)}}).rows) {
    const auto text = [&row](std::size_t column) { return std::get<std::string>(row.at(column)); };
    Moments& moments = study.means[{text(0), text(1), text(2), text(3)}];
    moments.count = std::get<std::int64_t>(row.at(4));
    moments.mean = std::get<double>(row.at(5));
    moments.m2 = std::get<double>(row.at(6));
  }
  return study;
}

// Of the mean.
double variance_of_mean(const Moments& moments) {
  const auto count = static_cast<double>(moments.count);
  return moments.m2 / (count - 1) / count;
}

std::optional<double> p_of_welch(const Moments& older, const Moments& newer) {
  const double variance = variance_of_mean(older) + variance_of_mean(newer);
  if (!(variance > 0)) return std::nullopt;
  return std::erfc(std::abs(newer.mean - older.mean) / std::sqrt(variance) / std::numbers::sqrt2);
}

OtherSeed compared(const StudyKey& old_key, const StudyKey& new_key, const StudyMeans& older, const StudyMeans& newer) {
  OtherSeed result{old_key.experiment, old_key.seed, new_key.seed, {}};
  const auto shared = static_cast<std::size_t>(
      std::ranges::count_if(older.means, [&](const auto& entry) { return newer.means.contains(entry.first); }));
  result.one_sided = static_cast<std::int64_t>(older.means.size() + newer.means.size() - 2 * shared);
  std::vector<std::optional<double>> p_values;
  for (const auto& [key, moments] : older.means) {
    const auto other = newer.means.find(key);
    if (other == newer.means.end()) continue;
    // What has no spread can be compared however few there are.
    const bool varies = moments.m2 > 0 || other->second.m2 > 0;
    const bool has_too_few = std::min(moments.count, other->second.count) < fewest_judged;
    if (has_too_few && (varies || differ(moments.mean, other->second.mean))) {
      ++result.with_too_few;
      continue;
    }
    result.means.push_back({key, moments.mean, other->second.mean});
    p_values.push_back(varies ? p_of_welch(moments, other->second) : std::nullopt);
  }
  p_values = holm_adjusted(p_values);
  for (std::size_t i = 0; i < p_values.size(); ++i) {
    MeanPair& pair = result.means[i];
    pair.p_value = p_values[i];
    pair.agrees = pair.p_value ? *pair.p_value >= level_of_agreement : !differ(pair.old_mean, pair.new_mean);
  }
  return result;
}

// By experiment; nothing for those with several seeds.
std::map<std::string, std::optional<StudyKey>> by_only_seed(const Reader& reader) {
  std::map<std::string, std::optional<StudyKey>> found;
  for (const StudyKey& key : stored_studies(reader)) {
    const auto [place, is_new] = found.try_emplace(key.experiment, key);
    if (!is_new) place->second.reset();
  }
  return found;
}

}  // namespace

std::vector<OtherSeed> compare_other_seeds(const Reader& older, const Reader& newer) {
  std::vector<OtherSeed> all;
  const std::map<std::string, std::optional<StudyKey>> in_newer = by_only_seed(newer);
  for (const auto& [experiment, old_key] : by_only_seed(older)) {
    const auto found = in_newer.find(experiment);
    if (!old_key || found == in_newer.end() || !found->second || found->second->seed == old_key->seed) continue;
    const StudyMeans old_means = means_of(older, *old_key);
    const StudyMeans new_means = means_of(newer, *found->second);
    if (old_means.definition == new_means.definition)
      all.push_back(compared(*old_key, *found->second, old_means, new_means));
  }
  return all;
}

}  // namespace apportion::results

// Welch's test for the means of two sets of samples.
#include "results/comparing/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "results/comparing/series.hpp"
#include "results/database/reader.hpp"
#include "results/moments.hpp"

namespace apportion::results {
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

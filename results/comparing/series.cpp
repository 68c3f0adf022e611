// Pairing series, comparing them, and statistics of pairs.
#include "results/comparing/series.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <tuple>

#include "results/moments.hpp"
#include "results/statistics.hpp"

namespace apportion::results {

std::optional<double> effect_size(const Moments& differences) {
  if (!(differences.m2 > 0)) return std::nullopt;
  const double deviation = std::sqrt(differences.m2 / static_cast<double>(differences.count - 1));
  // What rounding leaves of differences that are all the same.
  if (deviation <= 1e-9 * std::abs(differences.mean)) return std::nullopt;
  return differences.mean / deviation;
}

std::vector<std::optional<double>> holm_adjusted(const std::vector<std::optional<double>>& p_values) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p_values.size(); ++i)
    if (p_values[i]) order.push_back(i);
  std::ranges::stable_sort(order, {}, [&p_values](std::size_t i) { return *p_values[i]; });
  std::vector<std::optional<double>> adjusted(p_values.size());
  double least = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    least = std::max(least, std::min(1.0, static_cast<double>(order.size() - rank) * *p_values[order[rank]]));
    adjusted[order[rank]] = least;
  }
  return adjusted;
}

Pairing paired(const std::vector<SeriesNumber>& older, const std::vector<SeriesNumber>& newer) {
  Pairing result;
  auto a = older.begin();
  auto b = newer.begin();
  while (a != older.end() || b != newer.end()) {
    const bool old_is_next = b == newer.end() || (a != older.end() && a->index <= b->index);
    const bool new_is_next = a == older.end() || (b != newer.end() && b->index <= a->index);
    if (old_is_next && new_is_next && a->samples == b->samples) {
      result.pairs.push_back({a->index, a->value, b->value, a->samples});
    } else {
      result.only_old += old_is_next ? a->samples : 0;
      result.only_new += new_is_next ? b->samples : 0;
    }
    if (old_is_next) ++a;
    if (new_is_next) ++b;
  }
  return result;
}

namespace {

constexpr double negligible = 1e-12;

// How much worse the newer number is for its size; without a direction, how much another one.
double worsening(double older, double newer, const std::string& better) {
  const double size = std::max(std::abs(older), std::abs(newer));
  const double change = size > 0 ? (newer - older) / size : 0;
  if (better.empty()) return std::abs(change);
  return better == "less" ? change : -change;
}

Change judged(const Difference& difference, const std::string& better) {
  if (difference.differing == 0) {
    if (difference.only_old > 0) return Change::lost;
    return difference.only_new > 0 ? Change::added : Change::same;
  }
  if (better.empty() || !differ(difference.old_mean, difference.new_mean)) return Change::changed;
  return difference.worsening > 0 ? Change::worse : Change::better;
}

void add_pairs(const std::vector<NumberPair>& pairs, const std::string& better, double tolerance,
               Difference& difference) {
  Moments older;
  Moments newer;
  double most = 0;
  for (const NumberPair& pair : pairs) {
    older.add(pair.older);
    newer.add(pair.newer);
    difference.change_of_pairs.add(pair.newer - pair.older);
    if (!differ(pair.older, pair.newer, tolerance)) continue;
    const double worse = worsening(pair.older, pair.newer, better);
    if (difference.differing++ == 0) difference.first = pair;
    if (!difference.worst || worse > most) {
      difference.worst = pair;
      most = worse;
    }
    difference.rises += pair.newer > pair.older ? 1 : 0;
  }
  difference.pairs = static_cast<std::int64_t>(pairs.size());
  difference.old_mean = older.mean;
  difference.new_mean = newer.mean;
  difference.worsening = worsening(older.mean, newer.mean, better);
}

std::int64_t samples_of(const std::vector<SeriesNumber>& numbers) {
  std::int64_t samples = 0;
  for (const SeriesNumber& number : numbers) samples += number.samples;
  return samples;
}

bool has_same_revisions(const Series& older, const Series& newer) {
  return older.revision == newer.revision && older.rival_revision == newer.rival_revision;
}

}  // namespace

bool Series::has_all_samples() const { return !samples.empty() && samples_of(samples) >= samples_of(chunks); }

std::string_view name_of(Change change) {
  constexpr std::array<std::string_view, 6> names = {"worse", "changed", "lost", "better", "new", "same"};
  return names.at(static_cast<std::size_t>(change));
}

bool differ(double a, double b, double tolerance) {
  const double greater = std::max(std::abs(a), std::abs(b));
  if (a == b || greater < negligible) return false;
  return !std::isfinite(greater) || std::abs(a - b) > tolerance * greater;
}

Difference compared(const SeriesKey& key, const Series* older, const Series* newer, double tolerance) {
  Difference difference{.key = key};
  if (older == nullptr || newer == nullptr) {
    const Series& only = older == nullptr ? *newer : *older;
    difference.change = older == nullptr ? Change::added : Change::lost;
    difference.by_chunk = only.samples.empty();
    (older == nullptr ? difference.only_new : difference.only_old) =
        samples_of(only.samples.empty() ? only.chunks : only.samples);
    return difference;
  }
  difference.by_chunk = !older->has_all_samples() || !newer->has_all_samples();
  const Pairing pairing =
      difference.by_chunk ? paired(older->chunks, newer->chunks) : paired(older->samples, newer->samples);
  difference.only_old = pairing.only_old;
  difference.only_new = pairing.only_new;
  add_pairs(pairing.pairs, newer->better, tolerance, difference);
  difference.change = judged(difference, newer->better);
  if (difference.change == Change::same && !has_same_revisions(*older, *newer) && tolerance <= usual_tolerance)
    difference.change = Change::changed;
  return difference;
}

std::optional<double> MetricChange::relative() const {
  if (pairs == 0 || old_mean == 0) return std::nullopt;
  return (new_mean - old_mean) / std::abs(old_mean);
}

void Changes::add(const SeriesSet& older, const SeriesSet& newer) {
  for (const auto& [key, series] : older) {
    const auto found = newer.find(key);
    add(key, &series, found == newer.end() ? nullptr : &found->second);
  }
  for (const auto& [key, series] : newer)
    if (!older.contains(key)) add(key, nullptr, &series);
}

void Changes::add(const SeriesKey& key, const Series* older, const Series* newer) {
  const Difference difference = compared(key, older, newer, tolerance_);
  const bool one_sided = difference.change == Change::lost || difference.change == Change::added;
  if (!one_sided && difference.pairs == 0) return;
  const Change kind = one_sided ? difference.change : Change::same;
  Sum& sum = sums_[{key.algorithm, key.rival, one_sided ? "" : key.metric, kind}];
  MetricChange& change = sum.change;
  if (change.points == 0) {
    change = {.algorithm = key.algorithm, .rival = key.rival, .metric = one_sided ? "" : key.metric};
    change.old_revision = older == nullptr ? 0 : older->revision;
    change.new_revision = newer == nullptr ? 0 : newer->revision;
    change.old_rival_revision = older == nullptr ? 0 : older->rival_revision;
    change.new_rival_revision = newer == nullptr ? 0 : newer->rival_revision;
    change.worst = difference;
  }
  // Metrics of one point follow each other.
  if (!one_sided || sum.last_point != key.point) ++change.points;
  sum.last_point = key.point;
  change.differing += difference.differing > 0 || one_sided ? 1 : 0;
  change.by_chunk = change.by_chunk || difference.by_chunk;
  change.pairs += difference.pairs;
  change.differing_pairs += difference.differing;
  change.only_old += difference.only_old;
  change.only_new += difference.only_new;
  change.old_mean += difference.old_mean;
  change.new_mean += difference.new_mean;
  sum.rises += difference.rises;
  sum.of_pairs.merge(difference.change_of_pairs);
  const auto rank = [](const Difference& each) { return std::pair(each.change, -each.worsening); };
  if (!one_sided && rank(difference) < rank(change.worst)) change.worst = difference;
  change.change = std::min(change.change, difference.change);
}

std::vector<MetricChange> Changes::worst_first() const {
  std::vector<MetricChange> changes;
  for (const auto& [key, sum] : sums_) {
    if (sum.change.change == Change::same) continue;
    MetricChange& change = changes.emplace_back(sum.change);
    change.old_mean /= static_cast<double>(change.points);
    change.new_mean /= static_cast<double>(change.points);
    change.p_value = sign_test(sum.rises, change.differing_pairs - sum.rises);
    change.effect = effect_size(sum.of_pairs);
  }
  std::ranges::stable_sort(changes, is_worse);
  return changes;
}

bool is_worse(const MetricChange& a, const MetricChange& b) {
  const auto size = [](const MetricChange& change) {
    if (change.differing_pairs == 0) return 0.0;
    return std::abs(change.relative().value_or(std::numeric_limits<double>::infinity()));
  };
  return std::tuple(a.change, -size(a), a.algorithm, a.rival, a.metric) <
         std::tuple(b.change, -size(b), b.algorithm, b.rival, b.metric);
}

}  // namespace apportion::results

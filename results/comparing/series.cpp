// Pairing series, comparing them, and statistics of pairs.
#include "results/comparing/series.hpp"

#include <fmt/format.h>

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

namespace {

std::int64_t index_of(const SampleNumber& number) { return number.sample; }
std::int64_t index_of(const ChunkNumber& number) { return number.chunk; }
double value_of(const SampleNumber& number) { return number.value; }
double value_of(const ChunkNumber& number) { return number.mean; }
bool comparable(const SampleNumber& /*a*/, const SampleNumber& /*b*/) { return true; }
// Means of different samples say nothing about each other.
bool comparable(const ChunkNumber& a, const ChunkNumber& b) { return a.samples == b.samples; }

template <class Number>
Pairing paired_numbers(const std::vector<Number>& older, const std::vector<Number>& newer) {
  Pairing result;
  auto a = older.begin();
  auto b = newer.begin();
  while (a != older.end() && b != newer.end()) {
    if (index_of(*a) == index_of(*b)) {
      if (comparable(*a, *b)) {
        result.pairs.push_back({index_of(*a), value_of(*a), value_of(*b)});
      } else {
        ++result.only_old;
        ++result.only_new;
      }
      ++a;
      ++b;
    } else if (index_of(*a) < index_of(*b)) {
      ++result.only_old;
      ++a;
    } else {
      ++result.only_new;
      ++b;
    }
  }
  result.only_old += older.end() - a;
  result.only_new += newer.end() - b;
  return result;
}

}  // namespace

Pairing paired(const std::vector<SampleNumber>& older, const std::vector<SampleNumber>& newer) {
  return paired_numbers(older, newer);
}

Pairing paired(const std::vector<ChunkNumber>& older, const std::vector<ChunkNumber>& newer) {
  return paired_numbers(older, newer);
}

namespace {

constexpr double tolerance = 1e-9;
constexpr double negligible = 1e-12;

Change judged(const Difference& difference, const std::string& better) {
  if (difference.differing == 0) {
    if (difference.only_old > 0) return Change::lost;
    return difference.only_new > 0 ? Change::added : Change::changed;
  }
  if (better.empty() || !differ(difference.old_mean, difference.new_mean)) return Change::changed;
  return (difference.mean_difference > 0) == (better == "less") ? Change::worse : Change::better;
}

void add_statistics(const std::vector<DifferingPair>& pairs, Difference& difference) {
  Moments older;
  Moments newer;
  Moments change;
  std::int64_t rises = 0;
  for (const DifferingPair& pair : pairs) {
    older.add(pair.older);
    newer.add(pair.newer);
    change.add(pair.newer - pair.older);
    if (!differ(pair.older, pair.newer)) continue;
    if (difference.differing++ == 0) difference.first = pair;
    rises += pair.newer > pair.older ? 1 : 0;
  }
  difference.pairs = static_cast<std::int64_t>(pairs.size());
  difference.old_mean = older.mean;
  difference.new_mean = newer.mean;
  difference.mean_difference = change.mean;
  difference.p_value = sign_test(rises, difference.differing - rises);
  difference.effect = effect_size(change);
}

Difference one_sided(const SeriesKey& key, const Series& series, Change change) {
  const auto numbers = static_cast<std::int64_t>(std::max(series.samples.size(), series.chunks.size()));
  Difference difference{.key = key, .change = change};
  difference.by_chunk = series.samples.empty();
  const bool old_side = change == Change::lost;
  (old_side ? difference.only_old : difference.only_new) = numbers;
  (old_side ? difference.old_revision : difference.new_revision) = series.revision;
  (old_side ? difference.old_rival_revision : difference.new_rival_revision) = series.rival_revision;
  return difference;
}

Difference two_sided(const SeriesKey& key, const Series& older, const Series& newer) {
  Difference difference{.key = key};
  difference.old_revision = older.revision;
  difference.new_revision = newer.revision;
  difference.old_rival_revision = older.rival_revision;
  difference.new_rival_revision = newer.rival_revision;
  difference.by_chunk = !older.has_all_samples() || !newer.has_all_samples();
  const Pairing pairing =
      difference.by_chunk ? paired(older.chunks, newer.chunks) : paired(older.samples, newer.samples);
  difference.only_old = pairing.only_old;
  difference.only_new = pairing.only_new;
  add_statistics(pairing.pairs, difference);
  difference.change = judged(difference, newer.better);
  return difference;
}

bool is_a_difference(const Difference& difference) {
  return difference.differing > 0 || difference.only_old > 0 || difference.only_new > 0 || !difference.same_revisions();
}

}  // namespace

bool Series::has_all_samples() const {
  std::int64_t wanted = 0;
  for (const ChunkNumber& chunk : chunks) wanted += chunk.samples;
  return !samples.empty() && static_cast<std::int64_t>(samples.size()) >= wanted;
}

std::string_view name_of(Change change) {
  constexpr std::array<std::string_view, 5> names = {"worse", "changed", "lost", "better", "new"};
  return names.at(static_cast<std::size_t>(change));
}

std::optional<double> Difference::relative() const {
  if (pairs == 0 || old_mean == 0) return std::nullopt;
  return mean_difference / std::abs(old_mean);
}

namespace {

std::string change_of_revision(int older, int newer) {
  if (older == 0 || newer == 0 || older == newer) return fmt::format("{}", std::max(older, newer));
  return fmt::format("{} -> {}", older, newer);
}

}  // namespace

std::string Difference::revisions() const { return change_of_revision(old_revision, new_revision); }

std::string Difference::rival_revisions() const {
  return key.rival.empty() ? "" : change_of_revision(old_rival_revision, new_rival_revision);
}

bool differ(double a, double b) {
  const double greater = std::max(std::abs(a), std::abs(b));
  if (a == b || greater < negligible) return false;
  return !std::isfinite(greater) || std::abs(a - b) > tolerance * greater;
}

std::vector<Difference> compare(const SeriesSet& older, const SeriesSet& newer) {
  std::vector<Difference> differences;
  for (const auto& [key, series] : older) {
    const auto found = newer.find(key);
    Difference difference =
        found == newer.end() ? one_sided(key, series, Change::lost) : two_sided(key, series, found->second);
    if (is_a_difference(difference)) differences.push_back(std::move(difference));
  }
  for (const auto& [key, series] : newer)
    if (!older.contains(key)) differences.push_back(one_sided(key, series, Change::added));
  std::ranges::stable_sort(differences, is_worse);
  return differences;
}

bool is_worse(const Difference& a, const Difference& b) {
  const auto size = [](const Difference& difference) {
    if (difference.differing == 0) return 0.0;
    return std::abs(difference.relative().value_or(std::numeric_limits<double>::infinity()));
  };
  return std::tuple(a.change, -size(a), a.key) < std::tuple(b.change, -size(b), b.key);
}

}  // namespace apportion::results

// Series of numbers of two databases, pairs of their samples or chunks, how they differ, and statistics of pairs:
// effect size, correction for many tests.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace apportion::results {

struct Moments;

/// Cohen's d_z: the mean of the differences over their standard deviation. Nothing where all of them are the same.
[[nodiscard]] std::optional<double> effect_size(const Moments& differences);

/// p-values corrected for there being several (Holm 1979): the k-th least of m times m - k + 1, no less than those
/// before it, at most 1. Entries without a p-value are no tests and stay empty.
[[nodiscard]] std::vector<std::optional<double>> holm_adjusted(const std::vector<std::optional<double>>& p_values);

/// Where a series of numbers stands within a study.
struct SeriesKey {
  std::string point;      ///< "columns=1000 ratio=4": all axes in the study's order
  std::string algorithm;  ///< canonical name
  std::string rival = {};
  std::string metric;
  auto operator<=>(const SeriesKey&) const = default;
};

struct SampleNumber {
  std::int64_t sample = 0;
  double value = 0;
};

struct ChunkNumber {
  std::int64_t chunk = 0;
  std::int64_t samples = 0;  ///< in it
  double mean = 0;
};

/// What is stored of one metric of one column at one point.
struct Series {
  int revision = 0;
  int rival_revision = 0;
  std::string better = {};                 ///< "less", "more" or ""
  std::vector<SampleNumber> samples = {};  ///< by sample; empty unless they are kept
  std::vector<ChunkNumber> chunks = {};    ///< by chunk

  /// Whether every sample of the chunks is there.
  [[nodiscard]] bool has_all_samples() const;
};

using SeriesSet = std::map<SeriesKey, Series>;

/// What became of a series, the worst first. Without a direction (Series::better) another number is `changed`.
enum class Change { worse, changed, lost, better, added };

/// "worse", "changed", "lost", "better", "new".
[[nodiscard]] std::string_view name_of(Change change);

/// A pair of numbers that differ.
struct DifferingPair {
  std::int64_t index = 0;  ///< sample, or chunk
  double older = 0;
  double newer = 0;
};

/// A series whose two sides differ. Means are over the pairs.
struct Difference {
  SeriesKey key;
  Change change = Change::changed;
  int old_revision = 0;  ///< 0 where there is no such side
  int new_revision = 0;
  int old_rival_revision = 0;
  int new_rival_revision = 0;
  bool by_chunk = false;  ///< pairs are of chunks' means, since not both sides kept every sample
  std::int64_t pairs = 0;
  std::int64_t differing = 0;  ///< of these
  std::int64_t only_old = 0;   ///< numbers without a partner
  std::int64_t only_new = 0;
  double old_mean = 0;
  double new_mean = 0;
  double mean_difference = 0;               ///< of the pairs, new - old
  std::optional<double> p_value = {};       ///< sign test over the pairs that differ
  std::optional<double> effect = {};        ///< mean_difference over the differences' standard deviation (Cohen's d_z)
  std::optional<DifferingPair> first = {};  ///< the first pair that differs

  /// mean_difference over |old_mean|; nothing where that is 0 or nothing was paired.
  [[nodiscard]] std::optional<double> relative() const;
  /// "3", or "3 -> 4" where the two sides differ; of the rival "" where there is none.
  [[nodiscard]] std::string revisions() const;
  [[nodiscard]] std::string rival_revisions() const;
  [[nodiscard]] bool same_revisions() const {
    return old_revision == new_revision && old_rival_revision == new_rival_revision;
  }
};

/// Whether two numbers are taken for different ones: by more than 1e-9 of the greater. What is below 1e-12 on both
/// sides counts as 0, since metrics such as a gap in percent are differences of nearly equal numbers.
[[nodiscard]] bool differ(double a, double b);

/// The series that differ, worst first: by kind of change, then by relative difference, then by key. Samples are paired
/// where both sides have all of theirs, chunks of equally many samples otherwise. A series with the same numbers under
/// another revision is `changed`, with differing = 0.
[[nodiscard]] std::vector<Difference> compare(const SeriesSet& older, const SeriesSet& newer);

/// The order of compare(): whether `a` stands before `b`.
[[nodiscard]] bool is_worse(const Difference& a, const Difference& b);

/// The numbers that both series have, and how many of each have no partner.
struct Pairing {
  std::vector<DifferingPair> pairs;  ///< all of them, equal ones too
  std::int64_t only_old = 0;
  std::int64_t only_new = 0;
};

/// Both are in ascending order. Chunks are paired if they have equally many samples.
[[nodiscard]] Pairing paired(const std::vector<SampleNumber>& older, const std::vector<SampleNumber>& newer);
[[nodiscard]] Pairing paired(const std::vector<ChunkNumber>& older, const std::vector<ChunkNumber>& newer);

}  // namespace apportion::results

// Series of numbers of two databases, pairs of their samples or chunks, how they differ, and statistics of pairs:
// effect size, correction for many tests.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "results/moments.hpp"

namespace apportion::results {

/// Cohen's d_z: the mean of differences over their standard deviation. Nothing where all of them are the same.
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

/// Of SeriesKey::point, by axes. A point leaves out an axis that came later, and a value may have blanks:
/// "sampling=resample(my nodes.csv)".
[[nodiscard]] std::map<std::string, std::string> coordinates_in(const std::string& point,
                                                                const std::vector<std::string>& axes);

/// A sample's number, or the mean of a chunk of so many.
struct SeriesNumber {
  std::int64_t index = 0;  ///< sample, or chunk
  double value = 0;
  std::int64_t samples = 1;
};

/// What is stored of one metric of one column at one point.
struct Series {
  int revision = 0;
  int rival_revision = 0;
  std::string better = {};                 ///< "less", "more" or ""
  std::vector<SeriesNumber> samples = {};  ///< by sample; empty unless they are kept
  std::vector<SeriesNumber> chunks = {};   ///< by chunk

  /// Whether every sample of the chunks is there.
  [[nodiscard]] bool has_all_samples() const;
};

using SeriesSet = std::map<SeriesKey, Series>;

/// What became of numbers, the worst first. Without a direction (Series::better) another number is `changed`, and so is
/// a series with the same numbers under another revision.
enum class Change { worse, changed, lost, better, added, same };

/// "worse", "changed", "lost", "better", "new", "same".
[[nodiscard]] std::string_view name_of(Change change);

struct NumberPair {
  std::int64_t index = 0;  ///< sample, or chunk
  double older = 0;
  double newer = 0;
  std::int64_t samples = 1;
};

/// The numbers that two series both have, and how many samples of each have no partner.
struct Pairing {
  std::vector<NumberPair> pairs;  ///< all of them, equal ones too
  std::int64_t only_old = 0;
  std::int64_t only_new = 0;
};

/// Both are in ascending order. Means of different samples say nothing about each other: chunks are paired if they have
/// equally many.
[[nodiscard]] Pairing paired(const std::vector<SeriesNumber>& older, const std::vector<SeriesNumber>& newer);

/// The share of the greater of two numbers by which they must differ to be taken for different ones.
inline constexpr double usual_tolerance = 1e-9;

/// Whether two numbers are taken for different ones. What is below 1e-12 on both sides counts as 0, since metrics such
/// as a gap in percent are differences of nearly equal numbers.
[[nodiscard]] bool differ(double a, double b, double tolerance = usual_tolerance);

/// What is counted over pairs of numbers.
struct PairTally {
  std::int64_t pairs = 0;
  std::int64_t rises = 0;  ///< pairs that differ, the newer being greater
  std::int64_t falls = 0;
  Moments differences = {};  ///< newer - older; 0 of what differ() takes for equal

  /// Whether they differ.
  bool add(double older, double newer, double tolerance = usual_tolerance);
  void add(const PairTally& other);
  [[nodiscard]] std::int64_t differing() const { return rises + falls; }
};

/// Two sides of an algorithm's numbers, or of those of a pair, by one metric. Samples are paired where both sides have
/// all of theirs, chunks of equally many samples otherwise. Means are over the pairs.
struct Difference : PairTally {
  SeriesKey key = {};
  Change change = Change::same;
  int old_revision = 0;  ///< 0 where there is no such side
  int new_revision = 0;
  int old_rival_revision = 0;
  int new_rival_revision = 0;
  bool by_chunk = false;      ///< pairs are of chunks' means
  std::int64_t only_old = 0;  ///< samples without a partner
  std::int64_t only_new = 0;
  double old_mean = 0;
  double new_mean = 0;
  /// The pair that got worse most for its size; without a direction, that differs most.
  std::optional<NumberPair> worst = {};
  double worsening = 0;                ///< of the means, for their size; without a direction how much they differ
  std::optional<double> p_value = {};  ///< of a test of the two means

  [[nodiscard]] bool same_revisions() const {
    return old_revision == new_revision && old_rival_revision == new_rival_revision;
  }
  /// (new_mean - old_mean) / |old_mean|; nothing where that is 0 or nothing was paired.
  [[nodiscard]] std::optional<double> relative() const;
};

/// `tolerance`: pairs that differ by no more are equal; above usual_tolerance it makes up for other revisions as well.
/// Of a side that is not there, nullptr.
[[nodiscard]] Difference compared(const SeriesKey& key, const Series* older, const Series* newer,
                                  double tolerance = usual_tolerance);

/// The same over all points: the worst change of any, sums, and means of the points' means. Numbers that only one side
/// has are of all metrics together, and their key has none.
struct MetricChange : Difference {
  std::size_t points = 0;  ///< with numbers of both sides, or of the one side that has some; key.point is the last
  std::size_t differing_points = 0;
  Difference at_worst = {};  ///< at the point that got worse most
};

/// Compares two sets of series point by point.
class Changes {
 public:
  explicit Changes(double tolerance = usual_tolerance) : tolerance_(tolerance) {}

  void add(const SeriesSet& older, const SeriesSet& newer);
  void add(const Difference& here);
  /// Those that are not the same, worst first: by kind of change, then by relative difference, then by name. The
  /// p-value is of the sign test over all pairs that differ, else that at the worst point.
  [[nodiscard]] std::vector<MetricChange> worst_first() const;

 private:
  double tolerance_;
  std::map<std::tuple<std::string, std::string, std::string, Change>, MetricChange> changes_;
};

}  // namespace apportion::results

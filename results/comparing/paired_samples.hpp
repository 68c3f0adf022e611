// Two sets of samples: series of numbers as a database or a file of accepted numbers has them, pairs of their samples
// or chunks, how two sides or two databases differ, and algorithms against their rivals: ratios of means with
// intervals, wins, tests, significant differences, and the points of an axis between which the order changes.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "results/database/stored_studies.hpp"
#include "results/records.hpp"
#include "results/statistics.hpp"

namespace apportion::results {

class Reader;

/// Cohen's d_z: the mean of differences over their standard deviation. Nothing if all are equal.
[[nodiscard]] std::optional<double> effect_size(const Moments& differences);

/// p-values corrected for multiple tests (Holm 1979): the k-th least of m times m - k + 1, at least those before it, at
/// most 1. Entries without a p-value do not count and remain empty.
[[nodiscard]] std::vector<std::optional<double>> holm_adjusted(const std::vector<std::optional<double>>& p_values);

/// Identifies a series of numbers within a study.
struct SeriesKey {
  std::string point;      ///< "columns=1000 ratio=4": all axes in the study's order
  std::string algorithm;  ///< canonical name
  std::string rival = {};
  std::string metric;
  auto operator<=>(const SeriesKey&) const = default;
};

/// The values in SeriesKey::point by axes. A point lacks axes that were added later, and a value may contain blanks:
/// "sampling=resample(my nodes.csv)".
[[nodiscard]] std::map<std::string, std::string> coordinates_in(const std::string& point,
                                                                const std::vector<std::string>& axes);

/// The number of a sample, or the mean of a chunk of `samples`.
struct SeriesNumber {
  std::int64_t index = 0;  ///< sample, or chunk
  double value = 0;
  std::int64_t samples = 1;
};

/// The stored numbers of one metric of one column at one point.
struct Series {
  int revision = 0;
  int rival_revision = 0;
  std::string better = {};                 ///< "less", "more" or ""
  std::vector<SeriesNumber> samples = {};  ///< [sample]; empty unless samples are kept
  std::vector<SeriesNumber> chunks = {};   ///< [chunk]

  /// Whether a sample of the chunks is not stored.
  [[nodiscard]] bool lacks_samples() const;
};

using SeriesSet = std::map<SeriesKey, Series>;

/// How numbers have changed, the worst first. Without a direction (Series::better) a different number is `changed`; so
/// is a series with the same numbers under another revision.
enum class Change { worse, changed, lost, better, added, same };

/// Whether something got worse, or is lost.
[[nodiscard]] constexpr bool is_worse(Change change) { return change == Change::worse || change == Change::lost; }

/// "worse", "changed", "lost", "better", "new", "same".
[[nodiscard]] std::string_view name_of(Change change);

struct NumberPair {
  std::int64_t index = 0;  ///< sample, or chunk
  double older = 0;
  double newer = 0;
  std::int64_t samples = 1;
};

/// Two numbers differ if their difference is more than this part of the greater one.
inline constexpr double usual_tolerance = 1e-9;

/// Whether two numbers count as different. Numbers below 1e-12 count as 0, since metrics such as a gap in percent are
/// differences of nearly equal numbers.
[[nodiscard]] bool differ(double a, double b, double tolerance = usual_tolerance);

/// Counts over the pairs of two sets of samples, and the number of samples of each that have no partner.
struct PairTally {
  bool by_chunk = false;  ///< some pairs are means of chunks
  std::int64_t only_old = 0;
  std::int64_t only_new = 0;
  std::int64_t pairs = 0;  ///< including equal ones
  std::int64_t rises = 0;  ///< pairs whose newer number is greater
  std::int64_t falls = 0;
  Moments differences = {};  ///< newer - older; 0 if differ() is false

  /// Adds a pair, and returns whether it differs.
  bool add(double older, double newer, double tolerance = usual_tolerance);
  void add(const PairTally& other);
  [[nodiscard]] std::int64_t differing() const { return rises + falls; }
};

/// The difference of two sides in one metric of an algorithm or pair. Means are over the pairs.
struct Difference : PairTally {
  SeriesKey key = {};
  Change change = Change::same;
  int old_revision = 0;  ///< 0 if that side is missing
  int new_revision = 0;
  int old_rival_revision = 0;
  int new_rival_revision = 0;
  double old_mean = 0;
  double new_mean = 0;
  /// The pair that got worse by the greatest part; without a direction, the one that differs most.
  std::optional<NumberPair> worst = {};
  double worsening = 0;                ///< of the means, as a part of them; without a direction their difference
  std::optional<double> p_value = {};  ///< of a test of the two means

  [[nodiscard]] bool same_revisions() const {
    return old_revision == new_revision && old_rival_revision == new_rival_revision;
  }
  /// (new_mean - old_mean) / |old_mean|; nothing if that is 0 or there are no pairs.
  [[nodiscard]] std::optional<double> relative() const;
};

/// Compares two series; a missing side is one without numbers. Pairs that differ by at most `tolerance` are equal;
/// above usual_tolerance other revisions are accepted as well.
[[nodiscard]] Difference compared(const SeriesKey& key, const Series& older, const Series& newer,
                                  double tolerance = usual_tolerance);

/// The difference over all points: the worst change, sums, and means of the points' means. Numbers that only one side
/// has are counted for all metrics together; their key has no metric.
struct MetricChange : Difference {
  std::size_t points = 0;  ///< with numbers of both sides, or of the only side; key.point is the last
  std::size_t differing_points = 0;
  Difference at_worst = {};  ///< at the point that got worst
};

/// Compares two sets of series point by point, and returns the changes without equal series, worst first: by kind of
/// change, then by relative difference, then by name. The p-value is that of the sign test over all pairs that differ.
[[nodiscard]] std::vector<MetricChange> changes_of(SeriesSet older, SeriesSet newer,
                                                   double tolerance = usual_tolerance);

struct StudyNumbers {
  StudyKey key;
  std::string definition;  ///< revisions of sampler and metrics; "" if the study is not there
  std::vector<std::string> axes;
  SeriesSet series;
  std::map<std::string, std::int64_t> tried = {};  ///< by point: the most samples of an algorithm, with failed ones
};

/// Without numbers: the newest definition.
[[nodiscard]] StudyNumbers stored_definition(const Reader& reader, const StudyKey& key);

/// What the views show: the newest definition, and of each column that has a completed point the newest revision. Units
/// that failed have no numbers. All of it is in memory. With `metric` only this metric of single algorithms.
[[nodiscard]] StudyNumbers stored_numbers(const Reader& reader, const StudyKey& key,
                                          const std::optional<std::string>& metric = std::nullopt);

/// The differences of two databases in one study. If each has the experiment under one seed, and the seeds differ,
/// samples cannot be paired: the means are compared by Welch's test with Holm's correction, and `changes` has those
/// that do not agree.
struct StudyChanges {
  StudyKey key;
  std::string old_definition;  ///< "" if the study is missing
  std::string new_definition;
  std::optional<std::int64_t> other_seed = {};  ///< of the newer side
  std::vector<MetricChange> changes = {};       ///< worst first; empty if the definitions differ
  std::int64_t agreeing = 0;                    ///< under another seed: means that agree
  std::int64_t too_few = 0;                     ///< means of fewer than `least_judged` samples, not judged
  std::int64_t one_sided = 0;                   ///< means that one side lacks

  /// Whether both sides have the study, by definitions whose numbers cannot be compared.
  [[nodiscard]] bool redefined() const {
    return !old_definition.empty() && !new_definition.empty() && old_definition != new_definition;
  }
};

inline constexpr std::int64_t least_judged = 10;
inline constexpr double level_of_agreement = 0.05;  ///< means whose corrected p is below this do not agree

/// All studies of both databases.
[[nodiscard]] std::vector<StudyChanges> compare_databases(const Reader& older, const Reader& newer,
                                                          double tolerance = usual_tolerance);

/// The confidence level of intervals.
inline constexpr double interval_level = 0.95;
/// The fewest numbers, and the fewest differing ones, for an interval: with fewer, how often the algorithms differ is
/// unknown.
inline constexpr std::int64_t least_samples = 10;
inline constexpr std::int64_t least_differing = 5;

/// Variances and covariance of two estimates, and their degrees of freedom.
struct Spread {
  double own = 0;
  double rival = 0;
  double common = 0;
  double freedom = 0;
};

/// Fieller's interval of mean / rival_mean at this level (Fieller, Journal of the Royal Statistical Society B 16,
/// 1954), with Student's t: the ratios r that a t-test of mean - r rival_mean does not reject. Nothing if the rival's
/// mean does not differ significantly from 0.
[[nodiscard]] std::optional<Interval> ratio_interval(double mean, double rival_mean, const Spread& spread,
                                                     double level);

/// Points that differ on one axis only.
struct AxisLine {
  std::vector<std::size_t> points;  ///< their places in a list of points
  std::vector<double> places;       ///< their places on the axis, ascending
  bool logarithmic = false;         ///< the scale on which ratios are interpolated
  std::string axis = {};            ///< the axis on which they differ
  std::string where = {};           ///< "processors=8": the values of the other varied axes; "" if no other axis varies
};

/// A change of the order of two algorithms: at `before` and at `after` they differ significantly, in opposite
/// directions.
struct Crossing {
  std::size_t before = 0;  ///< place in the line's points
  std::size_t after = 0;
  bool algorithm_overtakes = false;  ///< it is better at `after`, its rival at `before`
  /// Whether the points are adjacent. Otherwise no difference is significant at the points between, and the crossing is
  /// not located.
  bool is_located = false;
  /// For a located crossing: where the straight line between the two ratios crosses 1, on the axis's own scale; nothing
  /// if a logarithmic scale has no place for one of the points.
  std::optional<double> at = std::nullopt;
};

/// The crossings of a pair along one line.
struct LineCrossings {
  std::size_t points = 0;  ///< points that have both
  std::size_t better = 0;  ///< of these, where the algorithm is significantly better
  std::size_t worse = 0;
  std::size_t sign_changes = 0;  ///< of the differences of the means, significant or not
  std::vector<Crossing> crossings = {};
};

/// A point and the numbers of every algorithm there.
struct PairedPoint {
  /// Points with the same stratum have the same samples, such as all values of an applied axis. Counted from 0.
  std::size_t stratum = 0;
  std::vector<Series> series = {};  ///< of each algorithm; without numbers if it has none
  std::int64_t samples = 0;         ///< samples tried there, including those that failed
  std::vector<Coordinate> coordinates = {};
};

/// The numbers and pairs that are to be compared.
struct PairwiseQuestion {
  std::vector<PairedPoint> points;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  ///< algorithm and rival, as places in PairedPoint::series
  bool more_is_better = false;
  bool is_exact = false;             ///< nothing is random: every difference is significant
  std::vector<AxisLine> lines = {};  ///< lines along which crossings are searched
};

enum class Seen : std::uint8_t { nothing, better, worse };

/// A pair at one point, or over all points that have both.
struct PairwiseRow {
  std::size_t pair = 0;
  std::optional<std::size_t> point = std::nullopt;  ///< nothing: over all points
  std::int64_t samples = 0;                         ///< samples that both have; over all points: those with a total
  std::int64_t tried = 0;                           ///< all samples; those beyond `samples` are missing on one side
  std::size_t points = 0;                           ///< points with samples of both
  std::size_t incomplete_points = 0;                ///< points with samples of one only, for the row over all points
  double mean = 0;
  double rival_mean = 0;
  std::optional<double> ratio = std::nullopt;  ///< of the means; nothing if one is negative or the rival's is 0
  std::optional<Interval> interval = std::nullopt;
  /// The interval corrected for the number of rows (Holm 1979), and what it shows: a difference if it excludes 1.
  std::optional<Interval> corrected = std::nullopt;
  Seen seen = Seen::nothing;
  std::int64_t wins = 0;  ///< numbers on which the algorithm is better, as decided by differ()
  std::int64_t ties = 0;
  std::int64_t losses = 0;
  std::optional<double> p_value = std::nullopt;  ///< of the sign test of wins and losses
  std::optional<double> holm = std::nullopt;     ///< p_value corrected over all rows of the answer
  std::optional<double> effect = std::nullopt;   ///< of algorithm - rival
};

struct PairwiseAnswer {
  std::vector<PairwiseRow> rows;  ///< for each pair: the points that have either of both, then all points
  std::vector<std::vector<LineCrossings>> crossings;  ///< [pair][line]
};

/// The ratio of a row is mean / rival_mean over the samples that both have; a point at which only one has samples has a
/// row without means. The row over all points has means of the points' means, so that every point has the same weight;
/// its wins, ties, losses, sign test, effect size and spread are those of a sample's totals over its stratum's points,
/// which are not independent of each other.
///
/// There is no interval with fewer than `least_samples` numbers at a point, or fewer than `least_differing` of them
/// that differ. If there is no true difference, the chance that any row shows one is at most 1 - interval_level.
[[nodiscard]] PairwiseAnswer compare_pairwise(const PairwiseQuestion& question);

}  // namespace apportion::results

// Pairwise comparison of algorithms on the samples that both have: ratios of means with intervals, wins, tests,
// significant differences, and the points of an axis between which the order changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "results/comparing/series.hpp"
#include "results/records.hpp"
#include "results/statistics.hpp"

namespace apportion::results {

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

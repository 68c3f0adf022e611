// Algorithms against each other, pair by pair on the samples that both have: ratios of means with intervals, wins,
// tests, which differences are seen, and between which points of an axis one becomes better than the other.
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

/// How often an interval is to hold the truth.
inline constexpr double interval_level = 0.95;
/// With fewer numbers there is no interval. Nor where the algorithms differ on fewer of them: how often they do is then
/// unknown.
inline constexpr std::int64_t least_samples = 10;
inline constexpr std::int64_t least_differing = 5;

/// Variances and covariance of two estimates, and the degrees of freedom that they rest on.
struct Spread {
  double own = 0;
  double rival = 0;
  double common = 0;
  double freedom = 0;
};

/// Fieller's interval of mean / rival_mean at this level (Fieller, Journal of the Royal Statistical Society B 16,
/// 1954), with Student's t: the ratios r that a t-test of mean - r rival_mean does not reject. Nothing where the
/// rival's mean is not told from 0.
[[nodiscard]] std::optional<Interval> ratio_interval(double mean, double rival_mean, const Spread& spread,
                                                     double level);

/// Points that differ on one axis only.
struct AxisLine {
  std::vector<std::size_t> points;  ///< their places in a list of points
  std::vector<double> places;       ///< where each stands on the axis, ascending
  bool logarithmic = false;         ///< the scale on which ratios are interpolated
  std::string axis = {};            ///< that they differ on
  std::string where = {};           ///< "processors=8": the values of the other varied axes; "" if no other axis varies
};

/// Where the order of two algorithms changes: it is one way at `before` and the other at `after`, both seen.
struct Crossing {
  std::size_t before = 0;  ///< place in the line's points
  std::size_t after = 0;
  bool algorithm_overtakes = false;  ///< it is better beyond, its rival before
  /// The points are neighbours. Otherwise no difference is seen at those between, and the crossing is not located.
  bool is_located = false;
  /// Of a located one: where the straight line between the two ratios meets 1, on the axis's own scale; nothing where a
  /// logarithmic scale has no place for one of the points.
  std::optional<double> at = std::nullopt;
};

/// A pair along one line.
struct LineCrossings {
  std::size_t points = 0;  ///< that have both
  std::size_t better = 0;  ///< of these, where the algorithm is seen to be better
  std::size_t worse = 0;
  std::size_t sign_changes = 0;  ///< of the differences of the means, seen or not
  std::vector<Crossing> crossings = {};
};

/// A point and the numbers of every algorithm there, by index.
struct PairedPoint {
  /// Points with the same number met the same samples, as all values of an applied axis do. Numbered from 0.
  std::size_t stratum = 0;
  std::vector<std::vector<SeriesNumber>> numbers = {};  ///< one list per algorithm; empty where it has none
  std::int64_t samples = 0;                             ///< that were tried there, with those that failed
  std::vector<Coordinate> coordinates = {};
};

/// What is to be compared.
struct PairwiseQuestion {
  std::vector<PairedPoint> points;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  ///< algorithm and rival, as places in PairedPoint::numbers
  bool more_is_better = false;
  bool is_exact = false;             ///< nothing is drawn: every difference is seen
  std::vector<AxisLine> lines = {};  ///< along which crossings are looked for
};

enum class Seen : std::uint8_t { nothing, better, worse };

/// A pair at one point, or over all points that have both.
struct PairwiseRow {
  std::size_t pair = 0;
  std::optional<std::size_t> point = std::nullopt;  ///< nothing: over all points
  std::int64_t samples = 0;                         ///< that both have; over all points: that have a total
  std::int64_t tried = 0;                           ///< samples there are, of which the others are missing on a side
  std::size_t points = 0;                           ///< with samples of both
  std::size_t incomplete_points = 0;                ///< with samples of one only; of the row over all points
  double mean = 0;
  double rival_mean = 0;
  std::optional<double> ratio = std::nullopt;  ///< of the means; nothing where they are negative or the rival's is 0
  std::optional<Interval> interval = std::nullopt;
  /// The interval corrected for the number of rows (Holm 1979), and what is seen: a difference where it excludes 1.
  std::optional<Interval> corrected = std::nullopt;
  Seen seen = Seen::nothing;
  std::int64_t wins = 0;  ///< numbers on which the algorithm is better, by what differ() takes for different
  std::int64_t ties = 0;
  std::int64_t losses = 0;
  std::optional<double> p_value = std::nullopt;  ///< sign test of wins and losses
  std::optional<double> holm = std::nullopt;     ///< p_value corrected over all rows of the answer
  std::optional<double> effect = std::nullopt;   ///< of algorithm - rival
};

struct PairwiseAnswer {
  std::vector<PairwiseRow> rows;  ///< pair by pair: the points that have one of both, then all of them
  std::vector<std::vector<LineCrossings>> crossings;  ///< by pair, then by line
};

/// The ratio of a row is mean / rival_mean over the samples that both have; a point where only one has samples has a
/// row without means. Over all points the means are of the points' means, so that every point counts the same; wins,
/// ties, losses, the sign test and the effect size are then of a sample's totals over its stratum's points, since these
/// are not independent of each other, and so is the spread behind the interval.
///
/// No interval with fewer than `least_samples` numbers at a point or `least_differing` that one of the two wins. The
/// chance that a difference is seen in any row, where there is none, is at most 1 - interval_level.
[[nodiscard]] PairwiseAnswer compare_pairwise(const PairwiseQuestion& question);

}  // namespace apportion::results

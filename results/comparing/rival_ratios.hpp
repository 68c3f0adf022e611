// Algorithms against each other, pair by pair on the same samples: ratios of means with intervals, wins, tests, and
// where along an axis one becomes better than the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "results/comparing/series.hpp"
#include "results/statistics.hpp"

namespace apportion::results {

/// Points that differ on one axis only.
struct AxisLine {
  std::vector<std::size_t> points;  ///< their places in a list of points
  std::vector<double> places;       ///< where each stands on the axis, ascending
};

/// A difference along an axis that changes its sign.
struct SignChange {
  double at = 0;           ///< by linear interpolation
  std::size_t before = 0;  ///< the last place with the old sign
  std::size_t after = 0;   ///< the first one with the new sign
  bool rises = false;      ///< from below 0 to above
};

/// All sign changes of the values at ascending places. Between neighbours the value is linear; where values of 0 lie
/// between, the change is half-way between the first and the last of them.
[[nodiscard]] std::vector<SignChange> sign_changes(const std::vector<double>& places,
                                                   const std::vector<double>& values);

struct Crossing {
  double at = 0;
  bool algorithm_overtakes = false;  ///< it is better beyond, its rival before
  /// Whether resampling says where it lies; an end that is missing lies beyond the line's points, or the next crossing.
  bool has_interval = false;
  std::optional<double> low = std::nullopt;
  std::optional<double> high = std::nullopt;
};

/// A pair along one line.
struct LineCrossings {
  std::size_t points = 0;  ///< that have both
  std::size_t better = 0;  ///< of these, where the algorithm has the better mean
  std::size_t worse = 0;
  std::vector<Crossing> crossings = {};  ///< ascending
};

/// Values of a line below 0 mean that the algorithm is better. `resampled`: for every place the values of all
/// resamples; empty: no intervals. The interval of a crossing is the central part of where the resamples cross in its
/// direction between its neighbours, nearest to it, at this `level`; a resample whose values have one sign there
/// crosses beyond. No interval where more than one in twenty resamples crosses in the other direction alone.
[[nodiscard]] LineCrossings crossings_of(const std::vector<double>& places, const std::vector<double>& values,
                                         const std::vector<const std::vector<double>*>& resampled, double level);

/// How often samples are drawn again, and how often an interval is to hold the truth.
inline constexpr std::size_t resamples = 2000;
inline constexpr double interval_level = 0.95;
/// With fewer samples there is no interval: percentiles of so few cover much less than they say. Nor where the
/// algorithms differ on fewer samples: how often they do is then unknown, and resamples know no more.
inline constexpr std::int64_t least_samples = 10;
inline constexpr std::int64_t least_differing = 5;
/// More samples of a point than this are drawn in this many groups of consecutive ones, which bounds the work.
inline constexpr std::size_t most_groups = 1000;

/// Uniform numbers of 64 bits, one after the other.
using BitSource = std::function<std::uint64_t()>;

/// A point and the numbers of every algorithm there, by sample.
struct PairedPoint {
  /// Points with the same number met the same samples, as all values of an applied axis do: what is drawn of one is
  /// drawn of all. Numbered from 0.
  std::size_t stratum = 0;
  std::vector<std::vector<SampleNumber>> samples = {};  ///< one list per algorithm; empty where it has none
};

/// What is to be compared.
struct PairwiseQuestion {
  std::vector<PairedPoint> points;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  ///< algorithm and rival, as places in PairedPoint::samples
  bool more_is_better = false;
  std::vector<AxisLine> lines = {};  ///< along which crossings are looked for
  /// The stream from which a stratum's samples are drawn.
  std::function<BitSource(std::size_t stratum)> stream;
};

/// A pair at one point, or over all points that have both.
struct PairwiseRow {
  std::size_t pair = 0;
  std::optional<std::size_t> point = std::nullopt;  ///< nothing: over all points
  std::int64_t samples = 0;                         ///< that both have; over all points: that have a total
  std::int64_t unpaired = 0;                        ///< that only one of them has
  std::size_t points = 0;                           ///< with samples of both
  std::size_t incomplete_points = 0;                ///< with samples of one only; of the row over all points
  double mean = 0;
  double rival_mean = 0;
  std::optional<double> ratio = std::nullopt;  ///< of the means; nothing where they are negative or the rival's is 0
  std::optional<Interval> interval = std::nullopt;
  std::int64_t wins = 0;  ///< samples on which the algorithm is better, by what differ() takes for different
  std::int64_t ties = 0;
  std::int64_t losses = 0;
  std::optional<double> p_value = std::nullopt;  ///< sign test of wins and losses
  std::optional<double> holm = std::nullopt;     ///< p_value corrected over all rows of the answer
  std::optional<double> effect = std::nullopt;   ///< of algorithm - rival
};

struct PairwiseAnswer {
  std::vector<PairwiseRow> rows;                      ///< pair by pair: the points that have both, then all of them
  std::vector<std::vector<LineCrossings>> crossings;  ///< by pair, then by line
};

/// The ratio of a row is mean / rival_mean over the samples that both have. Over all points the means are of the
/// points' means, so that every point counts the same; wins, ties, losses, the sign test and the effect size are then
/// of a sample's totals over its stratum's points, since these are not independent of each other.
///
/// Intervals are percentiles of the ratios of `resamples` draws with replacement (Efron & Tibshirani, An Introduction
/// to the Bootstrap, 1993, chapter 13) of whole samples, so that pairs stay together, within each stratum; they span
/// what expanded_level() says. There is none with fewer than `least_samples` at a point or `least_differing` samples
/// that one of the two wins, nor where a resample has no ratio.
[[nodiscard]] PairwiseAnswer compare_pairwise(const PairwiseQuestion& question);

}  // namespace apportion::results

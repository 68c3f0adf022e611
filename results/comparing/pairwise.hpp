// Algorithms against each other, pair by pair on the same samples: ratios of means with intervals, wins, tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "results/comparing/comparison.hpp"
#include "results/comparing/crossings.hpp"
#include "results/comparing/paired_statistics.hpp"

namespace apportion::results {

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

// Two sets of samples: series of numbers as a database or a file of accepted numbers has them, pairs of their samples
// or chunks, how two sides or two databases differ, and algorithms against their rivals: ratios of means with
// intervals, wins, tests, significant differences, and the points of an axis between which the order changes.
#pragma once

#include <array>
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
  Moments moments = {};                    ///< of all chunks

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
  bool is_chunk = false;
};

/// The pairs of two sets of samples, and the number of samples of each that have no partner.
struct PairTally {
  bool by_chunk = false;  ///< some pairs are means of chunks
  std::int64_t only_old = 0;
  std::int64_t only_new = 0;
  std::int64_t pairs = 0;  ///< including equal ones
  std::int64_t rises = 0;  ///< pairs whose newer number is greater
  std::int64_t falls = 0;
  Moments older = {};  ///< of the pairs, each with the weight of its samples
  Moments newer = {};
  Moments differences = {};  ///< newer - older; 0 if differ() is false

  /// Adds a pair, and returns whether it differs.
  bool add(const NumberPair& pair, double tolerance = usual_tolerance);
  void add(const PairTally& other);
  [[nodiscard]] std::int64_t differing() const { return rises + falls; }
};

/// The difference of two sides in one metric of an algorithm or pair, at one point or over several.
struct Difference : PairTally {
  /// Over several points its point is the one that got worst. Numbers that only one side has are counted for all
  /// metrics together, without a metric.
  SeriesKey key = {};
  Change change = Change::same;           ///< at the worst point
  std::array<int, 2> old_revisions = {};  ///< of the algorithm and of its rival; 0 if that side is missing
  std::array<int, 2> new_revisions = {};
  std::int64_t points = 1;  ///< with numbers of both sides, or of the only side
  std::int64_t differing_points = 0;
  double worst_old_mean = 0;  ///< at the worst point
  double worst_new_mean = 0;
  /// Of its pairs the one that got worse by the greatest part; without a direction, the one that differs most.
  std::optional<NumberPair> worst = {};
  double worsening = 0;                ///< of its means, as a part of them; without a direction their difference
  std::optional<double> p_value = {};  ///< of the sign test over all pairs that differ, or of the two means

  /// Of the means: (new - old) / |old|; nothing if that is 0 or there are no pairs.
  [[nodiscard]] std::optional<double> relative() const;
};

/// Compares two sets of series, and returns the differences over all points without equal series, worst first: by kind
/// of change, then by relative difference, then by name. Pairs that differ by at most `tolerance` are equal; above
/// usual_tolerance other revisions are accepted as well.
[[nodiscard]] std::vector<Difference> changes_of(SeriesSet older, SeriesSet newer, double tolerance = usual_tolerance);

struct StudyNumbers {
  StudyKey key;
  std::string definition;  ///< revisions of sampler and metrics; "" if the study is not there
  std::vector<std::string> axes;
  SeriesSet series;
  std::map<std::string, std::int64_t> tried = {};  ///< by point: the most samples of an algorithm, with failed ones
};

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
  std::vector<Difference> changes = {};         ///< worst first; empty if the definitions differ
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

/// The fewest numbers, and the fewest differing ones, for an interval: with fewer, how often the algorithms differ is
/// unknown.
inline constexpr std::int64_t least_samples = 10;
inline constexpr std::int64_t least_differing = 5;

/// A point and the numbers of every algorithm there.
struct PairedPoint {
  /// Points with the same stratum have the same samples, such as all values of an applied axis. Counted from 0.
  std::size_t stratum = 0;
  std::map<std::string, Series> series = {};  ///< of each algorithm; without numbers if it has none
  std::int64_t samples = 0;                   ///< samples tried there, including those that failed
  std::vector<Coordinate> coordinates = {};
};

/// The numbers and pairs that are to be compared.
struct PairwiseQuestion {
  std::vector<PairedPoint> points;
  std::vector<std::pair<std::string, std::string>> pairs;  ///< algorithm and rival
  bool more_is_better = false;
  bool is_exact = false;  ///< nothing is random: every difference is significant
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
  std::string lacking = {};  ///< "no interval: fewer than 10 samples at a point", "no ratio: a mean is negative"
  /// The interval corrected for the number of rows (Holm 1979), and what it shows: a difference if it excludes 1.
  std::optional<Interval> corrected = std::nullopt;
  Seen seen = Seen::nothing;
  std::int64_t wins = 0;  ///< numbers on which the algorithm is better, as decided by differ()
  std::int64_t ties = 0;
  std::int64_t losses = 0;
  std::optional<double> p_value = std::nullopt;  ///< of the sign test of wins and losses
  std::optional<double> holm = std::nullopt;     ///< p_value corrected over all rows of the answer
  std::optional<double> effect = std::nullopt;   ///< of algorithm - rival
  Spread spread = {};                            ///< of the two means
};

/// For each pair a row for every point that has either of both, then one over all points. The ratio of a row is mean /
/// rival_mean over the samples that both have; a point at which only one has samples has a row without means. The row
/// over all points has means of the points' means, so that every point has the same weight; its wins, ties, losses,
/// sign test, effect size and spread are those of a sample's totals over its stratum's points, which are not
/// independent of each other.
///
/// There is no interval with fewer than `least_samples` numbers at a point, or fewer than `least_differing` of them
/// that differ. If there is no true difference, the chance that any row shows one is at most 1 - interval_level.
[[nodiscard]] std::vector<PairwiseRow> compare_pairwise(const PairwiseQuestion& question);

/// A change of the order of two algorithms along a line: at the rows `before` and `after` they differ significantly, in
/// opposite directions.
struct Crossing {
  std::size_t before = 0;
  std::size_t after = 0;
  /// Where the straight line between the two ratios crosses 1. Nothing if it is not located, without both ratios, and
  /// if a logarithmic scale has no place for one of them.
  std::optional<double> at = std::nullopt;

  /// Whether the rows are adjacent. Otherwise no difference is significant between them.
  [[nodiscard]] bool is_located() const { return after == before + 1; }
};

/// The crossings along the rows of one pair at points that differ on one axis only, in its order, at these places of a
/// linear or logarithmic axis. Each row has both.
[[nodiscard]] std::vector<Crossing> crossings_of(const std::vector<PairwiseRow>& line, std::vector<double> places,
                                                 bool logarithmic);

}  // namespace apportion::results

// The content of a results database as values: studies, columns, points, units of work, runs and times.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace apportion::results {

/// Moments of a sample, accumulated value by value by Welford's recurrence, so that the last bits depend on the order;
/// callers add in the order of samples and merge in the order of chunks.
struct Moments {
  std::int64_t count = 0;
  double mean = 0;
  double m2 = 0;  ///< sum of (x - mean)^2
  double min = 0;
  double max = 0;

  void add(double x);
  /// Appends the values of `later` (Chan, Golub & LeVeque's pairwise update).
  void merge(const Moments& later);
  bool operator==(const Moments&) const = default;
};

/// Identifiers are row numbers of one database file; they are not used outside of it and not part of the digest.
using Id = std::int64_t;

struct MetricRecord {
  std::string name;
  std::string title;
  std::string unit;
  std::string better;  ///< "less", "more" or ""
  int digits = 0;      ///< decimals in tables
};

/// One axis of a point; `number` is set where `text` is a number.
struct Coordinate {
  std::string axis;
  std::string text;
  std::optional<double> number;
};

/// The selected values of an axis.
struct AxisValues {
  std::string axis;
  std::vector<Coordinate> values;
  std::optional<Coordinate> omitted = std::nullopt;  ///< the value at points that lack the axis
};

/// The selected points of an experiment: those with one of the values on each of these axes.
struct StudyGrid {
  std::string experiment;
  std::vector<AxisValues> axes;
};

/// The file that a user's own study was read from.
struct SweepText {
  std::string file;  ///< as the user named it
  std::string text;
  bool operator==(const SweepText&) const = default;
};

/// A study: an experiment under one seed and one definition. `definition` is a hash of what determines its numbers
/// (revisions of sampler and metrics, chunk size) without the grid and the list of metrics, which may grow.
struct StudyRecord {
  std::string experiment;  ///< such as kaddoura/grid
  std::uint64_t seed = 0;  ///< below 2^63
  std::string definition;
  std::int64_t chunk_size = 0;
  std::vector<std::string> axes;  ///< names, in the order of the view's columns
  std::vector<MetricRecord> metrics;
  /// Axes that were added after results were stored, with their default values: points with that value lack them.
  std::vector<Coordinate> added_axes = {};
  /// Stored for showing the study's exhibits without the file; outside the digest.
  std::optional<SweepText> sweep = std::nullopt;
};

/// The name of an experiment's view in the database: kaddoura_grid for kaddoura/grid. SQL needs it quoted.
[[nodiscard]] std::string view_name(std::string experiment);

/// A column: an algorithm with its options, or an ordered pair of them that a paired metric compares (`rival` != "").
struct ColumnRecord {
  std::string name;
  int revision = 0;
  std::string rival = {};
  int rival_revision = 0;
  auto operator<=>(const ColumnRecord&) const = default;
};

/// The command and files of a user's own algorithm when its results were stored.
struct OwnAlgorithmRecord {
  std::string name;
  int revision = 0;
  std::string command;
  std::map<std::string, std::string> files;  ///< names and their SHA-256 digests
};

struct MetricMoments {
  Id metric = 0;
  Moments moments;
};

struct SampleValue {
  std::int64_t sample = 0;
  Id metric = 0;
  double value = 0;
};

struct Failure {
  std::int64_t sample = 0;  ///< the first sample that failed
  std::string message;
};

/// The result of one unit of work: one column over the samples [chunk K, chunk K + samples) of one point.
struct UnitResult {
  Id point = 0;
  Id column = 0;
  std::int64_t chunk = 0;
  std::int64_t samples = 0;
  std::vector<MetricMoments> moments;  ///< empty if it failed
  std::vector<SampleValue> values;     ///< empty unless samples are kept
  std::optional<Failure> failure;
};

/// The stored state of a unit.
struct UnitState {
  Id column = 0;
  std::int64_t chunk = 0;
  std::int64_t samples = 0;
  bool failed = false;
  bool has_values = false;
  std::size_t metrics = 0;  ///< how many of the requested metrics have moments
};

/// A run: what was run, where and when; outside the digest.
struct RunRecord {
  std::string command;
  std::string revision;  ///< git revision of the program, "+dirty" where the tree had changes
  std::string compiler;
  std::string flags;
  std::string libraries;
  std::string cpu;
  int cores = 0;
  int threads = 0;
};

/// A measured time; outside the digest.
struct TimingRecord {
  Id point = 0;
  Id column = 0;
  double median_seconds = 0;  ///< of one solve
  double min_seconds = 0;
  double max_seconds = 0;
  std::int64_t measured = 0;  ///< the number of samples
};

/// A JSON object in the order given, without blanks: {"rows":1000,"sampler":"max-set"}. A coordinate with a number is
/// a JSON number, spelled by its text.
[[nodiscard]] std::string coordinates_json(const std::vector<Coordinate>& coordinates);

/// The SQL of a column `coordinates` in words: "rows=1000 sampler=max-set".
inline constexpr std::string_view point_words =
    "iif(json_valid(coordinates), (SELECT group_concat(key || '=' || value, ' ') FROM json_each(coordinates)), "
    "coordinates)";

/// A coordinate from its text; the number is set if the whole text is a finite number.
[[nodiscard]] Coordinate coordinate(std::string axis, std::string text);

}  // namespace apportion::results

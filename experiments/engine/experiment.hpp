// Experiments as the engine sees them: a grid, columns, and a function that solves a chunk of samples.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/own_algorithm.hpp"
#include "experiments/engine/axis.hpp"
#include "experiments/engine/replay.hpp"
#include "results/records.hpp"

namespace apportion::engine {

/// The samples [first, first + count) of one point.
struct ChunkRequest {
  std::uint64_t seed = 0;
  const Point* point = nullptr;
  std::int64_t first_sample = 0;
  std::int64_t samples = 0;
  std::vector<bool> columns;  ///< the requested columns
  bool keep_values = false;
};

/// The result of a chunk for one column.
struct ColumnResult {
  std::size_t column = 0;
  std::vector<results::Moments> moments;    ///< one per metric of the column
  std::vector<std::vector<double>> values;  ///< [sample][metric]; empty unless kept
  std::optional<results::Failure> failure;
  /// Set if a user's own program gave no answer (see NoAnswer): there is no result, not even a failure, and the next
  /// run tries again.
  std::optional<results::Failure> unanswered = std::nullopt;
};

/// One column of a study and the indices of its metrics in Experiment::metrics.
struct Column {
  results::ColumnRecord record;
  std::size_t first_metric = 0;
  std::size_t metrics = 0;

  /// "XY2", or "XY2 : TILE" for a pair.
  [[nodiscard]] std::string name() const {
    return record.rival.empty() ? record.name : record.name + " : " + record.rival;
  }
};

/// The columns for a choice of algorithms, and the functions that solve them. The functions are pure, as far as users'
/// programs are, and thread-safe.
struct StudyColumns {
  std::vector<Column> all;
  /// Also reports columns that were solved only for a requested pair, in the order of `all`. An algorithm that throws
  /// makes its columns failed or unanswered; no exception leaves the function.
  std::function<std::vector<ColumnResult>(const ChunkRequest&)> solve;
  /// Prepares one sample and returns a function that solves it once by one column's algorithm; for timing.
  std::function<std::function<void()>(std::uint64_t seed, const Point&, std::int64_t sample, std::size_t column)>
      prepare;
  /// Adds the readable forms to a replay of `point` and its sample, whose columns are those of `all`.
  std::function<void(const Point& point, Replay& replay)> show;
  std::vector<OwnProgram> own = {};  ///< the users' own algorithms among them
};

struct SweepDefinition;

/// A study with its types erased.
struct Experiment {
  std::string name;              ///< PAPER/STUDY
  std::string title;             ///< one line
  std::string claim;             ///< the paper's claim, in our words, and what is compared
  std::string source;            ///< paper, sections
  std::string notice = {};       ///< a line printed when a run begins, such as about a missing library; "": no line
  bool timed = false;            ///< measures times after the sweeps, not a sweep
  bool deterministic = false;    ///< all samples are the same, so that at most `samples` are run
  bool exact_everywhere = true;  ///< same bytes on every machine; otherwise 1e-9 across machines
  bool keep_samples = false;     ///< every sample's values are always stored
  std::vector<Axis> axes;
  std::int64_t samples = 0;     ///< per point, by default
  std::int64_t chunk_size = 0;  ///< samples per unit
  std::string definition;       ///< revisions of sampler and metrics; unchanged by longer lists of axes and metrics
  std::vector<results::MetricRecord> metrics;
  /// Metrics that sweeps may name and this study does not store.
  std::vector<results::MetricRecord> offered_metrics = {};
  std::vector<std::string> algorithms;  ///< by default
  /// The sweep file that it was read from, if any: stored with its results.
  std::optional<results::SweepText> sweep = std::nullopt;
  /// The content of that file; nullptr for an experiment of the catalogue.
  std::shared_ptr<const SweepDefinition> declared = nullptr;
  /// InputError for an unknown algorithm or option.
  std::function<StudyColumns(const std::vector<std::string>& algorithms)> columns;
  /// Throws InputError if the metrics cannot be measured at all values of the axes, which are this experiment's with
  /// the user's own values; empty: they can.
  std::function<void(const std::vector<Axis>& axes)> require = {};
  /// The canonical names of all entries in the registry of the study's family; equal for all studies of a family.
  std::vector<std::string> (*registered)() = nullptr;
};

}  // namespace apportion::engine

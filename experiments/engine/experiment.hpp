// Experiments as the engine sees them: a grid, columns, and a way to solve a chunk of samples.
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
#include "results/moments.hpp"
#include "results/records.hpp"

namespace apportion::engine {

/// The samples [first, first + count) of one point.
struct ChunkRequest {
  std::uint64_t seed = 0;
  const Point* point = nullptr;
  std::int64_t first_sample = 0;
  std::int64_t samples = 0;
  std::vector<bool> columns;  ///< which columns are wanted
  bool keep_values = false;
};

/// What a chunk gave for one column.
struct ColumnResult {
  std::size_t column = 0;
  std::vector<results::Moments> moments;    ///< one per metric of the column
  std::vector<std::vector<double>> values;  ///< [sample][metric]; empty unless kept
  std::optional<results::Failure> failure;
  /// Set where a user's own program gave no answer (see NoAnswer): there is no result, not even a failure, and the next
  /// run tries again.
  std::optional<results::Failure> unanswered = std::nullopt;
};

/// One column of a study and where its metrics stand in Experiment::metrics.
struct Column {
  results::ColumnRecord record;
  std::size_t first_metric = 0;
  std::size_t metrics = 0;

  /// "XY2", or "XY2 : TILE" for a pair.
  [[nodiscard]] std::string name() const {
    return record.rival.empty() ? record.name : record.name + " : " + record.rival;
  }
};

/// The columns that a choice of algorithms gives, and how they are solved. The functions are pure, as far as programs
/// of users are, and may be called from several threads at once.
struct StudyColumns {
  std::vector<Column> all;
  /// Also reports the columns that had to be solved for a wanted pair, in the order of `all`. An algorithm that throws
  /// makes a failure of its columns, or leaves them unanswered, and never an exception.
  std::function<std::vector<ColumnResult>(const ChunkRequest&)> solve;
  /// Prepares one sample and returns what solves it once by one column's algorithm; for timing.
  std::function<std::function<void()>(std::uint64_t seed, const Point&, std::int64_t sample, std::size_t column)>
      prepare;
  /// Adds the forms for readers to a replay of `point` and its sample, whose columns are those of `all`.
  std::function<void(const Point& point, Replay& replay)> show;
  std::vector<OwnProgram> own = {};  ///< the users' own algorithms among them
};

struct SweepDefinition;

/// A study with its types erased.
struct Experiment {
  std::string name;              ///< PAPER/STUDY
  std::string title;             ///< one line
  std::string claim;             ///< what the paper says, in our words, and what is compared
  std::string source;            ///< paper, sections
  std::string notice = {};       ///< a line that a run begins with, such as what is not built in; "": no line
  bool timed = false;            ///< measures times after the sweeps instead of sweeping
  bool deterministic = false;    ///< all samples are the same, so that no more than `samples` are ever run
  bool exact_everywhere = true;  ///< same bytes on every machine; otherwise 1e-9 across machines
  bool keep_samples = false;     ///< every sample's values are kept, asked for or not
  std::vector<Axis> axes;
  std::int64_t samples = 0;     ///< a point, by default
  std::int64_t chunk_size = 0;  ///< samples per unit of work
  std::string definition;       ///< revisions of sampler and metrics; does not grow with the lists of axes and metrics
  std::vector<results::MetricRecord> metrics;
  /// What a sweep that names them stores as well, and this study does not.
  std::vector<results::MetricRecord> offered_metrics = {};
  std::vector<std::string> algorithms;  ///< by default
  /// Where it was read from a sweep file: stored with its results.
  std::optional<results::SweepText> sweep = std::nullopt;
  /// What that file says; nullptr for an experiment of the catalogue.
  std::shared_ptr<const SweepDefinition> declared = nullptr;
  /// InputError for an unknown algorithm or option.
  std::function<StudyColumns(const std::vector<std::string>& algorithms)> columns;
  /// Throws InputError where the metrics cannot be measured at all values on the axes, which are this experiment's with
  /// a user's own values; empty: they can.
  std::function<void(const std::vector<Axis>& axes)> require = {};
  /// The canonical names of all entries in the registry of the study's family; studies of one family have one function.
  std::vector<std::string> (*registered)() = nullptr;
};

}  // namespace apportion::engine

// The work of a run: the grid of a study compared with the database.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "experiments/engine/experiment.hpp"
#include "results/records.hpp"
#include "sim/random_stream.hpp"

namespace apportion::results {
class Reader;
class Store;
}  // namespace apportion::results

namespace apportion::engine {

/// One of `count` shares of a run's tasks: that many runs, each into its own database, do all of them.
struct Shard {
  std::int64_t index = 1;  ///< from 1 to `count`
  std::int64_t count = 1;

  /// Whether it contains the task at this position of the whole grid, by point and then by chunk, done or not.
  [[nodiscard]] bool holds(std::int64_t position) const { return position % count == index - 1; }
};

/// A user's request to an experiment; what is left out is the experiment's default.
struct RunRequest {
  std::uint64_t seed = default_seed;
  std::int64_t samples = 0;                      ///< 0: the experiment's; a deterministic one keeps its own
  std::vector<std::string> algorithms = {};      ///< empty: the experiment's
  std::map<std::string, std::string> axes = {};  ///< name -> comma-separated values
  bool keep_samples = false;
  bool fresh = false;
  bool retry_failed = false;
  Shard shard = {};
};

/// The experiment restricted to the request. Throws InputError for an unknown axis, a value out of range or beyond a
/// metric's, more than a million points, and more than ten million chunks.
[[nodiscard]] Experiment narrowed(Experiment experiment, const RunRequest& request);

/// One task of the pipeline: a chunk of a point, with the requested columns.
struct Task {
  std::size_t point = 0;
  std::int64_t chunk = 0;
  std::int64_t samples = 0;
  std::vector<bool> columns;
  std::vector<bool> keeps;  ///< columns that store every sample's values
  bool last_of_point = false;
  bool operator==(const Task&) const = default;
};

/// A unit, by its indices in Work::points and StudyColumns::all.
struct UnitPlace {
  std::size_t point = 0;
  std::size_t column = 0;
  std::int64_t chunk = 0;
};

/// Why a unit must be solved.
enum class Missing { not_at_all, is_new, of_older_revision, has_fewer_samples, lacks_metrics, lacks_values, failed };

/// The grid of an experiment compared with its stored results.
struct Work {
  std::vector<Point> points;                             ///< of the whole grid
  std::vector<Task> tasks;                               ///< by point, then by chunk
  std::int64_t units = 0;                                ///< that the tasks will write
  std::int64_t units_present = 0;                        ///< stored units, including failures that are not retried
  std::int64_t units_failed = 0;                         ///< of those, the failures
  std::optional<UnitPlace> first_failed = std::nullopt;  ///< first of the failures
  std::map<Missing, std::int64_t> missing = {};          ///< number of `units` for each reason
  std::set<std::size_t> revised = {};                    ///< columns stored at an older revision
};

/// Indices of the tasks in an order that visits all of the grid early, so that elapsed times predict the rest: points
/// spread evenly, with all their tasks if these are few, else first with one of each.
[[nodiscard]] std::vector<std::size_t> spread_order(const std::vector<Task>& tasks);

/// The stored units of one point: (index of the column in StudyColumns::all, chunk) -> state, which has no samples if
/// only an older revision of the column is stored.
using StoredUnits = std::map<std::pair<std::size_t, std::int64_t>, results::UnitState>;

/// Compares the grid with the stored units. A unit is missing if it is not stored at this revision, has too few
/// samples, lacks metrics or requested values, or failed and is to be retried. `stored` is called once for each point,
/// in the order of the grid; units of other columns and chunks are ignored.
[[nodiscard]] Work missing_work(const Experiment& experiment, const StudyColumns& columns, const RunRequest& request,
                                const std::function<StoredUnits(const Point&)>& stored);

/// All inputs of a run.
struct Plan {
  Work work;
  results::Id study = 0;
  std::vector<results::Id> point_ids;   ///< one per point of the work
  std::vector<results::Id> column_ids;  ///< one per column of the study
  std::vector<results::Id> metric_ids;
  /// Complete points whose summaries do not include all units, since a longer run was interrupted.
  std::vector<results::Id> stale_points;
  bool has_units = false;  ///< any unit of these points is stored
};

/// The database's record of the experiment under this seed.
[[nodiscard]] results::StudyRecord study_record(const Experiment& experiment, std::uint64_t seed);

/// Compares the grid with the store, and creates the study, its columns and its points there if missing. InputError if
/// a user's own algorithm differs from the one behind the stored results of its revision.
[[nodiscard]] Plan make_plan(const Experiment& experiment, const StudyColumns& columns, const RunRequest& request,
                             results::Store& store);

/// The work that make_plan() would find, without changing the database. `reader` is nullptr if there is no database
/// yet.
[[nodiscard]] Work preview(const Experiment& experiment, const StudyColumns& columns, const RunRequest& request,
                           const results::Reader* reader);

}  // namespace apportion::engine

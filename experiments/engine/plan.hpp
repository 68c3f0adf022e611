// What a run has to do: the grid of a study against what the database already has.
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

/// One of `count` shares of the tasks of a run: as many runs, each into a database of its own, do all of them.
struct Shard {
  std::int64_t index = 1;  ///< from 1 to `count`
  std::int64_t count = 1;

  /// Whether it has the task at this position of the whole grid, by point and then by chunk, whatever is done already.
  [[nodiscard]] bool holds(std::int64_t position) const { return position % count == index - 1; }
};

/// What a user asks of an experiment; what is not said is the experiment's default.
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

/// The experiment narrowed to the request. Throws InputError for an unknown axis, a value out of range or beyond a
/// metric's, more than a million points, and more than ten million chunks.
[[nodiscard]] Experiment narrowed(Experiment experiment, const RunRequest& request);

/// One task of the pipeline: a chunk of a point, with the columns that are wanted of it.
struct Task {
  std::size_t point = 0;
  std::int64_t chunk = 0;
  std::int64_t samples = 0;
  std::vector<bool> columns;
  std::vector<bool> keeps;  ///< the columns of which every sample's values are stored
  bool last_of_point = false;
  bool operator==(const Task&) const = default;
};

/// A unit by its places in Work::points and StudyColumns::all.
struct UnitPlace {
  std::size_t point = 0;
  std::size_t column = 0;
  std::int64_t chunk = 0;
};

/// Why a unit is to be solved.
enum class Missing { not_at_all, is_new, of_older_revision, has_fewer_samples, lacks_metrics, lacks_values, failed };

/// The grid of an experiment against what is stored of it.
struct Work {
  std::vector<Point> points;       ///< of the whole grid
  std::vector<Task> tasks;         ///< by point, then by chunk
  std::int64_t units = 0;          ///< that the tasks will write
  std::int64_t units_present = 0;  ///< that are there already, failures that are not tried again included
  std::int64_t units_failed = 0;   ///< of those, the failures
  std::optional<UnitPlace> first_failed = std::nullopt;  ///< the first of these
  std::map<Missing, std::int64_t> missing = {};          ///< how many of `units` for each reason
  std::set<std::size_t> revised = {};                    ///< columns that are stored at an older revision
};

/// The places of the tasks in an order that visits all of the grid early, so that what is over tells of what is to
/// come: points spread evenly, with all their tasks where these are few, else first with one of each.
[[nodiscard]] std::vector<std::size_t> spread_order(const std::vector<Task>& tasks);

/// What is stored of one point: (place of the column in StudyColumns::all, chunk) -> state, which has no samples where
/// an older revision of the column is stored alone.
using StoredUnits = std::map<std::pair<std::size_t, std::int64_t>, results::UnitState>;

/// Compares the grid with what is stored. A unit is missing if it is not there at this revision, has fewer samples than
/// wanted, lacks metrics or the values that are to be kept, or failed and is to be tried again. `stored` is called once
/// for each point, in the order of the grid; units of other columns and chunks are ignored.
[[nodiscard]] Work missing_work(const Experiment& experiment, const StudyColumns& columns, const RunRequest& request,
                                const std::function<StoredUnits(const Point&)>& stored);

/// Everything that a run needs to know.
struct Plan {
  Work work;
  results::Id study = 0;
  std::vector<results::Id> point_ids;   ///< one per point of the work
  std::vector<results::Id> column_ids;  ///< one per column of the study
  std::vector<results::Id> metric_ids;
  /// Points that lack no unit, but whose summaries do not have all of them: a longer run was cut off.
  std::vector<results::Id> stale_points;
  bool has_units = false;  ///< any unit of these points is there already
};

/// What a database is told of the experiment under this seed.
[[nodiscard]] results::StudyRecord study_record(const Experiment& experiment, std::uint64_t seed);

/// Compares the grid with the store, in which the study, its columns and its points are created where they are missing.
/// InputError where a user's own algorithm is not what the stored results of its revision are of.
[[nodiscard]] Plan make_plan(const Experiment& experiment, const StudyColumns& columns, const RunRequest& request,
                             results::Store& store);

/// The work that make_plan() would find, without touching the database. `reader` is nullptr where there is no database
/// yet.
[[nodiscard]] Work preview(const Experiment& experiment, const StudyColumns& columns, const RunRequest& request,
                           const results::Reader* reader);

}  // namespace apportion::engine

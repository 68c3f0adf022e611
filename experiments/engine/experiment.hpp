// Experiments: what they and sweep files declare, a grid with columns, and the replay of a sample. Instances and
// solutions are values whose types only the experiment's functions use.
#pragma once

#include <any>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/own_algorithm.hpp"
#include "base/text.hpp"
#include "experiments/engine/axis.hpp"
#include "results/exhibit.hpp"
#include "results/records.hpp"
#include "sim/random_stream.hpp"

namespace apportion::engine {

using results::DrawnPart;
using results::PartMeasure;

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

/// One of several values, held as a std::vector of their type in a std::any.
class Value {
 public:
  explicit Value(const std::any& values, std::size_t place = 0) : values_(&values), place_(place) {}

  /// std::bad_any_cast for another type.
  template <class Type>
  [[nodiscard]] const Type& as() const {
    return std::any_cast<const std::vector<Type>&>(*values_)[place_];
  }

 private:
  const std::any* values_;
  std::size_t place_;
};

/// Draws an instance from each stream by the sampled axes and changes it by the applied axes. It may hold given
/// clusters or instances, and is thread-safe. See sampler().
using Sampler = std::function<std::any(const Point& point, std::span<RandomStream> streams)>;

/// An algorithm with its options, or a user's own. See solvers_of().
struct Solver {
  std::string name;  ///< canonical
  int revision = 1;
  bool exact_everywhere = true;
  std::optional<OwnProgram> own = std::nullopt;
  /// For an algorithm with options on axes, HYBRID[levels={levels}]: the solver at a point; empty for others.
  std::function<Solver(const Point& point)> at = nullptr;
  /// Replaces the solution that `solution` holds, or creates one if it is empty.
  std::function<void(const Value& instance, RandomStream& stream, std::any& solution)> solve = nullptr;
  /// The solutions of all instances, equal to those of solve(); empty if there is no batch function. Throws if solve()
  /// would throw for any of them.
  std::function<std::any(const std::any& instances)> solve_batch = nullptr;
};

/// The algorithms that a study can name.
struct Solvers {
  /// InputError for an unknown algorithm or option.
  std::function<Solver(const std::string& name)> choose;
  /// The canonical names of all entries in the registry of the study's family; equal for all studies of a family.
  std::vector<std::string> (*registered)() = nullptr;
};

/// One number computed from a solution.
struct Metric {
  results::MetricRecord record;
  bool exact_everywhere = true;  ///< false if it uses logarithms and the like: 1e-9 across machines
  /// Set for a metric that was added after results of its study were stored: definitions of sweeps never name it, so
  /// that storing it does not create a new study. A study that does not store it offers it to others.
  bool added = false;
};

/// The numbers of a solution by the names of the study's metrics.
using Numbers = std::map<std::string_view, double>;

/// Fills a row with the metrics of a solution.
using Measure = std::function<void(const Value& instance, const Value& solution, std::span<double> row)>;

/// The metrics available for the solutions of a study. See set_measure().
struct Measured {
  std::vector<Metric> metrics = {};
  /// The function that computes the needed metrics, and the others if that costs nothing. Rows have a place for each.
  std::function<Measure(const std::vector<bool>& needed)> prepare = nullptr;
};

/// A number that compares two algorithms on the same sample.
struct PairedMetric {
  results::MetricRecord record;
  std::string of;  ///< the metric passed to `value`, stored or not
  double (*value)(double mine, double rival) = nullptr;
  bool added = false;  ///< see Metric
};

/// `of` over the rival's; 1 if the rival's is 0, since one processor, or a graph without costs, costs nothing with
/// every algorithm.
[[nodiscard]] PairedMetric relative_metric(const std::string& name, const std::string& title, int digits,
                                           const std::string& of);

/// An algorithm and its rival, by canonical name.
struct Pair {
  std::string name;
  std::string rival;
};

/// The solutions of one instance in one SVG document, each below its title; "" if they cannot be drawn.
struct SampleDrawing {
  std::string svg = {};
  std::vector<DrawnPart> parts = {};  ///< that it shows
};

/// How a family shows its instances and solutions to readers, see shown(); empty functions for forms that it lacks.
struct Forms {
  std::function<std::string(const Value& instance)> instance = nullptr;
  std::function<std::string(const Value& instance, const Value& solution)> text = nullptr;
  std::function<SampleDrawing(const Value& instance, const std::vector<std::string>& titles,
                              const std::vector<std::any>& solutions)>
      drawing = nullptr;
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
  std::vector<OwnProgram> own = {};  ///< the users' own algorithms among them
};

/// One column of the study on that sample.
struct ReplayedColumn {
  results::ColumnRecord column;
  std::vector<results::MetricRecord> metrics;  ///< those of this column
  std::vector<double> values = {};             ///< one per metric; empty if it failed
  std::optional<std::string> failure = {};
  std::string text = {};  ///< the solution as lines of text; "" for pairs, and if the family has no such form
};

struct Replay {
  std::string experiment;
  std::uint64_t seed = 0;
  std::string point;  ///< Point::name()
  std::int64_t sample = 0;
  std::string instance = {};  ///< one JSON line as `apportion solve` takes it; "" if the family has no such form
  std::vector<ReplayedColumn> columns = {};  ///< the algorithms, then the pairs
  SampleDrawing drawing = {};                ///< of the solutions of all algorithms
};

/// A metric that a user's file defines by those of the family: acost + 50 * internal_edges.
struct OwnMetric {
  results::MetricRecord record;
  std::string expression;
};

/// A study that a user defines in a file, of any problem family. Empty or 0 means the family's default.
struct SweepDefinition {
  std::string family;
  std::string name;              ///< the study is called sweeps/NAME
  std::string paper = "sweeps";  ///< or PAPER/NAME
  std::string title = {};
  std::string claim = {};   ///< the paper's claim
  std::string cited = {};   ///< its place in the paper
  std::string source = {};  ///< the argument of `apportion run`: the file, or the paper's folder
  std::string file = {};    ///< the file, whose folder is the base of paths on axes, such as that of resample(FILE)
  std::string text = {};    ///< of the file, or of the folder's files
  std::map<std::string, std::vector<AxisValue>> axes = {};
  std::string cluster = {};    ///< the file of the cluster that all samples share; "": clusters are drawn
  std::string instances = {};  ///< the file of the instances; "": instances are drawn
  /// If false, files are not opened: the study can be described and requests checked, but not run; it has no instances
  /// from files, and its definition lacks their digests.
  bool opens_files = true;
  /// The text is from a database: it may name algorithms that the program lacks, whose results are shown.
  bool is_stored = false;
  std::vector<std::string> algorithms = {};
  std::vector<std::string> rivals = {};   ///< every other algorithm is compared with each of them
  std::vector<Pair> pairs = {};           ///< further pairs to compare
  std::vector<std::string> metrics = {};  ///< stored metrics
  std::int64_t samples = 0;
  std::int64_t chunk = 0;
  int revision = 0;
  std::vector<std::uint64_t> seeds = {};  ///< of the runs; the first one is shown
  bool keep_samples = false;
  bool timed = false;                ///< measures times only
  std::string notice = {};           ///< see Experiment
  std::vector<OwnProgram> own = {};  ///< the user's own algorithms
  std::vector<OwnMetric> own_metrics = {};
  /// The file is built into the program: as for a study in C++, the study's definition omits its content.
  bool is_built_in = false;
};

/// A grid of random instances of one problem family, algorithms, and metrics.
struct Experiment {
  std::string name;            ///< PAPER/STUDY
  std::string title = {};      ///< one line
  std::string claim = {};      ///< the paper's claim, in our words, and what is compared
  std::string source = {};     ///< paper, sections
  std::string notice = {};     ///< a line printed when a run begins, such as about a missing library; "": no line
  bool timed = false;          ///< measures times after the sweeps, not a sweep
  bool deterministic = false;  ///< all samples are the same, so that at most `samples` are run
  bool keep_samples = false;   ///< every sample's values are always stored
  int revision = 1;            ///< grows whenever the sampler or a metric can give different numbers
  std::vector<Axis> axes = {};
  std::int64_t samples = 1;                  ///< per point, by default
  std::int64_t chunk_size = 1;               ///< samples per unit
  std::vector<std::string> algorithms = {};  ///< by default
  Solvers solvers = {};
  Measured measured = {};
  std::vector<PairedMetric> paired_metrics = {};
  std::vector<Pair> pairs = {};
  /// Names of the stored metrics, plain and paired; empty: all except added ones. At least one of them is plain.
  std::vector<std::string> stored_metrics = {};
  Sampler sample = nullptr;
  /// Throws InputError if the stored metrics cannot be measured at all values of the axes, which are this experiment's
  /// with the user's own values; empty: they can.
  std::function<void(const std::vector<Axis>& axes, const std::vector<std::string>& metrics)> require = nullptr;
  Forms forms = {};

  // Set by completed().

  bool exact_everywhere = true;  ///< same bytes on every machine; otherwise 1e-9 across machines
  std::string definition = {};   ///< revisions of sampler and metrics; unchanged by longer lists of axes and metrics
  std::vector<results::MetricRecord> metrics = {};          ///< the stored ones
  std::vector<results::MetricRecord> offered_metrics = {};  ///< others, which sweeps may name

  /// The content of the sweep file that it was read from; nullptr for an experiment of the catalogue.
  std::shared_ptr<const SweepDefinition> declared = nullptr;

  /// InputError for an unknown algorithm or option.
  [[nodiscard]] StudyColumns columns(const std::vector<std::string>& names) const;

  /// Whether a metric compares an algorithm with its rival.
  [[nodiscard]] bool is_paired(const std::string& metric) const;
  /// The names of the metrics that a run stores: those of single algorithms, then, if it has pairs, those of pairs.
  [[nodiscard]] std::vector<std::string> stored_names() const;

  /// Calls `require` for these axes and the stored metrics.
  void require_measurable(const std::vector<Axis>& at) const {
    if (require) require(at, collected(metrics, &results::MetricRecord::name));
  }
};

/// The names of the stored metrics, for a definition that distinguishes studies with other metrics; empty if all are
/// stored. Metrics added later are left out, so that earlier definitions stay the same.
[[nodiscard]] std::vector<std::string> defining_metrics(const Experiment& study);

/// The experiment with its metrics and definition. It gives the same bytes on every machine if all its algorithms, all
/// stored metrics and all values of its axes do. InputError for an unknown algorithm or option.
[[nodiscard]] Experiment completed(Experiment study);

/// The point with these values, "axis" -> "value"; an omitted axis gets Axis::omitted_at or, without one, the only
/// value of its default grid. InputError for an unknown axis, a value out of range, and an omitted axis that has
/// several values.
[[nodiscard]] Point point_at(const Experiment& experiment, const std::map<std::string, std::string>& settings);

/// Draws exactly the instance that a run has as `sample` at this point and solves it by the algorithms (empty: those of
/// the study). The values are those that a run stores, to the bit. InputError for an unknown algorithm or option.
[[nodiscard]] Replay replay(const Experiment& experiment, const std::vector<std::string>& algorithms,
                            std::uint64_t seed, const Point& point, std::int64_t sample);

}  // namespace apportion::engine

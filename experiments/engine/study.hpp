// Studies: what an experiment declares, and what the file of a sweep says of one. Instances and solutions are values
// whose types only the study's functions know.
#pragma once

#include <any>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/own_algorithm.hpp"
#include "experiments/engine/experiment.hpp"
#include "sim/random_stream.hpp"

namespace apportion::engine {

/// One of several values, which a std::any holds as a std::vector of their type.
class Value {
 public:
  explicit Value(const std::any& values, std::size_t place = 0) : values_(&values), place_(place) {}

  /// std::bad_any_cast unless they are of that type.
  template <class Type>
  [[nodiscard]] const Type& as() const {
    return std::any_cast<const std::vector<Type>&>(*values_)[place_];
  }

 private:
  const std::any* values_;
  std::size_t place_;
};

/// Draws an instance from each stream by the sampled axes and sets what the applied axes say. It may hold clusters or
/// instances that were given, and is called from several threads at once. See sampler().
using Sampler = std::function<std::any(const Point& point, std::span<RandomStream> streams)>;

/// An algorithm with its options chosen, or a user's own. See solvers_of().
struct Solver {
  std::string name;  ///< canonical
  int revision = 1;
  bool exact_everywhere = true;
  std::optional<OwnProgram> own = std::nullopt;
  /// Of an algorithm whose options stand on axes, HYBRID[levels={levels}]: the solver at a point; empty for others.
  std::function<Solver(const Point& point)> at = nullptr;
  /// Puts the solution in the place of the one that `solution` holds, or into it while it is empty.
  std::function<void(const Value& instance, RandomStream& stream, std::any& solution)> solve = nullptr;
  /// The solutions of all instances, as solve() finds them; empty where they are solved one by one. Throws where it
  /// would throw for any of them.
  std::function<std::any(const std::any& instances)> solve_batch = nullptr;
};

/// What names of algorithms mean in a study.
struct Solvers {
  /// InputError for an unknown algorithm or option.
  std::function<Solver(const std::string& name)> choose;
  std::vector<std::string> (*registered)() = nullptr;  ///< see Experiment::registered
};

/// One number of a solution.
struct Metric {
  results::MetricRecord record;
  bool exact_everywhere = true;  ///< false for what takes logarithms and the like: 1e-9 across machines
  /// Set for a metric that came after results of its study were stored: a sweep's definition never names it, so that
  /// storing it as well makes no other study of the sweep. A study that does not store it offers it to others.
  bool added = false;
};

/// Fills a row with the metrics of a solution.
using Measure = std::function<void(const Value& instance, const Value& solution, std::span<double> row)>;

/// What can be measured of the solutions of a study. See measured().
struct Measured {
  std::vector<Metric> metrics = {};
  /// What fills in those that are needed, and the others where that costs nothing. Rows have a place for each.
  std::function<Measure(const std::vector<bool>& needed)> prepare = nullptr;
};

/// A number that compares two algorithms on one and the same sample.
struct PairedMetric {
  results::MetricRecord record;
  std::string of;  ///< the metric that `value` is told, stored or not
  double (*value)(double mine, double rival) = nullptr;
  bool added = false;  ///< as of a Metric
};

/// `of` over the rival's; 1 where the rival's is 0, since one processor, or a graph without costs, costs nothing
/// with every algorithm.
[[nodiscard]] PairedMetric relative_metric(const std::string& name, const std::string& title, int digits,
                                           const std::string& of);

/// An algorithm and its rival, by canonical name.
struct Pair {
  std::string name;
  std::string rival;
};

/// How a family shows its instances and solutions to readers, see shown(); empty functions where it has no such form.
struct Forms {
  std::function<std::string(const Value& instance)> instance = nullptr;
  std::function<std::string(const Value& instance, const Value& solution)> text = nullptr;
  // Each of the solutions by itself.
  std::function<std::string(const Value& instance, const std::vector<std::string>& titles,
                            const std::vector<std::any>& solutions)>
      svg = nullptr;
  std::function<std::vector<DrawnPart>(const Value& instance, const std::vector<std::string>& titles,
                                       const std::vector<std::any>& solutions)>
      parts = nullptr;
};

/// The same with its types, see experiments/engine/erasure.hpp.
template <class AlgorithmType>
struct Presentation;

/// A grid of random instances of one problem family, the algorithms that solve them, and what is measured.
struct Study {
  std::string name;
  std::string title = {};
  std::string claim = {};
  std::string source = {};
  std::string notice = {};  ///< a line that a run begins with, such as what is not built in; "": no line
  bool timed = false;
  bool deterministic = false;
  bool keep_samples = false;  ///< every sample's values are kept, asked for or not
  int revision = 1;           ///< grows whenever the sampler or a metric can give another number
  std::vector<Axis> axes = {};
  std::int64_t samples = 1;
  std::int64_t chunk_size = 1;
  std::vector<std::string> algorithms = {};
  Solvers solvers = {};
  Measured measured = {};
  std::vector<PairedMetric> paired_metrics = {};
  std::vector<Pair> pairs = {};
  /// Names of the metrics that are stored, plain and paired; empty: all but those that were added. At least one of them
  /// is plain.
  std::vector<std::string> stored_metrics = {};
  Sampler sample = nullptr;
  /// Throws InputError where the stored metrics cannot be measured at all values on the axes; empty: they can.
  std::function<void(const std::vector<Axis>& axes, const std::vector<std::string>& metrics)> require = nullptr;
  Forms forms = {};
};

/// The names of the stored metrics for a definition that has to tell studies with other metrics apart; empty if all are
/// stored. Metrics that were added later do not count, so that earlier definitions stay the same.
[[nodiscard]] std::vector<std::string> defining_metrics(const Study& study);

/// The study without its types. It gives the same bytes on every machine if all its algorithms, all stored metrics and
/// all values of its axes do. InputError for an unknown algorithm or option.
[[nodiscard]] Experiment erase(Study study);

/// A metric that a user's file makes of those of the family: acost + 50 * internal_edges.
struct OwnMetric {
  results::MetricRecord record;
  std::string expression;
};

/// A study that a user defines in a file, of any problem family. What it leaves out (empty, 0) is the family's default.
struct SweepDefinition {
  std::string family;
  std::string name;              ///< the study is called sweeps/NAME
  std::string paper = "sweeps";  ///< or PAPER/NAME
  std::string title = {};
  std::string claim = {};   ///< what a paper says
  std::string cited = {};   ///< where it says so
  std::string source = {};  ///< the file, or the paper's folder: what `apportion run` takes
  std::string file = {};    ///< the file
  std::string text = {};    ///< of the file, or of the folder's files
  std::map<std::string, std::vector<AxisValue>> axes = {};
  std::string cluster = {};    ///< the file of the cluster that all samples have; "": clusters are drawn
  std::string instances = {};  ///< the file of the instances; "": they are drawn
  std::string folder = {};     ///< that files on axes are relative to, such as that of resample(FILE); "": the current
  /// Without its files a study can be described, and what is asked of it be checked, but not run: it has no instances
  /// of the files, and its definition does not know their content.
  bool opens_files = true;
  std::vector<std::string> algorithms = {};
  std::vector<std::string> rivals = {};   ///< the paired metrics compare every other algorithm with each of them
  std::vector<Pair> pairs = {};           ///< that are compared besides
  std::vector<std::string> metrics = {};  ///< that are stored
  std::int64_t samples = 0;
  std::int64_t chunk = 0;
  int revision = 0;
  std::optional<std::uint64_t> seed = std::nullopt;  ///< of what is shown, the first of several
  std::vector<std::uint64_t> seeds = {};             ///< several, each of which a run takes
  bool keep_samples = false;
  bool timed = false;                ///< measures times only
  std::string notice = {};           ///< see Study
  std::vector<OwnProgram> own = {};  ///< the user's own algorithms
  std::vector<OwnMetric> own_metrics = {};
  /// The program has the file: the study's definition does not say what the file does, as that of a study in C++.
  bool is_built_in = false;
};

}  // namespace apportion::engine

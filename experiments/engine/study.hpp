// Studies: what an experiment declares about one problem family, before its types are erased.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "algorithms/own_algorithm.hpp"
#include "algorithms/registry.hpp"
#include "experiments/engine/experiment.hpp"
#include "sim/random_stream.hpp"

namespace apportion::engine {

/// One number of a solution. `Measures` is the family's struct of numbers; a metric names one of its members.
template <class Measures>
struct Metric {
  std::string name;
  std::string title;
  std::string unit;
  std::string better;  ///< "less", "more" or ""
  int digits = 0;      ///< decimals in tables
  double Measures::*measure = nullptr;
  bool exact_everywhere = true;  ///< false for what takes logarithms and the like: 1e-9 across machines
  /// Set for a metric that came after results of its study were stored: a sweep's definition never names it, so that
  /// storing it as well makes no other study of the sweep. A study that does not store it offers it to others.
  bool added = false;

  [[nodiscard]] results::MetricRecord record() const { return {name, title, unit, better, digits}; }
};

/// A number that compares two algorithms on one and the same sample.
template <class Measures>
struct PairedMetric {
  results::MetricRecord metric;
  double (*value)(const Measures& mine, const Measures& rival) = nullptr;
  bool costly = false;  ///< `value` looks at a costly measure
  bool added = false;   ///< as of a Metric
};

/// Measures that take long to find, and the function that fills them in. It is called for the samples of a study only
/// if a stored metric looks at one of them.
template <class AlgorithmType, class Measures>
struct CostlyMeasures {
  std::vector<double Measures::*> measures = {};
  void (*fill)(const typename AlgorithmType::Instance& instance, const typename AlgorithmType::Solution& solution,
               Measures& measures) = nullptr;
};

/// An algorithm and its rival, by canonical name.
struct Pair {
  std::string name;
  std::string rival;
};

/// How a family shows its instances and solutions to readers; nullptr where it has no such form. None of them throws.
/// Functions may hold what instances do not, such as the names of processors.
template <class AlgorithmType>
struct Presentation {
  using Instance = typename AlgorithmType::Instance;
  using Solution = typename AlgorithmType::Solution;

  /// One JSON line that `apportion solve` takes.
  std::function<std::string(const Instance& instance)> instance = nullptr;
  /// Lines of text.
  std::function<std::string(const Instance& instance, const Solution& solution)> text = nullptr;
  /// One SVG document with all the solutions, each below its title; "" where this instance cannot be drawn.
  std::function<std::string(const Instance& instance, const std::vector<std::string>& titles,
                            const std::vector<Solution>& solutions)>
      svg = nullptr;
  /// The parts that this document shows.
  std::function<std::vector<DrawnPart>(const Instance& instance, const std::vector<std::string>& titles,
                                       const std::vector<Solution>& solutions)>
      parts = nullptr;
};

/// A grid of random instances of one problem family, the algorithms that solve them, and what is measured.
template <class AlgorithmType, class MeasuresType>
struct Study {
  using Instance = typename AlgorithmType::Instance;
  using Solution = typename AlgorithmType::Solution;
  using Measures = MeasuresType;

  std::string name;
  std::string title = {};
  std::string claim = {};
  std::string source = {};
  std::string notice = {};  ///< a line that a run begins with, such as what is not built in; "": none
  bool timed = false;
  bool deterministic = false;
  bool keep_samples = false;  ///< every sample's values are kept, asked for or not
  int revision = 1;           ///< grows whenever the sampler or a metric can give another number
  std::vector<Axis> axes = {};
  std::int64_t samples = 0;
  std::int64_t chunk_size = 0;
  std::vector<std::string> algorithms = {};
  OwnAlgorithms<AlgorithmType> own_algorithms = {};  ///< that names of algorithms may mean beside the registered ones
  std::vector<Metric<Measures>> metrics = {};
  std::vector<PairedMetric<Measures>> paired_metrics = {};
  std::vector<Pair> pairs = {};
  /// Names of the metrics that are stored, plain and paired; empty: all. At least one of them is plain. A paired metric
  /// may look at measures that are not stored.
  std::vector<std::string> stored_metrics = {};
  /// Draws the instance from the stream by the sampled axes and sets what the applied axes say. It may hold clusters or
  /// instances that were given, and is called from several threads at once.
  std::function<Instance(const Point& point, RandomStream& stream)> sample = nullptr;
  /// All measures of a solution but the costly ones.
  Measures (*measure)(const Instance& instance, const Solution& solution) = nullptr;
  std::vector<CostlyMeasures<AlgorithmType, Measures>> costly = {};
  /// Throws InputError where the stored metrics cannot be measured at all values on the axes; nullptr: they can.
  std::function<void(const std::vector<Axis>& axes, const std::vector<std::string>& metrics)> require = nullptr;
  Presentation<AlgorithmType> presentation = {};
};

/// The study without its types. It gives the same bytes on every machine if all its algorithms, all stored metrics and
/// all values of its axes do. InputError for an unknown algorithm or option. The definition is in
/// experiments/engine/study_solver.hpp, included only by code that brings its own algorithm type or measures;
/// a problem family instantiates it once, in its study.cpp.
template <class AlgorithmType, class Measures>
[[nodiscard]] Experiment erase(Study<AlgorithmType, Measures> study);

}  // namespace apportion::engine

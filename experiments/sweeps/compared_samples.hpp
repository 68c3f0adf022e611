// The samples that a comparison is made of: which algorithms at which points, and what they met.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "experiments/sweeps/pairwise_comparison.hpp"
#include "experiments/sweeps/stock.hpp"
#include "results/comparing/rival_ratios.hpp"

namespace apportion::sweeps {

/// A request with everything said that it left open.
struct ComparisonPlan {
  ComparisonRequest request;
  results::MetricRecord metric;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  ///< places in request.algorithms
  std::vector<std::string> varied;                         ///< axes with several values, in the study's order
  std::vector<std::string> numeric;                        ///< those of them with numbers, along which lines may cross
  std::string along;                                       ///< the chart's axis; "": no axis is varied
  bool x_logarithmic = false;
  bool y_logarithmic = false;
  /// Whether the study's instances, which a file gave, count as the samples of one point: nobody looks along them.
  bool by_instances = false;
  std::size_t panels = 1;  ///< combinations of values of the other varied axes
};

/// Throws as comparison_exhibits() does. The stock must not be empty.
[[nodiscard]] ComparisonPlan comparison_plan(const ComparisonRequest& request, const Stock& stock);

/// A point with a value for every axis, but that of instances where they count as samples.
using ComparedPoint = std::vector<results::Coordinate>;

/// Points with the same values on all axes but one.
struct ComparedLine {
  std::string axis;
  std::string where;  ///< "processors=8": the values of the other varied axes; "" if there are none
};

struct ComparedSamples {
  std::vector<ComparedPoint> points;  ///< ascending
  std::vector<ComparedLine> lines;    ///< those of the question
  results::PairwiseQuestion question;
};

/// Reads the samples. InputError, naming --keep-samples, where an algorithm has results at a point and not all of its
/// samples.
[[nodiscard]] ComparedSamples compared_samples(const ComparisonPlan& plan, std::int64_t seed,
                                               const results::Reader& reader);

/// "processors=8 latency=0" of these axes.
[[nodiscard]] std::string spelled(const ComparedPoint& point, const std::vector<std::string>& axes);

/// The coordinate on that axis.
[[nodiscard]] const results::Coordinate& coordinate_on(const ComparedPoint& point, const std::string& axis);

}  // namespace apportion::sweeps

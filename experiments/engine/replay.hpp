// Replay: one sample of a study solved again by every algorithm, with readable results.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/engine/axis.hpp"
#include "results/exhibit.hpp"
#include "results/records.hpp"

namespace apportion::engine {

using results::DrawnPart;
using results::PartMeasure;

struct Experiment;

/// One column of the study on that sample.
struct ReplayedColumn {
  results::ColumnRecord column;
  std::vector<results::MetricRecord> metrics;  ///< those of this column
  std::vector<double> values = {};             ///< one per metric; empty if it failed
  std::optional<std::string> failure = {};
  std::string text = {};  ///< the solution as lines of text; "" for pairs, and if the family has no such form
  std::string svg = {};   ///< the solution as an SVG document; "" if there is no such form
};

struct Replay {
  std::string experiment;
  std::uint64_t seed = 0;
  std::string point;  ///< Point::name()
  std::int64_t sample = 0;
  std::string instance = {};  ///< one JSON line as `apportion solve` takes it; "" if the family has no such form
  std::vector<ReplayedColumn> columns = {};  ///< the algorithms, then the pairs
  std::string svg = {};  ///< one SVG document with the solutions of all algorithms; "" if nothing can be drawn
  std::vector<DrawnPart> parts = {};  ///< of that document
};

/// The point with these values, "axis" -> "value"; an omitted axis gets Axis::omitted_at or, without one, the only
/// value of its default grid. InputError for an unknown axis, a value out of range, and an omitted axis that has
/// several values.
[[nodiscard]] Point point_at(const Experiment& experiment, const std::map<std::string, std::string>& settings);

/// Draws exactly the instance that a run has as `sample` at this point and solves it by the algorithms (empty: those of
/// the study). The values are those that a run stores, to the bit. InputError for an unknown algorithm or option.
[[nodiscard]] Replay replay(const Experiment& experiment, const std::vector<std::string>& algorithms,
                            std::uint64_t seed, const Point& point, std::int64_t sample);

}  // namespace apportion::engine

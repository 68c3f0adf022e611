// What a sample costs at the points of a grid, from some of them.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "experiments/engine/axis.hpp"

namespace apportion::engine {

/// The logarithm of a point's cost as a sum over the axes: for each a term for every value, and a line in the logarithm
/// of the values where these are positive numbers, fitted by ridge regression to the points that are known. So costs
/// that grow as powers of sizes are met exactly, and values that nobody has seen yet lie on the line through the
/// others. The amount of work is samples times columns.
class CostModel {
 public:
  explicit CostModel(const std::vector<Point>& points);

  /// Work of a run that was done at a point, beside what was known of it.
  void add(std::size_t point, double amount, double seconds);
  /// Work that was done for the clock alone. Little at a time may cost more than much; where a point is known both
  /// ways, the others' trials are corrected by that ratio.
  void add_trial(std::size_t point, double amount, double seconds);

  [[nodiscard]] bool is_known(std::size_t point) const;
  /// One of the candidates on whose axes' values least is known; nothing where all of them are known.
  [[nodiscard]] std::optional<std::size_t> least_known(const std::vector<std::size_t>& candidates) const;

  /// Seconds per amount of work at every point: what it took where work was done, otherwise what the fit says. Zeros if
  /// nothing was added.
  [[nodiscard]] std::vector<double> costs() const;

 private:
  struct Line {
    std::vector<std::size_t> level;  ///< of each point
    std::vector<double> position;    ///< of each level, from 0 to 1; empty: the values are on no line
  };
  struct Cost {
    double amount = 0;
    double seconds = 0;
    [[nodiscard]] double rate() const { return seconds / amount; }
  };
  struct Observation {
    std::size_t point = 0;
    double log_cost = 0;
    double weight = 1;
  };
  struct Term {
    double slope = 0;
    std::vector<double> offsets = {};  ///< one per level
  };
  struct Fit {
    double constant = 0;
    std::vector<Term> terms = {};  ///< one per axis
  };

  [[nodiscard]] double trial_overhead() const;
  [[nodiscard]] std::vector<Observation> observations() const;
  [[nodiscard]] double predicted(const Fit& fit, std::size_t point) const;
  void improve_slope(Term& term, const Line& axis, const std::vector<Observation>& seen,
                     std::vector<double>& rest) const;
  void improve_offsets(Term& term, const Line& axis, const std::vector<Observation>& seen,
                       std::vector<double>& rest) const;
  [[nodiscard]] Fit fitted(const std::vector<Observation>& seen) const;

  std::size_t points_;
  std::vector<Line> axes_;
  std::vector<Cost> done_;
  std::vector<Cost> tried_;
};

/// The k-th of places that are spread evenly over `size`, however many of the first ones are taken.
[[nodiscard]] std::size_t spread_place(std::size_t k, std::size_t size);

}  // namespace apportion::engine

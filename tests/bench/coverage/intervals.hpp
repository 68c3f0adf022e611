// Intervals for the ratio of the means of pairs: the one that comparisons give, and others to hold it against.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "results/comparing/series.hpp"
#include "results/statistics.hpp"

namespace apportion::coverage {

/// Numbers of an algorithm and of its rival on the same samples, and the stream from which they are drawn again.
struct Pairs {
  std::vector<double> mine = {};
  std::vector<double> rival = {};
  std::string stream = {};
};

/// Pairs with what several methods start from.
struct Trial {
  Pairs pairs;
  double ratio = 0;                 ///< of the means
  std::vector<double> ratios = {};  ///< of resamples, ascending
  bool enough_differ = false;       ///< by the rule of comparisons
};
[[nodiscard]] Trial trial_of(Pairs pairs);

/// A way to make a 95 % interval. Nothing: it gives none.
struct Method {
  std::string name;
  std::function<std::optional<results::Interval>(const Trial&)> interval;
};

/// The first is the one that comparisons give.
[[nodiscard]] std::vector<Method> methods();

}  // namespace apportion::coverage

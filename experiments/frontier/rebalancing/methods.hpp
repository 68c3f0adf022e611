// The methods that are compared from a previous division, and what is measured of them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/engine/study.hpp"

namespace apportion::frontier {

/// BEST, each of the methods that it is made of, and Zoltan's two from a previous division, where it is built in.
[[nodiscard]] std::vector<std::string> rebalancing_methods();

/// The same for studies of functions, whose names have no brackets: a name and the method.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> drift_methods();

/// The axis `price`, of a moved cell.
[[nodiscard]] engine::Axis price_axis(const std::vector<double>& values);

/// boundary, imbalance, beyond, fragments, moved, must_move, and both as shares of the active cells.
[[nodiscard]] engine::Measured rebalancing_measures();

}  // namespace apportion::frontier

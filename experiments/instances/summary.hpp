// What the scores of methods come to: means and shares, performance profiles, and what is open.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/instances/scoring.hpp"
#include "results/rows.hpp"

namespace apportion::instances {

/// A line for each of the scores, which are of one method, in the order of the index.
[[nodiscard]] results::Rows score_rows(const Collection& collection, const std::vector<Score>& scores);

/// A line for each method in each family, who is within 1 % most often first, then the least mean. The geometric mean
/// is of value over best known value on what a method solved; shares are of all that it was asked.
[[nodiscard]] results::Rows method_rows(const Collection& collection, const std::vector<Score>& scores);

/// Of a family, the share of instances on which a method's value is within so much of the best known: a line for each
/// distance and each of the ten methods whose shares have the greatest sum, best first.
[[nodiscard]] results::Rows profile_rows(const Collection& collection, const std::vector<Score>& scores,
                                         const std::string& family);

/// A line for each family: what is proven, what is open, and the gaps between its best values and bounds.
[[nodiscard]] results::Rows gap_rows(const Collection& collection);

/// A line for each of the instances, with as many digits as a reader wants to see.
[[nodiscard]] results::Rows instance_rows(const std::vector<const Instance*>& instances);

/// The families that have instances, by name.
[[nodiscard]] std::vector<std::string> families_in(const Collection& collection);

/// The instances of a family, the open ones first, those with the greatest gap before others.
[[nodiscard]] std::vector<const Instance*> open_first(const Collection& collection, const std::string& family);

}  // namespace apportion::instances

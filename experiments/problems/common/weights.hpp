// Relative speeds of processors and their names, as the problems of several families have them.
#pragma once

#include <string>
#include <vector>

#include "experiments/problems/common/json.hpp"
#include "sim/cluster.hpp"

namespace apportion::problems {

/// Numbers, and lists of them that are machines: [3,[1,2]]. InputError for anything else.
[[nodiscard]] Cluster cluster_of(const JsonReader& weights);
/// And back: "[3,[1,2]]".
[[nodiscard]] std::string weights_json(const Cluster& cluster);

/// A list of texts: ["a","b"].
[[nodiscard]] std::string names_json(const std::vector<std::string>& names);

}  // namespace apportion::problems

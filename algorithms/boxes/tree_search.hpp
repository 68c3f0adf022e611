// Search that goes on from a division into boxes.
#pragma once

#include <functional>

#include "algorithms/boxes/box_algorithm.hpp"

namespace apportion {

/// See Algorithm::search_on: anneals the division's slicing tree at several heats, and others from the start. Divisions
/// that best_of_all_trees() proves the best are left as they are.
void search_on(const BoxProblem& problem, const Options& options, const BoxDivision& start,
               const std::function<void(const BoxDivision& better)>& found, RandomStream& stream);

}  // namespace apportion

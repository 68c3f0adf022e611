// From a mapping and real-valued lengths to a solution, and the best of several mappings: what the grid algorithms have
// in common once the lengths are there.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "algorithms/grids/grid_algorithm.hpp"
#include "algorithms/grids/mappings.hpp"

namespace apportion {

enum class Rounding {
  remainders,  ///< rounded_by_remainders()
  printed      ///< rounded_as_printed()
};

/// The option `printed-rounding`, which all but `natural` have.
[[nodiscard]] OptionSpec printed_rounding_option();
[[nodiscard]] Rounding chosen_rounding(const Options& options);

/// The option `mapping`: best (the default), NAT, NAT1 or NAT2; InputError for another text.
[[nodiscard]] OptionSpec mapping_option();
[[nodiscard]] std::vector<MappingRule> chosen_mappings(const Options& options);

/// Rounds the lengths and computes the times.
[[nodiscard]] GridSolution rounded_solution(const GridProblem& problem, Mapping mapping, Lengths lengths,
                                            Rounding rounding);

}  // namespace apportion

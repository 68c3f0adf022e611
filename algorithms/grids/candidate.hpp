// From a mapping and real-valued lengths to a solution, and the best of several mappings: what the grid algorithms have
// in common once the lengths are there.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "algorithms/grids/grid_algorithm.hpp"
#include "algorithms/grids/mappings.hpp"

namespace apportion {

/// Values that differ by no more than this part of the greater one tie. Rounding errors tell equal values apart, and in
/// another way where the performances have another scale; they stay far below it.
inline constexpr double tie_tolerance = 1e-10;

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

/// Whether a solution takes less rounded time than another one; not if they tie.
[[nodiscard]] bool is_faster(const GridSolution& solution, const GridSolution& other);

}  // namespace apportion

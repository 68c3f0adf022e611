// From a mapping and real-valued lengths to a solution, and the best of several mappings: the steps that all grid
// algorithms share.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "algorithms/grids/grid_algorithm.hpp"
#include "algorithms/grids/mappings.hpp"

namespace apportion {

/// Values that differ by at most this fraction of the greater one tie. Rounding errors, which depend on the scale of
/// the performances, separate equal values, but are far smaller.
inline constexpr double tie_tolerance = 1e-10;

enum class Rounding {
  remainders,  ///< rounded_by_remainders()
  printed,     ///< rounded_as_printed()
  apportioned  ///< rounded_by_apportionment()
};

/// The rounding that the options `printed-rounding` and `apportioned` choose, by default by remainders; InputError if
/// both are given.
[[nodiscard]] OptionSpec printed_rounding_option();
[[nodiscard]] OptionSpec apportioned_option();
[[nodiscard]] Rounding chosen_rounding(const Options& options);

/// The option `mapping`: best (the default), NAT, NAT1 or NAT2; InputError for another text.
[[nodiscard]] OptionSpec mapping_option();
[[nodiscard]] std::vector<MappingRule> chosen_mappings(const Options& options);

/// Rounds the lengths and computes the times.
[[nodiscard]] GridSolution rounded_solution(const GridProblem& problem, Mapping mapping, Lengths lengths,
                                            Rounding rounding);

/// The answer of another algorithm without random draws, such as "proposed[mapping=NAT]". Throws what that algorithm
/// throws.
[[nodiscard]] std::vector<GridSolution> solutions_of(std::string_view name, std::span<const GridProblem> problems);

/// Whether a solution takes less rounded time than another; false if they tie.
[[nodiscard]] bool is_faster(const GridSolution& solution, const GridSolution& other);

}  // namespace apportion

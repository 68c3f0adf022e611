// From a mapping and real-valued lengths to a solution, and the best of several mappings: what the grid algorithms have
// in common once the lengths are there.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "algorithms/grids/grid_algorithm.hpp"
#include "algorithms/grids/mappings.hpp"

namespace apportion {

/// Values that differ by no more than this part of the greater one tie. Rounding errors tell equal values apart, and in
/// another way where the performances have another scale; they stay far below it.
inline constexpr double tie_tolerance = 1e-10;

enum class Rounding {
  remainders,  ///< rounded_by_remainders()
  printed,     ///< rounded_as_printed()
  apportioned  ///< rounded_by_apportionment()
};

/// The options `printed-rounding` and `apportioned` of those that round by remainders otherwise; InputError where both
/// are chosen.
[[nodiscard]] OptionSpec printed_rounding_option();
[[nodiscard]] OptionSpec apportioned_option();
[[nodiscard]] Rounding chosen_rounding(const Options& options);

/// The option `mapping`: best (the default), NAT, NAT1 or NAT2; InputError for another text.
[[nodiscard]] OptionSpec mapping_option();
[[nodiscard]] std::vector<MappingRule> chosen_mappings(const Options& options);

/// Rounds the lengths and computes the times.
[[nodiscard]] GridSolution rounded_solution(const GridProblem& problem, Mapping mapping, Lengths lengths,
                                            Rounding rounding);

/// What another algorithm, one that draws nothing, gives: "proposed[mapping=NAT]". Throws what it throws.
[[nodiscard]] std::vector<GridSolution> solutions_of(std::string_view name, std::span<const GridProblem> problems);

/// Whether a solution takes less rounded time than another one; not if they tie.
[[nodiscard]] bool is_faster(const GridSolution& solution, const GridSolution& other);

}  // namespace apportion

// Statements of the paper that need no drawn figure: the program checks each of them on many small cases.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "algorithms/grids/grid_algorithm.hpp"
#include "experiments/engine/checks.hpp"

namespace apportion::kalinov {

using engine::CheckedCases;
using engine::Reach;
using engine::Said;

/// How far the checks go: the greatest edge of a grid, or the greatest performance of a network.
struct Bounds {
  std::int64_t edge = 1;
  std::int64_t performance = 1;
};

/// The sizes of a counterexample are the edges of a grid or the performances of a network, and have no names; the bound
/// of CheckedCases is the one of Bounds that was used.
using Statement = engine::Check<Bounds>;

/// The most sizes that a case has, and how they are spelled.
constexpr std::size_t most_sizes = 4;
inline constexpr const char* unnamed = "_ _ _ _";

[[nodiscard]] std::vector<Statement> checks_of_distribution();
[[nodiscard]] std::vector<Statement> checks_of_lengths();
[[nodiscard]] std::vector<Statement> checks_of_mapping();

/// All of them, by position.
[[nodiscard]] std::vector<Statement> statements();

/// Visits all grids of 1 to `dimensions` dimensions with nondecreasing edges up to `edge`.
void for_each_grid(std::size_t dimensions, std::int64_t edge, const std::function<void(const ProcessGrid&)>& visit);

/// check() of all grids of 1 to `dimensions` dimensions with edges up to the bound.
[[nodiscard]] engine::CasesUpTo<Bounds> on_all_grids(std::size_t dimensions, bool (*check)(const ProcessGrid& grid));

/// Visits all nondecreasing whole performances a <= b <= c <= d up to `most`: the networks of 2 x 2 processes.
void for_each_network_of_four(std::int64_t most, const std::function<void(const std::vector<std::int64_t>&)>& visit);

/// What times may differ by, relatively.
constexpr double rounding_error = 1e-9;

/// A grid's edges as a case's sizes, and whole performances as real ones.
[[nodiscard]] std::vector<std::int64_t> sizes_of(const ProcessGrid& grid);
[[nodiscard]] std::vector<double> as_performances(const std::vector<std::int64_t>& whole);

/// The answer of a registered grid algorithm, such as "proposed[mapping=NAT]", that draws nothing.
[[nodiscard]] GridSolution solved(std::string_view algorithm, const GridProblem& problem);

}  // namespace apportion::kalinov

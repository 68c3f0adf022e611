// Statements of the paper that need no drawn figure: the program checks each of them on many small cases. And 2 x 2
// processes whose pressures are equal: the states in which the requirement of the paper for the lengths is met.
#pragma once

#include <array>
#include <functional>
#include <string_view>
#include <vector>

#include "algorithms/grids/grid_algorithm.hpp"
#include "experiments/engine/checks.hpp"

namespace apportion::kalinov {

using engine::CheckedCases;

/// How far the checks go: the greatest edge of a grid, or the greatest performance of a network.
struct Bounds {
  std::int64_t edge = 1;
  std::int64_t performance = 1;
};

/// The sizes of a counterexample are the edges of a grid or the performances of a network, and have no names; the bound
/// of CheckedCases is the one of Bounds that was used.
using Statement = engine::Check<Bounds>;

/// The most sizes that a case has.
constexpr std::size_t most_sizes = 4;

/// All of them, by position.
[[nodiscard]] std::vector<Statement> statements();

/// Visits all grids of 1 to `dimensions` dimensions with nondecreasing edges up to `edge`.
void for_each_grid(std::size_t dimensions, std::int64_t edge, const std::function<void(const ProcessGrid&)>& visit);

/// Visits all nondecreasing whole performances a <= b <= c <= d up to `most`: the networks of 2 x 2 processes.
void for_each_network_of_four(std::int64_t most, const std::function<void(const std::vector<std::int64_t>&)>& visit);

/// What times may differ by, relatively.
constexpr double rounding_error = 1e-9;

/// A grid's edges as a case's sizes, and whole performances as real ones.
[[nodiscard]] std::vector<std::int64_t> sizes_of(const ProcessGrid& grid);
[[nodiscard]] std::vector<double> as_performances(const std::vector<std::int64_t>& whole);

/// The answer of a registered grid algorithm, such as "proposed[mapping=NAT]", that draws nothing.
[[nodiscard]] GridSolution solved(std::string_view algorithm, const GridProblem& problem);

/// Performances cell by cell, the first coordinate fastest.
using FourPerformances = std::array<double, 4>;

/// What slice 0 of dimensions 0 and 1 gets of its side, between 0 and 1.
struct FirstShares {
  double first = 0;
  double second = 0;
};

/// The block's time, for a block of volume 1.
[[nodiscard]] double time_of(const FourPerformances& performances, const FirstShares& shares);

/// 1 - the least over the greatest of the four pressures f_{k,i}: 0 where they are equal.
[[nodiscard]] double pressure_gap(const FourPerformances& performances, const FirstShares& shares);

/// All pressures are equal where two opposite cells take the same time and the other two no longer. With u = x / (1-x)
/// and v = y / (1-y) for the two shares, that is a curve: u v = p0/p3 or v/u = p1/p2, whichever diagonal is the slower
/// one, from u = p0/p1 to u = p2/p3. `position` runs along it from 0 to 1, x in equal steps; a single state where the
/// products of the diagonals are equal.
[[nodiscard]] FirstShares equal_pressures(const FourPerformances& performances, double position);

/// The shares of the least time: one of the four states in which three cells take the same time (the spanning trees of
/// Beaumont et al. 2001), found without following the curve.
[[nodiscard]] FirstShares fastest_shares(const FourPerformances& performances);

}  // namespace apportion::kalinov

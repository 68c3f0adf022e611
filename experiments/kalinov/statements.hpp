// Statements of the paper that the program checks on many small cases; and states of 2 x 2 processes with equal
// pressures, which is the paper's requirement for the lengths.
#pragma once

#include <array>
#include <functional>
#include <string_view>
#include <vector>

#include "algorithms/grids/grid_algorithm.hpp"
#include "experiments/engine/claims.hpp"
#include "sim/grids/block_cyclic.hpp"

namespace apportion::kalinov {

using engine::CheckedCases;

/// The sizes up to which the checks go: the greatest edge of a grid, or the greatest performance of a network.
struct Bounds {
  std::int64_t edge = 1;
  std::int64_t performance = 1;
};

/// The sizes of a counterexample are the edges of a grid or the performances of a network, and have no names; the bound
/// of CheckedCases is the one of Bounds that was used.
using Statement = engine::Check<Bounds>;

/// All statements, in the order of the paper.
[[nodiscard]] std::vector<Statement> statements();

/// Visits all grids of 1 to `dimensions` dimensions with nondecreasing edges up to `edge`.
void for_each_grid(std::size_t dimensions, std::int64_t edge, const std::function<void(const ProcessGrid&)>& visit);

/// Visits all nondecreasing whole performances a <= b <= c <= d up to `most`: the networks of 2 x 2 processes.
void for_each_network_of_four(std::int64_t most, const std::function<void(const std::vector<std::int64_t>&)>& visit);

/// The elements of each cell, counted one by one.
[[nodiscard]] std::vector<double> elements_by_cell(const BlockCyclic& data);

/// The answer of a registered grid algorithm without randomness, such as "proposed[mapping=NAT]".
[[nodiscard]] GridSolution solved(std::string_view algorithm, const GridProblem& problem);

/// Performances cell by cell; the first coordinate varies fastest.
using FourPerformances = std::array<double, 4>;

/// The shares of slice 0 in dimensions 0 and 1, between 0 and 1.
struct FirstShares {
  double first = 0;
  double second = 0;
};

/// The time of a block of volume 1.
[[nodiscard]] double time_of(const FourPerformances& performances, const FirstShares& shares);

/// 1 - the least over the greatest of the four pressures f_{k,i}: 0 where they are equal.
[[nodiscard]] double pressure_gap(const FourPerformances& performances, const FirstShares& shares);

/// The state at a `position` from 0 to 1 along the curve of equal pressures, x in equal steps. All pressures are equal
/// if two opposite cells take the same time and the other two no longer. With u = x / (1-x) and v = y / (1-y) for the
/// two shares, these states are the curve u v = p0/p3 or v/u = p1/p2, depending on which diagonal is slower, from u =
/// p0/p1 to u = p2/p3; it is one state if the products of the diagonals are equal.
[[nodiscard]] FirstShares equal_pressures(const FourPerformances& performances, double position);

/// The shares of the least time: one of the four states in which three cells take the same time (the spanning trees of
/// Beaumont et al. 2001), found without following the curve.
[[nodiscard]] FirstShares fastest_shares(const FourPerformances& performances);

}  // namespace apportion::kalinov
